"""Drawing a match: what is written, what is refused, two organisers at once."""

import json
import threading

import pytest
from django.db import DatabaseError, connection, transaction

from tests.factories import make_participants, make_tournament, make_user
from tournament import lots
from tournament.enums import MatchState, SheetState, TournamentState
from tournament.live import tournament_version
from tournament.models import Draw, Event, Match, Participant, Scoresheet, Seat, Tournament, User
from tournament.refusals import Refused
from tournament.services.draw import draw_match
from tournament.services.events import FIRST_HASH, link_hash


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.get(number=number)


def nothing_written() -> bool:
    return not (Draw.objects.exists() or Scoresheet.objects.exists() or Seat.objects.exists() or Event.objects.exists())


def test_everyone_gets_the_seat_of_the_published_lots(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 12)
    draw = draw_match(match=match(tournament), actor=organiser)
    assert draw.entrants == list(range(1, 13))
    assert draw.entrants_hash == lots.entrants_hash(draw.entrants)
    assert draw.lots == lots.draw(draw.entrants, draw.seed)
    assert (draw.algorithm, draw.drawn_by) == ("spielliste-1", organiser)
    seats = Seat.objects.order_by("scoresheet__table_number", "number")
    assert list(seats.values_list("scoresheet__table_number", "number", "participant__start_number")) == [
        (table, seat, number)
        for table, numbers in enumerate(draw.lots, start=1)
        for seat, number in enumerate(numbers, start=1)
    ]
    assert set(seats.values_list("match__number", flat=True)) == {1}
    assert set(Scoresheet.objects.values_list("state", "first_dealer")) == {(SheetState.OPEN, 1)}


def test_the_first_draw_begins_play_and_freezes_the_rules(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 4)
    before = tournament_version(tournament)
    draw_match(match=match(tournament), actor=organiser)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.RUNNING
    assert 'id = "schafkopfschule-2023"' in tournament.frozen_ruleset
    assert match(tournament).state == MatchState.DRAWN
    assert match(tournament, 2).state == MatchState.PLANNED
    assert tournament_version(tournament) > before


def test_the_log_holds_what_anyone_needs_to_check(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 8)
    draw = draw_match(match=match(tournament), actor=organiser)
    events = Event.objects.filter(tournament=tournament, scoresheet=None).order_by("sequence")
    assert [event.kind for event in events] == ["tournament.started", "draw.published"]
    published = json.loads(events[1].payload)
    assert published == lots.protocol(match=1, entrants=draw.entrants, seed=draw.seed, lots=draw.lots)
    assert lots.verify(published) == []
    numbers = {player.start_number: player.pk for player in players}
    for sheet, table in zip(Scoresheet.objects.order_by("table_number"), draw.lots, strict=True):
        opened = sheet.events.get()
        assert (opened.kind, opened.sequence, opened.previous_hash) == ("scoresheet.opened", 1, FIRST_HASH)
        assert json.loads(opened.payload) == {
            "match": 1,
            "table": sheet.table_number,
            "seats": [numbers[number] for number in table],
        }
        assert opened.hash == link_hash(
            previous=FIRST_HASH, sequence=1, kind=opened.kind, actor=organiser.pk, at=opened.at.isoformat(),
            payload=opened.payload,
        )  # fmt: skip
    assert not any(player.last_name in event.payload for event in Event.objects.all() for player in players)


def test_the_withdrawn_are_not_drawn(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[2].pk).update(withdrawn=True)
    draw = draw_match(match=match(tournament), actor=organiser)
    assert draw.entrants == [1, 2, 4, 5, 6, 7, 8, 9]


def test_every_match_has_its_own_seed_and_lots(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 64)
    first = draw_match(match=match(tournament), actor=organiser)
    second = draw_match(match=match(tournament, 2), actor=organiser)
    assert first.seed != second.seed
    assert first.lots != second.lots
    assert Seat.objects.count() == 128
    assert Event.objects.filter(kind="tournament.started").count() == 1


def test_the_list_that_was_looked_at_is_drawn(tournament: Tournament, organiser: User) -> None:
    players = make_participants(tournament, 8)
    seen = lots.entrants_hash(range(1, 9))
    Participant.objects.filter(pk__in=[player.pk for player in players[:4]]).update(withdrawn=True)
    with pytest.raises(Refused) as refusal:
        draw_match(match=match(tournament), actor=organiser, entrants_hash=seen)
    assert refusal.value.code == "entrants_changed"
    assert str(refusal.value) == (
        "The list of participants has changed in the meantime: now 4. Please check it and draw again."
    )
    assert nothing_written()
    draw_match(match=match(tournament), actor=organiser, entrants_hash=lots.entrants_hash([5, 6, 7, 8]))
    assert Seat.objects.count() == 4


