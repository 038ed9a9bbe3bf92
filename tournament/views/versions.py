"""The versions of a sheet's documents on its pages, and why the one in force has no seal."""

from typing import Any

from django.contrib import messages
from django.utils.translation import ngettext

from tournament import permissions
from tournament.enums import SheetState
from tournament.exports.documents import issue_document
from tournament.exports.print_jobs import printer_runs
from tournament.models import Scoresheet, Tournament, User
from tournament.permissions import Request
from tournament.proof.exports.sealing import seal_trouble
from tournament.refusals import Refused
from tournament.selectors.documents import sheets_with_superseded, unsealed_sheets, versions_of
from tournament.words.labels import ranges


def seal_accepted(request: Request, sheet: Scoresheet) -> None:
    """Leave a sheet that was just accepted to the printer, or seal it now if none runs; say why if that fails."""
    trouble = seal_trouble()
    if trouble is None and not printer_runs():
        try:
            issue_document(scoresheet=sheet, actor=request.user)
        except Refused as refusal:
            trouble = refusal
    if trouble is not None:
        messages.warning(request, unsealed_words(request.user, trouble))


def versions_context(sheet: Scoresheet, user: User) -> dict[str, Any]:
    """Return the context of a sheet's documents: every version, newest first, and why a seal is missing."""
    versions = versions_of(sheet)[::-1]
    missing = sheet.state == SheetState.ACCEPTED and not any(version.current for version in versions)
    numbers = sheet.match.tournament.forgotten_words.values()
    forgotten = bool(numbers) and sheet.seats.filter(participant__start_number__in=set(numbers)).exists()
    return {
        "versions": versions,
        "forgotten": forgotten,
        "unsealed": unsealed_words(user, seal_trouble()) if missing else "",
    }


def unsealed_words(user: User, trouble: Refused | None, sheets: int = 1) -> str:
    """Say why accepted sheets have no seal yet: the organiser learns what to do, others that it comes later."""
    if trouble is None:
        return ngettext(
            "The sheet is accepted; its seal follows in a moment. A PDF from before has none: please get it once more "
            "then.",
            "%(sheets)s sheets are accepted; their seals follow in a moment. A PDF from before has none: please get it "
            "once more then.",
            sheets,
        ) % {"sheets": sheets}
    if permissions.manage_tournament(user):
        return ngettext(
            "The sheet is accepted, but its seal is missing yet. %(why)s",
            "%(sheets)s sheets are accepted, but their seals are missing yet. %(why)s",
            sheets,
        ) % {"sheets": sheets, "why": trouble}
    return ngettext(
        "The sheet is accepted. Its seal is missing yet and is added later; the organiser reads here what to do.",
        "%(sheets)s sheets are accepted. Their seals are missing yet and are added later; the organiser reads here "
        "what to do.",
        sheets,
    ) % {"sheets": sheets}


def hall_context(tournament: Tournament, user: User) -> dict[str, Any]:
    """Return the same for a tournament: the sheets with several versions, and the tables whose seal is missing."""
    tables: dict[int, list[int]] = {}
    missing = unsealed_sheets().filter(match__tournament=tournament).order_by("match__number", "table_number")
    for match, table in missing.values_list("match__number", "table_number"):
        tables.setdefault(match, []).append(table)
    count, trouble = sum(map(len, tables.values())), seal_trouble() if tables else None
    return {
        "superseded": [(sheet, versions[::-1]) for sheet, versions in sheets_with_superseded(tournament)],
        "missing": {match: ", ".join(ranges(numbers)) for match, numbers in tables.items()},
        "unsealed": unsealed_words(user, trouble, count) if tables else "",
        "cannot_seal": trouble is not None,
    }
