"""A scoresheet as the JSON that its sealed document carries: all that is needed to check it from the file alone.

It holds names, but no dates of birth, codes, hands or contacts. tournament/proof/seals/sheet_data.py reads it.
"""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.records import record_to_json
from scoring.suffixes import without_money
from tournament.models import Event, Participant, Scoresheet, Seat, Tournament, User
from tournament.proof.integrity.hashes import sha256
from tournament.proof.seals.sheet_data import SCHEMA, VERSION
from tournament.proof.selectors.original_keys import OriginalKeys, original_keys
from tournament.selectors.scoresheets import SheetView, newest_link
from tournament.sheet.names import Names
from tournament.sheet.rows import POINTS
from tournament.sheet.state import TableChange
from tournament.standings.selectors.seat_totals import COUNTERS
from tournament.words.labels import ruleset_title


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """The document that the data are made for: its number on this sheet, which one it replaces, and when."""

    version: int
    replaces: str | None
    at: datetime


def sheet_json(view: SheetView, issue: Issue | None = None) -> bytes:
    """Return the data as the attached file: readable, in the order in which docs/documents.md describes them."""
    return json.dumps(sheet_data(view, issue), ensure_ascii=False, indent=1).encode()


def sheet_data(view: SheetView, issue: Issue | None = None) -> dict[str, Any]:
    """Return everything a sheet says, as docs/documents.md describes it, in the active language. Four queries more.

    Without `issue` it is the sheet as it stands and no document. The ids are those that the log names. Of an imported
    tournament these are the ids of the installation where it was played.
    """
    sheet = view.scoresheet
    keys = original_keys(sheet.match.tournament)
    seats = list(sheet.seats.select_related("participant"))
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "language": get_language() or "",
        "tournament": _tournament(sheet, keys),
        "rules": _rules(sheet),
        "sheet": _input(view),
        "table": sheet.table_number,
        "pack": sheet.pack,
        "scorekeeper": sheet.scorekeeper,
        "players": [_player(seat, keys) for seat in seats],
        "result": _result(view, seats),
        "approvals": list(_approvals(view)),
        "sanctions": list(_sanctions(view)),
        "redeals": [
            {"game": line.number, "reasons": list(line.game.redeals)}
            for line in view.lines
            if line.game and line.game.redeals
        ],
        "corrections": list(_corrections(view)),
        "changes": [_change(change, view.people) for change in view.sheet.changes],
        "signatures": list(_signatures(view)),
        "refusals": list(_refusals(view)),
        "accepted": _accepted(sheet),
        "chain": _chain(newest_link(sheet), keys),
        "content_hash": sheet.content_hash,
        "document": issue and {"version": issue.version, "replaces": issue.replaces, "issued_at": issue.at.isoformat()},
        "note": _note(seats),
    }


def _tournament(sheet: Scoresheet, keys: OriginalKeys) -> dict[str, Any]:
    tournament = sheet.match.tournament
    return {
        "id": keys.of(Tournament, tournament.pk),
        "name": tournament.name,
        "slug": tournament.slug,
        "day": tournament.day.isoformat(),
        "place": tournament.place,
        "organiser": tournament.organiser,
        "management": tournament.management,
    }


def _rules(sheet: Scoresheet) -> dict[str, str]:
    ruleset = sheet.match.tournament.ruleset
    toml = sheet.match.tournament.frozen_ruleset or ruleset.text
    return {
        "id": ruleset.id,
        "title": ruleset_title(ruleset),
        "edition": ruleset.edition,
        "sha256": sha256(toml),
        "toml": toml,
    }


def _input(view: SheetView) -> dict[str, Any]:
    """Return what `python -m scoring sheet` reads."""
    sheet = view.scoresheet
    place = {"seats": len(view.seats), "match": sheet.match.number, "first_dealer": sheet.first_dealer}
    if sheet.totals is not None:
        return {"totals": sheet.totals, **place}
    records, rules = [line.record for line in view.evaluated.lines], view.sheet.terms.ruleset
    return {"games": [record_to_json(without_money(rules, one)) if one else None for one in records], **place}


def _player(seat: Seat, keys: OriginalKeys) -> dict[str, Any]:
    player = seat.participant
    return {
        "seat": seat.number,
        "id": keys.of(Participant, player.pk),
        "start_number": player.start_number,
        "name": str(player),
        "club": player.club,
    }


