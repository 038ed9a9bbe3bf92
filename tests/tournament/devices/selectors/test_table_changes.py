"""Changes at a table as its sheet shows them, the cards of a hall, and the people who can change places."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from tests.worlds.factories import make_user
from tests.worlds.played import decide, play
from tests.worlds.sheets import fresh
from tests.worlds.totals import GOOD, open_totals_sheet
from tournament.devices.selectors.table_changes import packs_of, seat_seen, touched_seats, touched_sheets
from tournament.draw.services.seats import exchange_seats
from tournament.enums import SignatureKind
from tournament.models import Participant, Scoresheet, Seat, User
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act
from tournament.services.tables import issue_pack, issue_packs, replace_pack
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.tables import NameScorekeeper
from tournament.sheet.acts.totals import RecordTotals

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to 20:14 in Feldkirchen on the evening of play."""
    now = dt.datetime(2026, 11, 28, 20, 14, tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr(timezone, "now", lambda: now)


def seat(table: int, number: int) -> Seat:
    seats = Seat.objects.select_related("participant", "scoresheet")
    return seats.get(match__number=1, scoresheet__table_number=table, number=number)


def name(table: int, number: int) -> str:
    return str(seat(table, number).participant)


def table(number: int) -> Scoresheet:
    return fresh(seat(number, 1).scoresheet)


def remarks(number: int) -> list[str]:
    return [text.replace("\u202f", " ") for text in sheet_view(table(number)).remarks]


def exchange(first: Seat, second: Seat, actor: User, reason: str) -> None:
    exchange_seats(first=first, second=second, actor=actor, reason=reason)


def test_a_sheet_tells_what_changed_at_its_table(clock: None) -> None:
    _tournament, actor = play(tables=2, entries=["r12+", "s3+"])
    issue_pack(scoresheet=table(1), pack="14", actor=actor)
    assert remarks(1) == []
    act(table(1), NameScorekeeper(seat=3, all_agree=True), actor=actor)
    replace_pack(scoresheet=table(1), pack="31", actor=actor)
    keeper, second, fourth, other = name(1, 3), name(1, 2), name(1, 4), name(2, 1)
    before = name(1, 1)
    exchange(seat(1, 4), seat(1, 2), actor, "100 % mixed up")
    exchange(seat(1, 3), seat(2, 1), actor, "wrong table")
    exchange(seat(1, 1), seat(2, 2), actor, "wrong table")
    assert remarks(1) == [
        # The names of the scorekeepers at that time, not of who sits there now.
        f"Scorekeeper from game 3 on: {keeper}, until game 2 {before}, all agreed (5.3.1) · K. Reiter, 20:14",
        "After game 2 cards 14 replaced by 31 (3.4.3) · K. Reiter, 20:14",
        f"After game 2: Seat 4 and seat 2 exchanged: now {second} on seat 4, {fourth} on seat 2 (100 % mixed up) "
        "· Tournament management K. Reiter, 20:14",
        f"After game 2: Seat 3 exchanged with table 2, seat 1: here now {other}, there {keeper} (wrong table) "
        "· Tournament management K. Reiter, 20:14",
        f"After game 2: Seat 1 exchanged with table 2, seat 2: here now {name(1, 1)}, there {before} (wrong table) "
        "· Tournament management K. Reiter, 20:14",
    ]
    assert remarks(2)[:1] == [
        f"After game 2: Seat 1 exchanged with table 1, seat 3: here now {keeper}, there {other} (wrong table) "
        "· Tournament management K. Reiter, 20:14"
    ]


def test_seats_exchanged_before_play_by_a_login_called_after_its_office(clock: None) -> None:
    _tournament, actor = play(entries=[])
    actor.full_name = "Tournament management"
    actor.save()
    second, fourth = name(1, 2), name(1, 4)
    exchange(seat(1, 4), seat(1, 2), actor, "mixed up")
    assert remarks(1) == [
        f"Seat 4 and seat 2 exchanged: now {second} on seat 4, {fourth} on seat 2 (mixed up) "
        "· Tournament management, 20:14"
    ]


def test_a_scorekeeper_named_before_anything_is_typed_follows_nobody(clock: None) -> None:
    _tournament, actor = play(entries=["r12+"])
    act(table(1), NameScorekeeper(seat=3, all_agree=True, after_game=0), actor=actor)
    assert remarks(1) == [f"Scorekeeper from game 1 on: {name(1, 3)}, all agreed (5.3.1) · K. Reiter, 20:14"]


def test_cards_replaced_before_anything_is_typed(clock: None) -> None:
    _tournament, actor = play(entries=[])
    issue_pack(scoresheet=table(1), pack="14", actor=actor)
    replace_pack(scoresheet=table(1), pack="31", actor=actor)
    assert remarks(1) == ["Cards 14 replaced by 31 (3.4.3) · K. Reiter, 20:14"]


def test_the_sheet_knows_its_scorekeeper_and_first_dealer() -> None:
    _tournament, actor = play(entries=[])
    view = sheet_view(table(1))
    assert (view.scorekeeper.number, view.first_dealer.number) == (1, 1)
    act(table(1), NameScorekeeper(seat=4), actor=actor)
    assert sheet_view(table(1)).scorekeeper.name == name(1, 4)


def test_however_much_was_changed_a_sheet_costs_the_same(django_assert_num_queries: Any) -> None:
    _tournament, actor = play(tables=2, entries=["r12+"])
    issue_pack(scoresheet=table(1), pack="1", actor=actor)
    for number in range(2, 6):
        replace_pack(scoresheet=table(1), pack=str(number), actor=actor)
        exchange(seat(1, 1), seat(2, number - 1), actor, "mixed up")
    sheet = table(1)
    with django_assert_num_queries(4):
        view = sheet_view(sheet)
    assert len(view.remarks) == 8


def test_the_cards_of_a_hall(django_assert_num_queries: Any) -> None:
    tournament, actor = play(tables=3, entries=[])
    match = tournament.matches.get(number=1)
    act(table(2), NameScorekeeper(seat=3), actor=actor)
    issue_packs(match=match, actor=actor, first=14)
    with django_assert_num_queries(2):
        packs = packs_of(match)
    assert [(row.table, row.pack, row.scorekeeper) for row in packs] == [
        (1, "14", f"Seat 1 · {name(1, 1)}"),
        (2, "15", f"Seat 3 · {name(2, 3)}"),
        (3, "16", f"Seat 1 · {name(3, 1)}"),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3", ["Centa Löffler"]),
        ("Loeffler", ["Centa Löffler"]),
        ("löffler, centa", ["Centa Löffler"]),
        ("suess", ["Dirk Süß"]),
        ("r", ["Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß"]),
        ("99", []),
        ("", []),
        (" , ", []),
        ("²", []),
    ],
)
def test_who_is_meant(text: str, names: list[str], django_assert_num_queries: Any) -> None:
    tournament, _actor = play(entries=[])
    match = tournament.matches.get(number=1)
    with django_assert_num_queries(1):
        people = [str(place.participant) for place in touched_seats(match, text)]
    assert sorted(people) == names


