"""Acts on the lines: their answers, and that bad input comes back with a sentence and the typed text."""

from typing import Any

import pytest
from django.test import Client

from tests.tournament.views.desk import NO_GAME, PARTS, WHY, address, entered, login, messages_of, text
from tests.worlds.factories import make_user
from tests.worlds.sheets import QUIET, correct, fill, fresh, kinds, points, requests, state
from tournament.enums import SheetState
from tournament.models import Correction, Game, Scoresheet, User
from tournament.selectors.scoresheets import sheet_view
from tournament.words import labels

NO_SUM = "The points −1 +1 +1 0 sum to +1, not to 0."


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def enter(client: Client, number: int, entry: str, **more: object) -> tuple[int, str, str]:
    """Status, answer and sentence of an entry as desk.js sends it."""
    reply = client.post(address("game_record"), entered(number, entry, **more), headers=PARTS)
    payload = reply.json()
    return reply.status_code, payload["answer"], payload["text"]


def test_a_line_is_written(sheet: Scoresheet, client: Client) -> None:
    posted = entered(1, "r13+")
    reply = client.post(address("game_record"), posted, headers=PARTS).json()
    assert (reply["answer"], reply["text"], reply["version"]) == ("applied", "", fresh(sheet).version)
    assert 'data-entry="r13+"' in reply["parts"]["sheet_part"]
    assert 'data-next="2"' in reply["parts"]["sheet_part"]
    again = client.post(address("game_record"), posted, headers=PARTS).json()
    assert (again["answer"], again["version"], points(sheet)) == ("duplicate", reply["version"], {1: (1, -1, 1, -1)})


def test_a_line_is_typed_anew(sheet: Scoresheet, client: Client) -> None:
    enter(client, 1, "r13+")
    command = sheet.games.get().command
    assert f'data-game="{command}"' in text(client.get(sheet.get_absolute_url()))
    assert enter(client, 1, "r12-", replace=command) == (200, "applied", "")
    assert points(sheet) == {1: (-1, -1, 1, 1)}


def test_what_another_desk_typed_anew_is_not_written_over(sheet: Scoresheet, client: Client) -> None:
    enter(client, 1, "r13+")
    command = sheet.games.get().command
    other = login(make_user("desk", username="bene", full_name="Bene Huber"))
    assert enter(other, 1, "r34+", replace=command) == (200, "applied", "")
    sentence = "Game 1 was just written by Bene Huber: Rufer, Centa with Dirk, won. Yours was not written."
    assert enter(client, 1, "r12-", replace=command) == (409, "conflict", sentence)
    assert points(sheet) == {1: (-1, -1, 1, 1)}


def test_without_script_the_whole_page_answers(sheet: Scoresheet, client: Client) -> None:
    page = client.post(address("game_record"), entered(1, "r13+"))
    assert (page.status_code, "1 of 32 games" in text(page)) == (200, True)
    page = client.post(address("game_record"), entered(2, "r13"))
    assert page.status_code == 422
    assert 'value="r13"' in text(page)
    assert "The result is missing" in text(page)


@pytest.mark.parametrize(
    ("number", "entry", "sentence"),
    [
        (1, "", "Nothing was entered."),
        (1, "g", "Nothing was entered."),
        (1, "hello", "The entry hello cannot be read."),
        (1, "r17+", "Partner: there is no seat 7, only 1 to 4."),
        (1, "1 17", "Entry: there is no seat 7, only 1 to 4."),
        (1, "r11+", "Seat 1 cannot be declarer and partner at once."),
        (2, "-1 1 1 0", NO_SUM),
        (2, "1 1 1 -3", NO_GAME),
        (2, "7 2", "No game gives +7 points to the seats 2 and only to them."),
        (1, "sie2", "A Sie does not count in the first game (2.9.1); the same dealer deals again."),
        (33, "r13+", "There is no line 33: a sheet has 32 lines."),
        (1, "= 1 2", "The entry = 1 2 cannot be read."),
        (
            1,
            "r13!2",
            "A sanction is entered by the supervisor (3.4.17). "
            "Please leave the line free with the arrow down and go on with the next one.",
        ),
        (1, "<b>100 %</b>", "The entry <b>100 %</b> cannot be read."),
    ],
)
def test_what_is_refused_comes_back(sheet: Scoresheet, client: Client, number: int, entry: str, sentence: str) -> None:
    page = client.post(address("game_record"), entered(number, entry))
    assert page.status_code == 422
    assert sentence in text(page)
    assert f'name="entry" value="{entry}"' in text(page)
    assert f'name="number" value="{number}"' in text(page)
    assert b"<b>100" not in page.content
    assert enter(client, number, entry) == (422, "refused", sentence)
    assert kinds(sheet) == []


@pytest.mark.parametrize("broken", [{"number": "x"}, {"command": "no key"}, {"initials": "999"}, {"entry": "1" * 61}])
def test_a_form_that_nobody_typed_is_refused(sheet: Scoresheet, client: Client, broken: dict[str, Any]) -> None:
    assert client.post(address("game_record"), entered(1, "r13+") | broken).status_code == 422
    assert kinds(sheet) == []