def _result(view: SheetView, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the result as the rows hold it, so that the reader can count it again from the games. One query."""
    rows = view.scoresheet.games.values_list("number", *POINTS)
    points = {number: list(amounts[: len(seats)]) for number, *amounts in rows}
    return {
        "games": [points.get(line.number) for line in view.lines],
        "totals": [seat.points for seat in view.seats],
        "plus": [seat.plus for seat in seats],
        "minus": [seat.minus for seat in seats],
        "checksum": None if view.checksum is None else sum(seat.plus - seat.minus for seat in seats),
        "counters": [{name: getattr(seat, name) for name in COUNTERS} for seat in seats],
    }


def _approvals(view: SheetView) -> Iterator[dict[str, Any]]:
    for line in view.lines:
        if line.approval is not None:
            yield {
                "game": line.number,
                "section": line.approval.section,
                "state": line.approval.state.value,
                "supervisor": line.decided_by or None,
                "decided_at": _at(line.approval.decided_at),
                "on_paper": line.approval.on_paper,
            }


def _sanctions(view: SheetView) -> Iterator[dict[str, Any]]:
    for line in view.lines:
        if line.game is not None and line.game.supervisor is not None:
            supervisor = view.people.login(line.game.supervisor)
            yield {"game": line.number, "supervisor": supervisor, "at": _at(line.game.at)}


def _corrections(view: SheetView) -> Iterator[dict[str, Any]]:
    """Yield the supervisors' changes in the order of time."""
    pairs = [(line.number, one) for line in view.lines for one in line.corrections]
    for number, one in sorted(pairs, key=lambda pair: pair[1].row or 0):
        yield {
            "game": number,
            "kind": one.kind,
            "old_record": one.old,
            "new_record": one.new,
            "reason": view.people.text(one.reason),
            "section": one.section,
            "supervisor": view.people.login(one.supervisor),
            "at": _at(one.at),
        }


def _change(change: TableChange, names: Names) -> dict[str, Any]:
    """Return a change of the table; whoever came or left is told by name, too, not only by id."""
    moved = {key: names.participants.get(change.told[key], "") for key in ("came", "left") if key in change.told}
    return {
        "kind": change.kind,
        "after_game": change.after_game,
        "told": {**change.told, **moved},
        "reason": names.text(change.reason),
        "changed_by": names.login(change.by),
        "at": _at(change.at),
    }


def _signatures(view: SheetView) -> Iterator[dict[str, Any]]:
    for seat in view.seats:
        if seat.signature is not None:
            yield {
                "seat": seat.number,
                "kind": seat.signature.kind,
                "signed_at": _at(seat.signature.at),
                "recorded_by": seat.signing.recorded_by,
                "strokes_sha256": seat.signature.strokes,
            }


def _refusals(view: SheetView) -> Iterator[dict[str, Any]]:
    """Yield who does not sign and why, with the decision after which the sheet was accepted all the same."""
    for seat in view.seats:
        row, decision = seat.signing.refusal, seat.signing.overruled
        if row is not None:
            yield {
                "seat": seat.number,
                "reason": seat.signing.reason,
                "refused_at": _at(row.at),
                "recorded_by": seat.signing.refused_by,
                "overruled": decision
                and {
                    "dispute": decision.dispute,
                    "instance": decision.instance,
                    "decided_by": decision.decided_by,
                    "decided_at": _at(decision.decided_at),
                    "words": decision.words,
                },
            }


def _accepted(sheet: Scoresheet) -> dict[str, Any] | None:
    if sheet.accepted_by is None:
        return None
    return {"by": sheet.accepted_by.full_name, "at": _at(sheet.accepted_at)}


def _chain(link: Event | None, keys: OriginalKeys) -> dict[str, Any]:
    """Return the event whose hash is printed as the check code, with everything that its hash covers."""
    if link is None:
        return {"head": "", "events": 0, "previous": "", "actor": None, "at": ""}
    return {
        "head": link.hash,
        "events": link.sequence,
        "previous": link.previous_hash,
        "actor": keys.of(User, link.actor_id),
        "at": link.at.isoformat(),
    }


def _note(seats: Sequence[Seat]) -> str:
    """Tell what a reader must know of the names; "" where they are as they were signed."""
    if any(seat.participant.forgotten for seat in seats):
        return _("Whoever is named by the start number alone has asked to be forgotten.")
    return ""


def _at(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
