"""The number of matches is the organiser's choice within what the rules allow (H 3: two to four)."""

import datetime as dt
import json
from typing import Any

import pytest

from tests.worlds.factories import (
    draw_lots,
    make_participants,
    make_scoresheet,
    make_user,
)
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.models import Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services import tournaments
from tournament.services.events import chain

pytestmark = pytest.mark.django_db
FORM: dict[str, Any] = {
    "name": "Hausturnier Fürth",
    "day": dt.date(2026, 11, 28),
    "organiser": "SV Fürth",
    "ruleset_id": "house-10-60",
}


@pytest.fixture
def anna() -> User:
    """The organiser."""
    return make_user("organiser", username="anna")


def edit(tournament: Tournament, actor: User, **changed: Any) -> Tournament:
    form = {field: getattr(tournament, field) for field in tournaments.FIELDS} | changed
    return tournaments.edit_tournament(tournament=tournament, actor=actor, **form)


def numbers(tournament: Tournament) -> list[int]:
    return list(tournament.matches.values_list("number", flat=True))


def last_payload(tournament: Tournament) -> dict[str, Any]:
    return json.loads(chain(tournament, None).last().payload)


def test_without_a_choice_there_are_as_many_as_the_rules_allow(anna: User) -> None:
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    assert (tournament.match_count, tournament.matches_in_all, numbers(tournament)) == (None, 4, [1, 2, 3, 4])
    assert "matches" not in last_payload(tournament)
    # The most, chosen, is the same tournament.
    assert tournaments.create_tournament(actor=anna, **FORM, match_count=4) == tournament


def test_the_chosen_number_is_planned_logged_and_audited(anna: User) -> None:
    tournament = tournaments.create_tournament(actor=anna, **FORM, match_count=2)
    assert (numbers(tournament), last_payload(tournament)["matches"]) == ([1, 2], 2)
    tournament = edit(tournament, anna, match_count=3)
    assert (numbers(tournament), last_payload(tournament)["fields"]) == ([1, 2, 3], ["match_count"])
    assert audit_tournament(tournament).faults == ()
    Tournament.objects.update(match_count=None)
    tournament.refresh_from_db()
    assert "the number of matches is “None”, the log says “3”" in [
        fault.what for fault in audit_tournament(tournament).faults
    ]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_the_rules_bound_the_choice(anna: User, count: int) -> None:
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    for act in (
        lambda: tournaments.create_tournament(actor=anna, **FORM, match_count=count),
        lambda: edit(tournament, anna, match_count=count),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert (refusal.value.code, refusal.value.context["field"]) == ("matches_not_allowed", "match_count")


def test_other_rules_bring_their_own_number(anna: User) -> None:
    tournament = tournaments.create_tournament(actor=anna, **FORM, match_count=3)
    with pytest.raises(Refused) as refusal:
        edit(tournament, anna, ruleset_id="schafkopfschule-2023")
    assert refusal.value.code == "matches_not_allowed"
    tournament = edit(tournament, anna, ruleset_id="schafkopfschule-2023", match_count=None)
    assert numbers(tournament) == [1, 2]


def test_an_evening_that_ends_early_is_finished_after_its_last_match(anna: User) -> None:
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    players = make_participants(tournament, 4)
    for number in (1, 2):
        make_scoresheet(tournament.matches.get(number=number), players, [0, 0, 0, 0], state="void")
    Tournament.objects.update(state="running", frozen_ruleset=tournament.ruleset.text)
    tournament.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        tournaments.finish_tournament(tournament=tournament, actor=anna)
    assert refusal.value.code == "match_not_drawn"
    tournament = edit(tournament, anna, match_count=2)
    assert tournaments.finish_tournament(tournament=tournament, actor=anna).state == "finished"
    with pytest.raises(Refused) as refusal:
        edit(tournament, anna, match_count=3)
    assert refusal.value.code == "tournament_over"
    tournament = tournaments.reopen_tournament(tournament=tournament, actor=anna)
    assert numbers(edit(tournament, anna, match_count=3)) == [1, 2, 3]


def test_a_match_that_has_begun_stays(anna: User) -> None:
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    make_participants(tournament, 4)
    for match in tournament.matches.filter(number__in=(1, 2)):
        draw_lots(match, anna)
    tournament.refresh_from_db()
    tournament = edit(tournament, anna, match_count=3)
    make_participants(tournament, 4, first=5)
    closed = close_list(match=tournament.matches.get(number=3), actor=anna)
    for state in ("closed", "reopened"):
        with pytest.raises(Refused) as refusal:
            edit(tournament, anna, match_count=2)
        assert (refusal.value.code, refusal.value.context["match"]) == ("match_begun", 3), state
        if state == "closed":
            reopen_list(closed=closed, actor=anna)
    assert numbers(edit(tournament, anna, match_count=4)) == [1, 2, 3, 4]
    assert numbers(edit(tournament, anna, match_count=3)) == [1, 2, 3]
