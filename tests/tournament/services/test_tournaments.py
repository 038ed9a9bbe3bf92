"""A tournament's life: created with its matches, edited, started with frozen rules, finished and opened again."""

import datetime as dt
import json
import threading
from typing import Any

import pytest
from django.db import connection, transaction

from scoring.ruleset import ruleset_text
from tests.worlds.factories import (
    draw_lots,
    make_decided_scoresheet,
    make_participants,
    make_scoresheet,
    make_tournament,
    make_user,
)
from tournament.models import Draw, Tournament, User
from tournament.proof.integrity.names import TOURNAMENT, names_hash
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services import tournaments
from tournament.services.events import chain
from tournament.services.locks import lock_tournament

pytestmark = pytest.mark.django_db
# The rules in the log, beside the day.
RULES = {"ruleset": "schafkopfschule-2023", "tariff": "", "ranks_house_players": False}
FORM: dict[str, Any] = {
    "name": "Schafkopfturnier Fürth",
    "day": dt.date(2026, 11, 28),
    "place": "Gasthof zur Post",
    "organiser": "SV Fürth",
    "ruleset_id": "schafkopfschule-2023",
}


@pytest.fixture
def anna() -> User:
    """The organiser."""
    return make_user("organiser", username="anna")


def logged(tournament: Tournament) -> list[tuple[str, dict]]:
    return [(event.kind, json.loads(event.payload)) for event in chain(tournament, None)]


def form_of(tournament: Tournament, **changed: Any) -> dict[str, Any]:
    return {field: getattr(tournament, field) for field in tournaments.FIELDS} | changed


def test_a_new_tournament_takes_participants_at_once_and_has_the_matches_of_its_rules(anna):
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    assert (tournament.slug, tournament.state) == ("schafkopfturnier-fuerth", "registration")
    assert list(tournament.matches.values_list("number", "state")) == [(1, "planned"), (2, "planned")]
    assert tournament.frozen_ruleset == ""
    fields = {
        "tournament": tournament.pk,
        "day": "2026-11-28",
        "ruleset": "schafkopfschule-2023",
        "tariff": "",
        "ranks_house_players": False,
        "names": names_hash(tournament, TOURNAMENT, tournament.salt),
    }
    assert logged(tournament) == [("tournament.created", fields)]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Großer Preis von Ötz & Übersee", "grosser-preis-von-oetz-uebersee"),
        ("  Ä — 2026 ", "ae-2026"),
        ("René", "rene"),
        ("x" * 80, "x" * 37),
        # Words are whole: half a year would be another one.
        ("Schafkopfrennen der Eintracht Erding 2026", "schafkopfrennen-der-eintracht-erding"),
        ("Schafkopfrennen der Freunde Erding 26 und weiter", "schafkopfrennen-der-freunde-erding-26"),
    ],
)
def test_the_public_address_is_spelled_out(anna, name, slug):
    assert tournaments.create_tournament(actor=anna, **FORM | {"name": name}).slug == slug


@pytest.mark.parametrize("field", ["name", "place", "organiser", "management", "wifi_name", "wifi_password"])
@pytest.mark.parametrize("text", ["\u202eFürth", "a\x01b\x1bc", "F\u2067ürth", "Fürth\U000e0041", "b" + "\u0332" * 5])
def test_what_cannot_be_printed_is_refused_at_its_field(anna, field, text):
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    for act in (
        lambda: tournaments.create_tournament(actor=anna, **FORM | {field: text}),
        lambda: tournaments.edit_tournament(tournament=tournament, actor=anna, **form_of(tournament, **{field: text})),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert (refused.value.code, refused.value.context["field"]) == ("unprintable", field)
    assert Tournament.objects.count() == 1


def test_a_name_that_nobody_sees_is_missing(anna):
    with pytest.raises(Refused) as refused:
        tournaments.create_tournament(actor=anna, **FORM | {"name": "\ufeff\u3164"})
    assert refused.value.code == "no_name"


def test_the_texts_of_a_tournament_are_one_line_each_but_the_wi_fi_stays_as_typed(anna):
    texts = {"name": "Fürth\r\n 2026\u2028", "place": " Gasthof  zur\u200b Post", "wifi_name": "Halle  Süd"}
    tournament = tournaments.create_tournament(actor=anna, **FORM | texts)
    assert (tournament.name, tournament.place, tournament.wifi_name) == ("Fürth 2026", "Gasthof zur Post", "Halle  Süd")


def test_a_second_tournament_of_the_same_name_gets_another_address(anna):
    tournaments.create_tournament(actor=anna, **FORM)
    next_year = tournaments.create_tournament(actor=anna, **FORM | {"day": dt.date(2027, 11, 27)})
    assert next_year.slug == "schafkopfturnier-fuerth-2"


@pytest.mark.parametrize("slug", ["", "fuerth"])
def test_the_same_form_twice_is_one_tournament(anna, slug):
    first, second = (tournaments.create_tournament(actor=anna, slug=slug, **FORM) for _ in range(2))
    assert (first, Tournament.objects.count(), len(logged(first))) == (second, 1, 1)


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"slug": "feldkirchen-2026"}, "slug_taken", "slug"),
        ({"slug": "Fürth"}, "slug_unreadable", "slug"),
        ({"slug": "a b"}, "slug_unreadable", "slug"),
        ({"name": "…"}, "slug_unreadable", "slug"),
        ({"ruleset_id": "../../etc/passwd"}, "ruleset_unknown", "ruleset_id"),
    ],
)
def test_what_cannot_be_created_is_refused_beside_its_field(anna, changed, code, field):
    make_tournament()
    with pytest.raises(Refused) as refusal:
        tournaments.create_tournament(actor=anna, **FORM | changed)
    assert (refusal.value.code, refusal.value.context["field"], bool(str(refusal.value))) == (code, field, True)
    assert Tournament.objects.count() == 1


