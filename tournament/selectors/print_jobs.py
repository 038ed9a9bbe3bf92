"""The sheets of a match that can be printed, the state of each, and earlier prints."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournament.enums import TO_WRITE_ON, PrintChoice, PrintKind, PrintState, TournamentState
from tournament.models import Game, Match, PaperLine, PrintJob, Scoresheet, Tournament
from tournament.proof.integrity.canonical import canonical
from tournament.selectors.documents import unsealed_sheets
from tournament.selectors.prefilled import prefilled_sheets

LISTED = timedelta(days=1)
OPEN = (PrintState.WAITING, PrintState.WORKING)


def printed_now(match: Match, kind: PrintKind, choice: PrintChoice, tables: frozenset[int] | None) -> dict[int, str]:
    """Return the tables to print, each with a mark of the state of its sheet; `tables` None means all.

    At most five queries, whatever the number of tables.
    """
    marks = dict(_marks(match, kind))
    if tables is not None:
        marks = {table: mark for table, mark in marks.items() if table in tables}
    if choice == PrintChoice.MISSING:
        missing = _missing(match, kind)
        marks = {table: mark for table, mark in marks.items() if table in missing}
    elif choice == PrintChoice.CHANGED:
        before = last_printed(match, kind)
        marks = {table: mark for table, mark in marks.items() if before.get(table) != mark}
    return marks


def last_printed(match: Match, kind: PrintKind) -> dict[int, str]:
    """Return the mark of each table's sheet when it was last printed as this kind. One query."""
    jobs = PrintJob.objects.filter(match=match, kind=kind, state=PrintState.DONE).order_by("pk")
    return {int(table): mark for printed in jobs.values_list("printed", flat=True) for table, mark in printed.items()}


def recent_prints(tournament: Tournament) -> QuerySet[PrintJob]:
    """Return the jobs of the last day, newest first."""
    jobs = PrintJob.objects.filter(match__tournament=tournament, asked_at__gt=timezone.now() - LISTED)
    return jobs.select_related("match__tournament", "asked_by")


def open_prints() -> QuerySet[PrintJob]:
    """Return the jobs that wait or are being made, oldest first."""
    jobs = PrintJob.objects.filter(state__in=OPEN).select_related("match__tournament", "asked_by")
    return jobs.order_by("pk")


def _marks(match: Match, kind: PrintKind) -> Mapping[int, str]:
    """Return the marks: for a sheet to write on, a hash of its printed content; for any other, its version."""
    if kind == PrintKind.SEALED and match.tournament.state == TournamentState.PURGED:
        return {}
    if kind not in TO_WRITE_ON:
        rows = match.scoresheets.in_force().order_by("table_number").values_list("table_number", "version")
        return {table: str(version) for table, version in rows}
    marks = {}
    for sheet in prefilled_sheets(match):
        row = sheet.scoresheet
        content = canonical([*sheet.names, row.scorekeeper, row.pack, row.first_dealer])
        marks[row.table_number] = hashlib.sha256(content.encode()).hexdigest()[:16]
    return marks


def _missing(match: Match, kind: PrintKind) -> set[int]:
    """Return the tables still to print.

    For sheets to write on: those without anything written. For filled sheets: those not printed yet. For sealed
    sheets: those not sealed yet.
    """
    if kind == PrintKind.SEALED:
        return set(unsealed_sheets().filter(match=match).values_list("table_number", flat=True))
    sheets = Scoresheet.objects.in_force().filter(match=match)
    if kind == PrintKind.FILLED:
        return set(sheets.values_list("table_number", flat=True)) - last_printed(match, kind).keys()
    games = Game.objects.filter(scoresheet=OuterRef("pk"))
    aside = PaperLine.objects.filter(scoresheet=OuterRef("pk"))
    empty = sheets.filter(~Exists(games), ~Exists(aside), totals__isnull=True)
    return set(empty.values_list("table_number", flat=True))
