"""Logins: created with a password shown once, changed, switched off, and never without an organiser."""

import json
import threading

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import check_password
from django.db import connection

from tests.worlds.factories import make_user
from tournament.models import User
from tournament.proof.integrity.names import LOGIN, names_hash
from tournament.proof.services.audit import audit_installation
from tournament.refusals import Refused
from tournament.selectors.people import proposed_username
from tournament.services import people
from tournament.services.events import chain

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    """The organiser."""
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


def logged() -> list[tuple[str, int | None, dict]]:
    """The logins' chain: kind, actor, payload."""
    return [(event.kind, event.actor_id, json.loads(event.payload)) for event in chain(None, None)]


def names(person: User) -> dict[str, str]:
    """The hash by which the log knows the name."""
    assert person.salt
    return {"names": names_hash(person, LOGIN, person.salt)}


def test_a_new_login_has_the_roles_asked_for_and_a_password_that_works(anna):
    bene, password = people.create_person(
        actor=anna, full_name="  Bene   Huber ", username="Bene", roles=["supervisor", "desk"]
    )
    assert (bene.full_name, bene.username, bene.roles) == ("Bene Huber", "bene", ["supervisor", "desk"])
    assert authenticate(username="bene", password=password) == bene
    assert logged() == [("people.created", anna.pk, {"user": bene.pk, "roles": ["supervisor", "desk"], **names(bene)})]


def test_two_passwords_are_never_the_same_and_easy_to_read():
    passwords = {people.generated_password() for _ in range(50)}
    assert len(passwords) == 50
    assert not set("".join(passwords)) & set("0O1lI")


def test_without_a_login_name_one_is_made_from_the_name(anna):
    dirk, _ = people.create_person(actor=anna, full_name="Dirk Süß", username="", roles=["desk"])
    assert dirk.username == "dirk.suess"
    assert proposed_username("Dirk Suess") == "dirk.suess2"
    assert proposed_username("…") == ""
    make_user(username="dirk.süss")
    assert (
        people.create_person(actor=anna, full_name="Dirk Suss", username="", roles=["desk"])[0].username == "dirk.suss2"
    )


@pytest.mark.parametrize(
    ("full_name", "username", "roles", "code", "field"),
    [
        ("Anna Obermaier", "", ["desk"], "name_taken", "username"),
        ("Anna O.", "ANNA", ["desk"], "username_taken", "username"),
        ("Anna O.", "änna", ["desk"], "username_taken", "username"),
        ("Anna O.", "аnna", ["desk"], "username_unreadable", "username"),
        ("Anna O.", "ß" * 150, ["desk"], "username_unreadable", "username"),
        ("Bene Huber", "bene huber", ["desk"], "username_unreadable", "username"),
        ("Анна Иванова", "", ["desk"], "username_needed", "username"),
        ("…", "", ["desk"], "username_needed", "username"),
        ("Bene Huber", "bene", [], "no_role", "roles"),
        ("   ", "bene", ["desk"], "no_name", "full_name"),
    ],
)
def test_what_cannot_be_a_login_is_refused_beside_its_field(anna, full_name, username, roles, code, field):
    with pytest.raises(Refused) as refusal:
        people.create_person(actor=anna, full_name=full_name, username=username, roles=roles)
    assert (refusal.value.code, refusal.value.context["field"]) == (code, field)
    assert str(refusal.value)
    assert (User.objects.count(), logged()) == (1, [])


@pytest.mark.parametrize(("full_name", "code"), [("Anna\u202e O.", "unprintable"), ("A" * 81, "too_long")])
def test_a_name_is_printed_as_it_is_read(anna, full_name, code):
    assert refused(people.create_person, actor=anna, full_name=full_name, username="a", roles=["desk"]) == code
    assert refused(people.change_person, actor=anna, person=anna, full_name=full_name, roles=["organiser"]) == code


def test_nobody_gets_the_name_of_somebody_else_by_what_has_no_width(anna):
    created = refused(people.create_person, actor=anna, full_name="Anna\u200b Obermaier", username="", roles=["desk"])
    assert created == "name_taken"


