"""The draw in templates."""

from django import template

from tournament.words import labels

register = template.Library()
register.filter("tables", labels.tables_text)
register.filter("numbers", labels.numbers_text)
