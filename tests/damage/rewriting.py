"""Somebody with the database who writes anew what was logged and computes every hash afresh, so that chains hold."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tournament.models import (
    Checkpoint,
    Command,
    Document,
    Event,
    Game,
    PrintJob,
    Recollection,
    Scoresheet,
    Seat,
    Signature,
    SigningLink,
    Tournament,
)
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import ACCEPTED, FIRST_HASH, link_hash
from tournament.proof.selectors.archive import KEPT
from tournament.selectors.sheets import terms_of
from tournament.sheet import rows
from tournament.sheet.folding import fold
from tournament.sheet.reading import read_link
from tournament.sheet.state import Sheet

# The rows of a tournament that no archive holds.
OTHERS: Mapping[type[Any], str] = {
    Command: "scoresheet__match__tournament",
    SigningLink: "seat__match__tournament",
    PrintJob: "match__tournament",
    Recollection: "scoresheet__match__tournament",
    Event: "tournament",
}


def link_anew(events: Iterable[Event]) -> None:
    """Number these links from 1 and compute every hash afresh."""
    previous = FIRST_HASH
    for number, event in enumerate(events, 1):
        event.sequence, event.previous_hash = number, previous
        event.hash = link_hash(
            previous=previous, sequence=number, kind=event.kind, actor=event.actor_id, at=event.at.isoformat(),
            payload=event.payload,
        )  # fmt: skip
        event.save()
        previous = event.hash


def cut_off_last_game(sheet: Scoresheet) -> None:
    """Take the only game of an open sheet away with its link, its command and its points."""
    Event.objects.filter(scoresheet=sheet, sequence__gt=1)._raw_delete("default")
    Game.objects.filter(scoresheet=sheet)._raw_delete("default")
    Command.objects.filter(scoresheet=sheet)._raw_delete("default")
    nothing = {"points": 0, "plus": 0, "minus": 0, "solos_won": 0, "solos_played": 0}
    Seat.objects.filter(scoresheet=sheet).update(**nothing)
    Scoresheet.objects.filter(pk=sheet.pk).update(content_hash="")


def rewrite_accepted(sheet: Scoresheet) -> None:
    """Turn the first game that counts around, in the log and in every row, and take the checkpoints away."""
    tournament = sheet.match.tournament
    state, accepted = _turned(sheet, list(Event.objects.filter(scoresheet=sheet).order_by("sequence")))
    for key, columns in rows.game_rows(state).items():
        Game.objects.filter(scoresheet=sheet, command=key).update(**columns)
    for number, columns in rows.seat_rows(state).items():
        Seat.objects.filter(scoresheet=sheet, number=number).update(**columns)
    Scoresheet.objects.filter(pk=sheet.pk).update(content_hash=state.content_hash)
    signatures = Signature.objects.filter(seat__scoresheet=sheet).order_by("pk")
    for row, signature in zip(signatures, state.signatures, strict=True):
        Signature.objects.filter(pk=row.pk).update(content_hash=signature.content)
    Checkpoint.objects.filter(match__tournament=tournament)._raw_delete("default")
    own = Event.objects.filter(tournament=tournament, scoresheet=None)
    own.filter(kind="checkpoint.made")._raw_delete("default")
    for document in Document.objects.filter(scoresheet=sheet):
        head, content = accepted[document.head_hash]
        for event in own.filter(payload__contains=document.head_hash):
            Event.objects.filter(pk=event.pk).update(payload=event.payload.replace(document.head_hash, head))
        Document.objects.filter(pk=document.pk).update(head_hash=head, content_hash=content)
    link_anew(own.order_by("sequence"))


def _turned(sheet: Scoresheet, events: list[Event]) -> tuple[Sheet, dict[str, tuple[str, str]]]:
    """Rewrite the chain; return its state, and the new hash and content of each acceptance by its old hash."""
    state = Sheet(terms=terms_of(sheet.match.tournament))
    turned = False
    before = {}
    for event in events:
        payload = json.loads(event.payload)
        if event.kind == "game.recorded" and not turned and "result" in payload["record"]:
            turned = True
            payload["record"]["result"] = "lost" if payload["record"]["result"] == "won" else "won"
        elif "content_hash" in payload and not event.kind.endswith("lapsed"):
            payload["content_hash"] = state.content_hash
        elif event.kind == "signature.lapsed":
            [lapsing] = [one for one in state.signatures if one.seat == payload["seat"] and not one.lapsed]
            payload["content_hash"] = lapsing.content
        event.payload = canonical(payload)
        if event.kind == ACCEPTED:
            before[event.hash] = (event, payload["content_hash"])
        link = read_link(kind=event.kind, payload=payload, login=event.actor_id, at=event.at)
        state = fold(state, link)
    assert turned
    link_anew(events)
    return state, {old: (event.hash, content) for old, (event, content) in before.items()}


def remove_tournament(tournament: Tournament) -> None:
    """Delete every row of a tournament from every table."""
    for model, path in [*OTHERS.items(), *reversed(KEPT.items())]:
        if path:
            keys = model._base_manager.filter(**{path: tournament.pk}).values_list("pk", flat=True)
            model._base_manager.filter(pk__in=list(keys))._raw_delete("default")
