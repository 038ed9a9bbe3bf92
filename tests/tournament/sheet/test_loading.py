"""A sheet that is made of its rows is the sheet that they were made of, in every state that the tables lead to."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from tests.kept_rows import Kept, kept_rows
from tests.sheet_tables import (
    Row,
    all_rows,
    aside,
    does,
    game,
    key,
    line,
    typed,
)
from tests.worlds.decided import after, empty_sheet, why
from tournament.enums import ApprovalState
from tournament.sheet.actors import reason_of
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.line_moves import TakeOutLine
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.commands import COMMANDS
from tournament.sheet.loading import SheetRows, continued, sheet_of_rows, unreadable
from tournament.sheet.rows import game_columns
from tournament.sheet.state import Sheet


def differences(sheet: Sheet) -> dict[str, tuple[Any, Any]]:
    """Each field that is read otherwise than it was, without the command of a dispute, which no row holds."""
    expected = replace(
        sheet,
        disputes=tuple(replace(dispute, command="") for dispute in sheet.disputes),
        requests=tuple(replace(request, row=place) for place, request in enumerate(sheet.requests, 1)),
    )
    loaded = continued(sheet_of_rows(sheet.terms, kept_rows(sheet)), sheet)
    pairs = {field.name: (getattr(loaded, field.name), getattr(expected, field.name)) for field in fields(Sheet)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


@pytest.fixture(scope="module")
def rows_of() -> Mapping[type[Any], list[Row]]:
    rows: dict[type[Any], list[Row]] = {command_class: [] for command_class in COMMANDS}
    for row in all_rows():
        if row.events:
            order = row.order if type(row.order) in COMMANDS else row.command(row.sheet)
            rows[type(order)].append(row)
    return rows


@pytest.mark.parametrize("command_class", COMMANDS, ids=lambda one: one.__name__)
def test_what_a_command_leads_to_is_read_as_it_is(
    command_class: type[Any], rows_of: Mapping[type[Any], list[Row]]
) -> None:
    for row in rows_of[command_class]:
        assert differences(row.decided(row.sheet).sheet) == {}, row.rule


def test_the_keys_of_rows_are_read() -> None:
    """Pages name approvals, corrections and lines by them."""
    corrected = CorrectGame(number=1, record=game("r13+"), reason=why())
    sheet = does(aside(4), corrected)(typed("r12+", "st2+")(empty_sheet()))
    loaded = sheet_of_rows(sheet.terms, kept_rows(sheet))
    assert (loaded.games[2].approvals[0].row, loaded.games[1].corrections[0].row, loaded.paper_lines[0].row) == (
        1,
        1,
        1,
    )


def test_what_a_request_granted_is_told_from_what_was_decided_later() -> None:
    """An approval comes from its request if both were granted at the same moment."""
    request = RequestApproval(number=2, seat=1, contract="solo-tout", suit="", hand=(), key="r")
    granted = does(request, AnswerRequest(request=1, granted=True), line(2, "st1+"))(typed("r12+")(empty_sheet()))
    later = does(DecideApproval(game=key(2), granted=False), DecideApproval(game=key(2), granted=True))(granted)
    requests = [sheet_of_rows(sheet.terms, kept_rows(sheet)).games[2].approval.request for sheet in (granted, later)]
    assert requests == [0, None]
    assert later.games[2].approval.state == ApprovalState.GRANTED


def test_a_text_without_its_salt_has_no_hash_and_no_text_is_no_reason() -> None:
    sheet = does(CorrectGame(number=1, record=game("r13+"), reason=why()))(typed("r12+")(empty_sheet()))
    rows = kept_rows(sheet)
    [correction] = rows.corrections
    erased = ({"salt": None}, ("", "so gespielt")), ({"reason": "", "salt": None}, None)
    # A salt without its text is what no command leaves: the audit compares the hash that follows from it.
    for columns, expected in (*erased, ({"reason": "", "salt": "00"}, (reason_of("", "00").digest, ""))):
        changed = replace(rows, corrections=[Kept(correction | columns)])
        reason = sheet_of_rows(sheet.terms, changed).games[1].corrections[0].reason
        assert (reason and (reason.digest, reason.text)) == expected


@pytest.mark.parametrize("value", ["", "x", {}, {"EA": 1}, 3])
def test_a_list_is_a_list(value: object) -> None:
    """A text and an object have values, too."""
    rows = kept_rows(typed("r12+")(empty_sheet()))
    changed = replace(rows, games=[Kept(row | {"redeals": value}) for row in rows.games])
    assert [table for table, _row, _error in unreadable(changed)] == ["games"]


def test_the_evaluation_of_the_chain_is_taken_over_where_it_fits() -> None:
    sheet = typed("r12+", "s2+")(empty_sheet())
    assert sheet.evaluated is continued(sheet_of_rows(sheet.terms, kept_rows(sheet)), sheet).evaluated
    other = typed("r12+", "s3+")(empty_sheet())
    assert other.evaluated.totals != sheet.evaluated.totals
    loaded = continued(sheet_of_rows(sheet.terms, kept_rows(sheet)), other)
    assert loaded.evaluated == sheet.evaluated


def test_a_row_that_nobody_can_read_is_named_and_the_others_are_not() -> None:
    sheet = does(aside(4))(typed("r12+", "s2+")(empty_sheet()))
    rows = kept_rows(sheet)
    broken = Kept(rows.games[1] | {"source": "dream"})
    changed = replace(rows, games=[rows.games[0], broken], paper_lines=[Kept(rows.paper_lines[0] | {"kind": "x"})])
    assert [(table, row["number"], type(error)) for table, row, error in unreadable(changed)] == [
        ("games", 2, ValueError), ("paper_lines", 4, ValueError),
    ]  # fmt: skip
    assert list(unreadable(rows)) == []


@pytest.mark.parametrize("table", sorted({field.name for field in fields(SheetRows)} - {"sheet", "seats"}))
def test_rows_of_every_table_are_looked_at(table: str) -> None:
    [(named_table, _row, _error)] = unreadable(SheetRows(sheet=Kept(), **{table: [{"nothing": 1}]}))
    assert named_table == table


def test_what_was_granted_before_play_and_withdrawn_since_decided_nothing_on_the_game() -> None:
    """5.2.15: a Tout that moves up into line 1 needs no approval any more; the desk may still mend it (5.3.4)."""
    request = RequestApproval(number=2, seat=1, contract="solo-tout", suit="", hand=(), key="r")
    sheet = does(request, AnswerRequest(request=1, granted=True), line(2, "st1+"))(typed("r12+")(empty_sheet()))
    sheet = after(sheet, TakeOutLine(number=1, key="out", seen=key(1)))
    loaded = sheet_of_rows(sheet.terms, kept_rows(sheet))
    for one in (sheet, loaded):
        [approval] = one.games[1].approvals
        assert (approval.state, approval.request, one.games[1].is_decided()) == (ApprovalState.WITHDRAWN, 0, False)
    assert after(sheet, TakeBackGame(number=1)).games == {}


def test_a_row_of_an_older_log_says_neither_who_nor_when() -> None:
    """It holds no times, so it does not say on whose behalf somebody acted; neither is written or compared."""
    sheet = typed("r12+", "s2+", "r13+")(empty_sheet())
    games = {1: sheet.games[1], 2: replace(sheet.games[2], at=None), 3: replace(sheet.games[3], by=None)}
    acted = {"login_id", "device_id", "written_at"}
    older = replace(sheet, games=games)
    assert [acted & game_columns(older, number).keys() for number in (1, 2, 3)] == [acted, set(), set()]
