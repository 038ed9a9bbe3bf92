"""The versions of a sheet's document: one in force, others superseded when, by whom and why; and which is missing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.documents import acceptance, store
from tests.worlds.factories import make_user
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet, play
from tests.worlds.sheets import approval
from tournament.enums import ApprovalState
from tournament.models import Document, Event, Scoresheet, User
from tournament.proof.seals.keys import SealKey
from tournament.selectors.documents import (
    DocumentVersion,
    current_document,
    document_by_check_code,
    next_version,
    sheets_with_superseded,
    standing_of,
    unsealed_sheets,
    versions_of,
)
from tournament.services.approvals import decide_approval_of_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed(seal: SealKey) -> tuple[Scoresheet, User]:
    """An accepted sheet with its document, and the login that did everything."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    store(sheet, seal, actor)
    return sheet, actor


def in_short(version: DocumentVersion) -> tuple[int, bool, bool, User | None, tuple[str, ...]]:
    superseded = version.superseded_at is not None
    return version.document.number, version.current, superseded, version.superseded_by, version.reasons


def test_in_force_until_it_is_corrected_and_the_reasons_stay(sealed: tuple[Scoresheet, User], seal: SealKey) -> None:
    sheet, actor = sealed
    first = Document.objects.get()
    assert (list(map(in_short, versions_of(sheet))), current_document(sheet)) == ([(1, True, False, None, ())], first)
    other = make_user("supervisor", username="s", full_name="S. Wenzl")
    correct(sheet, 1, "r12++", other)
    correct(sheet, 2, "r13+", actor, reason="Plus statt Minus")
    sheet = first_sheet(sheet.match.tournament)
    reasons = ("Game 1: falsch abgeschrieben", "Game 2: Plus statt Minus")
    assert (list(map(in_short, versions_of(sheet))), current_document(sheet)) == (
        [(1, False, True, other, reasons)],
        None,
    )
    reopened = Event.objects.get(scoresheet=sheet, kind="sheet.state", payload__contains='"from":"accepted"')
    assert versions_of(sheet)[0].superseded_at == reopened.at
    accept(sheet, actor)
    sheet = first_sheet(sheet.match.tournament)
    assert current_document(sheet) is None
    assert next_version(sheet).replaces == first.sha256
    second = store(sheet, seal, actor, number=2)
    # A reason given later belongs to the next version.
    correct(sheet, 3, "s2++", actor, reason="Schneider")
    assert [in_short(version) for version in versions_of(sheet)] == [
        (1, False, True, other, reasons),
        (2, False, True, actor, ("Game 3: Schneider",)),
    ]
    assert second is not None
    assert in_short(standing_of(second)) == (2, False, True, actor, ("Game 3: Schneider",))


def test_without_a_correction_the_log_tells_why(sealed: tuple[Scoresheet, User]) -> None:
    sheet, actor = sealed
    decide_approval_of_game(approval=approval(sheet, 20), state=ApprovalState.REFUSED, actor=actor)
    [version] = versions_of(first_sheet(sheet.match.tournament))
    assert in_short(version) == (1, False, True, actor, ("Game 20 was struck (5.2.17).",))


def test_what_was_issued_before_there_were_seals(seal: SealKey) -> None:
    """It stays and is marked; the next look at the accepted sheet makes a sealed version."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    old = Document.objects.create(
        scoresheet=sheet, number=1, content_hash=sheet.content_hash, head_hash=acceptance(sheet), pdf=b"%PDF old",
        sha256="a" * 64,
    )  # fmt: skip
    [version] = versions_of(sheet)
    assert (in_short(version), version.sealed, current_document(sheet)) == ((1, False, False, None, ()), False, None)
    assert list(unsealed_sheets()) == [sheet]
    store(sheet, seal, actor, number=2)
    assert [(in_short(version), version.sealed) for version in versions_of(sheet)] == [
        ((1, False, True, None, ("It had no seal yet.",)), False),
        ((2, True, False, None, ()), True),
    ]
    assert versions_of(sheet)[0].superseded_at == Document.objects.get(number=2).created_at
    assert document_by_check_code(old.head_hash[:12]) == Document.objects.get(number=2)


def test_accepted_sheets_whose_seal_is_missing(seal: SealKey) -> None:
    tournament, actor = accepted_tournament(tables=3)
    tables = list(Scoresheet.objects.select_related("match__tournament").order_by("table_number"))
    assert list(unsealed_sheets()) == tables
    store(tables[1], seal, actor)
    assert list(unsealed_sheets()) == [tables[0], tables[2]]
    for sheet in (tables[0], tables[1]):
        correct(sheet, 1, "r12++", actor)
    assert list(unsealed_sheets()) == [tables[2]]
    accept(tables[1], actor)
    assert list(unsealed_sheets()) == [tables[2], tables[1]]
    with CaptureQueriesContext(connection) as queries:
        assert [str(sheet.match.tournament) for sheet in unsealed_sheets()] == [tournament.name] * 2
    assert len(queries) == 1


def test_the_superseded_of_a_tournament_in_a_fixed_number_of_queries(seal: SealKey) -> None:
    tournament, actor = accepted_tournament(tables=3)
    tables = list(Scoresheet.objects.select_related("match__tournament").order_by("table_number"))
    for sheet in tables:
        store(sheet, seal, actor)
    assert sheets_with_superseded(tournament) == []
    for sheet in tables[1:]:
        correct(sheet, 1, "r12++", actor)
    accept(tables[2], actor)
    store(tables[2], seal, actor, number=2)
    with CaptureQueriesContext(connection) as queries:
        sheets = sheets_with_superseded(tournament)
        assert [(sheet, [version.current for version in versions]) for sheet, versions in sheets] == [
            (tables[1], [False]),
            (tables[2], [False, True]),
        ]
        assert [
            version.superseded_by and version.superseded_by.full_name for _, rows in sheets for version in rows
        ] == [
            "K. Reiter",
            "K. Reiter",
            None,
        ]
    assert len(queries) == 5
    assert not any('"pdf"' in query["sql"] for query in queries)


@pytest.mark.parametrize("between", ["", "-", " "])
def test_found_by_its_check_code(sealed: tuple[Scoresheet, User], between: str) -> None:
    sheet, _actor = sealed
    digits = acceptance(sheet)[:12]
    code = between.join((digits[:4], digits[4:8], digits[8:]))
    for spelled in (code, code.upper()):
        assert document_by_check_code(spelled) == Document.objects.get()


@pytest.mark.parametrize("code", ["", "0" * 12, "7F3A-91C2", "%" * 12, "zz"])
def test_no_document_by_another_code(sealed: tuple[Scoresheet, User], code: str) -> None:
    assert document_by_check_code(code) is None


def test_a_sheet_without_a_document() -> None:
    tournament, _actor = play(entries=["r12+"])
    sheet = first_sheet(tournament)
    assert (versions_of(sheet), current_document(sheet), list(unsealed_sheets())) == ([], None, [])
    assert (next_version(sheet).number, next_version(sheet).replaces) == (1, None)
