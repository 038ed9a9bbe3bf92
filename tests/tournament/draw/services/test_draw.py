"""Drawing a match: what is written, what is refused, two organisers at once."""

import json
import sys
import threading
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from scoring.ruleset import ruleset_text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import draw_match
from tournament.enums import MatchState, SheetState, TournamentState
from tournament.lots import seating
from tournament.models import Draw, Event, Match, Participant, Scoresheet, Seat, Tournament, User
from tournament.proof.integrity.hashes import FIRST_HASH, link_hash
from tournament.refusals import Refused
from tournament.selectors.versions import tournament_version


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.get(number=number)


def nothing_drawn() -> bool:
    return not (Draw.objects.exists() or Scoresheet.objects.exists() or Seat.objects.exists())


def refused(act: Any, **arguments: Any) -> tuple[str, str]:
    """The code and sentence with which an act is refused."""
    with pytest.raises(Refused) as refusal:
        act(**arguments)
    return refusal.value.code, str(refusal.value)


def test_everyone_gets_the_seat_of_the_published_lots(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 12)
    draw = draw_lots(match(tournament), organiser)
    assert draw.entrants == list(range(1, 13))
    assert lots.verify(draw.protocol) == []
    assert (draw.protocol["algorithm"], draw.number, draw.drawn_by) == ("spielliste-2", 1, organiser)
    seats = Seat.objects.order_by("scoresheet__table_number", "number")
    assert list(seats.values_list("scoresheet__table_number", "number", "participant__start_number")) == [
        (table, seat, number)
        for table, numbers in enumerate(draw.lots, start=1)
        for seat, number in enumerate(numbers, start=1)
    ]
    assert set(seats.values_list("match__number", flat=True)) == {1}
    assert set(Scoresheet.objects.values_list("state", "first_dealer", "scorekeeper")) == {(SheetState.OPEN, 1, 1)}


def test_the_first_draw_begins_play_and_freezes_the_rules(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 4)
    before = tournament_version(tournament)
    draw_lots(match(tournament), organiser)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.RUNNING
    assert 'id = "schafkopfschule-2023"' in tournament.frozen_ruleset
    assert match(tournament).state == MatchState.DRAWN
    assert match(tournament, 2).state == MatchState.PLANNED
    assert tournament_version(tournament) > before


def test_the_log_holds_what_anyone_needs_to_check(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 8)
    draw = draw_lots(match(tournament), organiser)
    events = Event.objects.filter(tournament=tournament, scoresheet=None).order_by("sequence")
    assert [event.kind for event in events] == ["list.closed", "tournament.started", "draw.published"]
    closed, published = json.loads(events[0].payload), json.loads(events[2].payload)
    assert published == draw.protocol
    assert lots.verify(published) == []
    assert (closed["list_hash"], closed["commitment"]) == (published["list_hash"], published["commitment"])
    assert published["secret"] not in events[0].payload
    numbers = {player.start_number: player.pk for player in players}
    for sheet, table in zip(Scoresheet.objects.order_by("table_number"), draw.lots, strict=True):
        opened = sheet.events.get()
        assert (opened.kind, opened.sequence, opened.previous_hash) == ("scoresheet.opened", 1, FIRST_HASH)
        assert json.loads(opened.payload) == {
            "match": 1,
            "table": sheet.table_number,
            "seats": [numbers[number] for number in table],
            "v": 2,
        }
        assert opened.hash == link_hash(
            previous=FIRST_HASH, sequence=1, kind=opened.kind, actor=organiser.pk, at=opened.at.isoformat(),
            payload=opened.payload,
        )  # fmt: skip
    assert not any(player.last_name in event.payload for event in Event.objects.all() for player in players)


def test_the_withdrawn_are_not_drawn(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[2].pk).update(withdrawn=True)
    assert draw_lots(match(tournament), organiser).entrants == [1, 2, 4, 5, 6, 7, 8, 9]


def test_nobody_meets_an_opponent_of_match_1_again(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 64)
    first = draw_lots(match(tournament), organiser)
    second = draw_lots(match(tournament, 2), organiser)
    assert second.protocol["earlier"] == [first.lots]
    assert second.meetings == {"again": 0, "clubs": 0, "seats": 0}
    assert first.protocol["seed"] != second.protocol["seed"]
    assert not [set(one) & set(two) for one in first.lots for two in second.lots if len(set(one) & set(two)) > 1]
    seats = {number: seat for table in first.lots for seat, number in enumerate(table)}
    assert all(seats[number] != seat for table in second.lots for seat, number in enumerate(table))
    assert Event.objects.filter(kind="tournament.started").count() == 1


