"""How many games a second scoring evaluates on one core: `./run bench scoring [RULESET ...]`.

It scores random games with possible card points and tricks, and counts the first pass of a new process apart from the
later ones. It also times a sheet that is evaluated after each game, as the server does. All is processor time.
"""

import argparse
import random
import time

from scoring.cards import card_points_by_tricks
from scoring.contracts import BY_CARD_POINTS, PARTNERSHIP
from scoring.points import score_game
from scoring.records import GameRecord, Play, PlayEnd
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from scoring.sheets import evaluate_sheet

GAMES = 100_000
PASSES = 3


def random_games(ruleset: Ruleset, count: int) -> list[GameRecord]:
    """Games of every contract decided by card points, the basic one four times as often; some runners and doublings."""
    rng = random.Random(5)
    holdable = [sorted(points) for points in card_points_by_tricks(ruleset.deck)]
    kinds = [contract.kind for contract in ruleset.contracts.values() if contract.kind.decided_by == BY_CARD_POINTS]
    kinds = [kind for kind in kinds if not kind.opposite]
    seats = range(1, ruleset.players + 1)
    games = []
    for _ in range(count):
        kind = rng.choice(kinds[:1] * 4 + kinds[1:])
        declarer, partner = rng.sample(seats, 2)
        tricks = rng.randint(0, ruleset.deck.hand)
        games.append(
            GameRecord(
                play=Play(
                    contract=kind.key,
                    declarer=declarer,
                    partner=partner if kind.family == PARTNERSHIP else None,
                    suit=rng.choice(ruleset.suits(kind.key)) if kind.suits else None,
                    runners=rng.choice((None, None, None, 3, 4)) if ruleset.runners_scored else None,
                    doublings=rng.choice((None, None, None, 1)) if ruleset.scale.doublings.rule == "scored" else None,
                ),
                end=PlayEnd(card_points=rng.choice(holdable[tricks]), tricks=tricks),
            )
        )
    return games


def game_by_game(ruleset: Ruleset, games: list[GameRecord]) -> float:
    """Return the milliseconds for a sheet that is evaluated after each of its games."""
    start = time.process_time()
    for written in range(1, len(games) + 1):
        evaluate_sheet(ruleset, games[:written])
    return 1000 * (time.process_time() - start)


def main(arguments: list[str]) -> None:
    """Print a line per ruleset: games per second of the first and of the best later pass, and the time of the sheet."""
    parser = argparse.ArgumentParser(prog="./run bench scoring", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", default=bundled_rulesets())
    for name in parser.parse_args(arguments).rulesets:
        ruleset = load_ruleset(name)
        games = random_games(ruleset, GAMES)
        speeds = []
        for _ in range(PASSES):
            start = time.process_time()
            for game in games:
                score_game(ruleset, game)
            speeds.append(GAMES / (time.process_time() - start))
        sheet = min(game_by_game(ruleset, games[: ruleset.games(ruleset.usual_seats)]) for _ in range(PASSES))
        print(f"{name:<24}{speeds[0]:>12,.0f} first{max(speeds[1:]):>12,.0f} later  games/s{sheet:>8,.1f} ms a sheet")
