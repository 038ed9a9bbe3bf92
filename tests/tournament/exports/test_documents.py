"""The document of an accepted sheet: sealed, with its data, stored; and what happens where it cannot be made."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from tests.pango import without_pango
from tests.pdf import text
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet
from tests.worlds.sealed import without_key
from tournament.enums import SheetState
from tournament.exports.documents import issue_document
from tournament.models import Document, Event, Scoresheet, User
from tournament.proof.exports.sealing import seal_trouble
from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.pdf import check_pdf
from tournament.proof.seals.sheet_data import read_data, recomputed
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.documents import current_document, unsealed_sheets
from tournament.selectors.scoresheets import sheet_view

pytestmark = pytest.mark.django_db


def begin() -> tuple[Scoresheet, User, Document]:
    """An accepted sheet and its document, in the German of the house although the active language is English."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    with override_settings(LANGUAGE_CODE="de"):
        document = issue_document(scoresheet=sheet, actor=actor)
    assert document is not None
    return sheet, actor, document


def test_sealed_and_kept(world: Any, seal: SealKey) -> None:
    sheet, actor, document = world
    stored = Document.objects.get()
    pdf = bytes(stored.pdf)
    assert stored == document == current_document(sheet) == issue_document(scoresheet=sheet, actor=actor)
    assert stored.sha256 == hashlib.sha256(pdf).hexdigest()
    checked = check_pdf(pdf)
    assert (checked.intact, checked.problem, checked.fingerprint) == (True, "", seal.fingerprint)
    assert Event.objects.filter(kind="document.issued").count() == 1
    assert audit_tournament(sheet.match.tournament).faults == ()


def test_it_says_and_carries_what_the_rows_hold(world: Any) -> None:
    sheet, _actor, document = world
    printed, view = text(bytes(document.pdf)), sheet_view(sheet)
    assert view.check_code in printed
    data = read_data(check_pdf(bytes(document.pdf)).data or b"")
    assert recomputed(data) == ()
    assert data["result"]["totals"] == list(sheet.seats.order_by("number").values_list("points", flat=True))
    assert (data["chain"]["head"], data["content_hash"]) == (document.head_hash, sheet.content_hash)
    assert data["document"]["version"] == 1


def test_it_is_in_the_language_of_the_house(world: Any) -> None:
    _sheet, _actor, document = world
    printed = text(bytes(document.pdf))
    assert ("Prüfsumme" in printed, "checksum" in printed) == (True, False)
    assert read_data(check_pdf(bytes(document.pdf)).data or b"")["language"] == "de"


def test_a_sheet_changed_during_the_render_is_not_stored(world: Any) -> None:
    sheet, actor = reopened(world)
    with meanwhile(lambda: correct(first_sheet(sheet.match.tournament), 2, "r12++", actor)):
        assert issue_document(scoresheet=sheet, actor=actor) is None
    assert (Document.objects.count(), list(unsealed_sheets())) == (1, [])


@contextmanager
def meanwhile(act: Callable[[], object]) -> Iterator[None]:
    """Inside this context, run this just before the next transaction: a document is rendered then, but not stored."""
    due = [act]

    def first(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if due and sql.startswith("SAVEPOINT"):
            due.pop()()
        return execute(sql, *rest)

    with connection.execute_wrapper(first):
        yield
    assert not due


def reopened(world: Any) -> tuple[Scoresheet, User]:
    """The sheet accepted again, with its document not made yet."""
    sheet, actor, _document = world
    correct(sheet, 1, "r12++", actor)
    assert issue_document(scoresheet=sheet, actor=actor) is None
    return accept(sheet, actor), actor


def test_the_acceptance_holds_where_nothing_can_be_printed(world: Any) -> None:
    sheet, actor = reopened(world)
    with without_pango(), pytest.raises(Refused) as refused:
        issue_document(scoresheet=sheet, actor=actor)
    assert (refused.value.code, "Pango is missing" in str(refused.value)) == ("pango_missing", True)
    assert first_sheet(sheet.match.tournament).state == SheetState.ACCEPTED
    assert list(unsealed_sheets()) == [sheet]


def test_without_a_key_the_acceptance_holds_and_the_next_look_makes_up_for_it(world: Any) -> None:
    first = world[-1]
    sheet, actor = reopened(world)
    with without_key(), pytest.raises(Refused) as refused:
        issue_document(scoresheet=sheet, actor=actor)
    with without_key():
        assert (refused.value.code, str(refused.value)) == ("seal_key_missing", str(seal_trouble()))
    assert (seal_trouble(), Document.objects.count(), list(unsealed_sheets())) == (None, 1, [sheet])
    second = issue_document(scoresheet=sheet, actor=actor)
    assert second == Document.objects.get(number=2)
    data = read_data(check_pdf(bytes(second.pdf)).data or b"")
    assert data["document"] | {"issued_at": ""} == {"version": 2, "replaces": first.sha256, "issued_at": ""}
    assert [row["reason"] for row in data["corrections"]] == ["falsch abgeschrieben"] * 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="how a full disk is had is another matter there")
def test_on_a_full_disk_the_acceptance_holds(world: Any) -> None:
    sheet, actor = reopened(world)
    with full_disk(), pytest.raises(Refused) as refused:
        issue_document(scoresheet=sheet, actor=actor)
    assert (refused.value.code, "whether the disk of this computer is full" in str(refused.value)) == (
        "not_stored",
        True,
    )
    assert (Document.objects.count(), list(unsealed_sheets())) == (1, [sheet])


@contextmanager
def full_disk() -> Iterator[None]:
    """Inside this context the database's file cannot grow."""
    with connection.cursor() as cursor:
        # Pages that earlier tests have left free would take the file in.
        cursor.execute("CREATE TABLE filler (page BLOB)")
        while cursor.execute("PRAGMA freelist_count").fetchone()[0]:
            cursor.execute("INSERT INTO filler VALUES (zeroblob(4000))")
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {most}")
