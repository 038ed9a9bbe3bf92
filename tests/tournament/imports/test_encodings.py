"""The encodings of a text: recognised, mended, or marked as odd."""

from pathlib import Path

import pytest

from tournament.imports.book import BookReading
from tournament.imports.encodings import ONE_BYTE, Encoding, decode_cell, guess_encoding, has_odd_letters, mend
from tournament.imports.files import read_list_file

LISTS = Path(__file__).parents[3] / "fixtures" / "lists"
# Names as on a list of this country, with the neighbours that its letters have in them.
LIST = """Nachname;Vorname;Verein
Müller;Jörg;Schützen „Eichenlaub“
Weiß;Käthe;Höhenkirchen
Öttl;Änne;Überacker
Großmann;André;Gräfelfing
GRÖSSL;JÜRGEN;MÜNCHEN
O’Connor;Zoë;Köln
"""
ITS_ROWS = [line.split(";") for line in LIST.splitlines()]


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("macroman-lf.csv", ["Müller Jörg", "Schröder Käthe", "Weiß André", "Öttl Änne"]),
        ("cp850-no-ue.csv", ["Hölzl Bärbel", "Schäfer Rosi", "Weiß Max"]),
        ("mixed.csv", ["Müller Jörg", "Schröder Käthe", "Weiß André", "Öttl Änne", "Höß Bruno"]),
    ],
)
def test_the_encoding_of_a_file_is_recognised(name: str, names: list[str]) -> None:
    rows = read_list_file((LISTS / name).read_bytes()).table().texts()[1:]
    assert [" ".join(row[:2]) for row in rows] == names


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "source"),
    [
        ("utf-8", "CSV · UTF-8 · ;"),
        ("utf-8-sig", "CSV · UTF-8 · ;"),
        ("cp1252", "CSV · Windows (CP1252) · ;"),
        ("mac_roman", "CSV · Mac (Mac Roman) · ;"),
        ("utf-16", "CSV · UTF-16 · ;"),
        ("utf-16-le", "CSV · UTF-16 · ;"),
        ("utf-16-be", "CSV · UTF-16 · ;"),
    ],
)
def test_a_list_in_any_encoding_reads_the_same(encoding: str, source: str, end: str) -> None:
    table = read_list_file(LIST.replace("\n", end).encode(encoding)).table()
    assert (table.texts(), table.source) == (ITS_ROWS, source)


@pytest.mark.parametrize("encoding", ["cp850", "cp437"])
def test_a_list_of_dos_reads_the_same(encoding: str) -> None:
    plain = LIST.translate(str.maketrans("„“’", '""\'')).replace('"', "'")
    table = read_list_file(plain.encode(encoding)).table()
    assert table.texts() == [line.split(";") for line in plain.splitlines()]


@pytest.mark.parametrize("via", ["cp1252", "mac_roman", "latin-1"])
def test_a_list_encoded_twice_is_mended(via: str) -> None:
    table = read_list_file(LIST.encode().decode(via, errors="ignore").encode()).table()
    assert table.texts()[1][:2] == ["Müller", "Jörg"]
    assert table.source == "CSV · UTF-8 × 2 · ;"


def test_the_other_encoding_can_be_chosen() -> None:
    book = read_list_file("Name;Ort\nDvořák, Tomáš;Pardubice\n".encode("cp1250"))
    assert book.table(BookReading(sheet=0, encoding=Encoding.EAST)).texts()[1] == ["Dvořák, Tomáš", "Pardubice"]


ALONE = """Müller Jörg Grüner König Löwe Schön Böhm Bärbel Käthe Schäfer Höß Müßig Rösel Günther
Fußstetter Šimek Tomáš Kovács Garçon Peña José Bjørn Hašek Žižek François Hélène Noël""".split()


@pytest.mark.parametrize("name", ALONE)
def test_a_single_name_of_windows_is_never_taken_for_another(name: str) -> None:
    data = name.encode("cp1252")
    assert (guess_encoding(data), decode_cell(data, guess_encoding(data))) == (Encoding.WINDOWS, name)


@pytest.mark.parametrize("encoding", ONE_BYTE)
@pytest.mark.parametrize("name", ALONE[:11])
def test_a_single_name_with_an_umlaut_is_enough(name: str, encoding: Encoding) -> None:
    assert guess_encoding(name.encode(encoding)) == encoding


@pytest.mark.parametrize("text", ["Müller", "Huber", "Ærø", "O’Connor", "10 €", "Ä", "Ã", "Ã¼ber dem Maß"])
def test_what_was_encoded_once_stays(text: str) -> None:
    assert mend(text) == text


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("MŸller", True),
        ("JŸrgen", True),
        ("H”lzl", True),
        ("Wei§", True),
        ("†belacker", True),
        ("…ttl", True),
        ("€nne", True),
        ("M?ller", True),
        ("M\ufffdller", True),
        ("MÃ¼ller", True),
        ("M├╝ller", True),
        ("DöRR", True),
        ("Müller", False),
        ("DÜRR-GRÖßL", False),
        ("McÉwan", True),
        ("O’Connor", False),
        ("Verein „Alter Ober“", False),
        ("Kommt er?", False),
        ("10 € bezahlt", False),
        ("Čermák", False),
        ("Иванов", False),
        ("A–B…", False),
    ],
)
def test_odd_letters_are_noticed(text: str, odd: bool) -> None:
    assert has_odd_letters(text) is odd
