"""The list of participants as Excel, in the columns that an import reads, so that it can be read back unchanged."""

from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from tournament.exports.cells import (
    LINE,
    PLAIN,
    QUIET,
    STRONG,
    set_paper,
    set_properties,
    worksheet_name,
    write_number,
    write_text,
)
from tournament.models import Tournament
from tournament.money.selectors import FeeState, FeeStatus, fees_of

WIDTHS = (7, 24, 24, 30, 15, 13, 13, 9, 20, 30, 9, 26)


def participants_workbook(tournament: Tournament) -> bytes:
    """Return the .xlsx of everyone by start number, with those who withdrew and with all that the desk knows.

    For the desk alone: it holds dates of birth, phone numbers and remarks.
    """
    workbook = Workbook()
    worksheet: Any = workbook.active
    worksheet.title = worksheet_name(_("Participants"), ())
    heads = [_("Start number"), _("Last name"), _("First name"), _("Club or town"), _("Date of birth")]
    heads += [_("Withdrawn"), _("House player"), _("Title"), _("Phone"), _("Remark"), _("Paid")]
    fees = fees_of(tournament)
    heads += [_("Fee")] if fees.kinds else []
    for column, (word, width) in enumerate(zip(heads, WIDTHS, strict=False), 1):
        write_text(worksheet.cell(1, column), word, STRONG).border = LINE
        worksheet.column_dimensions[get_column_letter(column)].width = width
    for row, participant in enumerate(tournament.participants.order_by("start_number"), 2):
        write_number(worksheet.cell(row, 1), participant.start_number, QUIET)
        last_name = participant.list_name if participant.forgotten else participant.last_name
        # An import would take “No. 87” for a name.
        write_text(worksheet.cell(row, 2), "" if participant.nameless else last_name)
        write_text(worksheet.cell(row, 3), participant.first_name)
        write_text(worksheet.cell(row, 4), participant.club)
        if participant.birth_date is not None:
            born = worksheet.cell(row, 5, participant.birth_date)
            born.number_format, born.font = "DD.MM.YYYY", PLAIN
        else:
            write_text(worksheet.cell(row, 5), str(participant.birth_year or ""))
        for column, text in ((8, participant.title), (9, participant.phone), (10, participant.remark)):
            write_text(worksheet.cell(row, column), text)
        for column, flag in ((6, participant.withdrawn), (7, participant.house), (11, participant.paid)):
            write_text(worksheet.cell(row, column), _("yes") if flag else "")
        if fees.kinds:
            write_text(worksheet.cell(row, 12), _fee_text(fees.status(participant)))
    set_paper(worksheet, titles="1:1", freeze="D2", upright=False, area=worksheet.dimensions)
    set_properties(workbook, tournament.name)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _fee_text(status: FeeStatus) -> str:
    """Return the kind of fee and how it stands; an import does not read it."""
    if status.kind is None or status.state == FeeState.FREE:
        return str(status.state.label)
    return f"{status.kind.name}: {status.state.label}"
