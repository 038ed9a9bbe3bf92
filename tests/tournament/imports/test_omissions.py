"""What a list says of people who do not come: headings, status columns, remarks; sums and headings are nobody."""

import datetime as dt
from pathlib import Path

import pytest

from tests.tournament.imports.lists import DAY
from tournament.imports.book import BookReading
from tournament.imports.columns import Column, Header, find_header, unused_columns
from tournament.imports.files import read_list_file
from tournament.imports.lines import ImportedLine, read_lines
from tournament.imports.omissions import repeated_values, unknown_statuses
from tournament.imports.status import says_yes
from tournament.imports.table import Formula, Omission

LISTS = Path(__file__).parents[3] / "fixtures" / "lists"


def lines_of(data: bytes, *included: Omission, header: Header | None = None) -> list[ImportedLine]:
    table = read_list_file(data).table(BookReading(sheet=0, wanted=frozenset(included)))
    header = header or find_header(table.texts())
    assert header is not None
    return read_lines(table, header, day=DAY, minimum_age=0)


def below(text: str, *included: Omission) -> list[ImportedLine]:
    """The lines of a CSV of name and remark."""
    return lines_of(f"Name;Bemerkung\n{text}\n".encode(), *included)


def codes(lines: list[ImportedLine]) -> list[tuple[str, list[str]]]:
    return [(line.written, [remark.code for remark in line.remarks]) for line in lines]


def test_who_stands_below_a_heading_of_those_who_cancelled_is_left_out() -> None:
    data = (LISTS / "cancelled-below.xlsx").read_bytes()
    lines = lines_of(data)
    assert [line.last_name for line in lines if line.taken] == ["N1", "N2", "N3", "N4"]
    assert [(line.written, line.remarks[0].text) for line in lines if not line.taken] == [
        ("S1 V1", "“Abgesagt:” stands there.")
    ]
    assert all(line.taken for line in lines_of(data, Omission.CANCELLED))


@pytest.mark.parametrize(
    ("heading", "code"),
    [
        ("Abgesagt", "cancelled"),
        ("ABGESAGT:", "cancelled"),
        ("Absagen (3)", "cancelled"),
        ("Absagen bis 20.11.", "cancelled"),
        ("Abmeldungen", "cancelled"),
        ("– storniert –", "cancelled"),
        ("Nicht dabei:", "cancelled"),
        ("Cancelled", "cancelled"),
        ("Warteliste", "waiting"),
        ("Warteliste ab 12.11.", "waiting"),
        ("Nachrücker:", "waiting"),
        ("Waiting list", "waiting"),
    ],
)
def test_headings_of_those_who_do_not_play(heading: str, code: str) -> None:
    lines = below(f"Huber, Anna;\n{heading};\nMaier, Bene;\nReiter, Centa;\nTeilnehmer:;\nZeller, Dirk;")
    assert codes(lines) == [
        ("Huber, Anna", []),
        ("Maier, Bene", [code]),
        ("Reiter, Centa", [code]),
        ("Zeller, Dirk", []),
    ]


@pytest.mark.parametrize("name", ["Spieler, Hans", "Reserve, Anna", "Ersatz Anna", "Fest Anna", "Absagen Anna"])
def test_somebody_with_such_a_name_is_somebody(name: str) -> None:
    lines = below(f"{name};\nMaier, Bene;")
    assert [line.taken for line in lines] == [True, True]


def test_the_rows_of_a_status_that_says_no_are_left_out() -> None:
    lines = lines_of((LISTS / "pretix.csv").read_bytes())
    assert [(line.last_name, line.first_name, codes([line])[0][1]) for line in lines] == [
        ("Huber", "Anna", []),
        ("", "", ["cancelled"]),
        ("Reiter", "Centa", []),
    ]
    assert lines[1].remarks[0].text == "“Status: storniert” stands there."


def test_what_stands_in_an_unused_column_is_counted() -> None:
    table = read_list_file((LISTS / "pretix.csv").read_bytes()).table()
    header = find_header(table.texts())
    assert header is not None
    columns = [
        (table.rows[0].cells[at], repeated_values(table, header, at)) for at in unused_columns(table.texts(), header)
    ]
    assert columns == [
        ("Bestellung", []),
        ("Status", [("bezahlt", 1), ("storniert", 1), ("ausstehend", 1)]),
        ("Produkt", [("Startplatz", 3)]),
    ]


def test_a_status_chosen_for_withdrawals_withdraws_only_who_is_cancelled() -> None:
    header = Header(index=0, columns={Column.WITHDRAWN: 1, Column.FIRST_NAME: 3, Column.LAST_NAME: 4})
    lines = lines_of((LISTS / "pretix.csv").read_bytes(), header=header)
    assert [(line.last_name, line.withdrawn, [remark.text for remark in line.remarks]) for line in lines] == [
        ("Huber", False, ["“bezahlt” was not read as “Withdrawn”."]),
        ("Maier", True, ["Withdrawn: gets a start number and is not drawn."]),
        ("Reiter", False, ["“ausstehend” was not read as “Withdrawn”."]),
    ]


