"""Replaying a tournament's own chain: participants, draws, lots, documents, rules. Reads only."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament import lots
from tournament.enums import ClosedListState, TournamentState
from tournament.models import (
    Checkpoint,
    ClosedList,
    DiscardedDraw,
    Document,
    Draw,
    Event,
    Participant,
    Scoresheet,
    TieLots,
    Tournament,
)
from tournament.selectors.original_keys import OriginalKeys
from tournament.services.audit_checkpoints import checkpoint_differences
from tournament.services.audit_sheets import compare


@dataclass(slots=True)
class TournamentAsLogged:
    """A tournament as its events tell it. Participants by id, draws by match and number, lots and documents by id."""

    state: str = TournamentState.REGISTRATION.value
    day: str = ""
    ruleset: str = ""
    tariff: str = ""
    ranks_house_players: bool = False
    frozen: str = ""
    keep_until: str = ""
    """The last day on which the tournament is kept; empty in old logs, which do not have it."""
    forgotten: set[int] = field(default_factory=set)
    """Ids of the participants whose names are erased."""
    participants: dict[int, tuple[int, bool, bool]] = field(default_factory=dict)
    """By id: start number, whether withdrawn, whether a house player."""
    draws: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """By match and number, with the discarded draws."""
    discarded: dict[tuple[int, int], int] = field(default_factory=dict)
    lists: dict[tuple[int, int], tuple[str, str, str, str]] = field(default_factory=dict)
    """By match and number: hash, commitment, name of the lottery, state."""
    tie_lots: dict[int, tuple[Any, str]] = field(default_factory=dict)
    documents: dict[int, tuple[int, int, str, str, str]] = field(default_factory=dict)
    """By id: sheet, number, hash at the head of the sheet's chain, hash of the file, key."""
    checkpoints: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """By match and number: number of events, root."""


def replay_tournament(events: Iterable[Event]) -> TournamentAsLogged:
    """Replay the chain from its first link. Events of other kinds are skipped."""
    logged = TournamentAsLogged()
    for event in events:
        _play(logged, event.kind, json.loads(event.payload))
    return logged


def _play(logged: TournamentAsLogged, kind: str, payload: dict[str, Any]) -> None:
    match kind.split("."):
        case ["tournament", "retention_extended"]:
            logged.keep_until = payload["keep_until"]
        case ["tournament", "created" | "edited"]:
            logged.keep_until = payload.get("keep_until", logged.keep_until)
            logged.day, logged.ruleset = payload["day"], payload["ruleset"]
            logged.tariff = payload.get("tariff", "")
            logged.ranks_house_players = payload.get("ranks_house_players", False)
        case ["tournament", "started"]:
            logged.state, logged.frozen = TournamentState.RUNNING.value, payload["sha256"]
        case ["tournament", _] if "state" in payload:
            logged.state = payload["state"]
            logged.keep_until = payload.get("keep_until", logged.keep_until)
        case ["participants", "imported"]:
            logged.participants |= {
                participant: (number, False, False) for participant, number in payload["participants"]
            }
        case ["participant", kind]:
            _register(logged, kind, payload)
        case ["list", "closed"]:
            closing = (payload["match"], payload["number"])
            told = (payload["list_hash"], payload["commitment"], payload.get("note", ""))
            logged.lists[closing] = (*told, ClosedListState.CLOSED.value)
        case ["list", "reopened"]:
            closing = (payload["match"], payload["number"])
            logged.lists[closing] = (*logged.lists[closing][:-1], ClosedListState.REOPENED.value)
        case ["draw", "published" | "kept"]:
            _drawn(logged, payload)
        case ["draw", "discarded"]:
            logged.discarded[payload["match"], payload["draw"]] = payload["discard"]
        case ["tie", "lots_drawn"]:
            logged.tie_lots[payload["tie_lots"]] = (payload["order"], payload["seed"])
        case ["checkpoint", "made"]:
            logged.checkpoints[payload["match"], payload["number"]] = (payload["events"], payload["root"])
        case ["document", "issued"]:
            _issued(logged, payload)


def _register(logged: TournamentAsLogged, kind: str, payload: dict[str, Any]) -> None:
    """Replay an event about one participant. In old logs without the mark nobody is a house player."""
    _number, withdrawn, house = logged.participants.get(payload["participant"], (0, False, False))
    if kind == "forgotten":
        logged.forgotten.add(payload["participant"])
    if kind in ("withdrawn", "returned"):
        withdrawn = kind == "withdrawn"
    logged.participants[payload["participant"]] = (payload["start_number"], withdrawn, payload.get("house", house))


def _issued(logged: TournamentAsLogged, payload: dict[str, Any]) -> None:
    """Replay an issued version of a document. Logs from before the seals have neither its number nor a key."""
    sheet = payload["scoresheet"]
    versions = sum(1 for document in logged.documents.values() if document[0] == sheet)
    number, key = payload.get("number", versions + 1), payload.get("key", "")
    logged.documents[payload["document"]] = (sheet, number, payload["head_hash"], payload["sha256"], key)


def _drawn(logged: TournamentAsLogged, payload: dict[str, Any]) -> None:
    """Replay a draw, which uses up the closed list of its match. Old logs without lists have no number of the draw."""
    match = payload["match"]
    logged.draws[match, payload.get("draw", 1)] = payload
    for closing, (list_hash, commitment, note, state) in logged.lists.items():
        if closing[0] == match and state == ClosedListState.CLOSED:
            logged.lists[closing] = (list_hash, commitment, note, ClosedListState.DRAWN.value)


