"""The addresses of prizes."""

from django.urls import URLPattern, path

from tournament.prizes.views import choosing, handing_out, lots, marks, money, pictures, prize_screen, prizes

PRIZES: list[URLPattern] = [
    path("tournaments/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("tournaments/<slug:slug>/prizes/add/", prizes.prize_add, name="prize_add"),
    path("tournaments/<slug:slug>/prizes/paste/", prizes.prizes_paste, name="prizes_paste"),
    path("tournaments/<slug:slug>/prizes/delete/", prizes.prizes_delete, name="prizes_delete"),
    path("tournaments/<slug:slug>/prizes/number/", prizes.prizes_number, name="prizes_number"),
    path("tournaments/<slug:slug>/prizes/settings/", prizes.prize_settings, name="prize_settings"),
    path("tournaments/<slug:slug>/prizes/money/", money.prize_money, name="prize_money"),
    path("tournaments/<slug:slug>/prizes/pictures/", pictures.prize_pictures, name="prize_pictures"),
    path(
        "tournaments/<slug:slug>/prizes/pictures/<int:pk>/delete/",
        pictures.prize_picture_delete,
        name="prize_picture_delete",
    ),
    path("tournaments/<slug:slug>/prizes/<int:pk>/", prizes.prize_edit, name="prize_edit"),
    path("tournaments/<slug:slug>/participants/marks/<slug:mark>/", marks.participant_marks, name="participant_marks"),
    path("t/<slug:slug>/pictures/<slug:sha256>/", pictures.public_picture, name="public_picture"),
    path("tournaments/<slug:slug>/prizes/choosing/", choosing.choosing, name="prize_choosing"),
    path("tournaments/<slug:slug>/prizes/handing-out/", handing_out.prize_handing_out, name="prize_handing_out"),
    path("tournaments/<slug:slug>/prizes/<slug:kind>.pdf", handing_out.prize_list_pdf, name="prize_list_pdf"),
    path("tournaments/<slug:slug>/prizes/lots/", lots.prize_lots, name="prize_lots"),
    path("t/<slug:slug>/lot/", lots.screen_lot, name="screen_lot"),
    path("t/<slug:slug>/lot/<int:lot>/", lots.public_lot, name="public_lot"),
    path("t/<slug:slug>/lot/<int:lot>.json", lots.lot_file, name="lot_file"),
    path("t/<slug:slug>/prizes/", prize_screen.screen_prizes, name="screen_prizes"),
]
