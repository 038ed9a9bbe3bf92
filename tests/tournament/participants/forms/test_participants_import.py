"""The choices of what is read of a list: no file breaks them, and each of them gives a list."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tournament.imports.book import FileBook, FileSheet
from tournament.imports.columns import find_header
from tournament.imports.reading import read_book
from tournament.imports.rows import UnreadableList
from tournament.imports.table import FileRow, Omission
from tournament.participants.forms.import_list import ReadingForm

LETTERS = [bytes([number]) for number in range(128, 256)] + [
    b"\xc3\xbc",
    b"\xc3\x83\xc2\xbc",
    b"a",
    b"B",
    b",",
    b"\n",
    b" ",
]
NAMES = ["Huber, Anna", "Maier Bene", "Abgesagt:", "Name", "Summe", "", "storniert"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(LETTERS), max_size=30).map(b"".join))
@example(b"")
@example(b"\xfc,\xe4")
def test_a_text_of_odd_bytes_can_be_read_in_each_encoding_that_is_offered(data: bytes) -> None:
    try:
        book = read_book(b"Name;Ort\nHuber, Anna;Aying\n" + data)
    except UnreadableList:
        return
    reading = book.first_reading()
    header = find_header(book.table(reading).texts())
    form = ReadingForm(book=book, reading=reading, header=header)
    choices = form.fields["encoding"].choices if form.letters else []
    assert isinstance(form.odd_letters, bool)
    for value, _label in choices:
        again = ReadingForm({"encoding": value}, book=book, reading=reading, header=header)
        assert again.is_valid()
        assert book.table(again.reading_and_header()[0]).rows


CELLS = st.sampled_from(NAMES)
ROWS = st.lists(st.tuples(CELLS, CELLS, st.booleans(), st.booleans()), min_size=1, max_size=6)


@given(ROWS, st.sets(st.integers(0, 1)), st.sets(st.sampled_from(Omission)))
def test_whatever_is_hidden_every_choice_gives_a_list(
    rows: list[tuple[str, str, bool, bool]], columns: set[int], omissions: set[Omission]
) -> None:
    sheet = FileSheet(
        title="A",
        rows=tuple(
            FileRow(number=number, cells=(*cells, "x"), hidden=hidden, struck=frozenset({0} if struck else ()))
            for number, (*cells, hidden, struck) in enumerate([("Name", "Bemerkung", False, False), *rows], 1)
        ),
        hidden_columns=frozenset(columns),
    )
    book = FileBook(sheets=(sheet, sheet))
    reading = book.first_reading()
    header = find_header(book.table(reading).texts())
    data = {"sheet": "all", **{omission.value: "on" for omission in omissions}}
    form = ReadingForm(data, book=book, reading=reading, header=header)
    assert form.is_valid()
    again, header = form.reading_and_header()
    assert book.table(again).rows
    assert again.wanted == {omission for omission in omissions if omission in form.omitted}
    assert set(ReadingForm(book=book, reading=again, header=header).omitted) <= set(Omission)
