"""The cards for the tables, two on a page of A4 to be cut apart: who sits there, and how to open the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.draw.selectors.seats import DrawnSeat, DrawnTable
from tournament.exports.columns import line_count
from tournament.exports.pdf import render_pdf
from tournament.exports.type_sizes import block_letters
from tournament.models import Match
from tournament.network.qr import address_qr, wifi_qr

# In em: the width of a line for a name that fits one line, and, in smaller type, for a name that takes two.
NAME, LONG_NAME = 14.0, 18.4
# The same in still smaller type, for a name that takes three lines.
LONGEST_NAME = 21.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """How a phone opens the sheet of a table: an address, a code to type, and the key by which the server knows that
    the card was scanned."""

    address: str
    key: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCardSeat:
    """A seat with its name, printed in block letters (H 3); `fit` is the class of a name that needs smaller type."""

    number: int
    name: str
    fit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """A table: its seats, who keeps the sheet (5.3.1), who deals first, its pack, "" where it is to be noted (5.2.10).

    `qr` is the code of its sheet's `address`; `code` is typed once it is open. All are "" where no phone gets there.
    """

    table: int
    seats: tuple[TableCardSeat, ...]
    scorekeeper: TableCardSeat | None
    first_dealer: TableCardSeat | None
    pack: str
    qr: str
    address: str
    code: str


def table_cards_pdf(match: Match, page: str) -> bytes:
    """Render the cards of a match, made by `table_cards_page`, as one PDF."""
    return render_pdf([page], title=_("Table cards") + f" · {match.tournament.name}")


def table_cards_page(
    match: Match,
    tables: Sequence[DrawnTable],
    packs: Mapping[int, str],
    *,
    address: str = "",
    exchanged: datetime | None = None,
    doors: Mapping[int, Door] | None = None,
) -> str:
    """Render the cards of these tables, at least one, as HTML.

    `packs` are the numbers of the packs, `address` that of the public page, `exchanged` the time when seats were last
    exchanged after the draw, `doors` by table how phones open the sheets. Whoever cuts the pile along the line and
    lays the upper halves on the lower ones has the cards in the order of the tables.
    """
    cards = [_card(table, packs.get(table.number, ""), (doors or {}).get(table.number)) for table in tables]
    half = -(-len(cards) // 2)
    pages = [cards[number::half] for number in range(half)]
    tournament = match.tournament
    context = {"tournament": tournament, "match": match, "pages": pages, "address": address, "exchanged": exchanged}
    if doors and tournament.wifi_name:
        context["wifi_qr"] = wifi_qr(tournament.wifi_name, tournament.wifi_password)
    return render_to_string("exports/table_cards.html", context)


def _card(table: DrawnTable, pack: str, door: Door | None) -> TableCard:
    return TableCard(
        table=table.number,
        seats=tuple(_seat(seat, block_letters(seat.name)) for seat in table.seats),
        scorekeeper=next((_seat(seat, seat.name) for seat in table.seats if seat.keeps_sheet), None),
        first_dealer=next((_seat(seat, seat.name) for seat in table.seats if seat.deals_first), None),
        pack=pack,
        qr=address_qr(f"{door.address}?k={door.key}") if door else "",
        address=door.address if door else "",
        code=door.code if door else "",
    )


def _seat(seat: DrawnSeat, name: str) -> TableCardSeat:
    wide = block_letters(name)
    if line_count(wide, NAME) == 1:
        fit = ""
    elif line_count(wide, LONG_NAME) <= 2:
        fit = "is-long"
    else:
        fit = "is-longest" if line_count(wide, LONGEST_NAME) <= 3 else "is-longest is-endless"
    return TableCardSeat(number=seat.number, name=name, fit=fit)
