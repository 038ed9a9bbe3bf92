"""A club's own rulesets: a new version for each change, followed until the first draw, two people at once."""

import datetime as dt
import hashlib
import json
from typing import Any

import pytest

from scoring.ruleset import ruleset_text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.enums import Shelf
from tournament.models import Event, OwnRuleset, RulesetVersion, ShelvedRuleset, Tournament, User
from tournament.participants.services.participants import return_participant, withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.audit_installation import installation_differences
from tournament.refusals import Refused
from tournament.rulesets.selectors import ruleset_choices, rulesets, shown_ruleset
from tournament.rulesets.services import LONGEST_TEXT, create_ruleset, save_ruleset, shelve_ruleset
from tournament.services.events import chain
from tournament.services.tournaments import FIELDS, create_tournament, edit_tournament

pytestmark = pytest.mark.django_db
ORIGIN = "schafkopfschule-2023"


def club_text(*changes: tuple[str, str], name: str = "club") -> str:
    text = ruleset_text(ORIGIN).replace(f'id = "{ORIGIN}"', f'id = "{name}"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


MATCHES = ("matches = { value = 2", "matches = { value = 3")
DEALER, HINTS = 'all_pass = { value = "same-dealer", section = "5.2.5" }', 'code = "no-hints"\nsection = "3.5.1"'
ADULTS = ("minimum_age = { value = 16", "minimum_age = { value = 18")


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("organiser", username="bene", full_name="Bene Huber")


@pytest.fixture
def club(anna: User) -> OwnRuleset:
    return create_ruleset(actor=anna, text=club_text(), origin=ORIGIN).ruleset


def make_open_tournament(actor: User, ruleset_id: str = "club") -> Tournament:
    return create_tournament(
        actor=actor, name="Fürth", day=dt.date(2026, 11, 28), organiser="SV Fürth", ruleset_id=ruleset_id
    )


def refused(call: Any, **arguments: Any) -> Refused:
    with pytest.raises(Refused) as error:
        call(**arguments)
    return error.value


def rows() -> list[tuple[str, int, str, str]]:
    return list(
        RulesetVersion.objects.values_list("ruleset__slug", "number", "created_by__username", "based_on__number")
    )


def test_new_rules_are_version_1(anna):
    version = create_ruleset(actor=anna, text=club_text(), origin=ORIGIN)
    assert (version.number, version.text, version.created_by, version.based_on) == (1, club_text(), anna, None)
    assert (version.ruleset.slug, version.ruleset.origin) == ("club", ORIGIN)
    assert version.sha256 == hashlib.sha256(club_text().encode()).hexdigest()


def test_a_copy_remembers_the_version_it_was_made_from(anna, club):
    first = club.versions.get()
    copy = create_ruleset(actor=anna, text=club_text(name="other"), origin=club.origin, based_on=first)
    assert (copy.number, copy.based_on, copy.ruleset.origin) == (1, first, ORIGIN)


def test_a_change_is_the_next_version_and_the_old_one_stays(anna, bene, club):
    version = save_ruleset(ruleset=club, actor=bene, text=club_text(MATCHES), base=1)
    assert (version.number, version.rules.matches) == (2, 3)
    assert rows() == [("club", 1, "anna", None), ("club", 2, "bene", 1)]
    assert club.versions.get(number=1).text == club_text()


def test_an_unchanged_text_writes_nothing(anna, club):
    assert save_ruleset(ruleset=club, actor=anna, text=club_text(), base=1).number == 1
    assert RulesetVersion.objects.count() == 1


@pytest.mark.parametrize("twice", [True, False])
def test_the_same_form_sent_twice_is_one_ruleset(anna, bene, twice):
    create_ruleset(actor=anna, text=club_text(), origin=ORIGIN)
    if twice:
        assert create_ruleset(actor=anna, text=club_text(), origin=ORIGIN).number == 1
    else:
        error = refused(create_ruleset, actor=bene, text=club_text(), origin=ORIGIN)
        assert (error.code, error.context["field"]) == ("ruleset_taken", "id")
    assert (OwnRuleset.objects.count(), RulesetVersion.objects.count()) == (1, 1)


def test_the_second_of_two_people_is_refused_and_may_save_over(anna, bene, club):
    save_ruleset(ruleset=club, actor=anna, text=club_text(MATCHES), base=1)
    error = refused(save_ruleset, ruleset=club, actor=bene, text=club_text(ADULTS), base=1)
    assert (error.code, error.context["number"]) == ("ruleset_changed", 2)
    assert str(error).startswith("Anna Obermaier has saved version 2 meanwhile.")
    assert RulesetVersion.objects.count() == 2
    assert save_ruleset(ruleset=club, actor=bene, text=club_text(ADULTS), base=2).number == 3


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("id = ", "ruleset_wrong", None),
        (club_text(("defenders_win = { value = 60", "defenders_win = { value = 59")), "ruleset_wrong", None),
        (club_text(name=ORIGIN), "ruleset_bundled", "id"),
        (club_text(name="house-10-60"), "ruleset_bundled", "id"),
        (club_text(name="import"), "ruleset_bundled", "id"),
        (club_text(name="preview"), "ruleset_bundled", "id"),
        (club_text(name="Fürth 5/15"), "ruleset_wrong", None),
        (club_text(name="x" * 61), "ruleset_wrong", None),
        (club_text(('edition = "2023-03-16"', f'edition = "{"x" * 41}"')), "ruleset_words_long", "edition"),
        (club_text((DEALER, DEALER.replace("5.2.5", "5" * 61))), "ruleset_words_long", "match.all_pass"),
        (club_text((HINTS, HINTS.replace("3.5.1", "3" * 61))), "ruleset_words_long", "notices.10"),
        (club_text() + "#" * LONGEST_TEXT, "ruleset_long", None),
        (club_text(('edition = "2023-03-16"', 'edition = "\\u202E2023"')), "unprintable", None),
    ],
)  # fmt: skip
def test_what_is_no_ruleset_is_refused(anna, text, code, field):
    error = refused(create_ruleset, actor=anna, text=text)
    assert (error.code, error.context.get("field")) == (code, field)
    assert not OwnRuleset.objects.exists()


