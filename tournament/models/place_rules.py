"""The organiser's choice about the places of participants who leave a tournament early or join it late."""

from django.conf import settings
from django.db import models

from tournament.enums import Leavers


class PlaceRule(models.Model):
    """One choice; the newest of a tournament is in force. A change after the first draw has a reason.

    `leavers`: whether participants who go home keep their place. `ranks_late_players`: whether participants take a
    place who come after the first match has begun, also as a substitute.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="place_rules")
    leavers = models.CharField(max_length=4, choices=Leavers.choices)
    ranks_late_players = models.BooleanField()
    reason = models.CharField(max_length=200, blank=True)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: erased
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    chosen_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(leavers__in=["keep", "lose"]), name="place_rule_is_known")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.leavers}"
