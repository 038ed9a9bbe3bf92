"""One Excel workbook of a tournament: standings, participants, log, and every scoresheet with live formulas."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from scoring.ruleset import PLACES
from tournament.enums import SheetState
from tournament.exports.cells import (
    CENTER_WRAPPED,
    LEFT,
    LINE,
    PLAIN,
    QUIET,
    SIGNED,
    STRONG,
    TITLE,
    WRAPPED,
    reference,
    set_paper,
    worksheet_name,
    wrapped_height,
    write_formula,
    write_number,
    write_text,
)
from tournament.exports.collecting import no_garbage_collection
from tournament.exports.hall_mark import hall_mark, rehearsal_mark
from tournament.exports.light_sheet import LightBook, LightCell, LightSheet
from tournament.exports.prizes import won_prizes
from tournament.exports.sheet_words import rules_line
from tournament.exports.worksheets import fill_worksheet
from tournament.models import Scoresheet, Tournament
from tournament.participants.selectors.participants import written_names
from tournament.proof.exports.workbook_log import fill_log, fill_participants, fill_prizes
from tournament.proof.seals.keys import SealKey, grouped, seal_key
from tournament.proof.seals.office import seal_xlsx
from tournament.proof.services.seal_certificates import keep_certificate
from tournament.refusals import Refused
from tournament.selectors.scoresheets import SheetView, sheet_views
from tournament.standings.selectors.documents import is_final
from tournament.standings.selectors.standings import Standings, StandingsLine, overall_standings
from tournament.standings.selectors.words import remark_text, state_word
from tournament.words.labels import CRITERIA

HEAD = 3  # rows above the first place
FIRST_MATCH = 5  # column E

# By (match, participant), the cell with the result of that match: "'M1 table 14'!D46".
Results = dict[tuple[int, int], str]


def workbook_of(
    tournament: Tournament,
    standings: Standings,
    views: Iterable[SheetView],
    remarks: Sequence[str],
    seal: str = "",
    prizes: Sequence[dict[str, Any]] = (),
) -> bytes:
    """Return the .xlsx of these standings and sheets. The points of a match refer to the sums on the sheets.

    `remarks` gives each line its identity, what does not count yet, and what decided; `seal` says who seals the file.
    If there are `prizes` (exports/prizes.py), a worksheet lists them.
    """
    book = LightBook(title=tournament.name)
    front = book.sheet(worksheet_name(_("Standings"), ()))
    if prizes:
        prize_page = book.sheet(worksheet_name(_("Prizes"), book.names))
        fill_prizes(prize_page, prizes)
        book.close(prize_page)
    people = book.sheet(worksheet_name(_("Participants"), book.names))
    log = book.sheet(worksheet_name(_("Log"), book.names))
    fill_participants(people, tournament)
    book.close(people)
    fill_log(log, tournament)
    book.close(log)
    results: Results = {}
    for view in views:
        sheet = view.scoresheet
        title = _("M%(match)s table %(table)s") % {"match": sheet.match.number, "table": sheet.table_number}
        page = book.sheet(worksheet_name(title, book.names))
        cells = fill_worksheet(page, view)
        book.close(page)
        if sheet.state == SheetState.VOID:
            continue
        for seat in view.seats:
            results[sheet.match.number, seat.participant] = reference(page.worksheet, cells[seat.number])
    _fill_standings(front, tournament, standings, results, remarks, seal)
    book.close(front)
    return book.content()


def sealed_workbook(tournament: Tournament) -> tuple[bytes, Refused | None]:
    """Return the workbook of the whole tournament, sealed. Without a key it is unsealed, and says so and why; that of
    a rehearsal is never sealed."""
    if tournament.rehearsal:
        return _whole(tournament, ""), None
    try:
        key = seal_key()
    except Refused as trouble:
        return _whole(tournament, _("NOT SEALED: %(why)s") % {"why": trouble}), trouble
    content = workbook_sealed_with(tournament, key=key, at=timezone.now())
    with transaction.atomic():
        keep_certificate(key)
    return content, None


def workbook_sealed_with(tournament: Tournament, *, key: SealKey, at: datetime) -> bytes:
    """Return the workbook of the whole tournament, sealed with this key; the caller stores its certificate."""
    words = _("sealed with the key %(fingerprint)s") % {"fingerprint": grouped(key.fingerprint[:16])}
    return seal_xlsx(_whole(tournament, words), key=key, at=at)


def _whole(tournament: Tournament, seal: str) -> bytes:
    sheets = (
        Scoresheet.objects.in_force().filter(match__tournament=tournament).order_by("match__number", "table_number")
    )
    standings = overall_standings(tournament)
    remarks = [remark_text(line, final=standings.final) for line in standings.lines]
    seal = " · ".join(filter(None, (rehearsal_mark(tournament), hall_mark(tournament), seal)))
    prizes = won_prizes(tournament, standings) if is_final(standings) else ()
    with no_garbage_collection():
        return workbook_of(tournament, standings, sheet_views(sheets), remarks, seal, prizes)


def _fill_standings(
    page: LightSheet,
    tournament: Tournament,
    standings: Standings,
    results: Results,
    remarks: Sequence[str],
    seal: str,
) -> None:
    matches = [part.match for part in standings.progress]
    criteria = tournament.ruleset.tie_break
    facts = [
        date_format(tournament.day, "SHORT_DATE_FORMAT"),
        _("Standings: %(state)s") % {"state": state_word(standings)},
        rules_line(tournament.ruleset),
        _("as of %(when)s") % {"when": date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")},
        *([seal] if seal else []),
        *([standings.departures] if standings.departures else []),
    ]
    heads = [_("Place"), _("No."), _("Name"), _("Club or town")]
    heads += [_("Match %(match)s") % {"match": match} for match in matches]
    sums = [_("Sum of places")] if tournament.ruleset.sums == PLACES else []
    heads += [*sums, _("Total"), _("Games"), *(str(CRITERIA[name]) for name in criteria), _("Remark")]
    widths = [7, 7, 28, 26, *[11] * (len(matches) + len(sums) + 2 + len(criteria)), 60]
    for column, (word, width) in enumerate(zip(heads, widths, strict=True), 1):
        write_text(page.cell(HEAD, column), word, STRONG, CENTER_WRAPPED if width == 11 else LEFT).border = LINE
        page.worksheet.column_dimensions[get_column_letter(column)].width = width
    page.heights[HEAD] = 45
    for row, text, font, size in ((1, tournament.name, TITLE, 16), (2, " · ".join(facts), QUIET, 11)):
        write_text(page[f"A{row}"], text, font, WRAPPED)
        page.merge(f"A{row}:{get_column_letter(len(heads))}{row}")
        page.heights[row] = wrapped_height(text, sum(widths), size=size)
    names = written_names(tournament)
    for row, (line, words) in enumerate(zip(standings.lines, remarks, strict=True), HEAD + 1):
        ending = _place(page, row, line, names[line.participant], matches, criteria, results, places=bool(sums))
        write_text(page.cell(row, ending), words, QUIET, WRAPPED)
        for column in range(1, ending + 1):
            page.cell(row, column).border = LINE
    last = HEAD + max(1, len(standings.lines))
    page.worksheet.auto_filter.ref = f"A{HEAD}:{get_column_letter(len(heads))}{last}"
    set_paper(page.worksheet, titles=f"{HEAD}:{HEAD}", freeze=f"D{HEAD + 1}", upright=False, area=page.size)


def _place(
    page: LightSheet,
    row: int,
    line: StandingsLine,
    name: str,
    matches: Sequence[int],
    criteria: Sequence[str],
    results: Results,
    *,
    places: bool,
) -> int:
    """Write a line of the standings up to its counters; return the next column. Figures that do not count stay
    empty. `places`: they are added up, and their sum stands before the total."""
    write_number(page.cell(row, 1), line.place, STRONG)
    write_number(page.cell(row, 2), line.start_number, QUIET)
    write_text(page.cell(row, 3), name, PLAIN, WRAPPED)
    write_text(page.cell(row, 4), line.club, QUIET, WRAPPED)
    for column, (match, points) in enumerate(zip(matches, line.match_points, strict=True), FIRST_MATCH):
        _write_points(page.cell(row, column), results.get((match, line.participant)), points)
    column = FIRST_MATCH + len(matches)
    if places:
        write_number(page.cell(row, column), line.place_sum or None, STRONG)
        column += 1
    if line.counts:
        write_formula(page.cell(row, column), _sum_of(row, line, matches), line.total, STRONG, SIGNED)
    write_number(page.cell(row, column + 1), line.games, QUIET)
    for offset, name in enumerate(criteria, 2):
        write_number(page.cell(row, column + offset), getattr(line, name), QUIET)
    return column + len(criteria) + 2


def _sum_of(row: int, line: StandingsLine, matches: Sequence[int]) -> str:
    """Return the formula of a total: all matches, or those that count."""
    letters = [get_column_letter(FIRST_MATCH + index) for index in range(len(matches))]
    if not line.uncounted:
        return f"SUM({letters[0]}{row}:{letters[-1]}{row})"
    counted = [letter for letter, match in zip(letters, matches, strict=True) if match not in line.uncounted]
    return f"SUM({','.join(f'{letter}{row}' for letter in counted)})"


def _write_points(cell: LightCell, where: str | None, points: int | None) -> None:
    """Refer to the sum on the sheet. A void sheet has none: it counts 0, whatever its games (5.3.6)."""
    if where and points is not None:
        write_formula(cell, where, points, PLAIN, SIGNED)
    else:
        write_number(cell, points, PLAIN, SIGNED)
