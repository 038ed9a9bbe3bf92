"""The rows that a sheet stands for, by table and key. Services write the difference, the audit compares.

Columns are named as in the models. `game` is the command that wrote a row's game, `seat` a seat's number. A column
that an older log does not hold is left out, so it is neither written nor compared.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, TypeAlias

from scoring.games import record_to_json
from scoring.sheets import Counters
from tournament.sheet.actors import Actor
from tournament.sheet.state import Approval, PaperLine, Request, Sheet, Signature, SignatureRefusal, WrittenGame

Columns: TypeAlias = dict[str, Any]
Rows: TypeAlias = Mapping[Any, Columns]
COUNTED = tuple(one.name for one in fields(Counters))
POINTS = ("points_1", "points_2", "points_3", "points_4", "points_5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawing: its hash, which the log holds, and the strokes if they are at hand."""

    digest: str | None
    strokes: Any = field(default=None, compare=False)


def game_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The written games, by the command that wrote them."""
    return {game.command or number: game_columns(sheet, number) for number, game in sheet.games.items()}


def game_columns(sheet: Sheet, number: int) -> Columns:
    """The columns of one game."""
    return written_columns(sheet, number) | dict(zip(POINTS, counted_points(sheet, number), strict=True))


def written_columns(sheet: Sheet, number: int) -> Columns:
    """The columns of one game that do not follow from the others."""
    game = sheet.games[number]
    columns: Columns = {
        "number": number,
        "record": record_to_json(game.record),
        "redeals": list(game.redeals),
        "source": game.source.value,
        "command": game.command or None,
        "supervisor_id": game.supervisor,
    }
    return columns | _acted(game.by, "written_at", game.at)


def counted_points(sheet: Sheet, number: int) -> tuple[int, ...]:
    """The points that a line counts for each of five seats."""
    return (*sheet.evaluated.lines[number - 1].points, 0, 0)[: len(POINTS)]


def seat_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The totals of each seat; `minus` is the minus column's sum as a positive number."""
    evaluated = sheet.evaluated
    return {
        number: {
            "participant_id": participant,
            "points": evaluated.plus[number - 1] - evaluated.minus[number - 1],
            "plus": evaluated.plus[number - 1],
            "minus": evaluated.minus[number - 1],
            **{name: getattr(evaluated.counters[number - 1], name) for name in COUNTED},
        }
        for number, participant in enumerate(sheet.seats, 1)
    }


def approval_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The approvals, by their game and their place in it."""
    return {
        (game.command or number, place): _approval(game, approval)
        for number, game in sheet.games.items()
        for place, approval in enumerate(game.approvals)
    }


def correction_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The corrections, by their game and their place in it."""
    return {
        (game.command or number, place): {
            "game": game.command,
            "kind": correction.kind,
            "old_record": dict(correction.old),
            "new_record": dict(correction.new),
            "supervisor_id": correction.supervisor,
            **_if_set("section", correction.section),
            **_if_set("reason", correction.reason),
            **_if_set("at", correction.at),
        }
        for number, game in sheet.games.items()
        for place, correction in enumerate(game.corrections)
    }


def request_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The requests before play in their order."""
    return dict(enumerate(_request(request) for request in sheet.requests))


def paper_line_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The lines that were set aside, in their order."""
    return dict(enumerate(_paper_line(line) for line in sheet.paper_lines))


def second_line_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The lines of the second entry by number."""
    return {
        number: {
            "number": number,
            "record": record_to_json(line.record),
            "typed_by_id": line.typed_by,
            **_if_set("command", line.command or None),
            **_if_set("typed_at", line.at),
        }
        for number, line in sheet.second_entry.items()
    }


def signature_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The signatures in their order, lapsed ones too."""
    return dict(enumerate(_signature(signature) for signature in sheet.signatures))


def refusal_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The refusals to sign in their order, lapsed ones too."""
    return dict(enumerate(_refusal(refusal) for refusal in sheet.refusals))


def change_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The changes at the table that the sheet shows, in their order."""
    return {
        place: {
            "kind": change.kind,
            "after_game": change.after_game,
            "told": dict(change.told),
            "changed_by_id": change.by,
            **_if_set("reason", change.reason),
            **_if_set("changed_at", change.at),
        }
        for place, change in enumerate(sheet.changes)
    }