def test_tables_of_five_at_the_house(organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 13)
    draw = draw_lots(match(tournament), organiser)
    assert [len(table) for table in draw.lots] == [5, 4, 4]
    assert Seat.objects.filter(number=5).count() == 1


@pytest.mark.parametrize(("usual", "sizes"), [(None, [3, 3, 3, 3]), (3, [3, 3, 3, 3]), (4, [4, 4, 4])])
def test_three_or_four_in_the_palatinate(organiser: User, usual: int | None, sizes: list[int]) -> None:
    tournament = make_tournament(rules="palatinate-three")
    make_participants(tournament, 12)
    assert [len(table) for table in draw_lots(match(tournament), organiser, usual=usual).lots] == sizes


def test_who_cannot_walk_keeps_the_place(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 16)
    Participant.objects.filter(pk=players[6].pk).update(fixed_table=1, fixed_seat=2)
    for number in (1, 2):
        draw = draw_lots(match(tournament, number), organiser)
        assert (draw.lots[0][1], draw.protocol["fixed"]) == (7, [[7, 1, 2]])


def test_clubs_are_kept_apart(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 16)
    for player in players:
        player.club = f"Club {'ABCD'[player.start_number % 4]}"
        player.save()
    draw = draw_lots(match(tournament), organiser, avoid_clubs=True)
    assert (len(draw.protocol["clubs"]), draw.meetings["clubs"]) == (4, 0)
    assert all(len({number % 4 for number in table}) == 4 for table in draw.lots)


# ------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("count", "code", "sentence"),
    [
        (0, "too_few", "A draw needs at least 4 participants. Registered so far: 0."),
        (3, "too_few", "A draw needs at least 4 participants. Registered so far: 3."),
        (5, "does_not_divide", "5 Zöllner Eva"),
        (7, "does_not_divide", "5 Zöllner Eva, 6 Bäuml Franz, 7 Aigner Gretl"),
    ],
)
def test_numbers_that_fill_no_tables(
    tournament: Tournament, organiser: User, count: int, code: str, sentence: str
) -> None:
    make_participants(tournament, count)
    refusal_code, text = refused(close_list, match=match(tournament), actor=organiser)
    assert refusal_code == code
    assert sentence in text
    assert nothing_drawn()
    assert not Event.objects.exists()


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 11])
def test_the_house_has_no_tables_for_so_many(organiser: User, count: int) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, count)
    code, _text = refused(close_list, match=match(tournament), actor=organiser)
    assert code in ("too_few", "does_not_divide")


def test_published_lots_are_not_drawn_again(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    closed = close_list(match=match(tournament), actor=organiser)
    draw = draw_match(closed=closed, actor=organiser)
    events = Event.objects.count()
    for act in (
        lambda: refused(draw_match, closed=closed, actor=organiser),
        lambda: refused(close_list, match=match(tournament), actor=organiser),
    ):
        code, text = act()
        assert code == "already_drawn"
        assert text.startswith("Match 1 is drawn already: Olga Orga, ")
        assert text.endswith(". Published lots may not be changed (5.2.2).")
    assert Draw.objects.get().protocol == draw.protocol
    assert Event.objects.count() == events


def test_the_database_itself_refuses_to_change_a_draw(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 4)
    draw = draw_lots(match(tournament), organiser)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).update(protocol={})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).delete()


