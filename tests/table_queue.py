"""The rules of static/js/table/commands.js in Python: what a table's device keeps until it is answered.

Sheets and commands are dicts as in the browser's store; tests/js/table/test_commands.py compares both versions.
"""

from typing import Any

AT_MOST = 10
OTHER_PLAYERS = "other_players"
SENT = ("id", "sequence", "base", "kind", "number", "record", "redeals", "oral", "game")
Sheet = dict[str, Any]
Command = dict[str, Any]


class NotNext(Exception):
    """The number is not that of the next line."""


def blank(sheet: str) -> Sheet:
    empty = {"state": None, "device": 0, "sequence": 0, "commands": [], "draft": None, "closed": None, "older": False}
    return {"sheet": sheet, **empty, "kept": [], "recollection": None, "healed": None}


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


def appended(sheet: Sheet, order: dict[str, Any], command_id: str) -> Sheet:
    due = order["number"] + (order["kind"] == "take_back")
    state = sheet["state"]
    if state is None or next_number(sheet) != due:
        raise NotNext
    if order["kind"] == "record" and order["number"] > state["games"]:
        raise NotNext
    if order["kind"] == "take_back":
        refused = [one for one in sheet["commands"] if one["problem"] and one["id"] == order["game"]]
        if refused:
            return discarded(sheet, refused[0]["id"])
    sequence = max(sheet["sequence"], state["device"]["sequence"]) + 1
    command = {"id": command_id, "sequence": sequence, "base": state["version"], **order, "problem": None}
    return {**sheet, "sequence": sequence, "commands": [*sheet["commands"], command]}


def sendable(sheet: Sheet) -> list[Command]:
    if sheet["closed"] or sheet["older"]:
        return []
    first: list[Command] = []
    waits = gap(sheet)
    for command in sheet["commands"][: AT_MOST if waits is None else min(AT_MOST, waits["at"])]:
        if command["problem"]:
            break
        first.append({name: value for name, value in command.items() if name not in ("problem", "reordered")})
    return first


def answered(sheet: Sheet, answers: list[dict[str, Any]], state: dict[str, Any] | None, version: int) -> Sheet:
    by = {answer["id"]: answer for answer in answers}
    reorder, commands, stored = False, [], [*sheet["kept"]]
    healed = sheet["healed"] and dict(sheet["healed"])
    for command in sheet["commands"]:
        answer = by.get(command["id"])
        if answer is None:
            commands.append(command)
        elif answer["answer"] in ("applied", "duplicate"):
            stored.append(as_sent(command))
            if healed and command.get("again") and (command["kind"], answer["answer"]) == ("record", "applied"):
                healed["games"] += 1
        elif answer.get("code") == "out_of_sequence" and not command.get("reordered"):
            reorder = True
            commands.append({**command, "reordered": True})
        else:
            problem = {"code": answer.get("code", answer["answer"]), "text": answer.get("text", "")}
            commands.append({**command, "problem": problem})
    older = any(answer.get("code") == "sheet_older" for answer in answers)
    answered_sheet = {**sheet, "commands": commands, "kept": stored, "healed": healed}
    answered_sheet |= {"closed": None, "older": sheet["older"] or older}
    current = answered_sheet if state is None else adopted(answered_sheet, state, version)
    return in_sequence(current, current["state"]["device"]["sequence"]) if reorder and current["state"] else current


def adopted(sheet: Sheet, state: dict[str, Any], version: int) -> Sheet:
    restored = is_restored(sheet, state.get("restore"))
    if sheet["state"] and people(sheet["state"]) != people(state):
        lost = with_kept(sheet) if restored else sheet["commands"]
        commands = [{**one, "problem": {"code": OTHER_PLAYERS, "text": ""}} for one in lost]
        device = state["device"]
        other = {"commands": commands, "state": state, "closed": None, "older": False, "device": device["number"]}
        other |= {"kept": [] if restored else kept_on(sheet, state), "healed": None}
        return in_sequence({**sheet, **other}, device["sequence"])
    if restored:
        return healing(sheet, state)
    if sheet["state"] and state["version"] < sheet["state"]["version"]:
        return {**sheet, "closed": None, "older": True} if state["version"] < version else sheet
    adopted_sheet = {**sheet, "kept": kept_on(sheet, state), "state": state, "closed": None, "older": False}
    adopted_sheet |= {"device": state["device"]["number"]}
    if sheet["device"] != state["device"]["number"]:
        return in_sequence(adopted_sheet, state["device"]["sequence"])
    return {**adopted_sheet, "sequence": max(sheet["sequence"], state["device"]["sequence"])}


def patched(state: dict[str, Any] | None, changes: dict[str, Any]) -> dict[str, Any] | None:
    if state is None or state["version"] != changes["since"]:
        return None
    fields = {name: value for name, value in changes.items() if name not in ("since", "gone", "lines", "seats")}
    lines = {line["number"]: line for line in state["lines"]} | {line["number"]: line for line in changes["lines"]}
    kept_lines = [lines[number] for number in sorted(lines) if number not in changes["gone"]]
    seats = {seat["number"]: seat for seat in changes["seats"]}
    return {**state, **fields, "lines": kept_lines, "seats": [one | seats[one["number"]] for one in state["seats"]]}


