"""More worksheets: who won which prize, who takes part, without dates of birth, and the event log in words."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from tournament.exports.cells import (
    CENTER,
    LEFT,
    LINE,
    PLAIN,
    QUIET,
    STRONG,
    WRAPPED,
    set_paper,
    wrapped_height,
    write_number,
    write_text,
)
from tournament.exports.light_sheet import LightSheet
from tournament.models import Tournament
from tournament.proof.selectors.event_words import event_lines

HEAD = 1
EUROS = '#,##0.00\\ "€"'


def fill_participants(page: LightSheet, tournament: Tournament) -> None:
    """Write everyone on the list by start number, with those who withdrew."""
    heads = [_("No."), _("Name"), _("Club or town"), _("Withdrawn"), _("House player")]
    _heads(page, heads, (7, 32, 30, 17, 15))
    row = HEAD
    for row, participant in enumerate(tournament.participants.order_by("start_number"), HEAD + 1):
        write_number(page.cell(row, 1), participant.start_number, QUIET)
        write_text(page.cell(row, 2), participant.list_name)
        write_text(page.cell(row, 3), participant.club, QUIET)
        for column, flag in ((4, participant.withdrawn), (5, participant.house)):
            write_text(page.cell(row, column), _("yes") if flag else "")
    _finish(page, columns=len(heads), last=row, upright=True)


def fill_prizes(page: LightSheet, prizes: Sequence[dict[str, Any]]) -> None:
    """Write who won which prize (exports/prizes.py), by number."""
    heads = [_("No."), _("Prize"), _("Donor"), _("Won by"), _("No."), _("For"), _("Money")]
    widths = (7, 40, 30, 32, 7, 50, 12)
    _heads(page, heads, widths)
    for row, prize in enumerate(prizes, HEAD + 1):
        write_number(page.cell(row, 1), prize["number"], STRONG)
        for column, name in ((2, "words"), (3, "donor"), (4, "name"), (6, "why")):
            write_text(page.cell(row, column), prize[name], PLAIN, WRAPPED)
            height = wrapped_height(prize[name], widths[column - 1])
            page.heights[row] = max(page.heights.get(row, 0), height)
        write_number(page.cell(row, 5), prize["start_number"], QUIET)
        if prize["cents"]:
            write_number(page.cell(row, 7), prize["cents"] / 100, PLAIN, EUROS)
    _finish(page, columns=len(heads), last=HEAD + len(prizes), upright=False)


def fill_log(page: LightSheet, tournament: Tournament) -> None:
    """Write every event, oldest first, with its number and code in its chain: the table's or the tournament's."""
    heads = [_("Time"), _("Match"), _("Table"), _("No."), _("Event"), _("By"), _("Check code")]
    _heads(page, heads, (17, 12, 8, 7, 90, 24, 17))
    quiet, number, words = page.look(QUIET, LEFT), page.look(QUIET, CENTER), page.look(PLAIN, WRAPPED)
    looks = (quiet, number, number, number, words, quiet, quiet)
    times: dict[datetime, str] = {}
    row = HEAD
    for row, event in enumerate(event_lines(tournament), HEAD + 1):
        minute = event.at.replace(second=0, microsecond=0)
        # Formatting a time takes longer than all the rest of a row, so each minute is formatted once.
        if minute not in times:
            times[minute] = date_format(timezone.localtime(minute), "SHORT_DATETIME_FORMAT")
        values = (times[minute], event.match, event.table, event.sequence, event.words, event.who, event.code)
        page.put(row, values, looks)
    _finish(page, columns=len(heads), last=row, upright=False)


def _heads(page: LightSheet, words: Sequence[str], widths: Sequence[int]) -> None:
    for column, (word, width) in enumerate(zip(words, widths, strict=True), 1):
        write_text(page.cell(HEAD, column), word, STRONG).border = LINE
        page.worksheet.column_dimensions[get_column_letter(column)].width = width


def _finish(page: LightSheet, *, columns: int, last: int, upright: bool) -> None:
    page.worksheet.auto_filter.ref = f"A{HEAD}:{get_column_letter(columns)}{last}"
    set_paper(page.worksheet, titles=f"{HEAD}:{HEAD}", freeze=f"A{HEAD + 1}", upright=upright, area=page.size)
