"""The list of tariffs, what a tournament may choose, one tariff as a table in cents, and what differs between two."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.contracts import KINDS
from scoring.tariffs import Tariff, bundled_tariffs, load_tariff
from scoring.worth import SCORED
from tournament.enums import Shelf
from tournament.models import OwnTariff, TariffVersion, Tournament
from tournament.models.tariffs import version_text, with_name
from tournament.rulesets.selectors import SettingDifference
from tournament.tariffs.words import cents, tariff_rules
from tournament.words.labels import CONTRACTS
from tournament.words.tariff_labels import tariff_title

SOLOISTS = ("solo", "wenz")


@dataclass(frozen=True, slots=True, kw_only=True)
class TariffLine:
    """A tariff in the list, in cents: a Rufer, and a Solo or a Wenz, None where points are paid.

    `version` is the newest, None for a bundled tariff.
    """

    id: str
    title: str
    unit_cents: int
    rufer: int | None
    soloists: tuple[int, ...]
    version: TariffVersion | None

    @property
    def is_hidden(self) -> bool:
        return self.version is not None and self.version.tariff.shelf == Shelf.HIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRow:
    """What a game pays to or by each defender, in cents: simple, Schneider and Schwarz, or one fixed price.

    `runners` are the first and the last that are paid, () for none, each worth `runner_cents`.
    """

    name: str
    cents: tuple[int, ...]
    runners: tuple[int, ...]
    runner_cents: int
    doubled: bool
    ramsch: str
    """The factors of a Jungfrau and the price of a Durchmarsch, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTariff:
    """A tariff as its page shows it. An own one has the version shown and all versions, newest first."""

    prices: Tariff
    own: OwnTariff | None = None
    version: TariffVersion | None = None
    versions: tuple[TariffVersion, ...] = ()

    @property
    def is_newest(self) -> bool:
        return not self.versions or self.version == self.versions[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTariff:
    """The tariff of a tournament: its title, and the address of its page, "" if this installation has it no more."""

    title: str
    address: str


def tariff_lines() -> list[TariffLine]:
    """Return the bundled tariffs, then the installation's own by title, the hidden ones last. One query."""
    own = sorted(
        (_line(version.prices, version) for version in _newest()),
        key=lambda line: (line.is_hidden, line.title.casefold()),
    )
    return [*(_line(load_tariff(name), None) for name in bundled_tariffs()), *own]


def tariff_choices(chosen: str = "") -> list[tuple[str, str]]:
    """Return no tariff, the bundled ones and the newest version of each own one, by name and title. One query.

    `chosen` is the version that the tournament has: it stays, even hidden, and even if there is a newer one.
    """
    bundled = [(name, tariff_title(load_tariff(name))) for name in bundled_tariffs()]
    offered = [one for one in _newest(chosen) if one.tariff.shelf == Shelf.OFFERED or one.name == chosen]
    own = [(version.name, _version_title(version.prices, version.number)) for version in offered]
    return [("", _("None: points only")), *bundled, *sorted(own, key=lambda choice: choice[1].casefold())]


def shown_tariff(tariff_id: str, number: int | None = None) -> ShownTariff:
    """Return a bundled tariff, or a version of an own one, by default the newest. At most two queries.

    Raises OwnTariff.DoesNotExist or TariffVersion.DoesNotExist.
    """
    if tariff_id in bundled_tariffs() and number is None:
        return ShownTariff(prices=load_tariff(tariff_id))
    own = OwnTariff.objects.select_related("shelved").exclude(shelved__shelf=Shelf.DELETED).get(slug=tariff_id)
    versions = tuple(own.versions.select_related("created_by").order_by("-number"))
    version = next((one for one in versions if number in (None, one.number)), None)
    if version is None:
        raise TariffVersion.DoesNotExist
    return ShownTariff(prices=version.prices, own=own, version=version, versions=versions)


def played_tariff(tournament: Tournament) -> PlayedTariff | None:
    """Return the tariff that a tournament has, None if it has none. One query for an own tariff, none for another."""
    tariff = tournament.tariff
    if tariff is None:
        return None
    if not tournament.tariff_text:
        return PlayedTariff(title=tariff_title(tariff), address=reverse("tariff", args=[tariff.id]))
    slug, _at, number = tournament.tariff_id.partition("@")
    # A tournament that was imported may have a tariff of another house under the same name.
    is_here = version_text(tournament.tariff_id) == tournament.tariff_text
    address = f"{reverse('tariff', args=[slug])}?version={number}" if is_here else ""
    return PlayedTariff(title=_version_title(tariff, int(number)), address=address)


def tariff_differences(mine: Tariff, theirs: Tariff) -> list[SettingDifference]:
    """Return everything that a tariff's page shows and that differs between two, in words."""
    my_words, their_words = dict(_shown_words(mine)), dict(_shown_words(theirs))
    return [
        SettingDifference(name=name, mine=my_words.get(name, ""), theirs=their_words.get(name, ""))
        for name in dict.fromkeys((*their_words, *my_words))
        if my_words.get(name) != their_words.get(name)
    ]


def price_rows(tariff: Tariff) -> list[PriceRow]:
    """Return the table of a tariff; empty where points are paid."""
    return [_row(tariff, name) for name in tariff.prices]


def _newest(chosen: str = "") -> Iterator[TariffVersion]:
    """The newest version of each own tariff that is not deleted, and the one that is chosen."""
    numbers = TariffVersion.objects.filter(tariff=OuterRef("tariff")).order_by("-number").values("number")[:1]
    newest = Q(number=Subquery(numbers)) & ~Q(tariff__shelved__shelf=Shelf.DELETED)
    versions = TariffVersion.objects.filter(newest | with_name(chosen))
    yield from versions.select_related("created_by", "tariff__shelved")


def _shown_words(tariff: Tariff) -> Iterator[tuple[str, str]]:
    """Yield the name and the words of everything on a tariff's page."""
    runners_name, doubled_name = _("Runners"), _("Contra doubles")
    yield _("Name of the tariff"), tariff_title(tariff)
    yield from tariff_rules(tariff)
    for row in price_rows(tariff):
        prices = " / ".join([*map(str, row.cents[:-1]), cents(row.cents[-1])])
        yield row.name, "; ".join(filter(None, (prices, row.ramsch)))
        runners = f"{row.runners[0]}–{row.runners[1]}: {cents(row.runner_cents)}" if row.runners else ""
        yield f"{row.name} · {runners_name}", runners
        yield f"{row.name} · {doubled_name}", _("yes") if row.doubled else _("no")


def _version_title(tariff: Tariff, number: int) -> str:
    words = {"title": tariff_title(tariff), "number": number}
    return _("%(title)s (version %(number)s)") % words


def _line(tariff: Tariff, version: TariffVersion | None) -> TariffLine:
    rufer, *soloists = (_simple(tariff, name) for name in ("rufer", *SOLOISTS))
    return TariffLine(
        id=tariff.id,
        title=tariff_title(tariff),
        unit_cents=tariff.unit_cents,
        rufer=rufer,
        soloists=tuple(sorted({price for price in soloists if price is not None})),
        version=version,
    )


def _simple(tariff: Tariff, contract: str) -> int | None:
    price = tariff.prices.get(contract)
    return price.plain("simple") * tariff.unit_cents if price else None


def _row(tariff: Tariff, contract: str) -> PriceRow:
    price, unit = tariff.prices[contract], tariff.unit_cents
    ramsch = tariff.ramsch.get(contract)
    words = ""
    if ramsch is not None:
        factors = ", ".join(f"× {factor}" for factor in ramsch.jungfrau_factors)
        words = _("Jungfrauen: %(factors)s; Durchmarsch: %(cents)s cents") % {
            "factors": factors,
            "cents": ramsch.durchmarsch * unit,
        }
    return PriceRow(
        name=str(CONTRACTS[contract]),
        cents=tuple(price.plain(level) * unit for level in KINDS[contract].levels),
        runners=(price.runners.first, price.runners.most) if tariff.pays_runners(contract) else (),
        runner_cents=price.runners.times * tariff.scale.runner * unit,
        doubled=price.doubled and tariff.scale.doublings.rule == SCORED,
        ramsch=words,
    )
