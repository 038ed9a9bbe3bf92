"""What stands beside a name in its cell is no part of it: running numbers, cancellations, question marks."""

import pytest

from tournament.imports.columns import Column, Header
from tournament.imports.name_cells import name_cells, split_place
from tournament.imports.table import FileRow

WHOLE = Header(index=0, columns={Column.NAME: 0})
PARTS = Header(index=0, columns={Column.LAST_NAME: 0, Column.FIRST_NAME: 1})


@pytest.mark.parametrize(
    ("cell", "name", "notes"),
    [
        ("Beck, Emil (abgesagt)", "Beck, Emil", ["(abgesagt)"]),
        ("Beck, Emil [abgesagt am 3.11.]", "Beck, Emil", ["[abgesagt am 3.11.]"]),
        ("(krank) Beck, Emil", "Beck, Emil", ["(krank)"]),
        ("Dorn, Ella - abgesagt", "Dorn, Ella", ["abgesagt"]),
        ("Dorn, Ella – leider krank!", "Dorn, Ella", ["leider krank!"]),
        ("Dorn, Ella, abgesagt", "Dorn, Ella", ["abgesagt"]),
        ("Mohr, Max abgemeldet", "Mohr, Max", ["abgemeldet"]),
        ("Max Mohr abgemeldet 12.11.", "Max Mohr", ["abgemeldet 12.11."]),
        ("Auer, Ida kommt nicht", "Auer, Ida", ["kommt nicht"]),
        ("Auer Ida kommt leider nicht", "Auer Ida", ["kommt leider nicht"]),
        ("abgesagt: Auer, Ida", "Auer, Ida", ["abgesagt"]),
        ("ABGESAGT Auer, Ida", "Auer, Ida", ["ABGESAGT"]),
        ("Huber, Anna (Warteliste)", "Huber, Anna", ["(Warteliste)"]),
        ("Huber Anna Ersatz", "Huber Anna", ["Ersatz"]),
        ("Huber, Anna (?)", "Huber, Anna", ["(?)"]),
        ("Erl, Fritz ?", "Erl, Fritz", ["?"]),
        ("(Nagl, Nina)", "Nagl, Nina", ["(Nagl, Nina)"]),
        ("Huber Anna - zugesagt", "Huber Anna", ["zugesagt"]),
        ("Huber Anna, kommt", "Huber Anna", []),
        ("Teilnehmer: Huber Anna", "Huber Anna", ["Teilnehmer"]),
        ("1. Huber Anna", "Huber Anna", []),
        ("12) Huber, Anna", "Huber, Anna", []),
        ("3 Huber, Anna", "Huber, Anna", []),
        ("- Huber, Anna", "Huber, Anna", []),
        *[
            (name, name, [])
            for name in [
                "#NAME?", "Dr. Anna Ersatz",
                "Anna Ersatz", "Hans Peter Krank", "Krank, Hans", "Absage Alois", "Reserve, Anna", "Spieler Fest",
                "Sepp (Wirt/Koch) Reiter", "Huber-Maier Anna", "Huber / Maier", "Lutz, Lena (neu)", "abgesagt",
            ]
        ],
    ],
)  # fmt: skip
def test_a_whole_name(cell: str, name: str, notes: list[str]) -> None:
    result = name_cells(FileRow(number=2, cells=(cell,)), WHOLE)
    assert (result.cells[0], [*result.notes]) == (name, notes)


@pytest.mark.parametrize(
    ("cells", "name", "notes"),
    [
        (("Beck", "Emil (abgesagt)"), ("Beck", "Emil"), ["(abgesagt)"]),
        (("Beck", "Emil krank"), ("Beck", "Emil"), ["krank"]),
        (("Beck (Ersatz)", "Emil"), ("Beck", "Emil"), ["(Ersatz)"]),
        (("Beck Emil", "abgesagt"), ("Beck Emil", ""), ["abgesagt"]),
        (("4. Beck", "Emil"), ("Beck", "Emil"), []),
        (("Krank", "Hans"), ("Krank", "Hans"), []),
    ],
)
def test_a_name_in_two_cells(cells: tuple[str, str], name: tuple[str, str], notes: list[str]) -> None:
    result = name_cells(FileRow(number=2, cells=cells), PARTS)
    assert (result.cells[1:], [*result.notes]) == (name, notes)


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ("Huber Anna, Aying", "Huber Anna", "Aying"),
        ("Anna Huber, FC Haar", "Anna Huber", "FC Haar"),
        ("Huber, Anna, Aying", "Huber, Anna", "Aying"),
        ("Huber Anna - 85653 Aying", "Huber Anna", "85653 Aying"),
        *[
            (name, name, "")
            for name in [
                "Huber, Anna", "Huber Maier, Zdenka", "von der Tann, Ludwig", "Huber Anna, Bene", "Huber Anna, Dr.",
                "Huber Josef, jun.", "Wolf, Gretl, Fuchs, Hias", "Maier Bene, Huber Anna", "Huber, Anna - Maria",
                "Huber, Zdenka", "Müller - Schmidt, Eva", "Huber Anna, 12",
            ]
        ],
    ],
)  # fmt: skip
def test_a_place_behind_a_whole_name(text: str, name: str, place: str) -> None:
    assert split_place(text) == (name, place)