def test_the_management_is_kept_only_where_it_is_not_the_organiser(anna):
    same = tournaments.create_tournament(actor=anna, management="sv fürth", **FORM)
    other = tournaments.create_tournament(actor=anna, management="Kartlfreunde", slug="other", **FORM)
    assert (same.management, other.management) == ("", "Kartlfreunde")


def test_only_an_organiser_creates_edits_finishes_and_reopens():
    other, tournament = make_user("supervisor", "desk"), make_tournament()
    for act in (
        lambda: tournaments.create_tournament(actor=other, **FORM),
        lambda: tournaments.edit_tournament(tournament=tournament, actor=other, **form_of(tournament, name="B")),
        lambda: tournaments.finish_tournament(tournament=tournament, actor=other),
        lambda: tournaments.reopen_tournament(tournament=tournament, actor=other),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "not_allowed"


def test_an_edit_is_logged_by_its_fields_and_an_unchanged_form_not_at_all(anna):
    tournament = make_tournament()
    changed = form_of(tournament, name="Feldkirchen", day=dt.date(2026, 12, 5), slug="feldkirchen")
    for _ in range(2):
        tournament = tournaments.edit_tournament(tournament=tournament, actor=anna, **changed)
    assert form_of(Tournament.objects.get()) == changed
    fields = {
        "fields": ["name", "slug", "day"],
        "day": "2026-12-05",
        "ruleset": "schafkopfschule-2023",
        "tariff": "",
        "ranks_house_players": False,
        "names": names_hash(tournament, TOURNAMENT, tournament.salt),
    }
    assert logged(tournament) == [("tournament.edited", fields)]
    assert Tournament.objects.get().version == 1


def test_whether_house_players_take_a_place_is_logged_and_audited(anna):
    tournament = tournaments.create_tournament(actor=anna, **FORM)
    changed = form_of(tournament, ranks_house_players=True)
    tournament = tournaments.edit_tournament(tournament=tournament, actor=anna, **changed)
    assert logged(tournament)[-1][1]["ranks_house_players"] is True
    assert audit_tournament(tournament).faults == ()
    Tournament.objects.update(ranks_house_players=False)
    tournament.refresh_from_db()
    (fault,) = audit_tournament(tournament).faults
    assert fault.what == "whether house players take a place is “False”, the log says “True”"


def test_an_edit_may_not_take_the_address_of_another(anna):
    tournament = make_tournament()
    make_tournament(name="Fürth", slug="fuerth")
    with pytest.raises(Refused, match="fuerth") as refusal:
        tournaments.edit_tournament(tournament=tournament, actor=anna, **form_of(tournament, slug="fuerth"))
    assert refusal.value.code == "slug_taken"


def test_the_first_draw_freezes_the_rules_and_the_address(anna):
    tournament = make_tournament()
    make_participants(tournament, 4)
    draw_lots(tournament.matches.get(number=1), anna)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.frozen_ruleset) == ("running", ruleset_text("schafkopfschule-2023"))
    assert Draw.objects.count() == 1
    for changed, code in (({"ruleset_id": "other"}, "rules_frozen"), ({"slug": "feldkirchen"}, "slug_fixed")):
        with pytest.raises(Refused) as refusal:
            tournaments.edit_tournament(tournament=tournament, actor=anna, **form_of(tournament, **changed))
        assert refusal.value.code == code
    renamed = form_of(tournament, name="Feldkirchen, neue Halle")
    assert tournaments.edit_tournament(tournament=tournament, actor=anna, **renamed).name == "Feldkirchen, neue Halle"


