"""Challenge cups and their winners over the years, also before Spielliste."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Cup(models.Model):
    """A challenge cup of the club."""

    name = models.CharField(_("cup"), max_length=80, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class CupWinner(models.Model):
    """The winner of a cup in a year. `participant` is the winner if the tournament was played here; else there is only
    `name`.

    The name of a forgotten participant is erased here, too.
    """

    cup = models.ForeignKey(Cup, on_delete=models.PROTECT, related_name="winners")
    year = models.PositiveSmallIntegerField(_("year"))
    name = models.CharField(_("winner"), max_length=140)
    participant = models.ForeignKey(
        "Participant", null=True, blank=True, on_delete=models.PROTECT, related_name="cups_won"
    )
    # The salt of the hash by which the log knows the name (proof/integrity/names.py).
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["-year", "pk"]
        constraints = [models.UniqueConstraint(fields=["cup", "year"], name="cup_won_once_a_year")]

    def __str__(self) -> str:
        return f"{self.cup} {self.year}: {self.shown_name}"

    @property
    def shown_name(self) -> str:
        """The winner as lists show it; a forgotten winner is shown by number alone."""
        return self.name or (str(self.participant) if self.participant else "–")
