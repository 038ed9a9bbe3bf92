"""Older forms of a ruleset file, read as the present one. Knows how each form differs, and nothing of games.

A tournament keeps the text of its rules for ever, so every form that was once in use stays readable.
"""

from typing import Any

FORMAT = 2

_DOCUMENTED = {
    "rufer": (3, 14, 1),
    "solo": (3, 13, 1),
    "wenz": (2, 4, 1),
    "solo-tout": (3, 13, 2),
    "wenz-tout": (2, 4, 2),
    "sie": (0, 0, 1),
}


def upgraded(data: dict[str, Any]) -> dict[str, Any]:
    """Return a document in the present form. One without `format` is of the first, which knew only the 2023 rules.

    What that form could not say is filled in with what it meant. An unexpected document is returned unchanged:
    reading it will say what is wrong.
    """
    if "format" in data:
        return data
    try:
        return _from_first(data)
    except (AttributeError, KeyError, TypeError, ValueError):
        return data


def _from_first(data: dict[str, Any]) -> dict[str, Any]:
    match = dict(data["match"])
    games, to = match.pop("games_per_match"), match.pop("games_per_round")
    match.pop("stoss")
    return {
        **data,
        "format": FORMAT,
        "match": {
            **match,
            "cards": _setting("german", "1.2.2"),
            "players": _setting(4, "1.2.1"),
            "sitting_out": _setting("scores-nothing", "1.2.1"),
            "games_per_player": games,
            "deals_per_round": {**to, "value": to["value"] // 4},
            "surrender": _setting(False, "3.1.6"),
            "totals_only": _setting(False, "5.3.3"),
            "final_say": _setting("tribunal", "5.1.3"),
        },
        "doublings": {
            "rule": _setting("ignored", "5.2.4"),
            "most": _setting(2, "3.3.3"),
            "doubles": _setting("all", "4.2.4"),
        },
        "runners": {"scored": _setting(False, "5.2.8"), "value": _setting(1, "4.2.4")},
        "bonuses": {
            "solo": _setting(0, "5.2.7"),
            **{suit: _setting(0, "2.4.4") for suit in ("acorns", "leaves", "hearts", "bells")},
        },
        "contracts": {key: _contract(key, entry) for key, entry in data["contracts"].items()},
        "bidding": {
            "order": _setting(
                [key for key in ("sie", "solo-tout", "wenz-tout", "solo", "wenz", "rufer") if key in data["contracts"]],
                "2.4.4",
            ),
            "equal": _setting("seating", "2.4.4"),
        },
        "permits": {
            key: {"section": "5.2.14", **rule}
            for key, rule in {
                "solo-tout": {"runners": 3, "trumps_with_the_highest": 0, "side_suits": "ace-or-ace-ten"},
                "wenz-tout": {"runners": 2, "trumps_with_the_highest": 3, "side_suits": "ace-ten-and-any-third"},
            }.items()
            if key in data["contracts"]
        },
        "sanctions": {kind: _sanction(entry) for kind, entry in data["sanctions"].items()},
    }


def _setting(value: object, section: str) -> dict[str, object]:
    return {"value": value, "section": section}


def _contract(key: str, entry: dict[str, Any]) -> dict[str, Any]:
    first, most, times = _DOCUMENTED[key]
    return {
        **entry,
        "runners": {"from": first, "most": most, "times": times, "section": "4.2.2"},
        "doubled": _setting(key != "sie", "3.3.1"),
    }


def _sanction(entry: dict[str, Any]) -> dict[str, Any]:
    """Convert a sanction: in the first form the offender bore all of it and the other side shared it."""
    penalties = {
        name: {"minus": figure, "borne_by": "offender", "shared_by": "other-side"}
        for name, figure in entry["penalties"].items()
    }
    return {**entry, "penalties": penalties}
