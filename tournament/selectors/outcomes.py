"""The table of outcomes for the page at the table: every contract by side, level and bonus, with its points.

The browser looks up and never computes: a row holds the points of declarer, partner, defenders and the player who sits
out, and again for each number of players who laid or knocked.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from django.utils.translation import get_language

from scoring.approvals import asks_approval, contracts_of, is_counted
from scoring.contracts import EVERYONE, LEVELS, PARTNERSHIP
from scoring.endings import has_drawn_line
from scoring.games import RESULTS, SURRENDERS, check_game
from scoring.parts import Contract, FirstGame
from scoring.points import GameScore, laid_scores, score_game
from scoring.records import GameRecord, Play, PlayEnd, RamschEnd, given_fields, record_to_json
from scoring.results import DRAWN_GAME
from scoring.ruleset import Ruleset
from scoring.tariffs import Tariff
from tournament.selectors.contracts import asked_of, contract_choices, most_doublings
from tournament.words.game_labels import added_words, describe

DECLARER, PARTNER, DEFENDER = 1, 3, 2
# The words of a row call the declarer {1} and the partner {2}, whatever their seats.
PLAYERS = ("{1}", "{3}", "{2}", "{4}", "{5}")
# What a row is found by, beside its contract.
KEYS = ("suit", "result", "level", "runners", "without", "announced", "doublings", "surrender")


def table_outcomes(ruleset: Ruleset, seats: int, tariff: Tariff | None = None) -> dict[str, Any]:
    """Return {"contracts": [...], "first": [row, ...] or None, "later": [row, ...], "added": {...}} (docs/table.md), in
    words."""
    return _table_outcomes(ruleset, seats, tariff, get_language() or "")


@lru_cache(maxsize=16)
def _table_outcomes(ruleset: Ruleset, seats: int, tariff: Tariff | None, _language: str) -> dict[str, Any]:
    special, contracts = _special(ruleset.first_game), ruleset.contracts
    later = {key: list(_rows(ruleset, contract, seats)) for key, contract in contracts.items()}
    own = {
        key: list(_rows(ruleset, contract, seats, first=True)) for key, contract in contracts.items() if key in special
    }
    first = {key: own.get(key, rows) for key, rows in later.items()}
    return {
        "contracts": [
            {
                "key": choice.key,
                "label": choice.label,
                "family": ruleset.contracts[choice.key].kind.family,
                "opposite": ruleset.contracts[choice.key].kind.opposite,
                "asks": choice.asks,
                # The fields by which its rows are found; what only money asks for is none of them.
                "finds": tuple(asked_of(ruleset, ruleset.contracts[choice.key])),
                "numbers": choice.numbers,
                "suits": choice.suits,
                "drawn": choice.drawn,
                "tout": choice.tout,
            }
            for choice in contract_choices(ruleset, tariff)
        ],
        "first": [row for rows in first.values() for row in rows] if special else None,
        "later": [row for rows in later.values() for row in rows],
        "added": added_words(ruleset, tariff),
    }


def _special(rule: FirstGame) -> set[str]:
    """Return the contracts for which the first game of a match has rules of its own."""
    return {*rule.touts, *rule.schwarz, *rule.uncounted}


def _rows(ruleset: Ruleset, contract: Contract, seats: int, *, first: bool = False) -> Iterator[dict[str, Any]]:
    """Yield a row for each ending of the contract that the rules allow in such a line (5.2.15, 2.9.1)."""
    sits_out = seats if seats > ruleset.players else None
    for record in _records(ruleset, contract):
        placed = record.placed(first=first or None, seats=seats, sits_out=sits_out)
        if not check_game(ruleset, placed):
            yield _row(ruleset, contract, record, placed)


def _row(ruleset: Ruleset, contract: Contract, record: GameRecord, placed: GameRecord) -> dict[str, Any]:
    score = score_game(ruleset, placed)
    fields, names = given_fields(record), KEYS
    row = {"contract": contract.kind.key, **{name: fields[name] for name in names if name in fields}}
    if contract.ramsch is not None:
        row |= {"durchmarsch": record.ramsch.durchmarsch is not None, "jungfrauen": len(record.ramsch.jungfrauen or ())}
    if ruleset.doublings.laying or ruleset.doublings.knocking:
        row["before"] = [_roles(record, placed, one) for one in laid_scores(ruleset, placed)]
    return row | {
        "points": _roles(record, placed, score),
        "circled": score.circled is not None,
        "asks": asks_approval(ruleset, contracts_of(ruleset, score)).value,
        "counted": is_counted(ruleset, score),
        "words": describe(ruleset, record_to_json(placed), PLAYERS),
    }


def _roles(record: GameRecord, placed: GameRecord, score: GameScore) -> dict[str, int]:
    """Return the points by role: that of each player at the table is one of these."""
    points = {"declarer": score.points[DECLARER - 1], "defender": score.points[DEFENDER - 1]}
    if record.play.partner or record.ramsch.second_loser:
        points["partner"] = score.points[PARTNER - 1]
    if record.play.doubled_by:
        points["doubler"] = score.points[record.play.doubled_by - 1]
    if record.ramsch.jungfrauen:
        points["jungfrau"] = score.points[record.ramsch.jungfrauen[0] - 1]
    if placed.place.sits_out:
        points["out"] = score.points[placed.place.sits_out - 1]
    return points


def _records(ruleset: Ruleset, contract: Contract) -> Iterator[GameRecord]:
    """Yield the records of a contract by everything that decides its points; the declarer is on seat 1, the partner on
    3. A drawn game is worth nothing, whatever else was said."""
    asks = set(asked_of(ruleset, contract))
    if contract.kind.family == EVERYONE:
        yield from _ramsch(ruleset, contract, asks)
        return
    ways = product(
        ruleset.suits(contract.kind.key) if "suit" in asks else (None,),
        RESULTS if "result" in asks else (None,),
        LEVELS if "level" in asks else (None,),
        range(contract.price.runners.most + 1) if "runners" in asks else (None,),
        (None, True) if "without" in asks else (None,),
        (None, True) if "announced" in asks else (None,),
        range(most_doublings(ruleset) + 1) if "doublings" in asks else (None,),
        (None, *SURRENDERS) if "surrender" in asks else (None,),
    )
    partner = PARTNER if contract.kind.family == PARTNERSHIP else None
    play = Play(contract=contract.kind.key, declarer=DECLARER, partner=partner)
    for suit, result, level, length, without, announced, doubled, surrender in ways:
        if without and not length:
            continue
        yield GameRecord(
            play=replace(
                play,
                suit=suit,
                runners=length,
                without=without,
                announced=announced,
                doublings=doubled,
                doubled_by=ruleset.players if doubled and "doubled_by" in asks else None,
            ),
            end=PlayEnd(result=result, level=level, surrender=surrender),
        )
    if has_drawn_line(contract):
        yield GameRecord(play=play, end=PlayEnd(result=DRAWN_GAME))


def _ramsch(ruleset: Ruleset, contract: Contract, asks: set[str]) -> Iterator[GameRecord]:
    second = PARTNER if "second_loser" in asks else None
    for doubled in range(most_doublings(ruleset) + 1) if "doublings" in asks else (None,):
        play = Play(contract=contract.kind.key, doublings=doubled)
        for maidens in ((), (2,), (2, 4)) if "jungfrauen" in asks else ((),):
            end = RamschEnd(loser=DECLARER, second_loser=second, jungfrauen=maidens or None)
            yield GameRecord(play=play, ramsch=end)
        if "durchmarsch" in asks:
            yield GameRecord(play=play, ramsch=RamschEnd(durchmarsch=DECLARER))
