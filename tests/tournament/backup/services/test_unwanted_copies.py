"""Copies that somebody takes by mistake: another installation's, one without a tournament of here, a spoiled one."""

import shutil
from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from tests.worlds.factories import make_user
from tests.worlds.played import play
from tournament.backup.copies import switching
from tournament.backup.copies.contents import Lacking
from tournament.backup.copies.locations import copies_folder
from tournament.backup.copies.names import copy_name, made_at
from tournament.backup.copies.signing import KEY
from tournament.backup.selectors.backups import refusal_sentences, restore_cautions, restore_sentences
from tournament.backup.services import checked_restores
from tournament.backup.services.backups import check_copy, make_copy
from tournament.backup.services.restoring import stage, unstage
from tournament.models import Tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)
LOGINS = "The logins of here then no longer hold, but those of the copy."
WAY_BACK = "The way back: end Spielliste and type ./run restore "


@pytest.fixture(autouse=True)
def empty_folder():
    yield
    unstage()
    shutil.rmtree(copies_folder(), ignore_errors=True)


@pytest.fixture
def foreign():
    """A copy that another installation has signed."""
    play(1, ["r12+"])
    copy = make_copy("asked")
    key = django_settings.VAR_DIR / KEY
    own_key = key.read_bytes()
    key.write_bytes(bytes(range(32)))
    yield copy
    key.write_bytes(own_key)


def about(staged):
    """The headings, and the sentences."""
    return [
        list(say(staged.manifest, staged.lacks, empty=staged.empty, faults=()))
        for say in (restore_cautions, restore_sentences)
    ]


def test_a_copy_of_another_installation_says_what_happens_to_the_logins(foreign):
    cautions, sentences = about(stage(foreign))
    assert cautions == ["This copy comes from another installation"]
    assert sentences[4] == LOGINS
    assert [one.startswith(WAY_BACK) for one in sentences[5:]] == [True] * (connection.vendor == "sqlite")


def test_on_the_page_it_is_called_no_good_copy_and_must_be_accepted(foreign, client, monkeypatch):
    organiser = make_user("organiser", username="org")
    client.force_login(organiser)
    monkeypatch.setattr(checked_restores, "may_restart", lambda: True)
    checked_restores.check_and_report(foreign, "", mark="abc")
    page = client.get(reverse("backup_checked")).content.decode()
    assert "This copy comes from another installation</h2>" in page
    assert "The copy is good" not in page
    assert 'name="despite_faults" required' in page
    with pytest.raises(Refused, match="Please confirm"):
        checked_restores.order_checked(mark="abc", actor=organiser)
    assert not switching.order_given()


def test_a_copy_without_a_tournament_of_here_needs_a_word_more_on_the_command_line(capsys):
    make_user("organiser", username="org")
    copy = make_copy("asked")
    play(1, ["r12+"])
    name = Tournament.objects.get().name
    cautions, sentences = about(stage(copy))
    assert cautions == [f"Your tournament {name} is not in it"]
    assert LOGINS in sentences
    with pytest.raises(CommandError, match="--despite-faults"):
        call_command("restore", copy, dry_run=True)
    assert f"Your tournament {name} is not in it." in capsys.readouterr().out.splitlines()
    call_command("restore", copy, dry_run=True, despite_faults=True)


def test_an_own_copy_that_holds_more_is_not_said_to_be_a_strangers():
    play(1, ["r12+"])
    manifest = check_copy(make_copy("asked"))
    lacks = Lacking(tournaments=(), sheets=(), games=0, events=0, strange=1)
    assert list(restore_sentences(manifest, lacks, empty=False, faults=()))[-1] == (
        "It also holds what is not here: it is newer, or another copy was put into place here since."
    )
    assert list(restore_cautions(manifest, lacks, empty=False, faults=())) == []


def test_a_spoiled_copy_names_the_next_older_one():
    play(1, ["r12+"])
    older = make_copy("asked")
    spoiled = copies_folder() / copy_name(made_at(older.name) + timedelta(hours=1))
    spoiled.write_bytes(older.read_bytes()[:-100])
    with pytest.raises(CommandError, match=f"Please take an older copy. The next one is {older}."):
        call_command("restore", spoiled, dry_run=True)
    checked_restores.check_and_report(spoiled, "", mark="abc")
    assert checked_restores.report().sentences[1] == f"Please take an older copy. The next one is {older}."
    assert refusal_sentences(Refused("no", code="signature_wrong"), older) == ["no", "Please take an older copy."]
    assert refusal_sentences(Refused("full", code="disk_full"), spoiled) == ["full"]
