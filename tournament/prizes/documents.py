"""Prizes on paper: the list on which everybody signs for what they got, and receipts of one line each."""

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.exports.hall_mark import marked
from tournament.exports.pdf import render_pages
from tournament.models import Tournament
from tournament.prizes.selectors.handing_out import HandingOut

STYLES = ("css/paper.css",)


def handing_out_pdf(tournament: Tournament, content: HandingOut, *, by: str, is_final: bool) -> bytes:
    """Render the list by place or by name, with room for a signature beside each person."""
    receivers = [one for one in content.receivers(by) if one.hands]
    context = {"tournament": tournament, "receivers": receivers, "money": content.money}
    page = render_to_string("prizes/exports/handing_out.html", context | _foot(is_final))
    return render_pages(marked(page, tournament), title=_("Handing out prizes"), styles=STYLES)


def receipts_pdf(tournament: Tournament, content: HandingOut, *, by: str, is_final: bool) -> bytes:
    """Render one line for each prize: what, for what, from whom it is, and room for the date and a signature."""
    context = {"tournament": tournament, "receivers": content.receivers(by), "money": content.money}
    page = render_to_string("prizes/exports/receipts.html", context | _foot(is_final))
    return render_pages(marked(page, tournament), title=_("Receipts"), styles=STYLES)


def _foot(is_final: bool) -> dict[str, object]:
    return {"now": timezone.localtime(), "is_final": is_final}
