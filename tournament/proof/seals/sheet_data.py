"""The JSON attached to a sealed scoresheet: reading it, and recounting its points from its own games and rules.

This needs only `scoring` and Python: no database, no Django. docs/documents.md describes the fields.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.attached import StatedDifference, evaluate_request, stated_differences
from scoring.errors import ScoringError
from scoring.jsonlines import decode_line
from scoring.ruleset import parse_ruleset
from scoring.sheets import EvaluatedSheet
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import ACCEPTED, link_hash, sha256, signed_content_hash

SCHEMA = "spielliste-scoresheet"
VERSION = 1
FILE_NAME = "scoresheet.json"

GRANTED = {"granted": True, "refused": False, "requested": None}
# No real sheet comes near this size; a larger file was made to burden the server.
LARGEST = 5_000_000

SheetData = Mapping[str, Any]


class DataError(ValueError):
    """An attachment that cannot be read; `code` says why, and `field` where."""

    def __init__(self, code: str, field: str = "") -> None:
        super().__init__(f"{code}: {field}" if field else code)
        self.code, self.field = code, field


@dataclass(frozen=True, slots=True)
class _Maybe:
    """A value that may be null."""

    shape: Any


_POINTS = [int]
_NAMED = {"supervisor": _Maybe(str)}
SHAPE: Mapping[str, Any] = {
    "schema": str,
    "version": int,
    "language": str,
    "tournament": {
        "id": int,
        **dict.fromkeys(("name", "slug", "day", "place", "organiser", "management"), str),
    },
    "rules": dict.fromkeys(("id", "title", "edition", "sha256", "toml"), str),
    "sheet": {"seats": int, "match": int, "first_dealer": int},
    "table": int,
    "pack": str,
    "scorekeeper": int,
    "players": [{"seat": int, "id": int, "start_number": int, "name": str, "club": str}],
    "result": {
        "games": [_Maybe(_POINTS)],
        **dict.fromkeys(("totals", "plus", "minus"), _POINTS),
        "checksum": _Maybe(int),
        "counters": [dict],
    },
    "approvals": [
        {"game": int, "section": str, "state": str, "decided_at": _Maybe(str), "on_paper": bool, **_NAMED},
    ],
    "sanctions": [{"game": int, "at": str, **_NAMED}],
    "redeals": [{"game": int, "reasons": [str]}],
    "corrections": [
        {"game": int, "kind": str, "old_record": dict, "new_record": dict, "reason": str, "section": str, "at": str}
        | _NAMED,
    ],
    "changes": [{"kind": str, "after_game": int, "told": dict, "reason": str, "changed_by": str, "at": str}],
    "signatures": [
        {"seat": int, "kind": str, "signed_at": str, "recorded_by": str, "strokes_sha256": _Maybe(str)},
    ],
    "accepted": _Maybe({"by": str, "at": str}),
    "chain": {"head": str, "events": int, "previous": str, "actor": _Maybe(int), "at": str},
    "content_hash": str,
    "document": _Maybe({"version": int, "replaces": _Maybe(str), "issued_at": str}),
    "note": str,
}
"""Every field with its type. Other fields are ignored, so that a later edition may add some."""


def read_data(content: bytes) -> SheetData:
    """Read the attachment as a value whose fields all have the types of SHAPE.

    Raises DataError: data_too_large, data_unreadable, data_of_another_kind, data_newer, data_incomplete.
    """
    data = decoded(content)
    if data.get("schema") != SCHEMA:
        raise DataError("data_of_another_kind")
    if type(data.get("version")) is int and data["version"] > VERSION:
        raise DataError("data_newer")
    for field in unfit(data, SHAPE):
        raise DataError("data_incomplete", field)
    return data


def decoded(content: bytes) -> dict[str, Any]:
    """Decode an attachment. Raises DataError: data_too_large, data_unreadable, data_of_another_kind."""
    if len(content) > LARGEST:
        raise DataError("data_too_large")
    try:
        data = decode_line(content.decode("utf-8"))
        json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair, such as \ud800, is no text
    except (UnicodeError, ScoringError):
        raise DataError("data_unreadable") from None
    if not isinstance(data, dict):
        raise DataError("data_of_another_kind")
    return data


def unfit(value: object, shape: Any) -> Iterator[str]:
    """Yield the paths of all fields that are missing or of another type than in `shape`."""
    yield from _unfit(value, shape, "")


def recomputed(data: SheetData) -> tuple[StatedDifference, ...]:
    """Everything in the file that does not follow from its own games by its own rules; empty where all does.

    `data` comes from read_data. The result has codes and no words; the caller shows it in its language. Codes beside
    those of scoring.attached: rules_unreadable, rules_differ, sheet_unreadable, game_bad, incomplete, players,
    approvals, content_hash, chain_head.
    """
    return tuple(_differences(data))


def evaluated(data: SheetData) -> EvaluatedSheet:
    """The file's sheet, scored by the file's rules. Raises ScoringError where one of them cannot be read."""
    return evaluate_request(parse_ruleset(data["rules"]["toml"]), data["sheet"], bounded=False)


def _differences(data: SheetData) -> Iterator[StatedDifference]:
    yield from _hashes(data)
    seated = [player["seat"] for player in data["players"]]
    if len(seated) != data["sheet"]["seats"] or seated != list(range(1, len(seated) + 1)):
        yield StatedDifference(code="players", stated=seated, derived=data["sheet"]["seats"])
    try:
        ruleset = parse_ruleset(data["rules"]["toml"])
    except ScoringError as error:
        yield StatedDifference(code="rules_unreadable", derived=str(error))
        return
    if ruleset.id != data["rules"]["id"]:
        yield StatedDifference(code="rules_differ", stated=data["rules"]["id"], derived=ruleset.id)
    try:
        sheet = evaluate_request(ruleset, data["sheet"], bounded=False)
    except ScoringError as error:
        yield StatedDifference(code="sheet_unreadable", derived=str(error))
        return
    yield from _bad_lines(sheet, accepted=data["accepted"] is not None)
    yield from stated_differences(data["result"], sheet)
    yield from _approvals(data, sheet)


def _hashes(data: SheetData) -> Iterator[StatedDifference]:
    """Recompute the hashes of the rules, of the content and of the chain's head, all over fields of this file."""
    rules, sheet, chain = data["rules"], data["sheet"], data["chain"]
    toml = sha256(rules["toml"])
    if toml != rules["sha256"]:
        yield StatedDifference(code="rules_differ", stated=rules["sha256"], derived=toml)
    content = signed_content_hash(
        tournament=data["tournament"]["id"],
        rules=rules["sha256"],
        match=sheet["match"],
        table=data["table"],
        participants=[player["id"] for player in data["players"]],
        games=sheet.get("games", []),
        totals=sheet.get("totals"),
    )
    if data["content_hash"] != content:
        yield StatedDifference(code="content_hash", stated=data["content_hash"], derived=content)
    if data["accepted"] is None:
        return
    head = link_hash(
        previous=chain["previous"],
        sequence=chain["events"],
        kind=ACCEPTED,
        actor=chain["actor"],
        at=chain["at"],
        payload=canonical({"content_hash": data["content_hash"]}),
    )
    if chain["head"] != head:
        yield StatedDifference(code="chain_head", stated=chain["head"], derived=head)


