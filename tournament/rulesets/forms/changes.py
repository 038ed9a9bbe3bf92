"""What the buttons of a ruleset's form do to its document: they add parts, remove parts and switch values.

Each change gives the document that a person would write: a new part is complete, a removed one leaves no trace.
"""

import copy
import math
from collections.abc import Callable, Mapping
from typing import Any

from scoring.contracts import BY_ALL_TRICKS, BY_DEAL, EVERYONE, FIXED, KINDS, LEVELS, PARTNERSHIP, SOLOIST, Kind
from scoring.parts import DEAL, SANCTION_KINDS, WRONG_DEAL
from scoring.ruleset import PLAYED_INSTEAD, Ruleset
from tournament.rulesets.forms.text import Document

NO_SECTION = "–"
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
    kind = KINDS[name]
    if kind.base is not None:
        _add_contract(document, rules, ("contracts", kind.base))
    like = next((other for other in rules.contracts if _alike(KINDS[other], kind)), None)
    contracts[name] = _contract(kind, rules, like, contracts)
    for table, setting in LISTS:
        listed = document.get(table, {}).get(setting, {}).get("value")
        if not isinstance(listed, list) or name in listed or (setting == "order" and name in PLAYED_INSTEAD):
            continue
        if like in listed:
            listed.insert(listed.index(like) + 1, name)
        elif setting == "order":
            listed.append(name)
    for sanction in document.get("sanctions", {}).values():
        if like in sanction.get("penalties", {}):
            sanction["penalties"][name] = dict(sanction["penalties"][like])


def _alike(one: Kind, other: Kind) -> bool:
    return (one.family, one.decided_by) == (other.family, other.decided_by)


def _contract(kind: Kind, rules: Ruleset, like: str | None, contracts: Mapping[str, Any]) -> Document:
    tout, plays = kind.decided_by == BY_ALL_TRICKS, kind.decided_by not in (BY_DEAL,) and kind.lords != ()
    if like is not None:
        values: Document = dict(rules.contracts[like].values)
    elif kind.base in contracts:
        values = {"times": 2, "of": kind.base, "level": LEVELS[0]}
    else:
        values = {level: number for number, level in enumerate(kind.levels, 1)}
    counts = "sie" if kind.decided_by == BY_DEAL else "tout" if tout else "solo" if kind.family == SOLOIST else "none"
    runs = plays and kind.family != EVERYONE
    first = 2 if kind.trump_suit is None else 3
    most = min(14, kind.most_runners(rules.deck))
    entry: Document = {
        "section": NO_SECTION,
        "values": values,
        "runners": {
            "from": first if runs else 0,
            "most": most if runs else 0,
            "times": 2 if tout else 1,
            "section": NO_SECTION,
        },
        "doubled": _setting(runs),
        "circled": _setting(rules.contracts[like].circled if like else False),
        "counts_as": _setting(counts),
    }
    if kind.family == EVERYONE:
        entry |= {
            "jungfrau_factors": _setting([2, 4]),
            "durchmarsch": _setting(0),
            "durchmarsch_from": _setting("all-tricks"),
            "durchmarsch_beats_jungfrau": _setting(True),
        }
    return entry


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
        listed = document.get(table, {}).get(setting, {}).get("value")
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
    fixed = kind.levels == (FIXED,)
    others = [other for other in rules.contracts if other != name and (fixed or KINDS[other].levels == kind.levels)]
    if not others:
        return
    source = kind.base if kind.base in others else others[0]
    values: Document = {"times": 2 if kind.base else 1, "of": source}
    if fixed:
        values["level"] = KINDS[source].levels[0]
    document["contracts"][name]["values"] = values


def _add_limits(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    if key[1] in document["contracts"]:
        document["contracts"][key[1]]["limits"] = copy.deepcopy(document["limits"])


def _add_permit(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    if key[-1] in addable(rules, document, "permits"):
        document["permits"][key[-1]] = {
            "section": NO_SECTION,
            "runners": 2 if KINDS[key[-1]].trump_suit is None else 3,
            "trumps_with_the_highest": 0,
            "side_suits": "any",
        }


def _add_sanction(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    sanctions = document["sanctions"]
    if len(key) == 2 and key[1] in addable(rules, document, "sanctions"):
        names = (DEAL,) if key[1] == WRONG_DEAL else tuple(rules.contracts)
        penalties = {name: _penalty(rules, name) for name in names}
        sanctions[key[1]] = {"section": NO_SECTION, "penalties": penalties}
    elif len(key) == 4 and key[1] in sanctions and key[3] in addable(rules, document, *key[:3]):
        sanctions[key[1]]["penalties"][key[3]] = _penalty(rules, key[3])


def _penalty(rules: Ruleset, name: str) -> Document:
    """Return a penalty like those of 3.4.17: whoever erred bears all that a game lost with Schneider costs his side."""
    kind = KINDS.get(name)
    if kind is None or kind.family == EVERYONE:
        # At a table of five the dealer sits out, so four others share.
        sharing = math.lcm(*(rules.players - (number == rules.players) for number in rules.seats))
        least = min((min(contract.values.values()) for contract in rules.contracts.values()), default=1)
        return {"minus": sharing * least, "borne_by": "offender", "shared_by": "all-others"}
    values = rules.contracts[name].values
    sharing = rules.players // 2 if kind.family == PARTNERSHIP else rules.players - 1
    minus = sharing * values.get("schneider", values.get(FIXED, 1))
    return {"minus": minus, "borne_by": "offender", "shared_by": "other-side"}


def _remove_entry(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    table = document
    for part in key[:-1]:
        table = table.get(part, {})
    if len(key) > 1:
        table.pop(key[-1], None)


def _clear_sections(document: Document, rules: Ruleset, key: tuple[str, ...]) -> None:
    """Empty the section numbers: they belong to the document that a club's rules were copied from."""
    document["notices"] = dict.fromkeys(document.get("notices", {}), NO_SECTION)
    _clear_within(document)


def _clear_within(table: Document) -> None:
    for name, value in table.items():
        if isinstance(value, dict):
            _clear_within(value)
        elif name == "section":
            table[name] = NO_SECTION


def _setting(value: object) -> Document:
    return {"value": value, "section": NO_SECTION}


_ACTIONS: Mapping[tuple[str, str], Callable[[Document, Ruleset, tuple[str, ...]], None]] = {
    ("add", "contracts"): _add_contract,
    ("add", "permits"): _add_permit,
    ("add", "sanctions"): _add_sanction,
    ("remove", "contracts"): _remove_contract,
    ("remove", "permits"): _remove_entry,
    ("remove", "sanctions"): _remove_entry,
    ("own", "contracts"): _own_values,
    ("multiple", "contracts"): _multiple,
    ("limits", "contracts"): _add_limits,
    ("clear", "sections"): _clear_sections,
}
