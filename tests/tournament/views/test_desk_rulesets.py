"""The desk by other rules: games by fields, house sanctions, rulings for every seat, what a page offers, and what
stands behind a game: typed, chosen by fields or by tapping, shown before it is written."""

import re
import secrets
from typing import Any

import pytest
from django.test import Client

from tests.rules import make_tournament_by
from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.factories import make_participants, open_scoresheet, write
from tests.worlds.sheets import fill, fresh
from tests.worlds.sheets import points as sheet_points
from tournament.models import Game, Scoresheet, User


def opened(rules: str, seats: int) -> Scoresheet:
    tournament = make_tournament_by(rules)
    make_participants(tournament, seats)
    return open_scoresheet(tournament, seats=seats)


@pytest.fixture
def house(db: None) -> Scoresheet:
    """A table of five of the house tournament."""
    return opened("house-10-60", 5)


@pytest.fixture
def palatinate(db: None) -> Scoresheet:
    return opened("palatinate-three", 4)


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def form_fields(number: int, contract: str, **more: object) -> dict[str, Any]:
    """The data that the form of the fields posts: every field, asked for or not."""
    fields = {"declarer": 1, "partner": 2, "suit": "E", "result": "won", "level": "simple", "loser": 1, "doubled_by": 4}
    act = {"number": number, "command": secrets.token_hex(16), "replace": "", "contract": contract}
    return fields | act | more


def points(seats: int) -> list[list[int]]:
    return [[getattr(game, f"points_{seat}") for seat in range(1, seats + 1)] for game in Game.objects.all()]


@pytest.mark.parametrize(
    ("fields", "values", "record"),
    [
        (
            form_fields(1, "ramsch", loser=3, jungfrauen=[2, 4]),
            [0, 40, -120, 40, 40],
            {"contract": "ramsch", "loser": 3, "jungfrauen": [2, 4], "sits_out": 1, "seats": 5},
        ),
        (
            form_fields(1, "ramsch", loser=3, durchmarsch="on", jungfrauen=[2]),
            [0, -20, 60, -20, -20],
            {"contract": "ramsch", "durchmarsch": 3, "sits_out": 1, "seats": 5},
        ),
        (
            form_fields(2, "rufer", declarer=1, partner=3, result="lost", level="schneider", runners=3, doublings=2),
            [-80, 0, -80, 80, 80],
            {
                "contract": "rufer", "declarer": 1, "partner": 3, "result": "lost", "level": "schneider",
                "runners": 3, "doublings": 2, "sits_out": 2, "seats": 5,
            },
        ),
    ],
)  # fmt: skip
def test_a_game_by_fields(
    house: Scoresheet, boss: Client, fields: dict[str, Any], values: list[int], record: dict[str, Any]
) -> None:
    reply = boss.post(address("game_fields"), fields, headers=PARTS).json()
    assert (reply["answer"], reply["text"]) == ("applied", "")
    assert (points(5), Game.objects.get().record) == ([values], record)
    assert boss.post(address("game_fields"), fields, headers=PARTS).json()["answer"] == "duplicate"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (form_fields(1, "solo"), "Seat 1 deals and sits out; it cannot be Declarer."),
        (form_fields(1, "solo", declarer=2, runners=15), "Runners must be from 0 to 14, not 15."),
        (form_fields(1, "solo", declarer=2, doublings=3), "Doublings must be from 0 to 2, not 3."),
        (form_fields(1, "rufer", declarer=2, partner=2), "Seat 2 cannot be declarer and partner at once."),
        (form_fields(1, "ramsch", loser=2, jungfrauen=[2]), "Jungfrauen contradicts the rest of the Ramsch."),
        (form_fields(1, "bettel"), "Select a valid choice. bettel is not one of the available choices."),
        (form_fields(11, "ramsch", loser=2), "There is no line 11: a sheet has 10 lines."),
    ],
)
def test_what_is_no_game_is_refused_in_words(
    house: Scoresheet, boss: Client, fields: dict[str, Any], sentence: str
) -> None:
    reply = boss.post(address("game_fields"), fields, headers=PARTS)
    assert (reply.status_code, reply.json()["text"]) == (422, sentence)
    assert points(5) == []


