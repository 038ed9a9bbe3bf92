"""The addresses of rehearsals and of deleting a tournament."""

from django.urls import URLPattern, path

from tournament.rehearsals import views

REHEARSALS: list[URLPattern] = [
    path("tournaments/<slug:slug>/rehearsal/", views.rehearsal_begin, name="rehearsal_begin"),
    path("tournaments/<slug:slug>/rehearsal/end/", views.rehearsal_end, name="rehearsal_end"),
    path("tournaments/<slug:slug>/delete/", views.tournament_delete, name="tournament_delete"),
]
