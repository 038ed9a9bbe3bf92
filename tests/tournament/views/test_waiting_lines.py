"""Paper lines that wait in the supervisor's list: their content, decided with one tap, a second person's answer."""

import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.factories import make_participants, make_user, open_scoresheet, write
from tests.worlds.sheets import faults, fill, fresh, kinds, points, requests, set_aside
from tournament.models import Correction, PaperLine, Scoresheet, Tournament, User
from tournament.selectors.overview import overview
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.supervisor import supervisor_lists
from tournament.selectors.waiting import waiting

LIST = "/tournaments/feldkirchen-2026/approvals/"
NO_GAME = "+1 -1 -1 +2"


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def decide(client: Client, number: int, choice: str, reason: str = "No game on paper") -> Any:
    """Tap a button of the list."""
    url = reverse(
        "paper_line_decide", args=["feldkirchen-2026", PaperLine.objects.filter(number=number).earliest("pk").pk]
    )
    form = {"choice": choice, "reason": reason, "command": secrets.token_hex(16)}
    return client.post(url, form, headers={"HX-Request": "true"})


def test_a_line_waits_with_its_proposals(sheet: Scoresheet, desk: User, boss: Client) -> None:
    set_aside(sheet, 19, NO_GAME, desk)
    answer = boss.get(LIST)
    ((line, command),) = answer.context["lines"]
    assert (line.table, line.number, line.paper, line.written) == (1, 19, "+1 −1 −1 +2", (1, -1, -1, 2))
    assert (line.names, line.typed_by, len(command)) == (("Anna", "Bene", "Centa", "Dirk"), "Dora Desk", 32)
    assert (line.proposals[0].points, line.proposals[-1].key) == ((1, -1, -1, 1), "struck")
    page = text(answer)
    assert "Game 19 · +1 −1 −1 +2" in page
    assert 'name="choice" value="1 -1 -1 1"' in page
    assert 'maxlength="200" placeholder="No game on paper"' in page
    count = text(boss.get(reverse("approvals_count", args=["feldkirchen-2026"])))
    assert 'title="1 line on paper">1<' in count


def test_only_a_supervisor_sees_what_can_be_decided(sheet: Scoresheet, desk: User) -> None:
    set_aside(sheet, 19, NO_GAME, desk)
    page = text(login(desk).get(LIST))
    assert "Game 19 · +1 −1 −1 +2" in page
    assert 'name="choice"' not in page


def test_one_tap_decides_and_the_second_is_told(sheet: Scoresheet, desk: User, boss: Client) -> None:
    set_aside(sheet, 2, NO_GAME, desk)
    before = fresh(sheet).version
    page = text(decide(boss, 2, "1 -1 -1 1"))
    assert "Table 1, line 2 is decided: Rufer: +1 −1 −1 +1." in page
    assert '<div hx-swap-oob="innerHTML:.waits-count">' in page
    sentence = (
        "Game 2 (5.3.4): on paper +1 −1 −1 +2, right is Rufer: +1 −1 −1 +1. No game on paper · supervisor K. Reiter"
    )
    assert sentence in page
    # The desk's page asks whether there is anything newer, and gets the line and who decided.
    desks = login(desk).get(address("scoresheet"), {"v": before}, headers=PARTS).json()["parts"]["sheet_part"]
    assert sentence in desks
    other = login(make_user("supervisor", username="other"))
    assert f"This line is decided already. {sentence}" in text(decide(other, 2, "struck"))
    assert points(sheet) == {2: (1, -1, -1, 1)}


def test_the_reason_is_that_of_what_was_chosen(sheet: Scoresheet, desk: User, boss: Client) -> None:
    for number in (2, 3):
        set_aside(sheet, number, "92x", desk)
    # No field is filled in: the value shown for one choice is never kept for another.
    assert text(boss.get(LIST)).count('maxlength="200" placeholder="as fits what you choose"') == 2
    decide(boss, 2, "as_written", "")
    decide(boss, 3, "as_written", "a slip of the pen")
    assert list(Correction.objects.order_by("game__number").values_list("reason", flat=True)) == [
        "Struck on paper, but it counts",
        "a slip of the pen",
    ]


