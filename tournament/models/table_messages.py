"""Messages from desk and supervisors to the device of a table."""

from django.conf import settings
from django.db import models


class TableMessage(models.Model):
    """A short message, shown on the device of a table until somebody there confirms it or the sender takes it back.

    `read_by` is the device that confirmed it. It is no part of the sheet: the players do not sign it.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="messages")
    text = models.CharField(max_length=160)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()
    read_by = models.ForeignKey(
        "TableDevice", null=True, blank=True, on_delete=models.PROTECT, related_name="messages_read"
    )
    read_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(text=""), name="message_has_a_text"),
            models.CheckConstraint(
                condition=models.Q(read_at=None, read_by=None) | models.Q(read_at__isnull=False, read_by__isnull=False),
                name="message_says_where_it_was_read",
            ),
            models.CheckConstraint(
                condition=models.Q(read_at=None) | models.Q(taken_back_at=None), name="read_message_is_not_taken_back"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.text}"
