"""The rules of static/js/table/commands.js in Python: what a table's device keeps until it is answered.

Sheets and commands are dicts as in the browser's store; tests/js/table/test_commands.py compares both versions.
"""

from typing import Any

AT_MOST = 40
OTHER_PLAYERS = "other_players"
Sheet = dict[str, Any]
Command = dict[str, Any]


class NotNext(Exception):
    """The number is not that of the next line."""


def blank(sheet: str) -> Sheet:
    empty = {"state": None, "device": 0, "sequence": 0, "commands": [], "draft": None, "closed": None, "older": False}
    return {"sheet": sheet, **empty}


def next_number(sheet: Sheet) -> int | None:
    state = sheet["state"]
    if state is None:
        return None
    free = state["games"] + 1 if state["next"] is None else state["next"]
    if not sheet["commands"]:
        return int(free)
    last = sheet["commands"][-1]
    if last["kind"] == "take_back":
        return int(free if last["problem"] else last["number"])
    return int(max(last["number"] + 1, free))


def appended(sheet: Sheet, wanted: dict[str, Any], command_id: str) -> Sheet:
    due = wanted["number"] + (wanted["kind"] == "take_back")
    state = sheet["state"]
    if state is None or next_number(sheet) != due:
        raise NotNext
    if wanted["kind"] == "record" and wanted["number"] > state["games"]:
        raise NotNext
    if wanted["kind"] == "take_back":
        refused = [one for one in sheet["commands"] if one["problem"] and one["id"] == wanted["game"]]
        if refused:
            return discarded(sheet, refused[0]["id"])
    sequence = max(sheet["sequence"], state["device"]["sequence"]) + 1
    command = {"id": command_id, "sequence": sequence, "base": state["version"], **wanted, "problem": None}
    return {**sheet, "sequence": sequence, "commands": [*sheet["commands"], command]}


def sendable(sheet: Sheet) -> list[Command]:
    if sheet["closed"] or sheet["older"]:
        return []
    first: list[Command] = []
    for command in sheet["commands"][:AT_MOST]:
        if command["problem"]:
            break
        first.append({name: value for name, value in command.items() if name not in ("problem", "reordered")})
    return first


def answered(sheet: Sheet, answers: list[dict[str, Any]], state: dict[str, Any] | None, asked: int) -> Sheet:
    by = {answer["id"]: answer for answer in answers}
    reorder, commands = False, []
    for command in sheet["commands"]:
        answer = by.get(command["id"])
        if answer is None:
            commands.append(command)
        elif answer["answer"] in ("applied", "duplicate"):
            continue
        elif answer.get("code") == "out_of_sequence" and not command.get("reordered"):
            reorder = True
            commands.append({**command, "reordered": True})
        else:
            problem = {"code": answer.get("code", answer["answer"]), "text": answer.get("text", "")}
            commands.append({**command, "problem": problem})
    older = any(answer.get("code") == "sheet_older" for answer in answers)
    left = {**sheet, "commands": commands, "closed": None, "older": sheet["older"] or older}
    seen = left if state is None else adopted(left, state, asked)
    return in_sequence(seen, seen["state"]["device"]["sequence"]) if reorder and seen["state"] else seen


def adopted(sheet: Sheet, state: dict[str, Any], asked: int) -> Sheet:
    if sheet["state"] and people(sheet["state"]) != people(state):
        commands = [{**one, "problem": {"code": OTHER_PLAYERS, "text": ""}} for one in sheet["commands"]]
        device = state["device"]
        other = {"commands": commands, "state": state, "closed": None, "older": False, "device": device["number"]}
        return in_sequence({**sheet, **other}, device["sequence"])
    if sheet["state"] and state["version"] < sheet["state"]["version"]:
        return {**sheet, "closed": None, "older": True} if state["version"] < asked else sheet
    known = {**sheet, "state": state, "closed": None, "older": False, "device": state["device"]["number"]}
    if sheet["device"] != state["device"]["number"]:
        return in_sequence(known, state["device"]["sequence"])
    return {**known, "sequence": max(sheet["sequence"], state["device"]["sequence"])}


def people(state: dict[str, Any]) -> list[int]:
    return [seat["start_number"] for seat in state["seats"]]


def in_sequence(sheet: Sheet, start: int) -> Sheet:
    commands = [{**command, "sequence": start + 1 + index} for index, command in enumerate(sheet["commands"])]
    return {**sheet, "commands": commands, "sequence": start + len(commands)}


def discarded(sheet: Sheet, command_id: str) -> Sheet:
    gone = next((command for command in sheet["commands"] if command["id"] == command_id), None)
    if gone is None or not (gone["problem"] or sheet["closed"]):
        return sheet
    rest = [one for one in sheet["commands"] if one["id"] != command_id and one.get("game") != command_id]
    state = sheet["state"]
    free = gone["number"] if state is None or state["next"] is None else state["next"]
    moves = gone["kind"] == "record" and rest and rest[0]["kind"] == "record" and not sheet["closed"]
    up = max(0, rest[0]["number"] - free) if moves else 0
    moved = [{**command, "number": command["number"] - up} for command in rest]
    return in_sequence({**sheet, "commands": moved}, state["device"]["sequence"] if state else 0)


def retried(sheet: Sheet, state: dict[str, Any] | None) -> Sheet:
    commands = [
        command
        if command["problem"] and command["problem"]["code"] == OTHER_PLAYERS
        else {
            **command,
            "problem": None,
            "reordered": False,
            "base": min(command["base"], command["base"] if state is None else state["version"]),
        }
        for command in sheet["commands"]
    ]
    again = {**sheet, "commands": commands, "closed": None}
    if state is None:
        return again
    device = state["device"]
    return in_sequence({**again, "older": False, "state": state, "device": device["number"]}, device["sequence"])