def test_bock_rounds_are_counted_by_the_command_line_only(anna):
    bock = ("[bock]\nafter = { value = []", '[bock]\nafter = { value = ["schwarz"]')
    error = refused(create_ruleset, actor=anna, text=club_text(bock))
    assert (error.code, error.context["field"]) == ("bock_uncounted", "bock.after")
    assert not OwnRuleset.objects.exists()


def test_figures_that_never_agree_are_too_many_for_a_desk(anna):
    """The desk's page contains each line that can be typed."""
    odd = [
        ('rule = { value = "ignored"', 'rule = { value = "scored"'),
        ('[[notices]]\ncode = "no-stoss"\nsection = "5.2.4"\n', ""),
        ("scored = { value = false", "scored = { value = true"),
        ("\nvalue = { value = 1, ", "\nvalue = { value = 97, "),
        ("missing = { value = 1, ", "missing = { value = 97, "),
        *(
            (f"{suit} = {{ value = 0", f"{suit} = {{ value = {bonus}")
            for suit, bonus in (("acorns", 1301), ("leaves", 2003), ("hearts", 3511), ("bells", 4513))
        ),
    ]
    error = refused(
        create_ruleset, actor=anna, text=club_text(*odd, ("most = { value = 2,", 'most = { value = "any",'))
    )
    assert error.code == "ruleset_wide"
    assert create_ruleset(actor=anna, text=club_text(*odd)).number == 1


def test_the_short_name_stays(anna, club):
    assert refused(save_ruleset, ruleset=club, actor=anna, text=club_text(name="new"), base=1).code == "other_id"


@pytest.mark.parametrize("role", ["supervisor", "desk"])
def test_only_an_organiser_makes_rules(role, club):
    other = make_user(role)
    assert refused(create_ruleset, actor=other, text=club_text(name="new")).code == "not_allowed"
    assert refused(save_ruleset, ruleset=club, actor=other, text=club_text(MATCHES), base=1).code == "not_allowed"


# Tournaments that are played by them


def test_a_tournament_follows_the_newest_version_until_its_first_draw(anna, club):
    tournament = make_open_tournament(anna)
    assert [match.number for match in tournament.matches.all()] == [1, 2]
    save_ruleset(ruleset=club, actor=anna, text=club_text(MATCHES), base=1)
    tournament = Tournament.objects.get()
    assert (tournament.ruleset.matches, [match.number for match in tournament.matches.all()]) == (3, [1, 2, 3])
    assert tournament.version == 2


def test_from_the_first_draw_on_it_keeps_its_copy(anna, club):
    tournament = make_open_tournament(anna)
    make_participants(tournament, 4)
    draw_lots(tournament.matches.get(number=1), anna)
    save_ruleset(ruleset=club, actor=anna, text=club_text(MATCHES), base=1)
    tournament = Tournament.objects.get()
    assert tournament.frozen_ruleset == club_text()
    assert (tournament.ruleset.matches, tournament.matches.count()) == (2, 2)
    started = next(event for event in chain(tournament, None) if event.kind == "tournament.started")
    sha256 = hashlib.sha256(club_text().encode()).hexdigest()
    assert json.loads(started.payload) == {"ruleset": "club", "version": 1, "sha256": sha256}
    assert [fault for fault in audit_tournament(tournament).faults if "rules" in fault.what] == []


def test_other_tournaments_are_left_alone(anna, club):
    other = make_tournament()
    save_ruleset(ruleset=club, actor=anna, text=club_text(MATCHES), base=1)
    other.refresh_from_db()
    assert (other.version, other.matches.count()) == (0, 2)


def test_the_rules_of_a_tournament_can_be_changed_to_own_ones(anna, club):
    save_ruleset(ruleset=club, actor=anna, text=club_text(MATCHES), base=1)
    tournament = make_open_tournament(anna, ORIGIN)
    values = {name: getattr(tournament, name) for name in ("name", "slug", "day", "organiser")}
    tournament = edit_tournament(tournament=tournament, actor=anna, **values, ruleset_id="club")
    assert (tournament.ruleset.id, tournament.matches.count()) == ("club", 3)


