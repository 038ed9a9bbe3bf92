"""How the tests read the printed documents of a draw, and large fields without a database."""

import datetime as dt
import io
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pypdf import PageObject, PdfReader

from tests.worlds.factories import CAST
from tournament.draw.selectors.seats import DrawnSeat, DrawnTable, TablePlan
from tournament.models import Draw, Match, Tournament
from tournament.person.names import plain

LONG_NAME = "von und zu Guttenstein-Hohenfels Magdalena Maximiliane"
LONGEST_NAME = "Gräfin Wolffskeel von Reichenberg-Thüngersheim Maria Magdalena Kunigunde Theodolinde"
LAST = "Huber Müller Öller Süß Straßmaier Hofreiter-Stangl Schwarzenböck Zwicknagl Ärmelbauer Thalhammer".split()
FIRST = "Anna Bene Centa Dirk Eva Franz Gretl Hias Maximilian Hans-Peter".split()
POINT = 72 / 25.4


def pdf_reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def lines(page: PageObject) -> list[str]:
    """The lines of a page in the order in which a program reads them, with single spaces."""
    return [" ".join(line.split()) for line in page.extract_text().splitlines() if line.strip()]


def words(pdf: bytes) -> str:
    """All words of a PDF in their order, one space apart."""
    return " ".join(" ".join(page.extract_text() for page in pdf_reader(pdf).pages).split())


def lowest(page: PageObject) -> tuple[float, float]:
    """The distances of the two lowest lines of a page from its lower edge, in millimetres: the foot and the text."""
    heights: set[float] = set()

    def visit(text: str, cm: list[float], tm: list[float], *_font: object) -> None:
        if text.strip():
            heights.add((tm[4] * cm[1] + tm[5] * cm[3] + cm[5]) / POINT)

    page.extract_text(visitor_text=visit)
    foot, text = sorted(heights)[:2]
    return foot, text


def fonts(pdf: bytes) -> set[str]:
    """The fonts of a PDF by name; all must be embedded."""
    names = set()
    for page in pdf_reader(pdf).pages:
        for font in page["/Resources"]["/Font"].values():
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(descriptor), "a font is not embedded"
            names.add(descriptor["/FontName"].split("+")[1])
    return names


def names(count: int) -> list[str]:
    """This many names, the cast and two very long ones among them."""
    cast = [f"{last} {first}" for first, last in CAST]
    more = itertools.cycle(f"{last} {first}" for last, first in itertools.product(LAST, FIRST))
    return list(itertools.islice(itertools.chain(cast[:6], [LONG_NAME, LONGEST_NAME], more), count))


def plan(sizes: Iterable[int]) -> TablePlan:
    """A plan of tables of these sizes, filled in the order of the names; the second seat keeps the sheet."""
    sizes = list(sizes)
    people = enumerate(names(sum(sizes)), start=1)
    tables = tuple(
        DrawnTable(
            number=number,
            seats=tuple(
                DrawnSeat(
                    match=1,
                    table=number,
                    number=seat,
                    start_number=start_number,
                    name=name,
                    deals_first=seat == 1,
                    keeps_sheet=seat == 2,
                )
                for seat, (start_number, name) in enumerate(itertools.islice(people, size), start=1)
            ),
        )
        for number, size in enumerate(sizes, start=1)
    )
    return TablePlan(tables=tables, by_name=tuple(_marked(seat for table in tables for seat in table.seats)))


def _marked(seats: Iterable[DrawnSeat]) -> Iterator[DrawnSeat]:
    letter = ""
    for seat in sorted(seats, key=lambda seat: (plain(seat.name), seat.start_number)):
        mark = plain(seat.name)[0].upper()
        yield replace(seat, mark=mark if mark != letter else "")
        letter = mark


def draw(number: int = 1) -> Draw:
    """A draw of match 2 that is in no database."""
    tournament = Tournament(name="Größtes Schafkopfrennen", day=dt.date(2026, 11, 28), place="Feldkirchen")
    at = dt.datetime(2026, 11, 28, 9, 30, tzinfo=dt.UTC)
    return Draw(number=number, match=Match(tournament=tournament, number=2), drawn_at=at)