def test_a_surrender_in_the_palatinate(palatinate: Scoresheet, boss: Client) -> None:
    fields = form_fields(1, "simple", declarer=2, suit="H", surrender="accepted", doublings=1, passed=2)
    assert boss.post(address("game_fields"), fields, headers=PARTS).json()["answer"] == "applied"
    # Hearts add 1; the Kontra doubles all; the dealer, who is in seat 3 after two redeals, pays with the opponents.
    assert (points(4), Game.objects.get().record["sits_out"]) == ([[-4, 12, -4, -4]], 3)
    page = text(boss.get(palatinate.get_absolute_url()))
    assert "Simple Game (Hearts), Bene, won, the opponents gave up, Contra, 2 deals thrown in before" in page


def test_a_heart_solo_tout_by_fields_and_by_shorthand(boss: Client) -> None:
    sheet = opened("heart-solo", 4)
    fields = form_fields(2, "heart-solo-tout", declarer=3)
    assert boss.post(address("game_fields"), fields, headers=PARTS).json()["answer"] == "applied"
    assert boss.post(address("game_record"), entered(3, "hst3-"), headers=PARTS).json()["answer"] == "applied"
    reply = boss.post(address("game_record"), entered(4, "sth3-"), headers=PARTS).json()
    assert (reply["answer"], reply["text"]) == ("refused", "With Hearts as trumps it is the contract Heart Solo Tout.")
    assert [game.record for game in Game.objects.all()] == [
        {"contract": "heart-solo-tout", "declarer": 3, "result": "won"},
        {"contract": "heart-solo-tout", "declarer": 3, "result": "lost"},
    ]
    page = text(boss.get(sheet.get_absolute_url()))
    assert "Heart Solo Tout, Centa, won" in page


def test_two_losers_of_a_ramsch_by_fields_and_by_shorthand(boss: Client) -> None:
    sheet = opened("overview", 4)
    fields = form_fields(1, "ramsch", loser=3, second_loser=1, jungfrauen=[2])
    assert boss.post(address("game_fields"), fields, headers=PARTS).json()["answer"] == "applied"
    assert boss.post(address("game_record"), entered(2, "ra42-"), headers=PARTS).json()["answer"] == "applied"
    assert points(4) == [[-2, 2, -2, 2], [1, -1, 1, -1]]
    again = form_fields(3, "ramsch", loser=3, second_loser=3)
    reply = boss.post(address("game_fields"), again, headers=PARTS).json()
    assert (reply["answer"], reply["text"]) == ("refused", "Second loser: seat 3 is named already.")
    page = text(boss.get(sheet.get_absolute_url()))
    assert "Ramsch, Centa + Anna lost, Jungfrau: Bene" in page
    choice = boss.get(address("game_choose", 1), {"number": "1", "contract": "ramsch", "loser": "2"}).context["choice"]
    asked = {question.name: [key.value for key in question.options] for question in choice.questions}
    assert asked["second_loser"] == ["1", "3", "4"]
    swept = {"number": "1", "contract": "ramsch", "loser": "2", "durchmarsch": "on"}
    questions = boss.get(address("game_choose", 1), swept).context["choice"].questions
    assert "second_loser" not in [question.name for question in questions]


def test_five_values_that_are_no_game_are_ruled_on(house: Scoresheet, boss: Client) -> None:
    reply = boss.post(address("game_record"), entered(1, "0 20 20 -20 -30"), headers=PARTS)
    assert (reply.status_code, reply.json()["answer"]) == (422, "refused")
    assert "Game 1: the paper says 0 20 20 −20 −30" in reply.json()["parts"]["side_part"]
    ruling = {"written": "0 20 20 -20 -30", "number": 1, "command": "a" * 32, "reason": "verrechnet", "struck": ""}
    assert boss.post(address("game_rule"), ruling | {"entry": "20 23"}).status_code == 302
    assert points(5) == [[0, 20, 20, -20, -20]]
    assert "on paper 0 +20 +20 −20 −30, right is Rufer: 0 +20 +20 −20 −20" in text(boss.get(house.get_absolute_url()))


def test_a_correction_says_what_was_thrown_in(palatinate: Scoresheet, boss: Client, desk: User) -> None:
    write(palatinate, 1, "hs2+", desk)
    right = {"entry": "hs2+ p2", "reason": "zweimal alle weiter"}
    assert boss.post(address("game_correct", 1), right).status_code == 302
    assert Game.objects.get().record["sits_out"] == 3
    refused = boss.post(address("game_correct", 1), {"entry": "hs2- g", "reason": "x"})
    assert (refused.status_code, "The entry hs2- g cannot be read." in text(refused)) == (422, True)


