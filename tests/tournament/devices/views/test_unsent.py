"""The desk's page for the code that a table shows: it says what would happen, and one button writes it."""

import base64

import pytest
from django.test import Client

from tests.tournament.views.desk import address, login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import discarded_meanwhile, live, points
from tournament.devices.forms.unsent import read_unsent
from tournament.models import Scoresheet, User
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def packed(byte: int) -> str:
    return base64.urlsafe_b64encode(bytes([byte]) * 16).decode().rstrip("=")


FIRST, SECOND = f"{packed(1)}.1.crufer.d1.p3.rw.le", f"{packed(2)}.2.csolo.sH.d2.rl.lr.zpe.mRnJhbno"


@pytest.fixture
def anna() -> User:
    return make_user("desk", "supervisor", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet(anna: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return live(open_scoresheet(tournament), anna)


def at(code: str) -> str:
    return f"{address('unsent')}?c={code}"


def test_it_says_what_would_happen_and_writes_it(sheet: Scoresheet, anna: User) -> None:
    client = login(anna)
    page = text(client.get(at(f"{FIRST}~{SECOND}")))
    assert '<h1 class="unsent-table">Table 1</h1>' in page
    assert "Game 1: Rufer, Anna with Centa, won" in page
    assert "+3 −9 +3 +3" in page
    assert "Write 2 games" in page
    assert points(sheet) == {}  # looking writes nothing
    answer = client.post(at(f"{FIRST}~{SECOND}"))
    assert (answer.status_code, answer["Location"]) == (302, at(f"{FIRST}~{SECOND}"))
    page = text(client.get(answer["Location"]))
    assert "2 games of the device were saved." in page
    assert page.count("stands already") == 2
    assert "Write" not in page.split("</main>")[0].split("unsent-games")[1]
    assert points(sheet) == {1: (1, -1, 1, -1), 2: (3, -9, 3, 3)}
    assert sheet.games.get(number=2).redeals == ["passed", "exposed"]


def test_another_game_there_is_shown_beside_it(sheet: Scoresheet, anna: User) -> None:
    write(sheet, 1, "r24+", anna)
    client = login(anna)
    page = text(client.get(at(FIRST)))
    assert "another game stands there</span> Rufer, Bene with Dirk, won" in page
    client.post(at(FIRST))
    page = text(client.get(at(FIRST)))
    assert "Game 1 was just written by Anna Obermaier" in page
    assert points(sheet) == {1: (-1, 1, -1, 1)}


def test_a_draw_that_is_discarded_meanwhile_is_said_to_be(sheet: Scoresheet, anna: User) -> None:
    client = login(anna)
    with discarded_meanwhile(sheet):
        answer = client.post(at(FIRST))
    assert answer.status_code == 400
    assert "This draw was discarded in the meantime." in text(answer)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("-", "-"), ("=K. Reiter", "=K. Reiter"), ("\u202eK. Reiter ", "K. Reiter"), ("x" * 90, "x" * 80)],
)
def test_who_approved_by_word_of_mouth_is_read_as_the_table_sends_it(name: str, kept: str) -> None:
    oral = base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")
    [command] = read_unsent(f"{packed(1)}.1.csolo.d2.rw.m{oral}")
    assert command.oral == kept


@pytest.mark.parametrize(
    "code",
    [
        "",
        "~",
        "x",
        f"{packed(1)}.1.y7",
        f"{packed(1)}.one.csolo",
        f"{packed(1)[:-4]}.1.csolo",
        f"{packed(1)}.1.rx",
        f"{packed(1)}.1.zq",
        f"{packed(1)}.1.",
        f"{packed(1)}.1.m%FF",
        f"{packed(1)}.1.d²",
        "~".join([FIRST] * 41),
    ],
)
def test_a_code_that_is_cut_off_or_wrong_is_said_to_be(sheet: Scoresheet, anna: User, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_unsent(code)
    assert refused.value.code == "unsent_unreadable"
    answer = login(anna).get(address("unsent"), {"c": code})
    assert answer.status_code == 400
    assert "This code was not read completely." in text(answer)


def test_nobody_else_may(sheet: Scoresheet) -> None:
    answer = Client().get(at(FIRST))
    assert answer.status_code == 302
    assert "login" in answer["Location"]
    stranger = make_user(username="dirk", full_name="Dirk Süß")
    assert login(stranger).get(at(FIRST)).status_code == 403
    assert login(stranger).post(at(FIRST)).status_code == 403
