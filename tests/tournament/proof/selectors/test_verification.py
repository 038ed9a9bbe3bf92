"""The verdict on really sealed documents: all the ways to be right, out of force, or wrong."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.worlds.played import correct, first_sheet
from tests.worlds.sealed import Sealed, in_file, look_here, sealed_twice
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.models import Participant, Scoresheet, Seat
from tournament.proof.exports.sealing import sealing_of
from tournament.proof.seals.handed_in import look_at
from tournament.proof.seals.keys import make_seal_key, seal_folder, seal_key
from tournament.proof.seals.office import seal_xlsx
from tournament.proof.seals.pdf import check_pdf, seal_pdf
from tournament.proof.seals.pdf_values import Stamp
from tournament.proof.selectors.verdict_words import words_of
from tournament.proof.selectors.verification import KeyOrigin, Verdict, VerdictKind, verify_code, verify_document
from tournament.selectors.scoresheets import sheet_view

pytestmark = pytest.mark.django_db


begin = sealed_twice


def verdict_on(content: bytes | str, **more: Any) -> Verdict:
    data = content.encode() if isinstance(content, str) else content
    return verify_document(in_file(data), look=look_here, **more)


def test_the_document_in_force(world: Sealed) -> None:
    verdict = verdict_on(world.new)
    assert (verdict.answer, verdict.exit_code, verdict.origin) == (VerdictKind.VALID, 0, KeyOrigin.OURS)
    assert (verdict.unchanged, verdict.follows, verdict.differs, verdict.problem) == (True, True, (), "")
    assert (verdict.content.match, verdict.content.table, verdict.content.version, len(verdict.content.lines)) == (
        1,
        1,
        2,
        32,
    )
    seats = Seat.objects.filter(match__number=1).select_related("participant").order_by("number")
    assert [(one.name, one.total) for one in verdict.content.players] == [(str(s.participant), s.points) for s in seats]
    assert verify_code(verdict.content.check_code).answer == VerdictKind.VALID


def test_a_document_that_was_superseded_names_the_next_and_tells_the_reason_to_logins_only(world: Sealed) -> None:
    verdict = verdict_on(world.old)
    assert (verdict.answer, verdict.exit_code, verdict.unchanged) == (VerdictKind.SUPERSEDED, 3, True)
    assert (verdict.version.document.number, verdict.newer.document.number) == (1, 2)
    everybody, login = (str(words_of(verdict, login=login)) for login in (False, True))
    assert ("verzählt" in everybody, "verzählt" in login) == (False, True)
    assert (world.actor.full_name in everybody, world.actor.full_name in login) == (False, True)


def test_a_sheet_that_was_opened_again_is_out_of_force(world: Sealed) -> None:
    correct(first_sheet(world.tournament), 2, "r12++", world.actor)
    assert [verdict_on(pdf).answer for pdf in (world.old, world.new)] == [VerdictKind.WITHDRAWN] * 2
    assert verdict_on(world.new).exit_code == 3


def test_a_paper_seal_says_the_same_as_its_document(world: Sealed) -> None:
    old, new = verdict_on(world.old_seal), verdict_on(f"Siegel:\n{world.new_seal.lower()}\n")
    assert (old.answer, new.answer, new.unchanged) == (VerdictKind.SUPERSEDED, VerdictKind.VALID, True)
    assert new.content.players == verdict_on(world.new).content.players


def test_names_given_with_a_paper_seal_are_compared(world: Sealed) -> None:
    names = [player.name for player in verdict_on(world.new).content.players]
    assert verdict_on(world.new_seal, names=names).names_agree is True
    swapped = verdict_on(world.new_seal, names=names[::-1])
    assert (swapped.answer, swapped.problem, swapped.exit_code) == (VerdictKind.WRONG, "names_differ", 1)


@pytest.mark.parametrize(
    ("at", "answer", "problem"),
    [
        (60, VerdictKind.CHANGED, "seal_wrong"),
        (8, VerdictKind.FOREIGN, ""),
        (None, VerdictKind.UNREADABLE, "paper_seal_unreadable"),
    ],
)
def test_one_sign_of_a_seal_mistyped(world: Sealed, at: int | None, answer: VerdictKind, problem: str) -> None:
    seal = world.new_seal
    other = "A" if at is None or seal[at] != "A" else "B"
    verdict = verdict_on(seal[:-1] if at is None else seal[:at] + other + seal[at + 1 :])
    assert (verdict.answer, verdict.problem, verdict.exit_code) == (answer, problem, 1)
    assert words_of(verdict).sentences


def test_a_seal_that_was_moved_to_another_sheet(world: Sealed) -> None:
    """The database has another table for this check code."""
    Scoresheet.objects.filter(match__number=1).update(table_number=9)
    verdict = verdict_on(world.new_seal)
    assert (verdict.answer, verdict.differs, verdict.exit_code) == (VerdictKind.WRONG, ("place",), 1)


def test_a_database_changed_by_hand_does_not_pass_for_the_document(world: Sealed) -> None:
    Seat.objects.filter(match__number=1, number=1).update(plus=500, points=500 - 1, minus=1)
    verdict = verdict_on(world.new)
    assert (verdict.answer, verdict.differs, verdict.exit_code) == (VerdictKind.WRONG, ("totals",), 1)
    assert verdict_on(world.new_seal).differs == ("totals",)


def test_a_name_that_was_set_right_makes_no_seal_wrong(world: Sealed) -> None:
    Participant.objects.filter(start_number=1).update(last_name="Obermeier")
    assert (verdict_on(world.new).answer, verdict_on(world.new_seal).answer) == (VerdictKind.VALID, VerdictKind.VALID)
    assert verdict_on(world.new_seal).differs == ("names",)


def test_a_file_whose_sheet_is_not_here_proves_what_it_can(world: Sealed) -> None:
    """As after the purge, or in another database with the same key."""
    others = look_at(world.new)
    head = {**others.data["chain"], "head": "0" * 64}
    file = replace(others, data={**others.data, "chain": head})
    verdict = verify_document(in_file(world.new), look=lambda _content: file)
    assert (verdict.answer, verdict.exit_code, verdict.follows) == (VerdictKind.NOT_HERE, 3, True)
    assert verify_code("0" * 12).problem == "code_unknown"


def test_points_that_do_not_follow_are_named_even_under_our_own_seal(world: Sealed) -> None:
    file = replace(look_at(world.new), faults=(("points", 3), ("totals", None)))
    verdict = verify_document(in_file(world.new), look=lambda _content: file)
    assert (verdict.answer, verdict.follows) == (VerdictKind.WRONG, False)
    assert "game 3: the points do not follow from the game; the totals" in str(words_of(verdict))


def test_after_a_change_of_key_old_documents_are_still_ours(world: Sealed) -> None:
    files = [(path, path.read_bytes()) for path in seal_folder().glob("seal.*")]
    try:
        make_seal_key(seal_folder())
        assert (verdict_on(world.new).answer, verdict_on(world.new_seal).answer) == (
            VerdictKind.VALID,
            VerdictKind.VALID,
        )
    finally:
        for path, content in files:
            path.write_bytes(content)


def test_the_same_sheet_sealed_by_somebody_else(world: Sealed, tmp_path: Path) -> None:
    """All of it is copied, even the check code. A key that is trusted still seals nothing in our name."""
    other, view = make_seal_key(tmp_path), sheet_view(first_sheet(world.tournament))
    sealing = sealing_of(view, acceptance=view.head_hash, version=2, key=other)
    data = check_pdf(world.new).data or b""
    stamp = Stamp(title="x", line="x", description="x", attachment="x")
    at = datetime(2026, 11, 28, 21, tzinfo=UTC)
    page = scoresheet_pdf(view, sealing=sealing)
    forged = seal_pdf(page, data=data, key=other, at=at, title="x", language="de", stamp=stamp)
    large = data.replace(b'"totals": [', b'"totals": [' + b"1, " * 100_000, 1)
    burden = verdict_on(seal_pdf(page, data=large, key=other, at=at, title="x", language="de", stamp=stamp))
    assert (burden.answer, burden.problem, burden.content) == (VerdictKind.FOREIGN, "data_too_large", None)
    for copy in (forged, sealing.paper_seal):
        foreign, trusted = verdict_on(copy), verdict_on(copy, keys=[other.key.public_key()])
        assert (foreign.answer, foreign.origin, foreign.exit_code) == (VerdictKind.FOREIGN, KeyOrigin.OTHER, 1)
        assert other.fingerprint.startswith(foreign.fingerprint)
        assert (trusted.answer, trusted.origin, trusted.exit_code) == (VerdictKind.NOT_HERE, KeyOrigin.GIVEN, 3)


def unsealed(pdf: bytes) -> bytes:
    """The page and its attachment, saved by another program without the signature."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        del document.Root.AcroForm
        del document.Root.Perms
        del document.pages[0].Annots
        buffer = io.BytesIO()
        document.save(buffer)
    return buffer.getvalue()


