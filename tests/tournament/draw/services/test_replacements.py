"""Somebody else takes the seat of a player who did not come: before the first game, with a reason; the lots stay."""

import datetime as dt
from functools import partial

import pytest

from tests.together import together
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tests.worlds.played import play
from tests.worlds.sheets import declare_void, kinds, refusal
from tournament.draw.selectors.draw import preflight
from tournament.draw.selectors.public_draw import public_draw
from tournament.draw.selectors.replacements import seat_to_give, without_seat
from tournament.draw.selectors.seats import find_seat, last_exchange, table_plan
from tournament.draw.services.replacements import replace_absent
from tournament.enums import TournamentState
from tournament.models import Draw, Participant, Scoresheet, Seat, Tournament, User
from tournament.participants.services.ages import answer_age
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.selectors.scoresheets import sheet_view
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> tuple[Tournament, User]:
    """Two tables of match 1 with nothing written, and a login with every role."""
    return play(tables=2, entries=[])


def seat(table: int = 1, number: int = 3, match: int = 1) -> Seat:
    return Seat.objects.select_related("participant", "scoresheet", "match__tournament").get(
        match__number=match, scoresheet__table_number=table, number=number
    )


def late(hall: tuple[Tournament, User], name: str = "Vroni", **more: object) -> Participant:
    return add_participant(tournament=hall[0], first_name=name, last_name="Wirt", actor=hall[1], **more)


def replace(place: Seat, newcomer: Participant, actor: User, **more: object) -> None:
    terms = {"reason": "did not come", "accepts_rules": True} | more
    replace_absent(seat=place, newcomer=newcomer, actor=actor, **terms)


def test_a_late_comer_takes_the_seat_and_the_lots_stay(hall: tuple[Tournament, User]) -> None:
    tournament, actor = hall
    place, vroni, protocol = seat(), late(hall), Draw.objects.get().protocol
    absent = place.participant
    assert seat_to_give(absent) == place
    assert without_seat(place.match) == (vroni,)
    replace(place, vroni, actor)
    absent.refresh_from_db()
    assert (seat().participant, absent.withdrawn, absent.seats.count()) == (vroni, True, 0)
    # “Is at least 16 years old” was part of what the management confirmed (5.2.12).
    vroni.refresh_from_db()
    assert (vroni.age_answer, vroni.age_asked, vroni.age_asked_by) == (True, 16, actor)
    assert Draw.objects.get().protocol == protocol
    assert kinds(place.scoresheet)[-1] == "table.replaced"
    assert audit_tournament(tournament).faults == ()
    # On every page that shows a seat.
    assert vroni.list_name in [seat.name for seat in table_plan(tournament, 1).by_name]
    (person,) = find_seat(tournament, "Wirt").hits
    assert [(one.seat.table, one.seat.number, one.moved) for one in person.sittings] == [(1, 3, True)]
    assert find_seat(tournament, str(absent.start_number)).hits[0].sittings == ()
    (replacement,) = public_draw(place.match).replaced
    assert (replacement.table, replacement.seat, replacement.came, replacement.left) == (1, 3, str(vroni), str(absent))
    assert (replacement.reason, replacement.at) == ("did not come", last_exchange(place.match))
    (remark,) = sheet_view(Scoresheet.objects.get(table_number=1)).remarks
    assert remark.startswith(f"Seat 3: Vroni Wirt instead of {absent}, before the first game (did not come) · ")
    # The next match is drawn with the player who sits there.
    entrants = preflight(tournament.matches.get(number=2)).start_numbers
    assert (vroni.start_number in entrants, absent.start_number in entrants) == (True, False)
    assert absent.start_number not in [line.start_number for line in overall_standings(tournament).lines]


def test_somebody_withdrawn_comes_after_all_and_is_ticked_off(hall: tuple[Tournament, User]) -> None:
    tournament, actor = hall
    xaver = withdraw_participant(participant=late(hall, "Xaver"), actor=actor)
    set_arrived(participant=seat(1, 1).participant, arrived=True, actor=actor)
    place = seat(1, 1)
    replace(place, xaver, actor)
    xaver.refresh_from_db()
    place.participant.refresh_from_db()
    assert (xaver.withdrawn, place.participant.withdrawn, place.participant.arrived) == (False, True, False)
    assert audit_tournament(tournament).faults == ()


def test_a_replacement_may_be_replaced(hall: tuple[Tournament, User]) -> None:
    _tournament, actor = hall
    for name in ("Vroni", "Xaver"):
        replace(seat(), late(hall, name, house=name == "Xaver"), actor)
    assert str(seat().participant) == "Xaver Wirt"
    assert len(public_draw(seat().match).replaced) == 2
    (leaver,), (sits,) = find_seat(hall[0], "Vroni").hits, find_seat(hall[0], "Xaver").hits
    assert (leaver.withdrawn, leaver.given_away, sits.withdrawn, sits.given_away) == (True, True, False, False)


