"""The addresses of closed lists, draws, seats and their papers."""

from django.urls import URLPattern, path

from tournament.draw.views import closed_lists, door, draw, draw_documents, hand_lots, replacements

DRAW: list[URLPattern] = [
    path("tournaments/<slug:slug>/matches/<int:number>/list/close/", closed_lists.list_close, name="list_close"),
    path("tournaments/<slug:slug>/matches/<int:number>/list/open/", closed_lists.list_open, name="list_open"),
    path("tournaments/<slug:slug>/matches/<int:number>/list/renew/", closed_lists.list_renew, name="list_renew"),
    path("tournaments/<slug:slug>/matches/<int:number>/door/", door.door_lots, name="door_lots"),
    path("tournaments/<slug:slug>/matches/<int:number>/door/open/", door.door_open, name="door_open"),
    path("tournaments/<slug:slug>/matches/<int:number>/door/draw/", door.door_draw, name="door_draw"),
    path("tournaments/<slug:slug>/matches/<int:number>/door/tables/", door.door_tables, name="door_tables"),
    path("tournaments/<slug:slug>/matches/<int:number>/door/close/", door.door_close, name="door_close"),
    path("tournaments/<slug:slug>/matches/<int:number>/door/call-off/", door.door_call_off, name="door_call_off"),
    path("tournaments/<slug:slug>/matches/<int:number>/house/", closed_lists.house_player, name="house_player"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/", draw.draw, name="draw"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/discard/", draw.draw_discard, name="draw_discard"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/check/", hand_lots.lots_check, name="lots_check"),
    path("tournaments/<slug:slug>/matches/<int:number>/draw/tables/", draw.additional_tables, name="additional_tables"),
    path("tournaments/<slug:slug>/matches/<int:number>/move/", draw.tables_move, name="tables_move"),
    path("tournaments/<slug:slug>/matches/<int:number>/keep/", draw.tables_keep, name="tables_keep"),
    path("tournaments/<slug:slug>/matches/<int:number>/tables/", draw.table_plan, name="table_plan"),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/tables.pdf", draw_documents.table_plan_pdf, name="table_plan_pdf"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/cards.pdf", draw_documents.table_cards_pdf, name="table_cards_pdf"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/announcement/", draw_documents.announcement, name="announcement"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/draw.pdf",
        draw_documents.draw_protocol_pdf,
        name="draw_protocol_pdf",
    ),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/seats/<int:number>/replace/",
        replacements.seat_replace,
        name="seat_replace",
    ),
]
