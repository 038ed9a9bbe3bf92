"""Own tariffs beside the bundled ones. Each change adds a version; none is ever overwritten."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from scoring.tariffs import Tariff, parse_tariff
from tournament.enums import Shelf


class OwnTariff(models.Model):
    """A tariff that somebody made here. `slug` is the id in its text, and never that of a bundled tariff."""

    slug = models.SlugField(max_length=30, unique=True)

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("tariff", args=[self.slug])

    @property
    def shelf(self) -> str:
        """Where it stands: offered, hidden or deleted."""
        return self.shelved.shelf if hasattr(self, "shelved") else Shelf.OFFERED.value


class ShelvedTariff(models.Model):
    """An own tariff that is not offered: hidden from new tournaments, or deleted. One that is offered has no row."""

    tariff = models.OneToOneField(OwnTariff, on_delete=models.PROTECT, related_name="shelved")
    shelf = models.CharField(max_length=7, choices=Shelf.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(shelf=Shelf.OFFERED), name="an_offered_tariff_is_not_shelved")
        ]

    def __str__(self) -> str:
        return f"{self.tariff_id} {self.shelf}"


class TariffVersion(models.Model):
    """One version of an own tariff: its whole text, who saved it, and when. Append-only, so the rows are the log."""

    tariff = models.ForeignKey(OwnTariff, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["tariff", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tariff", "number"], name="one_version_of_a_tariff_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="versions_of_a_tariff_count_from_1"),
            models.CheckConstraint(condition=~Q(text=""), name="a_version_of_a_tariff_has_a_text"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What a tournament that has chosen it names it by: "club@3". A bundled tariff has no @."""
        return f"{self.tariff.slug}@{self.number}"

    @property
    def prices(self) -> Tariff:
        """The tariff that scoring reads from the text."""
        return parse_tariff(self.text)


def version_text(name: str) -> str:
    """The text of a version of an own tariff by its name; "" for a deleted or, without a query, a bundled one."""
    versions = TariffVersion.objects.filter(with_name(name)).exclude(tariff__shelved__shelf=Shelf.DELETED)
    return versions.values_list("text", flat=True).first() or ""


def with_name(name: str) -> Q:
    """What the version of an own tariff with this name meets; nothing meets it if that is no such name."""
    slug, _at, number = name.partition("@")
    if not number.isascii() or not number.isdigit():
        return Q(pk__in=())
    return Q(tariff__slug=slug, number=int(number[:9]))
