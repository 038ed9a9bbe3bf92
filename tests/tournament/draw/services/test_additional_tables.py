"""Additional tables for people without a seat (5.2.2): drawn among them, while the published lots stay."""

from typing import Any

import pytest

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament import lots
from tournament.draw.selectors.draw import preflight, published_draw, seated
from tournament.draw.services.closed_lists import close_list, renew_list, reopen_list
from tournament.draw.services.draw import discard_draw, draw_match
from tournament.enums import MatchState
from tournament.models import ClosedList, Draw, Match, Scoresheet, Seat, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused

REASON = "Der Tisch kam nicht zustande."


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "desk", "supervisor", full_name="Olga Orga")


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Twelve players at three tables, a game written at table 1, and four more who come late."""
    tournament = make_tournament()
    make_participants(tournament, 12)
    draw_lots(match(tournament), organiser)
    write(Scoresheet.objects.get(table_number=1), 1, "r12+", organiser)
    make_participants(tournament, 4, first=13)
    return tournament


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)


def faults(tournament: Tournament) -> list[str]:
    sentences = [fault.what for fault in audit_tournament(tournament).faults]
    return [what for what in sentences if not what.startswith(("the ", "participant "))]


def draw_more(tournament: Tournament, actor: User, number: int = 1, **options: Any) -> Draw:
    closed = close_list(match=match(tournament, number), actor=actor, additional=True, **options)
    return draw_match(closed=closed, actor=actor)


def test_the_late_four_get_a_table_of_their_own(tournament: Tournament, organiser: User) -> None:
    first = Draw.objects.get()
    draw = draw_more(tournament, organiser)
    assert (draw.number, draw.first_table, draw.entrants) == (2, 4, [13, 14, 15, 16])
    assert draw.lots[:3] == first.lots
    assert lots.verify(draw.protocol) == []
    assert sorted(draw.protocol["fixed"]) == [
        [number, table, seat]
        for number, table, seat in sorted(
            (number, table, seat)
            for table, numbers in enumerate(first.lots, 1)
            for seat, number in enumerate(numbers, 1)
        )
    ]  # fmt: skip
    assert seated(Seat.objects.filter(match__number=1))[0] == tuple(map(tuple, draw.lots))
    assert list(Scoresheet.objects.in_force().values_list("table_number", "state").order_by("table_number")) == [
        (table, "open") for table in (1, 2, 3, 4)
    ]
    assert match(tournament).state == MatchState.PLAYING
    assert published_draw(match(tournament)) == draw
    assert faults(tournament) == []


def refused(act: Any, **arguments: Any) -> str:
    with pytest.raises(Refused) as refusal:
        act(**arguments)
    return refusal.value.code


def obstacles(tournament: Tournament, number: int = 1) -> list[str]:
    return [one.code for one in preflight(match(tournament, number), additional=True).obstacles]


def test_only_those_without_a_seat_are_drawn(tournament: Tournament) -> None:
    before = preflight(match(tournament), additional=True)
    assert (before.start_numbers, before.first_table, before.obstacles) == ([13, 14, 15, 16], 4, ())
    assert preflight(match(tournament)).obstacles[0].code == "already_drawn"


@pytest.mark.parametrize(
    ("leavers", "newcomers", "codes"), [(1, 0, ["too_few"]), (0, 1, ["does_not_divide"]), (0, 4, [])]
)
def test_tables_of_four_want_full_tables(
    tournament: Tournament, leavers: int, newcomers: int, codes: list[str]
) -> None:
    tournament.participants.filter(start_number__gt=16 - leavers).update(withdrawn=True)
    make_participants(tournament, newcomers, first=17)
    assert obstacles(tournament) == codes


@pytest.mark.parametrize(("late", "sizes"), [(3, None), (4, [4]), (5, [5]), (6, None), (9, [5, 4])])
def test_five_may_sit_at_a_table_of_five(organiser: User, late: int, sizes: list[int] | None) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    draw_lots(match(tournament), organiser)
    make_participants(tournament, late, first=9)
    if sizes is None:
        assert obstacles(tournament) in (["too_few"], ["does_not_divide"])
    else:
        draw = draw_more(tournament, organiser)
        assert [len(table) for table in draw.new_tables.values()] == sizes
        assert (lots.verify(draw.protocol), faults(tournament)) == ([], [])


def test_who_is_not_ticked_off_is_asked_about(tournament: Tournament) -> None:
    tournament.participants.filter(start_number__lte=12).update(arrived=True)
    assert obstacles(tournament) == ["not_present"]
    tournament.participants.filter(start_number__gt=12).update(arrived=True)
    assert obstacles(tournament) == []


def test_a_fixed_place_is_kept_at_the_new_table_only(tournament: Tournament, organiser: User) -> None:
    tournament.participants.filter(start_number=13).update(fixed_table=1, fixed_seat=1)
    assert obstacles(tournament) == ["no_such_place"]
    tournament.participants.filter(start_number=13).update(fixed_table=4, fixed_seat=2)
    assert draw_more(tournament, organiser).lots[3][1] == 13


def test_a_match_that_is_over_gets_no_table(tournament: Tournament, organiser: User) -> None:
    Match.objects.filter(pk=match(tournament).pk).update(state=MatchState.CLOSED)
    assert refused(close_list, match=match(tournament), actor=organiser, additional=True) == "match_closed"
    assert refused(close_list, match=match(tournament, 2), actor=organiser, additional=True) == "not_drawn"


def test_without_anybody_late_nothing_is_drawn(tournament: Tournament, organiser: User) -> None:
    tournament.participants.filter(start_number__gt=12).update(withdrawn=True)
    assert refused(close_list, match=match(tournament), actor=organiser, additional=True) == "nobody_late"


def test_two_organisers_draw_one_table(tournament: Tournament, organiser: User) -> None:
    closed = close_list(match=match(tournament), actor=organiser, additional=True)
    assert close_list(match=match(tournament), actor=organiser, additional=True) == closed
    draw_match(closed=closed, actor=organiser)
    assert refused(draw_match, closed=closed, actor=organiser) == "already_drawn"
    assert Draw.objects.count() == 2


def test_whoever_comes_or_sits_down_meanwhile_is_noticed(tournament: Tournament, organiser: User) -> None:
    closed = close_list(match=match(tournament), actor=organiser, additional=True)
    make_participants(tournament, 4, first=17)
    assert refused(draw_match, closed=closed, actor=organiser) == "list_changed"
    closed = renew_list(closed=closed, actor=organiser)
    assert closed.terms["tables"] == [4, 4, 4, 4, 4]
    one, other = Seat.objects.filter(scoresheet__table_number=2).order_by("number")[:2]
    free = tournament.participants.get(start_number=17)
    Seat.objects.filter(pk=one.pk).update(participant=free)
    assert refused(draw_match, closed=closed, actor=organiser) == "seats_changed"
    assert reopen_list(closed=closed, actor=organiser).state == "reopened"
    assert other.participant_id != free.pk


def test_only_the_additional_draw_is_taken_back(tournament: Tournament, organiser: User) -> None:
    first = Draw.objects.get()
    draw_more(tournament, organiser)
    discard_draw(match=match(tournament), actor=organiser, reason=REASON)
    assert published_draw(match(tournament)) == first
    assert (match(tournament).state, Seat.objects.count()) == (MatchState.PLAYING, 12)
    assert faults(tournament) == []
    again = draw_more(tournament, organiser)
    assert (again.number, again.first_table, faults(tournament)) == (3, 4, [])


def test_a_written_game_holds_the_tables_it_was_drawn_with(tournament: Tournament, organiser: User) -> None:
    draw_more(tournament, organiser)
    write(Scoresheet.objects.get(table_number=4), 1, "r12+", organiser)
    assert refused(discard_draw, match=match(tournament), actor=organiser, reason=REASON) == "play_began"


def test_a_list_that_waits_is_opened_before_lots_are_taken_back(tournament: Tournament, organiser: User) -> None:
    draw_more(tournament, organiser)
    make_participants(tournament, 4, first=17)
    close_list(match=match(tournament), actor=organiser, additional=True)
    assert refused(discard_draw, match=match(tournament), actor=organiser, reason=REASON) == "list_closed"


def test_a_second_additional_table_follows_the_first(tournament: Tournament, organiser: User) -> None:
    draw_more(tournament, organiser)
    make_participants(tournament, 4, first=17)
    draw = draw_more(tournament, organiser)
    assert (draw.first_table, draw.entrants, faults(tournament)) == (5, [17, 18, 19, 20], [])


def test_the_next_match_knows_the_additional_table(tournament: Tournament, organiser: User) -> None:
    draw = draw_more(tournament, organiser)
    later = draw_lots(match(tournament, 2), organiser)
    assert later.protocol["earlier"] == [draw.lots]
    assert later.meetings["again"] == 0
    assert faults(tournament) == []


def test_a_list_of_the_next_match_does_not_survive_an_additional_table(tournament: Tournament, organiser: User) -> None:
    closed = close_list(match=match(tournament, 2), actor=organiser)
    draw_more(tournament, organiser)
    assert refused(draw_match, closed=closed, actor=organiser) == "seats_before_changed"


def test_late_for_the_second_match_meet_nobody_again(tournament: Tournament, organiser: User) -> None:
    """Eight stay away from match 2 and come late: they are drawn apart from whom they met, as far as possible."""
    draw_more(tournament, organiser)
    tournament.participants.filter(start_number__gt=8).update(withdrawn=True)
    draw_lots(match(tournament, 2), organiser)
    tournament.participants.filter(start_number__gt=8).update(withdrawn=False)
    draw = draw_more(tournament, organiser, number=2)
    assert (draw.first_table, len(draw.new_tables), lots.verify(draw.protocol), faults(tournament)) == (3, 2, [], [])


def test_rules_that_keep_the_tables_keep_the_additional_one(organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    first = draw_lots(match(tournament), organiser)
    make_participants(tournament, 4, first=9)
    draw = draw_more(tournament, organiser)
    second = draw_lots(match(tournament, 2), organiser)
    assert (second.keeps, second.lots, second.first_table) == (first, draw.lots, 1)
    assert faults(tournament) == []


def test_the_log_notices_a_list_that_begins_elsewhere(tournament: Tournament, organiser: User) -> None:
    draw_more(tournament, organiser)
    ClosedList.objects.filter(first_table=4).update(first_table=3)
    assert faults(tournament) != []
