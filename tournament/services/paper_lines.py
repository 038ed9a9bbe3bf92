"""Taking up a line again that was set aside by mistake."""

from django.db import transaction

from tournament.models import Scoresheet, User
from tournament.services.acting import act_on, check_may, ordinal_of
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.paper_lines import TakeUpLine


@transaction.atomic
def take_up_line(*, scoresheet: Scoresheet, number: int, seen: int | None, actor: User) -> None:
    """Free a line that was set aside by mistake; `seen` is the primary key of the paper line that the page showed.

    Refused: not_allowed, sheet_not_open, not_set_aside.
    """
    sheet = lock_scoresheet(scoresheet)
    command = TakeUpLine(number=number, paper_line=ordinal_of(sheet.paper_lines, seen))
    check_may(sheet, command, actor)
    act_on(sheet, command, actor=actor)
