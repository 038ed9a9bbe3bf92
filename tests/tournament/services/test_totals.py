"""Sheets with totals only: by rules that allow them, from the entry to the standings and documents."""

from collections.abc import Callable

import pytest

from tests.worlds.factories import choose_places, make_user
from tests.worlds.played import accept
from tests.worlds.totals import GOOD, OTHER, open_totals_sheet
from tournament.draw.services.draw import discard_draw
from tournament.enums import MatchState, SheetState, SignatureKind, Source
from tournament.models import Event, Scoresheet, TableChange, Tournament, User
from tournament.participants.services.participants import withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act, reason_given
from tournament.services.tables import issue_pack, issue_packs
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.tables import NameScorekeeper
from tournament.sheet.acts.totals import CorrectTotals, RecordTotals, TakeBackTotals
from tournament.sheet.draft import Answer
from tournament.sheet.state import Totals
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.standings import match_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor() -> User:
    return make_user("organiser", "supervisor", "desk", username="reiter", full_name="K. Reiter")


@pytest.fixture
def sheet(actor: User) -> Scoresheet:
    return open_totals_sheet(actor)


def fresh(sheet: Scoresheet) -> Scoresheet:
    return Scoresheet.objects.select_related("match__tournament", "accepted_by").get(pk=sheet.pk)


def faults(sheet: Scoresheet) -> list[str]:
    return [str(fault) for fault in audit_tournament(sheet.match.tournament).faults]


def record(sheet: Scoresheet, totals: Totals, actor: User) -> Answer:
    return act(sheet, RecordTotals(totals=totals), actor=actor)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    assert str(refusal.value)
    return refusal.value.code


def test_totals_make_a_complete_sheet(sheet: Scoresheet, actor: User) -> None:
    record(sheet, GOOD, actor)
    sheet = fresh(sheet)
    assert (sheet.state, sheet.source, sheet.totals) == (SheetState.COMPLETE, Source.TOTALS, GOOD)
    seats = list(sheet.seats.values_list("points", "plus", "minus", "solos_won", "solos_played", "touts_played"))
    assert seats == [(28, 40, 12, 2, 3, 0), (-20, 10, 30, 0, 0, 1), (-8, 0, 8, 0, 0, 0), (0, 5, 5, 0, 0, 0)]
    assert faults(sheet) == []
    record(sheet, GOOD, actor)  # the same form sent twice
    assert Event.objects.filter(scoresheet=sheet, kind="totals.recorded").count() == 1


def test_totals_are_taken_back_while_nobody_has_signed(sheet: Scoresheet, actor: User) -> None:
    assert code_of(lambda: act(sheet, TakeBackTotals(), actor=actor)) == "no_totals"
    record(sheet, GOOD, actor)
    act(sheet, TakeBackTotals(), actor=actor)
    sheet = fresh(sheet)
    assert (sheet.state, sheet.source, sheet.totals) == (SheetState.OPEN, Source.PAPER, None)
    assert set(sheet.seats.values_list("points", "solos_played")) == {(0, 0)}
    record(sheet, OTHER, actor)
    content = fresh(sheet).content_hash
    act(sheet, SignSeats(seats=(2,), how=SignatureKind.DESK, content=content), actor=actor)
    assert code_of(lambda: act(sheet, TakeBackTotals(), actor=actor)) == "already_signed"
    assert faults(sheet) == []


def test_totals_begin_play_and_taking_them_back_ends_it(sheet: Scoresheet, actor: User) -> None:
    """A sheet that was played and handed in is not drawn again, signed or not (5.2.2)."""
    match = sheet.match
    record(sheet, GOOD, actor)
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING

    def again() -> None:
        discard_draw(match=match, actor=actor, reason="One player too many")

    assert code_of(again) == "play_began"
    content = fresh(sheet).content_hash
    act(sheet, SignSeats(seats=(1,), how=SignatureKind.PAPER, content=content), actor=actor)
    assert code_of(again) == "play_began"
    # A player who has played it may go home.
    choose_places(match.tournament, actor)
    withdraw_participant(participant=match.tournament.participants.get(start_number=1), actor=actor)
    assert (fresh(sheet).totals, sheet.seats.count()) == (GOOD, 4)


