"""Lots drawn for a full tie (5.4.2). They are drawn once, recorded, and never drawn again."""

from django.conf import settings
from django.db import models


class TieLots(models.Model):
    """The lots of one group of tied participants. `order` lists participant ids; the first has the lowest lot.

    `group` is the sorted participant ids joined by "-", so that no group is drawn twice. `seed` is empty if the lots
    were drawn by hand; then `witnesses` lists the ids of the participants who watched. Append-only by trigger.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="tie_lots")
    group = models.TextField()
    order = models.JSONField()
    seed = models.CharField(max_length=64, blank=True)
    witnesses = models.JSONField(default=list, blank=True)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "tie lots"
        constraints = [models.UniqueConstraint(fields=["tournament", "group"], name="lots_of_a_tie_drawn_once")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.group}"

    @property
    def is_by_hand(self) -> bool:
        """Whether people drew the lots and a login only entered their order."""
        return not self.seed
