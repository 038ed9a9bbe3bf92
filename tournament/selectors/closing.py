"""How far a tournament is on its way into the archive, and where it came from."""

from dataclasses import dataclass
from datetime import datetime

from tournament.enums import TournamentState
from tournament.models import Document, Event, ImportedTournament, Tournament
from tournament.seals.keys import grouped
from tournament.selectors.documents import unsealed_sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrigin:
    """Where an imported tournament came from: when, and the fingerprints of keys as people compare them.

    `sheets` are those that sealed its sheets and hung in the hall; `handed_on` is that of the archive where an
    installation signed it that had itself imported the tournament, else "".
    """

    at: datetime
    sheets: tuple[str, ...]
    handed_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What the page of the archive says. `unsealed` sheets are sealed before the tournament is closed.

    `closed_by` is "" where the command line closed it.
    """

    may_close: bool
    closed: bool
    purged: bool
    unsealed: int
    documents: int
    closed_at: datetime | None
    closed_by: str
    origin: ImportOrigin | None


def closing(tournament: Tournament) -> Closing:
    """The way into the archive. 4 queries."""
    closed = Event.objects.filter(tournament=tournament, scoresheet=None, kind="tournament.archived")
    event = closed.select_related("actor").order_by("sequence").last()
    return Closing(
        may_close=tournament.state == TournamentState.FINISHED,
        closed=tournament.state == TournamentState.ARCHIVED,
        purged=tournament.state == TournamentState.PURGED,
        unsealed=unsealed_sheets().filter(match__tournament=tournament).count(),
        documents=Document.objects.filter(scoresheet__match__tournament=tournament).count(),
        closed_at=event.at if event else None,
        closed_by=event.actor.full_name if event and event.actor else "",
        origin=origin(tournament),
    )


def origin(tournament: Tournament) -> ImportOrigin | None:
    """Where an imported tournament came from, None for one that was played here. One query, 2 for an imported one."""
    found = ImportedTournament.objects.filter(tournament=tournament).defer("ids").first()
    if found is None:
        return None
    keys = sheet_keys(tournament)
    return ImportOrigin(
        at=found.imported_at,
        sheets=tuple(map(grouped, keys)),
        handed_on="" if found.key_fingerprint in keys else grouped(found.key_fingerprint),
    )


def sheet_keys(tournament: Tournament) -> list[str]:
    """The fingerprints of the keys that sealed the tournament's sheets. One query."""
    sealed = Document.objects.filter(scoresheet__match__tournament=tournament).exclude(key_fingerprint="")
    return sorted(set(sealed.order_by().values_list("key_fingerprint", flat=True)))