def test_another_value_is_chosen_by_tapping(sheet: Scoresheet, desk: User, boss: Client) -> None:
    set_aside(sheet, 4, NO_GAME, desk)
    where = address("game_choose", 4)
    page = boss.get(where, {"number": "4", "contract": "wenz", "declarer": "4", "result": "lost", "level": "simple"})
    assert "Paper: +1 −1 −1 +2 · waits for the supervisor" in text(page)
    form = {"number": "4", "contract": "wenz", "declarer": "4", "result": "lost", "level": "simple"}
    form |= {"shown": page.context["choice"].key, "paper": str(PaperLine.objects.get().pk)}
    assert boss.post(where, form)["Location"] == LIST
    assert points(sheet) == {4: (2, 2, 2, -6)}
    correction = Correction.objects.get()
    assert (correction.old_record, correction.reason) == ({"written": [1, -1, -1, 2]}, "No game on paper")


def test_a_form_of_what_the_desk_wrote_over_writes_nothing_and_keeps_no_reason(
    sheet: Scoresheet, desk: User, boss: Client
) -> None:
    set_aside(sheet, 4, NO_GAME, desk)
    where = address("game_choose", 4)
    form = {"number": "4", "contract": "wenz", "declarer": "4", "result": "lost", "level": "simple"}
    form |= {"shown": boss.get(where, form).context["choice"].key, "paper": str(PaperLine.objects.get().pk)}
    set_aside(sheet, 4, "92x", desk)
    assert "The paper says something else meanwhile." in text(boss.post(where, form))
    write(sheet, 4, "r13+", desk)
    stale = boss.post(where, form)
    assert (stale.status_code, "Game 4 was just written by Dora Desk" in text(stale)) == (422, True)
    assert 'placeholder="Written down wrongly"' in text(stale)
    assert points(sheet) == {4: (1, -1, 1, -1)}
    assert boss.post(where, form | {"replace": sheet.games.get().command}).status_code == 302
    assert Correction.objects.get().reason == "Written down wrongly"


@pytest.mark.parametrize("played", [False, True])
def test_a_game_that_needs_an_approval_is_approved_with_the_same_tap(
    sheet: Scoresheet, desk: User, boss: Client, played: bool
) -> None:
    """5.2.16: the fifth Solo or Wenz; by reading 14 the supervisor approves it afterwards."""
    fill(sheet, desk, ["r12+", "s2+", "w4-", "s3+", "w1+"])
    for number in (6, 7):
        set_aside(sheet, number, "0", desk)
        if played:
            decide(boss, number, "not_played")
    form = {"contract": "solo", "declarer": "1", "result": "won", "level": "simple", "suit": "E"}
    for number, tap in ((6, {}), (7, {"approve": "on"})):
        where = address("game_choose", number)
        page = boss.get(where, form | {"number": str(number)})
        assert "Needs your approval (5.2.16): it counts 0 until you approve it." in text(page)
        paper = PaperLine.objects.get(number=number, scoresheet=sheet).pk
        there = {"replace": sheet.games.get(number=number).command} if played else {"paper": paper}
        boss.post(where, form | there | tap | {"number": str(number), "shown": page.context["choice"].key})
    assert requests(sheet) == {6: ("5.2.16", "requested"), 7: ("5.2.16", "granted")}
    assert (points(sheet)[6], points(sheet)[7]) == ((0, 0, 0, 0), (6, -2, -2, -2))
    assert kinds(sheet)[-1] == "approval.granted"
    assert faults(sheet) == []
    assert "Needs your approval" not in text(boss.get(address("game_choose", 7)))


@pytest.mark.parametrize("tables", [1, 3])
def test_the_queries_do_not_grow(
    sheet: Scoresheet, desk: User, boss: Client, django_assert_num_queries: Any, tables: int
) -> None:
    tournament = sheet.match.tournament
    make_participants(tournament, 4 * tables - 4, first=5)
    for table in range(1, tables + 1):
        row = sheet if table == 1 else open_scoresheet(tournament, table=table)
        fill(row, desk, ["r12+", "r13-"])
        for number, entry in ((3, NO_GAME), (4, "92x"), (5, "0")):
            set_aside(row, number, entry, desk)
    with django_assert_num_queries(6):
        lines = supervisor_lists(tournament).lines
        assert [line.number for line in lines] == [3, 4, 5] * tables
        assert lines[2].proposals[0].key == "end"
    PaperLine.objects.exclude(scoresheet=sheet).update(closed_at=timezone.now())
    decide(boss, 3, "struck")
    with django_assert_num_queries(6):
        assert [line.number for line in supervisor_lists(tournament).ruled] == [3]
    with django_assert_num_queries(1):
        assert waiting(tournament).total == 2