def test_only_an_organiser_manages_logins(anna):
    supervisor = make_user("supervisor", "desk")
    for act in (
        lambda: people.create_person(actor=supervisor, full_name="Bene Huber", username="b", roles=["organiser"]),
        lambda: people.change_person(actor=supervisor, person=supervisor, full_name="B", roles=["organiser"]),
        lambda: people.deactivate_person(actor=supervisor, person=anna),
        lambda: people.activate_person(actor=supervisor, person=anna),
        lambda: people.reset_password(actor=supervisor, person=anna),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "not_allowed"
    assert logged() == []


def test_roles_and_name_change_with_one_event_and_unchanged_with_none(anna):
    bene = make_user("desk", username="bene", full_name="Bene Huber")
    for _ in range(2):
        people.change_person(actor=anna, person=bene, full_name="Benedikt Huber", roles=["supervisor"])
    bene.refresh_from_db()
    assert (bene.full_name, bene.roles) == ("Benedikt Huber", ["supervisor"])
    assert logged() == [("people.changed", anna.pk, {"user": bene.pk, "roles": ["supervisor"], **names(bene)})]


def test_the_last_organiser_stays(anna):
    off = make_user("organiser", username="off")
    User.objects.filter(pk=off.pk).update(is_active=False)
    with pytest.raises(Refused, match="last organiser") as refusal:
        people.change_person(actor=anna, person=anna, full_name="Anna Obermaier", roles=["desk"])
    assert refusal.value.code == "last_organiser"
    with pytest.raises(Refused, match="last organiser"):
        people.deactivate_person(actor=anna, person=anna)
    anna.refresh_from_db()
    assert (anna.organiser, anna.is_active, logged()) == (True, True, [])


def test_with_a_second_organiser_the_first_may_go(anna):
    bene = make_user("organiser", username="bene")
    people.deactivate_person(actor=bene, person=anna)
    anna.refresh_from_db()
    assert (anna.is_active, authenticate(username="anna", password="geheim-genug-1")) == (False, None)


def test_switched_off_and_on_again_is_logged_once_each(anna):
    bene = make_user("desk", username="bene")
    for act in (people.deactivate_person, people.activate_person):
        for _ in range(2):
            act(actor=anna, person=bene)
    assert [kind for kind, _, _ in logged()] == ["people.deactivated", "people.activated"]
    assert authenticate(username="bene", password="geheim-genug-1") == bene


def test_a_new_password_replaces_the_old_one(anna):
    bene = make_user("desk", username="bene")
    password = people.reset_password(actor=anna, person=bene)
    assert authenticate(username="bene", password="geheim-genug-1") is None
    assert authenticate(username="bene", password=password) == bene
    assert logged() == [("people.password_reset", anna.pk, {"user": bene.pk})]


def test_everyone_changes_the_own_password():
    bene = make_user("desk", username="bene")
    people.change_own_password(actor=bene, password="ein-neues-wort-7")
    assert authenticate(username="bene", password="ein-neues-wort-7") == bene
    assert logged() == [("people.password_changed", bene.pk, {"user": bene.pk})]


@pytest.mark.django_db(transaction=True)
def test_nobody_who_writes_waits_for_a_hash(monkeypatch):
    """Within a transaction, all writers of SQLite would wait for it."""
    within = []

    def make_password(secret):
        within.append(connection.in_atomic_block)
        return f"hash of {secret}"

    monkeypatch.setattr(people, "make_password", make_password)
    roles = ["organiser", "supervisor"]
    anna = people.create_first_login(username="anna", full_name="Anna", roles=roles, password="geheim-genug-1")
    bene, _password = people.create_person(actor=anna, full_name="Bene Huber", username="", roles=["desk"])
    people.reset_password(actor=anna, person=bene)
    people.change_own_password(actor=anna, password="ein-neues-wort-7")
    people.set_supervisor_code(user=anna, code="480213", actor=anna)
    assert within == [False] * 5
    assert User.objects.get(pk=anna.pk).password == "hash of ein-neues-wort-7"


def test_the_chain_holds_no_name_and_no_password(anna):
    _, password = people.create_person(actor=anna, full_name="Centa Löffler", username="centa", roles=["desk"])
    text = " ".join(chain(None, None).values_list("payload", flat=True))
    assert not [word for word in ("Centa", "Löffler", "centa", password) if word in text]


def test_the_first_login_of_an_empty_installation_needs_nobody():
    anna = people.create_first_login(
        username="Leitung", full_name="Leitung", roles=["organiser", "supervisor"], password="geheim-genug-1"
    )
    assert authenticate(username="leitung", password="geheim-genug-1") == anna
    assert logged() == [
        ("people.created", None, {"user": anna.pk, "roles": ["organiser", "supervisor"], **names(anna)})
    ]


@pytest.mark.django_db(transaction=True)
def test_two_organisers_cannot_switch_each_other_off_at_once():
    anna, bene = make_user("organiser", username="anna"), make_user("organiser", username="bene")
    refused = []

    def switch_off(actor: User, person: User) -> None:
        try:
            people.deactivate_person(actor=actor, person=person)
        except Refused as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=switch_off, args=pair) for pair in ((anna, bene), (bene, anna))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["last_organiser"]
    assert User.objects.filter(organiser=True, is_active=True).count() == 1
    assert [event.sequence for event in chain(None, None)] == [1]


# The supervisor's code for the device of a table


def test_a_code_is_kept_as_a_hash_and_told_of_without_it():
    reiter = people.create_first_login(
        username="reiter", full_name="K. Reiter", roles=["supervisor"], password="geheim-genug-1"
    )
    people.set_supervisor_code(user=reiter, code="480213", actor=reiter)
    reiter.refresh_from_db()
    assert check_password("480213", reiter.supervisor_code)
    assert "480213" not in reiter.supervisor_code
    assert logged()[1:] == [("people.table_code", reiter.pk, {"user": reiter.pk})]
    assert audit_installation().faults == ()


@pytest.mark.parametrize("role", ["desk", "organiser"])
def test_only_a_supervisor_has_a_code(role):
    actor = make_user(role)
    assert refused(people.set_supervisor_code, user=actor, code="480213", actor=actor) == "not_allowed"


def test_nobody_sets_anothers_code(anna):
    reiter = make_user("supervisor", "organiser", username="reiter")
    bene = make_user("supervisor", username="bene")
    assert refused(people.set_supervisor_code, user=bene, code="480213", actor=reiter) == "not_allowed"
    assert User.objects.get(pk=bene.pk).supervisor_code == ""


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        ("", "code_not_six_digits"),
        ("48021", "code_not_six_digits"),
        ("4802133", "code_not_six_digits"),
        ("48021x", "code_not_six_digits"),
        ("٤٨٠٢١٣", "code_not_six_digits"),
        ("000000", "code_too_simple"),
        ("474747", "code_too_simple"),
        ("123456", "code_too_simple"),
        ("890123", "code_too_simple"),
        ("654321", "code_too_simple"),
    ],
)
def test_codes_that_are_none(code, refusal):
    reiter = make_user("supervisor", username="reiter")
    assert refused(people.set_supervisor_code, user=reiter, code=code, actor=reiter) == refusal


def refused(act, **arguments):
    """The code of the refusal."""
    with pytest.raises(Refused) as refusal:
        act(**arguments)
    return refusal.value.code