def test_the_second_desk_reads_who_wrote_what(sheet: Scoresheet, client: Client) -> None:
    enter(client, 1, "r13++")
    other = login(make_user("desk", username="other"))
    assert enter(other, 1, "6 2") == (
        409,
        "conflict",
        "Game 1 was just written by Dora Desk: Rufer, Anna with Centa, won with Schneider. Yours was not written.",
    )


def test_initials_need_a_name(sheet: Scoresheet, client: Client, supervisor: User) -> None:
    assert enter(client, 2, "st1+ g") == (422, "refused", "Please choose whose initials stand on the paper.")
    assert enter(client, 2, "st1+ g", initials=supervisor.pk) == (200, "applied", "")
    assert enter(client, 3, "18 2/", initials=supervisor.pk) == (200, "applied", "")
    assert requests(sheet) == {2: ("5.2.14", "granted"), 3: ("5.2.14", "granted")}
    # Chosen but not typed: the paper has no initials.
    assert enter(client, 4, "st1+", initials=supervisor.pk) == (200, "applied", "")
    assert requests(sheet)[4] == ("5.2.14", "requested")


def test_running_totals_are_compared(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, ["r12+", "st2+", "r34++", "wt4-"])
    assert enter(client, 5, "= -1 -1 +1 1") == (
        200, "compared", "The running totals after game 4 agree: −1 −1 +1 +1.",
    )  # fmt: skip
    assert enter(client, 5, "=-1 23 1 -23") == (
        200,
        "differs",
        "The paper says −1 +23 +1 −23. That is right once the games 2, 4 are approved; until then −1 −1 +1 +1.",
    )
    assert enter(client, 5, "= 0 -1 1 0") == (
        200,
        "differs",
        "The paper says 0 −1 +1 0 after game 4, counted is −1 −1 +1 +1. Please check the lines above. "
        "Difference: 1\N{NO-BREAK SPACE}{} +1, 4\N{NO-BREAK SPACE}{} −1.".format(
            *(sheet_view(fresh(sheet)).names[at] for at in (0, 3))
        ),
    )
    assert kinds(sheet).count("game.recorded") == 4


def test_one_undecided_game_that_explains_it(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, ["r12+", "st2+"])
    assert enter(client, 3, "= -5 19 -7 -7")[2] == (
        "The paper says −5 +19 −7 −7. That is right once game 2 is approved; until then +1 +1 −1 −1."
    )


# The ruling on a line that is no game.


@pytest.mark.parametrize(("entry", "sentence"), [("-1 1 1 0", NO_SUM), ("1 1 1 -3", NO_GAME)])
def test_what_is_no_game_is_said_and_a_ruling_offered(
    sheet: Scoresheet, client: Client, boss: Client, entry: str, sentence: str
) -> None:
    page = text(boss.post(address("game_record"), entered(7, entry)))
    assert sentence in page
    assert f"Game 7: the paper says {entry.replace('-', '−')}" in page
    assert "Write the right value" in page
    page = text(client.post(address("game_record"), entered(7, entry)))
    assert f"Game 7: the paper says {entry.replace('-', '−')}" in page
    assert "Write the right value" not in page
    assert "a supervisor rules on this line" in page


def ruling(paper: str, **more: object) -> dict[str, Any]:
    return {"written": paper, "number": 7, "command": "a" * 32, "reason": "a stroke lacks", "entry": "", **more}


def test_a_ruling_gives_the_right_value(sheet: Scoresheet, boss: Client) -> None:
    assert boss.post(address("game_rule"), ruling("-1 1 1 0", entry="1 23")).status_code == 302
    assert messages_of(boss, sheet) == ["Game 7 stands as you ruled."]
    # Back, another value, and the same form once more: the first value stays, and the page says so.
    assert boss.post(address("game_rule"), ruling("-1 1 1 0", entry="2 23")).status_code == 302
    assert messages_of(boss, sheet) == ["This form was sent before: game 7 stands as it was written then."]
    assert (points(sheet), Correction.objects.get().kind) == ({7: (-1, 1, 1, -1)}, "ruled")
    assert Correction.objects.get().old_record == {"written": [-1, 1, 1, 0]}


def test_a_ruling_strikes(sheet: Scoresheet, boss: Client) -> None:
    assert boss.post(address("game_rule"), ruling("1 1 1 -3", struck="on")).status_code == 302
    assert (points(sheet), Correction.objects.get().kind) == ({7: (0, 0, 0, 0)}, "struck")
    page = text(boss.get(address("scoresheet")))
    assert "Game 7 struck (5.3.4): +1 +1 +1 −3. a stroke lacks · supervisor K. Reiter" in page


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        (ruling("-1 1 1 0", reason="", entry="1 23"), WHY),
        (ruling("-1 1 1 0"), NO_SUM),
        (ruling("-1 1 1 0", entry="1 1 1 -3"), NO_GAME),
        (ruling("-1 1 1 0", entry="= 1 1 -1 -1"), "The entry = 1 1 -1 -1 cannot be read."),
        (ruling("-1 1 1 0", number=33, struck="on"), "There is no line 33: a sheet has 32 lines."),
        (ruling("-1 1 1", struck="on"), "Please enter a value for every seat, for example −4 +2 +2 0."),
    ],
)
def test_a_bad_ruling_keeps_what_was_typed(
    sheet: Scoresheet, boss: Client, posted: dict[str, Any], sentence: str
) -> None:
    page = boss.post(address("game_rule"), posted)
    assert page.status_code == 422
    assert sentence in text(page)
    assert f'value="{posted["written"]}"' in text(page)
    assert f"Game {posted['number']}: the paper says" in text(page)
    assert not posted["reason"] or f'name="reason" value="{posted["reason"]}"' in text(page)
    assert not posted["entry"] or f'name="entry" value="{posted["entry"]}"' in text(page)
    assert kinds(sheet) == []


