"""The requests on JSON lines of the command line, and the JSON of its answers. Knows no files and no exit status."""

import json
from dataclasses import asdict, dataclass, fields
from typing import NoReturn

from scoring.errors import Problem, ScoringError
from scoring.permits import Permit, speaks
from scoring.points import GameScore
from scoring.ranking import Contender, Ranking
from scoring.records import GameRecord, json_object, json_type, record_from_json, text_entry, whole
from scoring.settlement import Settlement, in_cents
from scoring.sheets import EvaluatedSheet, Unreadable
from scoring.tariffs import Tariff
from scoring.totals import WrittenTotals, totals_from_json

_COUNTERS = tuple(field.name for field in fields(Contender) if field.name not in ("name", "points", "lot"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRequest:
    """A sheet to evaluate: its lines, or its totals alone. None means that the ruleset decides."""

    totals: tuple[WrittenTotals, ...] | None
    games: tuple[GameRecord | Unreadable | None, ...]
    seats: int | None
    match: int
    first_dealer: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitRequest:
    """A hand and the contract it would play."""

    contract: str
    suit: str | None
    hand: tuple[str, ...]


def decode_line(line: str) -> object:
    """Return the JSON value of a line. Raises ScoringError `malformed_json` or `duplicate_field`."""
    try:
        return json.loads(line, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ScoringError("malformed_json", detail=f"{error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ScoringError("malformed_json", detail="nested too deeply") from None
    except ScoringError:
        raise
    except ValueError as error:  # a number with more digits than Python reads
        raise ScoringError("malformed_json", detail=str(error)) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    pairs_by_key: dict[str, object] = {}
    for name, value in pairs:
        if name in pairs_by_key:
            raise ScoringError("duplicate_field", field=name)
        pairs_by_key[name] = value
    return pairs_by_key


def _no_constant(name: str) -> NoReturn:
    raise ScoringError("malformed_json", detail=f"{name} is no JSON number")


def sheet_from_json(value: object) -> SheetRequest:
    """Read a sheet: its games, or the totals of its seats if nothing else is known.

    A game that cannot be read becomes an Unreadable line; null is an empty one.
    """
    request = json_object(value, ("games", "totals", "seats", "match", "first_dealer"))
    numbers = {name: whole(request[name], name) for name in ("seats", "match", "first_dealer") if name in request}
    totals = None
    if "totals" in request:
        if "games" in request:
            raise ScoringError("totals_stand_alone")
        totals = totals_from_json(request["totals"])
        if numbers.get("seats", len(totals)) != len(totals):
            raise ScoringError("wrong_number_of_values", found=len(totals), seats=numbers["seats"])
    games = _list(request, "games") if totals is None else []
    return SheetRequest(
        totals=totals,
        games=tuple(_game(game) for game in games),
        seats=numbers.get("seats"),
        match=numbers.get("match", 1),
        first_dealer=numbers.get("first_dealer"),
    )


def _game(value: object) -> GameRecord | Unreadable | None:
    if value is None:
        return None
    try:
        return record_from_json(value)
    except ScoringError as error:
        return Unreadable(error=error)


def contenders_from_json(value: object) -> tuple[Contender, ...]:
    """Read the players to rank: name and points; counters that are left out are 0."""
    return tuple(_contender(contender) for contender in _list(json_object(value, ("entries",)), "entries"))


def _contender(value: object) -> Contender:
    entries = json_object(value, ("name", "points", *_COUNTERS, "lot"))
    for field in ("name", "points"):
        if field not in entries:
            raise ScoringError("missing_field", field=field)
    name = entries["name"]
    if not isinstance(name, str) and type(name) is not int:
        raise ScoringError("wrong_type", field="name", expected="a text or a whole number", found=json_type(name))
    counts = {key: whole(part, key) for key, part in entries.items() if key != "name"}
    for kind in ("touts", "solos"):
        # A game that was won was also played, even if only the first is given.
        counts.setdefault(f"{kind}_played", max(counts.get(f"{kind}_won", 0), 0))
    return Contender(name=name, **counts)


def permit_from_json(value: object) -> PermitRequest:
    """Read a hand with its contract, and the suit if the declarer names one."""
    request = json_object(value, ("contract", "suit", "hand"))
    if "contract" not in request:
        raise ScoringError("missing_field", field="contract")
    return PermitRequest(
        contract=text_entry(request["contract"], "contract"),
        suit=text_entry(request["suit"], "suit") if "suit" in request else None,
        hand=tuple(text_entry(card, "hand") for card in _list(request, "hand")),
    )


def _list(request: dict[str, object], field: str) -> list[object]:
    if field not in request:
        raise ScoringError("missing_field", field=field)
    value = request[field]
    if not isinstance(value, list):
        raise ScoringError("wrong_type", field=field, expected="a list", found=json_type(value))
    return value


def score_to_json(score: GameScore) -> dict[str, object]:
    """Return the answer of `score`."""
    return {
        "points": list(score.points),
        "won_by": score.won_by,
        "level": score.level,
        "scored_as": score.scored_as,
        "circled": score.circled,
    }


def permit_to_json(permit: Permit) -> dict[str, object]:
    """Return the answer of `permit`; each reason says whether it speaks for or against or is only noted."""
    return {
        "permitted": permit.permitted,
        "runners": permit.runners,
        "reasons": [
            {"speaks": speaks(reason), "code": reason.code, "message": reason.message} for reason in permit.reasons
        ],
    }


def sheet_to_json(sheet: EvaluatedSheet) -> dict[str, object]:
    """Return the JSON object of a sheet as the command line prints it; problems and warnings include their sentence."""
    return {
        "games": [
            {
                "no": line.no,
                "dealer": line.dealer,
                "sits_out": line.sits_out,
                "points": list(line.points),
                "sum": line.sum,
                "circled": line.circled,
                "struck": line.struck,
                **({"bock": True} if line.bock else {}),
            }
            for line in sheet.lines
        ],
        "rounds": [{"to": part.to, "sum": part.sum, "running": list(part.running)} for part in sheet.rounds],
        "totals": list(sheet.totals),
        "plus": list(sheet.plus),
        "minus": list(sheet.minus),
        "checksum": sheet.checksum,
        "approvals": [asdict(approval) for approval in sheet.approvals],
        "warnings": _problems_to_json(sheet.warnings),
        "counters": [asdict(counters) for counters in sheet.counters],
        "problems": _problems_to_json(sheet.problems),
        "missing": _problems_to_json(sheet.missing),
        "complete": sheet.complete,
    }


def _problems_to_json(problems: tuple[Problem, ...]) -> list[dict[str, object]]:
    return [{"game": problem.game, "code": problem.code, "message": problem.message} for problem in problems]


def ranking_to_json(ranking: Ranking) -> dict[str, object]:
    """Return the answer of `rank`; `decided_by` is null if all with these points share the place."""
    return {
        "ranking": [
            {
                "place": place.place,
                "name": place.contender.name,
                "points": place.contender.points,
                "decided_by": place.decided_by,
            }
            for place in ranking.places
        ],
        "lots_needed": [list(names) for names in ranking.lots_needed],
    }


def settlement_to_json(tariff: Tariff, settlement: Settlement, unit_cents: int | None = None) -> dict[str, object]:
    """Return the answer of `settle`; the pot, in units, only if the tariff has one."""
    pot: dict[str, object] = {"pot": settlement.pot} if tariff.sweetener else {}
    return {"units": list(settlement.units), "cents": list(in_cents(tariff, settlement.units, unit_cents)), **pot}