def dispute_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The disputes in their order."""
    return {
        place: {
            "number": dispute.number,
            "cheating": dispute.cheating,
            "late": dispute.late,
            "state": dispute.state.value,
            "waits": dispute.waits,
        }
        for place, dispute in enumerate(sheet.disputes)
    }


def dispute_step_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The steps of the disputes, by the dispute's place and their own."""
    return {
        (place, number): {
            "to": step.to.value,
            "outcome": step.outcome.value if step.outcome else "",
            "follow_up": step.follow_up.value if step.follow_up else "",
            "for_seat": step.seat,
            **_if_set("reason", step.reason),
            **_acted(step.by, "at", step.at),
        }
        for place, dispute in enumerate(sheet.disputes)
        for number, step in enumerate(dispute.steps)
    }


def sheet_columns(sheet: Sheet) -> Columns:
    """The columns of the scoresheet's own row."""
    return {
        "state": sheet.state.value,
        "source": sheet.source.value,
        "scorekeeper": sheet.scorekeeper,
        "pack": sheet.pack,
        "totals": None if sheet.totals is None else [dict(seat) for seat in sheet.totals],
        "accepted_by_id": sheet.accepted_by,
        **(_if_set("accepted_at", sheet.accepted_at) if sheet.accepted_by else {"accepted_at": None}),
    }


# The tables that hold no figures computed from others, by the name of their rows in the audit.
TABLES: Mapping[str, Callable[[Sheet], Rows]] = {
    "approval of game": approval_rows,
    "correction of game": correction_rows,
    "signature": signature_rows,
    "refusal to sign": refusal_rows,
    "change at the table": change_rows,
    "request": request_rows,
    "paper line": paper_line_rows,
    "second entry of game": second_line_rows,
    "step of dispute": dispute_step_rows,
}


def changes(before: Rows, after: Rows) -> Iterator[tuple[Any, Columns | None, Columns | None]]:
    """Yield every key whose row differs, with the row before and after; None if there is none."""
    for key in [*before, *(key for key in after if key not in before)]:
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def _approval(game: WrittenGame, approval: Approval) -> Columns:
    columns: Columns = {
        "game": game.command,
        "section": approval.section,
        "state": approval.state.value,
        "on_paper": approval.on_paper,
        "supervisor_id": approval.supervisor,
        **_if_set("oral", approval.oral),
        **_acted(approval.by, "requested_at", approval.at),
    }
    return columns | _if_set("decided_at", approval.decided_at)


def _request(request: Request) -> Columns:
    columns: Columns = {
        "number": request.number,
        "seat": request.seat,
        "contract": request.contract,
        "suit": request.suit,
        "section": request.section,
        "hand": list(request.hand),
        "state": request.state.value,
        "supervisor_id": request.supervisor,
        "at_table": request.at_table,
        "game": request.game,
        **_if_set("command", request.command or None),
        **_if_set("decided_at", request.decided_at),
    }
    return columns | _acted(request.by, "requested_at", request.at)


def _paper_line(line: PaperLine) -> Columns:
    return {
        "number": line.number,
        "kind": line.kind.value,
        "text": line.text,
        "written": None if line.written is None else list(line.written),
        "record": None if line.record is None else record_to_json(line.record),
        "typed_by_id": line.typed_by,
        "open": line.open,
        **_if_set("typed_at", line.at),
        **_if_set("closed_at", line.closed_at),
    }


def _signature(signature: Signature) -> Columns:
    columns: Columns = {
        "seat": signature.seat,
        "kind": signature.kind,
        "content_hash": signature.content,
        "lapsed": signature.lapsed,
        "strokes": Drawn(digest=signature.strokes, strokes=signature.drawn),
        **_if_set("lapsed_at", signature.lapsed_at),
    }
    return columns | _acted(signature.by, "signed_at", signature.at)


def _refusal(refusal: SignatureRefusal) -> Columns:
    columns: Columns = {
        "seat": refusal.seat,
        "content_hash": refusal.content,
        "lapsed": refusal.lapsed,
        "dispute": refusal.dispute,
        "overruled_by_id": refusal.overruled_by,
        **_if_set("overruled_at", refusal.overruled_at),
        **_if_set("reason", refusal.reason),
        **_if_set("lapsed_at", refusal.lapsed_at),
    }
    return columns | _acted(refusal.by, "refused_at", refusal.at)


def _if_set(name: str, value: Any) -> Columns:
    return {} if value is None else {name: value}


def _acted(by: Actor | None, when: str, at: datetime | None) -> Columns:
    """Return the actor and the time. An older log holds no time, and does not say on whose behalf somebody acted."""
    if at is None or by is None:
        return {}
    return {"login_id": by.login, "device_id": by.device, when: at}
