"""Sentences that a ruleset puts on the sheet: on paper as many as fit, and never at the cost of a line."""

import datetime as dt
import io

import pytest
from openpyxl import load_workbook

from scoring.ruleset import Ruleset, parse_ruleset, ruleset_text
from tests.pdf import text
from tests.tournament.exports.boxes import collisions
from tests.tournament.exports.exported import export
from tests.tournament.exports.sheets_of_length import NAMES, read_sheets
from tests.worlds.played import first_sheet, play
from tournament.exports.pdf import render_pdf
from tournament.exports.scoresheet import empty_rounds, form_page, scoresheet_pdf
from tournament.exports.sheet_words import reminders, reminders_within
from tournament.models import Tournament
from tournament.selectors.scoresheets import sheet_view

SHORT = "Whoever holds the Ober of Acorns must play if all pass."
PRINTED = "Whoever holds the Ober of Acorns must play if all pass\N{NO-BREAK SPACE}(§\N{NO-BREAK SPACE}4)."
LONGEST = ("Sentence of a club that likes to write " * 11)[:399] + "."


def noticed(*sentences: str, games: int = 32, seats: int = 4) -> Ruleset:
    """The rules of 2023 with these sentences of their own on the sheet, for so many games at a table of this size."""
    own = "".join(f'\n[[notices]]\nen = "{words}"\nsection = "§ 4"\non_sheet = true\n' for words in sentences)
    rules = ruleset_text("schafkopfschule-2023") + own
    rules = rules.replace("games_per_player = { value = 32", f"games_per_player = {{ value = {games}")
    return parse_ruleset(rules.replace("seats = { value = [4]", f"seats = {{ value = [{seats}]"))


def blank(ruleset: Ruleset, *, names: bool = False) -> str:
    tournament = Tournament(name="Feldkirchen", day=dt.date(2026, 11, 28), frozen_ruleset=ruleset.text)
    seats = ruleset.seats[0]
    rounds = empty_rounds(ruleset, seats, 1)
    return form_page(tournament, names=NAMES[:seats] if names else [""] * seats, rounds=rounds)


def test_only_what_is_marked_is_on_the_sheet_with_its_section():
    ruleset = parse_ruleset(noticed(SHORT).text + '\n[[notices]]\nen = "On the wall alone."\n')
    assert reminders(ruleset) == [PRINTED]


@pytest.mark.parametrize(
    ("sentences", "lines", "kept"),
    [
        ([SHORT], 1, 1),
        ([SHORT] * 2, 1, 2),
        ([SHORT] * 3, 1, 2),
        ([LONGEST], 2, 0),
        ([LONGEST], 4, 1),
        # What is too long is left out; what comes after it may still fit.
        ([LONGEST, SHORT], 1, 1),
        ([], 3, 0),
    ],
)
def test_as_many_as_the_lines_hold(sentences: list[str], lines: int, kept: int):
    assert len(reminders_within(noticed(*sentences), lines)) == kept


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("names", [False, True])
def test_a_sheet_to_write_on_keeps_all_its_lines(seats: int, names: bool):
    crowded = [noticed(SHORT, *[LONGEST] * 40, games=games, seats=seats) for games in (8, 32)]
    pages = [blank(ruleset, names=names) for ruleset in crowded]
    printed = read_sheets(render_pdf(pages, title="x"))
    assert [[(page.head, len(page.games), page.result, page.signatures) for page in sheet] for sheet in printed] == [
        [(True, ruleset.games(seats), True, True)] for ruleset in crowded
    ]
    assert collisions(pages) == [[]] * len(pages)


def test_they_stand_below_the_table_and_rows_grow_where_there_are_none():
    with_them, without = blank(noticed(SHORT, games=48)), blank(noticed(games=48))
    assert PRINTED.split("\N{NO-BREAK SPACE}", maxsplit=1)[0] in text(render_pdf([with_them], title="x"))
    assert 'class="reminders"' not in without


@pytest.mark.django_db
def test_a_filled_sheet_and_the_workbook_have_them_too():
    tournament, _actor = play(entries=["r12+", "s2+"])
    Tournament.objects.filter(pk=tournament.pk).update(frozen_ruleset=noticed(SHORT).text)
    tournament.refresh_from_db()
    assert SHORT.rstrip(".") in text(scoresheet_pdf(sheet_view(first_sheet(tournament))))
    file, _views = export(tournament)
    sheet = load_workbook(io.BytesIO(file)).worksheets[-1]
    values = [str(cell.value) for row in sheet.iter_rows() for cell in row]
    assert [value for value in values if value.startswith(SHORT.rstrip("."))] != []
