"""The addresses of the address book."""

from django.urls import URLPattern, path

from tournament.address_book import views

ADDRESS_BOOK: list[URLPattern] = [
    path("address-book/", views.address_book, name="address_book"),
    path("address-book/doublets/", views.people_doublets, name="doublets"),
    path("address-book/<int:pk>/", views.known_person, name="known_person"),
    path("address-book/<int:pk>/remove/", views.known_person_remove, name="known_person_remove"),
    path("address-book/<int:pk>/merge/<int:other>/", views.people_merge, name="people_merge"),
]
