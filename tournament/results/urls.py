"""The addresses of what is published afterwards."""

from django.urls import URLPattern, path

from tournament.results.views import cups, published

RESULTS: list[URLPattern] = [
    path("cups/", cups.cup_list, name="cups"),
    path("cups/<int:pk>/", cups.cup, name="cup"),
    path("cups/<int:pk>/name/", cups.cup_rename, name="cup_rename"),
    path("cups/<int:pk>/<int:year>/back/", cups.cup_take_back, name="cup_take_back"),
    path("cups/<int:pk>/winners.pdf", cups.cup_print, name="cup_print"),
    path("tournaments/<slug:slug>/cups/", cups.tournament_cups, name="tournament_cups"),
    path("tournaments/<slug:slug>/newspaper/", published.newspaper, name="newspaper"),
    path("tournaments/<slug:slug>/newspaper.txt", published.newspaper_file, name="newspaper_file"),
    path("tournaments/<slug:slug>/results/", published.results, name="results"),
    path("tournaments/<slug:slug>/results.zip", published.results_zip, name="results_zip"),
]
