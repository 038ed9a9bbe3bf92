"""The cards that lie on the tables, two on a page of A4 to be cut apart: who sits there, and how to open the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.exports.columns import line_count
from tournament.exports.pdf import render_pdf
from tournament.exports.type_sizes import block_letters
from tournament.models import Match
from tournament.network.qr import address_qr, wifi_qr
from tournament.selectors.seats import DrawnSeat, DrawnTable

# In em of its size: how many fit on a line of a name as it is, of a longer one set smaller, on two lines.
NAME, LONG_NAME = 14.0, 18.4
# And set smaller still, how many on each of the three lines there is room for.
LONGEST_NAME = 21.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """How a phone gets into the sheet of a table: its address for the camera, its code for the fingers."""

    address: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCardSeat:
    """A seat with its name, in the list in block letters (H 3); `fit` is the class of those that need smaller type."""

    number: int
    name: str
    fit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """A table with its seats, who keeps the list (5.3.1), who deals first, its pack or "" to be written on (5.2.10).

    `qr` is the drawn `address` of its sheet and `code` what is typed then, all "" where no phone would get there.
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
    """The cards of a match as one PDF, from their `table_cards_page`."""
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
    """The cards of these tables, at least one, as HTML. `packs` are the numbers of the packs, `address` the public
    page's, `exchanged` when seats were last exchanged since the draw, `doors` by table how phones get into the sheets.

    Cut along the line, the upper halves laid on the lower ones, they lie in the order of the tables.
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
        seats=tuple(_seat(place, block_letters(place.name)) for place in table.places),
        scorekeeper=next((_seat(place, place.name) for place in table.places if place.keeps_sheet), None),
        first_dealer=next((_seat(place, place.name) for place in table.places if place.deals_first), None),
        pack=pack,
        qr=address_qr(door.address) if door else "",
        address=door.address if door else "",
        code=door.code if door else "",
    )


def _seat(place: DrawnSeat, name: str) -> TableCardSeat:
    wide = block_letters(name)
    if line_count(wide, NAME) == 1:
        fit = ""
    elif line_count(wide, LONG_NAME) <= 2:
        fit = "is-long"
    else:
        fit = "is-longest" if line_count(wide, LONGEST_NAME) <= 3 else "is-longest is-endless"
    return TableCardSeat(number=place.seat, name=name, fit=fit)
