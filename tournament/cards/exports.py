"""Start cards as PDF: eight on a page of A4, to be cut apart, with a code that opens the player's own page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.cards.selectors import PrintedCard
from tournament.exports.columns import line_count
from tournament.exports.pdf import render_pages
from tournament.models import Tournament
from tournament.network.qr import address_qr

ON_A_PAGE = 8
STYLES = ("css/paper.css", "css/start_cards.css")
# In em: the width of a line for a name that fits one line, and in smaller type for one that takes two.
NAME, LONG_NAME = 6.4, 8.2


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCell:
    """A card on the page; `qr` is "" where no phone reaches the server, `fit` the class of a name in smaller type."""

    card: PrintedCard
    qr: str
    fit: str


def start_cards_pdf(tournament: Tournament, cards: Sequence[PrintedCard], *, address: str) -> bytes:
    """Render these cards, at least one. `address` is the beginning of their addresses, before the token; "" if no phone
    gets there.

    Raises PrintError if Pango is missing.
    """
    cells = [_cell(card, address) for card in cards]
    pages = [cells[start : start + ON_A_PAGE] for start in range(0, len(cells), ON_A_PAGE)]
    page = render_to_string("exports/start_cards.html", {"tournament": tournament, "pages": pages})
    return render_pages(page, title=_("Start cards") + f" · {tournament.name}", styles=STYLES)


def _cell(card: PrintedCard, address: str) -> CardCell:
    return CardCell(card=card, qr=address_qr(f"{address}{card.token}/") if address else "", fit=_fit(card.name))


def _fit(name: str) -> str:
    if line_count(name, NAME) == 1:
        return ""
    return "is-long" if line_count(name, LONG_NAME) <= 2 else "is-longest"
