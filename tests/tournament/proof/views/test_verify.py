"""The verify page: for everyone, without a script, with sentences, and without secrets."""

import io
import re
from datetime import date

import pytest
import segno
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import login
from tests.worlds.played import accept, correct, first_sheet
from tests.worlds.sealed import Sealed, sealed_twice
from tournament.models import Event, Participant, Seat
from tournament.proof.views import verify
from tournament.standings.services.release import freeze, unfreeze

pytestmark = pytest.mark.django_db
begin = sealed_twice


def words(answer) -> str:
    """The visible words of the page."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(text.split())


def hand_in(client: Client, content: bytes = b"", *, name: str = "x.pdf", **fields: str) -> str:
    files = {"document": SimpleUploadedFile(name, content)} if content else {}
    answer = client.post(reverse("verify"), {**files, **fields}, follow=True)
    assert answer.status_code in (200, 404)
    return words(answer)


def test_a_file_is_looked_at_without_a_login_and_without_a_token(world: Sealed) -> None:
    """In a process of its own, as in the hall."""
    page = hand_in(Client(enforce_csrf_checks=True), world.new)
    assert "✓ Valid" in page
    assert "This document is sealed, nothing in it was changed, and it is the one in force." in page
    assert "Points ✓ follow from the games by the rules in the file" in page
    assert "What the document says" in page
    for seat in Seat.objects.select_related("participant"):
        assert str(seat.participant) in page


def test_a_superseded_document_leads_to_the_one_in_force_and_keeps_the_reason_from_strangers(world: Sealed) -> None:
    public, supervisor = hand_in(Client(), world.old), hand_in(login(world.actor), world.old)
    assert "! Replaced by a later version" in public
    assert "Version 2 of the sheet is in force in its place." in public
    assert ("verzählt" in public, "verzählt" in supervisor) == (False, True)
    assert ("Reiter" in public, "Reiter" in supervisor) == (False, True)


def test_the_page_of_a_check_code_shows_what_the_standings_show(client: Client, world: Sealed) -> None:
    Participant.objects.update(birth_date=date(1971, 3, 9))
    page = words(client.get(reverse("verify_code", args=[world.code])))
    assert "✓ Valid" in page
    assert "The code alone proves nothing of your paper" in page
    for seat in Seat.objects.filter(match__number=1).select_related("participant"):
        assert f"{seat.number} {seat.participant} {'+' if seat.points > 0 else '−'}{abs(seat.points)}" in page
    assert ("1971" in page, "Reiter" in page, "verzählt" in page) == (False, False, False)


def test_a_sheet_that_is_opened_again_shows_no_figures(client: Client, world: Sealed) -> None:
    correct(first_sheet(world.tournament), 2, "r12++", world.actor)
    page = words(client.get(reverse("verify_code", args=[world.code])))
    assert "! Not in force any more" in page
    assert [str(seat.participant) in page for seat in Seat.objects.select_related("participant")] == [False] * 4


@pytest.mark.parametrize("pattern", ["{}", "{}-", "  {} "])
def test_a_code_is_taken_as_it_is_typed(client: Client, world: Sealed, pattern: str) -> None:
    code = world.code.upper()
    typed = pattern.format(f"{code[:4]}-{code[4:8]}-{code[8:]}" if "-" in pattern else code)
    assert "✓ Valid" in hand_in(client, text=typed.rstrip("-"))
    assert client.get(f"/v/{typed.strip().rstrip('-')}/").status_code == 200


def test_a_code_that_is_not_here_says_what_to_do(client: Client, world: Sealed) -> None:
    answer = client.get(reverse("verify_code", args=["0" * 12]))
    assert answer.status_code == 404
    assert "please compare the twelve digits with the paper" in words(answer)


def test_a_code_that_is_none_of_an_accepted_sheet_says_what_it_may_be_and_not_whether_it_is_there(
    client: Client, world: Sealed
) -> None:
    """Of a sheet that is open, of an entry of the log, of nothing: one answer for all."""
    correct(first_sheet(world.tournament), 2, "r12++", world.actor)
    codes = [
        Event.objects.filter(scoresheet=first_sheet(world.tournament)).latest("pk").hash,
        Event.objects.filter(tournament=world.tournament, scoresheet=None).latest("pk").hash,
        "0" * 12,
    ]
    pages = [words(client.get(reverse("verify_code", args=[code[:12]]))) for code in codes]
    assert "? No accepted sheet here has this code" in pages[0]
    assert "Only accepted sheets and sealed final standings have a code that can be checked." in pages[0]
    assert len(set(pages)) == 1


def test_a_photo_of_the_seal_and_what_a_scanner_types(client: Client, world: Sealed) -> None:
    picture = io.BytesIO()
    segno.make(world.new_seal, micro=False).save(picture, kind="png", scale=6)
    for page in (hand_in(client, picture.getvalue(), name="x.png"), hand_in(client, text=world.new_seal.lower())):
        assert "The seal is genuine, and the sheet it stands on is in force." in page
        assert "Compare the paper with what stands below" in page


def test_nothing_handed_in_and_too_much(client: Client) -> None:
    assert "Please choose a file, take a photo, or paste the text of a seal." in hand_in(client)
    large = SimpleUploadedFile("x.pdf", b"%PDF-1.7" + bytes(26 * 1024 * 1024))
    answer = client.post(reverse("verify"), {"document": large})
    assert answer.status_code == 413
    assert "far larger than any document of ours" in words(answer)
    assert "The file is empty." in words(client.post(reverse("verify"), {"document": SimpleUploadedFile("x", b"")}))


def test_one_file_at_a_time_in_a_process(client: Client) -> None:
    with verify.TURN:
        answer = client.post(reverse("verify"), {"text": "x"})
        second = client.post(reverse("verify"), {"document": SimpleUploadedFile("x.pdf", b"%PDF-1.7")})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "press the button once more" in words(answer)
    assert ">x</textarea>" in "".join(answer.content.decode().split()), "what was typed stays"
    assert "Please choose a file, take a photo" not in words(second)
    assert "This is neither a PDF nor" in hand_in(client, text="x")


def test_a_code_that_was_never_sealed_tells_no_correction_while_results_are_held_back(
    client: Client, world: Sealed
) -> None:
    tournament, actor = world.tournament, world.actor
    correct(first_sheet(tournament), 2, "r12++", actor)
    accept(first_sheet(tournament), actor)
    accepted = Event.objects.filter(kind="sheet.accepted", scoresheet=first_sheet(tournament)).latest("pk")
    address = reverse("verify_code", args=[accepted.hash[:12]])
    freeze(tournament=tournament, actor=actor)
    before = words(client.get(address))
    assert "This check code is registered here." in before
    correct(first_sheet(tournament), 2, "r12+", actor)
    assert words(client.get(address)) == before
    unfreeze(tournament=tournament, actor=actor)
    assert client.get(address).status_code == 404
    assert client.get(reverse("verify_code", args=["0" * 12])).status_code == 404
