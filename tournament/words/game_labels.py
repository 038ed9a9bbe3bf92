"""A game record in words: the sheet's column "game", and one line that says what happened. Knows no rows.

A record is the JSON object of scoring; `names` are those of the seats in their order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring.endings import readings
from scoring.records import GameRecord, record_from_json
from scoring.results import ACCEPTED, REFUSED, scored_ramsch, seats_of
from scoring.ruleset import Ruleset
from scoring.tariffs import Tariff
from scoring.worth import IGNORED, LOSING_RULES
from tournament.words.labels import CONTRACTS, RESULTS, SANCTIONS, SUITS, points_text

SEATS = ("1", "2", "3", "4", "5")
# There are at most so many trumps.
MOST_RUNNERS = 14
# So many contracts fit side by side in the narrow column.
NAMED_CONTRACTS = 2


def game_word(ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    """Return the text of the column "game"; a line known by its points may be of several contracts (5.3.3)."""
    if record.get("unplayed"):
        return gettext("not played")
    if record.get("sanction"):
        return gettext("Sanction")
    if record.get("contract"):
        return str(CONTRACTS[record["contract"]])
    possible = possible_contracts(ruleset, record_from_json(record))
    if not possible:
        return gettext("no game")
    if len(possible) > NAMED_CONTRACTS:
        return gettext("ambiguous")
    return "/".join(str(CONTRACTS[key]) for key in possible)


def possible_contracts(ruleset: Ruleset, record: GameRecord) -> tuple[str, ...]:
    """Return the contracts that a line known by its points can be of, in the ruleset's order; none if it is no game."""
    ways = readings(ruleset, seats_of(ruleset, record), record.place.sits_out).get(record.paper.written or (), ())
    if len({way.circled for way in ways}) > 1:
        ways = tuple(way for way in ways if way.circled == record.paper.circled)
    return tuple(dict.fromkeys(way.contract for way in ways))


def describe(ruleset: Ruleset, record: Mapping[str, Any], names: Sequence[str] = SEATS) -> str:
    """Return one line that says what a record means: "Solo, Bene, won with Schneider, 3 runners, Contra"."""
    if record.get("unplayed"):
        return gettext("not played")
    if "written" in record:
        circled = record.get("circled")
        who = f", {names[circled - 1]}" if circled else ""
        parts = [f"{game_word(ruleset, record)}{who}: {points_text(record['written'])}"]
        parts += _extras(ruleset, record)
    else:
        parts = [_contract(ruleset, record), *_players(record, names), *_ending(ruleset, record, names)]
        parts += _extras(ruleset, record, names)
    if record.get("passed"):
        words = ngettext("%(count)s deal thrown in before", "%(count)s deals thrown in before", record["passed"])
        parts.append(words % {"count": record["passed"]})
    return ", ".join(parts)


