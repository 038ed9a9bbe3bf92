"""Warnings, exclusions and confidential reports (3.4, 3.5, 5.1.4, 5.1.5, 5.2.18)."""

import json

import pytest

from scoring.shorthand import parse_entry
from tests.worlds.factories import make_user
from tests.worlds.played import ENTRIES, accept, decide, first_sheet, play
from tests.worlds.sheets import fresh
from tournament.models import ConductNote, Event
from tournament.offences import Offence
from tournament.participants.selectors.conduct import revoked_at, revokes
from tournament.participants.services.conduct import exclude, readmit, report_gift, take_back_note, warn
from tournament.participants.services.participants import return_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.sheets import place_of
from tournament.services.sanctions import enter_sanction
from tournament.sheet.acts.games import RecordGame
from tournament.standings.selectors.standings import overall_standings


@pytest.fixture
def hall(db):
    tournament, actor = play(1, ENTRIES)
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    accept(fresh(sheet), actor)
    return tournament, fresh(sheet), actor


def on_seat(sheet, number):
    return sheet.seats.select_related("participant__tournament").get(number=number).participant


def code_of(act, **values):
    with pytest.raises(Refused) as refused:
        act(**values)
    return refused.value.code


def test_an_excluded_player_leaves_the_ranking_and_the_others_keep_their_points(hall):
    """5.1.4, reading 21."""
    tournament, sheet, actor = hall
    before = overall_standings(tournament)
    first = before.lines[0]
    out = next(seat.participant for seat in sheet.seats.all() if seat.participant_id == first.participant)
    exclude(participant=out, offence=Offence.CHEATING, actor=actor, reason="gezinkt")
    after = overall_standings(tournament)
    assert [(line.place, line.name, line.total) for line in after.lines] == [
        *((number, line.name, line.total) for number, line in enumerate(before.lines[1:], 1)),
        (None, first.name, first.total),
    ]
    out.refresh_from_db()
    assert (out.excluded, out.withdrawn) == (True, True)
    assert audit_tournament(tournament).faults == ()


def test_an_exclusion_is_taken_back(hall):
    tournament, sheet, actor = hall
    before, out = overall_standings(tournament), on_seat(sheet, 1)
    exclude(participant=out, offence=Offence.PROTEST, actor=actor, reason="laut")
    readmit(participant=out, actor=actor)
    out.refresh_from_db()
    assert (out.excluded, out.withdrawn) == (False, False)
    assert overall_standings(tournament) == before
    assert code_of(readmit, participant=out, actor=actor) == "not_excluded"
    assert audit_tournament(tournament).faults == ()


def test_an_excluded_player_is_not_drawn_again(hall):
    _tournament, sheet, actor = hall
    out = on_seat(sheet, 1)
    exclude(participant=out, offence=Offence.CHEATING, actor=actor, reason="gezinkt")
    assert code_of(return_participant, participant=out, actor=actor) == "excluded"


def test_the_log_tells_nobody_whom_a_report_is_about(hall):
    """5.2.18: confidential to the management."""
    tournament, sheet, actor = hall
    report_gift(participant=on_seat(sheet, 1), towards=on_seat(sheet, 2), actor=actor, reason="wirft weg")
    event = Event.objects.filter(kind="conduct.reported").get()
    assert set(json.loads(event.payload)) == {"note", "told"}
    assert audit_tournament(tournament).faults == ()
    ConductNote.objects.update(towards=on_seat(sheet, 3))
    assert len(audit_tournament(tournament).faults) == 1


def test_a_warning_at_a_game(hall):
    tournament, sheet, actor = hall
    note = warn(participant=on_seat(sheet, 2), offence=Offence.REVOKE, actor=actor, scoresheet=sheet, game=7)
    assert (note.kind, note.game, note.scoresheet) == ("warning", 7, sheet)
    take_back_note(note=note, actor=actor)
    assert code_of(take_back_note, note=note, actor=actor) == "taken_back"
    assert audit_tournament(tournament).faults == ()


def test_what_is_refused(hall):
    _tournament, sheet, actor = hall
    anna, bene = on_seat(sheet, 1), on_seat(sheet, 2)
    terms = {"participant": anna, "actor": actor}
    assert code_of(exclude, offence=Offence.SHEET, reason=" ", **terms) == "reason_missing"
    assert code_of(report_gift, towards=anna, reason="x", **terms) == "same_person"
    assert code_of(warn, offence=Offence.REVOKE, game=3, **terms) == "game_alone"
    note = exclude(offence=Offence.SHEET, reason="gefälscht", **terms)
    assert code_of(exclude, offence=Offence.SHEET, reason="noch einmal", **terms) == "excluded_already"
    assert code_of(take_back_note, note=note, actor=actor) == "an_exclusion"
    desk = make_user("desk")
    for act, more in ((warn, {}), (exclude, {"reason": "x"})):
        assert code_of(act, participant=bene, offence=Offence.OTHER, actor=desk, **more) == "not_allowed"
    assert code_of(report_gift, participant=bene, towards=None, reason="x", actor=desk) == "not_allowed"


def test_a_sanction_goes_on_the_record_once(db):
    """5.1.4: revokes are counted over all tables; the same command twice is one."""
    tournament, actor = play(1, ["r12+"])
    sheet = first_sheet(tournament)
    record = parse_entry(tournament.ruleset, "r13!2")
    terms = {"scoresheet": sheet, "offence": Offence.REVOKE, "offender": 2, "actor": actor}
    command = RecordGame(number=2, record=place_of(sheet, 2).put(record), key="c" * 32)
    assert [enter_sanction(command=command, **terms).value for _ in range(2)] == ["applied", "duplicate"]
    note = ConductNote.objects.get()
    assert (note.participant, note.offence, note.scoresheet, note.game) == (on_seat(sheet, 2), "revoke", sheet, 2)
    assert revokes([note.participant_id]) == {note.participant_id: 1}
    assert revoked_at(sheet_view(fresh(sheet))) == ((str(note.participant), 1),)
    assert audit_tournament(tournament).faults == ()
