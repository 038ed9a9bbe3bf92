"""The addresses of fees and cash boxes."""

from django.urls import URLPattern, path

from tournament.money import views

MONEY: list[URLPattern] = [
    path("tournaments/<slug:slug>/money/", views.cash, name="cash"),
    path("tournaments/<slug:slug>/money/fees/", views.cash_fees, name="cash_fees"),
    path("tournaments/<slug:slug>/money/open/", views.cash_box_open, name="cash_box_open"),
    path("tournaments/<slug:slug>/money/delete/", views.cash_delete, name="cash_delete"),
    path("tournaments/<slug:slug>/money/<int:pk>/here/", views.cash_box_here, name="cash_box_here"),
    path("tournaments/<slug:slug>/money/<int:pk>/close/", views.cash_close, name="cash_close"),
    path("tournaments/<slug:slug>/money/<int:pk>/open-again/", views.cash_open_again, name="cash_open_again"),
    path("tournaments/<slug:slug>/money/take/<int:start_number>/", views.cash_take, name="cash_take"),
    path("tournaments/<slug:slug>/money/entries/<int:pk>/reverse/", views.cash_reverse, name="cash_reverse"),
    path("tournaments/<slug:slug>/money/counts/<int:pk>.pdf", views.cash_count_pdf, name="cash_count_pdf"),
]
