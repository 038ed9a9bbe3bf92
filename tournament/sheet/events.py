"""What has happened to a scoresheet: one small class for each kind of event. reading.py holds the log's texts.

`number` is a line, `seat` a seat; both count from 1. Fields are named as in the payload of the log.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from scoring.records import GameRecord
from tournament.enums import (
    CorrectionKind,
    DeviceState,
    PaperLineKind,
    SheetState,
    Source,
    TableChangeKind,
)
from tournament.sheet import dispute_events
from tournament.sheet.actors import NOBODY, Actor, Reason
from tournament.sheet.state import Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOpened:
    """The lots are drawn: `seats` are the participants' keys by seat."""

    match: int
    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDiscarded:
    """The draw was discarded before play, and the sheet with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRenewed:
    """The table has another code for its device. The log never holds the code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceEnrolled:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceEnded:
    """A device stops writing: another one replaced it, or the acting login locked it. `device` is its key."""

    number: int
    state: DeviceState
    device: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSet:
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetStepped:
    """The sheet's state changed. Leaving `accepted` takes the acceptance back."""

    before: SheetState
    to: SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetAccepted:
    content_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecorded:
    """A game was written into a free line. `writer` is who wrote it, where that is not the actor.

    `redeals` are the reasons of the deals before it that were not played (3.4.2, 5.2.5).
    """

    number: int
    record: GameRecord
    source: Source
    command: str
    redeals: tuple[str, ...] = ()
    writer: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMoved:
    """The same game, but another seat sits out: a deal thrown in further up shifted the dealers."""

    number: int
    record: GameRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTakenBack:
    number: int
    record: GameRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCorrected:
    """A supervisor changed what a line says; the old value stays readable (5.3.4, 5.2.17).

    `old_record` is the record before the change, as JSON, or `{"written": [...]}` as the paper had it.
    """

    number: int
    change: CorrectionKind
    old_record: Mapping[str, Any]
    new_record: GameRecord
    section: str | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesInserted:
    """Line `number` is free now; the line that stood there and all below it moved down by one."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesTakenOut:
    """Line `number` was removed with the game in it, if there was one; all lines below it moved up by one."""

    number: int
    record: GameRecord | None = None
    redeals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSetAside:
    """A line of the paper is no game and waits for the supervisor. `typed_by` is its typist, if not the actor."""

    number: int
    kind: PaperLineKind
    text: str = ""
    written: tuple[int, ...] | None = None
    record: GameRecord | None = None
    typed_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineClosed:
    """A line no longer waits: a game stands in it now, or (`taken_up`) the desk types it again."""

    number: int
    taken_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequested:
    """A written game needs a supervisor (5.2.14, 5.2.16). `oral`: the table names a person who approved it by word of
    mouth.

    `name` is that person as free text. The log holds its hash, an older one only that there is a name. `request` is
    the place, from 1, of the request before play that was refused.
    """

    number: int
    section: str
    oral: bool = False
    name: Reason | None = None
    request: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalGranted:
    """The game was approved: by the acting login, or by `supervisor` on paper or before play.

    `request` is the place of that request among the sheet's requests, from 1. `row` is its key in the database,
    which an older log holds instead.
    """

    number: int
    section: str
    on_paper: bool = False
    supervisor: int | None = None
    request: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRefused:
    number: int
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalWithdrawn:
    number: int
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMade:
    """The table wants game `number` approved before its first card. `command` is the id of the device's command."""

    number: int
    seat: int
    contract: str
    suit: str
    hand: tuple[str, ...]
    section: str
    command: str = ""
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestAnswered:
    """A request was granted, refused or withdrawn. `at_table`: on the table's device, with the supervisor's code.

    `request` is its place among the sheet's requests, from 1. `row` is its key in the database, which an older log
    holds instead.
    """

    answer: str
    request: int | None = None
    at_table: bool = False
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureGiven:
    """A seat signed the content (5.3.2). `strokes` is the hash of the drawn signature, `drawn` its strokes."""

    seat: int
    content_hash: str
    how: str
    strokes: str | None = None
    drawn: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureLapsed:
    seat: int
    content_hash: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureRefused:
    seat: int
    content_hash: str
    reason: Reason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalLapsed:
    seat: int
    content_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalOverruled:
    """The sheet is accepted although this seat does not sign: the dispute at this place, from 1, is decided."""

    seat: int
    content_hash: str
    dispute: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondRecorded:
    """A second person typed a line, blind. `command` is the id of the command, "" in an older log."""

    number: int
    record: GameRecord
    typed_by: int
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondTakenBack:
    number: int
    record: GameRecord
    typed_by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLooked:
    """The acting login saw the first entry before the second was finished, so it may not type any of the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsRecorded:
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsTakenBack:
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChanged:
    """The management changed something at the table; `told` holds seats, keys and numbers.

    `after_game` is the last game before the change; None for what was named before play, which the sheet need not
    tell.
    """

    change: TableChangeKind
    told: Mapping[str, Any]
    after_game: int | None = None
    reason: Reason | None = None


Event: TypeAlias = (
    SheetOpened
    | SheetDiscarded
    | CodeRenewed
    | DeviceEnrolled
    | DeviceEnded
    | SourceSet
    | SheetStepped
    | SheetAccepted
    | GameRecorded
    | GameMoved
    | GameTakenBack
    | GameCorrected
    | LinesInserted
    | LinesTakenOut
    | LineSetAside
    | LineClosed
    | ApprovalRequested
    | ApprovalGranted
    | ApprovalRefused
    | ApprovalWithdrawn
    | RequestMade
    | RequestAnswered
    | SignatureGiven
    | SignatureLapsed
    | SignatureRefused
    | RefusalLapsed
    | RefusalOverruled
    | SecondRecorded
    | SecondTakenBack
    | SecondLooked
    | TotalsRecorded
    | TotalsTakenBack
    | TableChanged
    | dispute_events.DisputeRaised
    | dispute_events.DisputeDecided
    | dispute_events.DisputeAppealed
    | dispute_events.DisputeSettled
    | dispute_events.DisputeWithdrawn
    | dispute_events.DisputeFollowed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An event with its actor and time. `at` is None in an older log: its rows were written a moment earlier."""

    event: Event
    by: Actor = NOBODY
    at: datetime | None = None
