"""The error finder's page: totals typed, slips named, a remedy taken with one key; who may, and what stays."""

import secrets
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.sheets import correct, faults, fill, fresh, kinds, points, requests, set_aside, sign, type_twice
from tournament.models import Correction, PaperLine, Scoresheet, User

# Two rounds as they stand on the paper, and its running totals.
PAPER = ["1 12", "1 34", "2 13", "6 2", "1 14", "2 24", "1 23", "1 12"]
TOTALS = {"after_4": "0 4 0 -4", "after_8": "-1 7 -3 -3"}


def typed(sheet: Scoresheet, desk: User, **otherwise: str) -> None:
    """Type the paper, but the line `l3` as given."""
    fill(sheet, desk, [otherwise.get(f"l{number}", entry) for number, entry in enumerate(PAPER, 1)])


def page(client: Client, **totals: str) -> Any:
    return client.get(f"{address('sheet_slips')}?{urlencode(totals or TOTALS)}")


def slips(answer: Any) -> list[str]:
    return [slip.words.replace("\N{NO-BREAK SPACE}", " ") for slip in answer.context["found"].slips]


def offered(client: Client, act: str) -> dict[str, str]:
    """What the first button of this kind sends."""
    remedies = [one for slip in page(client).context["found"].slips for one in slip.remedies if one.act == act]
    return {"remedy": remedies[0].key, "seen": remedies[0].seen, "command": secrets.token_hex(16)}


def take(client: Client, form: dict[str, str]) -> Any:
    return client.post(f"{address('sheet_slips')}?{urlencode(TOTALS)}", form, follow=True)


