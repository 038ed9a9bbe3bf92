"""The tables that hold rows of one tournament, with the way from each row to its tournament. Found in the models."""

from functools import cache
from typing import Any

from django.apps import apps
from django.db import models

from tournament.models import Event, Tournament


@cache
def ways_to_tournament() -> dict[type[models.Model], str]:
    """By table, the lookup that leads to the tournament; tables that refer to others stand before these.

    Only columns that are never empty lead there: a row that can stand without a tournament outlives it, such as a
    screen in the hall. Of an event the tournament is empty in the chain of the installation alone.
    """
    ways: dict[type[models.Model], str] = {Tournament: "pk", Event: "tournament"}
    before = -1
    while len(ways) != before:
        before = len(ways)
        for model in apps.get_app_config("tournament").get_models():
            for field in filter(_is_required, _parents(model)):
                if model not in ways and field.related_model in ways:
                    way = ways[field.related_model]
                    ways[model] = field.name if way == "pk" else f"{field.name}__{way}"
    return dict(sorted(ways.items(), key=lambda row: -_depth(row[0], frozenset(ways))))


def _parents(model: type[models.Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if field.many_to_one or field.one_to_one]


def _is_required(field: Any) -> bool:
    return not field.null


def _depth(model: type[models.Model], tables: frozenset[type[models.Model]]) -> int:
    """How many tables stand above this one at most: rows are deleted from the deepest table on."""
    above = {field.related_model for field in _parents(model)} & tables - {model}
    return 1 + max((_depth(parent, tables) for parent in above), default=0)
