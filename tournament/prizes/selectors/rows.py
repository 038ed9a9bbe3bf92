"""The prizes of a tournament as rows."""

from tournament.models import Prize, Tournament


def prizes_of(tournament: Tournament) -> list[Prize]:
    """Return the prizes in the order of their numbers, with their groups and pictures, but not the pictures' bytes.

    One query.
    """
    rows = Prize.objects.filter(tournament=tournament).select_related("group", "picture").defer("picture__data")
    return list(rows.order_by("number"))
