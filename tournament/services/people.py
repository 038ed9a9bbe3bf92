"""Logins: created, changed and switched off, but never deleted, because sheets bear their names. They have their own
chain."""

import re
import secrets
from collections.abc import Iterable

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import Role, Secret
from tournament.models import Tournament, User
from tournament.person.login_names import clean_login_name, look
from tournament.person.names import clean_text, fold_text
from tournament.person.secrets import guessed_at_once
from tournament.proof.integrity.names import LOGIN, names_hash, new_salt
from tournament.refusals import Refused
from tournament.selectors.people import proposed_username
from tournament.services.events import write_event
from tournament.services.guessing import forgive, one_at_a_time
from tournament.services.locks import lock_installation
from tournament.services.login_links import end_login_links

# Passwords are read aloud or typed from a slip of paper, so no letter or digit here looks like another one.
READABLE = "abcdefghjkmnpqrstuvwxyz23456789"
CODE = re.compile(r"[0-9]{6}", re.ASCII)
LONGEST_NAME = 80


def generated_password() -> str:
    """A password of four groups of four readable characters: 79 bits."""
    return "-".join("".join(secrets.choice(READABLE) for _place in range(4)) for _group in range(4))


def hashed(secret: str) -> str:
    """The hash of a password or code. It takes long: never make one within a transaction. Refused: busy."""
    with one_at_a_time():
        return make_password(secret)


def create_first_login(*, username: str, full_name: str, roles: Iterable[str], password: str) -> User:
    """Create the first login of an empty installation, without a permission. For the command line only."""
    password_hash = hashed(password)
    with transaction.atomic():
        person = _create(username=username, full_name=full_name, roles=roles, password=password_hash)
        _log("people.created", None, person, **_payload_of(person))
        return person


def create_person(*, actor: User, full_name: str, username: str, roles: Iterable[str]) -> tuple[User, str]:
    """Create a login with these roles; return it with its generated password. Only the hash is kept.

    An empty login name is made from the name, unless somebody of this name has a login already (`name_taken`).
    Refused: name_taken, username_taken, username_needed, username_unreadable, no_role, no_name, busy, and all of
    clean_text.
    """
    permissions.check(permissions.manage_people, actor)
    password = generated_password()
    password_hash = hashed(password)
    with transaction.atomic():
        lock_installation()
        if not username.strip():
            _refuse_namesake(full_name)
            username = proposed_username(full_name)
        person = _create(username=username, full_name=full_name, roles=roles, password=password_hash)
        _log("people.created", actor, person, **_payload_of(person))
        return person, password


@transaction.atomic
def import_person(*, actor: User | None, full_name: str, tournament: Tournament) -> User:
    """Create a login for a name on the sheets of an imported tournament. Nobody can log in with it: it is switched off
    and has neither role nor password. `actor` is None on the command line.
    """
    if actor is not None:
        permissions.check(permissions.manage_people, actor)
    lock_installation()
    # Do not take "k.reiter": a person of that name who works here needs it.
    username = proposed_username(f"archive {full_name}")
    person = User(username=username, full_name=full_name, is_active=False, salt=new_salt())
    person.set_unusable_password()
    person.save(force_insert=True)
    _log("people.imported", actor, person, **_payload_of(person), tournament=tournament.pk)
    return person


@transaction.atomic
def change_person(*, actor: User, person: User, full_name: str, roles: Iterable[str]) -> User:
    """Change the printed name and the roles. Refused: last_organiser, no_role, no_name, and all of clean_text."""
    permissions.check(permissions.manage_people, actor)
    person = _lock_logins(person)
    before = (person.full_name, person.roles)
    _name_and_roles(person, full_name, roles)
    if (person.full_name, person.roles) == before:
        return person
    if not person.organiser:
        _keep_an_organiser(person)
    person.salt = new_salt()
    person.save(update_fields=["full_name", "salt", *Role.values])
    _log("people.changed", actor, person, **_payload_of(person))
    return person


@transaction.atomic
def deactivate_person(*, actor: User, person: User) -> User:
    """Switch a login off and log it out; it cannot log in any more. Refused: last_organiser."""
    permissions.check(permissions.manage_people, actor)
    person = _lock_logins(person)
    if person.is_active:
        _keep_an_organiser(person)
        person.is_active = False
        person.switched_off += 1
        end_login_links(person)
        person.save(update_fields=["is_active", "switched_off"])
        _log("people.deactivated", actor, person)
    return person


@transaction.atomic
def activate_person(*, actor: User, person: User) -> User:
    """Switch a login on again, with the password it had."""
    permissions.check(permissions.manage_people, actor)
    person = _lock_logins(person)
    if not person.is_active:
        person.is_active = True
        person.save(update_fields=["is_active"])
        _log("people.activated", actor, person)
    return person


