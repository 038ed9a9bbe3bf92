"""The progress of the matches, and its number of queries."""

from typing import Any

import pytest
from django.utils import timezone

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament.enums import SheetState
from tournament.models import Match, Participant, Scoresheet, Seat, User
from tournament.selectors.matches import match_lines, match_overview


@pytest.fixture
def actor(db: None) -> User:
    return make_user("organiser", "supervisor")


def drawn_match(actor: User, count: int = 20) -> Match:
    tournament = make_tournament()
    make_participants(tournament, count)
    draw_lots(tournament.matches.get(number=1), actor)
    return tournament.matches.select_related("tournament").get(number=1)


def set_state(match: Match, table: int, state: SheetState, actor: User) -> None:
    accepted = {"accepted_by": actor, "accepted_at": timezone.now()} if state == SheetState.ACCEPTED else {}
    Scoresheet.objects.filter(match=match, table_number=table).update(state=state, **accepted)


def test_missing_sheets_come_first(actor: User) -> None:
    match = drawn_match(actor)
    set_state(match, 1, SheetState.ACCEPTED, actor)
    set_state(match, 2, SheetState.COMPLETE, actor)
    set_state(match, 3, SheetState.SIGNED, actor)
    overview = match_overview(match)
    assert [sheet.table for sheet in overview.sheets] == [4, 5, 2, 3, 1]
    assert (overview.missing, overview.settled) == ((4, 5), 1)
    assert overview.next_sheet == overview.sheets[0]
    assert overview.following == 2


def test_a_sheet_tells_its_players_and_games(actor: User) -> None:
    match = drawn_match(actor, 4)
    sheet = match.scoresheets.get()
    write(sheet, 1, "r13+", actor)
    write(sheet, 2, "s2-", actor)
    (line,) = match_overview(match).sheets
    seats = sheet.seats.order_by("number").select_related("participant")
    assert line.names == tuple(seat.participant.list_name for seat in seats)
    assert (line.games, line.lines) == (2, 32)
    assert (line.games, line.state, line.settled, line.complete) == (2, SheetState.OPEN, False, False)


def test_namesakes_at_two_tables_are_told_apart(actor: User) -> None:
    match = drawn_match(actor, 8)
    seats = Seat.objects.filter(match=match, number=1)
    for seat, club in zip(seats.select_related("participant"), ("SC Übersee", ""), strict=True):
        Participant.objects.filter(pk=seat.participant_id).update(first_name="Hans", last_name="Müller", club=club)
    namesakes = [name for sheet in match_overview(match).sheets for name in sheet.names if "Müller" in name]
    assert len({*namesakes}) == 2
    assert "Müller Hans (SC Übersee)" in namesakes


def test_nothing_is_left_to_do(actor: User) -> None:
    match = drawn_match(actor, 8)
    set_state(match, 1, SheetState.ACCEPTED, actor)
    set_state(match, 2, SheetState.VOID, actor)
    draw_lots(match.tournament.matches.get(number=2), actor)
    overview = match_overview(match)
    assert (overview.missing, overview.next_sheet, overview.following) == ((), None, None)


def test_the_list_counts_the_sheets(actor: User) -> None:
    match = drawn_match(actor)
    set_state(match, 1, SheetState.ACCEPTED, actor)
    set_state(match, 2, SheetState.VOID, actor)
    set_state(match, 3, SheetState.SIGNED, actor)
    lines = match_lines(match.tournament)
    assert [(line.match.number, line.sheets, line.open, line.settled) for line in lines] == [(1, 5, 2, 2), (2, 0, 0, 0)]


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(actor: User, count: int, django_assert_num_queries: Any) -> None:
    match = drawn_match(actor, count)
    with django_assert_num_queries(2):
        assert len(match_overview(match).sheets) == count // 4
    with django_assert_num_queries(1):
        assert len(match_lines(match.tournament)) == 2