# Sanctions.


def sanctioned(**more: object) -> dict[str, Any]:
    form = {"contract": "rufer", "declarer": 1, "partner": 3, "kind": "mistake", "offender": 2, "revealer": ""}
    return form | {"points": "", "number": 1, "command": "b" * 32} | more


@pytest.mark.parametrize(
    ("posted", "values"),
    [
        (sanctioned(), (2, -4, 2, 0)),
        (sanctioned(contract="solo", partner=""), (9, -9, 0, 0)),
        # 2.4.10 before a partner is known, and 3.4.18 across the sides: as the supervisor decides.
        (sanctioned(kind="invalid-bid", partner="", offender=1, points="-2 1 0 1"), (-2, 1, 0, 1)),
        (sanctioned(kind="revealed-cards", revealer=1, points="−4 0 +2 +2"), (-4, 0, 2, 2)),
    ],
)
def test_a_sanction_is_entered(
    sheet: Scoresheet, boss: Client, supervisor: User, posted: dict[str, Any], values: tuple[int, ...]
) -> None:
    for sentence in (
        "The sanction stands in game 1.",
        "This form was sent before: game 1 stands as it was written then.",
    ):
        assert boss.post(address("game_sanction"), posted).status_code == 302
        assert messages_of(boss, sheet) == [sentence]
    assert (points(sheet), Game.objects.get().supervisor) == ({1: values}, supervisor)


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        (
            sanctioned(kind="revealed-cards", revealer=1),
            "The rules give no figure here (3.4.18): the supervisor must enter the points of all seats.",
        ),
        (sanctioned(kind="revealed-cards"), "Who revealed the cards is missing (3.4.18)."),
        (sanctioned(kind="invalid-bid"), "An invalid bid is the declarer's, seat 1, not that of seat 2."),
        (sanctioned(contract="solo"), "In Solo the declarer plays alone; there is no partner."),
        (sanctioned(partner=""), "The partner of the declarer is missing."),
        (
            sanctioned(points="-4 2 2 0"),
            "The points entered −4 +2 +2 0 contradict 3.4.17: seat 1 gets +2.",
        ),
        (sanctioned(points="-4 2"), "Please enter a value for every seat, for example −4 +2 +2 0."),
        (sanctioned(number=33), "There is no line 33: a sheet has 32 lines."),
    ],
)
def test_a_bad_sanction_keeps_what_was_chosen(
    sheet: Scoresheet, boss: Client, posted: dict[str, Any], sentence: str
) -> None:
    page = boss.post(address("game_sanction"), posted)
    assert page.status_code == 422
    assert sentence in text(page)
    assert f'<option value="{posted["kind"]}" selected>' in text(page)
    assert not posted["points"] or f'name="points" value="{posted["points"]}"' in text(page)
    assert kinds(sheet) == []


@pytest.mark.parametrize(
    ("contract", "partner", "proposed"),
    [("rufer", "3", "−4 0 +2 +2"), ("solo-tout", "", "−18 0 +9 +9"), ("solo", "", "")],
)
def test_where_the_rules_give_no_figure_the_usual_one_is_proposed(
    sheet: Scoresheet, boss: Client, contract: str, partner: str, proposed: str
) -> None:
    """3.4.18 across the sides: two players cannot share a Solo's 9 points."""
    posted = sanctioned(kind="revealed-cards", contract=contract, partner=partner, revealer=1)
    page = text(boss.post(address("game_sanction"), posted | {"number": 2}))
    assert (f'name="points" value="{proposed}"' in page, "is proposed in the form" in page) == (bool(proposed),) * 2
    if proposed:
        assert boss.post(address("game_sanction"), posted | {"number": 2, "points": proposed}).status_code == 302
        assert labels.points_text(Game.objects.get().record["sanction"]["points"]) == proposed


def test_the_sheet_is_complete_after_the_last_line(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, QUIET[:31])
    reply = client.post(address("game_record"), entered(32, QUIET[31]), headers=PARTS).json()
    assert (reply["answer"], state(sheet)) == ("applied", SheetState.COMPLETE)
    assert "All signatures are on the paper" in reply["parts"]["side_part"]
    assert enter(client, 32, "r12+")[:2] == (409, "conflict")
    correct(sheet, 1, "r13+", make_user("supervisor", username="other"))
    assert state(sheet) == SheetState.COMPLETE