def reset_password(*, actor: User | None, person: User) -> str:
    """Give a login a new generated password and return it, this once. Sessions with the old password end.

    `actor` is None on the command line. Refused: busy.
    """
    if actor is not None:
        permissions.check(permissions.manage_people, actor)
    password = generated_password()
    password_hash = hashed(password)
    with transaction.atomic():
        person = _keep(person, "password", password_hash, "people.password_reset", actor)
        forgive(Secret.PASSWORD, person.username)
    return password


def change_own_password(*, actor: User, password: str) -> User:
    """Set the actor's own password. The form has checked the old one, and that the new one is hard to guess.

    Refused: busy.
    """
    permissions.check(permissions.see_hall, actor)
    return _keep(actor, "password", hashed(password), "people.password_changed", actor)


def set_supervisor_code(*, user: User, code: str, actor: User) -> User:
    """Set the actor's own supervisor's code of six digits; only its hash is kept (5.2.14, 5.2.16).

    Refused: not_allowed (no supervisor, or somebody else's code), code_not_six_digits, code_too_simple, busy.
    """
    permissions.check(permissions.decide_approvals, actor)
    if user.pk != actor.pk:
        raise Refused(_("Everyone sets the own code only."), code="not_allowed")
    if not CODE.fullmatch(code):
        raise Refused(_("The code has six digits."), code="code_not_six_digits", field="code")
    if guessed_at_once(code):
        raise Refused(
            _("This code is guessed at once: no date, no run, nothing that repeats. Please take another one."),
            code="code_too_simple",
            field="code",
        )
    return _keep(user, "supervisor_code", hashed(code), "people.table_code", actor)


@transaction.atomic
def _keep(person: User, column: str, value: str, kind: str, actor: User | None) -> User:
    """Keep the hash of a secret in this column, and log it."""
    person = _lock_logins(person)
    if column == "password":
        end_login_links(person)
    setattr(person, column, value)
    person.save(update_fields=[column])
    _log(kind, actor, person)
    return person


def _lock_logins(person: User) -> User:
    """Lock all logins; return `person`, read again."""
    lock_installation()
    return User.objects.get(pk=person.pk)


def _refuse_namesake(full_name: str) -> None:
    namesake = User.objects.filter(full_name__iexact=fold_text(full_name)).first()
    if namesake is not None:
        raise Refused(
            _("%(name)s has a login already: “%(username)s”. For another person of that name, type a login name."),
            code="name_taken",
            field="username",
            name=namesake.full_name,
            username=namesake.username,
        )


def _create(*, username: str, full_name: str, roles: Iterable[str], password: str) -> User:
    person = User(salt=new_salt(), password=password)
    _name_and_roles(person, full_name, roles)
    if not username.strip():
        raise Refused(
            _("No login name can be made from “%(name)s”. Please type one here, in Latin letters."),
            code="username_needed",
            field="username",
            name=person.full_name,
        )
    person.username = clean_login_name(username)
    names = User.objects.values_list("username", flat=True)
    if alike := next((name for name in names if look(name) == look(person.username)), ""):
        raise _username_taken(alike) if alike == person.username else _alike(person.username, alike)
    try:
        with transaction.atomic():
            person.save(force_insert=True)
    except IntegrityError:
        raise _username_taken(person.username) from None
    return person


def _username_taken(username: str) -> Refused:
    return Refused(
        _("There is a login “%(username)s” already. Please choose another login name."),
        code="username_taken",
        field="username",
        username=username,
    )


def _alike(username: str, other: str) -> Refused:
    return Refused(
        _("“%(username)s” looks too much like the login “%(other)s”. Please choose another login name."),
        code="username_taken",
        field="username",
        username=username,
        other=other,
    )


def _name_and_roles(person: User, full_name: str, roles: Iterable[str]) -> None:
    wanted_roles = {Role(role) for role in roles}
    if not wanted_roles:
        raise Refused(
            _("Please choose at least one role. A login that is not needed is switched off."),
            code="no_role",
            field="roles",
        )
    person.full_name = clean_text(full_name, max_length=LONGEST_NAME)
    if not person.full_name:
        raise Refused(
            _("Please enter the name as it is to be printed on the sheets."), code="no_name", field="full_name"
        )
    for role in Role:
        setattr(person, role.value, role in wanted_roles)


def _keep_an_organiser(person: User) -> None:
    if not User.objects.filter(organiser=True, is_active=True).exclude(pk=person.pk).exists():
        raise Refused(
            _("This is the last organiser. Please give another login the role of organiser first."),
            code="last_organiser",
            field="roles",
        )


def _payload_of(person: User) -> dict[str, object]:
    """The log's data about a login: the roles, and the hash of the name."""
    return {"roles": [role.value for role in person.roles], "names": names_hash(person, LOGIN, person.salt)}


def _log(kind: str, actor: User | None, person: User, **more: object) -> None:
    write_event(kind=kind, actor=actor, payload={"user": person.pk, **more})