def locked(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        buffer = io.BytesIO()
        document.save(buffer, encryption=pikepdf.Encryption(owner="a", user="b"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("spoil", "answer", "problem"),
    [
        (unsealed, VerdictKind.UNSEALED, "not_sealed"),
        (locked, VerdictKind.UNREADABLE, "encrypted"),
        (lambda pdf: pdf[:20_000], VerdictKind.UNREADABLE, "unreadable"),
        (lambda pdf: pdf[:-1], None, None),
        (lambda pdf: pdf + b"\n%%EOF\n", None, None),
        (lambda pdf: pdf.replace(b"/ByteRange", b"/ByteRanke"), None, None),
    ],
    ids=["saved elsewhere", "locked", "half", "one byte short", "one line more", "signature broken"],
)
def test_a_document_that_was_spoilt(world: Sealed, spoil: Any, answer: VerdictKind | None, problem: str | None) -> None:
    verdict = verdict_on(spoil(world.new))
    assert verdict.exit_code == 1
    assert answer is None or (verdict.answer, verdict.problem) == (answer, problem)
    assert (verdict.content, len(words_of(verdict).sentences) > 0) == (None, True)


def test_a_workbook(world: Sealed, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Workbook().save(buffer)
    plain = buffer.getvalue()
    sealed = seal_xlsx(plain, key=seal_key(), at=datetime(2026, 11, 28, 21, tzinfo=UTC))
    assert [verdict_on(book).answer for book in (plain, sealed)] == [VerdictKind.UNSEALED, VerdictKind.VALID]
    assert verdict_on(sealed[:-100]).exit_code == 1
    other = make_seal_key(tmp_path)
    trusted = verdict_on(
        seal_xlsx(plain, key=other, at=datetime(2026, 11, 28, 21, tzinfo=UTC)), keys=[other.key.public_key()]
    )
    assert ["by this installation" in words_of(verdict).sentences[0] for verdict in (verdict_on(sealed), trusted)] == [
        True,
        False,
    ]


def test_whatever_is_changed_in_a_document_it_is_never_valid_and_never_a_fault(world: Sealed) -> None:
    @given(st.integers(0, len(world.new) - 1), st.binary(min_size=1, max_size=8))
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def spoilt(at: int, noise: bytes) -> None:
        changed = world.new[:at] + noise + world.new[at + len(noise) :]
        verdict = verdict_on(changed)
        assert verdict.answer == (VerdictKind.VALID if changed == world.new else verdict.answer)
        assert changed == world.new or verdict.exit_code == 1

    spoilt()
