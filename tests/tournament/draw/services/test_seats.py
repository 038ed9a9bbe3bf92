"""A wrong seat corrected: names move, games stay, both sheets say so, and those who signed sign again (5.2.2)."""

from collections.abc import Callable

import pytest
from django.db import transaction

from tests.damage.tampering import tamper
from tests.worlds.factories import make_user, write
from tests.worlds.played import ENTRIES, accept, decide, play, play_match
from tests.worlds.sheets import declare_void, faults, fresh, kinds, payload, refusal, sign
from tournament.draw.services.seats import exchange_seats
from tournament.enums import SheetState, TournamentState
from tournament.models import Game, Scoresheet, Seat, TableChange, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.sheet.actors import reason_of

pytestmark = pytest.mark.django_db


def seat(table: int, number: int, match: int = 1) -> Seat:
    return Seat.objects.select_related("participant", "scoresheet").get(
        match__number=match, scoresheet__table_number=table, number=number
    )


def people(table: int) -> list[int]:
    """The people at this table of match 1, by seat."""
    seats = Seat.objects.filter(match__number=1, scoresheet__table_number=table).order_by("number")
    return list(seats.values_list("participant", flat=True))


def figures(table: int) -> list[tuple[int, ...]]:
    columns = ("number", "points", "plus", "minus", "solos_won", "touts_played")
    return list(Seat.objects.filter(scoresheet__table_number=table).order_by("number").values_list(*columns))


def changes(table: int) -> list[dict[str, object]]:
    rows = TableChange.objects.filter(scoresheet__table_number=table, kind="seats")
    return [row.told for row in rows]


def exchange(first: Seat, second: Seat, actor: User, reason: str = "seats mixed up") -> None:
    exchange_seats(first=first, second=second, actor=actor, reason=reason)


def test_two_at_one_table_change_places() -> None:
    tournament, actor = play(entries=["r12+", "s3+"])
    anna, bene, centa, dirk = people(1)
    before = figures(1)
    exchange(seat(1, 2), seat(1, 4), actor)
    assert people(1) == [anna, dirk, centa, bene]
    assert figures(1) == before
    seating = {"seat": 2, "other_table": 1, "other_seat": 4, "left": bene, "came": dirk}
    assert changes(1) == [seating]
    change = TableChange.objects.get()
    assert (change.reason, change.changed_by, change.after_game) == ("seats mixed up", actor, 2)
    sheet = seat(1, 1).scoresheet
    digest = reason_of("seats mixed up", change.salt).digest
    assert payload(sheet, "table.seats") == {"after_game": 2, "reason": digest, **seating}
    assert audit_tournament(tournament).faults == ()


def test_two_of_two_tables_change_places() -> None:
    tournament, actor = play(tables=2, entries=["r12+"])
    one, two = people(1), people(2)
    games = list(Game.objects.order_by("pk").values())
    exchange(seat(2, 1), seat(1, 3), actor)
    assert people(1) == [one[0], one[1], two[0], one[3]]
    assert people(2) == [one[2], *two[1:]]
    assert list(Game.objects.order_by("pk").values()) == games
    assert changes(1) == [{"seat": 3, "other_table": 2, "other_seat": 1, "left": one[2], "came": two[0]}]
    assert changes(2) == [{"seat": 1, "other_table": 1, "other_seat": 3, "left": two[0], "came": one[2]}]
    assert [kinds(seat(table, 1).scoresheet)[-1] for table in (1, 2)] == ["table.seats"] * 2
    assert audit_tournament(tournament).faults == ()
    # Exchanging them back is another act.
    exchange(seat(2, 1), seat(1, 3), actor, reason="was right before")
    assert (people(1), people(2)) == (one, two)
    assert audit_tournament(tournament).faults == ()


def test_before_the_first_game_nothing_else_changes() -> None:
    tournament, actor = play(tables=2, entries=[])
    exchange(seat(1, 1), seat(2, 4), actor)
    assert set(Scoresheet.objects.values_list("state", flat=True)) == {SheetState.OPEN}
    assert tournament.matches.get(number=1).state == "drawn"
    assert audit_tournament(tournament).faults == ()


def test_signatures_lapse_and_an_accepted_sheet_is_reopened() -> None:
    """As after a correction (5.3.4): the signatures were for other players."""
    tournament, actor = play(tables=3)
    for number in (1, 2, 3):
        decide(seat(number, 1).scoresheet, actor)
    accept(seat(1, 1).scoresheet, actor)
    sign(seat(2, 1).scoresheet, actor, 1, 2)
    accept(seat(3, 1).scoresheet, actor)
    before = figures(1), figures(2)
    exchange(seat(1, 2), seat(2, 2), actor)
    first, second, third = (fresh(seat(number, 1).scoresheet) for number in (1, 2, 3))
    assert (first.state, first.accepted_by, second.state) == (SheetState.COMPLETE, None, SheetState.COMPLETE)
    assert kinds(first)[-6:] == ["table.seats", *["signature.lapsed"] * 4, "sheet.state"]
    assert kinds(second)[-3:] == ["table.seats", "signature.lapsed", "signature.lapsed"]
    assert third.state == SheetState.ACCEPTED
    assert (figures(1), figures(2)) == before
    assert audit_tournament(tournament).faults == ()
    accept(first, actor)
    assert audit_tournament(tournament).faults == ()


