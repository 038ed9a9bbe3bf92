"""The registration desk's list of participants."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.money.selectors import FeeState
from tournament.participants.selectors.participants import ListedParticipant


class ParticipantTable(tables.Table):
    """One line for each participant; the name links to their page."""

    caption = gettext_lazy("Participants")
    start_number = tables.Column(verbose_name=gettext_lazy("No."))
    name = tables.Column(
        verbose_name=gettext_lazy("Name"),
        order_by="sort_name",
        attrs={"td": {"translate": "no"}},
        linkify=("participant_edit", [tables.A("slug"), tables.A("start_number")]),
    )
    club = tables.Column(verbose_name=gettext_lazy("Club or town"), order_by="sort_club", empty_values=())
    born = tables.Column(verbose_name=gettext_lazy("Born"), empty_values=(), order_by="year")
    withdrawn = tables.Column(verbose_name=gettext_lazy("State"))
    arrived = tables.TemplateColumn(template_name="participants/_arrived.html", verbose_name=gettext_lazy("There"))

    class Meta:
        attrs = {"class": "table participants"}
        # On a phone the checkbox is where the thumb reaches it without scrolling sideways.
        sequence = ("start_number", "name", "arrived", "...")
        row_attrs = {
            "class": lambda record: "is-withdrawn" if record.withdrawn else "",
            "data-number": lambda record: record.start_number,
        }
        empty_text = gettext_lazy("Nobody is found. Please try fewer letters, or the start number.")

    def render_club(self, record: ListedParticipant) -> Any:
        if not record.remark:
            return record.club
        return format_html('{}<p class="soft">{}</p>', record.club, record.remark)

    def render_born(self, record: ListedParticipant) -> Any:
        if record.age_open:
            url = reverse("participant_edit", args=[record.slug, record.start_number])
            word = _("ask for the age")
            return format_html('{} <a class="state state-warning" href="{}#age">{}</a>', record.year or "", url, word)
        return str(record.year or "")

    def render_withdrawn(self, record: ListedParticipant) -> Any:
        state = [_("withdrawn") if record.withdrawn else _("registered")]
        state += [_("without a name")] * record.nameless
        state += [str(record.fee.label)] * (record.fee != FeeState.FREE)
        state += [_("house player")] * record.house + [_("fixed place")] * record.fixed
        return ", ".join(state)
