"""Commands that a page or device has sent. A command that is sent twice is carried out once."""

from django.db import models


class Command(models.Model):
    """A command that was applied. Its id comes from the client, and stays even when its line is taken back.

    For a command from a device, `sequence` is its place in the device's order, and `base` the version of the sheet
    that the device knew. `restore` marks a command that a copy lacked and that the device sent again after the restore.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="commands")
    key = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=10, default="record")
    number = models.PositiveSmallIntegerField()
    device = models.ForeignKey("TableDevice", null=True, blank=True, on_delete=models.PROTECT, related_name="commands")
    sequence = models.PositiveIntegerField(null=True, blank=True)
    base = models.PositiveIntegerField(null=True, blank=True)
    restore = models.ForeignKey("Restore", null=True, blank=True, on_delete=models.PROTECT, related_name="commands")
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