def _contract(ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    key = record.get("contract")
    if key is None:
        # H 4: a wrong deal ends the game before a contract is announced.
        return gettext("Sanction")
    name = str(CONTRACTS.get(key, key))
    suit = SUITS[ruleset.cards].get(record.get("suit", ""))
    return f"{name} ({suit})" if suit else name


def _players(record: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    if not record.get("declarer"):
        return
    declarer = names[record["declarer"] - 1]
    if not record.get("partner"):
        yield declarer
        return
    yield gettext("%(declarer)s with %(partner)s") % {
        "declarer": declarer,
        "partner": names[record["partner"] - 1],
    }


def _ending(ruleset: Ruleset, record: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    sanction = record.get("sanction")
    if sanction:
        bearer = sanction.get("revealer") or sanction["offender"]
        words = {"kind": SANCTIONS.get(sanction["kind"], sanction["kind"]), "name": names[bearer - 1]}
        yield gettext("%(kind)s by %(name)s") % words
    elif not record.get("declarer"):
        yield from _ramsch(ruleset, record, names)
    elif record.get("result"):
        yield str(RESULTS[record["result"], record.get("level") or "simple"])
    elif record.get("card_points") is not None:
        yield gettext("%(points)s card points") % {"points": record["card_points"]}
    surrender = record.get("surrender")
    if surrender == ACCEPTED:
        yield gettext("the opponents gave up")
    elif surrender == REFUSED:
        yield gettext("giving up was refused")


def _ramsch(ruleset: Ruleset, record: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    if record.get("contract") not in ruleset.contracts:
        return
    ended = scored_ramsch(ruleset, record_from_json(record))
    if ended is None:
        return
    if ended.durchmarsch is not None:
        yield gettext("Durchmarsch by %(name)s") % {"name": names[ended.durchmarsch - 1]}
        return
    if ended.losers:
        yield gettext("%(name)s lost") % {"name": " + ".join(names[seat - 1] for seat in ended.losers)}
    if ended.jungfrauen:
        maidens = " + ".join(names[seat - 1] for seat in ended.jungfrauen)
        yield ngettext("Jungfrau: %(names)s", "Jungfrauen: %(names)s", len(ended.jungfrauen)) % {"names": maidens}


def _extras(ruleset: Ruleset, record: Mapping[str, Any], names: Sequence[str] = ()) -> Iterator[str]:
    if record.get("late_tout"):
        yield gettext("Tout announced too late")
    if record.get("announced"):
        yield gettext("Schneider announced")
    if record.get("runners"):
        yield _runners(ruleset, record["runners"], without=bool(record.get("without")))
    if record.get("claimed") is not None:
        yield _claimed(record["claimed"])
    doublings = record.get("doublings")
    if doublings:
        word = {1: gettext("Contra"), 2: gettext("Retour")}.get(doublings)
        word = word or gettext("%(count)s doublings") % {"count": doublings}
        by = record.get("doubled_by")
        yield gettext("%(contra)s by %(name)s") % {"contra": word, "name": names[by - 1]} if by and names else word
    for name, words in (("laid", _laid), ("knocked", _knocked)):
        if record.get(name):
            yield words(record[name])


def _runners(ruleset: Ruleset, count: int, *, without: bool = False) -> str:
    """Return "with 3" or "without 3" where the rules tell the two apart, else "3 runners"."""
    if without:
        return gettext("without %(count)s") % {"count": count}
    if ruleset.tells_missing:
        return gettext("with %(count)s") % {"count": count}
    return ngettext("%(count)s runner", "%(count)s runners", count) % {"count": count}


def money_words(runners: int | None, claimed: int | None) -> str:
    """Return what was said of a game for the money alone: "3 runners, 2 claimed"."""
    if runners is None:
        return gettext("runners not said")
    words = ngettext("%(count)s runner", "%(count)s runners", runners) % {"count": runners}
    return words if claimed is None else f"{words}, {_claimed(claimed)}"


def _claimed(count: int) -> str:
    return gettext("%(count)s claimed") % {"count": count}


def _laid(count: int) -> str:
    return ngettext("%(count)s laid", "%(count)s laid", count) % {"count": count}


def _knocked(count: int) -> str:
    return ngettext("%(count)s knocked", "%(count)s knocked", count) % {"count": count}


def added_words(ruleset: Ruleset, tariff: Tariff | None) -> dict[str, list[str]]:
    """Return the words that follow those of a game, by field and number: what its points do not tell apart."""
    doublings = [ruleset.doublings, *([tariff.scale.doublings] if tariff is not None else [])]
    most = range(1, max(ruleset.seats) + 1)
    words = {
        "laid": ["", *map(_laid, most)] if any(one.laying for one in doublings) else [],
        "knocked": ["", *map(_knocked, most)] if any(one.knocking for one in doublings) else [],
    }
    if tariff is not None:
        counts = range(MOST_RUNNERS + 1)
        words["claimed"] = list(map(_claimed, counts)) if tariff.claims else []
        paid = [] if ruleset.runners_scored else ["", *(_runners(ruleset, count) for count in counts if count)]
        words["runners"] = paid
    return {name: listed for name, listed in words.items() if listed}


def point_reasons(ruleset: Ruleset, record: Mapping[str, Any]) -> list[str]:
    """Return in a word each what made the points beside contract and result, as far as these rules count it.

    These are a suit with a bonus, runners, what was announced, doubled, laid or knocked, and in a Ramsch the Jungfrauen
    or a Durchmarsch.
    """
    key, suit = record.get("contract") or "", record.get("suit")
    if key not in ruleset.contracts or record.get("sanction"):
        return []
    contract, reasons = ruleset.contracts[key], []
    price, scale = contract.price, ruleset.scale
    if suit and ruleset.bonus(key, suit) > ruleset.bonus(key, None):
        reasons.append(str(SUITS[ruleset.cards][suit]))
    runners = record.get("runners") or 0
    counts = {}
    if scale.runner and price.runners.first and runners >= price.runners.first:
        counts["runners"] = min(runners, price.runners.most)
        counts["without"] = record.get("without")
    if price.announced:
        counts["announced"] = record.get("announced")
    if scale.doublings.rule != IGNORED and (price.doubled or scale.doublings.rule in LOSING_RULES):
        counts["doublings"] = record.get("doublings")
    if scale.doublings.laying:
        counts["laid"] = record.get("laid")
    if scale.doublings.knocking:
        counts["knocked"] = record.get("knocked")
    reasons += _extras(ruleset, counts)
    ended = scored_ramsch(ruleset, record_from_json(record)) if contract.ramsch else None
    if ended is not None and ended.durchmarsch is not None:
        reasons.append(gettext("Durchmarsch"))
    elif ended is not None and ended.jungfrauen:
        count = len(ended.jungfrauen)
        reasons.append(gettext("Jungfrau") if count == 1 else gettext("%(count)s Jungfrauen") % {"count": count})
    return reasons
