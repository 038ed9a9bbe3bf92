"""Older forms of a ruleset or tariff file, read as the present one. Knows how each form differs, and no games.

A tournament keeps the text of its rules for ever, so every form that was once in use stays readable.
"""

from typing import Any

FORMAT = 3
TARIFF_FORMAT = 2

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
    try:
        if "format" not in data:
            return _from_second(_from_first(data))
        return _from_second(data) if data["format"] == 2 else data
    except (AttributeError, KeyError, TypeError, ValueError):
        return data


def upgraded_tariff(data: dict[str, Any]) -> dict[str, Any]:
    """Return a tariff in the present form, as `upgraded` does: in the first each had prices and a declarer's pot."""
    try:
        if data["format"] != 1:
            return data
        sweetener = data["pot"]["sweetener"]
        pot = {"won_by": _beside(sweetener, "declarer"), "most": _beside(sweetener, "any")}
        pays = _beside(data["unit_cents"], "games")
        return {"pays": pays, **data, "format": TARIFF_FORMAT, "pot": {**pot, **data["pot"]}}
    except (AttributeError, KeyError, TypeError):
        return data


def _from_second(data: dict[str, Any]) -> dict[str, Any]:
    """Fill in what the second form could not say; a value that it lacked has the section of the value beside it.

    What a file says of it nevertheless, because somebody added it, stays.
    """
    match, limits, doublings = dict(data["match"]), data["limits"], data["doublings"]
    first_game, runners, ranking = data["first_game"], data["runners"], data["ranking"]
    draw = match.pop("new_draw_each_match")
    notices = [{"code": code, "section": section} for code, section in data["notices"].items()]
    return {
        "bock": {"after": _beside(doublings["rule"], []), "deals": _beside(doublings["rule"], 4)},
        **data,
        "format": FORMAT,
        "match": {
            "fewest_matches": dict(match["matches"]),
            "seating": {**draw, "value": _if_flag(draw["value"], "drawn", "kept")},
            "against_soloist": _beside(match["counting"], "full"),
            **match,
        },
        "limits": _limits(limits),
        "doublings": {
            "laying": _beside(doublings["rule"], False),
            "knocking": _beside(doublings["rule"], False),
            "takes_over": _beside(doublings["rule"], False),
            **doublings,
        },
        "runners": {
            "missing": dict(runners["value"]),
            "missing_borne_by": _beside(runners["value"], "side"),
            **runners,
        },
        "contracts": {key: _newer_contract(entry) for key, entry in data["contracts"].items()},
        "first_game": {"reduced_in": _beside(first_game["reduced_to"], "every"), **first_game},
        "permits": {key: {"most_side_cards": 10, **rule} for key, rule in data["permits"].items()},
        "ranking": {
            "best_matches": _beside(ranking["tie_break"], 0),
            "sums": _beside(ranking["tie_break"], "points"),
            **ranking,
        },
        "notices": notices,
    }


def _newer_contract(entry: dict[str, Any]) -> dict[str, Any]:
    limits = {"limits": _limits(entry["limits"])} if "limits" in entry else {}
    losers = {"losers": _beside(entry["jungfrau_factors"], 1)} if "jungfrau_factors" in entry else {}
    return {**losers, **entry, **limits}


def _limits(limits: dict[str, Any]) -> dict[str, Any]:
    return {"drawn": _beside(limits["defenders_win"], "dealt-again"), **limits}


def _beside(setting: dict[str, Any], value: object) -> dict[str, Any]:
    return {"value": value, "section": setting["section"]}


def _if_flag(value: object, if_true: str, if_false: str) -> object:
    """Translate a flag; anything else stays as it is, for the reader to refuse."""
    return {True: if_true, False: if_false}[value] if isinstance(value, bool) else value


def _from_first(data: dict[str, Any]) -> dict[str, Any]:
    match = dict(data["match"])
    games, to = match.pop("games_per_match"), match.pop("games_per_round")
    match.pop("stoss")
    return {
        **data,
        "format": 2,
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
