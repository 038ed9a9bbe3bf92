"""Published lots taken back before play: for a reason, never after a written game, the old protocol kept (5.2.2)."""

from typing import Any

import pytest

from tests.together import together
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament import lots
from tournament.draw.selectors.draw import discarded_draws, published_draw, seated_before
from tournament.draw.services.closed_lists import close_list, renew_list
from tournament.draw.services.draw import discard_draw, draw_match
from tournament.draw.services.seats import exchange_seats
from tournament.enums import MatchState
from tournament.models import DiscardedDraw, Draw, Match, Scoresheet, Seat, Tournament, User
from tournament.participants.services.participants import withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.matches import match_lines, match_overview

REASON = "Zwei Spieler standen im Stau."


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "desk", full_name="Olga Orga")


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 16)
    draw_lots(tournament.matches.get(number=1), organiser)
    return tournament


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)


def refused(**arguments: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        discard_draw(**{"reason": REASON, **arguments})
    return refusal.value.code, str(refusal.value)


def faults(tournament: Tournament) -> list[str]:
    """The audit's findings on draws and tables; the tournament itself was not made by a service."""
    sentences = [fault.what for fault in audit_tournament(tournament).faults]
    return [what for what in sentences if not what.startswith(("the ", "participant "))]


def test_the_old_protocol_stays_and_the_match_waits_for_new_lots(tournament: Tournament, organiser: User) -> None:
    old = Draw.objects.get()
    discard_draw(match=match(tournament), actor=organiser, reason=f"  {REASON} ")
    first_match = match(tournament)
    assert (first_match.state, published_draw(first_match)) == (MatchState.PLANNED, None)
    assert (Scoresheet.objects.in_force().count(), Scoresheet.objects.count(), Seat.objects.count()) == (0, 4, 0)
    [discarded] = discarded_draws(first_match)
    assert (discarded.protocol, discarded.discard.reason, discarded.discard.discarded_by) == (
        old.protocol,
        REASON,
        organiser,
    )
    assert lots.verify(discarded.protocol) == []
    withdraw_participant(participant=tournament.participants.get(start_number=3), actor=organiser)
    withdraw_participant(participant=tournament.participants.get(start_number=4), actor=organiser)
    make_participants(tournament, 2, first=17)
    new = draw_lots(match(tournament), organiser)
    assert (new.number, new.entrants) == (2, [1, 2, *range(5, 19)])
    assert published_draw(match(tournament)) == new
    assert (Scoresheet.objects.in_force().count(), Scoresheet.objects.count(), Seat.objects.count()) == (4, 8, 16)
    assert faults(tournament) == []


def test_pages_see_the_new_tables_only(tournament: Tournament, organiser: User) -> None:
    discard_draw(match=match(tournament), actor=organiser, reason=REASON)
    assert [line.sheets for line in match_lines(tournament)] == [0, 0]
    draw_lots(match(tournament), organiser)
    assert [line.sheets for line in match_lines(tournament)] == [4, 0]
    assert [line.table for line in match_overview(match(tournament)).sheets] == [1, 2, 3, 4]


def test_never_over_a_written_game(tournament: Tournament, organiser: User) -> None:
    write(Scoresheet.objects.in_force().get(table_number=3), 1, "r12+", organiser)
    assert refused(match=match(tournament), actor=organiser) == (
        "play_began",
        "Games are written at table 3: these lots hold. A wrong seat can be mended on its sheet.",
    )
    assert (Draw.objects.count(), Seat.objects.count(), DiscardedDraw.objects.count()) == (1, 16, 0)


def test_match_1_stays_once_match_2_is_drawn(tournament: Tournament, organiser: User) -> None:
    draw_lots(match(tournament, 2), organiser)
    assert refused(match=match(tournament), actor=organiser) == (
        "later_match_drawn",
        "Match 2 is drawn already: match 1 cannot be drawn anew.",
    )
    discard_draw(match=match(tournament, 2), actor=organiser, reason=REASON)
    discard_draw(match=match(tournament), actor=organiser, reason=REASON)
    assert Seat.objects.count() == 0


@pytest.mark.parametrize("reason", ["", "   ", "\u00ad"])
def test_a_reason_is_needed(tournament: Tournament, organiser: User, reason: str) -> None:
    assert refused(match=match(tournament), actor=organiser, reason=reason)[0] == "no_reason"


def test_only_the_management_and_only_what_is_drawn(tournament: Tournament, organiser: User) -> None:
    assert refused(match=match(tournament), actor=make_user("supervisor"))[0] == "not_allowed"
    assert refused(match=match(tournament, 2), actor=organiser) == ("not_drawn", "Match 2 is not drawn.")


def test_a_line_typed_while_the_lots_were_taken_back_is_told_so(tournament: Tournament, organiser: User) -> None:
    sheet = (
        Scoresheet.objects.in_force()
        .select_related("match__tournament")
        .get(match__tournament=tournament, table_number=1)
    )
    discard_draw(match=match(tournament), actor=organiser, reason=REASON)
    with pytest.raises(Refused, match="This draw was discarded in the meantime") as refusal:
        write(sheet, 1, "r12+", organiser)
    assert refusal.value.code == "sheet_discarded"


@pytest.mark.django_db(transaction=True)
def test_the_first_game_and_a_new_draw_at_once() -> None:
    """Whoever comes first wins: either the game stands and the lots hold, or the table is gone and the desk is told."""
    organiser = make_user("organiser", "desk")
    for turn in range(4):
        tournament = make_tournament(slug=f"fuerth-{turn}")
        make_participants(tournament, 8)
        draw_lots(tournament.matches.get(number=1), organiser)
        sheet = (
            Scoresheet.objects.in_force()
            .select_related("match__tournament")
            .get(match__tournament=tournament, table_number=1)
        )
        answers = together(
            lambda sheet=sheet: write(sheet, 1, "r12+", organiser),
            lambda tournament=tournament: discard_draw(match=match(tournament), actor=organiser, reason=REASON),
        )
        assert answers in (["done", "play_began"], ["sheet_discarded", "done"])
        assert faults(tournament) == []


@pytest.mark.parametrize("change", ["seats exchanged", "drawn anew"])
def test_match_2_is_not_drawn_from_seats_that_nobody_sits_on(
    tournament: Tournament, organiser: User, change: str
) -> None:
    """The list of match 2 was closed before match 1 got other seats: it would separate players who never met."""
    closed = close_list(match=match(tournament, 2), actor=organiser)
    if change == "drawn anew":
        discard_draw(match=match(tournament), actor=organiser, reason=REASON)
        draw_lots(match(tournament), organiser)
    else:
        first, second = (Seat.objects.get(scoresheet__table_number=table, number=1) for table in (1, 2))
        exchange_seats(first=first, second=second, actor=organiser, reason="Verwechselt.")
    with pytest.raises(Refused) as refusal:
        draw_match(closed=closed, actor=organiser)
    assert refusal.value.code == "seats_before_changed"
    draw = draw_match(closed=renew_list(closed=closed, actor=organiser), actor=organiser)
    assert draw.protocol["earlier"] == [
        [list(table) for table in seats] for seats in seated_before(match(tournament, 2))
    ]
    assert draw.meetings["again"] == 0
