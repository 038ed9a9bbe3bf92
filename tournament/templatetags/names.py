"""Names of people in templates: a browser that translates a page leaves them alone. Loaded in every template."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def kept(name: object) -> SafeString:
    """A name, or a sentence with names in it, within the text of a page; never within an attribute."""
    return format_html('<span translate="no">{}</span>', name)
