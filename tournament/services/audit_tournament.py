"""Replaying a tournament's own chain: participants, draws, lots, documents, rules. Reads, never writes."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tournament import lots
from tournament.enums import TournamentState
from tournament.models import Document, Draw, Event, Participant, Seat, TieLots, Tournament
from tournament.services.audit_sheets import compare


@dataclass(slots=True)
class TournamentAsLogged:
    """A tournament as its events tell it. Participants by id, draws by match number, lots and documents by id."""

    state: str = TournamentState.REGISTRATION.value
    day: str = ""
    ruleset: str = ""
    tariff: str = ""
    frozen: str = ""
    participants: dict[int, tuple[int, bool]] = field(default_factory=dict)
    draws: dict[int, dict[str, Any]] = field(default_factory=dict)
    tie_lots: dict[int, tuple[Any, str]] = field(default_factory=dict)
    documents: dict[int, tuple[int, str, str]] = field(default_factory=dict)


def replay_tournament(events: Iterable[Event]) -> TournamentAsLogged:
    """Play the chain from its first link. A kind that changes none of these rows passes by."""
    logged = TournamentAsLogged()
    for event in events:
        _play(logged, event.kind, json.loads(event.payload))
    return logged


def _play(logged: TournamentAsLogged, kind: str, payload: dict[str, Any]) -> None:
    match kind.split("."):
        case ["tournament", "created" | "edited"]:
            logged.day, logged.ruleset = payload["day"], payload["ruleset"]
            logged.tariff = payload.get("tariff", "")
        case ["tournament", "started"]:
            logged.state, logged.frozen = TournamentState.RUNNING.value, payload["sha256"]
        case ["tournament", _] if "state" in payload:
            logged.state = payload["state"]
        case ["participants", "imported"]:
            logged.participants |= {participant: (number, False) for participant, number in payload["participants"]}
        case ["participant", "added" | "returned"]:
            logged.participants[payload["participant"]] = (payload["start_number"], False)
        case ["participant", "withdrawn"]:
            logged.participants[payload["participant"]] = (payload["start_number"], True)
        case ["draw", "published"]:
            logged.draws[payload["match"]] = payload
        case ["tie", "lots_drawn"]:
            logged.tie_lots[payload["tie_lots"]] = (payload["order"], payload["seed"])
        case ["document", "issued"]:
            logged.documents[payload["document"]] = (payload["scoresheet"], payload["head_hash"], payload["sha256"])


def tournament_differences(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """Every row of the tournament that is not what the log says. 5 queries."""
    frozen = tournament.frozen_ruleset
    for what, told, held in (
        ("the state", logged.state, tournament.state),
        ("the day of play", logged.day, tournament.day.isoformat()),
        ("the ruleset", logged.ruleset, tournament.ruleset_id),
        ("the tariff", logged.tariff, tournament.tariff_id),
        ("the hash of the frozen rules", logged.frozen, hashlib.sha256(frozen.encode()).hexdigest() if frozen else ""),
    ):
        if told != held:
            yield f"{what} is “{held}”, the log says “{told}”"
    rows = Participant.objects.filter(tournament=tournament).values_list("pk", "start_number", "withdrawn")
    yield from compare("participant", logged.participants, {pk: (number, gone) for pk, number, gone in rows})
    ties = TieLots.objects.filter(tournament=tournament).values_list("pk", "order", "seed")
    yield from compare("lots of a tie", logged.tie_lots, {pk: (order, seed) for pk, order, seed in ties})
    yield from _draws(logged, tournament)
    yield from _documents(logged, tournament)


def _draws(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """The lots drawn again from their seed, then compared with the row of the draw and with every seat (5.2.2)."""
    held = {
        draw.match.number: lots.protocol(
            match=draw.match.number, entrants=draw.entrants, seed=draw.seed, lots=draw.lots
        )
        for draw in Draw.objects.filter(match__tournament=tournament).select_related("match")
    }
    yield from compare("draw of match", logged.draws, held)
    seated: dict[int, dict[int, dict[int, int]]] = {}
    seats = Seat.objects.filter(match__tournament=tournament)
    columns = ("match__number", "scoresheet__table_number", "number", "participant__start_number")
    for match, table, number, start_number in seats.values_list(*columns):
        seated.setdefault(match, {}).setdefault(table, {})[number] = start_number
    for match in sorted(seated.keys() | logged.draws.keys()):
        published = logged.draws.get(match)
        if published is None:
            yield f"match {match} has seats, the log knows no draw of it"
            continue
        yield from (f"the draw of match {match}: {difference}" for difference in lots.verify(published))
        due = {table: dict(enumerate(row, 1)) for table, row in enumerate(published["lots"], 1)}
        yield from compare(f"match {match}: who sits at table", due, seated.get(match, {}))


def _documents(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    held = {}
    for document in Document.objects.filter(scoresheet__match__tournament=tournament).iterator():
        held[document.pk] = (document.scoresheet_id, document.head_hash, document.sha256)
        if hashlib.sha256(bytes(document.pdf)).hexdigest() != document.sha256:
            yield f"document {document.pk} is not the file that was issued: its hash does not fit"
    yield from compare("document", logged.documents, held)
