"""The waiting list of the supervisor and the decision (5.2.14, 5.2.16, 5.2.17)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import address, login, messages_of, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import QUIET, approval, fill, fresh, grant, points, refuse, requests, sign, strike
from tournament.models import Scoresheet, User
from tournament.selectors.supervisor import supervisor_lists
from tournament.selectors.versions import tournament_version
from tournament.selectors.waiting import waiting
from tournament.services.acting import act
from tournament.sheet.acts.take_backs import TakeBackGame

LIST = "/tournaments/feldkirchen-2026/approvals/"


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def decide(client: Client, sheet: Scoresheet, number: int, state: str, **more: str) -> list[str]:
    """Press a button of the list; return the messages that the next page shows."""
    where = reverse("approval_decide", args=["feldkirchen-2026", approval(sheet, number).pk])
    answer = client.post(where, {"state": state} | more)
    assert (answer.status_code, answer["Location"]) == (302, address("scoresheet") if more else LIST)
    return messages_of(client, sheet)


def test_the_doors(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st1+", desk)
    where = reverse("approval_decide", args=["feldkirchen-2026", approval(sheet, 2).pk])
    boss = login(supervisor)
    assert (boss.get(where).status_code, boss.post(LIST).status_code) == (405, 405)
    assert (Client().post(where)["Location"], Client().get(LIST)["Location"]) == (
        f"/login/?next={where}",
        f"/login/?next={LIST}",
    )
    for role in ("desk", "organiser"):
        client = login(make_user(role, username=f"other-{role}"))
        assert (client.post(where, {"state": "granted"}).status_code, client.get(LIST).status_code) == (403, 200)
    nobody = login(make_user(username="nobody"))
    assert (nobody.post(where, {"state": "granted"}).status_code, nobody.get(LIST).status_code) == (403, 403)
    assert boss.post(where.replace("feldkirchen", "elsewhere"), {"state": "granted"}).status_code == 404
    assert boss.get(LIST.replace("feldkirchen", "elsewhere")).status_code == 404
    assert requests(sheet) == {2: ("5.2.14", "requested")}


def test_nothing_waits(sheet: Scoresheet, boss: Client) -> None:
    page = text(boss.get(LIST))
    assert "Nothing waits. Games that need an approval appear here as soon as a table asks for them" in page
    assert "Decided" not in page


def test_what_waits_stands_oldest_first(sheet: Scoresheet, desk: User, boss: Client) -> None:
    fill(sheet, desk, ["r12+", "wt4+"])
    second = open_scoresheet(sheet.match.tournament, match=2)
    write(second, 9, "sie1", desk)
    answer = boss.get(LIST)
    assert [
        (line.match, line.table, line.number, line.text, line.row.section) for line in answer.context["lists"].waiting
    ] == [(1, 1, 2, "Wenz Tout, Dirk, won", "5.2.14"), (2, 1, 9, "Sie, Anna, won", "5.2.14")]
    page = text(answer)
    assert "game 2, match 1 (5.2.14) · since" in page
    assert page.count('value="granted">Approve</button>') == 2
    assert "Approve</button>" not in text(login(desk).get(LIST))


def test_a_full_sheet_says_that_it_waits_for_this_game_alone(sheet: Scoresheet, desk: User, boss: Client) -> None:
    fill(sheet, desk, ["wt4+" if number == 9 else entry for number, entry in enumerate(QUIET[:31], 1)])
    page = text(boss.get(LIST))
    assert "already played" in page
    assert "Typed from the paper, where no initials stand." in page
    write(sheet, 32, "r13+", desk)
    page = text(boss.get(LIST))
    assert "all games are written: the sheet waits for this" in page
    assert "already played" not in page


def test_approved_and_struck(sheet: Scoresheet, desk: User, boss: Client) -> None:
    fill(sheet, desk, ["r12+", "wt4+", "st1-"])
    assert decide(boss, sheet, 2, "granted") == ["Table 1, game 2 is approved."]
    assert decide(boss, sheet, 3, "refused", next="sheet") == ["Table 1, game 3 is struck."]
    assert points(sheet) == {1: (1, 1, -1, -1), 2: (-6, -6, -6, 18), 3: (0, 0, 0, 0)}
    answer = boss.get(LIST)
    assert [(line.number, line.row.state) for line in answer.context["lists"].decided] == [
        (3, "refused"),
        (2, "granted"),
    ]
    assert "<strong>Granted</strong>, K. Reiter" in text(answer)


def test_pressed_twice(sheet: Scoresheet, desk: User, boss: Client) -> None:
    write(sheet, 2, "wt4+", desk)
    decide(boss, sheet, 2, "granted")
    assert decide(boss, sheet, 2, "granted") == ["K. Reiter has decided so already: game 2, Granted."]
    assert decide(boss, sheet, 2, "refused") == ["Table 1, game 2 is struck."]


@pytest.mark.parametrize("state", ["", "withdrawn", "requested", "nonsense"])
def test_no_choice_strikes_nothing(sheet: Scoresheet, desk: User, boss: Client, state: str) -> None:
    write(sheet, 2, "wt4+", desk)
    assert decide(boss, sheet, 2, state) == ["Please choose: approve or strike."]
    assert requests(sheet) == {2: ("5.2.14", "requested")}


def test_a_game_that_is_gone(sheet: Scoresheet, desk: User, supervisor: User, boss: Client) -> None:
    write(sheet, 2, "wt4+", desk)
    write(sheet, 3, "wt4+", desk)
    back, struck = (reverse("approval_decide", args=["feldkirchen-2026", approval(sheet, at).pk]) for at in (2, 3))
    act(sheet, TakeBackGame(number=2), actor=desk)
    strike(sheet, 3, supervisor)
    assert boss.post(back, {"state": "granted"})["Location"] == LIST
    assert messages_of(boss, sheet) == ["This game no longer waits: it was taken back in the meantime."]
    boss.post(struck, {"state": "granted"})
    assert messages_of(boss, sheet) == [
        "This game no longer waits for an approval: it was taken back or changed in the meantime."
    ]


def test_another_tournaments_game_is_not_decided_here(sheet: Scoresheet, desk: User, boss: Client) -> None:
    write(sheet, 2, "wt4+", desk)
    other = make_tournament(name="Elsewhere", slug="elsewhere")
    make_participants(other, 4)
    boss.post(reverse("approval_decide", args=["elsewhere", approval(sheet, 2).pk]), {"state": "granted"})
    assert requests(sheet) == {2: ("5.2.14", "requested")}


def test_only_what_is_newer_is_sent(sheet: Scoresheet, desk: User, boss: Client) -> None:
    write(sheet, 2, "wt4+", desk)
    version = tournament_version(sheet.match.tournament)
    same = boss.get(LIST, {"v": version}, headers={"HX-Request": "true"})
    assert (same.status_code, same.content) == (204, b"")
    newer = text(boss.get(LIST, {"v": version - 1}, headers={"HX-Request": "true"}))
    assert newer.startswith('<div id="approvals"')
    assert f"?v={version}" in newer


def test_all_lists_take_six_queries(
    sheet: Scoresheet, desk: User, supervisor: User, boss: Client, django_assert_num_queries: object
) -> None:
    fill(sheet, desk, ["r12+", "wt4+", "st1-", "sie2", "wt1+"])
    grant(sheet, 2, supervisor)
    refuse(sheet, 3, supervisor)
    tournament = sheet.match.tournament
    with django_assert_num_queries(6):  # type: ignore[operator]
        lists = supervisor_lists(tournament).games
        assert [line.url for line in lists.waiting] == [address("scoresheet")] * 2
        assert [str(line.row.supervisor) for line in lists.decided] == ["K. Reiter"] * 2
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert waiting(tournament).total == 2


@pytest.mark.parametrize("tables", [1, 3])
def test_signed_sheets_take_no_more(
    sheet: Scoresheet, desk: User, django_assert_num_queries: object, tables: int
) -> None:
    tournament = sheet.match.tournament
    make_participants(tournament, 4 * tables - 4, first=5)
    for table in range(1, tables + 1):
        sign(fill(sheet if table == 1 else open_scoresheet(tournament, table=table), desk), desk)
    with django_assert_num_queries(6):  # type: ignore[operator]
        assert [row.table for row in supervisor_lists(tournament).signed] == list(range(1, tables + 1))


def test_a_signed_sheet_waits_in_the_list_and_is_accepted_after_a_look(
    sheet: Scoresheet, desk: User, boss: Client
) -> None:
    tournament = sheet.match.tournament
    make_participants(tournament, 8, first=5)
    second, _open = (open_scoresheet(tournament, table=table) for table in (2, 3))
    for row in (sheet, second):
        sign(fill(row, desk), desk)
    page = boss.get(LIST)
    assert [(row.table, row.scores[0]) for row in page.context["signed"]] == [(1, ("Anna", -13)), (2, ("Eva", -13))]
    assert text(page).count("Look and accept") == 2
    assert "Look and accept" not in text(login(desk).get(LIST))
    count = text(boss.get(reverse("approvals_count", args=["feldkirchen-2026"])))
    assert '<span class="nav-count" title="2 signed sheets">2<' in count
    assert "Signed, to be accepted: table <a" in text(boss.get(address("scoresheet", table=3)))
    assert "Signed, to be accepted" not in text(login(desk).get(address("scoresheet", table=3)))
    look = address("scoresheet_look")
    look_page = boss.get(look)
    assert "Accept the sheet of table 1" in text(look_page)
    form = {"content": fresh(sheet).content_hash, "next": "list"}
    # Each act leads back to the list, so that the next sheet's button is not where the finger is.
    assert boss.post(address("scoresheet_accept"), form)["Location"] == LIST
    form["content"] = "another"
    assert boss.post(address("scoresheet_accept", table=2), form)["Location"] == address("scoresheet_look", table=2)
    assert "Please check it again before you accept it." in text(boss.get(address("scoresheet_look", table=2)))
    form["content"] = fresh(second).content_hash
    assert boss.post(address("scoresheet_accept", table=2), form)["Location"] == LIST
    assert "The sheet of table 2 is accepted." in text(boss.get(LIST))
    # A game that no longer waits is shown in its present state.
    assert boss.get(look)["Location"] == address("scoresheet")


def test_a_game_elsewhere_moves_nothing_under_the_finger(sheet: Scoresheet, desk: User, boss: Client) -> None:
    write(sheet, 2, "wt4+", desk)
    page = boss.get(LIST)
    query = {"v": page.context["version"], "shown": page.context["shown"]}
    write(sheet, 3, "r12+", desk)
    assert boss.get(LIST, query, headers={"HX-Request": "true"}).status_code == 204
    write(sheet, 4, "sie1", desk)
    newer = boss.get(LIST, query, headers={"HX-Request": "true"})
    assert [line.number for line in newer.context["lists"].waiting] == [2, 4]
