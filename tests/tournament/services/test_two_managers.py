"""Two acts at tables at the same moment: no name or pack is ever in two places, and the second person is told."""

from functools import partial

import pytest

from tests.together import together
from tests.worlds.factories import write
from tests.worlds.played import play
from tests.worlds.sheets import kinds
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.seats import exchange_seats
from tournament.models import Scoresheet, Seat, TableChange
from tournament.proof.services.audit import audit_tournament
from tournament.services.acting import act
from tournament.services.tables import issue_pack, issue_packs, replace_pack
from tournament.sheet.acts.tables import NameScorekeeper

pytestmark = pytest.mark.django_db(transaction=True)


def table(number: int) -> Scoresheet:
    return Scoresheet.objects.in_force().select_related("match__tournament").get(table_number=number)


def seat(number: int, place: int) -> Seat:
    return Seat.objects.select_related("participant", "scoresheet").get(scoresheet__table_number=number, number=place)


def test_one_exchange_pressed_twice_is_one() -> None:
    tournament, actor = play(tables=2, entries=["r12+"])
    for _round in range(4):
        first, second = seat(1, 1), seat(2, 4)
        exchanged = partial(exchange_seats, first=first, second=second, actor=actor, reason="mixed up")
        before = TableChange.objects.count()
        assert sorted(together(exchanged, exchanged)) == ["done", "seats_changed"]
        assert (seat(1, 1).participant, seat(2, 4).participant) == (second.participant, first.participant)
        assert TableChange.objects.count() == before + 2
    assert audit_tournament(tournament).faults == ()


def test_exchanges_that_cross_do_not_wait_for_each_other_for_ever() -> None:
    tournament, actor = play(tables=2, entries=["r12+"])
    acts = [
        partial(exchange_seats, first=seat(one, place), second=seat(other, place), actor=actor, reason="mixed up")
        for one, other, place in ((1, 2, 1), (2, 1, 2), (1, 2, 3), (2, 1, 4))
    ]
    assert together(*acts) == ["done"] * 4
    assert audit_tournament(tournament).faults == ()


def test_an_exchange_and_games_at_both_tables() -> None:
    tournament, actor = play(tables=2, entries=["r12+"])
    acts = [
        partial(exchange_seats, first=seat(1, 1), second=seat(2, 1), actor=actor, reason="mixed up"),
        partial(write, table(1), 2, "s1+", actor),
        partial(write, table(2), 2, "s2+", actor),
    ]
    assert together(*acts) == ["done"] * 3
    assert [kinds(table(number)).count("game.recorded") for number in (1, 2)] == [2, 2]
    assert audit_tournament(tournament).faults == ()


def test_one_pack_for_two_tables_lies_at_one() -> None:
    tournament, actor = play(tables=2, entries=[])
    for number in range(1, 5):
        acts = [partial(issue_pack, scoresheet=table(one), pack=f"R{number}", actor=actor) for one in (1, 2)]
        assert sorted(together(*acts)) == ["done", "pack_elsewhere"]
        assert Scoresheet.objects.in_force().filter(pack=f"R{number}").count() == 1
    assert audit_tournament(tournament).faults == ()


def test_packs_of_all_tables_and_one_replaced_at_once() -> None:
    tournament, actor = play(tables=2, entries=[])
    match = tournament.matches.get(number=1)
    issue_packs(match=match, actor=actor, first=1)
    answers = together(
        partial(issue_packs, match=match, actor=actor, first=11),
        partial(replace_pack, scoresheet=table(2), pack="12", actor=actor, after_game=1),
        partial(act, table(1), NameScorekeeper(seat=3), actor=actor),
    )
    assert answers == ["done"] * 3
    assert [table(number).pack for number in (1, 2)] == ["11", "12"]
    assert audit_tournament(tournament).faults == ()


def test_a_discarded_draw_and_an_act_at_its_table() -> None:
    tournament, actor = play(tables=2, entries=[])
    answers = together(
        partial(discard_draw, match=tournament.matches.get(number=1), actor=actor, reason="wrong list"),
        partial(act, table(1), NameScorekeeper(seat=3), actor=actor),
        partial(exchange_seats, first=seat(1, 1), second=seat(2, 1), actor=actor, reason="mixed up"),
    )
    # The first one is in time: a table of a discarded draw is no longer arranged.
    assert answers[0] == "done"
    assert {answers[1], answers[2]} <= {"done", "sheet_discarded"}
    assert (Seat.objects.count(), Scoresheet.objects.in_force().count()) == (0, 0)
    assert audit_tournament(tournament).faults == ()
