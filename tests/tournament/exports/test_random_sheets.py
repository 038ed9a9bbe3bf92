"""A hundred random sheets by three rulesets: each printed figure equals the database, three of them read from PDFs."""

import random
import re
import shutil
import subprocess
from itertools import accumulate
from pathlib import Path

import pytest
from django.utils import timezone
from lxml import html

from scoring.points import outcome_table
from scoring.records import record_to_json
from tests.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.enums import ApprovalState
from tournament.exports.filled_sheet import filled_page
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.exports.sheet_data import sheet_json
from tournament.models import Approval, Correction, Game, Scoresheet, User
from tournament.seals.sheet_data import read_data, recomputed
from tournament.selectors.records import Place
from tournament.selectors.scoresheets import get_scoresheet, sheet_view
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import settle
from tournament.words.labels import signed

pytestmark = pytest.mark.django_db
SHEETS = 100
# Four and three players; 32, 24 and 8 games. Every ruleset and size of table goes through test_every_ruleset.py.
NAMES = ("schafkopfschule-2023", "palatinate-three", "house-10-60")


def random_sheet(name: str, chance: random.Random, actor: User) -> Scoresheet:
    """A full sheet of one ruleset: random games, some of them struck, refused, corrected; written past the services."""
    tournament = make_tournament(slug=f"{name}-{chance.getrandbits(40)}", rules=name)
    ruleset = tournament.ruleset
    seats = ruleset.players
    make_participants(tournament, seats)
    sheet = open_scoresheet(tournament, seats=seats)
    sheet.first_dealer = chance.randint(1, seats)
    sheet.save()
    games, written = [], {"source": "paper", "written_by": actor, "written_at": timezone.now()}
    for number in range(1, ruleset.games(seats) + 1):
        place = Place(ruleset=ruleset, number=number, seats=seats, first_dealer=sheet.first_dealer)
        record = _record(place, chance) | ({"struck": True} if chance.random() < 0.05 else {})
        games.append(Game(scoresheet=sheet, number=number, record=record, **written))
    Game.objects.bulk_create(games)
    for game in chance.sample(games, 3):
        place = Place(ruleset=ruleset, number=game.number, seats=seats, first_dealer=sheet.first_dealer)
        told = {"reason": "abgeschrieben", "section": "5.3.4", "supervisor": actor, "at": timezone.now()}
        old = _record(place, chance)
        Correction.objects.create(game=game, kind="corrected", old_record=old, new_record=game.record, **told)
    settle(lock_scoresheet(sheet), actor)
    while waiting := list(Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED)):
        for approval in waiting:
            approval.state = chance.choice([ApprovalState.GRANTED, ApprovalState.REFUSED])
            approval.supervisor, approval.decided_at = actor, timezone.now()
            approval.save()
        settle(lock_scoresheet(sheet), actor)
    return get_scoresheet(tournament.slug, 1, 1)


def _record(place: Place, chance: random.Random) -> dict[str, object]:
    """Any game that can be typed in this line."""
    table = outcome_table(place.ruleset, first=place.first, seats=place.seats)
    return record_to_json(table[chance.choice(list(table))].record)


def begin() -> list[Scoresheet]:
    actor, chance = make_user("organiser", "supervisor", "desk"), random.Random(13)
    return [random_sheet(NAMES[at % len(NAMES)], chance, actor) for at in range(SHEETS)]


def points(sheet: Scoresheet) -> dict[int, list[int]]:
    """What counts in each line, from the rows."""
    seats = sheet.table_size
    return {
        game.number: [getattr(game, f"points_{seat}") for seat in range(1, seats + 1)] for game in sheet.games.all()
    }


def totals(sheet: Scoresheet) -> list[str]:
    return [signed(value) for value in sheet.seats.order_by("number").values_list("points", flat=True)]


def running(sheet: Scoresheet) -> list[list[str]]:
    """The totals below each round, from the rows."""
    size = sheet.match.tournament.ruleset.games_in_round(sheet.table_size)
    rows = points(sheet)
    sums = list(accumulate(rows.values(), lambda before, line: [a + b for a, b in zip(before, line, strict=True)]))
    ends = [*range(size, len(rows), size), len(rows)]
    return [[signed(value) for value in sums[end - 1]] for end in ends]


def test_printed_as_kept(begun: list[Scoresheet]) -> None:
    struck = 0
    for sheet in begun:
        view = sheet_view(sheet)
        page = html.fromstring(filled_page(view))
        for old in page.xpath("//del"):
            old.drop_tree()
        counted = points(sheet)
        for row in page.xpath("//tr[starts-with(@class, 'game')]"):
            number = int(row.xpath("string(th)"))
            if "struck" in row.get("class"):
                assert not any(counted[number])
                struck += 1
                continue
            plus, minus = (
                [int(cell.text_content().strip() or 0) for cell in row.xpath(f"td[contains(@class, '{column}')]")]
                for column in ("plus", "minus")
            )
            assert [p - m for p, m in zip(plus, minus, strict=True)] == counted[number]
        sums = [[cell.text_content() for cell in row.xpath("td")] for row in page.xpath("//tr[@class='checksum']")]
        assert sums == running(sheet)
        assert [cell.text_content() for cell in page.xpath("//tr[@class='result']/td")] == totals(sheet)
        # What the document carries says the same, and it follows from the games.
        assert recomputed(read_data(sheet_json(view))) == ()
    assert struck > SHEETS


def test_read_from_the_pdf(begun: list[Scoresheet], tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext here: apt-get install poppler-utils")
    for sheet in begun[:3]:
        file = tmp_path / f"{sheet.pk}.pdf"
        file.write_bytes(scoresheet_pdf(sheet_view(sheet)))
        command = ["pdftotext", "-layout", str(file), "-"]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        seats = sheet.table_size
        figures = [re.findall(r"(?<![\w.])[+−]?\d+(?![\w.])", line)[-seats:] for line in printed.splitlines()]
        below = [found for line, found in zip(printed.splitlines(), figures, strict=True) if "checksum" in line]
        assert below == running(sheet)
        [result] = [found for line, found in zip(printed.splitlines(), figures, strict=True) if "Result" in line]
        assert result == totals(sheet)
