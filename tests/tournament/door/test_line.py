"""What is typed at the door, taken apart."""

import datetime as dt

import pytest

from tournament.door.line import DoorLine, DoorLineKind, TypedPerson, read_door_line, typed_people
from tournament.refusals import Refused

DAY = dt.date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", DoorLine(kind=DoorLineKind.NOTHING)),
        ("  ", DoorLine(kind=DoorLineKind.NOTHING)),
        ("hub", DoorLine(kind=DoorLineKind.PERSON, text="hub")),
        ("87", DoorLine(kind=DoorLineKind.PERSON, number=87)),
        ("Nr. 87", DoorLine(kind=DoorLineKind.PERSON, number=87)),
        ("087", DoorLine(kind=DoorLineKind.PERSON, number=87)),
        ("87 Huber Anna", DoorLine(kind=DoorLineKind.PERSON, number=87, text="Huber Anna")),
        ("87, Huber Anna; 1990", DoorLine(kind=DoorLineKind.PERSON, number=87, text="Huber Anna; 1990")),
        ("12345", DoorLine(kind=DoorLineKind.PERSON, text="12345")),
        ("0", DoorLine(kind=DoorLineKind.PERSON, text="0")),
        ("+", DoorLine(kind=DoorLineKind.CARD)),
        ("+87", DoorLine(kind=DoorLineKind.CARD, number=87)),
        ("-", DoorLine(kind=DoorLineKind.TAKE_BACK)),
        ("−", DoorLine(kind=DoorLineKind.TAKE_BACK)),
        ("j", DoorLine(kind=DoorLineKind.YES)),
        ("Y", DoorLine(kind=DoorLineKind.YES)),
        ("n", DoorLine(kind=DoorLineKind.NO)),
        ("nein", DoorLine(kind=DoorLineKind.NO)),
        ("Noe", DoorLine(kind=DoorLineKind.PERSON, text="Noe")),
        ("http://192.168.1.5:8000/k/3xYz9abcdefgh/", DoorLine(kind=DoorLineKind.SCAN, token="3xYz9abcdefgh")),
        ("https://liste.example/k/3xYz9abcdefgh", DoorLine(kind=DoorLineKind.SCAN, token="3xYz9abcdefgh")),
        # The same, from a scanner that types on an American keyboard, at a computer with a German one.
        ("httpÖ--192.168.1.5Ö8000-k-3xZy9abcdefgh-", DoorLine(kind=DoorLineKind.SCAN, token="3xYz9abcdefgh")),
    ],
)
def test_a_line_is_taken_apart(text: str, line: DoorLine) -> None:
    assert read_door_line(text) == line


def person(last: str, first: str, **more: object) -> TypedPerson:
    return TypedPerson(last_name=last, first_name=first, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Huber, Anna", [person("Huber", "Anna")]),
        ("Anna Huber", [person("Huber", "Anna"), person("Anna", "Huber")]),
        ("Huber Anna", [person("Huber", "Anna"), person("Anna", "Huber")]),
        ("Öztürk, Ayşe; FC Haar; 1990", [person("Öztürk", "Ayşe", club="FC Haar", born=1990)]),
        ("Huber, Anna; 10.7.90; FC Haar", [person("Huber", "Anna", club="FC Haar", born=dt.date(1990, 7, 10))]),
        ("O’Brien, Seán; 1990-07-10", [person("O’Brien", "Seán", born=dt.date(1990, 7, 10))]),
        ("Dvořák, Dr. Jiří; TSV 1860", [person("Dvořák", "Jiří", title="Dr.", club="TSV 1860")]),
        (
            "Franz von und zu Guttenstein",
            [person("von und zu Guttenstein", "Franz"), person("Franz", "von und zu Guttenstein")],
        ),
    ],
)
def test_somebody_new(text: str, people: list[TypedPerson]) -> None:
    assert typed_people(text, day=DAY) == people


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Huber", "one_name"),
        ("Huber, Anna, Maria", "many_commas"),
        ("Huber, Anna; 31.2.1990", "bad_date"),
        ("Huber, Anna; 1.1.2030", "unlikely_date"),
        ("=SUM(A1), Anna", "formula"),
        (", Anna", "one_name"),
    ],
)
def test_what_is_no_person_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        typed_people(text, day=DAY)
    assert refusal.value.code == code
