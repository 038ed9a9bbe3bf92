"""The addresses of the prize-giving."""

from django.urls import URLPattern, path

from tournament.ceremony import views

CEREMONY: list[URLPattern] = [
    path("tournaments/<slug:slug>/ceremony/", views.ceremony, name="ceremony"),
    path("tournaments/<slug:slug>/ceremony/begin/", views.ceremony_begin, name="ceremony_begin"),
    path("tournaments/<slug:slug>/ceremony/lead/", views.ceremony_lead, name="ceremony_lead"),
    path("tournaments/<slug:slug>/ceremony/step/", views.ceremony_step, name="ceremony_step"),
    path("tournaments/<slug:slug>/ceremony/pause/", views.ceremony_pause, name="ceremony_pause"),
    path("tournaments/<slug:slug>/ceremony/settle/", views.ceremony_settle, name="ceremony_settle"),
    path("tournaments/<slug:slug>/ceremony/end/", views.ceremony_end, name="ceremony_end"),
    path("tournaments/<slug:slug>/ceremony/break/", views.ceremony_break_off, name="ceremony_break_off"),
    path("tournaments/<slug:slug>/ceremony/trial/", views.ceremony_trial, name="ceremony_trial"),
    path("t/<slug:slug>/ceremony/", views.screen_ceremony, name="screen_ceremony"),
]
