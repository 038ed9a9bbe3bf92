"""Lines of the paper that are no game: the desk's request, the answer, and the sheet."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import PARTS, address, entered, login, messages_of, text
from tests.worlds.factories import write
from tests.worlds.sheets import fresh, points
from tournament.models import PaperLine, Scoresheet, User

NO_GAME = "+1 -1 -1 +2"


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def aside(client: Client, number: int, kind: str, typed: str = "", **more: object) -> Any:
    """The answer to a line that was set aside as desk.js sends it."""
    posted = entered(number, "", **more) | {"kind": kind, "text": typed}
    return client.post(address("line_set_aside"), posted, headers=PARTS).json()


def test_a_line_is_set_aside_and_the_sheet_shows_it(sheet: Scoresheet, client: Client) -> None:
    reply = aside(client, 1, "no_game", NO_GAME)
    expected = ("applied", "Line 1 waits for the supervisor.", fresh(sheet).version)
    assert (reply["answer"], reply["text"], reply["version"]) == expected
    assert "Paper: +1 −1 −1 +2 · waits for the supervisor" in reply["parts"]["sheet_part"]
    assert 'data-next="2"' in reply["parts"]["sheet_part"]
    assert "Dora Desk" in text(client.get(sheet.get_absolute_url(), {"line": 1}))


@pytest.mark.parametrize(("typed", "kind"), [("92x", "struck"), ("92gestr", "struck"), ("0", "not_written")])
def test_what_is_struck_or_empty_comes_by_the_entry(sheet: Scoresheet, client: Client, typed: str, kind: str) -> None:
    reply = client.post(address("game_record"), entered(2, typed), headers=PARTS).json()
    assert (reply["answer"], reply["text"]) == ("applied", "Line 2 waits for the supervisor.")
    assert (PaperLine.objects.get().kind, points(sheet)) == (kind, {})


@pytest.mark.parametrize(
    ("kind", "typed", "sentence"),
    [
        ("no_game", "r13+", "This is a game: please enter it as it stands."),
        ("no_game", "7 2", "Please enter a value for every seat, for example −4 +2 +2 0."),
        ("struck", "92 Huber", "The entry 92 Huber cannot be read."),
        ("unreadable", "Huber?", "Please type only what can be read: digits, signs and “?”."),
    ],
)
def test_refused_with_its_sentence(sheet: Scoresheet, client: Client, kind: str, typed: str, sentence: str) -> None:
    reply = aside(client, 1, kind, typed)
    assert (reply["answer"], reply["text"], PaperLine.objects.count()) == ("refused", sentence, 0)


def test_the_desk_frees_the_line(sheet: Scoresheet, client: Client) -> None:
    aside(client, 3, "unreadable", "3 ?")
    assert "Paper: unreadable: 3 ? · waits" in text(client.get(sheet.get_absolute_url()))
    client.post(address("line_take_up", 3), {"replace": PaperLine.objects.get().pk})
    assert messages_of(client, sheet) == ["Line 3 is free again."]
    assert PaperLine.objects.get().closed_at is not None


def test_the_supervisor_decides_with_one_tap(sheet: Scoresheet, client: Client, boss: Client) -> None:
    aside(client, 2, "no_game", NO_GAME)
    row = PaperLine.objects.get()
    page = text(boss.get(sheet.get_absolute_url(), {"line": 2}))
    assert 'value="1 -1 -1 1">Rufer: +1 −1 −1 +1</button>' in page
    assert 'name="reason" maxlength="200" placeholder="No game on paper"' in page
    form = {"choice": "1 -1 -1 1", "reason": "", "command": "c" * 32, "next": "sheet"}
    url = reverse("paper_line_decide", args=["feldkirchen-2026", row.pk])
    assert client.post(url, form).status_code == 403
    assert boss.post(url, form).url == sheet.get_absolute_url()
    assert messages_of(boss, sheet) == ["Table 1, line 2 is decided: Rufer: +1 −1 −1 +1."]
    assert points(sheet) == {2: (1, -1, -1, 1)}


def test_the_supervisor_types_what_no_proposal_says(sheet: Scoresheet, client: Client, boss: Client) -> None:
    aside(client, 2, "unreadable", "9 ?")
    url = reverse("paper_line_decide", args=["feldkirchen-2026", PaperLine.objects.get().pk])
    typed = {"choice": "typed", "entry": "w4-", "reason": "asked at the table", "command": "c" * 32, "next": "sheet"}
    boss.post(url, typed | {"entry": "zzz"})
    assert messages_of(boss, sheet) == ["The entry zzz cannot be read."]
    boss.post(url, typed)
    assert points(sheet) == {2: (2, 2, 2, -6)}


def test_the_end_of_the_sheet_is_closed(sheet: Scoresheet, client: Client, boss: Client) -> None:
    write(sheet, 1, "r13+", User.objects.get(username="desk"))
    assert 'name="numbers"' not in text(client.get(sheet.get_absolute_url()))
    page = text(boss.get(sheet.get_absolute_url()))
    assert "Close the sheet with 1 game" in page
    numbers = ",".join(str(number) for number in range(2, 33))
    assert f'value="{numbers}"' in page
    boss.post(address("lines_unplayed"), {"numbers": numbers, "reason": "fire alarm", "command": "c" * 32})
    assert messages_of(boss, sheet) == ["The sheet is closed with the games played."]
    assert "1 of 32 games · 31 not played · checksum 0 ✓ · <strong>Complete</strong>" in text(
        client.get(sheet.get_absolute_url())
    )
