"""The addresses of tariffs."""

from django.urls import URLPattern, path

from tournament.tariffs import views

TARIFFS: list[URLPattern] = [
    path("tariffs/", views.tariffs, name="tariffs"),
    path("tariffs/import/", views.tariff_import, name="tariff_import"),
    path("tariffs/<slug:tariff_id>/", views.tariff, name="tariff"),
    path("tariffs/<slug:tariff_id>/copy/", views.tariff_copy, name="tariff_copy"),
    path("tariffs/<slug:tariff_id>/edit/", views.tariff_edit, name="tariff_edit"),
    path("tariffs/<slug:tariff_id>/shelf/", views.tariff_shelve, name="tariff_shelve"),
    path("tariffs/<slug:tariff_id>.toml", views.tariff_toml, name="tariff_toml"),
]
