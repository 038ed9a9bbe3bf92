"""What the audit finds, as an organiser reads it: German, whatever was changed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import Error, transaction

from tests.attack.tampered import changes
from tests.everything import everything
from tests.tampering import defenceless
from tournament.models import Event, Tournament
from tournament.services.audit import audit_installation, audit_tournament

ENGLISH = re.compile(r"\b(the|is|are|does|its|of|by|at|and|that|missing|whether|taken|says|with|row|log)\b|_at\b|_id\b")
# Values as they lie in the database, kinds of links, and what Python says of a row that nobody can read.
VALUES = re.compile(r'"[^"]*"|“[^”]*”|„[^“]*“|\(\w+\.\w+\)|(zu lesen|Fehler|übernommenen): .*')


def sentences(of: Any, change: Callable[[], object]) -> set[str]:
    """Every sentence about one change, which is taken back."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                change()
        except Error:
            return set()  # a constraint of the database refuses it
        there = Tournament.objects.filter(pk=of.pk) if of else []
        audits = [audit_tournament(one, sealed=True) for one in there] or [audit_installation()]
        transaction.set_rollback(True)
    return {str(fault) for audit in audits for fault in audit.faults}


@pytest.mark.proof
@pytest.mark.django_db
def test_every_sentence_about_a_change_is_german(german: None) -> None:
    hall = everything()

    def break_links() -> None:
        for number in (1, 2):
            Event.objects.filter(sequence=number).update(payload="{}")

    with defenceless():
        found = {sentence for _name, of, change in changes(hall) for sentence in sentences(of, change)}
        found |= {sentence for of in (None, *hall.values()) for sentence in sentences(of, break_links)}
    assert len(found) > 300
    assert sorted(sentence for sentence in found if ENGLISH.search(VALUES.sub("", sentence))) == []
