"""Whether a sheet that is read from its rows is the sheet that its events fold to, field by field."""

from collections.abc import Iterable
from dataclasses import fields, replace
from io import StringIO
from typing import Any

from django.core.management import call_command

from tournament.models import Scoresheet
from tournament.selectors.sheet_rows import TABLES, sheet_rows
from tournament.selectors.sheets import chained, terms_of
from tournament.sheet.loading import continued, sheet_of_rows
from tournament.sheet.state import Sheet


def read_sheet(scoresheet: Scoresheet) -> Sheet:
    """Return the sheet that its rows stand for. One query for each table."""
    seats = tuple(scoresheet.seats.order_by("number").values_list("participant_id", flat=True))
    rows = sheet_rows([scoresheet], {scoresheet.pk: seats}, TABLES)
    return sheet_of_rows(terms_of(scoresheet.match.tournament), rows[scoresheet.pk])


def sheet_differences(scoresheet: Scoresheet) -> dict[str, tuple[Any, Any]]:
    """Each field that differs, with its value in the rows and in the chain."""
    row = Scoresheet.objects.select_related("match__tournament").get(pk=scoresheet.pk)
    chain = chained(row).sheet
    rows, links = (_compared(sheet) for sheet in (continued(read_sheet(row), chain), chain))
    return {name: (value, links[name]) for name, value in rows.items() if value != links[name]}


def all_differences(scoresheets: Iterable[Scoresheet]) -> dict[int, dict[str, tuple[Any, Any]]]:
    """The differences of many sheets, by key; only of those that have any."""
    by_sheet = {scoresheet.pk: sheet_differences(scoresheet) for scoresheet in scoresheets}
    return {key: differences for key, differences in by_sheet.items() if differences}


def check_log() -> None:
    """Hold the rows of the whole installation against the log, and every sheet of the rows against that of its chain.

    Raises AssertionError, or what verify_audit raises if it finds a fault.
    """
    call_command("verify_audit", stdout=StringIO())
    assert all_differences(Scoresheet.objects.all()) == {}


def _compared(sheet: Sheet) -> dict[str, Any]:
    """The fields of a sheet, without what only one side knows.

    A device writes its own row, at a moment of its own. A dispute's row does not hold the command that raised it: a
    command that comes twice is recognised by the commands of the sheet. The log names no request by its key. An
    acceptance is logged without a version, so it is read like one of an older log, without its time; the audit
    compares the row's with the event's.
    """
    comparable = replace(
        sheet,
        accepted_at=None,
        devices={number: replace(device, enrolled_at=None, ended_at=None) for number, device in sheet.devices.items()},
        disputes=tuple(replace(dispute, command="") for dispute in sheet.disputes),
        requests=tuple(replace(request, row=None) for request in sheet.requests),
    )
    return {field.name: getattr(comparable, field.name) for field in fields(Sheet)}