YES = ["ja", "Ja", "x", "X", "1", "storniert", "Storniert!", "abgesagt", "abgemeldet", "withdrawn", "✓", "True", "wahr"]
NO = ["", "0", "nein", "n", "-", "–", "False", "FALSCH"]
OTHER = ["bezahlt", "ausstehend", "2", "vielleicht", "siehe Mail", "12 €"]


@pytest.mark.parametrize(
    ("cell", "meaning"),
    [
        *[(word, True) for word in YES],
        *[(word, False) for word in NO],
        *[(word, None) for word in OTHER],
        (dt.date(2026, 11, 12), True),
        (Formula("=A1"), None),
    ],
)
def test_words_of_yes_and_no(cell: str | dt.date | Formula, meaning: bool | None) -> None:
    assert says_yes(cell) is meaning


@pytest.mark.parametrize(
    ("remark", "expected"),
    [
        ("abgesagt", ["cancelled"]),
        ("Abgesagt!", ["cancelled"]),
        ("kommt nicht", ["cancelled"]),
        ("Warteliste", ["waiting"]),
        ("hat am 3.11. abgesagt", ["maybe_absent"]),
        ("kommt nicht mit dem Auto", ["maybe_absent"]),
        ("zahlt am Tisch", []),
        ("nein", []),
    ],
)
def test_a_remark_that_says_no_is_seen(remark: str, expected: list[str]) -> None:
    assert codes(below(f"Huber, Anna;{remark}")) == [("Huber, Anna", expected)]


@pytest.mark.parametrize("heading", ["dabei", "Dabei?", "Kommt", "Teilnahme"])
def test_a_column_of_who_comes_says_no_with_no(heading: str) -> None:
    lines = lines_of(f"Name;{heading}\nHuber, Anna;ja\nMaier, Bene;nein\nReiter, Centa;\n".encode())
    assert [line.taken for line in lines] == [True, False, True]


def test_what_is_wanted_is_read() -> None:
    text = "Huber, Anna;abgesagt\nWarteliste;\nMaier, Bene;\nReiter, Centa;storniert"
    assert [line.taken for line in below(text)] == [False, False, False]
    assert [line.taken for line in below(text, Omission.CANCELLED)] == [True, False, False]
    assert [line.taken for line in below(text, Omission.CANCELLED, Omission.WAITING)] == [True, True, True]


def test_a_header_that_is_repeated_on_each_page_is_nobody() -> None:
    assert codes(lines_of(b"Nachname;Vorname\nHuber;Anna\nNachname;Vorname\nMaier;Bene\n")) == [
        ("Huber Anna", []),
        ("Maier Bene", []),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Summe bezahlt:;64", "sum_line"),
        ("Summe Teilnehmer;64", "sum_line"),
        ("Gesamt Startgeld;640 €", "sum_line"),
        ("Anzahl:;64", "sum_line"),
        ("davon bezahlt;12", "sum_line"),
        ("Total paid;64", "sum_line"),
        ("Aying, den 20.11.2026;", "text_line"),
        ("Kasse: Hans Meier;", "text_line"),
        ("Bitte bis 1.12. überweisen an Anna Huber;", "text_line"),
        ("Stand: 20.11.2026;", "text_line"),
        ("Ansprechpartner: Hans Meier;", "text_line"),
        ("Turnierleiter Sepp Bauer;", "text_line"),
        ("i.A. Karl Kassier;", "text_line"),
        ("Wir freuen uns auf einen schönen Abend;", "text_line"),
        ("Noch offen:;3", "heading"),
        ("Tische mit Wunsch:;x", "heading"),
    ],
)
def test_sums_and_headings_are_nobody(text: str, code: str) -> None:
    lines = below(f"Huber, Anna;\n{text}")
    assert ([remark.code for remark in lines[1].remarks], lines[1].taken) == ([code], False)


@pytest.mark.parametrize("name", ["Kasse Anna", "Stand, Anna", "Prof. Dr. med. Karl Theodor Maria von und zu Gutten"])
def test_somebody_whose_name_looks_like_a_line_of_text(name: str) -> None:
    assert [line.taken for line in below(f"Huber, Anna;\n{name};")] == [True, True]


@pytest.mark.parametrize(
    ("heading", "state"),
    [
        ("Nachmeldungen:", "taken"),
        ("Tisch 2", "taken"),
        ("Gruppe B:", "taken"),
        ("Teilnehmer", "taken"),
        ("noch nicht bezahlt:", "asked"),
        ("Sonstige", "asked"),
        ("Helfer", "asked"),
        ("Ab hier Warteliste!", "waiting"),
        ("nicht mehr dabei", "cancelled"),
    ],
)
def test_a_heading_ends_the_section_before_it(heading: str, state: str) -> None:
    lines = below(f"Huber, Anna;\nAbgesagt:;\nMaier, Bene;\nSumme;3\n{heading};\nReiter, Centa;\nZeller, Dirk;")
    remark_codes = {line.written: [remark.code for remark in line.remarks] for line in lines}
    expected = {"taken": [], "asked": ["maybe_absent"]}.get(state, [state])
    assert (remark_codes["Maier, Bene"], remark_codes["Summe"]) == (["cancelled"], ["sum_line"])
    assert (remark_codes["Reiter, Centa"], remark_codes["Zeller, Dirk"]) == (expected, expected)


