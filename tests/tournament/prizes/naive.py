"""Who wins what, worked out a second time as one would with a pencil: slowly, and without the program's own code.

Ties are broken by `lot`, which has everybody; so each place has one person.
"""

from collections import defaultdict
from typing import Any

Person = dict[str, Any]


def ranked(people: list[Person], lot: list[int]) -> list[Person]:
    """Everybody with a place, one after the other."""
    return sorted((one for one in people if one["place"]), key=lambda one: (one["place"], lot.index(one["key"])))


def in_order(prize: dict[str, Any], people: list[Person], sheets: list[Any], lot: list[int]) -> list[Person]:
    """Who comes first for this prize, who second and so on."""
    everybody = ranked(people, lot)
    what, more = prize["criterion"], prize["argument"]
    if what == "place":
        return everybody
    if what in ("woman", "newcomer"):
        return [one for one in everybody if one[what]]
    if what == "youth":
        return [one for one in everybody if one["age"] is not None and one["age"] < int(more)]
    if what == "club":
        return [one for one in everybody if one["club"] == more]
    figures: dict[int, Any] = {}
    for one in everybody:
        own = [sheet for sheet in sheets if sheet[2] == one["key"]]
        if what in ("sies", "touts", "solos") and one[what] > 0:
            figures[one["key"]] = one[what]
        elif what == "oldest" and one["age"] is not None:
            figures[one["key"]] = one["age"]
        elif what == "minus" and sum(sheet[4] for sheet in own) > 0:
            figures[one["key"]] = sum(sheet[4] for sheet in own)
        elif what == "sheet" and own:
            figures[one["key"]] = max(sheet[3] for sheet in own)
        elif what in ("match", "table"):
            sheets_of_kind = [sheet for sheet in own if str(sheet[0]) == more and prize.get("at", sheet[1]) == sheet[1]]
            if sheets_of_kind:
                figures[one["key"]] = max(sheet[3] for sheet in sheets_of_kind)
    eligible = [one for one in everybody if one["key"] in figures]
    return sorted(eligible, key=lambda one: (-figures[one["key"]], lot.index(one["key"])))


def slots(prize: dict[str, Any], players: int) -> list[tuple[int, int]]:
    """The places that a prize lies at, and in which direction it passes on."""
    if prize["criterion"] != "place":
        return [(number, 1) for number in range(1, prize["count"] + 1)]
    places: dict[int, int] = {}
    for part in prize["argument"].split(","):
        if part == "last":
            places.setdefault(players, -1)
        elif part == "last-1":
            places.setdefault(players - 1, -1)
        elif part == "middle":
            places.setdefault((players + 1) // 2, 1)
        elif "-" in part:
            first, last = part.split("-")
            for number in range(int(first), int(last) + 1):
                places.setdefault(number, 1)
        else:
            places.setdefault(int(part), 1)
    return list(places.items())


def winners(
    prizes: list[dict[str, Any]],
    per_head: dict[int, str],
    people: list[Person],
    sheets: list[Any],
    *,
    lot: list[int],
    waived: set[tuple[int, int]],
) -> dict[int, list[int]]:
    """The winners of each prize, by key, sorted."""
    won: dict[int, list[int]] = defaultdict(list)

    def may(prize: dict[str, Any], one: Person) -> bool:
        if (prize["key"], one["key"]) in waived or one["key"] in won[prize["key"]]:
            return False
        for other in prizes:
            if one["key"] in won[other["key"]]:
                rules = (per_head[prize["group"]], per_head[other["group"]])
                if rules == ("overall", "overall"):
                    return False
                if rules == ("one", "one") and other["group"] == prize["group"]:
                    return False
        return True

    for prize in prizes:
        if prize["criterion"] == "place" and prize["argument"] == "plus":
            for one in ranked(people, lot):
                if one["points"] > 0 and may(prize, one):
                    won[prize["key"]].append(one["key"])
            continue
        tables = sorted({sheet[1] for sheet in sheets if str(sheet[0]) == prize["argument"]})
        for at in tables if prize["criterion"] == "table" else [None]:
            terms = prize | ({"at": at, "count": 1} if at else {})
            order = in_order(terms, people, sheets, lot)
            passing = []
            for place, way in slots(terms, len(order)):
                if not 1 <= place <= len(order):
                    continue
                if may(prize, order[place - 1]):
                    won[prize["key"]].append(order[place - 1]["key"])
                else:
                    passing.append((place, way))
            for start, way in passing:
                place = start + way
                while 1 <= place <= len(order):
                    if may(prize, order[place - 1]):
                        won[prize["key"]].append(order[place - 1]["key"])
                        break
                    place += way
    return {key: sorted(keys) for key, keys in won.items() if keys}


def divided_money(places: dict[int, int], amounts: list[int], waived: set[tuple[int, int]]) -> dict[int, int]:
    """The cents of each person where prize 1 lies at place 1 and so on, and equal places divide.

    Who waives one prize of the sum gets nothing of it. As many prizes as there are people left are divided; the others
    pass on to the next places, each by itself.
    """
    cents_by_key: dict[int, int] = defaultdict(int)

    def share(cents: int, people: list[int]) -> None:
        for number, key in enumerate(sorted(people)):
            cents_by_key[key] += cents // len(people) + (number < cents % len(people))

    tiers = [sorted(key for key in places if places[key] == place) for place in sorted(set(places.values()))]
    for at, tier in enumerate(tiers):
        first = places[tier[0]]
        lying = [number for number in range(first, first + len(tier)) if number <= len(amounts)]
        willing = [key for key in tier if not any((number, key) in waived for number in lying)]
        if willing and lying:
            share(sum(amounts[number - 1] for number in lying[: len(willing)]), willing)
        for number in lying[len(willing) :]:
            takers = [[key for key in later if (number, key) not in waived] for later in tiers[at + 1 :]]
            if any(takers):
                share(amounts[number - 1], next(filter(None, takers)))
    return dict(cents_by_key)
