"""A substitute takes over place, points and counters (5.2.11); only the management appoints (5.2.9)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import choose_places, make_participants, make_user, write
from tests.worlds.played import ENTRIES, accept, decide, play
from tests.worlds.recounted import recomputed_standings
from tests.worlds.sheets import fresh
from tournament.models import Event, Participant, Scoresheet, Substitution, TableChange
from tournament.participants.selectors.players import find_player
from tournament.participants.selectors.public_names import public_names
from tournament.participants.services.arrivals import return_withdrawn
from tournament.participants.services.participants import return_participant, withdraw_participant
from tournament.participants.services.substitutes import appoint_substitute, enter_substitute, take_back_substitute
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.standings.selectors.standings import find_lines, overall_standings

NEWCOMER = {"first_name": "Zenzi", "last_name": "Ziegler", "club": "SV Feldkirchen"}
TERMS = {"match": 1, "game": 17, "reason": "musste heim", "accepts_rules": True}


@pytest.fixture
def hall(db):
    """A table with 16 games, nobody else on the list, and its organiser."""
    tournament, actor = play(1, ENTRIES[:16])
    choose_places(tournament, actor)
    sheet = Scoresheet.objects.get(match__tournament=tournament, match__number=1)
    return tournament, sheet, actor


def on_seat(sheet, number):
    return sheet.seats.select_related("participant").get(number=number).participant


def line_of(standings, participant):
    return next(line for line in standings.lines if line.participant == participant.pk)


def test_a_substitute_takes_over_points_and_counters(hall):
    tournament, sheet, actor = hall
    leaver = on_seat(sheet, 2)
    before = sheet.seats.get(number=2)
    row = enter_substitute(participant=leaver, actor=actor, **NEWCOMER, **TERMS)
    after = sheet.seats.get(number=2)
    assert (after.participant_id, after.points, after.solos_played) == (row.came_id, before.points, before.solos_played)
    leaver.refresh_from_db()
    row.came.refresh_from_db()
    assert (row.came.age_answer, row.came.age_asked_by) == (True, actor)  # 5.2.12
    assert (leaver.withdrawn, row.came.withdrawn, row.came.start_number != leaver.start_number) == (True, False, True)
    [change] = TableChange.objects.filter(scoresheet=sheet)
    seating = {"seat": 2, "left": leaver.pk, "came": row.came_id}
    assert (change.kind, change.after_game, change.told, change.reason) == ("substitute", 16, seating, "musste heim")
    # The table's device names the substitute at the first line played.
    words = f"From here on Zenzi Ziegler for {leaver} (5.2.11)."
    assert sheet_view(fresh(sheet)).joined == ((17, words),)
    assert audit_tournament(tournament).faults == ()


def test_the_place_is_ranked_under_the_substitute_with_the_points_of_both_matches(hall):
    """5.2.11: the extant points, those of earlier matches too; both names stand in the line."""
    tournament, sheet, actor = hall
    for number, entry in enumerate(ENTRIES[16:], 17):
        write(sheet, number, entry, actor)
    decide(fresh(sheet), actor)
    accept(fresh(sheet), actor)
    leaver = on_seat(sheet, 2)
    points = sheet.seats.get(number=2).points
    row = enter_substitute(participant=leaver, actor=actor, **NEWCOMER, **{**TERMS, "match": 2, "game": 1})
    assert sheet.seats.get(number=2).participant == leaver
    line = line_of(overall_standings(tournament), row.came)
    assert (line.name, line.total, line.stands_for) == (
        "Ziegler Zenzi",
        points,
        ((leaver.start_number, leaver.list_name),),
    )
    assert leaver.pk not in {one.participant for one in overall_standings(tournament).lines}
    # Their own page shows neither place nor points that are the substitute's now.
    own = find_player(tournament, leaver.start_number, overall_standings(tournament), public_names(tournament))
    assert own is not None
    assert (own.line, own.successor, [seat.seat for seat in own.seats]) == (None, line, [2])
    page = Client().get(reverse("public_player", args=[tournament.slug, leaver.start_number])).content.decode()
    assert f'No place of your own: <span translate="no">{row.came.start_number} ' in page
    assert "Please come to the desk" not in page
    assert find_lines(overall_standings(tournament), leaver.last_name) == (line,)
    assert recomputed_standings(tournament).lines == overall_standings(tournament).lines
    assert audit_tournament(tournament).faults == ()


def test_a_substitute_may_drop_out_too(hall):
    tournament, sheet, actor = hall
    first = on_seat(sheet, 1)
    second = enter_substitute(participant=first, actor=actor, **NEWCOMER, **TERMS).came
    third = make_participants(tournament, 1, first=60)[0]
    appoint_substitute(participant=second, newcomer=third, actor=actor, **{**TERMS, "game": 17})
    line = overall_standings(tournament).lines
    [place] = [one for one in line if one.participant == third.pk]
    assert [name for _number, name in place.stands_for] == [first.list_name, "Ziegler Zenzi"]


def test_an_appointment_is_taken_back_while_nobody_played(hall):
    tournament, sheet, actor = hall
    leaver = on_seat(sheet, 3)
    row = enter_substitute(participant=leaver, actor=actor, **NEWCOMER, **TERMS)
    take_back_substitute(substitution=row, actor=actor, reason="war nur draußen")
    leaver.refresh_from_db()
    assert (on_seat(sheet, 3), leaver.withdrawn) == (leaver, False)
    with pytest.raises(Refused) as refused:
        take_back_substitute(substitution=row, actor=actor, reason="noch einmal")
    assert refused.value.code == "taken_back"
    assert audit_tournament(tournament).faults == ()


def test_only_the_newest_of_two_appointments_is_taken_back(hall):
    tournament, sheet, actor = hall
    first = on_seat(sheet, 3)
    row = enter_substitute(participant=first, actor=actor, **NEWCOMER, **TERMS)
    third = make_participants(tournament, 1, first=60)[0]
    newest = appoint_substitute(participant=row.came, newcomer=third, actor=actor, **TERMS)
    with pytest.raises(Refused) as refused:
        take_back_substitute(substitution=row, actor=actor, reason="war nur draußen")
    assert (refused.value.code, on_seat(sheet, 3)) == ("handed_on", third)
    for one in (newest, row):
        take_back_substitute(substitution=one, actor=actor, reason="war nur draußen")
    assert on_seat(sheet, 3) == first
    assert audit_tournament(tournament).faults == ()


def test_an_appointment_stays_once_the_substitute_has_played(hall):
    _tournament, sheet, actor = hall
    row = enter_substitute(participant=on_seat(sheet, 3), actor=actor, **NEWCOMER, **TERMS)
    write(fresh(sheet), 17, ENTRIES[16], actor)
    with pytest.raises(Refused) as refused:
        take_back_substitute(substitution=row, actor=actor, reason="zu spät")
    assert refused.value.code == "game_written"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"reason": " "}, "no_reason"),
        ({"accepts_rules": False}, "not_accepted"),
        ({"game": 33}, "no_such_line"),
        ({"game": 0}, "no_such_line"),
        ({"match": 2, "game": 5}, "no_such_line"),
    ],
)
def test_what_is_refused(hall, changed, code):
    tournament, sheet, actor = hall
    events = Event.objects.count()
    with pytest.raises(Refused) as refused:
        enter_substitute(participant=on_seat(sheet, 2), actor=actor, **NEWCOMER, **{**TERMS, **changed})
    assert (refused.value.code, Event.objects.count(), Substitution.objects.count()) == (code, events, 0)
    assert not Participant.objects.filter(tournament=tournament, last_name="Ziegler").exists()


def test_nobody_plays_for_two(hall):
    """5.2.9: whoever sits at a table is no substitute, nor whoever is one already."""
    tournament, sheet, actor = hall
    leaver = on_seat(sheet, 2)
    with pytest.raises(Refused) as refused:
        appoint_substitute(participant=leaver, newcomer=on_seat(sheet, 1), actor=actor, **TERMS)
    assert refused.value.code == "has_played"
    with pytest.raises(Refused) as refused:
        appoint_substitute(participant=leaver, newcomer=leaver, actor=actor, **TERMS)
    assert refused.value.code == "same_person"
    late = make_participants(tournament, 2, first=70)
    appoint_substitute(participant=leaver, newcomer=late[0], actor=actor, **TERMS)
    with pytest.raises(Refused) as refused:
        appoint_substitute(participant=leaver, newcomer=late[1], actor=actor, **TERMS)
    assert refused.value.code == "replaced_already"


def test_who_has_a_substitute_does_not_come_back(hall):
    """The place is played once; the others come back all the same."""
    tournament, sheet, actor = hall
    leaver = on_seat(sheet, 2)
    enter_substitute(participant=leaver, actor=actor, **NEWCOMER, **TERMS)
    absent = make_participants(tournament, 1, first=70)[0]
    withdraw_participant(participant=absent, actor=actor)
    with pytest.raises(Refused) as refused:
        return_participant(participant=leaver, actor=actor)
    assert refused.value.code == "has_substitute"
    assert return_withdrawn(tournament=tournament, actor=actor) == [absent]


def test_only_the_management_appoints(hall):
    _tournament, sheet, _actor = hall
    for role in ("supervisor", "desk", "tribunal"):
        with pytest.raises(Refused) as refused:
            enter_substitute(participant=on_seat(sheet, 2), actor=make_user(role), **NEWCOMER, **TERMS)
        assert refused.value.code == "not_allowed"


def test_a_settled_sheet_has_no_substitute(hall):
    _tournament, sheet, actor = hall
    for number, entry in enumerate(ENTRIES[16:], 17):
        write(sheet, number, entry, actor)
    decide(fresh(sheet), actor)
    accept(fresh(sheet), actor)
    with pytest.raises(Refused) as refused:
        enter_substitute(participant=on_seat(sheet, 2), actor=actor, **NEWCOMER, **TERMS)
    assert refused.value.code == "match_settled"
