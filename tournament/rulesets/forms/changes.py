"""What the buttons of a ruleset's form do to its document: they add parts, remove parts and switch values.

Each change gives the document that a person would write: a new part is complete (scoring/new_parts.py says what is in
it), a removed one leaves no trace.
"""

import copy
from collections.abc import Callable, Mapping
from typing import Any

from scoring.contracts import FIXED, KINDS, LEVELS
from scoring.new_parts import new_contract, new_penalty, new_permit, new_sanction, similar_contract
from scoring.parts import DEAL, SANCTION_KINDS, WRONG_DEAL
from scoring.reader import NO_SECTION
from scoring.ruleset import Ruleset
from tournament.rulesets.forms.text import Document

# A new contract enters these lists wherever the contract that it resembles is in them.
LISTS = (
    ("bidding", "order"),
    ("first_game", "touts"),
    ("first_game", "schwarz"),
    ("first_game", "uncounted"),
    ("approvals", "always"),
    ("approvals", "counted"),
)


def change_document(document: Document, rules: Ruleset, change: str, choice: str) -> Document:
    """Return the document after a button was pressed: `change` is a verb and a dotted key, `choice` what to add.

    `rules` is what could be read of the document. A change that makes no sense changes nothing.
    """
    verb, _space, key = change.partition(" ")
    changed = copy.deepcopy(document)
    parts = tuple(key.split("."))
    action = _ACTIONS.get((verb, parts[0]))
    if action is not None and (verb in ("add", "clear") or 2 <= len(parts) <= 4):
        action(changed, rules, (*parts, choice) if verb == "add" else parts)
    return changed


def addable(rules: Ruleset, document: Document, *key: str) -> tuple[str, ...]:
    """Return what can still be added to contracts, permits, sanctions or penalties, in scoring's order."""
    there = document
    for part in key:
        there = there.get(part, {})
    match key:
        case ("contracts",):
            names = tuple(KINDS)
        case ("permits",):
            names = tuple(name for name in rules.contracts if KINDS[name].base is not None)
        case ("sanctions",):
            names = SANCTION_KINDS
        case (_, kind, _):
            names = (DEAL,) if kind == WRONG_DEAL else tuple(rules.contracts)
        case _:
            names = ()
    return tuple(name for name in names if name not in there)


