"""The code of a browser in the hall: it follows from the browser's own secret, and can be read aloud."""

import pytest

from tournament.screens.codes import LENGTH, READABLE, code_of, is_token, new_token, spaced, typed_code


def test_a_code_follows_from_the_secret_alone() -> None:
    tokens = [new_token() for _ in range(500)]
    codes = [code_of(token) for token in tokens]
    assert codes == [code_of(token) for token in tokens]
    assert len(set(codes)) == len(codes)
    assert {len(code) for code in codes} == {LENGTH}
    assert set("".join(codes)) == set(READABLE)
    assert all(is_token(token) for token in tokens)


def test_it_is_always_the_same_one() -> None:
    """A screen that was named keeps its code over versions."""
    assert code_of("A" * 43) == "U4UURR"


def test_no_sign_of_a_code_looks_like_another_one() -> None:
    assert not set("01IOQ2Z5S8B6G") & set(READABLE)
    assert len(set(READABLE)) == len(READABLE)


@pytest.mark.parametrize("text", ["", "abc", "A" * 42, "A" * 44, "Ä" * 43, "A" * 42 + "\n", "A" * 42 + ";"])
def test_what_is_no_secret_of_ours(text: str) -> None:
    assert not is_token(text)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("KXF4RT", "KXF4RT"), (" kxf 4rt ", "KXF4RT"), ("kxf-4rt", "KXF4RT"), ("k x f 4 r t", "KXF4RT"),
        ("KXF4R", ""), ("KXF4RTT", ""), ("KXF4R0", ""), ("", ""), ("<b>", ""), ("KXF4RÄ", ""),
    ],
)  # fmt: skip
def test_what_is_typed_at_the_desk(typed: str, code: str) -> None:
    assert typed_code(typed) == code


def test_it_is_shown_in_two_groups_and_typed_as_it_is_shown() -> None:
    code = code_of(new_token())
    assert spaced("KXF4RT") == "KXF 4RT"
    assert typed_code(spaced(code)) == code
