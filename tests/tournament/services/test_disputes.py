"""Disputes: raised in time or late, decided, appealed, decided finally (5.1.3, 3.4.1, H 8)."""

import secrets

import pytest

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.played import ENTRIES, accepted_tournament, decide, first_sheet, play
from tests.worlds.sheets import fresh, sign
from tests.worlds.signing import enrolled
from tournament.enums import DisputeOutcome, TournamentState
from tournament.models import Dispute, Tournament
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.acting import act, reason_given
from tournament.services.disputes import settle_dispute
from tournament.services.tournaments import finish_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.disputes import AppealDispute, DecideDispute, RaiseDispute, WithdrawDispute
from tournament.standings.selectors.standings import overall_standings

UPHELD, REJECTED = DisputeOutcome.UPHELD, DisputeOutcome.REJECTED


@pytest.fixture
def sheet(db):
    tournament, _actor = play(1, ["r12+", "s3+", "r24++"])
    return first_sheet(tournament)


@pytest.fixture
def supervisor(sheet):
    return make_user("supervisor", username="klaus")


@pytest.fixture
def judge(sheet):
    return make_user("tribunal", username="richter")


def objection(number=3, seat=2, text="war ein Solo", **more):
    return RaiseDispute(number=number, seat=seat, reason=reason_given(text), key=secrets.token_hex(16), **more)


def decision(outcome=REJECTED, place=1, text="so gespielt"):
    return DecideDispute(dispute=place, outcome=outcome, reason=reason_given(text))


def appeal(place=1, seat=2, text="doch nicht"):
    return AppealDispute(dispute=place, seat=seat, reason=reason_given(text))


def refusal(act_, *args, **more):
    with pytest.raises(Refused) as refused:
        act_(*args, **more)
    return refused.value.code


def states(sheet):
    return list(Dispute.objects.filter(scoresheet=sheet).values_list("state", flat=True))


def test_through_all_instances(sheet, supervisor, judge):
    act(sheet, objection(), actor=supervisor)
    act(sheet, decision(), actor=supervisor)
    act(sheet, appeal(), actor=supervisor)
    settle_dispute(scoresheet=sheet, dispute=1, outcome=UPHELD, reason="drei Zeugen", actor=judge)
    dispute = Dispute.objects.get()
    steps = [(step.to, step.outcome, step.for_seat, step.reason, step.login) for step in dispute.steps.all()]
    assert steps == [
        ("raised", "", 2, "war ein Solo", supervisor),
        ("decided", "rejected", None, "so gespielt", supervisor),
        ("appealed", "", 2, "doch nicht", supervisor),
        ("final", "upheld", None, "drei Zeugen", judge),
    ]
    assert (dispute.state, dispute.number, dispute.late) == ("final", 3, False)
    assert audit_tournament(sheet.match.tournament).faults == ()


def test_an_open_dispute_keeps_the_ranking_provisional_and_the_sheet_unaccepted(db):
    tournament, actor = play(1, ENTRIES)
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    act(sheet, objection(5), actor=actor)
    sign(fresh(sheet), actor)
    accepting = AcceptSheet(content=fresh(sheet).content_hash)
    assert refusal(act, sheet, accepting, actor=actor) == "dispute_open"
    assert overall_standings(tournament).progress[0].disputed == (1,)
    act(sheet, WithdrawDispute(dispute=1), actor=actor)
    act(sheet, accepting, actor=actor)
    act(sheet, objection(5, text="doch", cheating=True), actor=actor)
    assert (fresh(sheet).state, overall_standings(tournament).progress[0].final) == ("accepted", False)
    act(sheet, decision(place=2), actor=actor)
    assert overall_standings(tournament).progress[0].final


def test_the_same_message_twice_is_one_dispute(sheet, supervisor):
    same = objection(None)
    act(sheet, same, actor=supervisor)
    act(sheet, same, actor=supervisor)
    assert states(sheet) == ["raised"]


