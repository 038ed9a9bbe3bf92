"""The answer to a game typed at the desk: only the parts of the page that it changed. static/js/parts.js puts them
there."""

from typing import Any

from django.template.loader import render_to_string

from tournament import permissions
from tournament.forms.sanctions import sections_of
from tournament.permissions import Request
from tournament.selectors.changed_sheet import changed_sheet
from tournament.services.acting import ActStep
from tournament.sheet.places import unplayed


def changed_parts(request: Request, step: ActStep, command: str) -> list[str] | None:
    """Return the changed elements, those of the table and the others; None if the page needs all of its parts.

    The page names the version that it shows. If that is not the one before this step, or more of the sheet may look
    different, it gets everything. `command` is a new id for the page's forms.
    """
    version, tournament = request.headers.get("X-Version", ""), step.row.match.tournament
    if not (version.isdecimal() and step.premises and step.before and step.after and step.follows(int(version))):
        return None
    # The whole page shows sealed documents and money.
    if step.premises.has_document or tournament.tariff_id:
        return None
    view = changed_sheet(step.row, step.before.sheet, step.after.sheet, step.premises.players)
    if view is None:
        return None
    supervises = permissions.correct_games(request.user)
    context: dict[str, Any] = {
        "tournament": tournament,
        "match": step.row.match,
        "scoresheet": step.row,
        "base": step.row.get_absolute_url(),
        "view": view,
        "open": True,
        "supervises": supervises,
        "ending": unplayed(step.after.sheet) if supervises and view.played else (),
        "command": command,
        "sections": sections_of(tournament.ruleset),
    }
    return [render_to_string(f"scoresheets/_changed_{name}.html", context, request) for name in ("rows", "parts")]
