"""Storing a sealed document: one per acceptance, even for two at once, and only while the acceptance holds."""

import hashlib
import json
import threading

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from tests.documents import acceptance, store
from tests.worlds.factories import make_user
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet, play
from tournament.enums import DeviceState
from tournament.models import Document, Event, Scoresheet, SealCertificate
from tournament.proof.seals.keys import SealKey, make_seal_key
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.documents import current_document
from tournament.services.documents import store_document
from tournament.services.events import head_hash, write_sheet_events
from tournament.sheet.acts.devices import DeviceEnded


def test_stored_once_with_its_hashes_its_key_and_its_event(db: None, seal: SealKey) -> None:
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    first, again = store(sheet, seal, actor, b"%PDF first"), store(sheet, seal, actor, b"%PDF again")
    assert first is not None
    assert first == again == Document.objects.get()
    assert (bytes(first.pdf), first.sha256) == (b"%PDF first", hashlib.sha256(b"%PDF first").hexdigest())
    assert (first.number, first.key_fingerprint) == (1, seal.fingerprint)
    assert (first.head_hash, first.content_hash) == (acceptance(sheet), sheet.content_hash)
    issued = Event.objects.get(kind="document.issued")
    assert (issued.scoresheet, issued.tournament, issued.actor) == (None, tournament, actor)
    assert json.loads(issued.payload) == {
        "document": first.pk,
        "scoresheet": sheet.pk,
        "number": 1,
        "head_hash": first.head_hash,
        "sha256": first.sha256,
        "key": seal.fingerprint,
    }
    # The document names the last link of the sheet's chain.
    assert head_hash(tournament, sheet) == first.head_hash
    assert audit_tournament(tournament).faults == ()


def test_every_key_that_sealed_leaves_its_certificate(db: None, seal: SealKey, tmp_path) -> None:
    tournament, actor = accepted_tournament(tables=2)
    sheets = Scoresheet.objects.select_related("match__tournament").order_by("table_number")
    other = make_seal_key(tmp_path)
    store(sheets[0], seal, actor)
    store(sheets[1], other, actor)
    correct(sheets[0], 1, "r12++", actor)
    accept(sheets[0], actor)
    store(sheets[0], seal, actor, number=2)
    certificates = SealCertificate.objects.values_list("fingerprint", "certificate", "imported")
    assert list(certificates) == [(seal.fingerprint, seal.pem, False), (other.fingerprint, other.pem, False)]
    assert audit_tournament(tournament).faults == ()


def test_not_stored_when_the_sheet_has_changed(db: None, seal: SealKey) -> None:
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    earlier = acceptance(sheet)
    correct(sheet, 1, "r12++", actor)
    assert store_document(scoresheet=sheet, pdf=b"%PDF", acceptance=earlier, number=1, key=seal, actor=actor) is None
    accept(sheet, actor)
    assert store_document(scoresheet=sheet, pdf=b"%PDF", acceptance=earlier, number=1, key=seal, actor=actor) is None
    # A document cannot be stored as version 2 before there is a version 1.
    assert store(sheet, seal, actor, number=2) is None
    assert Document.objects.count() == 0


def test_what_happens_after_the_acceptance_makes_no_other_document(db: None, seal: SealKey) -> None:
    """For example a device that was locked before or after the sheet was sealed."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    locked = DeviceEnded(number=1, state=DeviceState.LOCKED, device=1)
    write_sheet_events([(sheet, locked)], actor=actor)
    first = store(sheet, seal, actor)
    write_sheet_events([(sheet, locked)], actor=actor)
    assert first is not None
    assert store(sheet, seal, actor, number=2) == first == current_document(sheet)


def test_not_stored_for_a_login_that_is_none(db: None, seal: SealKey) -> None:
    tournament, _actor = play(entries=["r12+"])
    with pytest.raises(Refused) as refusal:
        store_document(
            scoresheet=first_sheet(tournament), pdf=b"%PDF", acceptance="x", number=1, key=seal, actor=AnonymousUser()
        )
    assert refusal.value.code == "not_allowed"


@pytest.mark.django_db(transaction=True)
def test_four_desks_at_once_get_the_same_document(seal: SealKey) -> None:
    tournament, _actor = accepted_tournament()
    sheet = first_sheet(tournament)
    desks = [make_user("desk", username=f"desk{number}") for number in range(4)]
    together = threading.Barrier(len(desks))
    stored = []

    def issue(number: int) -> None:
        try:
            together.wait(10)
            stored.append(store(sheet, seal, desks[number], f"%PDF of desk {number}".encode()))
        finally:
            connection.close()

    threads = [threading.Thread(target=issue, args=[number]) for number in range(len(desks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert stored == [Document.objects.get()] * 4
    assert Event.objects.filter(kind="document.issued").count() == SealCertificate.objects.count() == 1
