"""The number that a live page shows and asks with, "anything newer than v?": services/live.py counts it up."""

from django.db.models import Sum

from tournament.models import Match, Tournament


def tournament_version(tournament: Tournament) -> int:
    """A number that grows with every change anywhere in the tournament. Two queries."""
    own = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    return own + (Match.objects.filter(tournament=tournament).aggregate(total=Sum("version"))["total"] or 0)
