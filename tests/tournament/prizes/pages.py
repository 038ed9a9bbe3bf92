"""The addresses of the pages of the only tournament that there is."""

from django.urls import reverse

from tournament.models import Tournament


def address(name: str, *args: object) -> str:
    return reverse(name, args=[Tournament.objects.get().slug, *args])
