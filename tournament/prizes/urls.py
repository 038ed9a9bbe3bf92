"""The addresses of prizes."""

from django.urls import URLPattern, path

from tournament.prizes.views import choosing, wall

PRIZES: list[URLPattern] = [
    path("tournaments/<slug:slug>/prizes/choosing/", choosing.choosing, name="prize_choosing"),
    path("t/<slug:slug>/prizes/", wall.public_prizes, name="public_prizes"),
]
