"""A dispute about a sheet as a value: its steps, and whether anything is still to be done about it (5.1.3)."""

from dataclasses import dataclass
from datetime import datetime

from tournament.enums import OPEN_DISPUTES, DisputeOutcome, DisputeState, FollowUp
from tournament.sheet.actors import NOBODY, Actor, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeStep:
    """One step of a dispute: the words or the decision, and by whom. `seat` is the player for whom somebody spoke.

    A step with a `follow_up` leaves the state as it is.
    """

    to: DisputeState
    reason: Reason | None = None
    outcome: DisputeOutcome | None = None
    follow_up: FollowUp | None = None
    seat: int | None = None
    by: Actor = NOBODY
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A dispute about game `number`, or about the whole sheet (5.1.3). Its state is that of the last step.

    `late`: raised after the next game was written (3.4.1), `cheating`: against deliberate cheating, which has no
    deadline.
    """

    number: int | None
    cheating: bool
    late: bool
    steps: tuple[DisputeStep, ...]
    command: str = ""

    @property
    def state(self) -> DisputeState:
        return self.steps[-1].to

    @property
    def open(self) -> bool:
        return self.state in OPEN_DISPUTES

    @property
    def outcome(self) -> DisputeOutcome | None:
        """The decision that stands, None before the first one."""
        return next((step.outcome for step in reversed(self.steps) if step.outcome), None)

    @property
    def unfollowed(self) -> bool:
        """Whether the decision asks for something that the sheet does not show yet.

        An upheld dispute needs a correction, or a reason why nothing changes. If the final decision turns down a
        dispute that was upheld before, its correction must be undone.
        """
        last = max((place for place, step in enumerate(self.steps) if step.outcome), default=len(self.steps))
        followed = [step.follow_up for step in self.steps[last:] if step.follow_up]
        if followed:
            return followed[-1] == FollowUp.UNDONE
        return (self.outcome == DisputeOutcome.UPHELD) != self.corrected

    @property
    def corrected(self) -> bool:
        """Whether a correction followed up the decision and is still in force."""
        followed = [step.follow_up for step in self.steps if step.follow_up in (FollowUp.CORRECTED, FollowUp.UNDONE)]
        return bool(followed) and followed[-1] == FollowUp.CORRECTED

    @property
    def waits(self) -> bool:
        """Whether somebody still has to decide on it, or to follow up the decision."""
        return self.open or self.unfollowed
