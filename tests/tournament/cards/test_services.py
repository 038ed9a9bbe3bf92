"""Start cards: made once for each number, locked for good, and what a player does with one (5.1.3, 5.3.2)."""

import json

import pytest

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import accept, correct, faults, fill, fresh, live, payload, refusal, sign
from tests.worlds.signing import DRAWN
from tournament.cards.selectors import card_of, cards_view, printed_cards
from tournament.cards.services import (
    MOST_CARDS,
    make_cards,
    object_with_card,
    refuse_with_card,
    renew_card,
    sign_with_card,
)
from tournament.cards.tokens import LENGTH, token_of
from tournament.models import DisputeStep, Event, Participant, Scoresheet, Signature, StartCard, Tournament, User
from tournament.proof.selectors.log import LogFilter, log_part
from tournament.sheet.actors import reason_of

KEY = "a" * 32


def begin() -> tuple[Scoresheet, User]:
    """A complete sheet of Anna, Bene, Centa and Dirk that their table wrote, and cards 1 to 10."""
    tournament, boss = make_tournament(), make_user("organiser", "desk", "supervisor", full_name="K. Reiter")
    make_participants(tournament, 8)
    sheet = fill(live(open_scoresheet(tournament), boss), boss)
    make_cards(tournament=tournament, first=1, last=10, actor=boss)
    return sheet, boss


@pytest.fixture
def sheet(world: tuple[Scoresheet, User]) -> Scoresheet:
    return world[0]


@pytest.fixture
def boss(world: tuple[Scoresheet, User]) -> User:
    return world[1]


@pytest.fixture
def tournament(sheet: Scoresheet) -> Tournament:
    return sheet.match.tournament


def card(number: int) -> StartCard:
    return StartCard.objects.get(number=number, locked_at=None)


def card_of_seat(sheet: Scoresheet, seat: int) -> StartCard:
    return card(sheet.seats.get(number=seat).participant.start_number)


def test_cards_are_made_once_and_before_anybody_has_the_number(tournament: Tournament, boss: User) -> None:
    assert make_cards(tournament=tournament, first=8, last=12, actor=boss) == 2
    assert make_cards(tournament=tournament, first=8, last=12, actor=boss) == 0
    view = cards_view(tournament)
    assert (view.made, view.given, view.locked, view.numbers, view.missing) == (12, 8, 0, "1–12", 0)
    logged = [json.loads(event.payload) for event in Event.objects.filter(kind="cards.made")]
    assert logged == [{"numbers": [[1, 10]]}, {"numbers": [[11, 12]]}]


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [(0, 5, "numbers_wrong"), (5, 4, "numbers_wrong"), (1, MOST_CARDS + 1, "too_many_cards")],
)
def test_wrong_numbers_make_no_card(tournament: Tournament, boss: User, first: int, last: int, code: str) -> None:
    assert refusal(lambda: make_cards(tournament=tournament, first=first, last=last, actor=boss))[0] == code
    assert StartCard.objects.count() == 10


def test_only_the_desk_makes_and_locks_cards(tournament: Tournament) -> None:
    judge = make_user("tribunal")
    assert refusal(lambda: make_cards(tournament=tournament, first=1, last=99, actor=judge))[0] == "not_allowed"
    assert refusal(lambda: renew_card(tournament=tournament, number=1, actor=judge))[0] == "not_allowed"


def test_a_lost_card_is_locked_for_good_and_stays(tournament: Tournament, boss: User) -> None:
    old = card(3)
    new = renew_card(tournament=tournament, number=3, actor=boss)
    old.refresh_from_db()
    assert (old.locked_by, old.locked_at is not None, new.token_hash != old.token_hash) == (boss, True, True)
    assert [one.number for one in printed_cards(tournament, first=3, last=3)] == [3]
    assert cards_view(tournament).locked == 1
    assert refusal(lambda: renew_card(tournament=tournament, number=99, actor=boss))[0] == "no_card"


def test_neither_rows_nor_log_hold_a_token(tournament: Tournament, boss: User) -> None:
    renew_card(tournament=tournament, number=3, actor=boss)
    tokens = [token_of(one.salt) for one in StartCard.objects.all()]
    text = json.dumps([*StartCard.objects.values(), *Event.objects.values()], default=str)
    assert [token for token in tokens if token in text or len(token) != LENGTH] == []
    assert len(set(tokens)) == 11
    assert card_of(tokens[0]) is not None


def test_a_card_that_another_key_made_is_not_printed_wrong(tournament: Tournament, settings: object) -> None:
    settings.SECRET_KEY = "another key, of another installation"  # type: ignore[attr-defined]
    assert refusal(lambda: printed_cards(tournament))[0] == "key_changed"


