"""How far a tournament is on its way into the archive, and the origin of an imported one."""

from dataclasses import dataclass
from datetime import datetime

from tournament.enums import TournamentState
from tournament.models import Document, Event, ImportedTournament, Tournament
from tournament.proof.seals.keys import grouped
from tournament.selectors.documents import unsealed_sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrigin:
    """The origin of an imported tournament: when it was imported, and the fingerprints of the keys in the form that
    people compare.

    `sheets` are the keys that sealed its sheets and hung in the hall. `handed_on` is the archive's key if an
    installation signed it that had itself imported the tournament, else "".
    """

    at: datetime
    sheets: tuple[str, ...]
    handed_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The content of the archive's page. `unsealed` sheets are sealed before the tournament is closed.

    `closed_by` is "" if the tournament was closed from the command line.
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
    """Return how far the tournament is on its way into the archive. Four queries."""
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
    """Return the origin of an imported tournament, None if it was played here. One query, two for an imported one."""
    imported = ImportedTournament.objects.filter(tournament=tournament).defer("ids").first()
    if imported is None:
        return None
    keys = sheet_keys(tournament)
    return ImportOrigin(
        at=imported.imported_at,
        sheets=tuple(map(grouped, keys)),
        handed_on="" if imported.key_fingerprint in keys else grouped(imported.key_fingerprint),
    )


def sheet_keys(tournament: Tournament) -> list[str]:
    """Return the fingerprints of the keys that sealed the tournament's sheets. One query."""
    sealed = Document.objects.filter(scoresheet__match__tournament=tournament).exclude(key_fingerprint="")
    return sorted(set(sealed.order_by().values_list("key_fingerprint", flat=True)))
