"""Note with an answer its version, so that the server may give it again without Django."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import HttpRequest

from tournament.enums import HELD_BACK
from tournament.models import Scoresheet, Tournament
from tournament.selectors.versions import (
    HALL_VERSION,
    SHEET_VERSION,
    TOURNAMENT_VERSION,
    hall_parameters,
    hall_version,
    tournament_version,
)
from tournament.server.answers import BASIS
from tournament.server.versions import Basis

# The request's note that public pages showed everything when the answer was begun.
OPEN = "spielliste.open"


def version_of(request: HttpRequest, tournament: Tournament, *, seconds: float | None = None) -> int:
    """Return the tournament's version, and note it. One query.

    Call it before anything else is read, so that the next poll finds a change made meanwhile. An answer that also
    depends on the time of day says for how many `seconds` it may be given again.
    """
    version = tournament_version(tournament)
    _note(request, Basis(statement=TOURNAMENT_VERSION, parameters=(tournament.pk,), version=version), seconds)
    return version


def hall_version_of(request: HttpRequest, tournament: Tournament) -> int:
    """Return the version for public pages, and note it: the same for all of them. One query."""
    version = hall_version(tournament)
    basis = Basis(statement=HALL_VERSION, parameters=hall_parameters(tournament), version=version)
    _note(request, basis, None)
    request.META[OPEN] = not tournament.is_held_back
    return version


def as_released(view: Callable[..., Any]) -> Callable[..., Any]:
    """Make a public page anew if results were held back while it was made: a game may have come in since. One query."""

    @wraps(view)
    def made(request: Any, slug: str, *args: Any, **kwargs: Any) -> Any:
        answer = view(request, slug, *args, **kwargs)
        if request.META.get(OPEN) and Tournament.objects.filter(slug=slug, release__in=HELD_BACK).exists():
            return view(request, slug, *args, **kwargs)
        return answer

    return made


def sheet_version_of(request: HttpRequest, scoresheet: Scoresheet) -> int:
    """Return the version of a sheet that was read for this request, and note it."""
    version = scoresheet.version
    _note(request, Basis(statement=SHEET_VERSION, parameters=(scoresheet.pk,), version=version), None)
    return version


def note_basis(request: HttpRequest, statement: str, key: int, version: int) -> None:
    """Note the version that this statement gave for the row with this key, before anything else was read."""
    _note(request, Basis(statement=statement, parameters=(key,), version=version), None)


def made_from(request: HttpRequest, version: int) -> None:
    """Note that the answer uses cached data of this version, which may be some moments older."""
    request.META[BASIS] = replace(request.META[BASIS], version=version)


def share(request: HttpRequest) -> None:
    """Note that everybody without a login gets this very answer; the server then makes it once for all of them."""
    request.META[BASIS] = replace(request.META[BASIS], shared=True)


def _note(request: HttpRequest, basis: Basis, seconds: float | None) -> None:
    request.META[BASIS] = basis if seconds is None else replace(basis, seconds=seconds)