def _bad_lines(sheet: EvaluatedSheet, *, accepted: bool) -> Iterator[StatedDifference]:
    for problem in sheet.problems:
        yield StatedDifference(code="game_bad", game=problem.game, derived=problem.message)
    if accepted and not sheet.complete and not sheet.problems:
        for problem in sheet.missing:
            yield StatedDifference(code="incomplete", game=problem.game, derived=problem.message)


def _approvals(data: SheetData, sheet: EvaluatedSheet) -> Iterator[StatedDifference]:
    """Check that each game that needs an approval has one by the right section, and that each approval has its game."""
    stated = {row["game"]: row for row in data["approvals"]}
    decisions = {line.no: line.record.decision.approved for line in sheet.lines if line.record is not None}
    needed = {row.game: row.section for row in sheet.approvals}
    for game, row in stated.items():
        decided = GRANTED.get(row["state"])
        if row["state"] not in GRANTED or game not in decisions or decisions[game] is not decided:
            yield StatedDifference(code="approvals", game=game, stated=row["state"], derived=decisions.get(game))
    for game, section in needed.items():
        if game not in stated or stated[game]["section"] != section:
            yield StatedDifference(
                code="approvals", game=game, stated=stated.get(game, {}).get("section"), derived=section
            )


def _unfit(value: object, shape: Any, path: str) -> Iterator[str]:
    """Yield the paths of all fields that are missing or of another type."""
    if isinstance(shape, _Maybe):
        if value is not None:
            yield from _unfit(value, shape.shape, path)
    elif isinstance(shape, type):
        # In Python True is an int; in this JSON it is not.
        if not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
            yield path
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield path
            return
        for at, part in enumerate(value):
            yield from _unfit(part, shape[0], f"{path}[{at}]")
    elif not isinstance(value, dict):
        yield path or "."
    else:
        for name, part in shape.items():
            where = f"{path}.{name}" if path else name
            if name in value:
                yield from _unfit(value[name], part, where)
            else:
                yield where
