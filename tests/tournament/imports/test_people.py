"""Who stands in a line: titles, jun. and sen., two people, father and son; and what is kept beside the name."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.imports.additions import describe_additions, find_additions
from tournament.imports.columns import Column, Header, find_header
from tournament.imports.files import read_list_file
from tournament.imports.lines import ImportedLine, names_to_turn, read_lines
from tournament.imports.table import FileRow, FileTable
from tournament.imports.twins import Known
from tournament.person.names import may_be_one

LISTS = Path(__file__).parents[3] / "fixtures" / "lists"
DAY = dt.date(2026, 11, 28)


def lines_of(data: bytes, entries: list[Known] | None = None, **more: object) -> list[ImportedLine]:
    table = read_list_file(data).table()
    header = find_header(table.texts())
    assert header is not None
    return read_lines(table, header, **{"day": DAY, "minimum_age": 0, "entries": entries or [], **more})


def codes(line: ImportedLine) -> list[str]:
    return [remark.code for remark in line.remarks]


def one(heads: str, cells: str, **more: object) -> ImportedLine:
    (line,) = lines_of(f"{heads}\n{cells}\n".encode(), **more)
    return line


def test_the_younger_and_the_elder_keep_their_last_name() -> None:
    lines = lines_of((LISTS / "jun.csv").read_bytes())
    assert [(line.title, line.last_name, line.first_name) for line in lines if line.taken] == [
        ("", "Huber", "Josef jun."),
        ("", "Huber", "Josef sen."),
        ("", "Maier", "Xaver junior"),
        ("", "Lang", "Hans II"),
        ("Dr.", "Maier", "Hans"),
        ("", "Huber-Lang", "Maria"),
        ("", "Gruber", "Franz Xaver"),
        ("", "Reiter", "Sepp (Wirt)"),
        ("", "Adler", "Bene"),
        ("", "Brandl", "Emil"),
    ]


def test_the_last_name_in_front_is_offered_and_can_be_chosen() -> None:
    table = read_list_file((LISTS / "last-first.csv").read_bytes()).table()
    header = Header(index=0, columns={Column.NAME: 0, Column.CLUB: 1})
    assert names_to_turn(table, header) == ["Huber Anna", "Maier Bene", "Reiter Centa"]
    turned = Header(index=0, columns=header.columns, last_first=True)
    lines = read_lines(table, turned, day=DAY, minimum_age=0)
    assert [(line.last_name, line.first_name) for line in lines] == [
        ("Huber", "Anna"), ("Maier", "Bene"), ("Reiter", "Centa"), ("Zeller", "Dirk"),
    ]  # fmt: skip
    assert names_to_turn(table, turned) == []


@pytest.mark.parametrize(
    "names", [["Anna Huber", "Bene Maier"], ["Huber, Anna", "Maier, Bene"], ["Otto Karl"], ["Oxx Uyy"]]
)
def test_nothing_is_offered_where_the_names_do_not_say_so(names: list[str]) -> None:
    table = FileTable(source="", rows=tuple(FileRow(number=n, cells=(name,)) for n, name in enumerate(names, 1)))
    assert names_to_turn(table, Header(index=-1, columns={Column.NAME: 0})) == []


@pytest.mark.parametrize(
    ("heads", "cells", "people"),
    [
        ("Name", "Huber Anna und Sepp", [("Huber", "Anna"), ("Huber", "Sepp")]),
        ("Name", "Anna u. Sepp Huber", [("Huber", "Anna"), ("Huber", "Sepp")]),
        ("Name", "Anna Huber / Bene Maier", [("Huber", "Anna"), ("Maier", "Bene")]),
        ("Name", "Adler Bene & Brandl Emil", [("Adler", "Bene"), ("Brandl", "Emil")]),
        ("Name", '"Huber, Anna und Sepp"', [("Huber", "Anna"), ("Huber", "Sepp")]),
        ("Name", '"Huber, Anna / Maier, Bene"', [("Huber", "Anna"), ("Maier", "Bene")]),
        ("Nachname;Vorname", "Huber;Anna und Sepp", [("Huber", "Anna"), ("Huber", "Sepp")]),
        ("Nachname;Vorname", "Huber / Maier;Anna / Bene", [("Huber", "Anna"), ("Maier", "Bene")]),
    ],
)
def test_two_people_in_one_line_are_both_entered_and_named(
    heads: str, cells: str, people: list[tuple[str, str]]
) -> None:
    lines = lines_of(f"{heads}\n{cells}\n".encode())
    assert [(line.last_name, line.first_name) for line in lines] == people
    assert [codes(line) for line in lines] == [["two_people"], ["two_people"]]
    assert len({line.key for line in lines}) == 2


def test_whose_date_is_it_of_two() -> None:
    lines = lines_of(b"Name;geboren\nAnna und Sepp Huber;1.1.1980\n", minimum_age=16)
    assert [(line.born, codes(line)) for line in lines] == [(None, ["two_people", "no_birth_date"])] * 2


@pytest.mark.parametrize(
    ("heads", "cells", "name", "code"),
    [
        ("Name", "Magdalena von und zu Guttenstein", ("von und zu Guttenstein", "Magdalena"), "name_order"),
        ("Name", "Sepp (Wirt/Koch) Reiter", ("Reiter", "Sepp (Wirt/Koch)"), "name_order"),
        ("Nachname;Vorname", "Huber/Maier;Anna", ("Huber/Maier", "Anna"), None),
        ("Nachname;Vorname", "Huber jun.;Josef", ("Huber", "Josef jun."), None),
        ("Name", '"Huber jun., Josef"', ("Huber", "Josef jun."), None),
        ("Name", "Anna Huber +1", ("Huber", "Anna"), "company"),
        ("Name", "Huber und Maier", ("", ""), "two_people"),
        ("Name", "Anna und Bene und Centa Huber", ("", ""), "two_people"),
    ],
)
def test_who_is_one_person(heads: str, cells: str, name: tuple[str, str], code: str | None) -> None:
    line = one(heads, cells)
    assert (line.last_name, line.first_name) == name
    assert codes(line)[:1] == ([code] if code else [])


@pytest.mark.parametrize(
    ("heads", "cells", "title", "name"),
    [
        ("Name", "Dr. Hans Maier", "Dr.", ("Maier", "Hans")),
        ("Name", '"Maier, Prof. Dr. med. Hans"', "Prof. Dr. med.", ("Maier", "Hans")),
        ("Nachname;Vorname", "Dr. Maier;Hans", "Dr.", ("Maier", "Hans")),
        ("Titel;Nachname;Vorname", "Dipl.-Ing.;Maier;Hans", "Dipl.-Ing.", ("Maier", "Hans")),
        ("Nachname;Vorname", "Draxler;Profi", "", ("Draxler", "Profi")),
    ],
)
def test_a_title_stands_apart(heads: str, cells: str, title: str, name: tuple[str, str]) -> None:
    line = one(heads, cells)
    assert (line.title, (line.last_name, line.first_name)) == (title, name)


def test_no_unreadable_date_costs_the_person() -> None:
    lines = lines_of((LISTS / "no-date.csv").read_bytes())
    assert [line.start_number for line in lines] == list(range(1, 9))
    assert {(line.born, *codes(line)) for line in lines} == {(None, "date_unreadable")}
    text = "Date of birth not readable (“unbekannt”): please ask for it at the desk."
    assert lines[1].remarks[0].text == text


@pytest.mark.parametrize(
    ("cell", "paid", "code"),
    [
        ("ja", True, None), ("x", True, None), ("15 €", True, None), ("15,00", True, None), ("12.11.2026", True, None),
        ("", False, None), ("nein", False, None), ("offen", False, None), ("0,00 €", False, None),
        ("vielleicht", False, "paid_unreadable"), ("=A1", False, "paid_unreadable"),
    ],
)  # fmt: skip
def test_who_has_paid(cell: str, paid: bool, code: str | None) -> None:
    line = one("Nachname;Vorname;Bezahlt", f"Huber;Anna;{cell}")
    assert (line.paid, codes(line)) == (paid, [code] if code else [])


@pytest.mark.parametrize(
    ("head", "cell", "expected", "code"),
    [
        ("Telefon", "+49 171/123 45-67", "+49 171/123 45-67", None),
        ("Handy", "beim Wirt", "", "phone_unreadable"),
        ("Bemerkung", "- vegetarisch", "- vegetarisch", None),
        ("Bemerkung", "x" * 250, "x" * 199 + "…", "remark_cut"),
    ],
)
def test_phone_and_remark_are_kept(head: str, cell: str, expected: str, code: str | None) -> None:
    line = one(f"Nachname;Vorname;{head}", f"Huber;Anna;{cell}")
    assert (line.phone or line.remark, codes(line)) == (expected, [code] if code else [])


def test_father_and_son_are_two_and_who_has_no_date_is_asked() -> None:
    lines = lines_of((LISTS / "father-son.csv").read_bytes())
    assert [(line.born, codes(line)) for line in lines] == [
        (None, ["perhaps"]),
        (dt.date(1950, 1, 1), ["perhaps"]),
        (dt.date(1980, 1, 1), ["perhaps"]),
    ]
    # Read once more, nobody is added.
    again = lines_of((LISTS / "father-son.csv").read_bytes(), [
        Known(last_name="Huber", first_name="Josef", club="Aying", born=line.born, start_number=line.start_number)
        for line in lines
    ])  # fmt: skip
    assert [codes(line)[-1] for line in again] == ["registered"] * 3


def test_the_first_line_of_a_person_gets_what_the_others_say() -> None:
    lines = lines_of(
        b"Nachname;Vorname;geboren;Verein;Telefon;bezahlt\nHuber;Anna;;;;\nHuber;Anna;1980;Aying;;x\n"
        b"Huber;Anna;1.1.1980;;0171 1;\n",
        minimum_age=16,
    )
    first = lines[0]
    assert (first.born, first.club, first.phone, first.paid) == (dt.date(1980, 1, 1), "Aying", "0171 1", True)
    assert [codes(line) for line in lines] == [["completed"], ["twice"], ["twice"]]
    assert first.remarks[0].text == "Completed by what stands in line 3, 4."


def test_a_line_that_is_left_out_is_not_registered() -> None:
    data = b'Name\n"Huber, Anna"\nAnna und Sepp Maier\n"Huber, Anna"\n'
    keys = [line.key for line in lines_of(data)]
    lines = lines_of(data, left_out=frozenset({keys[0], keys[2]}))
    assert [(line.start_number, line.left_out) for line in lines] == [
        (None, True), (1, False), (None, True), (None, False),
    ]  # fmt: skip


BIRTHS = [None, 1950, 1980, dt.date(1950, 1, 1), dt.date(1950, 6, 1), dt.date(1980, 1, 1)]
PERSONS = st.tuples(
    st.sampled_from(["Huber, Josef", "Josef Huber", "Huber Josef"]),
    st.sampled_from(["", "Aying", "Glonn"]),
    st.sampled_from(BIRTHS),
    st.sampled_from(["", "0171 1", "0171 2"]),
)


def entered(rows: list[tuple], entries: list[Known]) -> list[tuple]:
    header = Header(index=-1, columns={Column.NAME: 0, Column.CLUB: 1, Column.BIRTH_DATE: 2, Column.PHONE: 3})
    cells = [
        (name, club, str(born) if isinstance(born, int) else born or "", phone) for name, club, born, phone in rows
    ]
    table = FileTable(source="", rows=tuple(FileRow(number=n, cells=row) for n, row in enumerate(cells, 1)))
    lines = read_lines(table, header, day=DAY, minimum_age=16, entries=entries)
    return sorted((line.club, str(line.born), line.phone) for line in lines if line.taken)


@given(st.lists(PERSONS, max_size=6), st.lists(st.sampled_from(BIRTHS), max_size=2), st.randoms())
def test_the_result_does_not_depend_on_the_order_of_lines(rows: list, births: list, random: object) -> None:
    entries = [
        Known(last_name="Huber", first_name="Josef", club="Aying", born=born, start_number=number)
        for number, born in enumerate(births, 1)
    ]
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert entered(shuffled, entries) == entered(rows, entries)


@given(st.lists(PERSONS, min_size=1, max_size=6))
def test_nobody_is_lost_and_nobody_is_entered_twice(rows: list) -> None:
    people = entered(rows, [])
    # Whoever certainly differs from all others is entered; equal lines are one person.
    assert len(people) <= len({(club, born) for _name, club, born, _phone in rows})
    for _name, club, born, _phone in rows:
        assert any(may_be_one(club, born, other, _born(text)) for other, text, _phone in people)


def _born(text: str) -> dt.date | int | None:
    return None if text == "None" else int(text) if text.isdigit() else dt.date.fromisoformat(text)


@pytest.mark.parametrize("club", ["FC Haar e.V.", "FC Haar e. V.", "F.C. Haar", "fc haar", "FC-Haar eV", "FC Haar"])
def test_one_club_in_several_spellings(club: str) -> None:
    assert may_be_one("FC Haar", None, club, None)


@pytest.mark.parametrize("club", ["FC Haar II", "FV Haar", "FC Haarev"])
def test_another_club(club: str) -> None:
    assert not may_be_one("FC Haar", None, club, None)


@pytest.mark.parametrize(
    ("columns", "additions", "text"),
    [
        (
            {"born": None},
            {"birth_date": dt.date(1955, 4, 3), "phone": "0171 1", "paid": True},
            "phone 0171 1, paid, date of birth 3 April 1955",
        ),
        ({"born": dt.date(1955, 4, 3), "phone": "08"}, {"paid": True}, "paid"),
        ({"born": dt.date(1955, 4, 3), "phone": "08", "paid": True}, {}, ""),
    ],
)
def test_what_a_line_adds_to_an_entry(columns: dict[str, Any], additions: dict[str, Any], text: str) -> None:
    entry = Known(last_name="Huber", first_name="Anna", club="SV", start_number=1, **columns)
    line = Known(last_name="Huber", first_name="Anna", club="SV", born=dt.date(1955, 4, 3), phone="0171 1", paid=True)
    result = find_additions(line, entry)
    assert (result, sorted(describe_additions(result).split(", "))) == (additions, sorted(text.split(", ")))