def sanctioned(**more: object) -> dict[str, Any]:
    form = {"contract": "", "declarer": "", "partner": "", "kind": "wrong-deal", "offender": 1, "points": ""}
    return form | {"number": 1, "command": "b" * 32} | more


@pytest.mark.parametrize(
    ("posted", "values"),
    [
        (sanctioned(), [-60, 15, 15, 15, 15]),
        (sanctioned(contract="rufer", declarer=2, partner=3, kind="illegal-card", offender=3), [0, 10, -30, 10, 10]),
        (sanctioned(contract="solo", declarer=2, kind="illegal-card", offender=4), [0, 20, 20, -60, 20]),
    ],
)
def test_the_sanctions_of_the_house(house: Scoresheet, boss: Client, posted: dict[str, Any], values: list[int]) -> None:
    assert boss.post(address("game_sanction"), posted).status_code == 302
    assert points(5) == [values]


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        (sanctioned(offender=2), "A wrong deal is the dealer's, seat 1, not that of seat 2 (H 4)."),
        (sanctioned(kind="illegal-card", offender=2), "neither which contract was played nor the points written"),
        (sanctioned(kind="mistake"), "Select a valid choice. mistake is not one of the available choices."),
        (sanctioned(points="-60 20 20 20"), "Please enter a value for every seat, for example −4 +2 +2 0."),
    ],
)
def test_a_bad_sanction_of_the_house(house: Scoresheet, boss: Client, posted: dict[str, Any], sentence: str) -> None:
    page = boss.post(address("game_sanction"), posted)
    assert (page.status_code, sentence in text(page)) == (422, True)


@pytest.mark.parametrize(
    ("rules", "seats", "sanctions", "initials", "thrown_in"),
    [
        ("schafkopfschule-2023", 4, True, True, False),
        ("schafkopfschule-2007", 4, True, True, True),
        ("house-10-60", 4, True, False, False),
        ("asserufen", 4, False, False, True),
        ("palatinate-three", 3, False, False, True),
        ("social", 5, False, False, True),
    ],
)
@pytest.mark.django_db
def test_the_page_offers_what_the_rules_know(
    boss: Client, rules: str, seats: int, sanctions: bool, initials: bool, thrown_in: bool
) -> None:
    sheet = opened(rules, seats)
    page = text(boss.get(sheet.get_absolute_url()))
    assert "Enter a sanction as game 1" in page if sanctions else "Enter a sanction" not in page
    assert ('class="entry-initials" hidden' not in page) == initials
    assert ('name="passed"' in page, 'data-next-dealer="1"' in page) == (thrown_in, thrown_in)
    assert len(re.findall(r'class="score-value"', page)) == seats
    assert 'colspan="11"' not in page
    assert fresh(sheet).match.tournament.ruleset.id == rules


@pytest.fixture
def everything(db: None) -> Scoresheet:
    return opened("everything", 4)


@pytest.fixture
def offender_pays(db: None) -> Scoresheet:
    return opened("offender-pays", 4)


RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}


WAYS = [
    ("r13+ o3", {"runners": 3, "without": "on"}, RUFER | {"runners": 3, "without": True}, [13, -7, 1, -7]),
    ("r13+ c", {"doublings": 1}, RUFER | {"doublings": 1}, [2, -2, 2, -2]),
    ("r13+ le2 kl1", {"laid": 2, "knocked": 1}, RUFER | {"laid": 2, "knocked": 1}, [8, -8, 8, -8]),
    (
        "s1++ an",
        {"contract": "solo", "level": "schneider", "announced": "on"},
        {"contract": "solo", "declarer": 1, "result": "won", "level": "schneider", "announced": True},
        [12, -4, -4, -4],
    ),
    (
        "r13=",
        {"result": "drawn", "runners": 4, "doublings": 1},
        {"contract": "rufer", "declarer": 1, "partner": 3, "result": "drawn"},
        [0, 0, 0, 0],
    ),
]


@pytest.mark.parametrize(("entry", "chosen", "record", "values"), WAYS)
def test_shorthand_and_fields_write_the_same_game(
    everything: Scoresheet, boss: Client, entry: str, chosen: dict[str, Any], record: dict[str, Any], values: list[int]
) -> None:
    by_fields = boss.post(address("game_fields"), form_fields(1, "rufer", partner=3) | chosen, headers=PARTS)
    typed = boss.post(address("game_record"), entered(2, entry), headers=PARTS)
    assert (by_fields.status_code, typed.status_code) == (200, 200), typed.content
    assert [game.record for game in Game.objects.order_by("number")] == [record, record]
    assert [list(line) for line in sheet_points(everything).values()] == [values, values]


