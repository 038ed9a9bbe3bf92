"""What only the look of a row says is named: colours, comments, formats by a rule; stripes say nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill

from tests.tournament.imports.lists import FOUR, HEAD, book_of, left_out, lines_of
from tournament.imports.columns import find_header
from tournament.imports.looks import Look, unread_looks

SIX = [*FOUR, ["Lang", "Eva", "SV"], ["Kurz", "Franz", "SV"], ["Wolf", "Gretl", "SV"], ["Fuchs", "Hias", "SV"]]


def looks_of(change: Callable[[Any], None]) -> dict[Look, list[str]]:
    book = book_of(change, [HEAD, *SIX])
    table = book.table()
    header = find_header(table.texts())
    assert header is not None
    return unread_looks(table, header, {line.number for line in lines_of(book) if line.taken})


def fill(*rows: int, colour: str = "FFFF0000") -> Callable[[Any], None]:
    def change(sheet: Any) -> None:
        for row in rows:
            for cell in sheet[row]:
                cell.fill = PatternFill("solid", fgColor=colour)

    return change


def colour_letters(sheet: Any) -> None:
    sheet["A4"].font = Font(color="FFFF0000")


def comment(sheet: Any) -> None:
    sheet["B4"].comment = Comment("hat abgesagt", "Sepp")


def rule(formula: str) -> Callable[[Any], None]:
    def change(sheet: Any) -> None:
        sheet.conditional_formatting.add("A3:C4", FormulaRule(formula=[formula], font=Font(strike=True)))

    return change


@pytest.mark.parametrize(
    ("change", "looks"),
    [
        (fill(4, 7), {Look.COLOURED: ["4", "7"]}),
        (colour_letters, {Look.COLOURED: ["4"]}),
        (comment, {Look.COMMENTED: ["4"]}),
        (rule('$C2="ab"'), {Look.RULED: ["3", "4"]}),
        (rule("MOD(ROW(),2)=0"), {}),
        (fill(1, colour="FF00FF00"), {}),
        (fill(2, 4, 6, 8, colour="FFDDDDDD"), {}),
        (fill(2, 3, 4, 5, 6, 7, 8, 9), {}),
        (lambda sheet: None, {}),
    ],
)
def test_a_look_that_is_not_read_is_named(change: Callable[[Any], None], looks: dict[Look, list[str]]) -> None:
    assert looks_of(change) == looks


def test_a_coloured_row_among_stripes_is_named() -> None:
    def change(sheet: Any) -> None:
        fill(2, 4, 6, 8, colour="FFDDDDDD")(sheet)
        fill(5)(sheet)

    assert looks_of(change) == {Look.COLOURED: ["5"]}


def test_white_letters_on_white_are_hidden_but_not_in_a_head() -> None:
    def change(sheet: Any) -> None:
        for row in (1, 4):
            for cell in sheet[row]:
                cell.font = Font(color="FFFFFFFF")

    assert left_out(book_of(change)) == [("Reiter Centa", "Hidden in the file.")]


def test_every_colour_is_named_where_half_of_the_list_has_one() -> None:
    def change(sheet: Any) -> None:
        fill(2, 4, 7, 8, colour="FF00FF00")(sheet)
        fill(3)(sheet)

    assert looks_of(change) == {Look.COLOURED: ["2", "3", "4", "7", "8"]}


def test_a_colour_is_named_also_where_its_row_alone_is_left() -> None:
    """On the next day the others are registered already."""
    table = book_of(fill(4), [HEAD, *SIX]).table()
    header = find_header(table.texts())
    assert header is not None
    assert unread_looks(table, header, {4}) == {Look.COLOURED: ["4"]}
