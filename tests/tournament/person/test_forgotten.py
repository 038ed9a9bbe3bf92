"""A forgotten name is found in texts that somebody typed, although the name itself is no longer stored."""

import pytest

from tournament.person.forgotten import asked_to_be_forgotten, digests, masked

WORDS = {**digests("Josef", "Müller-Löffler", 17), **digests("Anna", "von der Ach", 3)}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Josef Müller-Löffler hat gemauert", "Participant 17 hat gemauert"),
        ("Müller-Löffler, Josef", "Participant 17"),
        ("Spiel 9: MUELLERS Karte", "Spiel 9: Participant 17 Karte"),
        ("Loeffler und Anna", "Participant 17 und Participant 3"),
        ("Anna Josef", "Participant 3 Participant 17"),
        ("ach von der Theke", "Participant 3 von der Theke"),
        ("Mühle, Josefine, von der", "Mühle, Josefine, von der"),
        ("1 2 + ", "1 2 + "),
        ("", ""),
    ],
)
def test_every_word_of_the_name_is_masked(text: str, shown: str) -> None:
    assert (masked(text, WORDS), masked(text, {})) == (shown, text)


def test_the_name_is_known_again_in_either_order_and_nowhere_to_be_read() -> None:
    assert asked_to_be_forgotten(WORDS, "müller-löffler", "JOSEF") == 17
    assert asked_to_be_forgotten(WORDS, "Josef", "Müller-Löffler") == 17
    assert asked_to_be_forgotten(WORDS, "Müller-Löffler", "Anna") is None
    assert asked_to_be_forgotten({}, "Müller-Löffler", "Josef") is None
    assert all(len(digest) == 32 and int(digest, 16) for digest in WORDS)