@pytest.mark.parametrize(("entry", "_chosen", "_record", "values"), WAYS)
def test_the_desk_is_told_what_an_entry_means_before_it_is_written(
    everything: Scoresheet, boss: Client, entry: str, _chosen: Any, _record: Any, values: list[int]
) -> None:
    meaning = boss.get(address("game_meaning"), {"number": "5", "entry": entry}).json()
    assert (meaning["outcome"][1], meaning["text"]) == (values, "")
    assert not Game.objects.exists()


def test_the_words_of_a_line_tell_what_stands_behind_it(everything: Scoresheet, boss: Client) -> None:
    asked = {"number": "2", "entry": "s2++ o4 an c le2 kl1"}
    words = boss.get(address("game_meaning"), asked).json()["outcome"][0]
    assert words == "Solo, {2}, won with Schneider, Schneider announced, without 4, Contra, 2 laid, 1 knocked"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("r13+ c", "Who called the Stoss is missing: that player pays (5.2.4)."),
        ("r13+ l4", "Runners: these rules do not count that here."),
        ("r13=", "Neither side has won Rufer: it is played again and not written (4.1.2)."),
    ],
)
def test_why_an_entry_is_no_game_is_said_before_and_after_enter(
    offender_pays: Scoresheet, boss: Client, entry: str, sentence: str
) -> None:
    meaning = boss.get(address("game_meaning"), {"number": "2", "entry": entry}).json()
    assert meaning == {"outcome": None, "text": sentence}
    answer = boss.post(address("game_record"), entered(1, entry), headers=PARTS)
    assert (answer.status_code, answer.json()["text"]) == (422, sentence)


def test_only_the_desk_is_told(everything: Scoresheet) -> None:
    assert Client().get(address("game_meaning"), {"number": "2", "entry": "r13+"}).status_code == 302


def test_a_supervisor_corrects_with_the_same_words(everything: Scoresheet, boss: Client, desk: User) -> None:
    fill(everything, desk, ["r13+"])
    change = {"entry": "r13+ l4 c", "reason": "Stoß vergessen", "replace": "", "corrected": "0"}
    boss.post(address("game_correct", 1), change)
    assert sheet_points(everything) == {1: (10, -10, 10, -10)}
    shown = boss.get(f"{address('scoresheet')}?line=1")
    assert "won, with 4, Contra" in text(shown)


def test_tapping_asks_for_what_counts_and_for_no_more(everything: Scoresheet, boss: Client, desk: User) -> None:
    fill(everything, desk, ["r13+"])
    chosen = {"number": "1", **{name: str(value) for name, value in RUFER.items()}}

    def asked(**more: str) -> list[str]:
        answer = boss.get(address("game_choose", 1), chosen | more, headers={"HX-Request": "true"})
        return [question.name for question in answer.context["choice"].questions][5:]

    assert asked() == ["runners", "doublings", "laid", "knocked"]
    assert asked(runners="4") == ["runners", "without", "doublings", "laid", "knocked"]
    assert asked(result="drawn") == []


def test_whoever_called_the_stoss_is_asked_for_when_tapping(
    offender_pays: Scoresheet, boss: Client, desk: User
) -> None:
    fill(offender_pays, desk, ["r13+"])
    chosen = {"number": "1", **{name: str(value) for name, value in RUFER.items()}, "doublings": "1"}
    answer = boss.get(address("game_choose", 1), chosen, headers={"HX-Request": "true"})
    [question] = [one for one in answer.context["choice"].questions if one.name == "doubled_by"]
    assert [option.value for option in question.options] == ["2", "4"]
    answer = boss.get(address("game_choose", 1), chosen | {"doubled_by": "4"}, headers={"HX-Request": "true"})
    assert [value for _name, value in answer.context["choice"].scores] == [1, 0, 1, -2]


def test_the_page_names_the_suffixes_of_these_rules_only(offender_pays: Scoresheet, boss: Client) -> None:
    page = boss.get(fresh(offender_pays).get_absolute_url())
    assert page.context["outcomes"]["suffixes"] == ("c", "=")
    assert "Contra by seat 2, cc2: Retour" in text(page)