def test_lines_on_paper_are_the_supervisors_next_step(sheet: Scoresheet, desk: User) -> None:
    write(sheet, 1, "r12+", desk)
    set_aside(sheet, 2, NO_GAME, desk)
    tournament = Tournament.objects.get()
    assert overview(tournament).next.title == "Play match 1 and enter its sheets"
    step = overview(tournament, supervises=True).next
    assert (step.title, step.page) == ("Decide lines on paper in match 1", "approvals")
    assert step.text == "1 line on paper waits for the supervisor (5.3.4)."


@pytest.mark.parametrize(
    ("totals", "answer", "end"),
    [
        ("= 2 -4 0 3", "compared", "With what stands there on paper it fits."),
        ("= 2 -4 0 2", "differs", "What stands there on paper is not the difference. Please check the lines above."),
    ],
)
def test_running_totals_name_the_lines_that_wait(
    sheet: Scoresheet, desk: User, totals: str, answer: str, end: str
) -> None:
    fill(sheet, desk, ["r13+", "r12-", "r14+"])
    set_aside(sheet, 4, NO_GAME, desk)
    reply = login(desk).post(address("game_record"), entered(5, totals), headers=PARTS).json()
    paper = "+2 −4 0 +3" if answer == "compared" else "+2 −4 0 +2"
    sentence = (
        f"The paper says {paper} after game 4; without line 4, which waits for the supervisor, it is +1 −3 +1 +1. {end}"
    )
    assert (reply["answer"], reply["text"]) == (answer, sentence)


@pytest.mark.parametrize(
    ("numbers", "at", "expected"),
    [
        (
            [1, 2, 3],
            4,
            "The paper says +1 0 0 −1 after game 3, counted is +1 −3 +1 +1. Please check the lines above. "
            "Difference: 2 {1} +3, 3 {2} −1, 4 {3} −2.",
        ),
        (
            [1, 2, 3],
            5,
            "Line 4 is still open and counts nothing: up to game 3 +1 −3 +1 +1 is counted, the paper says +1 0 0 −1.",
        ),
        (
            [1, 2, 5],
            6,
            "Lines 3, 4 are still open and count nothing: up to game 5 +1 −3 +1 +1 is counted, the paper says "
            "+1 0 0 −1.",
        ),
    ],
)
def test_running_totals_name_the_lines_that_are_open(
    sheet: Scoresheet, desk: User, numbers: list[int], at: int, expected: str
) -> None:
    for number, entry in zip(numbers, ["r13+", "r12-", "r14+"], strict=True):
        write(sheet, number, entry, desk)
    reply = login(desk).post(address("game_record"), entered(at, "= 1 0 0 -1"), headers=PARTS).json()
    sentence = reply["text"].replace("\N{NO-BREAK SPACE}", " ")
    assert (reply["answer"], sentence) == ("differs", expected.format(*sheet_view(fresh(sheet)).names))


def test_a_late_tout_is_chosen_by_tapping(sheet: Scoresheet, desk: User, boss: Client) -> None:
    set_aside(sheet, 4, NO_GAME, desk)
    where = address("game_choose", 4)
    form = {"number": "4", "contract": "wenz", "declarer": "4", "result": "lost", "level": "simple", "late_tout": "on"}
    form |= {"shown": boss.get(where, form).context["choice"].key, "paper": str(PaperLine.objects.get().pk)}
    assert boss.post(where, form)["Location"] == LIST
    assert (points(sheet), Correction.objects.get().new_record["late_tout"]) == ({4: (2, 2, 2, -6)}, True)
    pressed = [
        (one.name, key.value)
        for one in boss.get(where).context["choice"].questions
        for key in one.options
        if key.chosen
    ]
    assert ("contract", "wenz") in pressed
    assert ("late_tout", "on") in pressed
