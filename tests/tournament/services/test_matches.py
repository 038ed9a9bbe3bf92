"""The state of a match follows from its sheets."""

import threading

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament.enums import MatchState, SheetState
from tournament.models import Match, Scoresheet, User
from tournament.services.acting import act
from tournament.services.locks import lock_scoresheet
from tournament.services.matches import settle_match
from tournament.sheet.acts.take_backs import TakeBackGame


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "supervisor")


@pytest.fixture
def match(organiser: User) -> Match:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return draw_lots(tournament.matches.get(number=1), organiser).match


def set_state(sheet: Scoresheet, state: SheetState, actor: User) -> None:
    """Set only the state; the tests of the scoresheets say how a sheet gets there."""
    accepted = state == SheetState.ACCEPTED
    Scoresheet.objects.filter(pk=sheet.pk).update(
        state=state, accepted_by=actor if accepted else None, accepted_at=timezone.now() if accepted else None
    )


def state_after(match: Match) -> str:
    settle_match(match=match)
    match.refresh_from_db()
    return match.state


def test_the_first_game_begins_play_and_taking_it_back_ends_it(match: Match, organiser: User) -> None:
    sheet = match.scoresheets.get(table_number=2)
    assert state_after(match) == MatchState.DRAWN
    write(sheet, 1, "r13+", organiser)
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING
    act(sheet, TakeBackGame(number=1), actor=organiser)
    match.refresh_from_db()
    assert match.state == MatchState.DRAWN


def test_closed_once_every_sheet_is_accepted_or_void(match: Match, organiser: User) -> None:
    first, second = match.scoresheets.order_by("table_number")
    write(first, 1, "r13+", organiser)
    set_state(first, SheetState.ACCEPTED, organiser)
    assert state_after(match) == MatchState.PLAYING
    set_state(second, SheetState.VOID, organiser)
    assert state_after(match) == MatchState.CLOSED
    set_state(first, SheetState.COMPLETE, organiser)
    assert state_after(match) == MatchState.PLAYING


def test_a_match_of_void_sheets_alone_is_closed_and_reopened(match: Match, organiser: User) -> None:
    for sheet in match.scoresheets.all():
        set_state(sheet, SheetState.VOID, organiser)
    assert state_after(match) == MatchState.CLOSED
    set_state(match.scoresheets.first(), SheetState.OPEN, organiser)
    assert state_after(match) == MatchState.DRAWN


def test_the_version_counts_a_change_of_state_and_nothing_else(match: Match, organiser: User) -> None:
    match.refresh_from_db()
    before = match.version
    state_after(match)
    assert match.version == before
    for sheet in match.scoresheets.all():
        set_state(sheet, SheetState.VOID, organiser)
    state_after(match)
    assert match.version == before + 1


@pytest.mark.django_db(transaction=True)
def test_two_desks_settle_the_last_two_sheets_at_once() -> None:
    organiser = make_user("organiser", "supervisor")
    tournament = make_tournament()
    make_participants(tournament, 8)
    match = draw_lots(tournament.matches.get(number=1), organiser).match
    sheets = list(match.scoresheets.all())
    together = threading.Barrier(2)

    def void(sheet: Scoresheet) -> None:
        try:
            with transaction.atomic():
                set_state(lock_scoresheet(sheet), SheetState.VOID, organiser)
                # Both have written and neither has committed; SQLite allows only one writer at a time anyway.
                if connection.vendor == "postgresql":
                    together.wait(10)
                settle_match(match=match)
        finally:
            connection.close()

    threads = [threading.Thread(target=void, args=[sheet]) for sheet in sheets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    match.refresh_from_db()
    assert match.state == MatchState.CLOSED
