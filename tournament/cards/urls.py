"""The addresses of start cards, and the short one that a card's code holds."""

from django.urls import URLPattern, path

from tournament.cards import views

CARDS: list[URLPattern] = [
    path("k/<str:token>/", views.own_page, name="own_page"),
    path("k/<str:token>/<int:match>/objection/", views.own_objection, name="own_objection"),
    path("tournaments/<slug:slug>/cards/", views.start_cards, name="start_cards"),
    path("tournaments/<slug:slug>/cards/make/", views.start_cards_make, name="start_cards_make"),
    path("tournaments/<slug:slug>/cards/lost/", views.start_card_lost, name="start_card_lost"),
    path("tournaments/<slug:slug>/cards/print.pdf", views.start_cards_pdf, name="start_cards_pdf"),
]
