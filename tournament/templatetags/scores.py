"""Points in templates: with the sign as the sheet shows it, and in the two columns of a seat."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html

from tournament.standings.selectors.words import state_word
from tournament.words import labels

register = template.Library()
register.filter("signed", labels.signed)
register.filter("amount", labels.amount)
register.filter("euros", labels.signed_amount)
register.filter("state_word", state_word)


@register.filter
def ranges(numbers: Sequence[int]) -> str:
    """Shorten a list of table numbers: 4, 9, 12–16."""
    return ", ".join(labels.ranges(numbers))


@register.filter
def with_minus(typed: str | None) -> str:
    """Show values as they were typed, with the minus sign that the sheet prints."""
    return (typed or "").replace("-", labels.MINUS)


@register.filter
def plus_points(cell: Any) -> str:
    """Show a seat's plus column: nothing, the points, or circled points (5.3.3)."""
    return _column(cell.plus, cell.circled)


@register.filter
def minus_points(cell: Any) -> str:
    """Show a seat's minus column, without a sign: the column is the sign."""
    return _column(cell.minus, cell.circled)


def _column(points: int | None, circled: bool) -> str:
    if points is None:
        return ""
    return format_html('<span class="circled">{}</span>', points) if circled else str(points)
