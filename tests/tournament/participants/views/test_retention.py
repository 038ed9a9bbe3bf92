"""The pages of retention: keeping longer, forgetting one person, deleting the personal data; and no trace of a name."""

import datetime as dt

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.damage.tampering import is_over
from tests.worlds.factories import make_participants, make_tournament, make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Participant, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(client):
    """A tournament finished in November 2024 with two participants; the organiser is logged in."""
    tournament = make_tournament(day=dt.date(2024, 11, 30))
    make_participants(tournament, 2)
    is_over(tournament)
    client.force_login(make_user("organiser"))
    return Tournament.objects.get()


def page(client, name, *args, post=None):
    """The words of the page after this was sent."""
    path = reverse(name, args=["feldkirchen-2026", *args])
    answer = client.get(path) if post is None else client.post(path, post, follow=True)
    return " ".join(answer.content.decode().split())


def test_the_overview_says_how_long_and_that_it_is_due(client, over):
    assert "this time is past, and the personal data can be deleted" in page(client, "tournament")
    Tournament.objects.update(keep_until=dt.date(2099, 1, 2))
    assert "Everything is kept until 2 January 2099." in page(client, "tournament")
    client.force_login(make_user("desk"))
    assert "Retention" not in page(client, "tournament")


def test_kept_longer(client, over):
    assert "please give a later day" in page(client, "retention_extend", post={"until": "2025-05-30"}).lower()
    assert "Everything is kept until 2 January 2099." in page(client, "retention_extend", post={"until": "2099-01-02"})
    html = page(client, "retention")
    assert ("2099-01-03" in html, "Delete the personal data for good" in html) == (True, False)
    assert "nothing is deleted" in page(client, "tournament_purge", post={"name": over.name})


def test_deleted_once_the_name_of_the_tournament_is_typed(client, over):
    assert "2 participants: names, clubs" in page(client, "retention")
    assert "This is not the name" in page(client, "tournament_purge", post={"name": "Feldkirchen"})
    html = page(client, "tournament_purge", post={"name": " feldkirchen  2026"})
    assert ("The personal data are deleted" in html, "Delete the personal data for good" in html) == (True, False)
    assert "Obermaier" not in page(client, "participants")
    assert "The personal data of this tournament are deleted." in page(client, "tournament")
    assert "The personal data of this tournament are deleted." in page(client, "participant_edit", 1)


def test_forgotten_once_the_start_number_is_typed(client, over):
    assert "Forget this person" in page(client, "participant_edit", 1)
    assert "This is not the start number" in page(client, "participant_forget", 1, post={"number": "2"})
    html = page(client, "participant_forget", 1, post={"number": "1"})
    assert ("Start number 1 is forgotten." in html, "This person has asked to be forgotten" in html) == (True, True)
    assert ("Obermaier" in html, "<h1>Participant 1</h1>" in html) == (False, True)
    Tournament.objects.update(state="running")
    assert "Bene Huber still plays" in page(client, "participant_forget", 2, post={"number": "2"})


def test_prizes_that_are_still_owed_are_named_before_somebody_is_forgotten(client):
    tournament, players, actor = ranked()
    client.force_login(actor)
    Participant.objects.filter(pk=players[0].pk).update(club="SV")
    assert "still owed" not in page(client, "participant_forget", 1)
    put_out(tournament, 1, "place", argument="1")
    put_out(tournament, 1, "club", argument="SV")
    html = page(client, "participant_forget", 1)
    assert "2 prizes are still owed to this person." in html
    assert reverse("prize_handing_out", args=[tournament.slug]) + "?q=1" in html
    assert html.count("may go to somebody else then") == 1
    assert "still owed" not in page(client, "participant_forget", 2)


def test_by_command(over, capsys):
    call_command("purge")
    call_command("purge", over.slug, "--dry-run")
    assert Tournament.objects.get().state == "finished"
    call_command("purge", over.slug)
    assert capsys.readouterr().out.splitlines() == [
        "feldkirchen-2026: kept until 2025-05-30, can be purged",
        "feldkirchen-2026: due, kept until 2025-05-30; 2 names, 0 drawn signatures, 0 sealed files, 0 reasons, "
        "0 devices would go",
        "feldkirchen-2026: 2 names, 0 drawn signatures, 0 sealed files, 0 reasons, 0 devices deleted. "
        "Your own backups and archives are yours to delete.",
    ]
    make_tournament("Moosach", "moosach")
    for slug, code in (("nowhere", 2), ("moosach", 1)):
        with pytest.raises(CommandError) as error:
            call_command("purge", slug)
        assert error.value.returncode == code
