"""The protocol of the event log on A4: what happened, when, at which table, by whom, each with its check code."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.exports.hall_mark import marked
from tournament.exports.pdf import render_pdf
from tournament.models import Tournament
from tournament.proof.selectors.event_words import EventLine


@dataclass(frozen=True, slots=True, kw_only=True)
class LogProtocol:
    """One part of the log, the oldest event first. `filters` say in words which events were asked for."""

    tournament: Tournament
    lines: tuple[EventLine, ...]
    part: int
    parts: int
    filters: tuple[str, ...]


def log_protocol_pdf(protocol: LogProtocol) -> bytes:
    """Render the protocol in the active language."""
    page = render_to_string("exports/log_protocol.html", {"protocol": protocol, "tournament": protocol.tournament})
    return render_pdf(
        [marked(page, protocol.tournament)], title=_("Protocol of the log") + f" · {protocol.tournament.name}"
    )
