"""The state of one scoresheet as a value: what its events have made of it. Seats are 1 to 5, points are ints.

The mappings `games`, `second_entry` and `devices` are never changed in place: an event makes a new one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from scoring.records import GameRecord, record_to_json
from scoring.ruleset import Ruleset
from scoring.sheets import EvaluatedSheet, evaluate_sheet
from scoring.suffixes import without_money
from scoring.totals import evaluate_totals, totals_from_json
from tournament.enums import (
    ApprovalState,
    DeviceState,
    PaperLineKind,
    SheetState,
    Source,
)
from tournament.proof.integrity.hashes import signed_content_hash
from tournament.sheet.actors import NOBODY, Actor, Reason
from tournament.sheet.dispute_state import Dispute

Totals = Sequence[Mapping[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTerms:
    """The tournament's terms for all of its sheets. `rules` is the hash of its frozen ruleset's text.

    `double_entry`: sheets on paper are typed twice.
    """

    tournament: int
    ruleset: Ruleset
    rules: str
    double_entry: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """An approval of a written game (5.2.14, 5.2.16). `supervisor` decided it, or initialled it on paper.

    `oral` is free text: the person who, as the table says, approved it by word of mouth. `request` is the place,
    among the sheet's requests, of the one before play that granted it. `row` is its key in the database, None where
    the approval was read from the log.
    """

    section: str
    state: ApprovalState = ApprovalState.REQUESTED
    by: Actor = NOBODY
    at: datetime | None = None
    on_paper: bool = False
    oral: Reason | None = None
    supervisor: int | None = None
    decided_at: datetime | None = None
    request: int | None = None
    row: int | None = field(default=None, compare=False)

    @property
    def in_force(self) -> bool:
        return self.state != ApprovalState.WITHDRAWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A supervisor's change of a line. `old` and `new` are records as JSON; `old` may be the values on the paper.

    `row` is its key in the database, None if the correction was read from the log.
    """

    kind: str
    old: Mapping[str, Any]
    new: Mapping[str, Any]
    section: str | None = None
    reason: Reason | None = None
    supervisor: int | None = None
    at: datetime | None = None
    row: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGame:
    """A written line. `command` is the id of the command that wrote it; pages and devices name the game by it.

    `redeals` are the reasons of the deals before it that were not played; `supervisor` issued its sanction (3.4.18).
    """

    record: GameRecord
    source: Source
    command: str
    by: Actor | None = None
    at: datetime | None = None
    redeals: tuple[str, ...] = ()
    supervisor: int | None = None
    approvals: tuple[Approval, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def approval(self) -> Approval | None:
        """The approval in force: requested, granted or refused."""
        return next((one for one in reversed(self.approvals) if one.in_force), None)

    def is_decided(self, *, sanctions: bool = True) -> bool:
        """Whether a supervisor decided on the game, so that only a correction can change it (5.3.4).

        An approval granted before play belongs to the request: if the game is taken back, it serves the next one.
        """
        decided = any(
            one.supervisor and not one.on_paper and one.request is None and (sanctions or not self._is_own(one))
            for one in self.approvals
        )
        return decided or bool(self.corrections) or (sanctions and self.supervisor is not None)

    def _is_own(self, approval: Approval) -> bool:
        """Whether the approval came with the sanction that its supervisor issued (3.4.18)."""
        return approval.state == ApprovalState.GRANTED and approval.supervisor == self.supervisor


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A game that the table wants approved before its first card. `hand` holds the declarer's cards, if they were sent.

    `row` is its key in the database, by which an older log names it. `game` is the command of the game it served.
    """

    number: int
    seat: int
    contract: str
    suit: str
    section: str
    hand: tuple[str, ...] = ()
    state: ApprovalState = ApprovalState.REQUESTED
    by: Actor = NOBODY
    at: datetime | None = None
    supervisor: int | None = None
    decided_at: datetime | None = None
    at_table: bool = False
    command: str = ""
    game: str = ""
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """The content of a paper line: why it is no game, the text as typed, the points of all seats if known.

    `record` is the game that the text describes, if a struck line can still be read as one.
    """

    kind: PaperLineKind
    text: str = ""
    written: tuple[int, ...] | None = None
    record: GameRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A line of the paper that is no game; it waits for the supervisor while `open`.

    `text` is what was typed, `written` the points of all seats if known, `record` the game that the text describes.
    `row` is its key in the database, None where the line was read from the log.
    """

    number: int
    kind: PaperLineKind
    text: str = ""
    written: tuple[int, ...] | None = None
    record: GameRecord | None = None
    typed_by: int | None = None
    at: datetime | None = None
    closed_at: datetime | None = None
    open: bool = True
    row: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A player's signature on `content`. `strokes` is the hash of the drawn signature, `drawn` its strokes."""

    seat: int
    kind: str
    content: str
    by: Actor = NOBODY
    at: datetime | None = None
    strokes: str | None = None
    drawn: Any = field(default=None, compare=False)
    lapsed: bool = False
    lapsed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureRefusal:
    """A player who does not sign `content`, and why.

    `dispute` is the place, from 1, of the dispute after whose decision the sheet is accepted all the same;
    `overruled_by` is the supervisor who noted that.
    """

    seat: int
    content: str
    reason: Reason | None = None
    by: Actor = NOBODY
    at: datetime | None = None
    lapsed: bool = False
    lapsed_at: datetime | None = None
    dispute: int | None = None
    overruled_by: int | None = None
    overruled_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLine:
    """A line as a second person typed it, blind (double entry)."""

    record: GameRecord
    typed_by: int
    command: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChange:
    """A change at the table that is shown below the lines of the sheet: scorekeeper, cards, seats, totals."""

    kind: str
    after_game: int
    told: Mapping[str, Any]
    reason: Reason | None = None
    by: int | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device enrolled at the table, and who locked it. An older log does not say when it came and went."""

    state: DeviceState
    locked_by: int | None = None
    enrolled_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One scoresheet. `seats` are the participants' keys in the order of the seats.

    `head` counts the links of its chain. `reached` is the highest line that a game was ever written into, `was_signed`
    whether all ever signed the sheet. `looked` holds the logins that chose to see the first entry before the second was
    finished.

    The class has no slots, so that values computed from the state can be cached in it.
    """

    terms: SheetTerms
    head: int = 0
    match: int = 0
    table: int = 0
    seats: tuple[int, ...] = ()
    first_dealer: int = 1
    scorekeeper: int = 1
    pack: str = ""
    state: SheetState = SheetState.OPEN
    source: Source = Source.PAPER
    games: Mapping[int, WrittenGame] = field(default_factory=dict)
    reached: int = 0
    was_signed: bool = False
    totals: Totals | None = None
    paper_lines: tuple[PaperLine, ...] = ()
    requests: tuple[Request, ...] = ()
    signatures: tuple[Signature, ...] = ()
    refusals: tuple[SignatureRefusal, ...] = ()
    second_entry: Mapping[int, SecondLine] = field(default_factory=dict)
    looked: frozenset[int] = frozenset()
    changes: tuple[TableChange, ...] = ()
    devices: Mapping[int, Device] = field(default_factory=dict)
    disputes: tuple[Dispute, ...] = ()
    accepted_by: int | None = None
    accepted_at: datetime | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules as they hold in this match (5.2.15, 2.9.1)."""
        return self.terms.ruleset.in_match(self.match)

    @property
    def lines(self) -> int:
        """How many lines the sheet has: the games of a match at a table of this size."""
        return self.terms.ruleset.games(len(self.seats))

    @property
    def next_number(self) -> int:
        """The first line without a game; one beyond the last if all lines have one."""
        return next(number for number in range(1, len(self.games) + 2) if number not in self.games)

    @property
    def missing(self) -> tuple[int, ...]:
        """The lines still to be written; on paper, without those that wait for the supervisor."""
        aside = {line.number for line in self.open_paper_lines} if self.source == Source.PAPER else set()
        lines = range(1, self.lines + 1) if self.totals is None else ()
        return tuple(number for number in lines if number not in self.games and number not in aside)

    @property
    def gaps(self) -> tuple[int, ...]:
        """Those of them that are above the last game."""
        last = max(self.games, default=0)
        return tuple(number for number in self.missing if number < last)

    @cached_property
    def records(self) -> tuple[GameRecord | None, ...]:
        """The record of each line with the approval decided on it; None for a line without a game."""
        records: list[GameRecord | None] = [None] * self.lines
        for number, game in self.games.items():
            records[number - 1] = approved(game)
        return tuple(records)

    @cached_property
    def evaluated(self) -> EvaluatedSheet:
        """The sheet evaluated by the rules: dealers, points, sums, needed approvals, what is missing (5.2, 5.3.3)."""
        if self.totals is not None:
            return evaluate_totals(self.terms.ruleset, totals_from_json(list(self.totals)), bounded=False)
        return evaluate_sheet(
            self.terms.ruleset,
            self.records,
            seats=len(self.seats),
            match=self.match,
            first_dealer=self.first_dealer,
        )

    @cached_property
    def content_hash(self) -> str:
        """The hash of what the players sign: rules, table, players, records with approvals, or totals (5.3.2)."""
        return signed_content_hash(
            tournament=self.terms.tournament,
            rules=self.terms.rules,
            match=self.match,
            table=self.table,
            participants=self.seats,
            games=[
                record and _signed_json(self.terms.ruleset, record)
                for record in (self.records if self.totals is None else ())
            ],
            totals=self.totals,
        )

    def open_paper_line(self, number: int) -> PaperLine | None:
        """The paper line that waits for the supervisor in this line."""
        return next((line for line in self.paper_lines if line.open and line.number == number), None)

    @property
    def open_paper_lines(self) -> tuple[PaperLine, ...]:
        return tuple(line for line in self.paper_lines if line.open)

    @property
    def signed(self) -> frozenset[int]:
        """The seats whose signature is valid."""
        return frozenset(signature.seat for signature in self.signatures if not signature.lapsed)

    @property
    def is_document(self) -> bool:
        """Whether its lines must stay (5.3.5): all have signed it once, together or one after the other."""
        return self.was_signed or {signature.seat for signature in self.signatures} >= set(
            range(1, len(self.seats) + 1)
        )

    def refusal(self, seat: int) -> SignatureRefusal | None:
        """The refusal of this seat that is in force."""
        return next((one for one in self.refusals if one.seat == seat and not one.lapsed), None)

    @property
    def settled_seats(self) -> frozenset[int]:
        """The seats that signed, and those whose refusal was overruled by a decision (5.1.3)."""
        overruled = (one.seat for one in self.refusals if not one.lapsed and one.dispute is not None)
        return self.signed | frozenset(overruled)


@lru_cache(maxsize=10_000)
def _signed_json(ruleset: Ruleset, record: GameRecord) -> Mapping[str, object]:
    """Return the record as the players sign it, as JSON. It is cached, because each new game hashes all games of its
    sheet again; never change it."""
    return record_to_json(without_money(ruleset, record))


DECIDED = {ApprovalState.GRANTED: True, ApprovalState.REFUSED: False}


def approved(game: WrittenGame) -> GameRecord:
    """Return the game's record as scoring reads it: `approved` as the supervisor decided, absent while undecided."""
    approval = game.approval
    return game.record if approval is None else game.record.decided(approved=DECIDED.get(approval.state))


def record_in_line(number: int, record: GameRecord) -> GameRecord:
    """Return the record so that scoring can read it alone: line 1 is marked as the first game of the match (5.2.15)."""
    return record.placed(first=True) if number == 1 else record
