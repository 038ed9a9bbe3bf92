"""The addresses of the handbook."""

from django.urls import URLPattern, path

from tournament.handbook import views

HANDBOOK: list[URLPattern] = [
    path("hilfe/", views.handbook, name="handbook"),
    path("hilfe/handbuch.pdf", views.handbook_booklet, name="handbook_booklet"),
    path("hilfe/notfallblatt.pdf", views.handbook_emergency, name="handbook_emergency"),
    path("hilfe/bilder/<slug:name>.png", views.handbook_picture, name="handbook_picture"),
    path("hilfe/<slug:name>/", views.handbook_page, name="handbook_page"),
]