def test_only_those_who_take_part_are_printed_by_name(tournament: Tournament) -> None:
    Participant.objects.filter(start_number=2).update(withdrawn=True)
    cards = printed_cards(tournament, named=True)
    assert [one.number for one in cards] == [1, 3, 4, 5, 6, 7, 8]
    assert [(one.name, one.club) for one in printed_cards(tournament, first=9)] == [("", ""), ("", "")]


def test_a_player_signs_with_the_own_card_and_the_log_says_so(sheet: Scoresheet) -> None:
    own = card_of_seat(sheet, 2)
    sign_with_card(card=own, scoresheet=sheet, content=sheet.content_hash, strokes=DRAWN)
    row = Signature.objects.get()
    assert (row.seat.number, row.kind, row.login, row.device, row.card) == (2, "phone", None, None, own.number)
    assert row.actor_name == f"own page of No. {own.number}"
    logged = payload(sheet, "signature.given")
    assert (logged["card"], logged["seat"], "device" in logged) == (own.number, 2, False)
    assert faults(sheet) == []
    who = [line.who for line in log_part(sheet.match.tournament, LogFilter(), 1) if line.kind == "signature.given"]
    assert who == [f"own page of No. {own.number}"]


def test_all_four_sign_with_their_cards_and_the_sheet_is_accepted(sheet: Scoresheet, boss: User) -> None:
    for seat in (1, 2, 3, 4):
        content = fresh(sheet).content_hash
        sign_with_card(card=card_of_seat(sheet, seat), scoresheet=sheet, content=content, strokes=DRAWN)
    assert accept(fresh(sheet), boss).state == "accepted"
    assert faults(fresh(sheet)) == []


def test_whoever_does_not_sit_there_does_not_sign(sheet: Scoresheet) -> None:
    stranger = card(8)
    content = sheet.content_hash
    assert refusal(lambda: sign_with_card(card=stranger, scoresheet=sheet, content=content, strokes=None)) == (
        "other_table",
        "You do not sit at this table.",
    )
    assert not Signature.objects.exists()


def test_a_card_locked_meanwhile_neither_signs_nor_objects(sheet: Scoresheet, boss: User) -> None:
    own, content = card_of_seat(sheet, 1), sheet.content_hash
    renew_card(tournament=sheet.match.tournament, number=own.number, actor=boss)
    acts = [
        lambda: sign_with_card(card=own, scoresheet=sheet, content=content, strokes=None),
        lambda: refuse_with_card(card=own, scoresheet=sheet, content=content, reason="Spiel 9"),
        lambda: object_with_card(card=own, scoresheet=sheet, number=1, reason="Spiel 1", key=KEY),
    ]
    assert [refusal(one)[0] for one in acts] == ["card_locked"] * 3


def test_what_was_changed_meanwhile_is_not_signed(sheet: Scoresheet, boss: User) -> None:
    old = sheet.content_hash
    correct(sheet, 7, "r24++", boss)
    own = card_of_seat(sheet, 1)
    code, _text = refusal(lambda: sign_with_card(card=own, scoresheet=sheet, content=old, strokes=None))
    assert code == "content_changed"


def test_not_signing_reaches_the_supervisor(sheet: Scoresheet) -> None:
    own = card_of_seat(sheet, 3)
    refuse_with_card(card=own, scoresheet=sheet, content=sheet.content_hash, reason="Spiel 9 war ein Solo")
    assert payload(sheet, "signature.refused")["card"] == own.number
    assert faults(sheet) == []


def test_an_objection_is_raised_once_and_for_the_own_seat(sheet: Scoresheet) -> None:
    own = card_of_seat(sheet, 4)
    for _again in range(2):
        object_with_card(card=own, scoresheet=sheet, number=5, reason="das war ein Wenz", key=KEY)
    step = DisputeStep.objects.get()
    assert (step.for_seat, step.card, step.login, step.device, step.dispute.late) == (4, own.number, None, None, True)
    assert reason_of(step.reason, step.salt or "").digest == payload(sheet, "dispute.raised")["reason"]
    assert faults(sheet) == []


def test_after_the_acceptance_an_objection_goes_to_the_desk(sheet: Scoresheet, boss: User) -> None:
    own = card_of_seat(sheet, 1)
    accept(sign(sheet, boss, 1, 2, 3, 4), boss)
    code, _text = refusal(lambda: object_with_card(card=own, scoresheet=sheet, number=5, reason="Wenz", key=KEY))
    assert code == "sheet_settled"
