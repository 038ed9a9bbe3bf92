"""The addresses of rulesets and of a tournament's rules."""

from django.urls import URLPattern, path

from tournament.rulesets.views import documents as ruleset_documents
from tournament.rulesets.views import edit as ruleset_edit
from tournament.rulesets.views import rulesets

RULESETS: list[URLPattern] = [
    path("rulesets/", rulesets.rulesets, name="rulesets"),
    path("rulesets/import/", rulesets.ruleset_import, name="ruleset_import"),
    path("rulesets/preview/", ruleset_edit.ruleset_preview, name="ruleset_preview"),
    path("rulesets/<slug:ruleset_id>/", rulesets.ruleset, name="ruleset"),
    path("rulesets/<slug:ruleset_id>/copy/", ruleset_edit.ruleset_copy, name="ruleset_copy"),
    path("rulesets/<slug:ruleset_id>/edit/", ruleset_edit.ruleset_edit, name="ruleset_edit"),
    path("rulesets/<slug:ruleset_id>/delete/", ruleset_edit.ruleset_delete, name="ruleset_delete"),
    path("rulesets/<slug:ruleset_id>/shelf/", ruleset_edit.ruleset_shelve, name="ruleset_shelve"),
    path("rulesets/<slug:ruleset_id>/title/", ruleset_edit.ruleset_rename, name="ruleset_rename"),
    path("rulesets/<slug:ruleset_id>.toml", rulesets.ruleset_toml, name="ruleset_toml"),
    path("rulesets/<slug:ruleset_id>/poster.pdf", ruleset_documents.ruleset_poster, name="ruleset_poster"),
    path("rulesets/<slug:ruleset_id>/leaflet.pdf", ruleset_documents.ruleset_leaflet, name="ruleset_leaflet"),
    path("tournaments/<slug:slug>/poster.pdf", ruleset_documents.tournament_poster, name="tournament_poster"),
    path("tournaments/<slug:slug>/leaflet.pdf", ruleset_documents.tournament_leaflet, name="tournament_leaflet"),
    path("tournaments/<slug:slug>/rules/", rulesets.tournament_rules, name="tournament_rules"),
]