def test_a_match_without_totals_again_is_drawn_anew(sheet: Scoresheet, actor: User) -> None:
    record(sheet, GOOD, actor)
    act(sheet, TakeBackTotals(), actor=actor)
    sheet.match.refresh_from_db()
    assert sheet.match.state == MatchState.DRAWN
    discard_draw(match=sheet.match, actor=actor, reason="One player too many")
    sheet.match.refresh_from_db()
    assert sheet.match.state == MatchState.PLANNED


def test_with_the_totals_every_game_is_played(sheet: Scoresheet, actor: User) -> None:
    """Cards and scorekeeper (5.2.10, 5.3.1) are set before play; afterwards they are changes."""
    issue_pack(scoresheet=sheet, pack="7", actor=actor)
    record(sheet, GOOD, actor)
    assert code_of(lambda: issue_pack(scoresheet=sheet, pack="8", actor=actor)) == "pack_in_play"
    assert code_of(lambda: issue_packs(match=sheet.match, first=8, actor=actor)) == "pack_in_play"
    assert code_of(lambda: act(sheet, NameScorekeeper(seat=2), actor=actor)) == "not_all_agree"


def test_a_correction_keeps_what_stood_there(sheet: Scoresheet, actor: User) -> None:
    record(sheet, GOOD, actor)
    accept(fresh(sheet), actor)
    reason = reason_given("verschrieben")
    right = CorrectTotals(totals=OTHER, reason=reason)
    assert code_of(lambda: act(sheet, right, actor=make_user("desk"))) == "not_allowed"
    assert code_of(lambda: act(sheet, CorrectTotals(totals=OTHER, reason=reason_given(" ")), actor=actor)) == (
        "reason_missing"
    )
    assert code_of(lambda: act(sheet, CorrectTotals(totals=GOOD, reason=reason), actor=actor)) == "nothing_changed"
    before = fresh(sheet).content_hash
    act(sheet, right, actor=actor)
    sheet = fresh(sheet)
    assert (sheet.state, sheet.accepted_by, sheet.totals) == (SheetState.COMPLETE, None, OTHER)
    assert sheet.content_hash != before
    assert not sheet.seats.filter(signatures__lapsed_at=None).exists()
    change = TableChange.objects.get()
    assert (change.told, change.reason) == ({"old": GOOD, "new": OTHER}, "verschrieben")
    assert change.after_game == 0
    remarks = sheet_view(sheet).remarks
    assert "+40 −12 · +10 −30 · +0 −8 · +5 −5 (verschrieben)" in remarks[0]
    assert remarks[1] == "Only the totals of this sheet are known."
    assert remarks[2] == f"{sheet_view(sheet).names[0]}: Solos and Wenzen won 2, Solos and Wenzen played 3"
    assert faults(sheet) == []


def test_standings_and_recount_know_totals(sheet: Scoresheet, actor: User) -> None:
    record(sheet, GOOD, actor)
    accept(fresh(sheet), actor)
    tournament = Tournament.objects.get()
    assert [line.total for line in match_standings(tournament, 1).lines] == [28, 0, -8, -20]
    assert differences(tournament) == []
    sheet.seats.filter(number=1).update(solos_won=1)
    assert [(difference.total, difference.kept, difference.recounted) for difference in differences(tournament)] == [
        ("solos_won", 1, 2)
    ]
    assert "seat 1: solos won is 1, the log says 2" in faults(sheet)[0]


def test_totals_changed_behind_the_log_are_found(sheet: Scoresheet, actor: User) -> None:
    record(sheet, GOOD, actor)
    Scoresheet.objects.filter(pk=sheet.pk).update(totals=OTHER)
    assert "its totals are" in faults(sheet)[0]
