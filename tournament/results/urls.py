"""The addresses of what is published afterwards."""

from django.urls import URLPattern

RESULTS: list[URLPattern] = []
