"""The filled sheet says why: a game that counts less, deals thrown in, what made the points, who sat out."""

from typing import Any

import pytest
from lxml import html

from scoring.records import record_from_json
from tests.tournament.exports.boxes import collisions
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill, fresh
from tournament.exports.filled_sheet import filled_page
from tournament.models import Scoresheet, User
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act, new_keys
from tournament.sheet.acts.games import RecordGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor() -> User:
    return make_user("organiser", "supervisor", "desk", full_name="K. Reiter")


def opened(rules: str, seats: int) -> Scoresheet:
    tournament = make_tournament(rules=rules)
    make_participants(tournament, seats)
    return open_scoresheet(tournament, seats=seats)


def played(sheet: Scoresheet, actor: User, games: list[dict[str, Any]]) -> str:
    """The page of the sheet after these games."""
    for number, (record, key) in enumerate(zip(games, new_keys(len(games)), strict=True), 1):
        act(sheet, RecordGame(number=number, record=record_from_json(record), key=key), actor=actor)
    return filled_page(sheet_view(fresh(sheet)))


def remarks(page: str) -> str:
    return " ".join(html.fromstring(page).xpath("string(//p[@class='remarks'])").split())


def lines(page: str) -> list[list[str]]:
    """The lines of the sheet: number, dealer, game, initials, and the columns of the seats."""
    rows = html.fromstring(page).xpath("//tr[starts-with(@class, 'game')]")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in rows]


def test_a_tout_in_the_first_game_of_a_full_sheet_says_what_it_counts(actor: User) -> None:
    sheet = opened("schafkopfschule-2023", 4)
    open_page = filled_page(sheet_view(fill(sheet, actor, ["st1+", *["r12+"] * 30])))
    full_page = filled_page(sheet_view(fill(sheet, actor, ["r12+"], first=32)))
    sentence = "1 Game 1: In the first game this counts less, as Solo (5.2.15)."
    assert (sentence in remarks(open_page), sentence in remarks(full_page)) == (False, True)
    assert lines(full_page)[0] == ["1", "1", "Solo Tout", "1", "6", "", "", "2", "", "2", "", "2"]


def test_deals_thrown_in_say_who_therefore_dealt(actor: User) -> None:
    sheet = opened("schafkopfschule-2007", 4)
    ruf = {"contract": "rufer", "declarer": 1, "partner": 2, "result": "won"}
    page = played(sheet, actor, [ruf | {"passed": 1}, ruf, ruf | {"passed": 2}, *[ruf] * 29])
    assert (
        "1 Thrown in (5.2.5): 1× before game 1, so dealt by seat 2 · 2× before game 3, so dealt by seat 2"
        in remarks(page)
    )
    assert [line[:4] for line in lines(page)[:3]] == [
        ["1", "2", "Rufer", "1"],
        ["2", "3", "Rufer", ""],
        ["3", "2", "Rufer", "1"],
    ]


def test_where_the_same_dealer_deals_again_nobody_is_named(actor: User) -> None:
    sheet = opened("schafkopfschule-2023", 4)
    ruf = {"contract": "rufer", "declarer": 1, "partner": 2, "result": "won"}
    page = played(sheet, actor, [ruf | {"passed": 1}, *[ruf] * 31])
    assert "1 Thrown in (5.2.5): 1× before game 1 · circled: Solo or Wenz" in remarks(page)


def test_what_made_the_points_stands_at_the_game_and_who_sat_out_is_marked(actor: User) -> None:
    page = played(
        opened("house-10-60", 5),
        actor,
        [
            {"contract": "ramsch", "loser": 3, "jungfrauen": [2, 4]},
            {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "runners": 3, "doublings": 1},
            {"sanction": {"kind": "wrong-deal", "offender": 3}},
        ],
    )
    assert lines(page)[:3] == [
        ["1", "1", "Ramsch 2 Jungfrauen", "", "–", "–", "40", "", "", "120", "40", "", "40", ""],
        ["2", "2", "Rufer 3 runners, Contra", "", "50", "", "–", "–", "50", "", "", "50", "", "50"],
        ["3", "3", "Sanction", "KR1", "15", "", "15", "", "", "60", "15", "", "15", ""],
    ]
    assert remarks(page).startswith("1 Game 3, sanction: wrong deal by Centa · supervisor K. Reiter, ")
    assert remarks(page).endswith("–: sits out")
    assert collisions([page]) == [[]]
