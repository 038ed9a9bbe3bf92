"""The JSON attached to a sealed scoresheet: its games are scored by its own rules and compared with its result.

docs/documents.md describes every field; only `rules.toml`, `sheet` and `result` are read here.
"""

from dataclasses import asdict, dataclass

from scoring.errors import ScoringError
from scoring.jsonlines import sheet_from_json
from scoring.records import json_type
from scoring.ruleset import Ruleset, parse_ruleset
from scoring.sheets import EvaluatedSheet, evaluate_sheet
from scoring.totals import evaluate_totals


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDifference:
    """What a file states and what follows from its games instead.

    `code` is points, totals, plus, minus, checksum or counters. Points belong to a `game`; it is None if the number
    of lines differs.
    """

    code: str
    game: int | None = None
    stated: object = None
    derived: object = None

    def __str__(self) -> str:
        where = f"game {self.game}, " if self.game else ""
        return f"{where}{self.code}: the file says {self.stated}, it follows {self.derived}"


def evaluate_attached(value: object) -> tuple[EvaluatedSheet, tuple[StatedDifference, ...]]:
    """Evaluate the sheet of a file by the rules in it, and return what in its `result` does not follow.

    Raises ScoringError if rules or sheet cannot be read, or a field is missing.
    """
    rules, result = _part(value, "rules"), _part(value, "result")
    toml = rules.get("toml")
    if not isinstance(toml, str):
        raise ScoringError("wrong_type", field="rules.toml", expected="a text", found=json_type(toml))
    sheet = evaluate_request(parse_ruleset(toml), _part(value, "sheet"), bounded=False)
    return sheet, stated_differences(result, sheet)


def evaluate_request(ruleset: Ruleset, value: object, *, bounded: bool = True) -> EvaluatedSheet:
    """Evaluate what `python -m scoring sheet` reads, games or totals alone; the ruleset decides what is left out.

    `bounded` as in evaluate_totals.
    """
    request = sheet_from_json(value)
    if request.totals is not None:
        return evaluate_totals(ruleset, request.totals, bounded=bounded)
    return evaluate_sheet(
        ruleset,
        request.games,
        seats=request.seats if request.seats is not None else ruleset.usual_seats,
        match=request.match,
        first_dealer=request.first_dealer if request.first_dealer is not None else ruleset.first_dealer,
    )


def stated_differences(result: dict[str, object], sheet: EvaluatedSheet) -> tuple[StatedDifference, ...]:
    """Return where a `result` differs from what follows: points line by line, then the sums of the seats."""
    lines: list[object] = [None if line.record is None else list(line.points) for line in sheet.lines]
    lines_stated = result.get("games")
    stated = lines_stated if isinstance(lines_stated, list) else []
    faults = []
    if len(stated) != len(lines):
        faults.append(StatedDifference(code="points", stated=len(stated), derived=len(lines)))
    for number, (one, other) in enumerate(zip(stated, lines, strict=False), 1):
        if one != other:
            faults.append(StatedDifference(code="points", game=number, stated=one, derived=other))
    sums: dict[str, object] = {
        "totals": list(sheet.totals),
        "plus": list(sheet.plus),
        "minus": list(sheet.minus),
        "checksum": sheet.checksum,
        "counters": [asdict(counters) for counters in sheet.counters],
    }
    for code, derived in sums.items():
        if result.get(code) != derived:
            faults.append(StatedDifference(code=code, stated=result.get(code), derived=derived))
    return tuple(faults)


def _part(value: object, name: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ScoringError("not_an_object")
    if name not in value:
        raise ScoringError("missing_field", field=name)
    part = value[name]
    if not isinstance(part, dict):
        raise ScoringError("wrong_type", field=name, expected="an object", found=json_type(part))
    return part
