"""Own rulesets beside the bundled ones. Each change adds a version; none is ever overwritten."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from scoring.ruleset import Ruleset, bundled_rulesets, parse_ruleset, ruleset_text
from tournament.enums import Shelf


class OwnRuleset(models.Model):
    """A ruleset that somebody made here. `slug` is the id in its text, and never that of a bundled ruleset.

    `origin` is the bundled ruleset from which it was copied, perhaps through other copies; empty if it came as a file.
    """

    slug = models.SlugField(max_length=60, unique=True)
    origin = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("ruleset", args=[self.slug])

    @property
    def shelf(self) -> str:
        """Where it stands: offered, hidden or deleted."""
        return self.shelved.shelf if hasattr(self, "shelved") else Shelf.OFFERED.value


class ShelvedRuleset(models.Model):
    """An own ruleset that is not offered: hidden from new tournaments, or deleted. One that is offered has no row."""

    ruleset = models.OneToOneField(OwnRuleset, on_delete=models.PROTECT, related_name="shelved")
    shelf = models.CharField(max_length=7, choices=Shelf.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(shelf=Shelf.OFFERED), name="an_offered_ruleset_is_not_shelved")
        ]

    def __str__(self) -> str:
        return f"{self.ruleset_id} {self.shelf}"


class RulesetVersion(models.Model):
    """One version of an own ruleset: its whole text, who saved it, and when. Append-only, so the rows are the log.

    `based_on` is the version that was changed or copied; None if it began with a bundled ruleset or a file.
    """

    ruleset = models.ForeignKey(OwnRuleset, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    based_on = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["ruleset", "number"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "number"], name="one_version_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="versions_count_from_1"),
            models.CheckConstraint(condition=~Q(text=""), name="a_version_has_a_text"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset_id} {self.number}"

    @property
    def rules(self) -> Ruleset:
        """The ruleset that scoring reads from the text."""
        return parse_ruleset(self.text)


def newest_version(ruleset_id: str) -> RulesetVersion | None:
    """The newest version of an own ruleset; None for a bundled or unknown ruleset. Own ones never have a bundled id.

    One query; none for a bundled ruleset.
    """
    if ruleset_id in bundled_rulesets():
        return None
    return RulesetVersion.objects.filter(ruleset__slug=ruleset_id).order_by("-number").first()


def text_in_force(ruleset_id: str) -> str:
    """The text of a bundled ruleset, or of an own ruleset's newest version. Raises ScoringError `ruleset_unknown`."""
    newest = newest_version(ruleset_id)
    return newest.text if newest else ruleset_text(ruleset_id)
