"""The addresses of the door."""

from django.urls import URLPattern, path

from tournament.door import views

DOOR: list[URLPattern] = [
    path("tournaments/<slug:slug>/door/", views.door, name="door"),
    path("tournaments/<slug:slug>/door/candidates/", views.door_find, name="door_find"),
]
