"""Checkpoints of the event log: signed proofs of what it contained at the end of a match."""

from django.db import models


class Checkpoint(models.Model):
    """A signed hash of the log at the end of a match. Append-only by trigger; `number` counts within the match.

    `heads` are the hashes of the newest links of the match's chains and of the tournament's own chain; `events` is the
    number of links in all of them; `root` is one hash over the heads. `text` is the content of its QR code
    (tournament.seals.checkpoints).
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
