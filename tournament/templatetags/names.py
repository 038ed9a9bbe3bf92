"""Marks names of people, so that a browser that translates a page leaves them alone. Loaded in every template."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def kept(name: object) -> SafeString:
    """Mark a name, or a sentence with names, in the text of a page; never use it in an attribute."""
    return format_html('<span translate="no">{}</span>', name)