def test_play_begins_once(anna):
    tournament = make_tournament()
    for _ in range(2):
        with transaction.atomic():
            tournaments.start_play(tournament=lock_tournament(tournament), actor=anna)
    assert [kind for kind, _ in logged(tournament)] == ["tournament.started"]


def running(anna: User) -> Tournament:
    tournament = make_tournament()
    with transaction.atomic():
        tournaments.start_play(tournament=lock_tournament(tournament), actor=anna)
    return tournament


def test_it_is_not_finished_before_every_match_is_drawn_and_every_sheet_settled(anna):
    tournament = running(anna)
    players = make_participants(tournament, 8)
    one, two = tournament.matches.all()
    make_scoresheet(one, players[:4], [3, 1, -1, -3])
    make_scoresheet(one, players[4:], [30, 10, -10, -30], table=2, state="void")
    with pytest.raises(Refused, match="Match 2 has not been drawn") as refusal:
        tournaments.finish_tournament(tournament=tournament, actor=anna)
    assert refusal.value.code == "match_not_drawn"
    make_scoresheet(two, players[:4], [0, 0, 0, 0], state="signed")
    make_scoresheet(two, players[4:], [9, 5, -5, -9], table=2, state="open")
    with pytest.raises(Refused, match=r"Match 2 .*table 1, 2\.") as refusal:
        tournaments.finish_tournament(tournament=tournament, actor=anna)
    assert refusal.value.code == "sheets_open"
    assert Tournament.objects.get().state == "running"


def test_it_is_not_finished_while_a_lot_is_open(anna):
    tournament = running(anna)
    players = make_participants(tournament, 4)
    for match in tournament.matches.all():
        make_scoresheet(match, players, [5, 5, -3, -7])
    with pytest.raises(Refused) as refusal:
        tournaments.finish_tournament(tournament=tournament, actor=anna)
    assert refusal.value.code == "tie_open"


def test_finished_and_opened_again_once_each(anna):
    tournament = running(anna)
    players = make_participants(tournament, 4)
    for match in tournament.matches.all():
        make_decided_scoresheet(match, players)
    for act, state in ((tournaments.finish_tournament, "finished"), (tournaments.reopen_tournament, "running")):
        for _ in range(2):
            assert act(tournament=tournament, actor=anna).state == state
    assert [kind for kind, _ in logged(tournament)][1:] == ["tournament.finished", "tournament.reopened"]


@pytest.mark.parametrize(
    ("act", "code"),
    [(tournaments.finish_tournament, "step_not_allowed"), (tournaments.reopen_tournament, "not_started")],
)
def test_a_tournament_in_registration_can_neither_be_finished_nor_opened_again(anna, act, code):
    tournament = make_tournament()
    with pytest.raises(Refused) as refusal:
        act(tournament=tournament, actor=anna)
    assert (refusal.value.code, Tournament.objects.get().state) == (code, "registration")


@pytest.mark.django_db(transaction=True)
def test_the_same_form_twice_at_once_is_one_tournament():
    anna = make_user("organiser", username="anna")
    keys = []

    def create() -> None:
        try:
            keys.append(tournaments.create_tournament(actor=anna, **FORM).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=create) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert keys == [Tournament.objects.get().pk] * 2


def test_no_day_is_taken_on_which_somebody_registered_is_too_young(anna):
    tournament = make_tournament()
    born = dt.date(2010, 11, 28)  # 16 on the day itself (5.2.12)
    make_participants(tournament, 2)
    tournament.participants.filter(start_number=2).update(birth_date=born)
    earlier = form_of(tournament, day=dt.date(2026, 11, 27))
    with pytest.raises(Refused) as refusal:
        tournaments.edit_tournament(tournament=tournament, actor=anna, **earlier)
    assert (refusal.value.code, refusal.value.context["number"]) == ("under_age", 2)
    tournament.refresh_from_db()
    assert tournament.day == dt.date(2026, 11, 28)
    tournament.participants.filter(start_number=2).update(birth_date=None)
    tournaments.edit_tournament(tournament=tournament, actor=anna, **earlier)


def test_the_wifi_of_the_hall_is_kept_and_its_password_stays_out_of_the_log(anna):
    tournament = tournaments.create_tournament(actor=anna, **FORM, wifi_name="Halle", wifi_password="herz-sticht")
    assert (tournament.wifi_name, tournament.wifi_password) == ("Halle", "herz-sticht")
    tournaments.edit_tournament(tournament=tournament, actor=anna, **form_of(tournament, wifi_password="gras-sticht"))
    tournament.refresh_from_db()
    assert tournament.wifi_password == "gras-sticht"
    assert logged(tournament)[-1][1]["fields"] == ["wifi_password"]
    assert "sticht" not in json.dumps(logged(tournament))