def test_match_2_waits_for_match_1_alone(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    refusal = refused(close_list, match=match(tournament, 2), actor=organiser)
    assert refusal == ("earlier_match_first", "Match 1 has to be drawn before match 2.")
    assert nothing_drawn()
    draw_lots(match(tournament), organiser)
    # No game of match 1 is played yet, but the lots of match 2 may be drawn beforehand (5.2.2).
    draw_lots(match(tournament, 2), organiser)


def test_a_finished_tournament_draws_nothing(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    draw_lots(match(tournament), organiser)
    closed = close_list(match=match(tournament, 2), actor=organiser)
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert refused(draw_match, closed=closed, actor=organiser)[0] == "tournament_finished"


@pytest.mark.parametrize("role", ["supervisor", "desk", None])
def test_only_the_organiser_draws(tournament: Tournament, organiser: User, role: str | None) -> None:
    make_participants(tournament, 8)
    other = make_user(*filter(None, [role]))
    assert refused(close_list, match=match(tournament), actor=other)[0] == "not_allowed"
    closed = close_list(match=match(tournament), actor=organiser)
    assert refused(draw_match, closed=closed, actor=other)[0] == "not_allowed"
    assert refused(reopen_list, closed=closed, actor=other)[0] == "not_allowed"
    assert nothing_drawn()


def test_whoever_came_or_left_since_the_list_was_closed_is_named(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 8)
    closed = close_list(match=match(tournament), actor=organiser)
    Participant.objects.filter(pk=players[1].pk).update(withdrawn=True)
    code, text = refused(draw_match, closed=closed, actor=organiser)
    assert code == "does_not_divide"
    make_participants(tournament, 1, first=9)
    code, text = refused(draw_match, closed=closed, actor=organiser)
    assert code == "list_changed"
    assert "2 Huber Bene" in text
    assert nothing_drawn()
    reopen_list(closed=closed, actor=organiser)
    assert draw_lots(match(tournament), organiser).entrants == [1, 3, 4, 5, 6, 7, 8, 9]


def test_other_rules_since_the_list_was_closed(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    closed = close_list(match=match(tournament), actor=organiser)
    Tournament.objects.filter(pk=tournament.pk).update(
        frozen_ruleset=ruleset_text("palatinate-three").replace("value = [3, 4]", "value = [3]")
    )
    assert refused(draw_match, closed=closed, actor=organiser)[0] in ("rules_changed", "does_not_divide")
    make_participants(tournament, 1, first=9)
    assert refused(draw_match, closed=closed, actor=organiser)[0] in ("rules_changed", "list_changed")
    assert nothing_drawn()


# ------------------------------------------------------------------------------------------------ two at once


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_make_one_draw() -> None:
    tournament = make_tournament()
    make_participants(tournament, 64)
    organisers = [make_user("organiser", username=name) for name in ("anna", "bene", "centa", "dirk")]
    closed = close_list(match=match(tournament), actor=organisers[0])
    barrier = threading.Barrier(len(organisers))
    draws: list[Draw] = []
    codes: list[str] = []

    def press(organiser: User) -> None:
        try:
            barrier.wait(10)
            draws.append(draw_match(closed=closed, actor=organiser))
        except Refused as refusal:
            codes.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=[organiser]) for organiser in organisers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert [draw.pk for draw in draws] == [Draw.objects.get().pk]
    assert codes == ["already_drawn"] * 3
    assert (Scoresheet.objects.count(), Seat.objects.count()) == (16, 64)
    assert Event.objects.filter(kind="draw.published").count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_lots_are_computed_before_the_transaction() -> None:
    """The draw of a thousand players holds no lock while it computes, so nobody waits for it."""
    tournament = make_tournament()
    make_participants(tournament, 8)
    organiser = make_user("organiser")
    closed = close_list(match=match(tournament), actor=organiser)
    computed: list[bool] = []

    def watch(frame: Any, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is seating.draw.__code__:
            computed.append(connection.in_atomic_block)

    sys.setprofile(watch)
    try:
        draw_match(closed=closed, actor=organiser)
    finally:
        sys.setprofile(None)
    assert computed == [False]


# ------------------------------------------------------------------------------------------------ tables that stay


def test_rules_without_a_new_draw_keep_tables_and_seats(organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 12)
    first = draw_lots(match(tournament), organiser)
    second = draw_lots(match(tournament, 2), organiser)
    assert (second.lots, second.keeps, second.closed_list) == (first.lots, first, None)
    seats = [
        list(Seat.objects.filter(match=row).values_list("scoresheet__table_number", "number", "participant"))
        for row in (match(tournament), match(tournament, 2))
    ]
    assert sorted(seats[0]) == sorted(seats[1])


def test_rules_without_a_new_draw_draw_again_where_someone_left(organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    first = draw_lots(match(tournament), organiser)
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=False)
    second = draw_lots(match(tournament, 2), organiser)
    assert (second.entrants, second.keeps) == (list(range(2, 10)), None)
    assert second.protocol["seed"] != first.protocol["seed"]
