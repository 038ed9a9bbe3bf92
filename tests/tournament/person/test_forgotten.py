"""A forgotten name is found in texts that somebody typed, although the name itself is no longer stored."""

import pytest

from tournament.person.forgotten import asked_to_be_forgotten, digests, masked, names_somebody

WORDS = {**digests("Josef", "Müller-Löffler", 17), **digests("Anna", "von der Ach", 3)}


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_every_word_of_the_name_is_masked(text: str, expected: str) -> None:
    assert (masked(text, WORDS), masked(text, {})) == (expected, text)


def test_the_name_is_known_again_in_either_order_and_nowhere_to_be_read() -> None:
    assert asked_to_be_forgotten(WORDS, "müller-löffler", "JOSEF") == 17
    assert asked_to_be_forgotten(WORDS, "Josef", "Müller-Löffler") == 17
    assert asked_to_be_forgotten(WORDS, "Müller-Löffler", "Anna") is None
    assert asked_to_be_forgotten({}, "Müller-Löffler", "Josef") is None
    assert all(len(digest) == 32 and int(digest, 16) for digest in WORDS)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Josef Huber", True),
        ("Huber Josef, Wirt", True),
        ("Josef Hubers Schnaps", True),
        ("Metzgerei Huber", False),
        ("Josef", False),
        ("Josefine Huber", False),
        ("", False),
    ],
)
def test_a_text_names_somebody_by_first_and_last_name(text: str, names: bool) -> None:
    assert names_somebody(text, "Josef jun.", "Huber") is names


@pytest.mark.parametrize(
    ("first_name", "last_name", "text"),
    [
        ("Jürgen", "Müller", "Juergen Mueller"),
        ("Hans-Peter", "Obermüller", "Hanspeter Obermüller"),
        ("Anna", "von der Heide", "Anna v. d. Heide"),
        ("", "Loibl", "Loibls Schnaps"),
    ],
)
def test_a_name_is_typed_in_other_ways(first_name: str, last_name: str, text: str) -> None:
    assert names_somebody(text, first_name, last_name)
    assert not names_somebody("Wirtshaus zur Post", first_name, last_name)