def kept_on(sheet: Sheet, state: dict[str, Any]) -> list[Command]:
    same = not sheet["state"] or sheet["state"].get("sheet") == state.get("sheet")
    return sheet["kept"] if same and state.get("keep") is not False else []


def healing(sheet: Sheet, state: dict[str, Any]) -> Sheet:
    before, device = sheet["state"], state["device"]
    commands = [unstuck(command, state) for command in with_kept(sheet)]
    recollection = {**sheet["recollection"], "restore": state["restore"]} if sheet["recollection"] else None
    healed_sheet = {**sheet, "kept": [], "commands": commands, "state": state, "closed": None, "older": False}
    healed_sheet |= {"device": device["number"], "recollection": recollection or recollected(before, state["restore"])}
    return in_sequence({**healed_sheet, "healed": {"games": 0, "signed": signed_seats(before)}}, device["sequence"])


def barred(sheet: Sheet, closed: dict[str, str], reply: dict[str, Any]) -> Sheet:
    if reply.get("keep") is False:
        return {**sheet, "closed": closed, "kept": []}
    if is_restored(sheet, reply.get("restore")):
        return {**sheet, "closed": closed, "kept": [], "commands": with_kept(sheet)}
    return {**sheet, "closed": closed}


def as_sent(command: Command) -> Command:
    return {name: command[name] for name in SENT if name in command}


def with_kept(sheet: Sheet) -> list[Command]:
    return [*({**command, "problem": None, "again": True} for command in sheet["kept"]), *sheet["commands"]]


def is_restored(sheet: Sheet, restore: str | None) -> bool:
    return sheet["state"] is not None and restore is not None and restore != sheet["state"].get("restore", "")


def recollected(state: dict[str, Any], restore: str) -> dict[str, Any]:
    lines = state.get("lines", [])
    summary = {"restore": restore, "version": state["version"], "games": len(lines), "signed": len(signed_seats(state))}
    corrections = sum(len(line["old"]) for line in lines)
    return {**summary, "corrections": corrections, "accepted": state.get("state") == "accepted"}


def signed_seats(state: dict[str, Any]) -> list[int]:
    return [seat["number"] for seat in state["seats"] if seat["signed"]]


def gap(sheet: Sheet) -> dict[str, int] | None:
    if sheet["state"] is None:
        return None
    free = sheet["state"]["games"] + 1 if sheet["state"]["next"] is None else sheet["state"]["next"]
    for at, command in enumerate(sheet["commands"]):
        number = command["number"]
        if not command.get("again") or command["problem"]:
            return None
        if command["kind"] == "take_back":
            if number >= free:
                return {"at": at, "from": free, "to": number}
            free = number
        else:
            if number > free:
                return {"at": at, "from": free, "to": number - 1}
            free = max(free, number + 1)
    return None


def people(state: dict[str, Any]) -> list[int]:
    return [seat["start_number"] for seat in state["seats"]]


def in_sequence(sheet: Sheet, start: int) -> Sheet:
    commands = [{**command, "sequence": start + 1 + index} for index, command in enumerate(sheet["commands"])]
    return {**sheet, "commands": commands, "sequence": start + len(commands)}


def discarded(sheet: Sheet, command_id: str) -> Sheet:
    unwanted = next((command for command in sheet["commands"] if command["id"] == command_id), None)
    if unwanted is None or not (unwanted["problem"] or sheet["closed"]):
        return sheet
    state = sheet["state"]
    start = state["device"]["sequence"] if state else 0
    rest = [one for one in sheet["commands"] if one["id"] != command_id and one.get("game") != command_id]
    if is_others(unwanted):
        rest = [one for one in sheet["commands"] if not is_others(one)]
    free = unwanted["number"] if state is None or state["next"] is None else state["next"]
    moves = (
        (is_others(unwanted) or unwanted["kind"] == "record")
        and rest
        and rest[0]["kind"] == "record"
        and not sheet["closed"]
    )
    up = max(0, rest[0]["number"] - free) if moves else 0
    moved = [{**command, "number": command["number"] - up} for command in rest]
    return in_sequence({**sheet, "commands": moved}, start)


def retried(sheet: Sheet, state: dict[str, Any] | None) -> Sheet:
    commands = [unstuck(command, state) for command in (with_kept(sheet) if state else sheet["commands"])]
    again = {**sheet, "commands": commands, "closed": None}
    if state is None:
        return again
    device = state["device"]
    fresh_state = {"kept": [], "older": False, "state": state, "device": device["number"]}
    return in_sequence({**again, **fresh_state}, device["sequence"])


def unstuck(command: Command, state: dict[str, Any] | None) -> Command:
    if is_others(command):
        return command
    base = min(command["base"], command["base"] if state is None else state["version"])
    return {**command, "problem": None, "reordered": False, "base": base}


def is_others(command: Command) -> bool:
    return bool(command["problem"]) and command["problem"]["code"] == OTHER_PLAYERS