def test_a_later_match_does_not_matter() -> None:
    tournament, actor = play(entries=["r12+"])
    play_match(tournament, 2, ["r12+"], actor)
    later = list(Seat.objects.filter(match__number=2).order_by("pk").values())
    exchange(seat(1, 1), seat(1, 2), actor)
    assert list(Seat.objects.filter(match__number=2).order_by("pk").values()) == later
    assert audit_tournament(tournament).faults == ()


def test_one_exchange_after_the_other() -> None:
    tournament, actor = play(entries=[])
    anna, bene, centa, dirk = people(1)
    exchange(seat(1, 1), seat(1, 3), actor)
    exchange(seat(1, 4), seat(1, 3), actor)
    exchange(seat(1, 2), seat(1, 1), actor)
    assert people(1) == [bene, centa, dirk, anna]
    assert len(changes(1)) == 3
    assert audit_tournament(tournament).faults == ()


def test_a_second_press_does_not_bring_everyone_back() -> None:
    _tournament, actor = play(tables=2, entries=["r12+"])
    first, second = seat(1, 2), seat(2, 3)
    exchange(first, second, actor)
    now = people(1), people(2)
    sentence = "Somebody else sits there by now. Please look at both tables again."
    assert refusal(lambda: exchange(first, second, actor)) == ("seats_changed", sentence)
    assert (people(1), people(2)) == now


def finish(sheet: Scoresheet) -> None:
    Tournament.objects.update(state=TournamentState.FINISHED)


def discard(sheet: Scoresheet) -> None:
    Scoresheet.objects.filter(pk=sheet.pk).update(state=SheetState.DISCARDED)


@pytest.mark.parametrize(
    ("prepare", "code", "sentence"),
    [
        (declare_void, "sheet_void", "The sheet of table 2 is void; nothing on it can be changed."),
        (finish, "tournament_finished", "The tournament is finished and its ranking official. "
         "The organiser can reopen it for a correction."),
        (discard, "sheet_discarded", "This draw was discarded in the meantime. "
         "Please open the table again once new lots are drawn."),
    ],
)  # fmt: skip
def test_sheets_that_hold(prepare: Callable[[Scoresheet], None], code: str, sentence: str) -> None:
    _tournament, actor = play(tables=2, entries=["r12+"])
    first, second = seat(1, 1), seat(2, 1)
    prepare(second.scoresheet)
    assert refusal(lambda: exchange(first, second, actor)) == (code, sentence)


def test_what_is_no_exchange() -> None:
    tournament, actor = play(entries=["r12+"])
    play_match(tournament, 2, [], actor)
    same = "This is the same seat. Please choose two different ones."
    assert refusal(lambda: exchange(seat(1, 1), seat(1, 1), actor)) == ("same_seat", same)
    other = "Seats can be exchanged only within one match."
    assert refusal(lambda: exchange(seat(1, 1), seat(1, 1, match=2), actor)) == ("other_match", other)


@pytest.mark.parametrize(
    ("reason", "code"), [("", "no_reason"), (" \u200b", "no_reason"), ("=1+1", "formula"), ("x" * 201, "too_long")]
)
def test_a_reason_is_needed(reason: str, code: str) -> None:
    _tournament, actor = play(entries=[])
    assert refusal(lambda: exchange(seat(1, 1), seat(1, 2), actor, reason=reason))[0] == code


@pytest.mark.parametrize("role", ["desk", "supervisor"])
def test_only_the_management_exchanges_seats(role: str) -> None:
    play(entries=[])
    actor = make_user(role, username="other")
    assert refusal(lambda: exchange(seat(1, 1), seat(1, 2), actor))[0] == "not_allowed"


def test_points_go_to_whom_the_seat_belongs_now() -> None:
    tournament, actor = play(entries=["s1+", "s1+"])
    anna, bene = people(1)[:2]
    exchange(seat(1, 1), seat(1, 2), actor)
    write(seat(1, 1).scoresheet, 3, "s1+", actor)
    totals = dict(Seat.objects.values_list("participant", "points"))
    assert (totals[bene], totals[anna]) == (18, -6)
    assert audit_tournament(tournament).faults == ()


def test_the_audit_notices_names_that_moved_by_themselves(subtests) -> None:
    tournament, actor = play(tables=2, entries=ENTRIES[:3])
    exchange(seat(1, 2), seat(2, 2), actor)
    one, sheet = people(1), seat(1, 1).scoresheet
    change = TableChange.objects.get(scoresheet=sheet)
    assert faults(sheet) == []
    with subtests.test("a row"), transaction.atomic():
        tamper("UPDATE tournament_tablechange SET after_game = 0 WHERE id = %s", change.pk)
        assert faults(sheet) == ["change at the table 1: after game is 0, the log says 3"]
        transaction.set_rollback(True)
    with subtests.test("two seats"), transaction.atomic():
        seats = [seat(1, 1), seat(1, 2)]
        Seat.objects.filter(pk=seats[0].pk).update(participant_id=-1)
        Seat.objects.filter(pk=seats[1].pk).update(participant_id=one[0])
        Seat.objects.filter(pk=seats[0].pk).update(participant_id=one[1])
        [sentence] = [
            fault.what for fault in audit_tournament(tournament).faults if "the players of its seats" in fault.what
        ]
        numbers = dict(tournament.participants.values_list("pk", "start_number"))
        first, second, *others = [numbers[participant] for participant in one]
        assert sentence == (
            f"the players of its seats are {[second, first, *others]}, the log says {[first, second, *others]}"
        )
        transaction.set_rollback(True)
