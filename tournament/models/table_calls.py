"""Calls of tables for a supervisor."""

from django.conf import settings
from django.db import models


class TableCall(models.Model):
    """A table asks a supervisor to come, until one answers or the table takes the call back. It is no part of the
    sheet."""

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="calls")
    device = models.ForeignKey("TableDevice", on_delete=models.PROTECT, related_name="calls")
    called_at = models.DateTimeField()
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["scoresheet"],
                condition=models.Q(answered_at=None, taken_back_at=None),
                name="one_open_call_a_table",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at=None, answered_by=None)
                | models.Q(answered_at__isnull=False, answered_by__isnull=False),
                name="call_says_who_answered",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at=None) | models.Q(taken_back_at=None),
                name="answered_call_is_not_taken_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.called_at}"
