"""The addresses of the log, the release of results, disputes, void sheets, substitutes, places and records of
conduct."""

from django.urls import path

from tournament.devices.views import table_calls
from tournament.draw.views import place_rules
from tournament.participants.views import conduct, substitutes
from tournament.proof.views import log
from tournament.standings.views import release
from tournament.views import disputes, floor, hints, slips, void

SUPERVISION = [
    path("tournaments/<slug:slug>/standings/hall/", release.release, name="release"),
    path("tournaments/<slug:slug>/standings/hall/frozen/", release.release_step, {"to": "frozen"}, name="freeze"),
    path("tournaments/<slug:slug>/standings/hall/open/", release.release_step, {"to": "open"}, name="unfreeze"),
    path(
        "tournaments/<slug:slug>/standings/hall/published/", release.release_step, {"to": "published"}, name="publish"
    ),
    path("tournaments/<slug:slug>/log/", log.log, name="log"),
    path("tournaments/<slug:slug>/log.pdf", log.log_pdf, name="log_pdf"),
    path("tournaments/<slug:slug>/hints/", hints.hint_list, name="hints"),
    path("tournaments/<slug:slug>/log.jsonl", log.log_jsonl, name="log_jsonl"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/substitute/",
        substitutes.substitute,
        name="substitute",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/substitute/back/",
        substitutes.substitute_back,
        name="substitute_back",
    ),
    path("tournaments/<slug:slug>/places/", place_rules.place_rule, name="place_rule"),
    path("tournaments/<slug:slug>/participants/<int:start_number>/conduct/", conduct.conduct, name="conduct"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/conduct/warn/",
        conduct.conduct_warn,
        name="conduct_warn",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/conduct/exclude/",
        conduct.conduct_exclude,
        name="conduct_exclude",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/conduct/readmit/",
        conduct.conduct_readmit,
        name="conduct_readmit",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/conduct/report/",
        conduct.conduct_report,
        name="conduct_report",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/conduct/<int:pk>/back/",
        conduct.conduct_back,
        name="conduct_back",
    ),
    path("tournaments/<slug:slug>/matches/<int:number>/wall/", floor.floor_page, name="floor"),
    path("tournaments/<slug:slug>/matches/<int:number>/messages/", floor.table_messages, name="table_messages"),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/messages/<int:pk>/back/", floor.message_back, name="message_back"
    ),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/messages/read/", floor.table_message_read, name="table_message_read"
    ),
    path("table/<slug:slug>/<int:match>/<int:table>/calls/", table_calls.table_call, name="table_call"),
    path("table/<slug:slug>/<int:match>/<int:table>/calls/back/", table_calls.table_call_back, name="table_call_back"),
    path("tournaments/<slug:slug>/calls/<int:pk>/answer/", table_calls.call_answer, name="call_answer"),
    path("tournaments/<slug:slug>/disputes/", disputes.disputes, name="disputes"),
    path("table/<slug:slug>/<int:match>/<int:table>/disputes/", disputes.table_dispute, name="table_dispute"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/trouble/", void.sheet_trouble, name="sheet_trouble"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/slips/", slips.sheet_slips, name="sheet_slips"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/void/", void.sheet_void, name="sheet_void"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/disputes/", disputes.sheet_disputes, name="sheet_disputes"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/disputes/<int:place>/", disputes.dispute, name="dispute"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/disputes/<int:place>/decide/",
        disputes.dispute_decide,
        name="dispute_decide",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/disputes/<int:place>/appeal/",
        disputes.dispute_appeal,
        name="dispute_appeal",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/disputes/<int:place>/settle/",
        disputes.dispute_settle,
        name="dispute_settle",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/disputes/<int:place>/follow/",
        disputes.dispute_follow,
        name="dispute_follow",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/disputes/<int:place>/withdraw/",
        disputes.dispute_withdraw,
        name="dispute_withdraw",
    ),
]
