"""The addresses of prizes."""

from django.urls import URLPattern

PRIZES: list[URLPattern] = []
