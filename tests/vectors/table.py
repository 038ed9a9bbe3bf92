"""Makes the vectors: a sheet as the server knows it, commands on top of it, and the resulting sheet.

The expected sheet comes from decide() alone. The state is what the device's page gets (docs/table.md), without words.
"""

import datetime as dt
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scoring.records import record_from_json, record_to_json
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from tournament.enums import RedealReason, Source
from tournament.refusals import Refused
from tournament.selectors.outcomes import table_outcomes
from tournament.sheet.actors import Actor
from tournament.sheet.acts.devices import EnrolDevice
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.opening import OpenSheet
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.ahead import ahead
from tournament.sheet.deciding import decide
from tournament.sheet.state import Sheet, SheetTerms

FILE = Path(__file__).parent / "table.json"
AT = dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC)
DEVICE = Actor(device=1)
# For each ruleset and size of a table.
CASES = 48
MOST_WRITTEN, MOST_UNSENT = 6, 4


def vectors() -> dict[str, Any]:
    """All cases, with the rows of the tables of outcomes that they use, by ruleset and seats."""
    rows: dict[str, Any] = {}
    cases: list[dict[str, Any]] = []
    for name in bundled_rulesets():
        ruleset = load_ruleset(name)
        for seats in ruleset.seats:
            key = f"{name}/{seats}"
            outcomes = table_outcomes(ruleset, seats)
            own_cases = list(_cases(ruleset, seats, outcomes, random.Random(key)))
            cases += ({"outcomes": key, **case} for case in own_cases)
            rows[key] = _played_rows(outcomes, own_cases)
    return {"outcomes": rows, "cases": cases}


def replayed(case: Mapping[str, Any]) -> dict[str, Any]:
    """What decide() makes of a case of the file; it must equal the expectation there."""
    sheet = before(case)
    for command in case["commands"]:
        sheet = _after(sheet, command)
    return _expected(sheet)


def before(case: Mapping[str, Any]) -> Sheet:
    """The sheet of a case as the server knows it."""
    name, seats = case["outcomes"].split("/")
    sheet = _opened(load_ruleset(name), int(seats))
    for command in case["before"]:
        sheet = _after(sheet, command)
    return sheet


def state_of(sheet: Sheet) -> dict[str, Any]:
    """The figures of the state that the device's page gets."""
    ruleset, evaluated = sheet.terms.ruleset, sheet.evaluated
    counted_as = dict(evaluated.counted)
    lines = []
    for number, game in sorted(sheet.games.items()):
        line = evaluated.lines[number - 1]
        assert line.score is not None
        lines.append(
            {
                "number": number,
                "dealer": line.dealer,
                "sits_out": line.sits_out,
                "points": list(line.score.points),
                "counted_points": list(line.points),
                "circled": line.circled,
                "struck": line.struck,
                "pending": line.pending,
                "section": line.section,
                "counted": counted_as.get(number),
                "redeals": list(game.redeals),
                "id": game.command,
            }
        )
    return {
        "state": sheet.state.value,
        "source": sheet.source.value,
        "games": sheet.lines,
        "players": ruleset.players,
        "round_of": ruleset.games_in_round(len(sheet.seats)),
        "reached": sheet.reached,
        "counting": ruleset.counting,
        "ahead": asdict(ahead(sheet)),
        "next_dealer_passes": ruleset.all_pass == "next-dealer",
        "seats": [{"number": seat} for seat in range(1, len(sheet.seats) + 1)],
        "lines": lines,
        "approvals": {
            "counted_from": ruleset.approvals.counted_from,
            "always": ruleset.section("approvals.always"),
            "counted": ruleset.section("approvals.counted_from"),
        },
    }


def _cases(
    ruleset: Ruleset, seats: int, outcomes: Mapping[str, Any], chance: random.Random
) -> Iterator[dict[str, Any]]:
    for _number in range(CASES):
        sheet, commands_before = _opened(ruleset, seats), []
        for _game in range(chance.randint(0, min(MOST_WRITTEN, sheet.lines - MOST_UNSENT))):
            command = _game_command(sheet, outcomes, chance)
            sheet, commands_before = _after(sheet, command), [*commands_before, command]
        state, commands = state_of(sheet), []
        for _game in range(chance.randint(1, MOST_UNSENT)):
            # Only the last game, and only before the next one was written (5.3.4).
            last = max(sheet.games, default=0)
            if last and last == sheet.reached and chance.random() < 0.25:
                command = {"id": f"{chance.getrandbits(128):032x}", "kind": "take_back", "number": last}
                command["game"] = sheet.games[last].command
            else:
                command = _game_command(sheet, outcomes, chance)
            sheet, commands = _after(sheet, command), [*commands, command]
        yield {"before": commands_before, "state": state, "commands": commands, "expected": _expected(sheet)}