@pytest.mark.parametrize(
    ("count", "code", "sentence"),
    [
        (0, "too_few", "A draw needs at least 4 participants. Registered so far: 0."),
        (3, "too_few", "A draw needs at least 4 participants. Registered so far: 3."),
        (
            5,
            "does_not_divide",
            "5 participants do not fill tables of 4. Over: 1 (5 Zöllner Eva). Missing for one more table: 3. "
            "Please register or withdraw participants.",
        ),
        (
            7,
            "does_not_divide",
            "7 participants do not fill tables of 4. Over: 3 (5 Zöllner Eva, 6 Bäuml Franz, 7 Aigner Gretl). "
            "Missing for one more table: 1. Please register or withdraw participants.",
        ),
    ],
)
def test_numbers_that_fill_no_tables(
    tournament: Tournament, organiser: User, count: int, code: str, sentence: str
) -> None:
    make_participants(tournament, count)
    with pytest.raises(Refused) as refusal:
        draw_match(match=match(tournament), actor=organiser)
    assert (refusal.value.code, str(refusal.value)) == (code, sentence)
    assert nothing_written()
    tournament.refresh_from_db()
    assert (tournament.state, tournament.frozen_ruleset) == (TournamentState.REGISTRATION, "")


def test_published_lots_are_not_drawn_again(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    draw = draw_match(match=match(tournament), actor=organiser)
    events = Event.objects.count()
    with pytest.raises(Refused) as refusal:
        draw_match(match=match(tournament), actor=make_user("organiser", username="second"))
    assert refusal.value.code == "already_drawn"
    assert str(refusal.value).startswith("Match 1 is drawn already: Olga Orga, ")
    assert str(refusal.value).endswith(". Published lots may not be changed (5.2.2).")
    assert Draw.objects.get().seed == draw.seed
    assert Event.objects.count() == events


def test_the_database_itself_refuses_to_change_a_draw(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 4)
    draw = draw_match(match=match(tournament), actor=organiser)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).update(seed="0" * 64)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).delete()


def test_match_2_waits_for_match_1_alone(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    with pytest.raises(Refused) as refusal:
        draw_match(match=match(tournament, 2), actor=organiser)
    assert refusal.value.code == "earlier_match_first"
    assert str(refusal.value) == "Match 1 has to be drawn before match 2."
    assert nothing_written()
    draw_match(match=match(tournament), actor=organiser)
    # Not a game of match 1 is played: the lots of match 2 may be drawn beforehand all the same (5.2.2).
    draw_match(match=match(tournament, 2), actor=organiser)


def test_a_finished_tournament_draws_nothing(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    draw_match(match=match(tournament), actor=organiser)
    Tournament.objects.update(state=TournamentState.FINISHED)
    with pytest.raises(Refused) as refusal:
        draw_match(match=match(tournament, 2), actor=organiser)
    assert refusal.value.code == "tournament_finished"


@pytest.mark.parametrize("role", ["supervisor", "desk", None])
def test_only_the_organiser_draws(tournament: Tournament, role: str | None) -> None:
    make_participants(tournament, 8)
    with pytest.raises(Refused) as refusal:
        draw_match(match=match(tournament), actor=make_user(*filter(None, [role])))
    assert refusal.value.code == "not_allowed"
    assert nothing_written()


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_make_one_draw() -> None:
    tournament = make_tournament()
    make_participants(tournament, 64)
    organisers = [make_user("organiser", username=name) for name in ("anna", "bene", "centa", "dirk")]
    together = threading.Barrier(len(organisers))
    drawn: list[Draw] = []
    refused: list[str] = []

    def press(organiser: User) -> None:
        try:
            found = match(tournament)
            together.wait(10)
            drawn.append(draw_match(match=found, actor=organiser))
        except Refused as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=[organiser]) for organiser in organisers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert [draw.seed for draw in drawn] == [Draw.objects.get().seed]
    assert refused == ["already_drawn"] * 3
    assert (Scoresheet.objects.count(), Seat.objects.count()) == (16, 64)
    assert Event.objects.filter(kind="draw.published").count() == 1


def test_rules_without_a_new_draw_keep_tables_and_seats(organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 12)
    first = draw_match(match=match(tournament), actor=organiser)
    second = draw_match(match=match(tournament, 2), actor=organiser)
    assert (second.lots, second.seed) == (first.lots, first.seed)
    protocol = lots.protocol(match=2, entrants=second.entrants, seed=second.seed, lots=second.lots)
    assert lots.verify(protocol) == []
    seats = [
        list(Seat.objects.filter(match=row).values_list("scoresheet__table_number", "number", "participant"))
        for row in (match(tournament), match(tournament, 2))
    ]
    assert sorted(seats[0]) == sorted(seats[1])


def test_rules_without_a_new_draw_draw_again_where_someone_left(organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    first = draw_match(match=match(tournament), actor=organiser)
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=False)
    second = draw_match(match=match(tournament, 2), actor=organiser)
    assert second.entrants == list(range(2, 10))
    assert second.seed != first.seed


def test_rules_with_a_new_draw_never_take_the_same_seed(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    first = draw_match(match=match(tournament), actor=organiser)
    assert draw_match(match=match(tournament, 2), actor=organiser).seed != first.seed
