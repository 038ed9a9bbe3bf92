"""Checking the event log: every chain is recomputed link by link, then replayed and compared with the rows."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from django.db import connection, transaction
from django.utils import translation

from tournament.integrity.hashes import FIRST_HASH, link_hash
from tournament.models import (
    Approval,
    Correction,
    Event,
    Game,
    Scoresheet,
    Signature,
    TableChange,
    Tournament,
)
from tournament.selectors.original_keys import OriginalKeys, original_keys
from tournament.services.audit_documents import cut_off, seal_differences
from tournament.services.audit_installation import installation_differences
from tournament.services.audit_replay import replay_tournament
from tournament.services.audit_sheets import SheetRows, sheet_differences
from tournament.services.audit_tournament import tournament_differences
from tournament.services.audit_triggers import trigger_differences


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault in the log or in the rows: `where` names the chain or the row, `what` describes the fault in words."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The result of one check: the number of chains and links, and every fault in the order of the log."""

    chains: int
    links: int
    faults: tuple[Fault, ...]


def chain_faults(where: str, events: Iterable[Event]) -> Iterator[Fault]:
    """Recompute one chain in the order of its numbers and find gaps, broken links and changed content."""
    previous, expected = FIRST_HASH, 1
    for event in events:
        link = f"{where}, link {event.sequence} ({event.kind})"
        if event.sequence != expected:
            yield Fault(where=link, what=f"link {expected} should stand here: something was taken out or put in")
        if event.previous_hash != previous:
            yield Fault(where=link, what="does not follow from the link before it")
        recomputed = link_hash(
            previous=event.previous_hash,
            sequence=event.sequence,
            kind=event.kind,
            actor=event.actor_id,
            at=event.at.isoformat(),
            payload=event.payload,
        )
        if event.hash != recomputed:
            yield Fault(where=link, what="its content was changed after it was written: the hash does not fit")
        previous, expected = event.hash, event.sequence + 1


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything from one snapshot, so that games written during the check do not look like faults.

    It makes nobody wait. Inside a running transaction it does nothing.
    """
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()  # the transaction mode is not known before
    sqlite: Any = connection if connection.vendor == "sqlite" else None
    mode = sqlite and sqlite.transaction_mode
    try:
        if sqlite:
            sqlite.transaction_mode = "DEFERRED"  # for reading: takes no lock that the desk would wait for
        with transaction.atomic():
            if not sqlite:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        if sqlite:
            sqlite.transaction_mode = mode


@one_moment()
def audit_tournament(tournament: Tournament, *, sealed: bool = False) -> Audit:
    """Check the tournament's own chain and that of each of its scoresheets. A fixed number of queries.

    With `sealed` the file of each sealed sheet is checked as well, which takes some 10 ms for each.
    """
    tournament = Tournament.objects.get(pk=tournament.pk)
    keys = original_keys(tournament)
    chains: dict[int | None, list[Event]] = defaultdict(list)
    links = 0
    events = Event.objects.filter(tournament=tournament).order_by("scoresheet", "sequence")
    for event in keys.all(events.iterator()):
        chains[event.scoresheet_id].append(event)
        links += 1
    faults = list(chain_faults(tournament.slug, chains[None]))
    logged = partial(replay_tournament, chains[None])
    faults += told(tournament.slug, lambda: tournament_differences(logged(), tournament, keys, chains))
    sheets = _sheet_rows(tournament, keys)
    for rows in sheets:
        sheet = rows.scoresheet
        where = f"{tournament.slug}, match {sheet.match.number}, table {sheet.table_number}"
        faults += chain_faults(where, chains[sheet.pk])
        faults += told(where, partial(sheet_differences, chains[sheet.pk], rows))
    lost = chains.keys() - {None, *(rows.scoresheet.pk for rows in sheets)}
    faults += [Fault(where=tournament.slug, what=f"scoresheet {key} is missing, the log has its chain") for key in lost]
    for document, what in cut_off(tournament, keys, chains):
        faults.append(Fault(where=f"{tournament.slug}, document {document}", what=what))
    if sealed:
        with translation.override("en"):
            faults += told(tournament.slug, lambda: map(str, seal_differences(tournament, keys)))
    return Audit(chains=1 + len(sheets), links=links, faults=tuple(faults))


@one_moment()
def audit_installation() -> Audit:
    """Check the chain of the installation, its logins, tournaments and rulesets, and the database's own triggers."""
    events = list(Event.objects.filter(tournament=None).order_by("sequence"))
    faults = list(chain_faults("installation", events))
    faults += told("installation", lambda: installation_differences(events))
    faults += [Fault(where="database", what=what) for what in trigger_differences(connection)]
    return Audit(chains=1, links=len(events), faults=tuple(faults))


def told(where: str, differences: Callable[[], Iterable[str]]) -> Iterator[Fault]:
    """Each difference as a fault. A payload that cannot be replayed is a fault, too."""
    try:
        yield from (Fault(where=where, what=what) for what in differences())
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        yield Fault(where=where, what=f"the log cannot be replayed: {type(error).__name__} {error}")


def _sheet_rows(tournament: Tournament, keys: OriginalKeys) -> list[SheetRows]:
    """Read all sheets of the tournament with their rows, in the order of matches and tables. 14 queries."""

    def grouped(rows: Iterable[Any], path: str) -> dict[int, list[Any]]:
        return _grouped(keys.all(rows), path)

    games = grouped(Game.objects.filter(scoresheet__match__tournament=tournament).order_by("number"), "scoresheet_id")
    of_game = {"game__scoresheet__match__tournament": tournament}
    approvals = grouped(Approval.objects.filter(**of_game).select_related("game"), "game.scoresheet_id")
    corrections = grouped(Correction.objects.filter(**of_game).select_related("game"), "game.scoresheet_id")
    signatures = grouped(
        Signature.objects.filter(seat__match__tournament=tournament).select_related("seat"), "seat.scoresheet_id"
    )
    changes = grouped(TableChange.objects.filter(scoresheet__match__tournament=tournament), "scoresheet_id")
    sheets = Scoresheet.objects.filter(match__tournament=tournament).order_by("match__number", "table_number", "pk")
    sheets = sheets.select_related("match__tournament").prefetch_related(
        "seats__refusals", "devices", "requests", "second_lines", "paper_lines", "disputes__steps"
    )
    somebody_forgotten = tournament.participants.filter(forgotten=True).exists()
    return [
        SheetRows(
            scoresheet=sheet,
            games=games[sheet.pk],
            approvals=approvals[sheet.pk],
            signatures=signatures[sheet.pk],
            corrections=corrections[sheet.pk],
            changes=changes[sheet.pk],
            somebody_forgotten=somebody_forgotten,
            imported=bool(keys.there),
        )
        for sheet in keys.all(sheets)
    ]


def _grouped(rows: Iterable[Any], path: str) -> dict[int, list[Any]]:
    """Group rows by the key of their scoresheet, which `path` leads to."""
    key, groups = attrgetter(path), defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
