"""manage.py prepare: the first start of an installation, and every later one."""

from io import StringIO

from django.contrib.auth import authenticate
from django.core.management import call_command

from tournament.management.commands.prepare import Command, fingerprint
from tournament.models import Event, User


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
