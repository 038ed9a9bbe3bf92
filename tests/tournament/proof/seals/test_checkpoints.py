"""The text of a checkpoint: it reads back as it was signed, changes are noticed, a QR code of version 8 holds it."""

from datetime import UTC, datetime

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from tournament.proof.seals.checkpoints import (
    CheckpointText,
    checkpoint_text,
    is_checkpoint_signed,
    read_checkpoint,
    root_of,
)
from tournament.proof.seals.keys import SealKey
from tournament.refusals import Refused

AT = datetime(2026, 11, 28, 18, 20, 5, tzinfo=UTC)
TOLD = CheckpointText(
    key="7f3a91c2", tournament="0123456789ab", match=2, number=1, events=12_345, at=AT, root="5e" * 32
)


def test_what_was_signed_comes_back(seal: SealKey) -> None:
    text = checkpoint_text(TOLD, seal)
    checkpoint = read_checkpoint(text.lower() + "\n")
    assert checkpoint.checkpoint == TOLD
    assert is_checkpoint_signed(checkpoint, seal.key.public_key())
    assert not is_checkpoint_signed(checkpoint, ec.generate_private_key(ec.SECP256R1()).public_key())


def test_it_fits_the_code_of_a_paper_seal(seal: SealKey) -> None:
    code = segno.make(checkpoint_text(TOLD, seal), error="m", micro=False, boost_error=False)
    assert (code.mode, code.version) == ("alphanumeric", 8)


def holds(text: str, seal: SealKey) -> bool:
    try:
        return is_checkpoint_signed(read_checkpoint(text), seal.key.public_key())
    except Refused:
        return False


@given(at=st.integers(0, 205), letter=st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWX23456789"))
def test_any_changed_letter_is_noticed(seal: SealKey, at: int, letter: str) -> None:
    text = checkpoint_text(TOLD, seal)
    changed = text[:at] + letter + text[at + 1 :]
    assert holds(changed, seal) == (changed == text)


@pytest.mark.parametrize("text", ["", "STAND1", "SIEGEL1" + "A" * 200, "STAND1" + "Y" * 200, "STAND1" + "ä" * 200])
def test_what_is_none(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_checkpoint(text)
    assert refusal.value.code == "checkpoint_unreadable"
    assert "STAND1" in str(refusal.value)


def test_the_root_is_one_hash_over_all_heads_in_any_order() -> None:
    heads = [(3, "bb" * 32), (12, "aa" * 32)]
    # printf '12 %s\n3 %s' aaaa… bbbb… | sha256sum
    expected = "c4b7dc52c1397231c6867524dc78a354aa65154f891ba7ce3e8061da2624cbc8"
    assert (root_of(heads), root_of(heads[::-1])) == (expected, expected)
    assert root_of(heads) != root_of([(4, "bb" * 32), (12, "aa" * 32)])