def young(newcomer: Participant) -> None:
    Participant.objects.filter(pk=newcomer.pk).update(birth_date=dt.date(2015, 1, 1))


def young_by_own_answer(newcomer: Participant) -> None:
    answer_age(participant=newcomer, answer=False, actor=User.objects.get())


def young_by_year(newcomer: Participant) -> None:
    Participant.objects.filter(pk=newcomer.pk).update(birth_year=2011)


def begin(newcomer: Participant) -> None:
    write(Scoresheet.objects.get(table_number=1), 1, "r13+", User.objects.get())


def void(newcomer: Participant) -> None:
    declare_void(Scoresheet.objects.get(table_number=1))


def play_and_void(newcomer: Participant) -> None:
    begin(newcomer)
    void(newcomer)


def finish(newcomer: Participant) -> None:
    Tournament.objects.update(state=TournamentState.FINISHED)


def sit(newcomer: Participant) -> None:
    Seat.objects.filter(scoresheet__table_number=2, number=2).update(participant=newcomer)


@pytest.mark.parametrize(
    ("before", "code"),
    [
        (young, "under_age"),
        (young_by_own_answer, "under_age"),
        (young_by_year, "under_age"),
        (begin, "play_began"),
        (void, "sheet_void"),
        (play_and_void, "sheet_void"),
        (finish, "tournament_finished"),
        (sit, "seated_already"),
    ],
)
def test_what_stands_in_the_way(hall: tuple[Tournament, User], before: object, code: str) -> None:
    place, vroni = seat(), late(hall)
    before(vroni)  # type: ignore[operator]
    assert refusal(lambda: replace(place, vroni, hall[1]))[0] == code
    assert (seat().participant, Participant.objects.filter(withdrawn=True).exists()) == (place.participant, False)


def test_what_the_management_must_say(hall: tuple[Tournament, User]) -> None:
    place, vroni, xaver = seat(), late(hall), late(hall, "Xaver")
    stranger = make_user("supervisor", "desk", username="otto")
    other = make_participants(make_tournament("Grafing", "grafing"), 1)[0]
    acts = [
        (lambda: replace(place, vroni, stranger), "not_allowed"),
        (lambda: replace(place, vroni, hall[1], reason=" "), "no_reason"),
        (lambda: replace(place, vroni, hall[1], accepts_rules=False), "not_accepted"),
        (lambda: replace(place, other, hall[1]), "other_tournament"),
    ]
    assert [refusal(act)[0] for act, _code in acts] == [code for _act, code in acts]
    replace(place, vroni, hall[1])
    assert refusal(lambda: replace(place, xaver, hall[1]))[0] == "seats_changed"


def test_who_is_drawn_for_the_next_match_too_is_replaced_there_first(hall: tuple[Tournament, User]) -> None:
    tournament, actor = hall
    place = seat()
    # Drawn early: match 2 has its tables although match 1 has not begun.
    draw_lots(tournament.matches.get(number=2), actor)
    vroni = late(hall)
    code, sentence = refusal(lambda: replace(place, vroni, actor))
    assert (code, sentence) == (
        "seated_later",
        f"{place.participant} has a seat in match 2 too. Please give that one to somebody else first.",
    )


def test_where_the_rules_keep_the_tables_they_keep_who_sits_there() -> None:
    actor, tournament = make_user("organiser"), make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), actor)
    tournament.refresh_from_db()
    vroni = add_participant(tournament=tournament, first_name="Vroni", last_name="Wirt", actor=actor)
    replace(seat(1, 2), vroni, actor)
    match = tournament.matches.get(number=2)
    assert preflight(match).keeps_tables
    draw_lots(match, actor)
    assert seat(1, 2, match=2).participant == vroni
    assert [fault for fault in audit_tournament(tournament).faults if "match" in fault.what] == []


@pytest.mark.django_db(transaction=True)
def test_two_managers_give_one_seat_away_once() -> None:
    tournament, actor = play(tables=1, entries=[])
    vroni, xaver = (late((tournament, actor), name) for name in ("Vroni", "Xaver"))
    acts = [partial(replace, seat(), newcomer, actor) for newcomer in (vroni, xaver)]
    assert sorted(together(*acts)) == ["done", "seats_changed"]
    assert len(public_draw(seat().match).replaced) == 1
    assert audit_tournament(tournament).faults == ()
