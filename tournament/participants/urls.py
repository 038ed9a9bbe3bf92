"""The addresses of the participants of a tournament."""

from django.urls import URLPattern, path

from tournament.participants.views import (
    ages,
    arrivals,
    mistaken_entries,
    nameless,
    participants,
    presence,
    public_names,
    retention,
    seats_left,
)
from tournament.participants.views import import_list as participants_import

PARTICIPANTS: list[URLPattern] = [
    path("tournaments/<slug:slug>/retention/", retention.retention, name="retention"),
    path("tournaments/<slug:slug>/retention/extend/", retention.retention_extend, name="retention_extend"),
    path("tournaments/<slug:slug>/retention/purge/", retention.tournament_purge, name="tournament_purge"),
    path("tournaments/<slug:slug>/participants/", participants.participants, name="participants"),
    path("tournaments/<slug:slug>/participants/add/", participants.participant_add, name="participant_add"),
    path("tournaments/<slug:slug>/participants/nameless/", nameless.nameless_add, name="nameless_add"),
    path("tournaments/<slug:slug>/participants/excel/", participants.participants_excel, name="participants_excel"),
    path("tournaments/<slug:slug>/participants/print/", participants.participants_print, name="participants_print"),
    path(
        "tournaments/<slug:slug>/participants/import/",
        participants_import.participants_import,
        name="participants_import",
    ),
    path(
        "tournaments/<slug:slug>/participants/import/reading/",
        participants_import.participants_import_reading,
        name="participants_import_reading",
    ),
    path(
        "tournaments/<slug:slug>/participants/import/columns/",
        participants_import.participants_import_columns,
        name="participants_import_columns",
    ),
    path(
        "tournaments/<slug:slug>/participants/import/confirm/",
        participants_import.participants_import_confirm,
        name="participants_import_confirm",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/",
        participants.participant_edit,
        name="participant_edit",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/forget/",
        retention.participant_forget,
        name="participant_forget",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/name/",
        nameless.participant_name,
        name="participant_name",
    ),
    path("tournaments/<slug:slug>/participants/<int:start_number>/age/", ages.participant_age, name="participant_age"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/delete/",
        mistaken_entries.participant_delete,
        name="participant_delete",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/withdraw/",
        participants.participant_withdraw,
        name="participant_withdraw",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/return/",
        participants.participant_return,
        name="participant_return",
    ),
    path("tournaments/<slug:slug>/matches/<int:number>/present/", presence.presence, name="presence"),
    path("tournaments/<slug:slug>/matches/<int:number>/present/begin/", presence.presence_begin, name="presence_begin"),
    path("tournaments/<slug:slug>/matches/<int:number>/present/tick/", presence.presence_tick, name="presence_tick"),
    path("tournaments/<slug:slug>/seats-left/", seats_left.seats_left, name="seats_left"),
    path("tournaments/<slug:slug>/seats-left/call/", seats_left.waiting_call, name="waiting_call"),
    path("tournaments/<slug:slug>/seats-left/house/", seats_left.house_call_in, name="house_call_in"),
    path("tournaments/<slug:slug>/seats-left/over/", seats_left.left_over, name="left_over"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/call/",
        seats_left.participant_call,
        name="participant_call",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/admit/",
        seats_left.participant_admit,
        name="participant_admit",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/wait/",
        seats_left.participant_wait,
        name="participant_wait",
    ),
    path("tournaments/<slug:slug>/names/", public_names.names_in_public, name="names_in_public"),
    path("tournaments/<slug:slug>/participants/arrival/", arrivals.arrival, name="arrival"),
    path("tournaments/<slug:slug>/participants/all/there/", arrivals.all_arrived, name="all_arrived"),
    path("tournaments/<slug:slug>/participants/all/left/", arrivals.all_left, name="all_left"),
    path("tournaments/<slug:slug>/participants/absent/withdraw/", arrivals.absent_withdraw, name="absent_withdraw"),
    path("tournaments/<slug:slug>/participants/withdrawn/return/", arrivals.withdrawn_return, name="withdrawn_return"),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/there/",
        arrivals.participant_arrived,
        name="participant_arrived",
    ),
    path(
        "tournaments/<slug:slug>/participants/<int:start_number>/left/",
        arrivals.participant_left,
        name="participant_left",
    ),
]
