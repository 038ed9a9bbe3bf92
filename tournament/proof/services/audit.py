"""Checking the event log: every chain is recomputed link by link, then replayed and compared with the rows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import (
    Approval,
    Correction,
    Event,
    Game,
    Participant,
    Scoresheet,
    Signature,
    TableChange,
    Tournament,
)
from tournament.proof.integrity.hashes import FIRST_HASH, link_hash
from tournament.proof.selectors.original_keys import OriginalKeys, original_keys
from tournament.proof.services.audit_documents import cut_off, seal_differences
from tournament.proof.services.audit_gaps import gap, readable, up_to_gap
from tournament.proof.services.audit_installation import installation_differences
from tournament.proof.services.audit_replay import replay_tournament
from tournament.proof.services.audit_schema import schema_differences
from tournament.proof.services.audit_sheets import AuditedSheet, sheet_differences
from tournament.proof.services.audit_tournament import tournament_differences
from tournament.proof.services.audit_values import value_differences
from tournament.proof.words.audit_words import row_name


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
        place = {"where": where, "number": event.sequence, "kind": event.kind, "expected": expected}
        link = _("%(where)s, link %(number)s (%(kind)s)") % place
        if event.sequence != expected:
            what = _("link %(expected)s should stand here: something was taken out or put in") % place
            yield Fault(where=link, what=what)
        if event.previous_hash != previous:
            yield Fault(where=link, what=_("does not follow from the link before it"))
        if event.hash != _recomputed(event):
            yield Fault(where=link, what=_("its content was changed after it was written: the hash does not fit"))
        previous, expected = event.hash, expected + 1
        if isinstance(event.sequence, int):
            expected = event.sequence + 1


def _recomputed(event: Event) -> str:
    """The hash of the link; "" for one that has no time, as only a database that was written to by hand holds it."""
    at: Any = event.at
    return at and link_hash(
        previous=event.previous_hash,
        sequence=event.sequence,
        kind=event.kind,
        actor=event.actor_id,
        at=at.isoformat(),
        payload=event.payload,
    )


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

    With `sealed` the file of each sealed sheet is checked as well, which takes some 10 ms for each. Whatever cannot be
    read is a fault; it raises nothing because of what stands in the database.
    """
    try:
        return _audit(Tournament.objects.get(pk=tournament.pk), sealed=sealed)
    except Exception as error:  # somebody can put anything into any row
        return Audit(chains=0, links=0, faults=(Fault(where=tournament.slug, what=gap("the tournament", error)),))


def _audit(tournament: Tournament, *, sealed: bool) -> Audit:
    faults: list[Fault] = []
    gaps: list[str] = []
    keys = OriginalKeys()
    try:
        keys = original_keys(tournament)
    except Exception as error:
        gaps.append(gap("the keys of the first installation", error))
    chains: dict[int | None, list[Event]] = defaultdict(list)
    links = readable(Event.objects.filter(tournament=tournament).order_by("scoresheet", "sequence"), gaps)
    for event in keys.all(links):
        chains[event.scoresheet_id].append(event)
    faults += chain_faults(tournament.slug, chains[None])
    faults += _faults(
        tournament.slug, tournament_differences(replay_tournament(chains[None]), tournament, keys, chains)
    )
    sheets = _sheet_rows(tournament, keys, gaps)
    for rows in sheets:
        sheet = rows.scoresheet
        where = _sheet_place(tournament.slug, sheet.match.number, sheet.table_number)
        faults += chain_faults(where, chains[sheet.pk])
        faults += _faults(where, up_to_gap("the sheet", partial(sheet_differences, chains[sheet.pk], rows)))
    faults += _faults(tournament.slug, gaps)
    for key in chains.keys() - {None, *(rows.scoresheet.pk for rows in sheets)}:
        place = {"tournament": tournament.slug, "key": key}
        faults += chain_faults(_("%(tournament)s, scoresheet %(key)s") % place, chains[key])
        faults.append(
            Fault(where=tournament.slug, what=_("scoresheet %(key)s is missing, the log has its chain") % place)
        )
    try:
        for document, what in cut_off(tournament, keys, chains):
            faults.append(Fault(where=f"{tournament.slug}, {row_name('document', document)}", what=what))
    except Exception as error:
        faults.append(Fault(where=tournament.slug, what=gap("the check codes of documents", error)))
    if sealed:
        faults += _faults(tournament.slug, up_to_gap("the seals", lambda: seal_differences(tournament, keys)))
    return Audit(chains=1 + len(sheets), links=len(links), faults=tuple(faults))


@one_moment()
def audit_installation() -> Audit:
    """Check the chain of the installation, its logins, tournaments and rulesets, the database's own schema, and how the
    values of all rows are stored."""
    gaps: list[str] = []
    events = readable(Event.objects.filter(tournament=None).order_by("sequence"), gaps)
    faults = list(chain_faults(_("installation"), events))
    faults += _faults(_("installation"), (*gaps, *installation_differences(events)))
    faults += _faults(_("database"), up_to_gap("the schema", lambda: schema_differences(connection)))
    faults += _faults(_("stored values"), value_differences(connection))
    return Audit(chains=1, links=len(events), faults=tuple(faults))


def _faults(where: str, differences: Iterable[str]) -> Iterator[Fault]:
    return (Fault(where=where, what=what) for what in differences)


def _sheet_rows(tournament: Tournament, keys: OriginalKeys, gaps: list[str]) -> list[AuditedSheet]:
    """Read all sheets of the tournament with their rows, in the order of matches and tables. 14 queries.

    `gaps` gets a sentence for each row that cannot be read.
    """

    def grouped(rows: QuerySet[Any], path: str) -> dict[int, list[Any]]:
        return _grouped(keys.all(readable(rows, gaps)), path)

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
    people = list(tournament.participants.values_list("pk", "start_number", "forgotten"))
    return [
        AuditedSheet(
            scoresheet=sheet,
            games=games[sheet.pk],
            approvals=approvals[sheet.pk],
            signatures=signatures[sheet.pk],
            corrections=corrections[sheet.pk],
            changes=changes[sheet.pk],
            start_numbers={keys.of(Participant, who): number for who, number, _forgotten in people},
            somebody_forgotten=any(forgotten for _who, _number, forgotten in people),
            imported=bool(keys.there),
        )
        for sheet in keys.all(readable(sheets, gaps))
    ]


def _grouped(rows: Iterable[Any], path: str) -> dict[int, list[Any]]:
    """Group rows by the key of their scoresheet, which `path` leads to."""
    key, groups = attrgetter(path), defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def _sheet_place(tournament: str, match: int, table: int) -> str:
    """Where a sheet is, in words: its tournament, match and table."""
    place = {"tournament": tournament, "match": match, "table": table}
    return _("%(tournament)s, match %(match)s, table %(table)s") % place
