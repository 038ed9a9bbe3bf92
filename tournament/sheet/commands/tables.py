"""Commands of a table and of the sheet as a whole: who sits there, its devices, disputes, void, opened, discarded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tournament.enums import DisputeOutcome, Source
from tournament.sheet.actors import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSource:
    """Say whether the next lines are typed from paper or written live at the table."""

    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class NameScorekeeper:
    """The player on `seat` keeps the sheet: named before the start, later only if all agree (5.3.1).

    `after_game` is the last game that the scorekeeper before wrote down; None means the last one written.
    """

    seat: int
    all_agree: bool = False
    after_game: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuePack:
    """Say which cards the organiser issued to this table (5.2.10). `lies_at`: another table that has them."""

    pack: str
    lies_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacePack:
    """Exchange the cards for others after a game (3.4.3); both numbers stay on the sheet."""

    pack: str
    lies_at: int | None = None
    after_game: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatParticipant:
    """Seat another participant: in exchange for one at another seat, or in place of one who did not come (5.2.2).

    `told` is what the sheet says of it: the seat, who `left` and who `came`, and in an exchange the other table and
    seat.
    """

    told: Mapping[str, Any]
    reason: Reason
    replaces_absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstitute:
    """Seat a substitute on `seat` from game `number` on, for somebody who drops out (5.2.11).

    `left` and `came` are the participants; the substitute takes over the points. Refused: sheet_settled,
    tournament_finished, reason_missing, totals_stand, no_such_line.
    """

    seat: int
    number: int
    left: int
    came: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidSheet:
    """Declare the sheet void: it counts 0 for its whole table (5.3.6)."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreSheet:
    """Declare a void sheet valid again, with everything that stands on it. The supervisor accepts it anew."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolDevice:
    """The acting device writes this sheet from now on. `replaces` holds the number and key of the device before it."""

    number: int
    replaces: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LockDevice:
    """The desk locks a device; the table gets another code."""

    number: int
    device: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewCode:
    """The table gets another code for its device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSheet:
    """The lots are drawn: `seats` are the participants of this table."""

    match: int
    table: int
    seats: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardSheet:
    """Discard the draw before play, and the sheet with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Bring approvals, signatures and state in line with what the tournament asks of its sheets now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseDispute:
    """Object to game `number`, or with None to the sheet as a whole (5.1.3); `seat` objects, None for somebody else.

    3.4.1: objections are barred once the next game is written, except those against deliberate cheating. A late one
    is marked, and the supervisor decides.
    """

    kind: ClassVar[str] = "dispute"
    number: int | None
    seat: int | None
    reason: Reason
    key: str
    cheating: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDispute:
    """Take a dispute back while nobody has decided it, or an appeal: then the supervisor's decision stands.

    `dispute` is its place among the sheet's disputes, from 1; so it is in the commands below.
    """

    dispute: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideDispute:
    """The supervisor decides (5.1.3)."""

    dispute: int
    outcome: DisputeOutcome
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDispute:
    """Take the supervisor's decision to the tribunal, or to the director where the rules have none (5.1.3)."""

    dispute: int
    seat: int | None
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDispute:
    """The tribunal, or the director, decides finally (5.1.3)."""

    dispute: int
    outcome: DisputeOutcome
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowDispute:
    """Say why an upheld dispute changes nothing on the sheet. A correction of its game needs no such word."""

    dispute: int
    reason: Reason
