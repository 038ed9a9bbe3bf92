"""Gives public pages their style sheets."""

from django import template

from tournament.stylesheets import stylesheets_of

register = template.Library()


@register.inclusion_tag("_stylesheets.html")
def stylesheets(kind: str) -> dict[str, tuple[str, ...]]:
    """Ask for the style sheets of a public page of this kind (tournament/stylesheets.py)."""
    return {"names": stylesheets_of(kind)}
