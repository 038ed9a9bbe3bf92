"""The prizes of a tournament as rows."""

from collections.abc import Iterable

from tournament.models import Prize, Tournament
from tournament.participants.selectors.public_names import PublicNames


def prizes_of(tournament: Tournament) -> list[Prize]:
    """Return the prizes in the order of their numbers, with their groups and pictures, but not the pictures' bytes.

    One query.
    """
    rows = Prize.objects.filter(tournament=tournament).select_related("group", "picture").defer("picture__data")
    return list(rows.order_by("number"))


def in_public(prizes: Iterable[Prize], names: PublicNames) -> None:
    """Leave out of the words and donors of these prizes the full names that are not shown. Never save these rows.

    At most one query.
    """
    for prize in prizes:
        prize.words, prize.donor = names.on_a_prize(prize.words), names.donor(prize.donor)
