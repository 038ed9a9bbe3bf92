"""The people of the address book."""

import datetime as dt

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from tournament.address_book.selectors import person_kept_until
from tournament.models import KnownPerson


class BookTable(tables.Table):
    """One line for each person; the name links to their page."""

    caption = gettext_lazy("Address book")
    list_name = tables.Column(
        verbose_name=gettext_lazy("Name"),
        attrs={"td": {"translate": "no"}},
        linkify=("known_person", [tables.A("pk")]),
    )
    club = tables.Column(verbose_name=gettext_lazy("Club or town"))
    born = tables.Column(verbose_name=gettext_lazy("Born"), empty_values=())
    phone = tables.Column(verbose_name=gettext_lazy("Phone"))
    times = tables.Column(verbose_name=gettext_lazy("Tournaments"))
    last_played = tables.Column(verbose_name=gettext_lazy("Last"))
    until = tables.Column(verbose_name=gettext_lazy("Kept until"), empty_values=())

    class Meta:
        attrs = {"class": "table"}
        orderable = False
        empty_text = gettext_lazy("Nobody is found. Please try fewer letters.")

    def render_born(self, record: KnownPerson) -> str:
        return _day(record.birth_date) if record.birth_date else str(record.birth_year or "")

    def render_last_played(self, value: dt.date) -> str:
        return _day(value)

    def render_until(self, record: KnownPerson) -> str:
        return _day(person_kept_until(record.last_played))


def _day(day: dt.date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")
