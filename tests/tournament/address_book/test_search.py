"""What the desk types, and whom it finds, the best first: exact parts, then umlauts, sounds, and typing slips."""

import pytest

from tournament.address_book.search import BookEntry, BookIndex, prepare, search_book

PEOPLE = (
    "Maier Josef", "Mayer Anna", "Meier Hans", "Müller Karl", "Mueller Otto", "Weiß Eva", "Obermaier Rosa",
    "Haarmann Xaver", "Huber Hans-Peter", "O'Brien Pat", "Dvořák Jan", "Łukasz Adam", "Straßer Dr. Max", "Иванов Олег",
)  # fmt: skip
CLUBS = {"Müller Karl": "SV Haar", "Meier Hans": "Schafkopffreunde Poing e.V."}


def book(*names: str) -> BookIndex:
    return prepare({
        number: BookEntry(pk=number, name=name, club=CLUBS.get(name, ""), last_played=number)
        for number, name in enumerate(names)
    })  # fmt: skip


def people(text: str, limit: int = 8) -> list[str]:
    return [PEOPLE[number] for number in search_book(book(*PEOPLE), text, limit)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        # Three letters of any part.
        ("mai", ["Maier Josef", "Obermaier Rosa"]),
        ("bma", []),
        ("rma", ["Haarmann Xaver", "Obermaier Rosa"]),
        ("pet", ["Huber Hans-Peter"]),
        # ß, umlauts and accents, in either spelling.
        ("weiss", ["Weiß Eva"]),
        ("WEIẞ", ["Weiß Eva"]),
        ("strasser", ["Straßer Dr. Max"]),
        ("müller", ["Mueller Otto", "Müller Karl"]),
        ("mueller", ["Mueller Otto", "Müller Karl"]),
        ("muller", ["Müller Karl", "Mueller Otto"]),
        ("dvorak", ["Dvořák Jan"]),
        ("lukasz", ["Łukasz Adam"]),
        ("obrien", ["O'Brien Pat"]),
        ("иван", ["Иванов Олег"]),
        # As it is written before as it sounds.
        ("maier", ["Maier Josef", "Obermaier Rosa", "Meier Hans", "Mayer Anna"]),
        ("mayr", ["Meier Hans", "Mayer Anna", "Maier Josef"]),
        # A letter missing, too many, wrong, or two swapped; also in what is not typed to its end.
        ("hubr", ["Huber Hans-Peter"]),
        ("hubber", ["Huber Hans-Peter"]),
        ("joesf", ["Maier Josef"]),
        ("obermeir", ["Obermaier Rosa"]),
        ("haermann", ["Haarmann Xaver"]),
        # Three letters must not be like everything.
        ("hub", ["Huber Hans-Peter"]),
        ("hup", []),
        ("xyz", []),
        # Several words, in any order: each must fit some part of name or club.
        ("josef mai", ["Maier Josef"]),
        ("hans hub", ["Huber Hans-Peter"]),
        ("hans-peter", ["Huber Hans-Peter"]),
        ("müller haar", ["Müller Karl"]),
        ("müller poing", []),
        ("dr. max", ["Straßer Dr. Max"]),
        # A name comes before a club.
        ("haar", ["Haarmann Xaver", "Müller Karl"]),
        ("", []),
        ("  ,.-", []),
        ("%_\\", []),
    ],
)
def test_who_is_found(typed: str, first: list[str]) -> None:
    assert people(typed) == first


def test_of_equals_who_played_last_comes_first_and_there_is_an_end() -> None:
    index = book(*(["Huber Anna"] * 30))
    assert search_book(index, "huber") == [29, 28, 27, 26, 25, 24, 23, 22]
    assert search_book(index, "huber anna", limit=2) == [29, 28]


def test_a_very_long_text_is_cut() -> None:
    assert people("maier " * 10_000)[0] == "Maier Josef"
