"""Start cards as PDF: eight on a page of A4, to be cut apart, with a code that opens the player's own page."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.cards.selectors import PrintedCard
from tournament.exports.columns import line_count
from tournament.exports.pdf import render_pages
from tournament.models import Tournament
from tournament.network.qr import address_operators

ON_A_PAGE = 8
STYLES = ("css/paper.css", "css/start_cards.css")
# In em: the width of a line for a name that fits one line, and in smaller type for one that takes two.
NAME, LONG_NAME = 6.4, 8.2


# In mm: the size of a card, the place of its code on it, and the height of the page (static/css/start_cards.css).
WIDTH, HEIGHT, CODE_LEFT, CODE_TOP, CODE_SIZE, PAGE_HEIGHT = 105.0, 74.25, 62.0, 17.0, 36.0, 297.0
POINTS = 72 / 25.4  # a millimetre


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCell:
    """A card on the page; `fit` is the class of a name that needs smaller type."""

    card: PrintedCard
    fit: str


def pdf_of_cards(tournament: Tournament, cards: Sequence[PrintedCard], *, address: str) -> bytes:
    """Render these cards, at least one. `address` is the beginning of their addresses, before the token; "" if no phone
    gets there.

    Raises PrintError if Pango is missing.
    """
    cells = [CardCell(card=card, fit=_fit(card.name)) for card in cards]
    pages = [cells[start : start + ON_A_PAGE] for start in range(0, len(cells), ON_A_PAGE)]
    context = {"tournament": tournament, "pages": pages, "has_codes": bool(address)}
    page = render_to_string("exports/start_cards.html", context)
    pdf = render_pages(page, title=_("Start cards") + f" · {tournament.name}", styles=STYLES)
    return _with_codes(pdf, pages, address) if address else pdf


def _with_codes(pdf: bytes, pages: Sequence[Sequence[CardCell]], address: str) -> bytes:
    """Put the codes on the pages. As drawings in the HTML they would take most of the time."""
    import pikepdf  # imported here because only printing needs it

    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page, cells in zip(document.pages, pages, strict=True):
            codes = [_code(place, f"{address}{cell.card.token}/") for place, cell in enumerate(cells)]
            page.contents_add(b"".join(codes))
        document.save(output, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return output.getvalue()


def _code(place: int, address: str) -> bytes:
    """Return the operators of the code on the card at this place of its page, from 0."""
    row, column = divmod(place, 2)
    bottom = PAGE_HEIGHT - row * HEIGHT - CODE_TOP - CODE_SIZE
    left = column * WIDTH + CODE_LEFT
    return address_operators(address, left=left * POINTS, bottom=bottom * POINTS, size=CODE_SIZE * POINTS)


def _fit(name: str) -> str:
    if line_count(name, NAME) == 1:
        return ""
    return "is-long" if line_count(name, LONG_NAME) <= 2 else "is-longest"
