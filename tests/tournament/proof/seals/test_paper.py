"""The paper seal: reading gives back its content, one changed letter is noticed, cameras and scanners can read it."""

import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.paper import (
    LENGTH,
    PREFIX,
    PaperSeal,
    is_seal_signed,
    paper_names_hash,
    read_seal,
    seal_text,
    tournament_hash,
)
from tournament.refusals import Refused

DOCUMENTS = Path(__file__).parents[4] / "docs" / "documents.md"
NAMES = ("Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWX23456789"


@pytest.fixture(scope="module")
def key(seal: SealKey) -> SealKey:
    return seal


def a_seal(key: SealKey, **more: object) -> PaperSeal:
    seal = PaperSeal(
        key=key.fingerprint[:8],
        tournament=tournament_hash("Feldkirchen 2026", date(2026, 11, 28)),
        check_code="7f3a91c2e04b",
        match=1,
        table=12,
        version=2,
        names=paper_names_hash(NAMES),
        totals=(14, -3, 7, -18),
    )
    return replace(seal, **more)  # type: ignore[arg-type]


def test_the_hashes_are_those_that_the_documents_describe() -> None:
    # printf 'Feldkirchen 2026
    # 2026-11-28' | sha256sum, and the four names on a line each
    assert tournament_hash("Feldkirchen 2026", date(2026, 11, 28)) == "9e5f9c19dca7"
    assert paper_names_hash(NAMES) == "c8c6976a10dafec5"
    # A dot above an o as a separate character or part of the letter: the name is the same.
    assert paper_names_hash(["Lo\u0308ffler"]) == paper_names_hash(["L\u00f6ffler"]) != paper_names_hash(["Loffler"])
    assert paper_names_hash(["Anna", "Bene"]) != paper_names_hash(["Bene", "Anna"])


def digits(count: int) -> st.SearchStrategy[str]:
    return st.binary(min_size=count // 2, max_size=count // 2).map(bytes.hex)


SEALS = st.builds(
    PaperSeal,
    key=digits(8),
    tournament=digits(12),
    check_code=digits(12),
    match=st.integers(0, 65_535),
    table=st.integers(0, 65_535),
    version=st.integers(0, 65_535),
    names=digits(16),
    totals=st.lists(st.integers(-(2**31), 2**31 - 1), max_size=5).map(tuple),
)


@settings(max_examples=100)
@given(seal=SEALS, at=st.integers(0, LENGTH - 1), other=st.sampled_from(ALPHABET + "0Ä-YZ"), typed=st.booleans())
def test_it_says_what_was_sealed_and_any_other_letter_is_noticed(
    key: SealKey, seal: PaperSeal, at: int, other: str, typed: bool
) -> None:
    text = seal_text(seal, key)
    scan = read_seal(f" {text[:90]}\r\n{text[90:].lower()}\n" if typed else text)
    assert scan.seal == seal
    assert is_seal_signed(scan, key.key.public_key())
    if other != text[at]:
        assert not _holds(f"{text[:at]}{other}{text[at + 1 :]}", key)


def test_each_of_its_letters_counts(key: SealKey) -> None:
    text = seal_text(a_seal(key), key)
    for at, letter in enumerate(text):
        other = ALPHABET[(ALPHABET.find(letter) + 1) % len(ALPHABET)]
        assert not _holds(f"{text[:at]}{other}{text[at + 1 :]}", key)


def _holds(text: str, key: SealKey) -> bool:
    try:
        return is_seal_signed(read_seal(text), key.key.public_key())
    except Refused:
        return False


def test_the_key_of_another_installation_does_not_fit(key: SealKey) -> None:
    scan = read_seal(seal_text(a_seal(key), key))
    assert not is_seal_signed(scan, ec.generate_private_key(ec.SECP256R1()).public_key())


def test_it_is_typed_alike_on_a_german_keyboard_and_fits_the_code(key: SealKey) -> None:
    texts = [seal_text(a_seal(key, totals=totals), key) for totals in [(), (1, -1), (-9999,) * 5]]
    assert {len(text) for text in texts} == {LENGTH}
    assert not set("".join(texts)) - set(ALPHABET + PREFIX)
    assert not set("".join(texts)) & set("YZ")
    code = segno.make(texts[0], error="m", micro=False, boost_error=False)
    assert (code.version, code.mode) == (8, "alphanumeric")


@pytest.mark.parametrize(
    "changed",
    [{"version": 65_536}, {"table": 70_000}, {"match": -1}, {"totals": (2**31, 0, 0, 0)}, {"totals": (0,) * 6}],
    ids=str,
)
def test_what_has_no_room_is_refused_not_cut(key: SealKey, changed: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        seal_text(a_seal(key, **changed), key)
    assert refused.value.code == "paper_seal_too_large"


def test_a_hash_of_the_wrong_length_is_a_defect_of_ours(key: SealKey) -> None:
    with pytest.raises(ValueError, match="wrong length"):
        seal_text(a_seal(key, names=paper_names_hash(NAMES)[:12]), key)


@pytest.mark.parametrize("text", ["", PREFIX, "A" * LENGTH, PREFIX + "ä" * (LENGTH - 7), PREFIX + "9" * (LENGTH - 7)])
def test_what_is_no_seal_is_said_to_be_none(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_seal(text)
    assert refused.value.code == "paper_seal_unreadable"
    assert str(refused.value)


def test_the_script_in_the_documents_checks_one_from_the_certificate_alone(key: SealKey, tmp_path: Path) -> None:
    script = re.search(r"```python\n(# python paper_seal.py.*?)```", DOCUMENTS.read_text(), re.DOTALL)
    assert script
    certificate = tmp_path / "seal.pem"
    certificate.write_text(key.pem)
    text = seal_text(a_seal(key), key)

    def run(text: str, *names: str) -> tuple[int, str, str]:
        command = [sys.executable, "-c", script[1], str(certificate), text, "Feldkirchen 2026", "2026-11-28", *names]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        return process.returncode, process.stdout, process.stderr.strip().rpartition("\n")[2]

    says = "match 1, table 12, version 2, check code 7f3a91c2e04b, totals [14, -3, 7, -18]\n"
    assert run(text, *NAMES) == (0, says, "")
    assert run(text, *reversed(NAMES)) == (1, "", "AssertionError: sealed with other names")
    changed = text[:-1] + ("A" if text[-1] != "A" else "B")
    assert run(changed, *NAMES) == (1, "", "cryptography.exceptions.InvalidSignature")
