"""The tariff of a tournament: chosen and changed at any time, logged, and only one that prices every game."""

import datetime as dt
import json
from typing import Any

import pytest

from tests.rules import changed_rules
from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import finished_tournament
from tournament.models import Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.rulesets.services import create_ruleset, save_ruleset
from tournament.services import tournaments
from tournament.services.events import chain

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    """The organiser."""
    return make_user("organiser", username="anna")


def edit(tournament: Tournament, actor: User, **changed: Any) -> Tournament:
    form = {field: getattr(tournament, field) for field in tournaments.FIELDS}
    return tournaments.edit_tournament(tournament=tournament, actor=actor, **form | changed)


def create(actor: User, rules: str, tariff: str) -> Tournament:
    return tournaments.create_tournament(
        actor=actor,
        name="Schafkopfturnier Fürth",
        day=dt.date(2026, 11, 28),
        organiser="SV Fürth",
        ruleset_id=rules,
        tariff_id=tariff,
    )


def refusal(*arguments: Any, **changed: Any) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        (edit if changed else create)(*arguments, **changed)
    return refused.value.code, refused.value.context.get("field")


def test_a_tournament_is_played_for_points_unless_a_tariff_is_chosen(anna: User) -> None:
    tournament = create(anna, "schafkopfschule-2023", "")
    assert tournament.tariff_id == ""
    edit(tournament, anna, tariff_id="official")
    assert Tournament.objects.get().tariff_id == "official"
    payload = json.loads(chain(tournament, None).last().payload)
    assert (payload["fields"], payload["tariff"]) == (["tariff_id"], "official")


def test_created_with_a_tariff(anna: User) -> None:
    tournament = create(anna, "social", "social-10-20-50")
    assert Tournament.objects.get() == tournament
    assert Tournament.objects.get().tariff_id == "social-10-20-50"
    assert json.loads(chain(tournament, None).last().payload)["tariff"] == "social-10-20-50"


@pytest.mark.parametrize(
    ("rules", "tariff", "code"),
    [
        ("schafkopfschule-2023", "social-30-60", "tariff_unknown"),
        ("social", "official", "tariff_unsuitable"),
        ("palatinate-three", "social-10-20", "tariff_unsuitable"),
        ("schafkopfschule-2023", "palatinate-10", "tariff_unsuitable"),
        # H 6: points, not money.
        ("house-10-60", "official", "tariff_unsuitable"),
        ("house-10-60", "social-10-20", "tariff_unsuitable"),
    ],
)
def test_a_tariff_prices_every_game_of_the_rules(anna: User, rules: str, tariff: str, code: str) -> None:
    assert refusal(anna, rules, tariff) == (code, "tariff_id")
    assert not Tournament.objects.exists()


def test_other_rules_need_a_tariff_that_knows_their_games(anna: User) -> None:
    tournament = edit(make_tournament(), anna, tariff_id="official")
    assert refusal(tournament, anna, ruleset_id="social") == ("tariff_unsuitable", "tariff_id")
    edit(tournament, anna, ruleset_id="social", tariff_id="social-5-20")
    assert Tournament.objects.get().tariff_id == "social-5-20"


def test_points_are_paid_only_where_somebody_loses_what_others_win(anna: User) -> None:
    """Seen when the tariff is chosen, and again when a newer version of the club's rules becomes the tournament's."""
    rules = changed_rules("asserufen", ('id = "asserufen"', 'id = "club"'))
    once = changed_rules("asserufen", ('id = "asserufen"', 'id = "club"'), ('"plus-and-minus"', '"plus-once"'))
    own = create_ruleset(actor=anna, text=rules.text, origin="asserufen").ruleset
    tournament = create(anna, "club", "palatinate-10")
    save_ruleset(ruleset=own, actor=anna, text=once.text, base=1)
    with pytest.raises(Refused) as refused:
        tournaments.start_play(tournament=tournament, actor=anna)
    assert refused.value.code == "tariff_pays_points"
    tournament = edit(Tournament.objects.get(), anna, tariff_id="")
    assert refusal(tournament, anna, tariff_id="palatinate-10") == ("tariff_pays_points", "tariff_id")
    tournament = Tournament.objects.get()
    tournaments.start_play(tournament=tournament, actor=anna)
    assert tournament.frozen_ruleset == once.text


def test_the_tariff_is_no_rule_and_the_log_knows_it() -> None:
    tournament, organiser = finished_tournament()
    edit(tournament, organiser, tariff_id="official")
    assert audit_tournament(tournament).faults == ()
    Tournament.objects.update(tariff_id="social-5-20")
    faults = [fault.what for fault in audit_tournament(Tournament.objects.get()).faults]
    assert faults == ["the tariff is “social-5-20”, the log says “official”"]
