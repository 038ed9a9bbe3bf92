"""The stored document: one for a state of the sheet, whoever asks at once, and only while that state lasts."""

import hashlib
import threading

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from tests.factories import make_user
from tests.played import accepted_tournament, correct, first_sheet, play
from tournament.models import Document, Event
from tournament.refusals import Refused
from tournament.services.documents import store_document
from tournament.services.events import head_hash


def test_stored_once_with_its_hashes_and_its_event(db):
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    head = head_hash(tournament, sheet)
    first = store_document(scoresheet=sheet, pdf=b"%PDF first", head=head, actor=actor)
    again = store_document(scoresheet=sheet, pdf=b"%PDF again", head=head, actor=actor)
    assert first == again == Document.objects.get()
    assert (bytes(first.pdf), first.sha256) == (b"%PDF first", hashlib.sha256(b"%PDF first").hexdigest())
    assert (first.head_hash, first.content_hash) == (head, sheet.content_hash)
    issued = Event.objects.get(kind="document.issued")
    assert (issued.scoresheet, issued.tournament, issued.actor) == (None, tournament, actor)
    # What the sheet's chain ends in is what stands on the document.
    assert head_hash(tournament, sheet) == head


def test_not_stored_when_the_sheet_has_changed(db):
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    head = head_hash(tournament, sheet)
    correct(sheet, 1, "r12++", actor)
    assert store_document(scoresheet=sheet, pdf=b"%PDF", head=head, actor=actor) is None
    now = head_hash(tournament, sheet)
    assert store_document(scoresheet=sheet, pdf=b"%PDF", head=now, actor=actor) is None
    assert Document.objects.count() == 0


def test_not_stored_for_a_login_that_is_none(db):
    tournament, _actor = play(entries=["r12+"])
    sheet = first_sheet(tournament)
    with pytest.raises(Refused) as refusal:
        store_document(scoresheet=sheet, pdf=b"%PDF", head="x", actor=AnonymousUser())
    assert refusal.value.code == "not_allowed"


@pytest.mark.django_db(transaction=True)
def test_four_desks_at_once_get_the_same_document():
    tournament, _actor = accepted_tournament()
    sheet = first_sheet(tournament)
    head = head_hash(tournament, sheet)
    desks = [make_user("desk", username=f"desk{number}") for number in range(4)]
    together = threading.Barrier(len(desks))
    stored = []

    def issue(number: int) -> None:
        try:
            together.wait(10)
            pdf = f"%PDF of desk {number}".encode()
            stored.append(store_document(scoresheet=sheet, pdf=pdf, head=head, actor=desks[number]))
        finally:
            connection.close()

    threads = [threading.Thread(target=issue, args=[number]) for number in range(len(desks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert stored == [Document.objects.get()] * 4
    assert Event.objects.filter(kind="document.issued").count() == 1
