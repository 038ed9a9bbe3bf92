"""The addresses of the ranking."""

from django.urls import URLPattern, path

from tournament.standings.views import standings

STANDINGS: list[URLPattern] = [
    path("tournaments/<slug:slug>/standings/", standings.standings, name="standings"),
    path("tournaments/<slug:slug>/standings/lots/", standings.tie_lots, name="tie_lots"),
    path("tournaments/<slug:slug>/standings/lots/hand/", standings.tie_lots_by_hand, name="tie_lots_by_hand"),
]
