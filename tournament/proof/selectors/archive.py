"""The rows and the log of a tournament as an archive holds them: JSON, with the keys by which the log names the rows.

A row is an object with its `model`, its `id`, and every field that is kept; a field that refers to a row holds its
id.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django.db.models import Model, QuerySet

from tournament.enums import ClosedListState, DoorState
from tournament.models import (
    Approval,
    ApprovalRequest,
    CashBox,
    CashCount,
    CashEntry,
    Ceremony,
    Checkpoint,
    ClosedList,
    Command,
    ConductNote,
    Correction,
    Cup,
    CupWinner,
    DiscardedDraw,
    Dispute,
    DisputeStep,
    Document,
    DoorAct,
    DoorLots,
    Draw,
    Event,
    FailedTry,
    FeeKind,
    FrozenRanking,
    Game,
    ImportedTournament,
    KnownPerson,
    LoginLink,
    Match,
    OwnRuleset,
    OwnTariff,
    PaperLine,
    Participant,
    Picture,
    PlaceRule,
    PrintJob,
    Prize,
    PrizeAct,
    PrizeGroup,
    PublicLot,
    Purge,
    Recollection,
    Removal,
    Restore,
    RulesetVersion,
    Scoresheet,
    Screen,
    SealCertificate,
    Seat,
    SecondLine,
    ShelvedRuleset,
    ShelvedTariff,
    Signature,
    SignatureRefusal,
    SigningLink,
    StandingsDocument,
    StartCard,
    Substitution,
    TableCall,
    TableChange,
    TableDevice,
    TableMessage,
    TariffVersion,
    TieLots,
    Tournament,
    User,
)
from tournament.person.forgotten import masked
from tournament.proof.selectors.original_keys import name_of, original_keys

# How each kind of row belongs to a tournament. The order puts each row after those that it refers to.
KEPT: Mapping[type[Model], str] = {
    Tournament: "pk",
    User: "",
    Match: "tournament",
    Participant: "tournament",
    ClosedList: "match__tournament",
    Draw: "match__tournament",
    DiscardedDraw: "draw__match__tournament",
    DoorLots: "match__tournament",
    DoorAct: "door__match__tournament",
    Scoresheet: "match__tournament",
    Seat: "match__tournament",
    TableDevice: "scoresheet__match__tournament",
    Game: "scoresheet__match__tournament",
    Approval: "game__scoresheet__match__tournament",
    ApprovalRequest: "scoresheet__match__tournament",
    Correction: "game__scoresheet__match__tournament",
    PaperLine: "scoresheet__match__tournament",
    SecondLine: "scoresheet__match__tournament",
    Signature: "seat__match__tournament",
    SignatureRefusal: "seat__match__tournament",
    TableChange: "scoresheet__match__tournament",
    Dispute: "scoresheet__match__tournament",
    DisputeStep: "dispute__scoresheet__match__tournament",
    Substitution: "tournament",
    PlaceRule: "tournament",
    TieLots: "tournament",
    Document: "scoresheet__match__tournament",
    Checkpoint: "match__tournament",
    StandingsDocument: "tournament",
}
# The log has a file of its own; the other rows belong to the installation or were needed only during play. Notes of
# conduct are personal, and reports are confidential (5.2.18); messages to tables and their calls were read during play.
# Of the prizes the sealed standings say who won them. Who paid what is the club's own affair.
LEFT_OUT = (
    Event,
    Command,
    FailedTry,
    Restore,
    Recollection,
    SigningLink,
    StartCard,
    LoginLink,
    ConductNote,
    TableCall,
    TableMessage,
    OwnRuleset,
    RulesetVersion,
    ShelvedRuleset,
    OwnTariff,
    ShelvedTariff,
    TariffVersion,
    SealCertificate,
    ImportedTournament,
    KnownPerson,
    PrintJob,
    Purge,
    Removal,
    Ceremony,
    Cup,
    CupWinner,
    FrozenRanking,
    Picture,
    Prize,
    PrizeAct,
    PrizeGroup,
    PublicLot,
    Screen,
    FeeKind,
    CashBox,
    CashEntry,
    CashCount,
)
# Left out: what lets somebody log in, and what is private once the tournament is over. The age was checked when the
# player registered (5.2.12); an answer about it stays, for it names no date. Of a login only the printed name is kept.
# A document is a file of its own.
SECRET: Mapping[type[Model], frozenset[str]] = {
    Tournament: frozenset({"wifi_name", "wifi_password", "forgotten_words", "release", "hall_version"}),
    User: frozenset(column.name for column in User._meta.concrete_fields) - {"id", "full_name"},
    Participant: frozenset(
        {"birth_date", "birth_year", "phone", "remark", "paid", "fee_kind", "birth_salt", "woman", "newcomer"}
        | {"age_answer", "age_asked", "age_asked_by", "age_asked_at", "known_person"}
    ),
    Scoresheet: frozenset({"code"}),
    TableDevice: frozenset({"token_hash", "wrong_codes"}),
    Document: frozenset({"pdf"}),
    StandingsDocument: frozenset({"pdf"}),
}
# Payload fields that name a login other than the actor.
WRITER = "writer"
NAMED_LOGINS = ("supervisor", "typed_by", WRITER)
BY_NAME = {name_of(model): model for model in KEPT}


def archive_rows(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """Yield every row, one kind after the other, each in the order of its keys. Some 50 queries, each read in parts.

    Reasons are written as they are shown, with forgotten names masked: nobody elsewhere knows which names those are.
    """
    keys = original_keys(tournament)
    for model in KEPT:
        for row in keys.all(rows_of(model, tournament).iterator(chunk_size=500)):
            fields = row_json(row)
            if "reason" in fields:
                reason = masked(fields["reason"], tournament.forgotten_words)
                if reason != fields["reason"] and "salt" in fields:
                    fields["salt"] = None  # the log's hash is no longer that of this text
                fields["reason"] = reason
            yield fields


def rows_of(model: type[Model], tournament: Tournament) -> QuerySet[Any]:
    """Return the rows of one kind that belong to the tournament, in the order in which they were written."""
    rows: QuerySet[Any] = model._base_manager.order_by("pk")
    if model is User:
        return rows.filter(pk__in=_logins(tournament))
    if model in (Document, StandingsDocument):
        rows = rows.defer("pdf")
    return rows.filter(**{KEPT[model]: tournament.pk})


def row_json(row: Model) -> dict[str, Any]:
    """Return one row as JSON; it keeps the keys that it has."""
    values = {column.name: _json(column.value_from_object(row)) for column in kept_columns(type(row))}
    if isinstance(row, ClosedList) and row.state != ClosedListState.DRAWN:
        values["secret"] = ""  # the secret is not revealed yet
    if isinstance(row, DoorLots) and row.state != DoorState.CLOSED:
        values["secret"] = ""
    return {"model": name_of(type(row)), **values}


def kept_columns(model: type[Model]) -> list[Any]:
    """Return the columns of a kind of row that go into an archive."""
    secret = SECRET.get(model, frozenset())
    return [column for column in model._meta.concrete_fields if column.name not in secret]


def archive_events(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """Yield every link of every chain in the order of writing, with all that its hash covers."""
    keys = original_keys(tournament)
    events = Event.objects.filter(tournament=tournament).order_by("pk")
    for event in keys.all(events.iterator(chunk_size=2000)):
        yield {
            "scoresheet": event.scoresheet_id,
            "sequence": event.sequence,
            "kind": event.kind,
            "actor": event.actor_id,
            "at": event.at.isoformat(),
            "payload": event.payload,
            "previous_hash": event.previous_hash,
            "hash": event.hash,
        }


def _logins(tournament: Tournament) -> set[int]:
    """Return the logins whose names stand anywhere in the tournament's rows or log."""
    logins: set[int | None] = set()
    for model in KEPT:
        columns = [column.attname for column in model._meta.concrete_fields if column.related_model is User]
        if columns:
            rows = rows_of(model, tournament).order_by()
            logins.update(key for keys in rows.values_list(*columns) for key in keys)
    events = Event.objects.filter(tournament=tournament)
    logins.update(events.order_by().values_list("actor", flat=True).distinct())
    here = {there: here for here, there in original_keys(tournament).there.get(name_of(User), {}).items()}
    for name in NAMED_LOGINS:
        for payload in events.filter(payload__contains=f'"{name}":').values_list("payload", flat=True):
            there = json.loads(payload)[name]
            if name == WRITER:
                there = there.get("login")
            logins.add(here.get(there, there))
    return {key for key in logins if key is not None}


def _json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | datetime) else value
