"""Checkpoints of the event log: what a match's end was witnessed with."""

from django.db import models


class Checkpoint(models.Model):
    """The log of a match as it was when the match ended, signed. Append-only by trigger; `number` counts in the match.

    `heads` are the hashes of the newest links of the match's chains and of the tournament's own, `events` the number of
    all their links, `root` one hash over the heads. `text` is what its QR code bears (tournament.seals.checkpoints).
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