def test_only_who_sits_in_this_match_is_found() -> None:
    tournament, _actor = play(entries=[])
    Participant.objects.create(tournament=tournament, start_number=9, first_name="Eva", last_name="Zöllner")
    assert touched_seats(tournament.matches.get(number=1), "Eva") == ()
    assert touched_seats(tournament.matches.get(number=2), "1") == ()


def test_twelve_are_enough_to_choose_from() -> None:
    tournament, _actor = play(tables=6, entries=[])
    assert len(touched_seats(tournament.matches.get(number=1), "e")) == 12


def test_a_seat_is_the_one_that_was_seen() -> None:
    tournament, _actor = play(entries=[])
    match, here = tournament.matches.get(number=1), seat(1, 2)
    number = here.participant.start_number
    assert seat_seen(match, table=1, seat=2, start_number=number) == here
    assert seat_seen(match, table=1, seat=3, start_number=number) is None
    assert seat_seen(match, table=2, seat=2, start_number=number) is None


def test_what_an_exchange_touches() -> None:
    _tournament, actor = play(tables=2)
    assert [(row.table, row.games, row.signed) for row in touched_sheets(seat(1, 1), seat(1, 2))] == [(1, 32, False)]
    sheet = table(2)
    decide(sheet, actor)
    content = fresh(sheet).content_hash
    act(sheet, SignSeats(seats=(1,), how=SignatureKind.DESK, content=content), actor=actor)
    both = [(row.table, row.games, row.signed) for row in touched_sheets(seat(2, 1), seat(1, 2))]
    assert both == [(1, 32, False), (2, 32, True)]
    assert not any(row.totals for row in touched_sheets(seat(2, 1), seat(1, 2)))


def test_an_exchange_touches_totals_too() -> None:
    actor = make_user("organiser", "desk")
    act(open_totals_sheet(actor), RecordTotals(totals=GOOD), actor=actor)
    assert [(row.games, row.totals) for row in touched_sheets(seat(1, 1), seat(1, 2))] == [(0, True)]
