"""Filled sheets of any number of games, crowded, with the longest names: no page has signatures alone."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.tournament.exports.sheets_of_length import (
    BORDERS,
    FIRST,
    LAST,
    NAMES,
    TITLE,
    PageWords,
    expected_sheet,
    read_sheets,
)
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import accept, correct, fill, fresh
from tests.worlds.signing import enrolled, sign_at_table
from tournament.exports.filled_sheet import filled_sheet
from tournament.exports.pdf import render_pdf
from tournament.models import Participant, Scoresheet, Tournament
from tournament.proof.exports.sealing import Sealing
from tournament.selectors.scoresheets import SheetView, sheet_view
from tournament.sheet.lines import CellView, LineView, RoundView

pytestmark = pytest.mark.django_db

GAMES = 64
ENTRIES = ["s2+", *["r12+", "r13-", "r34++"] * 21]
REASON = "Beim Nachrechnen am Tisch ist aufgefallen, dass mit Schneider gewonnen wurde; alle haben es bestätigt "
SEALING = Sealing(
    address="https://192.168.100.200:8443/v/000000000000/",
    check_code="000000000000",
    version=2,
    fingerprint="0" * 64,
    paper_seal="SIEGEL1" + "AX" * 92,
)


def begin() -> Scoresheet:
    """An accepted sheet of 64 games with the longest names, titles and many corrections, signed by hand."""
    actor = make_user("supervisor", "desk", full_name="K. Reiter")
    tournament = make_tournament(name=TITLE)
    rules = tournament.ruleset.text.replace("games_per_player = { value = 32", f"games_per_player = {{ value = {GAMES}")
    Tournament.objects.filter(pk=tournament.pk).update(frozen_ruleset=rules, place=TITLE, management=TITLE)
    tournament = Tournament.objects.get(pk=tournament.pk)
    make_participants(tournament, 4)
    Participant.objects.update(first_name=FIRST, last_name=LAST)
    sheet = fill(fresh(open_scoresheet(tournament)), actor, ENTRIES)
    for number in range(1, GAMES, 4):
        sheet = correct(sheet, number, "r23--", actor, reason=(REASON * 2)[:200])
    device = enrolled(sheet)
    return accept(sign_at_table(sheet, device, 1, 2, 3, 4), actor)


@pytest.fixture
def view(world: Scoresheet) -> SheetView:
    return sheet_view(world)


def cut(view: SheetView, games: int, seats: int) -> SheetView:
    """The first games of the sheet, at a table of four or five, in rounds of a game for each seat."""
    more = seats - len(view.seats)
    lines = [
        replace(line, cells=line.cells + (CellView(plus=None, minus=None, circled=False),) * more)
        for line in view.lines[:games]
    ]
    return replace(
        view,
        seats=view.seats + tuple(replace(view.seats[0], number=5) for _ in range(more)),
        rounds=tuple(
            _round(view, lines[first : first + seats], first // seats + 1) for first in range(0, games, seats)
        ),
        evaluated=replace(view.evaluated, totals=view.evaluated.totals + (0,) * more),
        noted=tuple(remark for remark in view.noted if not remark.lines or remark.lines[0] <= games),
    )


def _round(view: SheetView, lines: list[LineView], number: int) -> RoundView:
    running = (view.rounds[0].running * 2)[: len(lines[0].cells)]
    return RoundView(number=number, lines=tuple(lines), sum=0, running=running, full=True)


def usual(view: SheetView) -> SheetView:
    """The sheet with usual names and few remarks."""
    return replace(
        view,
        noted=view.noted[:3],
        seats=tuple(replace(seat, name=name) for seat, name in zip(view.seats, NAMES, strict=False)),
    )


def sheets(view: SheetView, lengths: Iterable[int], seats: int, sealing: Sealing | None) -> list[list[PageWords]]:
    pages = [filled_sheet(cut(view, games, seats), sealing=sealing) for games in lengths]
    return read_sheets(render_pdf(pages, title="x"))


@pytest.mark.parametrize("seats", [4, 5])
def test_the_lengths_at_which_pages_change(view: SheetView, seats: int) -> None:
    lengths = [games for games in BORDERS if games > 44]
    assert sheets(usual(view), lengths, seats, SEALING) == [expected_sheet(games, seats) for games in lengths]


def test_a_second_page_for_many_remarks_has_head_lines_and_names(view: SheetView) -> None:
    assert sheets(view, [48], 4, None) == [expected_sheet(48, 4)]
    assert sheets(view, [48], 4, SEALING) == [expected_sheet(48, 4, pages=2)]


@pytest.mark.proof
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_every_length(view: SheetView, first: int, seats: int) -> None:
    """Crowded without a seal and usual with one take turns."""
    lengths = range(first, GAMES + 1, 4)
    printed, sealing = (view, None) if first % 2 else (usual(view), SEALING)
    assert sheets(printed, lengths, seats, sealing) == [expected_sheet(games, seats) for games in lengths]
