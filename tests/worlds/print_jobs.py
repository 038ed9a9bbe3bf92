"""Print jobs as a page asks for them."""

from tournament.enums import PrintChoice, PrintKind
from tournament.selectors.print_jobs import printed_now
from tournament.services.print_jobs import start_print


def ask(match, actor, kind=PrintKind.NAMES, choice=PrintChoice.ALL, tables=None):
    """A job for this choice, requested as the page does it."""
    printed = printed_now(match, kind, choice, tables)
    return start_print(match=match, kind=kind, printed=printed, language="de", address="", actor=actor)
