"""Writing games into the lines of a sheet."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_to_json
from scoring.ruleset import Ruleset
from scoring.suffixes import without_money
from tournament.enums import Source
from tournament.refusals import Refused
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.acts.approvals import initial
from tournament.sheet.acts.paper_lines import LineClosed
from tournament.sheet.acts.requests import withdraw_open
from tournament.sheet.acts.second_entry import check_typist
from tournament.sheet.acts.sitters import move_sitters
from tournament.sheet.acts.take_backs import check_written_here, free_line
from tournament.sheet.commands import command
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.events import Link, event
from tournament.sheet.places import check_game_in_line, check_line, check_line_free, check_open, line_place
from tournament.sheet.state import Sheet, WrittenGame

# The fields of a record that do not belong to the game itself: its place and the decisions on it.
_OF_PLACE: dict[str, Any] = {"seats": None, "sits_out": None, "struck": None, "approved": None}


@command(may="enter_games", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGame:
    """Write a game into a free line. Refused: as in check_line and check_free, a code of scoring for an impossible
    game.

    `redeals` are the reasons of the deals before it that were not played (RedealReason). `oral` names the person
    who, as the table says, approved it by word of mouth. `initialled_by` is the supervisor whose initials stand
    beside it on the paper (5.2.14, 5.2.16). `sent`: the command was in a device's queue; if this very game is
    already written there, it counts as done.
    """

    kind: ClassVar[str] = "record"
    number: int
    record: GameRecord
    key: str
    redeals: tuple[str, ...] = ()
    oral: Reason | None = None
    initialled_by: Actor | None = None
    sent: bool = False

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        there = sheet.games.get(self.number)
        if self.sent:
            if there is not None and same_game(there.record, self.record, sheet.terms.ruleset):
                # The table read the game out to the desk while there was no network, so it is already written.
                draft.answer = Answer.DUPLICATE
                return
            check_written_here(draft)
        check_line(sheet, self.number)
        check_open(sheet)
        check_typist(sheet, draft.by)
        check_line_free(sheet, self.number)
        write_line(
            draft,
            self.number,
            self.record,
            key=self.key,
            redeals=self.redeals,
            initialled_by=self.initialled_by,
        )


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class RetypeGame:
    """Take a line back and write it again, as one act: the typist made a slip, the paper is right."""

    kind: ClassVar[str] = "record"
    number: int
    record: GameRecord
    key: str
    seen: str | None = None
    initialled_by: Actor | None = None

    def decide(self, draft: Draft) -> None:
        check_typist(draft.sheet, draft.by)
        # A line first written live stays live: no initials on paper can approve it afterwards.
        source = free_line(draft, self.number, self.seen).source
        write_line(
            draft,
            self.number,
            self.record,
            key=self.key,
            source=source,
            initialled_by=self.initialled_by,
        )


@event("game.recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecorded:
    """A game was written into a free line. `writer` is the person who wrote it, if that is not the actor.

    `redeals` are the reasons of the deals before it that were not played (3.4.2, 5.2.5).
    """

    number: int
    record: GameRecord
    source: Source
    command: str
    redeals: tuple[str, ...] = ()
    writer: Actor | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        game = WrittenGame(
            record=self.record,
            source=self.source,
            command=self.command,
            by=self.writer or link.by,
            at=link.at,
            redeals=self.redeals,
            supervisor=link.by.login if self.record.decision.sanction is not None else None,
        )
        return replace(sheet, games={**sheet.games, self.number: game}, reached=max(sheet.reached, self.number))


def same_game(other: GameRecord, record: GameRecord, ruleset: Ruleset) -> bool:
    """Whether both records hold the same game; its place on the sheet, the decisions on it and what only money asks
    for do not count."""
    return _game_alone(without_money(ruleset, other)) == _game_alone(without_money(ruleset, record))


def write_line(
    draft: Draft,
    number: int,
    record: GameRecord,
    *,
    key: str,
    redeals: tuple[str, ...] = (),
    source: Source | None = None,
    writer: Actor | None = None,
    initialled_by: Actor | None = None,
) -> None:
    """Write a game into a free line. The line belongs to `writer`, or to the actor without one.

    Refused: not_allowed (a sanction without a supervisor, 3.4.18), a code of scoring for an impossible game; for the
    initials not_on_paper, not_a_supervisor, approval_not_needed.
    """
    if record.decision.sanction is not None and not draft.by.supervisor:
        raise Refused(
            _(
                "A sanction is entered by the supervisor (3.4.17). "
                "Please leave the line free with the arrow down and go on with the next one."
            ),
            code="not_allowed",
        )
    draft.say(
        GameRecorded(
            number=number,
            record=line_place(draft.sheet, number).put(record),
            source=source or draft.sheet.source,
            command=key,
            redeals=redeals,
            writer=None if writer in (None, draft.by) else writer,
        )
    )
    move_sitters(draft)
    check_game_in_line(draft.sheet, number)
    if draft.sheet.open_paper_line(number) is not None:
        draft.say(LineClosed(number=number))
    # The game is played, so nobody need decide on an open request for it. The game itself now asks for approval.
    withdraw_open(draft, number)
    if initialled_by is not None:
        initial(draft, number, initialled_by)


def _game_alone(record: GameRecord) -> dict[str, object]:
    return {name: value for name, value in record_to_json(record).items() if name not in _OF_PLACE}
