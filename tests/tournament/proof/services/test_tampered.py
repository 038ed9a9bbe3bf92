"""What somebody with the database changes is noticed, except what docs/audit.md names, and is said in German."""

import re

import pytest
from django.test import override_settings

from tests.attack.tampered import documented_gaps, noticed_by

pytestmark = [pytest.mark.django_db, pytest.mark.proof]

ENGLISH = re.compile(r"\b(the|is|are|does|its|of|by|at|and|that|missing|whether|taken|says|with|row|log)\b|_at\b|_id\b")
# Values as they lie in the database, kinds of links, and what Python says of a row that nobody can read.
VALUES = re.compile(r'"[^"]*"|“[^”]*”|„[^“]*“|\(\w+\.\w+\)|(zu lesen|Fehler|übernommenen): .*')


def begin() -> tuple[dict[str, str], set[str]]:
    """What noticed each change, and every sentence about one of them."""
    sentences: set[str] = set()
    with override_settings(LANGUAGE_CODE="de"):
        return noticed_by(sentences, "de"), sentences


def test_exactly_what_the_document_names_goes_unnoticed(world: tuple[dict[str, str], set[str]]) -> None:
    found, _sentences = world
    assert sorted(name for name, how in found.items() if not how) == sorted(documented_gaps())
    assert len(found) > 300
    # No row says anything else: only a copy does that was made before.
    assert sorted(name for name, how in found.items() if how == "copy") == [
        "a link in another login's name, all hashes anew",
        "the last game of an open sheet cut off with its links",
    ]


def test_every_sentence_about_a_change_is_german(world: tuple[dict[str, str], set[str]]) -> None:
    _found, sentences = world
    assert len(sentences) > 300
    assert sorted(sentence for sentence in sentences if ENGLISH.search(VALUES.sub("", sentence))) == []
