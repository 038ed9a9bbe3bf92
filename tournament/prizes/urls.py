"""The addresses of prizes."""

from django.urls import URLPattern, path

from tournament.prizes.views import choosing, handing_out, lots, wall

PRIZES: list[URLPattern] = [
    path("tournaments/<slug:slug>/prizes/choosing/", choosing.choosing, name="prize_choosing"),
    path("tournaments/<slug:slug>/prizes/handing-out/", handing_out.prize_handing_out, name="prize_handing_out"),
    path("tournaments/<slug:slug>/prizes/<slug:kind>.pdf", handing_out.prize_list_pdf, name="prize_list_pdf"),
    path("tournaments/<slug:slug>/prizes/lots/", lots.prize_lots, name="prize_lots"),
    path("t/<slug:slug>/lot/", lots.lot_show, name="lot_show"),
    path("t/<slug:slug>/lot/<int:pk>/", lots.public_lot, name="public_lot"),
    path("t/<slug:slug>/lot/<int:pk>.json", lots.lot_file, name="lot_file"),
    path("t/<slug:slug>/prizes/", wall.public_prizes, name="public_prizes"),
]
