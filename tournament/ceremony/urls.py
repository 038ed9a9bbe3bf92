"""The addresses of the prize-giving."""

from django.urls import URLPattern

CEREMONY: list[URLPattern] = []
