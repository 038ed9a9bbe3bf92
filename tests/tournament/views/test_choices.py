"""The right value of a line chosen by tapping: questions, points, then the written game (5.3.4)."""

from typing import Any

import pytest
from django.test import Client

from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fill, fresh, points
from tournament.models import Scoresheet, Tournament, User

SOLO = {"number": "4", "contract": "solo", "declarer": "4", "result": "lost", "level": "schneider", "suit": "E"}


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


@pytest.fixture
def filled_sheet(sheet: Scoresheet, desk: User) -> Scoresheet:
    return fill(sheet, desk, ["r12+", "w4+", "-1 +1 +1 -1", "r13-"])


def pressed_keys(answer: Any) -> dict[str, list[str]]:
    """Question -> the keys that are pressed."""
    return {
        question.name: [key.label for key in question.options if key.chosen]
        for question in answer.context["choice"].questions
    }


def scores_of(answer: Any) -> list[int | None]:
    return [value for _name, value in answer.context["choice"].scores]


def test_the_doors(filled_sheet: Scoresheet, boss: Client) -> None:
    assert Client().get(address("game_choose", 2)).status_code == 302
    for role in ("desk", "organiser"):
        client = login(make_user(role, username=f"other-{role}"))
        assert (
            client.get(address("game_choose", 2)).status_code,
            client.post(address("game_choose", 2)).status_code,
        ) == (403, 403)
    for number in (0, 9, 99):
        assert boss.get(address("game_choose", number))["Location"] == address("scoresheet")


def test_what_a_second_person_will_type_is_not_shown_line_by_line(sheet: Scoresheet, desk: User, boss: Client) -> None:
    """The second person types blind, so a supervisor sees the first entry only on the page of the second entry."""
    fill(sheet, desk)
    Tournament.objects.update(double_entry=True)
    assert boss.get(address("game_choose", 3))["Location"] == address("scoresheet")
    # Nor in the answers to an act on a line: refused, compared, conflicting.
    for entry in ("r11+", "= 1 1 1 1", "r12+"):
        reply = boss.post(address("game_record"), entered(1, entry), headers=PARTS)
        sentence = "This sheet is typed a second time: until then it is not shown to you."
        assert (reply.status_code, reply.json()["text"], reply.json()["parts"]) == (422, sentence, {})
        assert boss.post(address("game_record"), entered(1, entry))["Location"] == address("second")
    boss.post(address("second_look"))
    assert boss.get(address("game_choose", 3)).status_code == 200


def test_what_stands_in_the_line_is_down_at_first(filled_sheet: Scoresheet, boss: Client) -> None:
    answer = boss.get(address("game_choose", 2))
    game = {"contract": ["Wenz"], "declarer": ["Dirk"], "result": ["won"], "level": ["simple"], "late_tout": []}
    assert pressed_keys(answer) == game
    assert scores_of(answer) == [-2, -2, -2, 6]
    assert "Written now: <strong>Wenz, Dirk, won</strong>" in text(answer)
    # A line known by its points does not tell which game was played.
    answer = boss.get(address("game_choose", 3))
    assert (pressed_keys(answer), scores_of(answer)) == ({"contract": []}, [None] * 4)


def test_each_tap_asks_what_is_missing_and_shows_the_points(filled_sheet: Scoresheet, boss: Client) -> None:
    def tap(**fields: str) -> Any:
        return boss.get(address("game_choose", 3), {"number": "3"} | fields, headers={"HX-Request": "true"})

    answer = tap(contract="rufer", declarer="2", partner="2")
    assert answer.content.decode().strip().startswith('<div class="questions" id="questions"')
    assert 'hx-swap-oob="innerHTML"' in text(answer)
    assert pressed_keys(answer) == {
        "contract": ["Rufer"],
        "declarer": ["Bene"],
        "partner": [],
        "result": [],
        "level": ["simple"],
    }
    assert answer.context["choice"].problem == "Please choose: Partner, Result."
    answer = tap(contract="rufer", declarer="2", partner="3", result="won", level="schwarz")
    assert answer.context["choice"].words == "Rufer, Bene with Centa, won Schwarz"
    assert scores_of(answer) == [-3, 3, 3, -3]
    answer = tap(contract="solo-tout", declarer="1", result="lost", partner="3")
    assert pressed_keys(answer) == {"contract": ["Solo Tout"], "declarer": ["Anna"], "result": ["lost"]}


def test_only_what_was_shown_is_written(filled_sheet: Scoresheet, boss: Client, supervisor: User) -> None:
    where = address("game_choose", 4)
    page = boss.get(where, SOLO)
    form = SOLO | {"reason": "misheard", "shown": page.context["choice"].key}
    form["replace"] = filled_sheet.games.get(number=4).command
    later = boss.post(where, form | {"level": "simple"})
    assert (later.status_code, scores_of(later)) == (422, [2, 2, 2, -6])
    assert "Nothing is written yet: please look at the points and press once more." in text(later)
    assert 'value="misheard"' in text(later)
    assert boss.post(where, {**form, "contract": "rufer"}).status_code == 422
    assert points(filled_sheet)[4] == (-1, 1, -1, 1)
    assert boss.post(where, form)["Location"] == address("scoresheet")
    assert points(filled_sheet)[4] == (3, 3, 3, -9)
    correction = fresh(filled_sheet).games.get(number=4).corrections.get()
    assert (correction.reason, correction.supervisor, correction.old_record["contract"]) == (
        "misheard",
        supervisor,
        "rufer",
    )
    again = boss.post(where, form)
    assert (again.status_code, "The line already has this value." in text(again)) == (422, True)


def test_a_ramsch_and_who_sits_out(desk: User, boss: Client) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 5)
    sheet = open_scoresheet(tournament, seats=5)
    write(sheet, 1, "r23+", desk)
    answer = boss.get(address("game_choose", 1), {"number": "1", "contract": "ramsch", "loser": "2", "jungfrauen": "3"})
    out = answer.context["view"].lines[0].dealer
    (loser,) = [question for question in answer.context["choice"].questions if question.name == "loser"]
    assert str(out) not in [key.value for key in loser.options]
    assert pressed_keys(answer)["jungfrauen"] == ["Centa"]
    assert sum(value or 0 for value in scores_of(answer)) == 0
