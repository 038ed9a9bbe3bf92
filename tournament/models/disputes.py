"""Disputes about a sheet, and the steps that each of them took (5.1.3)."""

from django.db import models

from tournament.enums import DisputeOutcome, DisputeState, FollowUp
from tournament.models.actors import Acted


class Dispute(models.Model):
    """A dispute about game `number`, or about the whole sheet. Its steps hold everything that was said.

    `late`: raised after the next game was written (3.4.1). `cheating`: against deliberate cheating, which has no
    deadline. `waits`: somebody still has to decide on it, or to follow up the decision; sheet/dispute_state.py decides
    this.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="disputes")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    cheating = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=DisputeState.choices)
    waits = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(late=True, cheating=True), name="cheating_has_no_deadline"),
            models.CheckConstraint(condition=~models.Q(late=True, number=None), name="late_dispute_names_its_game"),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.number or ''} {self.state}"


class DisputeStep(Acted):
    """One step of a dispute, in the order of writing: raised, decided, appealed, final, withdrawn.

    `for_seat` is the seat of the player who objects or appeals. A decision has an `outcome` and its reason; only a
    withdrawal needs none. A `follow_up` says how the sheet followed the decision; the state stays.
    """

    dispute = models.ForeignKey("Dispute", on_delete=models.PROTECT, related_name="steps")
    to = models.CharField(max_length=9, choices=DisputeState.choices)
    outcome = models.CharField(max_length=8, choices=DisputeOutcome.choices, blank=True)
    follow_up = models.CharField(max_length=9, choices=FollowUp.choices, blank=True)
    for_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            *Acted.Meta.constraints,
            models.CheckConstraint(
                condition=~models.Q(to__in=["raised", "appealed", "final"], reason="")
                | models.Q(follow_up__in=["corrected", "undone"]),
                name="dispute_step_has_a_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(to="final", outcome="") | ~models.Q(follow_up=""),
                name="final_decision_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=models.Q(follow_up="") | models.Q(outcome="", for_seat=None), name="follow_up_decides_nothing"
            ),
            models.CheckConstraint(
                condition=~models.Q(follow_up="declined", reason=""), name="declined_follow_up_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dispute}: {self.to}"
