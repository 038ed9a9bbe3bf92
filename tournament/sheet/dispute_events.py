"""What has happened to the disputes about a sheet (5.1.3); events.py holds all other events."""

from dataclasses import dataclass

from tournament.enums import DisputeOutcome, FollowUp
from tournament.sheet.actors import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRaised:
    """Somebody objects to game `number`, or to the whole sheet (5.1.3). `command` is the id of the command.

    `late`: the next game was written already (3.4.1).
    """

    reason: Reason
    number: int | None = None
    seat: int | None = None
    cheating: bool = False
    late: bool = False
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeDecided:
    """The supervisor decided the dispute at this place, from 1, among the sheet's disputes."""

    dispute: int
    outcome: DisputeOutcome
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAppealed:
    dispute: int
    reason: Reason
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSettled:
    """The tribunal or the director decided finally."""

    dispute: int
    outcome: DisputeOutcome
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeWithdrawn:
    """The dispute was taken back; an appealed one falls back to the supervisor's decision."""

    dispute: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeFollowed:
    """What a decision asks for was done: the game was corrected, or a supervisor said why nothing changes."""

    dispute: int
    follow_up: FollowUp
    reason: Reason | None = None
