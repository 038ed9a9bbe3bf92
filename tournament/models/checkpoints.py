"""Checkpoints of the event log: signed evidence of the log's state at the end of a match."""

from django.db import models


class Checkpoint(models.Model):
    """The state of a match's log when the match ended, signed. Append-only by trigger.

    `number` counts the checkpoints of the match. `heads` are the hashes of the newest links of the chains of all sheets
    of the tournament, open ones too, and of its own; `events` is the number of all their links, `root` one hash over
    the heads. In older rows other matches' sheets are missing. `text` is the text of its QR code
    (tournament.proof.seals.checkpoints).
    """

    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="checkpoints")
    number = models.PositiveSmallIntegerField()
    heads = models.JSONField()
    events = models.PositiveIntegerField()
    root = models.CharField(max_length=64)
    at = models.DateTimeField()
    text = models.CharField(max_length=250)
    key_fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="checkpoint_counted_once")]

    def __str__(self) -> str:
        return f"{self.match}: {self.number}"
