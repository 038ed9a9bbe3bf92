"""Sheets to write on of any number of games, and what a reader finds on the pages of a sheet."""

import datetime as dt
import io
import re
from dataclasses import dataclass, replace

from pypdf import PdfReader

from scoring.ruleset import load_ruleset
from tournament.exports.scoresheet import empty_rounds, form_page
from tournament.exports.type_sizes import block_letters
from tournament.models import Match, Scoresheet, Tournament
from tournament.network.qr import address_qr

RULESET = load_ruleset("schafkopfschule-2023")
ADDRESS = "https://spielliste.schafkopffreunde-feldkirchen-westerham.example/table/feldkirchen-2026/1/16/"
# As long as the database allows: 80 letters for what a tournament is called, 60 for each part of a name.
TITLE = "Preisschafkopfen um den Wanderpokal der Gemeinde Feldkirchen-Westerham und Weyarn"[:80]
PLACE = "Mehrzweckhalle der Grund- und Mittelschule Feldkirchen-Westerham, Ollinger Straße"[:80]
FIRST = "Maximilian-Balthasar Magdalena Kunigunde Theodolinde Eusebia"
LAST = "Freiherr von und zu Oberammergau-Unterhinterhausen auf Seeon"
LONG_NAME = f"{FIRST} {LAST}"
NAMES = ("Anna Obermaier", "Benedikt von Hohenschwangau", "Centa Löffler", "Dirk Süß", "Eva Zöllner")
KINDS = ("blank", "named", "capitals", "long", "long capitals")
# The lengths at which pages and rows change, with those that once made a page of signatures alone.
BORDERS = (1, 32, 37, 38, 45, 46, 48, 49, 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """What stands on a page of a sheet."""

    number: str
    head: bool
    games: tuple[int, ...]
    checksums: int
    result: bool
    signatures: bool


def written_page(games: int, seats: int, kind: str) -> str:
    """A sheet to write on of so many games, by rules that name several changes in the foot."""
    is_long = "long" in kind
    tournament = Tournament(
        name=TITLE if is_long else "Feldkirchen 2026",
        slug="x",
        day=dt.date(2026, 11, 28),
        place=PLACE if is_long else "Feldkirchen",
        organiser="SV Feldkirchen",
        management=TITLE if is_long else "",
        ruleset_id=RULESET.id,
    )
    if is_long:
        tournament.frozen_ruleset = re.sub(r"^(\w+ = \{ value = )0", r"\g<1>2", RULESET.text, flags=re.M)
    rounds = empty_rounds(replace(RULESET, games_per_player=games, players=seats, seats=(seats,)), seats, 1)
    if kind == "blank":
        return form_page(tournament, names=[""] * seats, rounds=rounds)
    match = Match(tournament=tournament, number=1)
    sheet = Scoresheet(match=match, table_number=116, scorekeeper=2, pack="116" if is_long else "", first_dealer=1)
    names = [LONG_NAME] * seats if is_long else NAMES[:seats]
    names = [block_letters(name) for name in names] if "capitals" in kind else names
    return form_page(tournament, scoresheet=sheet, names=names, rounds=rounds, qr=address_qr(ADDRESS))


def read_sheets(pdf: bytes) -> list[list[PageWords]]:
    """The pages of a PDF in English, sheet by sheet."""
    sheets: list[list[PageWords]] = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        text = page.extract_text()
        words = " ".join(text.split())
        lines = text[text.index("+ −") :]
        [number] = re.findall(r"Page (\d+ of \d+)", words)
        if number.startswith("1 of"):
            sheets.append([])
        sheets[-1].append(
            PageWords(
                number=number,
                head=bool(re.match(r"Scoresheet.*Match.*Table.*Initials 1\b.* 2\b.* 3\b.* 4\b.*\+ −", words)),
                games=tuple(int(digits) for digits in re.findall(r"^(\d+) \d(?: |$)", lines, flags=re.M)),
                checksums=len(re.findall(r"Round \d+ · checksum", words)),
                result="Result" in words,
                signatures="Supervisor" in words and "Tournament management ·" in words,
            )
        )
    return sheets


def expected_sheet(games: int, seats: int, *, pages: int = 0) -> list[PageWords]:
    """The pages of a sheet of so many games: one up to 48, else two with as many rounds on the first or one more."""
    rounds = -(-games // seats)
    ends = [rounds] if (pages or 1 + (games > 48)) == 1 else [-(-rounds // 2), rounds]
    starts = [0, *ends]
    return [
        PageWords(
            number=f"{number} of {len(ends)}",
            head=True,
            games=tuple(range(start * seats + 1, min(end * seats, games) + 1)),
            checksums=end - start,
            result=end == rounds,
            signatures=end == rounds,
        )
        for number, (start, end) in enumerate(zip(starts, ends, strict=False), 1)
    ]
