"""Counts of several tables in one query."""

from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from tournament.models import Tournament


def count_of(rows: QuerySet[Any, Any]) -> Coalesce:
    """Count these rows within another query, whose columns they may name with OuterRef."""
    count = rows.order_by().annotate(together=Value(1)).values("together").annotate(found=Count("pk"))
    return Coalesce(Subquery(count.values("found")), 0, output_field=IntegerField())


def counts_of(tournament: Tournament, *rows: QuerySet[Any, Any]) -> tuple[int, ...]:
    """Return how many rows each of these queries finds. One query."""
    return tuple(Tournament.objects.filter(pk=tournament.pk).values_list(*map(count_of, rows)).get())
