"""Sections of rules in templates."""

from django import template

from tournament.words.citations import cited

register = template.Library()
register.filter("cited", cited)
