"""The protocol of a draw on A4: the closed list, the witnesses, what to recompute the draw from, and every lot."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.draw.selectors.draw_protocol import DrawProtocol
from tournament.draw.selectors.public_draw import Lot
from tournament.exports.columns import line_count, page_columns
from tournament.exports.pdf import render_pdf
from tournament.exports.witnesses import Witness
from tournament.proof.exports.sealing import seal_fingerprint

# In lines: the room for lots below a page's heading, and the gap between two tables. In em: the width of a name.
ROOM, GAP = 65.0, 0.4
COLUMNS, NAME = 3, 13.4


@dataclass(frozen=True, slots=True, kw_only=True)
class LotTable:
    """A table with its lots by seat."""

    number: int
    lots: tuple[Lot, ...]

    @property
    def lines(self) -> float:
        return sum(line_count(lot.name, NAME) for lot in self.lots) + GAP


@dataclass(frozen=True, slots=True, kw_only=True)
class LotPage:
    """Columns of tables side by side, so many lines high."""

    columns: list[list[LotTable]]
    lines: str


def draw_protocol_pdf(*protocols: DrawProtocol, address: str = "") -> bytes:
    """Render the protocols in the active language; where the tables of earlier draws were kept, theirs follow.

    `address` is that of the draw's public page, "" where no phone can reach it; then its path is printed.
    """
    parts = [part for protocol in protocols for part in (protocol, *protocol.originals)]
    title = _("Protocol of the draw") + f" · {protocols[0].draw.match.tournament.name}"
    return render_pdf([_page(part, "" if part.draw.keeps else address) for part in parts], title=title)


def _page(protocol: DrawProtocol, address: str) -> str:
    tournament, draw, content = protocol.draw.match.tournament, protocol.draw, protocol.content
    context = {
        "tournament": tournament,
        "match": draw.match,
        "draw": draw,
        "shown": content,
        "event": protocol.event,
        "closings": [one for one in content.closings if content.closed is None or one.number <= content.closed.number],
        "before": [
            other for other in content.discarded if other.number < draw.number and other.first_table == draw.first_table
        ],
        "management": tournament.management or tournament.organiser,
        "address": address,
        "seal_key": seal_fingerprint(),
        "witness": Witness(protocol.checkpoint) if protocol.checkpoint else None,
        "pages": _lot_pages(protocol),
    }
    return render_to_string("exports/draw_protocol.html", context)


def _lot_pages(protocol: DrawProtocol) -> list[LotPage]:
    lots = {lot.number: lot for lot in protocol.content.entrants}
    tables = [
        LotTable(number=number, lots=tuple(lots[entrant] for entrant in entrants))
        for number, entrants in protocol.draw.new_tables.items()
    ]
    pages = page_columns([table.lines for table in tables], room=ROOM, columns=COLUMNS)
    columns = [[[tables[index] for index in column] for column in page] for page in pages]
    return [LotPage(columns=page, lines=f"{max(map(_lines, page)):.1f}") for page in columns]


def _lines(column: list[LotTable]) -> float:
    # The heading of the column takes one more line.
    return 1 + sum(table.lines for table in column)
