"""The paper confirms the second entry: the line takes its value and keeps its own typist (double entry)."""

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused
from tournament.sheet import commands
from tournament.sheet.draft import Draft
from tournament.sheet.games import free_line, write_line
from tournament.sheet.paper_lines import keep_paper_line
from tournament.sheet.second_entry import differing, is_no_game, on_paper


def settle_second(draft: Draft, command: commands.SettleSecond) -> None:
    _game, second = differing(draft.sheet, command)
    record = second.record
    if record.decision.approved and command.initials is None:
        raise Refused(_("Please choose whose initials stand on the paper."), code="initials_missing")
    before = free_line(draft, command.number, command.game)
    if is_no_game(record):
        # A line that is no game waits for the supervisor from now on, as a line of the first person.
        paper = on_paper(draft.sheet, command.number, record)
        keep_paper_line(draft, command.number, paper, before.by.login if before.by else None)
        return
    write_line(
        draft,
        command.number,
        record.decided(approved=None),
        key=command.key,
        source=before.source,
        writer=before.by,
        initialled_by=command.initials if record.decision.approved else None,
    )