def messages_of(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def test_nothing_is_named_before_totals_are_typed(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk)
    answer = login(desk).get(address("sheet_slips"))
    assert slips(answer) == []
    assert "Nothing to compare yet" in text(answer)
    assert [round_.to for round_ in answer.context["found"].rounds] == list(range(4, 33, 4))


def test_a_list_that_agrees_is_told(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk)
    assert "All agrees." in text(page(login(desk)))


def test_the_first_line_can_be_the_wrong_one(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk, l1="1 34")
    clerk = login(desk)
    assert "Game 1: plus and minus exchanged, instead of −1 −1 +1 +1 probably +1 +1 −1 −1." in slips(page(clerk))


def test_a_mistyped_line_is_named_and_typed_anew_with_one_key(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk, l3="1 13")
    clerk = login(desk)
    answer = page(clerk)
    assert slips(answer)[0] == "Game 3: instead of +1 −1 +1 −1 probably +2 −2 +2 −2."
    assert answer.context["found"].slips[0].then == "Then all totals agree."
    assert "+1 −1 +1 −1" in text(answer)  # by how much the paper is off
    page_after = take(clerk, offered(clerk, "retype"))
    assert messages_of(page_after) == ["Done. The list was compared once more."]
    assert "All agrees." in text(page_after)
    assert points(sheet)[3] == (2, -2, 2, -2)
    assert not Correction.objects.exists()
    assert faults(sheet) == []


def test_a_line_that_is_wrong_on_the_paper_is_corrected_by_the_supervisor(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    typed(sheet, desk, l3="1 13")
    form = offered(login(supervisor), "correct")
    assert messages_of(take(login(desk), form)) == [
        "Your login may not do this. Please ask the supervisor or the organiser."
    ]
    assert points(sheet)[3] == (1, -1, 1, -1)
    take(login(supervisor), form | {"command": secrets.token_hex(16)})
    assert points(sheet)[3] == (2, -2, 2, -2)
    assert Correction.objects.get().reason == "The running totals on the paper say so"


def test_the_advice_on_a_full_sheet_is_to_type_again_until_somebody_signs(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk, l3="1 13")
    fill(sheet, desk, ["r12+", "r34+"] * 12, 9)

    def advice() -> list[str]:
        return [one.words.split(":")[0] for one in page(login(desk)).context["found"].slips[0].remedies]

    assert advice() == ["Mistyped, the paper says", "Wrong on the paper, the supervisor corrects"]
    sign(sheet, desk, 1)
    assert advice() == ["The supervisor corrects"]


def test_the_desk_sees_no_button_that_only_a_supervisor_may_press(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk, l3="1 13")
    assert 'value="correct.' not in text(page(login(desk)))


def test_a_line_left_out_is_inserted(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, PAPER[:1] + PAPER[2:])
    clerk = login(desk)
    assert slips(page(clerk))[0] == "A game is missing between game 1 and game 4: −1 −1 +1 +1."
    form = offered(clerk, "insert")
    take(clerk, form)
    assert "All agrees." in text(page(clerk))
    assert len(points(sheet)) == 8
    assert faults(sheet) == []


def test_a_line_typed_twice_is_taken_out(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, [*PAPER[:3], PAPER[2], *PAPER[3:]])
    clerk = login(desk)
    assert slips(page(clerk))[0] == "Game 4 stands there twice: +2 −2 +2 −2."
    take(clerk, offered(clerk, "take_out"))
    assert "All agrees." in text(page(clerk))


def test_a_line_that_waits_is_decided_by_the_supervisor(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    typed(sheet, desk)
    clerk = login(supervisor)
    set_aside(sheet, 3, "2 -2 2 -3", desk, seen=sheet.games.get(number=3).command)
    assert slips(page(clerk))[0] == "Game 3: +2 −2 +2 −3 is no game, probably +2 −2 +2 −2."
    take(clerk, offered(clerk, "decide"))
    assert points(sheet)[3] == (2, -2, 2, -2)
    assert not PaperLine.objects.filter(closed_at=None).exists()


def test_a_wrong_total_alone_changes_nothing(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk)
    answer = page(login(desk), after_4="0 4 0 6", after_8=TOTALS["after_8"])
    assert slips(answer) == ["The totals after game 4 are added up wrongly, by 0 0 0 +10. The games are right."]
    assert answer.context["found"].slips[0].remedies == ()


def test_a_line_corrected_before_is_compared_with_its_old_value_too(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    typed(sheet, desk)
    correct(sheet, 3, "1 13", supervisor)
    answer = page(login(desk))
    assert answer.context["found"].old
    assert "from before the supervisor" in text(answer)


@pytest.mark.parametrize("total", ["1 2 3", "a b c d", "1 2 3 4 5", "999999 0 0 0"])
def test_totals_that_cannot_be_read_are_told_and_stay(sheet: Scoresheet, desk: User, total: str) -> None:
    typed(sheet, desk)
    answer = page(login(desk), after_4=total)
    assert answer.status_code == 422
    assert "After game 4: please enter 4 totals" in text(answer)
    assert f'value="{total}"' in text(answer)


def test_what_somebody_changed_meanwhile_is_not_overwritten(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk, l3="1 13")
    clerk = login(desk)
    form = offered(clerk, "retype")
    take(clerk, form)
    before = kinds(sheet)
    assert messages_of(take(clerk, form)) == ["The sheet has changed meanwhile. Please look once more."]
    assert messages_of(take(clerk, form | {"remedy": "retype.99.9_9", "seen": ""})) == [
        "The sheet has changed meanwhile. Please look once more."
    ]
    assert kinds(sheet) == before


def test_totals_typed_on_the_sheet_lead_to_the_error_finder(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, [*PAPER[:2], "1 13", PAPER[3]])
    clerk = login(desk)
    answer = clerk.post(address("game_record"), entered(5, "=0 4 0 -4"), headers=PARTS)
    assert "slips/?after_4=0+4+0+-4" in answer.json()["parts"]["side_part"]
    fill(sheet, desk, PAPER[4:], first=5)
    clerk.post(address("game_record"), entered(9, "=-1 7 -3 -3"), headers=PARTS)
    answer = clerk.get(address("sheet_slips"))
    assert 'value="0 4 0 -4"' in text(answer)
    assert slips(answer)[0].startswith("Game 3")


def test_who_types_the_second_entry_does_not_see_the_first_here(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    type_twice(sheet.match.tournament, supervisor)
    fill(fresh(sheet), desk)
    other = login(supervisor)
    answer = other.get(address("sheet_slips"))
    assert answer.status_code == 302
    assert answer["Location"].endswith("/second/")


def test_a_sheet_without_lines_has_a_page(sheet: Scoresheet, desk: User) -> None:
    assert page(login(desk)).status_code == 200
    assert requests(sheet) == {}


def test_the_first_line_of_the_paper_that_is_no_game_has_proposals(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    set_aside(sheet, 1, "1 1 -1 -2", desk)
    boss = login(supervisor)
    assert boss.get(address("scoresheet") + "?line=1").status_code == 200
    assert slips(page(boss, after_4="1 1 -1 -1"))[0] == "Game 1: +1 +1 −1 −2 is no game, probably +1 +1 −1 −1."


@pytest.mark.parametrize(
    "hostile",
    [
        {"after_4": "٣ ٣ ٣ ٣"},
        {"after_4": "<script>alert(1)</script>"},
        {"after_4": "1e9 0 0 0"},
        {"after_4": "0 4 0 -4", "after_99": "1 2 3 4", "after_x": "y"},
        {"after_4": "99999 -99999 0 0", "after_8": "-99999 99999 0 0"},
        {"after_4": "\x00 0 0 0"},
        {"after_4": "0 " * 200},
    ],
)
def test_hostile_totals_break_nothing(sheet: Scoresheet, desk: User, hostile: dict[str, str]) -> None:
    typed(sheet, desk, l3="1 13")
    answer = page(login(desk), **hostile)
    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize("table", ["0", "99"])
def test_a_table_that_is_not_there_is_404(sheet: Scoresheet, desk: User, table: str) -> None:
    assert login(desk).get(address("sheet_slips").replace("/1/1/", f"/1/{table}/")).status_code == 404


def test_a_forged_remedy_or_command_is_refused(sheet: Scoresheet, desk: User) -> None:
    typed(sheet, desk, l3="1 13")
    clerk = login(desk)
    form = offered(clerk, "retype")
    before = kinds(sheet)
    for forged in ({"command": "x"}, {"command": ""}, {"remedy": "x" * 200}, {"seen": "' OR 1=1"}, {"remedy": ""}):
        assert len(messages_of(take(clerk, form | forged))) == 1
    assert kinds(sheet) == before


def test_two_desks_take_the_same_remedy_and_one_game_is_written(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    fill(sheet, desk, PAPER[:1] + PAPER[2:])
    one, other = login(desk), login(supervisor)
    first, second = offered(one, "insert"), offered(other, "insert")
    take(one, first)
    assert messages_of(take(other, second)) == ["The sheet has changed meanwhile. Please look once more."]
    assert len(points(sheet)) == 8
