"""The way from a page of the program to its section of the handbook."""

from django import template
from django.urls import reverse

from tournament.handbook.places import help_address

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: template.Context) -> str:
    """Return the address behind the "?" of this page: its own section, else the contents."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    return help_address(match.url_name if match else None) or reverse("handbook")
