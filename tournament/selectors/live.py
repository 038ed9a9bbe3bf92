"""The version number by which a live page asks for anything newer."""

from typing import Any

from django.db.models import F, IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tournament.models import Match, Scoresheet, Tournament


def tournament_version(tournament: Tournament) -> int:
    """Return a number that grows with every change anywhere in the tournament. One query."""
    matches = Match.objects.filter(tournament=OuterRef("pk")).values("tournament")
    # Sheets of discarded draws are included, else the number would shrink.
    sheets = Scoresheet.objects.filter(match__tournament=OuterRef("pk")).values("match__tournament")
    counted = Tournament.objects.annotate(counted=F("version") + _sum(matches) + _sum(sheets))
    return counted.values_list("counted", flat=True).get(pk=tournament.pk)


def _sum(rows: QuerySet[Any, Any]) -> Coalesce:
    total = rows.order_by().annotate(total=Sum("version")).values("total")
    return Coalesce(Subquery(total), 0, output_field=IntegerField())
