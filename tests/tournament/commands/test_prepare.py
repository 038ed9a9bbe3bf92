"""manage.py prepare: the first start of an installation, and every later one."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from tests.worlds.factories import make_tournament
from tournament.management.commands.prepare import Command, fingerprint
from tournament.models import Event, SealCertificate, User
from tournament.proof.seals.keys import grouped, seal_key
from tournament.proof.services.audit import audit_installation
from tournament.services.people import import_person


def prepare():
    out = StringIO()
    call_command("prepare", stdout=out)
    return out.getvalue()


def test_first_login_is_printed_once_and_works(db):
    *_, username, password = prepare().split()
    user = authenticate(username=username, password=password)
    assert (user.organiser, user.supervisor, user.desk) == (True, True, False)
    assert [event.kind for event in Event.objects.all()] == ["people.created"]
    assert prepare() == ""
    assert User.objects.count() == 1


def test_an_archive_can_come_before_the_first_login(db):
    """The logins in an archive lock nobody out of an empty installation: nobody can log in with them."""
    tournament = make_tournament()
    import_person(actor=None, full_name="Karl Reiter", tournament=tournament)
    *_, username, password = prepare().split()
    assert authenticate(username=username, password=password).organiser
    assert [user.is_active for user in User.objects.order_by("pk")] == [False, True]
    # The tournament itself came from nowhere.
    assert [fault.what for fault in audit_installation().faults] == [
        f'the beginning of tournament {tournament.pk} is "", the log knows nothing of it'
    ]


def test_nothing_is_logged_that_opens_a_door(db):
    password = prepare().split()[-1]
    assert password not in Event.objects.get().payload


def test_collected_again_only_after_a_change(settings, tmp_path):
    settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_ROOT = tmp_path / "static"
    Command(stdout=StringIO()).collect()
    style = settings.STATIC_ROOT / "css" / "base.css"
    style.write_text("untouched")
    Command(stdout=StringIO()).collect()
    assert style.read_text() == "untouched"
    (tmp_path / "static.stamp").write_text("of another version")
    Command(stdout=StringIO()).collect()
    assert style.read_text() != "untouched"
    assert (tmp_path / "static.stamp").read_text() == fingerprint()


def test_the_key_of_the_seals_is_made_at_the_first_start(db, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    prepare()
    key = (tmp_path / "ca" / "seal.key").read_bytes()
    assert prepare() == ""
    assert (tmp_path / "ca" / "seal.key").read_bytes() == key


def test_a_key_that_was_lost_is_not_replaced_without_a_word(db, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    prepare()
    SealCertificate.objects.create(fingerprint="f", certificate="c", first_used_at=timezone.now())
    (tmp_path / "ca" / "seal.key").unlink()
    assert "manage.py make_seal_key" in prepare()
    assert not (tmp_path / "ca" / "seal.key").exists()
    out = StringIO()
    call_command("make_seal_key", stdout=out)
    assert out.getvalue().endswith(grouped(seal_key().fingerprint) + "\n")
    assert prepare() == ""
    with pytest.raises(CommandError):
        call_command("make_seal_key")


def test_the_club_s_own_key_needs_no_other(db, settings, tmp_path):
    settings.VAR_DIR, settings.SEAL_PKCS12 = tmp_path, "club.p12"
    prepare()
    assert not (tmp_path / "ca").exists()
