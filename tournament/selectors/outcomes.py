"""The table of outcomes for the page at the table: every contract by side, level and bonus, with its points.

The browser looks up and never computes: a row holds the points of declarer, partner, defenders and the player who sits
out.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from django.utils.translation import get_language

from scoring.approvals import asks_approval, contracts_of, is_counted
from scoring.contracts import EVERYONE, LEVELS, PARTNERSHIP
from scoring.games import RESULTS, SURRENDERS, check_game
from scoring.parts import Contract, FirstGame
from scoring.points import score_game
from scoring.records import GameRecord, Play, PlayEnd, RamschEnd, given_fields, record_to_json
from scoring.ruleset import Ruleset
from tournament.selectors.contracts import asked_of, contract_choices
from tournament.words.game_labels import describe

DECLARER, PARTNER, DEFENDER = 1, 3, 2
# The words of a row call the declarer {1} and the partner {2}, whatever their seats.
PLAYERS = ("{1}", "{3}", "{2}", "{4}", "{5}")
# If doublings are unlimited, the table has lines for this many; more are entered at the desk.
MOST_DOUBLINGS = 4


def table_outcomes(ruleset: Ruleset, seats: int) -> dict[str, Any]:
    """Return {"contracts": [...], "first": [row, ...] or None, "later": [row, ...]} (docs/table.md), in words."""
    return _table_outcomes(ruleset, seats, get_language() or "")


@lru_cache(maxsize=16)
def _table_outcomes(ruleset: Ruleset, seats: int, _language: str) -> dict[str, Any]:
    return {
        "contracts": [
            {
                "key": choice.key,
                "label": choice.label,
                "family": ruleset.contracts[choice.key].kind.family,
                "opposite": ruleset.contracts[choice.key].kind.opposite,
                "asks": choice.asks,
                "suits": choice.suits,
                "tout": choice.tout,
            }
            for choice in contract_choices(ruleset)
        ],
        "first": list(_rows(ruleset, seats, first=True)) if _is_special(ruleset.first_game) else None,
        "later": list(_rows(ruleset, seats, first=False)),
    }


def _is_special(rule: FirstGame) -> bool:
    """Return whether the first game of a match has rules of its own."""
    return bool(rule.touts or rule.schwarz or rule.uncounted)


def _rows(ruleset: Ruleset, seats: int, *, first: bool) -> Iterator[dict[str, Any]]:
    """Yield a row for each ending that the rules allow in such a line (5.2.15, 2.9.1)."""
    sits_out = seats if seats > ruleset.players else None
    for contract in ruleset.contracts.values():
        for record in _records(ruleset, contract):
            placed = record.placed(first=first or None, seats=seats, sits_out=sits_out)
            if not check_game(ruleset, placed):
                yield _row(ruleset, contract, record, placed)


def _row(ruleset: Ruleset, contract: Contract, record: GameRecord, placed: GameRecord) -> dict[str, Any]:
    score = score_game(ruleset, placed)
    points = {"declarer": score.points[DECLARER - 1], "defender": score.points[DEFENDER - 1]}
    if record.play.partner or record.ramsch.second_loser:
        points["partner"] = score.points[PARTNER - 1]
    if placed.place.sits_out:
        points["out"] = score.points[placed.place.sits_out - 1]
    fields, names = given_fields(record), ("suit", "result", "level", "runners", "doublings", "surrender")
    row = {"contract": contract.kind.key, **{name: fields[name] for name in names if name in fields}}
    if contract.ramsch is not None:
        row |= {"durchmarsch": record.ramsch.durchmarsch is not None, "jungfrauen": len(record.ramsch.jungfrauen or ())}
        if record.ramsch.jungfrauen:
            points["jungfrau"] = score.points[record.ramsch.jungfrauen[0] - 1]
    return row | {
        "points": points,
        "circled": score.circled is not None,
        "asks": asks_approval(ruleset, contracts_of(ruleset, score)).value,
        "counted": is_counted(ruleset, score),
        "words": describe(ruleset, record_to_json(placed), PLAYERS),
    }


def _records(ruleset: Ruleset, contract: Contract) -> Iterator[GameRecord]:
    """Yield the records of a contract by everything that decides its points; the declarer is on seat 1, the partner on
    3."""
    asks = set(asked_of(ruleset, contract))
    if contract.kind.family == EVERYONE:
        yield from _ramsch(contract, asks)
        return
    runners, doublings = contract.price.runners, min(ruleset.doublings.most, MOST_DOUBLINGS)
    ways = product(
        ruleset.suits(contract.kind.key) if "suit" in asks else (None,),
        RESULTS if "result" in asks else (None,),
        LEVELS if "level" in asks else (None,),
        range(runners.most + 1) if "runners" in asks else (None,),
        range(doublings + 1) if "doublings" in asks else (None,),
        (None, *SURRENDERS) if "surrender" in asks else (None,),
    )
    for suit, result, level, length, doubled, surrender in ways:
        yield GameRecord(
            play=Play(
                contract=contract.kind.key,
                declarer=DECLARER,
                partner=PARTNER if contract.kind.family == PARTNERSHIP else None,
                suit=suit,
                runners=length,
                doublings=doubled,
            ),
            end=PlayEnd(result=result, level=level, surrender=surrender),
        )


def _ramsch(contract: Contract, asks: set[str]) -> Iterator[GameRecord]:
    for maidens in ((), (2,), (2, 4)) if "jungfrauen" in asks else ((),):
        second = PARTNER if "second_loser" in asks else None
        end = RamschEnd(loser=DECLARER, second_loser=second, jungfrauen=maidens or None)
        yield GameRecord(play=Play(contract=contract.kind.key), ramsch=end)
    if "durchmarsch" in asks:
        yield GameRecord(play=Play(contract=contract.kind.key), ramsch=RamschEnd(durchmarsch=DECLARER))
