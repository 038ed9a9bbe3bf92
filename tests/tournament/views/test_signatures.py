"""Signatures under a complete sheet, the supervisor's acceptance, and the document that it makes (5.3.1, 5.3.2)."""

import re

import pytest
from django.test import Client

from tests.tournament.views.desk import address, login, messages_of, text
from tests.worlds.factories import make_participants, open_scoresheet, write
from tests.worlds.sheets import accept, correct, fill, fresh, sign, state
from tournament.enums import SheetState
from tournament.models import Document, Scoresheet, Signature, User

CHANGED = "The sheet was changed in the meantime. Please read it again before you sign."


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


@pytest.fixture
def boss(supervisor: User) -> Client:
    return login(supervisor)


def press(client: Client, sheet: Scoresheet, seat: str, content: str | None = None) -> int:
    posted = {"seat": seat, "content": fresh(sheet).content_hash if content is None else content}
    return client.post(address("signatures"), posted).status_code


def signed(sheet: Scoresheet) -> list[tuple[int, str]]:
    rows = Signature.objects.filter(seat__scoresheet=sheet, lapsed_at=None).order_by("seat__number")
    return list(rows.values_list("seat__number", "kind"))


def test_one_after_the_other_confirms(sheet: Scoresheet, desk: User, client: Client) -> None:
    fill(sheet, desk)
    assert press(client, sheet, "3") == 302
    assert messages_of(client, sheet) == ["The signature is recorded."]
    assert signed(sheet) == [(3, "desk")]
    page = text(client.get(address("scoresheet")))
    assert "✓ Confirmed at the desk," in page
    assert "Centa confirms" not in page
    for seat in "124":
        press(client, sheet, seat)
    assert (len(signed(sheet)), state(sheet)) == (4, SheetState.SIGNED)


def test_four_signatures_on_the_paper(sheet: Scoresheet, desk: User, client: Client) -> None:
    fill(sheet, desk)
    assert press(client, sheet, "paper") == 302
    assert messages_of(client, sheet) == ["The signatures are recorded."]
    assert signed(sheet) == [(1, "paper"), (2, "paper"), (3, "paper"), (4, "paper")]
    page = text(client.get(address("scoresheet")))
    assert len(re.findall("✓ Signed on paper, [^·]+ · recorded by Dora Desk", page)) == 4


@pytest.mark.parametrize("seat", ["", "5", "0", "x", "²", "1 2"])
def test_nobody_signs_for_a_seat_that_is_none(sheet: Scoresheet, desk: User, client: Client, seat: str) -> None:
    fill(sheet, desk)
    answer = client.post(address("signatures"), {"seat": seat, "content": fresh(sheet).content_hash})
    assert (answer.status_code, "Please choose whose signature it is." in text(answer)) == (422, True)
    assert signed(sheet) == []


def test_an_old_page_signs_nothing(sheet: Scoresheet, desk: User, supervisor: User, client: Client) -> None:
    content = fill(sheet, desk).content_hash
    correct(sheet, 7, "r24++", supervisor)
    answer = client.post(address("signatures"), {"seat": "1", "content": content})
    assert (answer.status_code, CHANGED in text(answer)) == (409, True)
    assert press(client, sheet, "1", content="") == 409
    assert signed(sheet) == []


def test_an_open_sheet_is_not_signed(sheet: Scoresheet, desk: User, client: Client) -> None:
    write(sheet, 1, "r12+", desk)
    assert press(client, sheet, "paper") == 422


def test_accepted_with_its_document(sheet: Scoresheet, desk: User, supervisor: User, boss: Client) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    for _twice in range(2):
        answer = boss.post(address("scoresheet_accept"), {"content": fresh(sheet).content_hash})
        assert (answer.status_code, answer["Location"]) == (302, address("scoresheet"))
        assert messages_of(boss, sheet) == ["The sheet is accepted."]
    row = fresh(sheet)
    assert (row.state, row.accepted_by) == (SheetState.ACCEPTED, supervisor)
    assert bytes(Document.objects.get().pdf[:5]) == b"%PDF-"


def test_unsigned_or_changed_is_not_accepted(sheet: Scoresheet, desk: User, supervisor: User, boss: Client) -> None:
    content = fill(sheet, desk).content_hash
    answer = boss.post(address("scoresheet_accept"), {"content": content})
    assert (
        answer.status_code,
        "Every player's signature is needed before the sheet can be accepted" in text(answer),
    ) == (
        422,
        True,
    )
    correct(sheet, 7, "r24++", supervisor)
    sign(sheet, desk)
    answer = boss.post(address("scoresheet_accept"), {"content": content})
    assert (answer.status_code, "Please check it again before you accept it." in text(answer)) == (409, True)
    assert (state(sheet), Document.objects.count()) == (SheetState.SIGNED, 0)


def test_reopened_by_a_correction_and_visibly(sheet: Scoresheet, desk: User, supervisor: User, boss: Client) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    accept(sheet, supervisor)
    boss.post(address("game_correct", 7), {"entry": "r24++", "reason": "miscounted"})
    page = text(boss.get(address("scoresheet")))
    assert "Accepted by" not in page
    assert page.count("The earlier signature lapsed at") == 4
    assert "Game 7 corrected (5.3.4)" in page


@pytest.mark.parametrize("accepted", [False, True])
def test_what_is_refused_on_a_signed_sheet_stands_where_it_is_seen(
    sheet: Scoresheet, desk: User, supervisor: User, boss: Client, accepted: bool
) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    if accepted:
        accept(sheet, supervisor)
    page = text(boss.post(address("game_correct", 2), {"entry": "xyz", "reason": "misread"}))
    # The entry panel, which says so on an open sheet, is hidden.
    before, panel = page.split('<form class="sheet entry"')
    assert panel.split(">")[0].endswith(" hidden")
    assert "The entry xyz cannot be read." in before


def test_after_the_acceptance_comes_a_sheet_that_waits_for_one(
    sheet: Scoresheet, desk: User, supervisor: User, boss: Client
) -> None:
    """Not the next one in order, which nobody has typed yet."""
    tournament = sheet.match.tournament
    make_participants(tournament, 8, first=5)
    open_scoresheet(tournament, table=2)
    fill(open_scoresheet(tournament, table=3), desk)
    fill(sheet, desk)
    sign(sheet, desk, 1, 2, 3, 4)
    accept(sheet, supervisor)
    assert "Next sheet: table 3" in text(boss.get(address("scoresheet")))