def test_what_is_said_keeps_its_lines_and_nothing_that_cannot_be_printed(sheet, supervisor):
    act(sheet, objection(text="Spiel 3\r\nwar\u202e ein\x01 Solo\u3164"), actor=supervisor)
    assert Dispute.objects.get().steps.get().reason == "Spiel 3\nwar ein Solo"
    assert refusal(act, sheet, objection(text="\u3164\ufeff"), actor=supervisor) == "reason_missing"


def test_nobody_decides_on_their_own_decision(sheet):
    both = make_user("supervisor", "tribunal", username="beides")
    act(sheet, objection(), actor=both)
    act(sheet, decision(), actor=both)
    act(sheet, appeal(), actor=both)
    arguments = {"scoresheet": sheet, "dispute": 1, "outcome": REJECTED, "reason": "so"}
    assert refusal(settle_dispute, **arguments, actor=both) == "own_decision"


def test_the_tribunal_decides_appeals_only(sheet, supervisor, judge):
    act(sheet, objection(), actor=supervisor)
    arguments = {"scoresheet": sheet, "dispute": 1, "outcome": REJECTED, "reason": "so"}
    assert refusal(settle_dispute, **arguments, actor=judge) == "dispute_not_there"
    assert refusal(settle_dispute, **arguments, actor=make_user("organiser", username="chef")) == "not_allowed"


def test_without_a_tribunal_the_director_has_the_last_word(db):
    """H 8: the director decides at once or after the supervisor; there is no appeal beyond."""
    rules = next(name for name in bundled_rulesets() if load_ruleset(name).final_say == "director")
    tournament = make_tournament(rules=rules)
    make_participants(tournament, 8)
    sheet = open_scoresheet(tournament)
    supervisor, chief = make_user("supervisor"), make_user("organiser")
    act(sheet, objection(None), actor=supervisor)
    arguments = {"scoresheet": sheet, "dispute": 1, "outcome": UPHELD, "reason": "so"}
    assert refusal(settle_dispute, **arguments, actor=make_user("tribunal")) == "not_allowed"
    settle_dispute(**arguments, actor=chief)
    assert states(sheet) == ["final"]


@pytest.mark.parametrize(("role", "code"), [("desk", "not_allowed"), ("organiser", "not_allowed")])
def test_only_a_supervisor_decides(sheet, role, code):
    somebody = make_user(role, username=f"x-{role}")
    act(sheet, objection(), actor=somebody)
    assert refusal(act, sheet, decision(), actor=somebody) == code


def test_the_table_raises_disputes_on_its_own_sheet_alone(db):
    tournament = make_tournament()
    make_participants(tournament, 8)
    first, second = open_scoresheet(tournament), open_scoresheet(tournament, table=2)
    device = enrolled(first)
    act(first, objection(None), actor=device)
    assert Dispute.objects.get().steps.get().device == device
    assert refusal(act, second, objection(None), actor=device) == "other_table"
    assert refusal(act, first, decision(), actor=device) == "not_allowed"


def test_a_tournament_with_an_open_dispute_does_not_end(db):
    tournament, actor = accepted_tournament()
    act(first_sheet(tournament), objection(None, cheating=True), actor=actor)
    for match in tournament.matches.exclude(number=1):
        match.delete()
    assert refusal(finish_tournament, tournament=tournament, actor=actor) == "dispute_open"


@pytest.mark.parametrize(("state", "code"), [("finished", "tournament_finished"), ("archived", "tournament_archived")])
def test_official_results_are_not_disputed(sheet, supervisor, state, code):
    Tournament.objects.update(state=TournamentState(state))
    assert refusal(act, sheet, objection(), actor=supervisor) == code


def test_correcting_the_game_leaves_the_dispute(sheet, supervisor):
    act(sheet, objection(), actor=supervisor)
    write(fresh(sheet), 4, "r13+", supervisor)
    assert states(sheet) == ["raised"]
