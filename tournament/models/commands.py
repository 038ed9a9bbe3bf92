"""Commands that a page or device has sent: the same command twice is one game."""

from django.db import models


class Command(models.Model):
    """A command that was applied, by its client-made id, which stays when the line it wrote is taken back.

    A device's command says where it stood in the device's order and which version of the sheet it was made on.
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
