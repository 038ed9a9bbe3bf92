"""Lines of the paper that are no game: set aside for the supervisor, taken up again, ruled on (5.3.4, 5.3.6)."""

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord
from scoring.records import Decision
from tournament.enums import CorrectionKind, Source
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import commands, events, second_entry
from tournament.sheet.approvals import approve_own_value
from tournament.sheet.consequences import settle
from tournament.sheet.corrections import correct
from tournament.sheet.draft import Draft
from tournament.sheet.games import free_line, unplayed, write_line
from tournament.sheet.official import check_reason
from tournament.sheet.places import check_free, check_open
from tournament.sheet.state import OnPaper, PaperLine


def set_aside_line(draft: Draft, command: commands.SetAsideLine) -> None:
    if command.seen is None:
        check_open(draft.sheet)
    second_entry.check_typist(draft.sheet, draft.by)
    if draft.sheet.source != Source.PAPER:
        raise Refused(
            _("Only a line that stands on paper can be set aside; at the table the supervisor is called."),
            code="not_paper",
        )
    if command.seen is not None:
        free_line(draft, command.number, command.seen)
    check_free(draft.sheet, command.number)
    keep_paper_line(draft, command.number, command.paper)


def keep_paper_line(draft: Draft, number: int, paper: OnPaper, typed_by: int | None = None) -> None:
    """Keep what the paper says, in place of an older text. `typed_by` is whose line it stays, if not the actor's."""
    if draft.sheet.open_paper_line(number) is not None:
        draft.say(events.LineClosed(number=number, taken_up=True))
    draft.say(
        events.LineSetAside(
            number=number,
            kind=paper.kind,
            text=paper.text,
            written=paper.written,
            record=paper.record,
            typed_by=None if typed_by == draft.by.login else typed_by,
        )
    )


def take_up_line(draft: Draft, command: commands.TakeUpLine) -> None:
    check_open(draft.sheet)
    waiting = _waiting(draft, command.paper_line)
    if waiting is None or waiting.number != command.number:
        raise not_set_aside(command.number)
    draft.say(events.LineClosed(number=command.number, taken_up=True))


def rule_on_line(draft: Draft, command: commands.RuleOnLine) -> None:
    check_open(draft.sheet)
    if command.paper_line is None:
        check_free(draft.sheet, command.number)
    else:
        waiting = _waiting(draft, command.paper_line)
        if waiting is None or waiting.number != command.number:
            raise not_set_aside(command.number)
    check_reason(command.reason.text)
    content = draft.sheet.content_hash
    _rule(draft, command.number, command.ruling, command.record, command)
    if command.approve:
        settle(draft, content=content)
        approve_own_value(draft, command.number)


def close_unplayed(draft: Draft, command: commands.CloseUnplayed) -> None:
    check_open(draft.sheet)
    if command.paper_line is not None and _waiting(draft, command.paper_line) is None:
        raise not_set_aside(command.number)
    check_reason(command.reason.text)
    if not draft.sheet.games:
        raise Refused(_("No game is written yet: there is nothing to close."), code="no_game_yet")
    if not command.numbers or command.numbers != unplayed(draft.sheet):
        raise Refused(
            _("Other lines are missing at the end of the sheet meanwhile. Please look once more."),
            code="line_taken",
            kind=RefusalKind.CONFLICT,
        )
    for number, key in zip(command.numbers, command.keys, strict=True):
        write_line(draft, number, GameRecord(decision=Decision(unplayed=True)), key=key)
        stood: dict[str, object] = {"written": []}
        correct(draft, number, CorrectionKind.UNPLAYED, stood, draft.sheet.games[number].record, command.reason)


def not_set_aside(number: int) -> Refused:
    """The refusal of an act on a line that does not wait for the supervisor, or no longer does."""
    return Refused(_("Line %(number)s does not wait for the supervisor any more."), code="not_set_aside", number=number)


def _rule(draft: Draft, number: int, ruling: CorrectionKind, record: GameRecord, command: commands.RuleOnLine) -> None:
    """Write a line as the supervisor ruled, beside what stands on the paper (nothing if empty or unreadable)."""
    write_line(draft, number, record, key=command.key)
    stood: dict[str, object] = {"written": list(command.written)}
    correct(draft, number, ruling, stood, draft.sheet.games[number].record, command.reason)


def _waiting(draft: Draft, place: int | None) -> PaperLine | None:
    """The paper line at this place, from 1, if it still waits."""
    if place is None or not 1 <= place <= len(draft.sheet.paper_lines):
        return None
    line = draft.sheet.paper_lines[place - 1]
    return line if line.open else None