def _game_command(sheet: Sheet, outcomes: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """A game that is possible in the next line; often a Solo, so that approvals are needed."""
    number, seats = sheet.next_number, len(sheet.seats)
    rows = (outcomes["first"] if number == 1 else None) or outcomes["later"]
    while True:
        row = chance.choice(rows)
        if row["asks"] == 0 and chance.random() < 0.5:
            continue
        redeals = chance.choices([reason.value for reason in RedealReason], k=chance.choice([0, 0, 0, 1, 2]))
        record = _record(row, seats, chance)
        command = {
            "id": f"{chance.getrandbits(128):032x}",
            "kind": "record",
            "number": number,
            "record": record,
            "redeals": redeals,
        }
        try:
            _after(sheet, command)
        except Refused:
            continue
        return command


def _record(row: Mapping[str, Any], seats: int, chance: random.Random) -> dict[str, Any]:
    who = chance.sample(range(1, seats + 1), seats)
    fields = ("contract", "suit", "result", "level", "runners", "doublings", "surrender")
    record: dict[str, Any] = {name: row[name] for name in fields if name in row}
    if "durchmarsch" in row:
        record["durchmarsch" if row["durchmarsch"] else "loser"] = who[0]
        if row["jungfrauen"]:
            record["jungfrauen"] = sorted(who[1 : 1 + row["jungfrauen"]])
        return record
    record["declarer"] = who[0]
    if "partner" in row["points"]:
        record["partner"] = who[1]
    return record


def _opened(ruleset: Ruleset, seats: int) -> Sheet:
    """An open sheet that its device writes."""
    sheet = Sheet(terms=SheetTerms(tournament=1, ruleset=ruleset, rules="0" * 64))
    participants = tuple(range(1, seats + 1))
    sheet = decide(sheet, OpenSheet(match=1, table=1, seats=participants), by=Actor(login=1), at=AT).sheet
    sheet = decide(sheet, EnrolDevice(number=1), by=DEVICE, at=AT).sheet
    assert sheet.source == Source.LIVE
    return sheet


def _after(sheet: Sheet, command: Mapping[str, Any]) -> Sheet:
    order: RecordGame | TakeBackGame
    if command["kind"] == "take_back":
        order = TakeBackGame(number=command["number"], seen=command["game"], key=command["id"], sent=True)
    else:
        passed = command["redeals"].count(RedealReason.PASSED) or None
        record = record_to_json(record_from_json(command["record"])) | ({"passed": passed} if passed else {})
        order = RecordGame(
            number=command["number"],
            record=record_from_json(record),
            key=command["id"],
            redeals=tuple(command["redeals"]),
            sent=True,
        )
    return decide(sheet, order, by=DEVICE, at=AT).sheet


def _expected(sheet: Sheet) -> dict[str, Any]:
    """What the page must show: lines, totals, sums of the rounds, the next dealer, who may play without approval."""
    evaluated, coming, seats = sheet.evaluated, ahead(sheet), len(sheet.seats)
    totals = evaluated.totals
    size = sheet.terms.ruleset.games_in_round(seats)
    return {
        "lines": [
            {
                "number": number,
                "dealer": line.dealer,
                "sits_out": line.sits_out,
                "circled": line.circled,
                "pending": line.pending,
                "counted_points": list(line.points),
                "section": line.section if line.pending else None,
            }
            for number in sorted(sheet.games)
            for line in [evaluated.lines[number - 1]]
        ],
        "totals": list(totals),
        "plus": list(evaluated.plus),
        "minus": list(evaluated.minus),
        "sums": [
            sum(sum(line.points) for line in evaluated.lines[start : start + size])
            for start in range(0, sheet.lines, size)
        ],
        "dealer": coming.dealers[0],
        "free": list(coming.free),
        "reached": sheet.reached,
    }


def _played_rows(outcomes: Mapping[str, Any], cases: list[dict[str, Any]]) -> dict[str, Any]:
    """The rows of the contracts in these cases, without words."""
    played = {command["record"]["contract"] for case in cases for command in case["commands"] if "record" in command}
    fields = ("contract", "suit", "result", "level", "runners", "doublings", "surrender", "durchmarsch", "jungfrauen")

    def trimmed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        names = (*fields, "points", "circled", "asks", "counted")
        return [
            {name: row[name] for name in names if name in row} | {"words": ""}
            for row in rows
            if row["contract"] in played and _is_played(row, cases)
        ]

    contracts = [{**one, "label": one["key"]} for one in outcomes["contracts"] if one["key"] in played]
    first = outcomes["first"]
    return {"contracts": contracts, "first": first and trimmed(first), "later": trimmed(outcomes["later"])}


def _is_played(row: Mapping[str, Any], cases: list[dict[str, Any]]) -> bool:
    """Whether this row is the game of any case."""
    return any(
        all(
            command["record"].get(name) == row.get(name)
            for name in ("contract", "suit", "result", "level", "surrender")
        )
        and command["record"].get("runners") == row.get("runners")
        and command["record"].get("doublings") == row.get("doublings")
        and len(command["record"].get("jungfrauen", [])) == row.get("jungfrauen", 0)
        for case in cases
        for command in case["commands"]
        if "record" in command
    )