def test_a_tournament_needs_rules_that_there_are(anna, club):
    error = refused(make_open_tournament, actor=anna, ruleset_id="clubs")
    assert (error.code, error.context["field"]) == ("ruleset_unknown", "ruleset_id")


def test_the_newest_version_is_looked_up_once(anna, club, django_assert_num_queries):
    make_open_tournament(anna)
    tournament = Tournament.objects.get()
    with django_assert_num_queries(1):
        assert {tournament.ruleset.minimum_age for _ in range(3)} == {16}


def test_rules_that_ask_for_more_years_are_not_played_by_who_is_too_young(anna):
    tournament = make_tournament()
    players = make_participants(tournament, 4)
    tournament.participants.filter(start_number=3).update(birth_date=dt.date(2009, 5, 1))  # 17 on the day
    club = create_ruleset(actor=anna, text=club_text(), origin=ORIGIN)
    edited = {field: getattr(tournament, field) for field in FIELDS} | {"ruleset_id": "club"}
    tournament = edit_tournament(tournament=tournament, actor=anna, **edited)
    save_ruleset(ruleset=club.ruleset, actor=anna, text=club_text(ADULTS), base=1)
    with pytest.raises(Refused) as refusal:
        draw_lots(tournament.matches.get(number=1), anna)
    assert refusal.value.code == "under_age"
    assert str(refusal.value) == "Younger than 18 on the day of play (5.2.12): 3 Löffler Centa."
    assert not Tournament.objects.get().frozen_ruleset
    withdraw_participant(participant=players[2], actor=anna)
    make_participants(tournament, 1, first=5)
    draw_lots(tournament.matches.get(number=1), anna)
    with pytest.raises(Refused) as refusal:
        return_participant(participant=players[2], actor=anna)
    assert refusal.value.code == "under_age"


def test_other_rules_are_not_taken_where_somebody_registered_is_too_young(anna):
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 4)
    tournament.participants.filter(start_number=2).update(birth_date=dt.date(2012, 1, 1))
    edited = {field: getattr(tournament, field) for field in FIELDS} | {"ruleset_id": ORIGIN}
    with pytest.raises(Refused) as refusal:
        edit_tournament(tournament=tournament, actor=anna, **edited)
    assert (refusal.value.code, Tournament.objects.get().ruleset_id) == ("under_age", "house-10-60")


# Hidden and deleted


def shelf_differences() -> list[str]:
    """What the audit says of shelves: the logins of these tests have no link of their own."""
    sentences = installation_differences(Event.objects.filter(tournament=None).order_by("sequence"))
    return [sentence for sentence in sentences if "ruleset" in sentence]


def test_hidden_rules_are_offered_to_no_new_tournament_and_stay_with_those_that_have_them(anna, club):
    shelve_ruleset(ruleset=club, actor=anna, shelf=Shelf.HIDDEN)
    assert "club" not in dict(ruleset_choices())
    assert "club" in dict(ruleset_choices("club"))
    assert [line.id for line in rulesets()][-1] == "club"
    shelve_ruleset(ruleset=club, actor=anna, shelf=Shelf.OFFERED)
    assert "club" in dict(ruleset_choices())
    assert [json.loads(event.payload) for event in Event.objects.filter(kind="installation.ruleset_shelved")] == [
        {"ruleset": "club", "shelf": "hidden"},
        {"ruleset": "club", "shelf": "offered"},
    ]
    assert shelf_differences() == []


def test_rules_of_a_tournament_are_not_deleted(anna, club):
    make_open_tournament(anna)
    error = refused(shelve_ruleset, ruleset=club, actor=anna, shelf=Shelf.DELETED)
    assert (error.code, error.context["names"]) == ("ruleset_used", Tournament.objects.get().name)


def test_deleted_rules_are_gone_and_give_their_short_name_back(anna, club):
    shelve_ruleset(ruleset=club, actor=anna, shelf=Shelf.DELETED)
    assert "club" not in dict(ruleset_choices("club"))
    assert "club" not in [line.id for line in rulesets()]
    with pytest.raises(OwnRuleset.DoesNotExist):
        shown_ruleset("club")
    again = create_ruleset(actor=anna, text=club_text(ADULTS), origin=ORIGIN)
    assert (again.ruleset, again.number, again.based_on) == (club, 2, None)
    assert "club" in dict(ruleset_choices())
    assert shelf_differences() == []


def test_who_changes_the_shelf_in_the_database_is_noticed(anna, club):
    ShelvedRuleset.objects.create(ruleset=club, shelf=Shelf.DELETED)
    assert len(shelf_differences()) == 1


@pytest.mark.parametrize("role", ["supervisor", "desk"])
def test_only_an_organiser_shelves_rules(role, club):
    other = make_user(role)
    assert refused(shelve_ruleset, ruleset=club, actor=other, shelf=Shelf.HIDDEN).code == "not_allowed"
