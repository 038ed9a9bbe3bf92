"""Sections of rules in templates."""

from django import template

from tournament.words.citations import cited

register = template.Library()
# What it leaves out is no markup: a safe sentence stays safe.
register.filter("cited", cited, is_safe=True)
