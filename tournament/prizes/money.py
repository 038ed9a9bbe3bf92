"""Money for places: what of a sum is given out, the table by places, and what equal places get, to the cent. Pure."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused

EURO = 100
TIDY = (10 * EURO, 5 * EURO, EURO)
MOST_CENTS = 100_000_000  # a million euros
MOST_PAID_PLACES = 200


def given_out(total: int, *, kept_cents: int = 0, kept_percent: int = 0) -> int:
    """Return what of a sum is given out when an amount and a part of it are kept, for a final or the house.

    A cent that cannot be halved is given out. Refused: no_money, all_kept.
    """
    if not 0 < total <= MOST_CENTS:
        raise Refused(_("Please give the sum, from 1 cent to 1,000,000 euros."), code="no_money", field="total")
    rest = total - total * kept_percent // 100 - kept_cents
    if kept_cents < 0 or not 0 <= kept_percent <= 100 or rest <= 0:
        raise Refused(_("Nothing is left to be given out."), code="all_kept", field="kept")
    return rest


def by_places(cents: int, places: int, *, whole_euros: bool = False) -> list[int]:
    """Return the money of each place, the first one first: place 2 gets about half of place 1, place 3 a third.

    It adds up to `cents`: what rounding leaves goes to the first place. `whole_euros`: in steps of 10 or 5 euros where
    the sum is one of them and no two places get the same, else of one euro. Refused: no_places, too_many_places.
    """
    if not 1 <= places <= MOST_PAID_PLACES:
        raise Refused(
            _("Please choose from 1 to %(most)s places."), code="no_places", most=MOST_PAID_PLACES, field="places"
        )
    tables = [_harmonic(cents, places, unit) for unit in (TIDY if whole_euros else (1,))]
    tidy = (
        table
        for table, unit in zip(tables, TIDY, strict=False)
        if cents % unit == 0 and table[-1] and len(set(table)) == places
    )
    shares = next(tidy, tables[-1])
    if not shares[-1]:
        raise Refused(
            _("This sum is too small for %(places)s places: the last one would get nothing."),
            code="too_many_places",
            places=places,
            field="places",
        )
    return shares


def _harmonic(cents: int, places: int, unit: int) -> list[int]:
    """Return shares like 1, 1/2, 1/3 …, all but the first in whole units. Without floats: those round differently."""
    scale = 10**9
    weights = [scale // place for place in range(1, places + 1)]
    shares = [cents // unit * weight // sum(weights) * unit for weight in weights]
    shares[0] += cents - sum(shares)
    return shares


def divided(cents: int, heads: int) -> list[int]:
    """Return equal shares of a sum; cents that cannot be divided go to the first ones."""
    share, rest = divmod(cents, heads)
    return [share + (index < rest) for index in range(heads)]


def table_sum(shares: Sequence[int | None]) -> int:
    """Return the sum of a table that somebody edited; empty lines count nothing."""
    return sum(share or 0 for share in shares)
