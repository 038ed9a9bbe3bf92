"""A hundred random sheets by three rulesets: each printed figure equals the database, three of them read from PDFs."""

import random
import re
import shutil
import subprocess
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from lxml import html

from scoring.games import GameRecord
from scoring.points import outcome_table
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.enums import ApprovalState
from tournament.exports.filled_sheet import filled_page
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.models import Scoresheet, User
from tournament.permissions import acting
from tournament.proof.exports.sheet_data import sheet_json
from tournament.proof.seals.sheet_data import read_data, recomputed
from tournament.selectors.scoresheets import get_scoresheet, sheet_view
from tournament.selectors.sheets import chained
from tournament.services.acting import new_keys, reason_given, write
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Effect
from tournament.sheet.events import Link
from tournament.sheet.places import line_place
from tournament.sheet.state import Sheet, WrittenGame
from tournament.words.labels import signed

pytestmark = pytest.mark.django_db
SHEETS = 100
# Four and three players; 32, 24 and 8 games. test_every_ruleset.py tests every ruleset and size of table.
NAMES = ("schafkopfschule-2023", "palatinate-three", "house-10-60")


def random_sheet(name: str, chance: random.Random, actor: User) -> Scoresheet:
    """A full sheet of one ruleset: random games, some of them struck, refused or corrected, decided in one go."""
    tournament = make_tournament(slug=f"{name}-{chance.getrandbits(40)}", rules=name)
    ruleset = tournament.ruleset
    seats = ruleset.players
    make_participants(tournament, seats)
    sheet = open_scoresheet(tournament, seats=seats)
    before = chained(sheet)
    game = _Play(before.sheet, chance, actor)
    game.play()
    write(sheet, before, Effect(links=tuple(game.links), sheet=game.sheet))
    return get_scoresheet(tournament.slug, 1, 1)


class _Play:
    """The acts on one sheet, decided command by command."""

    def __init__(self, sheet: Sheet, chance: random.Random, actor: User) -> None:
        self.sheet, self.chance, self.by = sheet, chance, acting(actor)
        self.links: list[Link] = []

    def play(self) -> None:
        lines = range(1, self.sheet.lines + 1)
        for number, key in zip(lines, new_keys(len(lines)), strict=True):
            self.do(RecordGame(number=number, record=self.any_game(number), key=key))
        struck = [number for number in lines if self.chance.random() < 0.05]
        for number in struck:
            self.do(StrikeGame(number=number, reason=reason_given("zweimal gespielt")))
        for number in self.chance.sample([number for number in lines if number not in struck], 3):
            while (record := self.any_game(number)) == self.game(number).record:
                pass
            self.do(CorrectGame(number=number, record=record, reason=reason_given("abgeschrieben")))
        while waiting := [number for number in self.sheet.games if self.waits(number)]:
            for number in waiting:
                if self.waits(number):
                    granted = self.chance.choice([True, False])
                    self.do(DecideApproval(game=self.game(number).command, granted=granted))

    def do(self, command: Any) -> None:
        decision = decide(self.sheet, command, by=self.by, at=timezone.now())
        self.sheet = decision.sheet
        self.links += decision.links

    def game(self, number: int) -> WrittenGame:
        return self.sheet.games[number]

    def waits(self, number: int) -> bool:
        approval = self.game(number).approval
        return approval is not None and approval.state == ApprovalState.REQUESTED

    def any_game(self, number: int) -> GameRecord:
        """A game that can be typed in this line."""
        place = line_place(self.sheet, number)
        table = outcome_table(place.ruleset, first=place.first, seats=place.seats)
        return table[self.chance.choice(list(table))].record


def begin() -> list[Scoresheet]:
    actor, chance = make_user("organiser", "supervisor", "desk"), random.Random(13)
    return [random_sheet(NAMES[at % len(NAMES)], chance, actor) for at in range(SHEETS)]


def points(sheet: Scoresheet) -> dict[int, list[int]]:
    """The points that count in each line, computed from the rows."""
    seats = sheet.table_size
    return {
        game.number: [getattr(game, f"points_{seat}") for seat in range(1, seats + 1)] for game in sheet.games.all()
    }


def totals(sheet: Scoresheet) -> list[str]:
    return [signed(value) for value in sheet.seats.order_by("number").values_list("points", flat=True)]


def running(sheet: Scoresheet) -> list[list[str]]:
    """The totals below each round, computed from the rows."""
    size = sheet.match.tournament.ruleset.games_in_round(sheet.table_size)
    rows = points(sheet)
    sums = list(accumulate(rows.values(), lambda before, line: [a + b for a, b in zip(before, line, strict=True)]))
    ends = [*range(size, len(rows), size), len(rows)]
    return [[signed(value) for value in sums[end - 1]] for end in ends]


def test_printed_as_kept(world: list[Scoresheet]) -> None:
    struck = 0
    for sheet in world:
        view = sheet_view(sheet)
        page = html.fromstring(filled_page(view))
        for old in page.xpath("//del"):
            old.drop_tree()
        scores = points(sheet)
        for row in page.xpath("//tr[starts-with(@class, 'game')]"):
            number = int(row.xpath("string(th)"))
            if "struck" in row.get("class"):
                assert not any(scores[number])
                struck += 1
                continue
            plus, minus = (
                [int(cell.text_content().strip() or 0) for cell in row.xpath(f"td[contains(@class, '{column}')]")]
                for column in ("plus", "minus")
            )
            assert [p - m for p, m in zip(plus, minus, strict=True)] == scores[number]
        sums = [[cell.text_content() for cell in row.xpath("td")] for row in page.xpath("//tr[@class='checksum']")]
        assert sums == running(sheet)
        assert [cell.text_content() for cell in page.xpath("//tr[@class='result']/td")] == totals(sheet)
        # The data in the document is the same, and its figures follow from the games.
        assert recomputed(read_data(sheet_json(view))) == ()
    assert struck > SHEETS


def test_read_from_the_pdf(world: list[Scoresheet], tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext here: apt-get install poppler-utils")
    for sheet in world[:3]:
        file = tmp_path / f"{sheet.pk}.pdf"
        file.write_bytes(scoresheet_pdf(sheet_view(sheet)))
        command = ["pdftotext", "-layout", str(file), "-"]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        seats = sheet.table_size
        figures = [re.findall(r"(?<![\w.])[+−]?\d+(?![\w.])", line)[-seats:] for line in printed.splitlines()]
        below = [values for line, values in zip(printed.splitlines(), figures, strict=True) if "checksum" in line]
        assert below == running(sheet)
        [result] = [values for line, values in zip(printed.splitlines(), figures, strict=True) if "Result" in line]
        assert result == totals(sheet)
