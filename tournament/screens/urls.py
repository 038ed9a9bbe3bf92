"""The addresses of the screens in the hall."""

from django.urls import URLPattern

SCREENS: list[URLPattern] = []