def tournament_differences(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    """A sentence for every row of the tournament that differs from the log. 8 queries."""
    frozen = tournament.frozen_ruleset
    # A tournament that was finished before retention existed has this day without an event.
    kept = tournament.keep_until.isoformat() if tournament.keep_until else ""
    for what, told, held in (
        ("the state", logged.state, tournament.state),
        ("the day of play", logged.day, tournament.day.isoformat()),
        ("the ruleset", logged.ruleset, tournament.ruleset_id),
        ("the tariff", logged.tariff, tournament.tariff_id),
        ("whether house players take a place", logged.ranks_house_players, tournament.ranks_house_players),
        ("the last day on which it is kept", logged.keep_until or kept, kept),
        ("the hash of the frozen rules", logged.frozen, hashlib.sha256(frozen.encode()).hexdigest() if frozen else ""),
    ):
        if told != held:
            yield f"{what} is “{held}”, the log says “{told}”"
    people = list(keys.all(Participant.objects.filter(tournament=tournament)))
    registered = {row.pk: (row.start_number, row.withdrawn, row.house) for row in people}
    yield from compare("participant", logged.participants, registered)
    nameless = {row.pk: row.forgotten for row in people}
    purged = tournament.state == TournamentState.PURGED
    asked = {participant: purged or participant in logged.forgotten for participant in nameless}
    yield from compare("whether participant is forgotten:", asked, nameless)
    ties = keys.all(TieLots.objects.filter(tournament=tournament))
    yield from compare("lots of a tie", logged.tie_lots, {row.pk: (row.order, row.seed) for row in ties})
    yield from _draws(logged, tournament, keys, {row.pk: row.start_number for row in people})
    yield from _documents(logged, tournament, keys)
    yield from _checkpoints(logged, tournament)


def _draws(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, numbers: Mapping[int, int]
) -> Iterator[str]:
    """Compare lists, draws and discards; draw the lots again from their seed and compare the tables (5.2.2)."""
    lists = ClosedList.objects.filter(match__tournament=tournament).select_related("match")
    held = {(row.match.number, row.number): (row.list_hash, row.commitment, row.note, row.state) for row in lists}
    yield from compare("closed list", logged.lists, held)
    for closed in lists:
        terms = closed.drawn_from
        kept = (closed.list_hash, closed.source, closed.commitment)
        # An archive does not contain the secret of a list that was reopened without a draw.
        untold = closed.state == ClosedListState.REOPENED and not closed.secret
        commitment = closed.commitment if untold else lots.commitment(closed.secret)
        if kept != (terms.list_hash, terms.source, commitment):
            yield f"list {closed.number} of match {closed.match.number} does not fit its hash or its commitment"
    draws = list(Draw.objects.filter(match__tournament=tournament).select_related("match", "closed_list", "discard"))
    yield from compare("draw", logged.draws, {(row.match.number, row.number): row.protocol for row in draws})
    for row in draws:
        # The lots may fit their seed, but come from a list and a secret that were never published.
        if row.protocol["algorithm"] == lots.ALGORITHM and not (row.closed_list and row.closed_list.gave(row.protocol)):
            yield f"draw {row.number} of match {row.match.number} is not from the list that was closed for it"
    discards = {
        (row.match.number, row.number): keys.of(DiscardedDraw, row.discard.pk)
        for row in draws
        if hasattr(row, "discard")
    }
    yield from compare("discard of draw", logged.discarded, discards)
    for (match, number), published in logged.draws.items():
        if published["algorithm"] in lots.ALGORITHMS:
            yield from (f"draw {number} of match {match}: {difference}" for difference in lots.verify(published))
    in_force = {
        match: drawn["lots"] for (match, number), drawn in logged.draws.items() if (match, number) not in discards
    }
    yield from compare("match whose tables are not those drawn:", in_force, _opened(tournament, numbers))


def _opened(tournament: Tournament, numbers: Mapping[int, int]) -> dict[int, list[list[int]]]:
    """The seats at the opening of the sheets in force, as start numbers by match, from the first link of each sheet.

    Later exchanges of seats are in the sheets' own chains.
    """
    first = Event.objects.filter(
        scoresheet__in=Scoresheet.objects.in_force().filter(match__tournament=tournament), kind="scoresheet.opened"
    )
    told = sorted((json.loads(payload) for payload in first.values_list("payload", flat=True)), key=_by_table)
    opened: dict[int, list[list[int]]] = {}
    for payload in told:
        opened.setdefault(payload["match"], []).append([numbers[seat] for seat in payload["seats"]])
    return opened


def _by_table(payload: dict[str, Any]) -> tuple[int, int]:
    return payload["match"], payload["table"]


def _documents(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    held = {}
    for document in keys.all(Document.objects.filter(scoresheet__match__tournament=tournament).iterator()):
        told = (document.number, document.head_hash, document.sha256, document.key_fingerprint)
        held[document.pk] = (document.scoresheet_id, *told)
        if tournament.state == TournamentState.PURGED:
            if document.pdf:
                yield f"the file of document {document.pk} is still there, though the tournament is purged"
        elif hashlib.sha256(bytes(document.pdf)).hexdigest() != document.sha256:
            yield f"document {document.pk} is not the file that was issued: its hash does not fit"
    yield from compare("document", logged.documents, held)


def _checkpoints(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    rows = list(Checkpoint.objects.filter(match__tournament=tournament).select_related("match"))
    kept = {(row.match.number, row.number): (row.events, row.root) for row in rows}
    yield from compare("checkpoint", logged.checkpoints, kept)
    yield from checkpoint_differences(rows)
