"""Several tables in one sheet are read as one list: side by side, or one below the other with a head of its own."""

import pytest

from tests.tournament.imports.lists import DAY
from tournament.imports.columns import find_header
from tournament.imports.files import read_list_file
from tournament.imports.lines import read_lines


def people(text: str) -> list[str]:
    """Where each line stands, its names and its club; of a line that is not taken what is written there."""
    table = read_list_file(text.encode()).table()
    header = find_header(table.texts())
    assert header is not None
    lines = read_lines(table, header, day=DAY, minimum_age=0)
    return [
        f"{line.place} {line.last_name} {line.first_name} {line.club}".strip() if line.taken else f"- {line.written}"
        for line in lines
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Nr;Name;Verein;;Nr;Name;Verein\n"
            "1;Huber, Anna;Aying;;3;Zeller, Dirk;Glonn\n2;Maier, Bene;;;4;Lang, Eva;Haar\n",
            ["2 Huber Anna Aying", "3 Maier Bene", "F2 Zeller Dirk Glonn", "F3 Lang Eva Haar"],
        ),
        (
            "Nachname;Vorname;Nachname;Vorname\nHuber;Anna;Zeller;Dirk\nMaier;Bene;;\n",
            ["2 Huber Anna", "3 Maier Bene", "C2 Zeller Dirk"],
        ),
        (
            "Name;Ort;;Teilnehmer;Verein\nHuber, Anna;Aying;;Zeller, Dirk;Glonn\n",
            ["2 Huber Anna Aying", "D2 Zeller Dirk Glonn"],
        ),
        (
            "Mannschaft;Spieler 1;Spieler 2;Spieler 3\nPost;Huber, Anna;Maier, Bene;Reiter, Centa\n",
            ["2 Huber Anna Post", "C2 Maier Bene Post", "D2 Reiter Centa Post"],
        ),
        (
            "Spieler 1;Spieler 2;Verein\nHuber, Anna;Maier, Bene;Post\n",
            ["2 Huber Anna Post", "B2 Maier Bene Post"],
        ),
        # A second name that is no participant, and a column that holds no names.
        ("Name;Verein;Rechnung: Name\nHuber, Anna;Post;Post e.V.\n", ["2 Huber Anna Post"]),
        ("Name;Verein;Teilnehmer\nHuber, Anna;Post;ja\n", ["2 Huber Anna Post"]),
        ("Name;Telefon;Handy\nHuber, Anna;0171 1234;0172 1234\n", ["2 Huber Anna"]),
    ],
)
def test_tables_side_by_side(text: str, expected: list[str]) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Nachname;Vorname;Verein\nHuber;Anna;Aying\n\nVorname;Nachname;Verein\nDirk;Zeller;Glonn\n",
            ["2 Huber Anna Aying", "5 Zeller Dirk Glonn"],
        ),
        (
            "Nachname;Vorname;Verein\nHuber;Anna;Aying\nName;Vorname;Ort\nZeller;Dirk;Glonn\n",
            ["2 Huber Anna Aying", "4 Zeller Dirk Glonn"],
        ),
        # The head with more columns is not the first one.
        (
            "Name;Verein\nHuber, Anna;Aying\nNr;Verein;Name;Telefon\n7;Glonn;Zeller, Dirk;0171 1234\n",
            ["2 Huber Anna Aying", "4 Zeller Dirk Glonn"],
        ),
        (
            "Turnier;2026\nName;Verein;;Name;Verein\nHuber, Anna;A;;Lang, Eva;B\n"
            "Verein;Name;;Name;Verein\nC;Kurz, Max;;Wolf, Ida;D\n",
            ["3 Huber Anna A", "5 Kurz Max C", "D3 Lang Eva B", "D5 Wolf Ida D"],
        ),
        ("Nachname;Vorname;Verein\nOrt;Anna;Aying\nSpieler;Max;Ort\n", ["2 Ort Anna Aying", "3 Spieler Max Ort"]),
    ],
)
def test_a_head_further_down_says_what_the_columns_below_hold(text: str, expected: list[str]) -> None:
    assert people(text) == expected
