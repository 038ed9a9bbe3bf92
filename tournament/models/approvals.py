"""Approvals of games that need one: Touts and Sie (5.2.14), Solos and Wenzen from the 5th on (5.2.16)."""

from django.conf import settings
from django.db import models

from tournament.enums import ApprovalState


class Approval(models.Model):
    """One request for a game. `on_paper` means that the supervisor's initials stand on the paper sheet."""

    game = models.ForeignKey("Game", on_delete=models.PROTECT, related_name="approvals")
    section = models.CharField(max_length=12)
    state = models.CharField(max_length=9, choices=ApprovalState.choices, default=ApprovalState.REQUESTED)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    on_paper = models.BooleanField(default=False)
    # The supervisor whose decision this is; on paper the one whose initials stand there.
    supervisor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["requested_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(state__in=["requested", "granted", "refused"]),
                name="one_approval_in_force_a_game",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["requested", "withdrawn"])
                | models.Q(supervisor__isnull=False, decided_at__isnull=False),
                name="decided_approval_names_its_supervisor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.state}"