@pytest.mark.parametrize("end", ["", "Name;Bemerkung"])
def test_after_an_empty_row_or_a_new_head_the_list_asks(end: str) -> None:
    lines = below(f"Huber, Anna;\nAbgesagt:;\n\nMaier, Bene;\n{end}\nReiter, Centa;")
    assert [[remark.text for remark in line.remarks] for line in lines] == [
        [],
        ["“Abgesagt:” stands there."],
        ["“Abgesagt:” stands further up. Does this person come?"],
    ]


def test_a_section_at_one_side_says_nothing_of_the_other() -> None:
    lines = lines_of(b"Name;Ort;;Name;Ort\nHuber, Anna;A;;Lang, Eva;B\nAbgesagt;;;Kurz, Max;B\nReiter, Ida;;;;\n")
    assert [line.written for line in lines if line.taken] == ["Huber, Anna", "Lang, Eva", "Kurz, Max"]


NEGATIVE = ["krank", "kann nicht", "verstorben", "fällt aus", "abges.", "✗", "nein", "Absage 12.11.", "hat abgesagt"]


@pytest.mark.parametrize("heading", ["Status", "Teilnahme", "kommt", "Zusage", "Rückmeldung", ""])
@pytest.mark.parametrize("word", NEGATIVE)
def test_a_status_that_says_no_in_its_words(heading: str, word: str) -> None:
    lines = lines_of(
        f"Name;Verein;{heading}\nHuber, Anna;SV;{word}\nMaier, Bene;SV;ja\nReiter, Ida;SV;fraglich\n".encode()
    )
    quoted = f"“{heading}: {word}”" if heading else f"“{word}”"
    question = "“fraglich” stands there. Does this person come?".replace("“", f"“{heading}: " if heading else "“", 1)
    assert [[remark.text for remark in line.remarks] for line in lines] == [[f"{quoted} stands there."], [], [question]]


def test_a_name_with_a_cancellation_beside_it_is_left_out_and_read_without_it() -> None:
    text = "Beck, Emil (abgesagt);\nHuber Anna Ersatz;\nErl, Fritz ?;"
    assert codes(below(text)) == [
        ("Beck, Emil (abgesagt)", ["cancelled"]),
        ("Huber Anna Ersatz", ["waiting"]),
        ("Erl, Fritz ?", ["maybe_absent"]),
    ]
    lines = below(text, Omission.CANCELLED, Omission.WAITING)
    assert [(line.last_name, line.first_name) for line in lines] == [
        ("Beck", "Emil"),
        ("Anna", "Huber"),
        ("Erl", "Fritz"),
    ]


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Status", [("ja", 2), ("ab 19 Uhr", 1), ("vorgemerkt", 1), ("spät", 1), ("früh", 1), ("VIP", 1), ("Bus", 1)]),
        ("", [("ja", 2), ("ab 19 Uhr", 1), ("vorgemerkt", 1), ("spät", 1), ("früh", 1), ("VIP", 1), ("Bus", 1)]),
        ("Essen", []),
    ],
)
def test_the_values_of_a_column_of_statuses_are_counted(heading: str, values: list[tuple[str, int]]) -> None:
    words = ["ja", "ab 19 Uhr", "ja", "vorgemerkt", "spät", "früh", "VIP", "Bus"]
    rows = "".join(f"Huber{at}, Anna;SV;{word}\n" for at, word in enumerate(words))
    table = read_list_file(f"Name;Verein;{heading}\n{rows}".encode()).table()
    header = find_header(table.texts())
    assert header is not None
    assert unused_columns(table.texts(), header) == [2]
    assert repeated_values(table, header, 2) == values
    assert unknown_statuses(table, header, 2) == [word for word, _count in values if word != "ja"]


def test_a_column_that_names_those_who_cancelled() -> None:
    rows = ["Name;Ort;;Abgesagt;Warteliste", "Huber, Anna;A;;Bene Maier;Reiter, Ida"]
    lines = lines_of("\n".join([*rows, "Maier, Bene;A", "Reiter, Ida;A", "Lang, Eva;A"]).encode())
    assert [(line.written, line.omission and line.remarks[0].text) for line in lines] == [
        ("Huber, Anna", None),
        ("Maier, Bene", "“Abgesagt: Bene Maier” stands there."),
        ("Reiter, Ida", "“Warteliste: Reiter, Ida” stands there."),
        ("Lang, Eva", None),
    ]
