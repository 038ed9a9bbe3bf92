"""Points in templates: with the sign that the sheet shows."""

from django import template

from tournament import labels

register = template.Library()
register.filter("signed", labels.signed)
