"""Taking back, correcting, striking and restoring lines at the desk (5.3.4, 5.2.17)."""

import pytest
from django.test import Client

from tests.tournament.views.desk import NO_GAME, WHY, address, login, messages_of, text
from tests.worlds.factories import write
from tests.worlds.sheets import correct, fill, live, points, sign, strike
from tournament.models import Scoresheet, User


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def test_a_line_is_taken_back(sheet: Scoresheet, client: Client, desk: User) -> None:
    write(sheet, 1, "r13+", desk)
    assert client.post(address("game_take_back", 1))["Location"] == address("scoresheet")
    assert (points(sheet), messages_of(client, sheet)) == ({}, ["Game 1 was taken back."])


def test_a_line_that_stays_is_shown_again(sheet: Scoresheet, client: Client, desk: User) -> None:
    live(sheet, desk)
    fill(sheet, desk, ["r13+", "r12+"])
    page = client.post(address("game_take_back", 1))
    assert page.status_code == 422
    assert "At the table only the last game can be taken back" in text(page)
    assert "Rufer, Anna with Centa, won" in text(page)


def test_after_a_signature_it_is_a_conflict(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk, 1)
    assert client.post(address("game_take_back", 32)).status_code == 409


def test_a_line_is_corrected(sheet: Scoresheet, boss: Client, desk: User) -> None:
    write(sheet, 2, "r13+", desk)
    answer = boss.post(address("game_correct", 2), {"entry": "1 12", "reason": "wrong partner"})
    assert (answer.status_code, points(sheet)) == (302, {2: (1, 1, -1, -1)})
    assert messages_of(boss, sheet) == ["Game 2 was corrected; the old value stays readable."]


def test_a_correction_is_taken_back_with_or_without_a_reason(sheet: Scoresheet, boss: Client, desk: User) -> None:
    write(sheet, 2, "r13+", desk)
    for reason in ("it was right", ""):
        boss.post(address("game_correct", 2), {"entry": "1 12", "reason": "wrong partner"})
        assert "Take the last correction back" in text(boss.get(sheet.get_absolute_url(), {"line": 2}))
        assert boss.post(address("game_undo", 2), {"reason": reason}).status_code == 302
        assert (points(sheet), messages_of(boss, sheet)) == (
            {2: (1, -1, 1, -1)},
            ["The correction of game 2 is taken back; it stays readable."],
        )
    page = text(boss.get(sheet.get_absolute_url(), {"line": 2}))
    assert "Take the last correction back" not in page
    assert "Game 2, correction taken back (5.3.4)" in page
    assert boss.post(address("game_undo", 2)).status_code == 422


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        ({"entry": "1 12", "reason": ""}, WHY),
        ({"entry": "", "reason": "wrong partner"}, "Please enter the right value of the line."),
        ({"entry": "1 1 1 -3", "reason": "wrong partner"}, NO_GAME),
        ({"entry": "r13+", "reason": "wrong partner"}, "The line already has this value."),
        ({"entry": "r12+", "reason": "x" * 201}, "Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_a_bad_correction_keeps_what_was_typed(
    sheet: Scoresheet, boss: Client, desk: User, posted: dict[str, str], sentence: str
) -> None:
    write(sheet, 2, "r13+", desk)
    page = boss.post(address("game_correct", 2), posted)
    assert page.status_code == 422
    assert sentence in text(page)
    assert f'name="reason" required maxlength="200" value="{posted["reason"]}"' in text(page)
    assert f'maxlength="60" value="{posted["entry"] or "r13+"}"' in text(page)
    assert points(sheet) == {2: (1, -1, 1, -1)}


@pytest.mark.parametrize("act", ["game_take_back", "game_correct", "game_strike", "game_choose"])
def test_another_game_than_the_page_showed_is_left_alone(sheet: Scoresheet, boss: Client, desk: User, act: str) -> None:
    """Lines may have moved since the page was loaded."""
    fill(sheet, desk, ["r12+", "r13+"])
    first, second = sheet.games.values_list("command", flat=True)
    page = boss.get(address("game_choose", 2) if act == "game_choose" else f"{address('scoresheet')}?line=2")
    assert f'name="replace" value="{second}"' in text(page)
    posted = {"entry": "r14+", "reason": "misread", "replace": first, "number": "2", "contract": "rufer"}
    posted |= {"declarer": "1", "partner": "4", "result": "won", "level": "simple"}
    if act == "game_choose":
        posted["shown"] = boss.get(address(act, 2), posted).context["choice"].key
    answer = boss.post(address(act, 2), posted)
    assert "Game 2 was just written by Dora Desk" in text(answer)
    assert points(sheet)[2] == (1, -1, 1, -1)


@pytest.mark.parametrize("act", ["game_correct", "game_strike", "game_choose"])
def test_of_two_supervisors_the_slower_one_is_told(
    sheet: Scoresheet, boss: Client, desk: User, supervisor: User, act: str
) -> None:
    fill(sheet, desk, ["r12+", "r13+"])
    page = boss.get(address("game_choose", 2) if act == "game_choose" else f"{address('scoresheet')}?line=2")
    assert 'name="corrected" value="0"' in text(page)
    posted = {"entry": "r14+", "reason": "misread", "corrected": "0", "number": "2", "contract": "rufer"}
    posted |= {"declarer": "1", "partner": "4", "result": "won", "level": "simple"}
    if act == "game_choose":
        posted |= {"shown": boss.get(address(act, 2), posted).context["choice"].key}
        posted |= {"replace": sheet.games.get(number=2).command}
    correct(sheet, 2, "r23-", supervisor)
    answer = boss.post(address(act, 2), posted)
    assert f"Game 2 was just written by {supervisor.full_name}" in text(answer)
    assert points(sheet)[2] == (1, -1, -1, 1)
    assert 'name="corrected" value="1"' in text(answer)


def test_a_line_is_struck_and_counts_again(sheet: Scoresheet, boss: Client, desk: User) -> None:
    write(sheet, 2, "r13+", desk)
    boss.post(address("game_strike", 2), {"reason": "played twice"})
    assert (points(sheet), messages_of(boss, sheet)) == ({2: (0, 0, 0, 0)}, ["Game 2 was struck."])
    boss.post(address("game_restore", 2), {"reason": "no, once"})
    assert (points(sheet), messages_of(boss, sheet)) == ({2: (1, -1, 1, -1)}, ["Game 2 counts again."])


@pytest.mark.parametrize("act", ["game_strike", "game_restore"])
def test_why_is_asked_for(sheet: Scoresheet, boss: Client, desk: User, supervisor: User, act: str) -> None:
    write(sheet, 2, "r13+", desk)
    if act == "game_restore":
        strike(sheet, 2, supervisor)
    page = boss.post(address(act, 2), {"reason": " ", "entry": "r13+"})
    assert (page.status_code, WHY in text(page)) == (422, True)
    page = boss.post(address(act, 9), {"reason": "misread"})
    assert (page.status_code, "Game 9 is not written." in text(page)) == (422, True)
