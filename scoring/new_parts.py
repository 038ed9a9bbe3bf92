"""What a part says that a club adds to its rules, until somebody changes it: contract, permit, sanction, penalty.

Each function returns an entry of a ruleset's file that can be read as it stands. Knows no form.
"""

import math
from collections.abc import Collection
from typing import Any

from scoring.contracts import BY_ALL_TRICKS, BY_DEAL, EVERYONE, FIXED, KINDS, LEVELS, PARTNERSHIP, SOLOIST, Kind
from scoring.parts import DEAL, WRONG_DEAL
from scoring.reader import NO_SECTION
from scoring.ruleset import Ruleset

MOST_RUNNERS = 14


def similar_contract(rules: Ruleset, name: str) -> str | None:
    """Return the first contract of these rules with the same side that is decided by the same; a new one follows it."""
    kind = KINDS[name]
    return next((other for other in rules.contracts if _nature(KINDS[other]) == _nature(kind)), None)


def new_contract(rules: Ruleset, name: str, contracts: Collection[str]) -> dict[str, Any]:
    """Return a contract with the values of a similar one, else twice its base if that is among the `contracts`."""
    kind, similar = KINDS[name], similar_contract(rules, name)
    if similar is not None:
        values: dict[str, Any] = dict(rules.contracts[similar].values)
    elif kind.base in contracts:
        values = {"times": 2, "of": kind.base, "level": LEVELS[0]}
    else:
        values = {level: number for number, level in enumerate(kind.levels, 1)}
    is_tout = kind.decided_by == BY_ALL_TRICKS
    entry: dict[str, Any] = {
        "section": NO_SECTION,
        "values": values,
        "runners": {
            "from": kind.least_runners if kind.has_runners else 0,
            "most": min(MOST_RUNNERS, kind.most_runners(rules.deck)) if kind.has_runners else 0,
            "times": 2 if is_tout else 1,
            "section": NO_SECTION,
        },
        "doubled": _setting(kind.has_runners),
        "circled": _setting(rules.contracts[similar].circled if similar else False),
        "counts_as": _setting(_counter(kind)),
    }
    if kind.family == EVERYONE:
        entry |= {
            "losers": _setting(1),
            "jungfrau_factors": _setting([2, 4]),
            "durchmarsch": _setting(0),
            "durchmarsch_from": _setting("all-tricks"),
            "durchmarsch_beats_jungfrau": _setting(True),
        }
    return entry


def new_permit(name: str) -> dict[str, Any]:
    """Return what a hand must hold for this Tout."""
    return {
        "section": NO_SECTION,
        "runners": KINDS[name].least_runners,
        "trumps_with_the_highest": 0,
        "side_suits": "any",
        "most_side_cards": 10,
    }


def new_sanction(rules: Ruleset, kind: str) -> dict[str, Any]:
    """Return the sanction of this kind of error, with a penalty in each contract."""
    names = (DEAL,) if kind == WRONG_DEAL else tuple(rules.contracts)
    return {"section": NO_SECTION, "penalties": {name: new_penalty(rules, name) for name in names}}


def new_penalty(rules: Ruleset, name: str) -> dict[str, Any]:
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


def _nature(kind: Kind) -> tuple[str, str]:
    return kind.family, kind.decided_by


def _counter(kind: Kind) -> str:
    """Return the counter that decides between equal places (5.4.2)."""
    if kind.decided_by == BY_DEAL:
        return "sie"
    if kind.decided_by == BY_ALL_TRICKS:
        return "tout"
    return "solo" if kind.family == SOLOIST else "none"


def _setting(value: object) -> dict[str, Any]:
    return {"value": value, "section": NO_SECTION}
