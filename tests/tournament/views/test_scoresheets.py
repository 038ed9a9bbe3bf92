"""The desk's page of a sheet, and the checks before every act on it: method, login, role, table."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import PARTS, address, login, messages_of, text
from tests.worlds.factories import make_user, open_scoresheet, write
from tests.worlds.sheets import QUIET, accept, correct, fill, fresh, kinds, refuse, sign
from tournament.enums import Source
from tournament.models import Scoresheet, User

ALL, SUPERVISOR = {"organiser", "desk", "supervisor"}, {"supervisor"}
# Act -> its other arguments and the role that may do it.
ACTS: dict[str, tuple[tuple[int, ...], set[str]]] = {
    "game_record": ((), ALL),
    "game_take_back": ((1,), ALL),
    "scoresheet_source": ((), ALL),
    "signatures": ((), ALL),
    "game_rule": ((), SUPERVISOR),
    "game_sanction": ((), SUPERVISOR),
    "game_correct": ((1,), SUPERVISOR),
    "game_strike": ((1,), SUPERVISOR),
    "game_restore": ((1,), SUPERVISOR),
    "game_undo": ((1,), SUPERVISOR),
    "scoresheet_accept": ((), SUPERVISOR),
    "second_look": ((), SUPERVISOR),
}


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_a_post(sheet: Scoresheet, supervisor: User, act: str) -> None:
    assert login(supervisor).get(address(act, *ACTS[act][0])).status_code == 405


@pytest.mark.parametrize("act", ACTS)
def test_nobody_acts_without_a_login(sheet: Scoresheet, act: str) -> None:
    where = address(act, *ACTS[act][0])
    answer = Client().post(where)
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('login')}?next={where}")


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", ["organiser", "desk", "supervisor", ""])
def test_who_may_act(sheet: Scoresheet, act: str, role: str) -> None:
    more, roles = ACTS[act]
    answer = login(make_user(*filter(None, [role]))).post(address(act, *more))
    assert (answer.status_code == 403) == (role not in roles)
    assert kinds(sheet) == []


@pytest.mark.parametrize("act", ACTS)
def test_an_act_on_no_table(sheet: Scoresheet, supervisor: User, act: str) -> None:
    assert login(supervisor).post(address(act, *ACTS[act][0], table=9)).status_code == 404


def test_the_page_has_the_same_doors(sheet: Scoresheet, client: Client) -> None:
    assert client.get(address("scoresheet")).status_code == 200
    assert client.get(address("scoresheet", table=9)).status_code == 404
    assert client.post(address("scoresheet")).status_code == 405
    assert login(make_user(username="nobody")).get(address("scoresheet")).status_code == 403
    assert Client().get(address("scoresheet")).status_code == 302


def test_the_page_of_an_empty_sheet(sheet: Scoresheet, client: Client) -> None:
    page = text(client.get(address("scoresheet")))
    assert "0 of 32 games" in page
    assert '<input type="hidden" name="number" value="1">' in page
    for name in ("1 Anna Obermaier", "2 Bene Huber", "3 Centa Löffler", "4 Dirk Süß"):
        assert f'class="whole-name">{name}</span>' in page


def test_the_page_bears_the_table_of_outcomes(sheet: Scoresheet, client: Client) -> None:
    answer = client.get(address("scoresheet"))
    outcomes = answer.context["outcomes"]
    table = outcomes["tables"][outcomes["later"][0]]
    outcome = ["Rufer, {1} with {3}, won", [1, -1, 1, -1], None, 0, None]
    assert table["outcomes"][table["entries"]["r13+"]] == outcome
    assert outcomes["names"] == {1: "Anna", 2: "Bene", 3: "Centa", 4: "Dirk"}
    assert 'id="outcomes" type="application/json"' in text(answer)


def test_only_what_is_newer_is_sent(sheet: Scoresheet, desk: User, client: Client) -> None:
    write(sheet, 1, "r13+", desk)
    version = fresh(sheet).version
    same = client.get(address("scoresheet"), {"v": version}, headers=PARTS)
    assert (same.status_code, same.content) == (204, b"")
    newer = client.get(address("scoresheet"), {"v": version - 1}, headers=PARTS)
    assert newer.status_code == 200
    payload = newer.json()
    assert (payload["answer"], payload["text"], payload["version"]) == ("page", "", version)
    assert sorted(payload["parts"]) == ["missing_part", "sheet_part", "side_part", "table_part"]
    assert 'data-text="Rufer, Anna with Centa, won"' in payload["parts"]["sheet_part"]


def test_an_opened_line_says_who_wrote_it(sheet: Scoresheet, desk: User, client: Client) -> None:
    write(sheet, 2, "s2+", desk)
    page = text(client.get(address("scoresheet"), {"line": 2}))
    assert "Solo, Bene, won" in page
    assert "From paper: Dora Desk," in page
    assert "Take game 2 back" in page
    assert "Correct (5.3.4)" not in page
    for odd in ("0", "33", "x", "²", "99999999", "-1"):
        assert client.get(address("scoresheet"), {"line": odd}).status_code == 200


def test_a_supervisor_can_correct_the_opened_line(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "s2+", desk)
    page = text(login(supervisor).get(address("scoresheet"), {"line": 2}))
    assert 'name="entry" maxlength="60" value="s2+"' in page
    assert "Correct (5.3.4)" in page


def test_old_values_and_struck_games_stay_readable(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "st3+"])
    correct(sheet, 1, "r13++", supervisor, reason="wrong partner")
    refuse(sheet, 2, supervisor)
    page = text(login(desk).get(address("scoresheet")))
    assert '<tr class="game struck old"> <th scope="row">1</th>' in page
    assert (
        "Game 1 corrected (5.3.4): Rufer, Anna with Bene, won, now Rufer, Anna with Centa, won with Schneider." in page
    )
    assert '<tr class="game struck" data-line="2"' in page
    assert "Game 2 struck (5.2.17): Solo Tout without approval · supervisor K. Reiter" in page


def test_the_source_is_chosen(sheet: Scoresheet, client: Client) -> None:
    answer = client.post(address("scoresheet_source"), {"source": "live"})
    assert (answer.status_code, answer["Location"]) == (302, address("scoresheet"))
    assert (fresh(sheet).source, messages_of(client, sheet)) == (Source.LIVE, ["From now on: Live at the table."])


def test_the_way_of_a_finished_sheet(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    page = text(login(desk).get(address("scoresheet")))
    assert "Anna confirms" in page
    assert "All signatures are on the paper" in page
    assert "Accept the sheet" not in page
    sign(sheet, desk)
    assert "Everybody has signed. A supervisor accepts the sheet now." in text(login(desk).get(address("scoresheet")))
    assert "Accept the sheet" in text(login(supervisor).get(address("scoresheet")))
    accept(sheet, supervisor)
    assert "Accepted by K. Reiter," in text(login(desk).get(address("scoresheet")))
    correct(sheet, 7, "r24++", supervisor)
    assert text(login(desk).get(address("scoresheet"))).count("The earlier signature lapsed at") == 4


def test_the_next_missing_table_is_one_key_away(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    accept(sheet, supervisor)
    page = login(desk).get(address("scoresheet"))
    assert (page.context["next_missing"], page.context["missing"]) == (None, ())
    open_scoresheet(sheet.match.tournament, table=3)
    page = login(desk).get(address("scoresheet"))
    assert (page.context["next_missing"], page.context["missing"]) == (3, (3,))
    assert "Next sheet: table 3" in text(page)


def test_a_page_costs_the_same_on_a_full_sheet(
    sheet: Scoresheet, desk: User, client: Client, django_assert_num_queries: object
) -> None:
    fill(sheet, desk, QUIET[:1])
    client.get(address("scoresheet"))
    with django_assert_num_queries(PAGE_QUERIES):  # type: ignore[operator]
        client.get(address("scoresheet"))
    fill(sheet, desk, QUIET[1:31], first=2)
    with django_assert_num_queries(PAGE_QUERIES):  # type: ignore[operator]
        client.get(address("scoresheet"))


PAGE_QUERIES = 11
