"""Commands that a page or device has sent. A command that arrives twice is applied once."""

from django.db import models


class Command(models.Model):
    """A command that was applied. `key` is the id that the client made; it stays when the command's line is taken back.

    For a device, `sequence` is the position among its commands and `base` the version of the sheet it was made on.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="commands")
    key = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=10, default="record")
    number = models.PositiveSmallIntegerField()
    device = models.ForeignKey("TableDevice", null=True, blank=True, on_delete=models.PROTECT, related_name="commands")
    sequence = models.PositiveIntegerField(null=True, blank=True)
    base = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["device", "sequence"],
                condition=models.Q(device__isnull=False),
                name="device_sequence_applied_once",
            )
        ]

    def __str__(self) -> str:
        return self.key
