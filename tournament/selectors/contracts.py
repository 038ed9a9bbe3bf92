"""The contracts of a ruleset as the desk offers them: which fields each asks for, and how each is typed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.contracts import BY_CARD_POINTS, BY_DEAL, EVERYONE, PARTNERSHIP
from scoring.entries import ends_by_itself, partings
from scoring.games import RESULTS
from scoring.parts import DEALT_AGAIN, NO_POINTS, Contract
from scoring.points import Outcome, outcome_table
from scoring.records import GameRecord, record_to_json
from scoring.results import late_tout
from scoring.ruleset import NEXT_DEALER, Ruleset
from scoring.suffixes import (
    ANNOUNCED,
    CLAIMED,
    CONTRA,
    KNOCKED,
    LAID,
    RUNNERS,
    SUFFIX_LETTERS,
    WITHOUT,
    counted_fields,
)
from scoring.tariffs import Tariff
from scoring.worth import OFFENDER_PAYS, SCORED
from tournament.sheet.places import LinePlace
from tournament.words.game_labels import describe, possible_contracts
from tournament.words.labels import CONTRACTS, FIELDS, SUITS

# If doublings are unlimited, a page offers this many; more are typed at the desk.
MOST_DOUBLINGS = 4
MOST_CLAIMED = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractChoice:
    """A contract to choose by fields: its letters in shorthand, the fields it `asks` for, and its trump suits.

    `numbers` are those that a field of `asks` can have. `drawn` says what becomes of a game that neither side wins:
    dealt-again, no-points, "" if there is none. `tout` is the Tout that counts as this contract if it is announced too
    late (2.8.2), "" if there is none.
    """

    key: str
    letters: str
    label: str
    asks: tuple[str, ...]
    suits: tuple[str, ...]
    numbers: Mapping[str, tuple[int, ...]]
    drawn: str = ""
    tout: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A line of the desk's legend: an entry and its meaning. The `usual` lines are always visible."""

    entry: str
    text: str
    usual: bool = False


def contract_choices(ruleset: Ruleset, tariff: Tariff | None = None) -> tuple[ContractChoice, ...]:
    """Return the contracts of a ruleset in its own order, with what the tariff asks for, too."""
    return tuple(
        ContractChoice(
            key=key,
            letters=contract.kind.letters,
            label=str(CONTRACTS[key]),
            asks=tuple(asked_of(ruleset, contract, tariff)),
            suits=ruleset.suits(key),
            numbers=_numbers(ruleset, contract, tariff),
            drawn=_drawn(contract),
            tout=late_tout(ruleset, key) or "",
        )
        for key, contract in ruleset.contracts.items()
    )


def most_doublings(ruleset: Ruleset) -> int:
    """Return how many doublings a page offers: where a Stoss loses the game (5.2.4), a Retour changes nothing."""
    return min(ruleset.doublings.most, MOST_DOUBLINGS) if ruleset.doublings.rule == SCORED else 1


def _drawn(contract: Contract) -> str:
    by_cards = contract.kind.decided_by == BY_CARD_POINTS
    return contract.limits.drawn if by_cards and contract.limits.can_be_drawn else ""


def _numbers(ruleset: Ruleset, contract: Contract, tariff: Tariff | None) -> Mapping[str, tuple[int, ...]]:
    """Return the numbers that each asked field can have; of runners only those that change points or money."""
    asks, most = set(asked_of(ruleset, contract, tariff)), max(ruleset.seats)
    numbers = {
        "runners": _runner_numbers(ruleset, (contract,), tariff),
        "claimed": tuple(range(MOST_CLAIMED + 1)),
        "doublings": tuple(range(most_doublings(ruleset) + 1)),
        "laid": tuple(range(most + 1)),
        "knocked": tuple(range(most + 1)),
    }
    return {name: values for name, values in numbers.items() if name in asks}


def asked_of(ruleset: Ruleset, contract: Contract, tariff: Tariff | None = None) -> Iterator[str]:
    """Yield the fields that decide the points of such a game, or by the tariff its money."""
    kind = contract.kind
    if contract.ramsch is not None:
        yield "loser"
        if contract.ramsch.losers > 1:
            yield "second_loser"
        if contract.ramsch.durchmarsch:
            yield "durchmarsch"
        if contract.ramsch.jungfrau_factors:
            yield "jungfrauen"
    if kind.family != EVERYONE:
        yield "declarer"
    if kind.family == PARTNERSHIP:
        yield "partner"
    if ruleset.needs_suit(kind.key):
        yield "suit"
    if kind.family != EVERYONE and kind.decided_by != BY_DEAL:
        yield "result"
    if len(kind.levels) > 1:
        yield "level"
        if ruleset.surrender:
            yield "surrender"
    yield from counted_fields(ruleset, contract, tariff)
    if late_tout(ruleset, kind.key) is not None:
        yield "late_tout"