def _add_contract(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    contracts, name = document["contracts"], key[-1]
    if name not in KINDS or name in contracts:
        return
    base = KINDS[name].base
    if base is not None:
        _add_contract(document, rules, ("contracts", base))
    like = similar_contract(rules, name)
    contracts[name] = _as_there(document, new_contract(rules, name, contracts))
    for table, setting in LISTS:
        listed = _listed(document, table, setting)
        if not isinstance(listed, list) or name in listed or (setting == "order" and not KINDS[name].is_bid):
            continue
        if like in listed:
            listed.insert(listed.index(like) + 1, name)
        elif setting == "order":
            listed.append(name)
    for sanction in document.get("sanctions", {}).values():
        if like in sanction.get("penalties", {}):
            sanction["penalties"][name] = dict(sanction["penalties"][like])


def _as_there(document: Document, part: Document) -> Document:
    """Return a new part as the document writes its own: without sections where it has none."""
    plain: Document = _plain(part) if "section" in document else part
    return plain


def _listed(document: Document, table: str, setting: str) -> object:
    """Return the list of contracts that a setting holds, with a section of its own or without."""
    listed = document.get(table, {}).get(setting)
    return listed.get("value") if isinstance(listed, dict) else listed


def _remove_contract(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    name = key[1]
    if len(key) == 3 and key[2] == "limits":
        document["contracts"].get(name, {}).pop("limits", None)
        return
    for other, entry in document["contracts"].items():
        if isinstance(entry.get("values"), dict) and entry["values"].get("of") == name:
            _own_values(document, rules, ("contracts", other))
    document["contracts"].pop(name, None)
    document["permits"].pop(name, None)
    for table, setting in LISTS:
        listed = _listed(document, table, setting)
        if isinstance(listed, list) and name in listed:
            listed.remove(name)
    for sanction in document["sanctions"].values():
        sanction.get("penalties", {}).pop(name, None)


def _own_values(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    if key[1] in rules.contracts and key[1] in document["contracts"]:
        document["contracts"][key[1]]["values"] = dict(rules.contracts[key[1]].values)


def _multiple(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    name = key[1]
    if name not in rules.contracts or name not in document["contracts"]:
        return
    kind = KINDS[name]
    is_fixed = kind.levels == (FIXED,)
    others = [other for other in rules.contracts if other != name and (is_fixed or KINDS[other].levels == kind.levels)]
    if not others:
        return
    source = kind.base if kind.base in others else others[0]
    values: Document = {"times": 2 if kind.base else 1, "of": source}
    if is_fixed:
        values["level"] = KINDS[source].levels[0]
    document["contracts"][name]["values"] = values


def _announced(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    """Let Schneider be announced in a contract, or no longer; it adds what Schneider itself adds."""
    values = document["contracts"].get(key[1], {}).get("values")
    if not isinstance(values, dict) or key[1] not in rules.contracts or "of" in values:
        return
    if "announced" in values:
        del values["announced"]
    elif KINDS[key[1]].levels == LEVELS:
        plain = rules.contracts[key[1]].values
        values["announced"] = max(1, plain[LEVELS[1]] - plain[LEVELS[0]])


def _together(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    """Give each number of runners a value of its own, or none any more; it begins with what they are worth now."""
    runners = document["contracts"].get(key[1], {}).get("runners")
    if not isinstance(runners, dict) or key[1] not in rules.contracts:
        return
    if "values" in runners:
        del runners["values"]
        return
    rule = rules.contracts[key[1]].price.runners
    if rule.first:
        runners["values"] = [count * max(1, rules.runner_value) for count in range(rule.first, rule.most + 1)]


def _add_limits(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    if key[1] in document["contracts"]:
        document["contracts"][key[1]]["limits"] = copy.deepcopy(document["limits"])


def _add_permit(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    if key[-1] in addable(rules, document, "permits"):
        document["permits"][key[-1]] = _as_there(document, new_permit(key[-1]))


def _add_sanction(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    sanctions = document["sanctions"]
    if len(key) == 2 and key[1] in addable(rules, document, "sanctions"):
        sanctions[key[1]] = _as_there(document, new_sanction(rules, key[1]))
    elif len(key) == 4 and key[1] in sanctions and key[3] in addable(rules, document, *key[:3]):
        sanctions[key[1]]["penalties"][key[3]] = new_penalty(rules, key[3])


def _remove_entry(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    table = document
    for part in key[:-1]:
        table = table.get(part, {})
    if len(key) > 1:
        table.pop(key[-1], None)


def _clear_sections(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    """Take out all section numbers: they belong to the document that a club's rules were copied from."""
    cleared = without_sections(document)
    document.clear()
    document.update(cleared)


def without_sections(document: Document) -> Document:
    """Return the same rules as a club's own, which have no sections: one dash at the top stands for all of them."""
    plain = _plain(document)
    heads = {key: plain.pop(key) for key in ("format", "id", "title", "edition", "source") if key in plain}
    return {**heads, "section": NO_SECTION, **plain}


def _notice_up(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    """Put a sentence of the ruleset's own before the one in front of it; `key` has its number among them."""
    notices, number = document["notices"], int(key[1]) if key[1].isdigit() else 0
    own = [at for at, notice in enumerate(notices) if "code" not in notice]
    if 2 <= number <= len(own):
        before, this = own[number - 2 : number]
        notices[before], notices[this] = notices[this], notices[before]


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"value", "section"}:
        return value["value"]
    return {name: _plain(part) for name, part in value.items() if name != "section"}


_ACTIONS: Mapping[tuple[str, str], Callable[[Document, Ruleset, tuple[str, ...]], None]] = {
    ("add", "contracts"): _add_contract,
    ("add", "permits"): _add_permit,
    ("add", "sanctions"): _add_sanction,
    ("remove", "contracts"): _remove_contract,
    ("remove", "permits"): _remove_entry,
    ("remove", "sanctions"): _remove_entry,
    ("own", "contracts"): _own_values,
    ("announced", "contracts"): _announced,
    ("together", "contracts"): _together,
    ("multiple", "contracts"): _multiple,
    ("limits", "contracts"): _add_limits,
    ("clear", "sections"): _clear_sections,
    ("up", "notices"): _notice_up,
}
