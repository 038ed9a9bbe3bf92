"""The sheets of the Sies on A4, one page each, to frame and hang on the wall (2.9.3)."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.exports.hall_mark import marked
from tournament.exports.pdf import render_pdf
from tournament.models import Tournament
from tournament.standings.selectors.honours import Honour

# The eight cards of a Sie: all Obers and all Unters.
SUITS = ("eichel", "gras", "herz", "schellen")


def honours_pdf(tournament: Tournament, honours: Sequence[Honour]) -> bytes:
    """Render one page for each Sie."""
    context = {"tournament": tournament, "suits": SUITS}
    pages = [render_to_string("exports/honour.html", {**context, "one": one}) for one in honours]
    return render_pdf([marked(page, tournament) for page in pages], title=_("Honour roll: Sie"))
