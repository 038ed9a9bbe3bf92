"""The page of the archive: what closing means, the button, the download, and an imported tournament's origin."""

import io
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.archived import login, small_tournament
from tests.worlds.factories import make_tournament
from tournament.enums import TournamentState
from tournament.models import Tournament, User

PAGE, ZIP = (reverse(name, args=["glonn-2026"]) for name in ("archive", "archive_zip"))


def begin() -> User:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    small_tournament(actor, 1)
    return actor


@pytest.fixture
def organiser(client: Client, world: User) -> Client:
    client.force_login(world)
    return client


def test_closed_with_a_tick_and_taken_along(organiser: Client, german: None, settings):
    tournament = Tournament.objects.get()
    overview = organiser.get(tournament.get_absolute_url()).content.decode()
    assert f'href="{PAGE}"' in overview
    page = organiser.get(PAGE).content.decode()
    assert "4 angenommene Listen sind noch nicht versiegelt" in page
    refused = organiser.post(PAGE, follow=True).content.decode()
    assert "Bitte kreuzen Sie an" in refused
    assert organiser.get(ZIP, follow=True).redirect_chain == [(PAGE, 302)]
    assert Tournament.objects.get().state == TournamentState.FINISHED
    closed = organiser.post(PAGE, {"sure": "on"}, follow=True).content.decode()
    assert ("endgültig abgeschlossen" in closed, "Archiv herunterladen" in closed) == (True, True)
    assert "von K. Reiter" in closed
    before = sorted(settings.VAR_DIR.iterdir())
    answer = organiser.get(ZIP)
    # Nothing of the download stays here, so a purge need not look for it.
    assert sorted(settings.VAR_DIR.iterdir()) == before
    assert answer["Content-Disposition"] == 'attachment; filename="glonn-2026.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as file:
        assert file.testzip() is None
        assert "MANIFEST.sig" in file.namelist()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [("running", "Nothing to archive yet"), ("registration", "Nothing to archive yet"), ("purged", "any more")],
)
def test_what_the_page_says_when_there_is_nothing_to_archive(organiser: Client, state: str, sentence: str):
    other = make_tournament("Moosach", "moosach")
    Tournament.objects.filter(pk=other.pk).update(state=state, frozen_ruleset=other.ruleset.text)
    page = organiser.get(reverse("archive", args=["moosach"])).content.decode()
    assert (sentence in page, "Close the tournament for good" in page) == (True, False)


def test_the_key_is_missing(organiser: Client, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    page = organiser.post(PAGE, {"sure": "on"}, follow=True).content.decode()
    assert "The key that seals documents is missing" in page
    assert Tournament.objects.get().state == TournamentState.FINISHED
