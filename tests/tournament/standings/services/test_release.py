"""Holding results back and publishing them: what is refused, what the log says, and what the audit compares."""

import pytest

from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import finished_tournament, play
from tournament.enums import Release
from tournament.models import Ceremony, Event, FrozenRanking, Tournament
from tournament.proof.seals.keys import SealKey
from tournament.proof.selectors.event_words import event_lines
from tournament.proof.services.archive import archive_tournament
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import finish_tournament, reopen_tournament
from tournament.standings.services.release import freeze, publish, step_release, unfreeze

pytestmark = pytest.mark.django_db


def test_only_the_organiser_holds_results_back() -> None:
    tournament, _ = play()
    for act in (freeze, unfreeze, publish):
        with pytest.raises(Refused) as refused:
            act(tournament=tournament, actor=make_user("desk", "supervisor", username=act.__name__))
        assert refused.value.code == "not_allowed"


def test_before_play_there_is_nothing_to_hold_back() -> None:
    with pytest.raises(Refused) as refused:
        freeze(tournament=make_tournament(), actor=make_user("organiser"))
    assert refused.value.code == "not_started"


def test_a_second_press_changes_nothing() -> None:
    tournament, organiser = play()
    for act in (freeze, unfreeze):
        act(tournament=tournament, actor=organiser)
        before = Event.objects.count()
        act(tournament=tournament, actor=organiser)
        assert Event.objects.count() == before


def test_nothing_is_published_while_a_sheet_is_missing() -> None:
    tournament, organiser = play()
    freeze(tournament=tournament, actor=organiser)
    with pytest.raises(Refused) as refused:
        publish(tournament=tournament, actor=organiser)
    assert refused.value.code == "not_settled"
    assert "Durchgang 1" in str(refused.value) or "Match 1" in str(refused.value)


def test_nothing_is_published_that_was_not_held_back() -> None:
    tournament, organiser = finished_tournament()
    with pytest.raises(Refused) as refused:
        publish(tournament=tournament, actor=organiser)
    assert refused.value.code == "not_held_back"


def test_a_final_ranking_is_published_and_may_be_opened_again() -> None:
    tournament, organiser = finished_tournament()
    freeze(tournament=tournament, actor=organiser)
    assert publish(tournament=tournament, actor=organiser).release == Release.PUBLISHED
    with pytest.raises(Refused):
        freeze(tournament=tournament, actor=organiser)
    assert unfreeze(tournament=tournament, actor=organiser).release == Release.OPEN
    assert freeze(tournament=tournament, actor=organiser).release == Release.FROZEN


def test_while_the_prize_giving_runs_only_it_lets_the_hall_see_more() -> None:
    tournament, organiser = finished_tournament()
    Ceremony.objects.create(tournament=tournament, begun_by=organiser, begun_at=tournament.created_at)
    step_release(tournament, Release.REVEALING, organiser)
    for act in (freeze, unfreeze, publish):
        with pytest.raises(Refused) as refused:
            act(tournament=tournament, actor=organiser)
        assert refused.value.code == "ceremony_running"
    step_release(tournament, Release.FROZEN, organiser)
    step_release(tournament, Release.REVEALING, organiser)
    step_release(tournament, Release.PUBLISHED, organiser)
    assert FrozenRanking.objects.count() == 1


def test_the_log_says_what_the_hall_may_know() -> None:
    tournament, organiser = finished_tournament()
    freeze(tournament=tournament, actor=organiser)
    step_release(tournament, Release.REVEALING, organiser)
    step_release(tournament, Release.PUBLISHED, organiser)
    unfreeze(tournament=tournament, actor=organiser)
    lines = [line for line in event_lines(tournament) if line.kind.startswith("release.")]
    assert [line.kind.partition(".")[2] for line in lines] == ["frozen", "revealing", "published", "opened"]
    assert all(line.words != line.kind for line in lines)
    assert "Obermaier" not in "".join(Event.objects.filter(kind="release.frozen").values_list("payload", flat=True))
    assert not audit_tournament(tournament).faults


@pytest.mark.parametrize("what", ["release", "ranking", "removed", "who"])
def test_the_audit_notices_what_was_changed_behind_its_back(what: str) -> None:
    tournament, organiser = finished_tournament()
    freeze(tournament=tournament, actor=organiser)
    row = FrozenRanking.objects.get()
    if what == "release":
        Tournament.objects.update(release="open")
    elif what == "ranking":
        row.content["lines"][0]["total"] += 1
        row.save()
    elif what == "removed":
        row.delete()
    else:
        FrozenRanking.objects.update(frozen_by=make_user("organiser"))
    tournament.refresh_from_db()
    assert len(audit_tournament(tournament).faults) == 1


def test_finishing_and_reopening_leave_held_back_what_is_held_back() -> None:
    tournament, organiser = finished_tournament()
    freeze(tournament=tournament, actor=organiser)
    assert finish_tournament(tournament=tournament, actor=organiser).release == Release.FROZEN
    assert reopen_tournament(tournament=tournament, actor=organiser).release == Release.FROZEN


def test_a_published_tournament_that_is_opened_again_can_be_held_back_anew() -> None:
    tournament, organiser = finished_tournament()
    freeze(tournament=tournament, actor=organiser)
    publish(tournament=tournament, actor=organiser)
    finish_tournament(tournament=tournament, actor=organiser)
    assert reopen_tournament(tournament=tournament, actor=organiser).release == Release.OPEN
    assert freeze(tournament=tournament, actor=organiser).release == Release.FROZEN


def test_nothing_is_archived_that_the_hall_has_not_seen(seal: SealKey) -> None:
    tournament, organiser = finished_tournament()
    freeze(tournament=tournament, actor=organiser)
    finish_tournament(tournament=tournament, actor=organiser)
    with pytest.raises(Refused) as refused:
        archive_tournament(tournament=tournament, key=seal, actor=organiser)
    assert refused.value.code == "results_held_back"
