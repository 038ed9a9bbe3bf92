"""The prize-giving: what it announces, in which order, and how far it is."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Ceremony(models.Model):
    """The prize-giving of a tournament. Every screen works out its picture from `script` and `step`.

    `script` is made when the prize-giving begins: {"ranking": the result of standings.selectors.release, "steps":
    [...]}, with participants by key; `ranking_hash` is the hash of that ranking. A step is {"kind", "lines": the
    participants whose line of the ranking it announces, "awards": [[prize, participant, cents or null], ...]}. `shown`
    lists the steps that the hall has seen: an announced place stays public, a skipped one does not. `first_place_shown`
    is the place where it begins; None is the last one.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="ceremony")
    winners_only = models.BooleanField(_("only who gets a prize"), default=False)
    first_place_shown = models.PositiveSmallIntegerField(_("from which place"), null=True, blank=True)
    script = models.JSONField(default=dict, blank=True)
    ranking_hash = models.CharField(max_length=64, blank=True)
    step = models.PositiveSmallIntegerField(default=0)
    shown = models.JSONField(default=list, blank=True)
    paused = models.BooleanField(default=False)
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "ceremonies"

    def __str__(self) -> str:
        return f"{self.tournament}: {self.step}"
