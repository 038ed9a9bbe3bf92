"""The list of participants on paper as HTML, made in Python: a template's loop takes five times as long for 1,000."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Participant
from tournament.participants.selectors.participants import ListedParticipant
from tournament.person.names import year_of
from tournament.tables.rows import html_rows

register = template.Library()

ROW = (
    '<tr{}><td class="tick"></td><td class="number">{}</td><td class="name" translate="no">{}</td><td>{}</td>'
    '<td class="number">{}</td></tr>'
)


@register.filter
def numbered(people: Iterable[Participant]) -> str:
    """Show all the people with their start numbers: “7 Huber Bene, 12 Süß Dirk”."""
    return ", ".join(one.numbered_list_name for one in people)


@register.filter
def paper_rows(listed: Iterable[ListedParticipant]) -> SafeString:
    """Show everybody with a box to tick, and mark the withdrawn."""
    mark, withdrawn = SafeString(' class="is-withdrawn"'), _("withdrawn")
    rows = (
        (
            mark if one.withdrawn else "",
            one.start_number,
            one.name,
            withdrawn if one.withdrawn else one.club,
            year_of(one.born) or "",
        )
        for one in listed
    )
    return html_rows(ROW, rows)