def runner_numbers(ruleset: Ruleset, record: GameRecord, tariff: Tariff) -> tuple[int, ...]:
    """Return the numbers of runners that a written game can have, of all contracts that it may be of."""
    key = record.play.contract
    keys = (key,) if key else possible_contracts(ruleset, record)
    return _runner_numbers(ruleset, [ruleset.contracts[one] for one in keys], tariff)


def _runner_numbers(ruleset: Ruleset, contracts: Iterable[Contract], tariff: Tariff | None) -> tuple[int, ...]:
    counted = {0}
    for contract in contracts:
        longest, key = contract.kind.trumps(ruleset.deck), contract.kind.key
        prices = [contract.price] if ruleset.runners_scored else []
        prices += [tariff.prices[key]] if tariff is not None and tariff.pays_runners(key) else []
        counted |= {n for price in prices for n in range(price.runners.first, min(price.runners.most, longest) + 1)}
    return tuple(sorted(counted))


def suit_choices(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the four suits by code, as the ruleset's cards name them."""
    return tuple((suit, str(name)) for suit, name in SUITS[ruleset.cards].items())


def entry_keys(
    ruleset: Ruleset, seats: int, tariff: Tariff | None = None, *, paper: bool, supervises: bool
) -> Iterator[Key]:
    """Yield the ways to type a line by these rules, an example of each, for a sheet on paper or a live one."""
    table = outcome_table(ruleset, seats=seats, sits_out=LinePlace(ruleset=ruleset, number=2, seats=seats).sits_out())
    plain = [
        (text, outcome)
        for text, outcome in table.items()
        if outcome.record.end.result in RESULTS and not outcome.record.play.suit
    ]
    pair = next((way for way in plain if way[1].record.play.partner and _is(way[1], "won", "simple")), None)
    alone = [way for way in plain if not way[1].record.play.partner]
    soloist = next((way for way in reversed(alone) if _is(way[1], "lost", "schneider")), None)
    for example in (pair, soloist):
        if example is not None:
            signs = example is pair or pair is None
            yield Key(entry=example[0], text=_example(ruleset, example[1], signs=signs), usual=True)
    yield from _letters(ruleset, {outcome.record.play.contract for outcome in table.values()})
    suited = next((way for way in table.items() if _needs_suit(ruleset, way[1])), None)
    if suited is not None:
        yield Key(entry=suited[0], text=_example(ruleset, suited[1], signs=False))
    yield from _suffixes(ruleset, tariff)
    yield from _points(table, (alone or plain)[0][1])
    if any(late_tout(ruleset, key) for key in ruleset.contracts):
        yield Key(entry="… t", text=_("behind a Solo or Wenz: a Tout that was announced too late"))
    if ruleset.all_pass == NEXT_DEALER:
        yield Key(entry="… p", text=_("a deal was thrown in before this game; p2: two"))
    if paper and (ruleset.approvals.always or ruleset.approvals.counted):
        text = _("initialled by the supervisor (on the number pad /); the next line's first digit writes it")
        yield Key(entry="… g", text=text)
    if paper:
        yield Key(entry="… x", text=_("struck on the paper (on the number pad , and Enter): goes to the supervisor"))
        text = _("the line is empty on the paper; u: it cannot be read; the next line's first key writes both")
        yield Key(entry="0", text=text)
        yield Key(entry="= " + " ".join(("5", "-3", "-2", "1", "-1")[:seats]), text=_("compare the running totals"))
    erred = next((way for way in table.items() if way[1].record.decision.sanction), None)
    if supervises and erred is not None and erred[1].record.decision.sanction is not None:
        words = _("sanction: seat %(seat)s erred") % {"seat": erred[1].record.decision.sanction.offender}
        yield Key(entry=erred[0], text=words)


def _is(outcome: Outcome, result: str, level: str) -> bool:
    return (outcome.record.end.result, outcome.record.end.level) == (result, level)


def _needs_suit(ruleset: Ruleset, outcome: Outcome) -> bool:
    record = outcome.record
    return record.play.contract is not None and record.play.suit == "H" and ruleset.needs_suit(record.play.contract)


def _example(ruleset: Ruleset, outcome: Outcome, *, signs: bool) -> str:
    words = describe(ruleset, record_to_json(outcome.record))
    return words + "; " + _("++ Schneider, +++ Schwarz") if signs and outcome.record.end.level else words


def _letters(ruleset: Ruleset, typed: set[str | None]) -> Iterator[Key]:
    """Yield the letters of all contracts, and the contracts that can only be entered by fields."""
    choices = contract_choices(ruleset)
    letters = [choice for choice in choices if choice.key in typed]
    if letters:
        text = ", ".join(f"{choice.letters} {choice.label}" for choice in letters)
        yield Key(entry=" ".join(choice.letters for choice in letters[:3]), text=text)
    others = [choice.label for choice in choices if choice.key not in typed]
    others += [str(FIELDS["jungfrauen"])] if any("jungfrauen" in choice.asks for choice in choices) else []
    if others:
        yield Key(entry="F2", text=_("by fields: %(list)s") % {"list": ", ".join(others)})


def suffix_letters(ruleset: Ruleset, tariff: Tariff | None) -> tuple[str, ...]:
    """Return how the suffixes begin that can stand behind a game by these rules, "l" as in "l4".

    Where runners are asked for, both "l" and "o" are taken. "=" is among them where a drawn game is played again.
    """
    letters = _counted_letters(ruleset, tariff)
    either = (RUNNERS, WITHOUT) if {RUNNERS, WITHOUT} & set(letters) else ()
    again = ("=",) if any(_drawn(contract) == DEALT_AGAIN for contract in ruleset.contracts.values()) else ()
    return tuple(dict.fromkeys((*either, *letters, *again)))


def _counted_letters(ruleset: Ruleset, tariff: Tariff | None) -> list[str]:
    fields = {field for contract in ruleset.contracts.values() for field in counted_fields(ruleset, contract, tariff)}
    return [letters for letters, field in SUFFIX_LETTERS.items() if field in fields]


def _suffixes(ruleset: Ruleset, tariff: Tariff | None) -> Iterator[Key]:
    """Yield what is typed behind a game, as far as points or money depend on it."""
    one_pays = ruleset.doublings.rule == OFFENDER_PAYS
    keys = {
        RUNNERS: ("l4", _("with 4 runners") if ruleset.tells_missing else _("4 runners")),
        WITHOUT: ("o3", _("without 3: the opponents hold them")),
        CLAIMED: ("v2", _("2 runners claimed; without it all of them")),
        ANNOUNCED: ("an", _("Schneider announced")),
        CONTRA: ("c2", _("Contra by seat 2, cc2: Retour")) if one_pays else ("c", _("Contra, cc: Retour")),
        LAID: ("le2", _("2 players have laid")),
        KNOCKED: ("kl1", _("1 player has knocked")),
    }
    for letters in _counted_letters(ruleset, tariff):
        example, text = keys[letters]
        yield Key(entry=f"… {example}", text=text)
    if any(_drawn(contract) == NO_POINTS for contract in ruleset.contracts.values()):
        yield Key(entry="… =", text=_("instead of + or -: neither side has won"))


def _points(table: Mapping[str, Outcome], example: Outcome) -> Iterator[Key]:
    points = example.score.points
    seat = points.index(max(points)) + 1
    entry = f"{max(points)} {seat}"
    if entry in table:
        tight = entry.replace(" ", "")
        label = tight if tight in table else entry
        words = {"value": max(points), "seat": seat, "lost": f"-{label}"}
        text = _("by points: %(value)s for seat %(seat)s; %(lost)s: lost") % words
        yield Key(entry=label, text=text, usual=True)
    yield from _digits(table, len(points))
    text = " ".join(f"{value:+d}" if value else "0" for value in points)
    yield Key(entry=text, text=_("all values as they stand on paper"))


def _digits(table: Mapping[str, Outcome], seats: int) -> Iterator[Key]:
    """Yield how to type a pair without a space, what ends such a line, and the star for the rarer of two readings."""
    pairs = sorted((entry for entry in table if re.fullmatch("[0-9]+ 13", entry)), key=lambda entry: int(entry[:-3]))
    if pairs and pairs[0].replace(" ", "") in table:
        words = {"value": pairs[0][:-3]}
        text = _("%(value)s for seats 1 and 3") % words
        if ends_by_itself(table, seats):
            text = _("%(value)s for seats 1 and 3; the first key of the next line writes it") % words
        yield Key(entry=pairs[0].replace(" ", ""), text=text, usual=True)
    two = next(((digits, meaning[1]) for digits, meaning in partings(table, seats).items() if digits.isdigit()), None)
    if two is not None:
        value, seat = two[1].split()
        words = {"value": value, "seat": seat}
        yield Key(entry=f"{two[0]} *", text=_("the star takes the rarer game: %(value)s for seat %(seat)s") % words)
