"""The closing of a cash box on paper: what was counted, what must lie in it, and two lines to sign on."""

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.exports.hall_mark import marked
from tournament.exports.pdf import render_pages
from tournament.models import CashCount

STYLES = ("css/paper.css",)


def count_pdf(count: CashCount) -> bytes:
    """Render one page A4."""
    tournament = count.box.tournament
    pieces = [(int(piece), number, int(piece) * number) for piece, number in count.pieces.items()]
    context = {"tournament": tournament, "count": count, "pieces": sorted(pieces), "now": timezone.localtime()}
    page = render_to_string("money/exports/count.html", context)
    return render_pages(marked(page, tournament), title=_("Closing of a cash box"), styles=STYLES)
