"""Notes with an answer the version that it is made from, so that the server may give it again without Django."""

from dataclasses import replace

from django.http import HttpRequest

from tournament.models import Scoresheet, Tournament
from tournament.selectors.live import SHEET_VERSION, TOURNAMENT_VERSION, tournament_version
from tournament.server.answers import BASIS
from tournament.server.versions import Basis


def version_of(request: HttpRequest, tournament: Tournament, *, seconds: float | None = None) -> int:
    """Return the tournament's version, and note it. One query.

    Call it before anything else is read, so that a change while the page is made is new to the next question. An
    answer that depends on the time of day as well says for how many `seconds` it may be given again.
    """
    version = tournament_version(tournament)
    _note(request, Basis(statement=TOURNAMENT_VERSION, parameters=(tournament.pk,), version=version), seconds)
    return version


def sheet_version_of(request: HttpRequest, scoresheet: Scoresheet) -> int:
    """Return the version of a sheet that was read for this request, and note it."""
    version = scoresheet.version
    _note(request, Basis(statement=SHEET_VERSION, parameters=(scoresheet.pk,), version=version), None)
    return version


def made_from(request: HttpRequest, version: int) -> None:
    """Note that the answer is made from what is kept of this version, which may be some moments older."""
    request.META[BASIS] = replace(request.META[BASIS], version=version)


def share(request: HttpRequest) -> None:
    """Note that everybody without a login gets this very answer; the server then makes it once for all of them."""
    request.META[BASIS] = replace(request.META[BASIS], shared=True)


def _note(request: HttpRequest, basis: Basis, seconds: float | None) -> None:
    request.META[BASIS] = basis if seconds is None else replace(basis, seconds=seconds)
