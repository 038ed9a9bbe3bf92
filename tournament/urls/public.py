"""The addresses for everybody, short and stable: under /t/<slug>/."""

from django.urls import path

from tournament.draw.views import public_draw
from tournament.middleware import robots
from tournament.proof.views import public_log
from tournament.rulesets.views import documents as ruleset_documents
from tournament.standings.views import standings
from tournament.views import public, screen_pages

PUBLIC = [
    path("robots.txt", robots.robots, name="robots"),
    path("t/<slug:slug>/", standings.public_standings, name="public_standings"),
    path("t/<slug:slug>/<int:start_number>/", standings.public_player, name="public_player"),
    path("t/<slug:slug>/rules.pdf", ruleset_documents.public_rules, name="public_rules"),
    path("t/<slug:slug>/tables/", public.public_tables, name="public_tables"),
    path("t/<slug:slug>/seat/", public.public_seat, name="public_seat"),
    path("t/<slug:slug>/board/", screen_pages.screen_seats, name="screen_seats"),
    path("t/<slug:slug>/seats-left/", screen_pages.screen_seats_left, name="screen_seats_left"),
    path("t/<slug:slug>/screen/", screen_pages.screen_ranking, name="screen_ranking"),
    path("t/<slug:slug>/draw/<int:number>/show/", screen_pages.screen_draw, name="screen_draw"),
    path("t/<slug:slug>/log/", public_log.public_log, name="public_log"),
    path("t/<slug:slug>/version/", public.public_version, name="public_version"),
    path("t/<slug:slug>/draw/<int:number>/", public_draw.public_draw, name="public_draw"),
    path("t/<slug:slug>/draw/<int:number>.json", public_draw.draw_protocol, name="draw_protocol"),
]
