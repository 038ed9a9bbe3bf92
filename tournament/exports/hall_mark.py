"""The marks on prints: of results that the hall does not know yet, so that nobody hangs them up, and of a rehearsal."""

import re
from dataclasses import replace
from typing import TypeVar

from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.pdf import Fitting
from tournament.models import Tournament
from tournament.selectors.tournaments import spelled_out

Page = TypeVar("Page", str, Fitting)

_BODY = re.compile(r"<body[^>]*>")


def hall_mark(tournament: Tournament) -> str:
    """Return “not for the hall” while results are held back, else ""."""
    return _("Not for the hall") if tournament.is_held_back else ""


def rehearsal_mark(tournament: Tournament) -> str:
    """Return “Rehearsal” for one, else "". On paper it stands in `exports/_rehearsal.html`."""
    return pgettext("on paper", "Rehearsal").upper() if tournament.rehearsal else ""


def marked(page: Page, tournament: Tournament) -> Page:
    """Return a page of HTML, or its versions, with the mark above each page of paper (css/paper.css)."""
    mark = hall_mark(tournament)
    if not mark:
        return page
    if isinstance(page, Fitting):
        return replace(page, version=lambda number: marked(page.version(number), tournament))
    begin = _BODY.search(page)
    assert begin is not None
    return f'{page[: begin.end()]}<p class="not-for-hall">{escape(mark)}</p>{page[begin.end() :]}'


def marked_name(name: str, tournament: Tournament) -> str:
    """Return the name of a file with results, with the mark in it: the bytes of a sealed file stay as they are."""
    mark = rehearsal_mark(tournament) or hall_mark(tournament)
    return f"{spelled_out(mark)}-{name}" if mark else name
