"""How many games a second scoring scores, one core: `python -m tests.benchmark_scoring [RULESET ...]`. No test.

Random games with card points and tricks as they can fall, a new process' first pass apart from the later ones; and how
long a whole sheet takes that is evaluated again after each game, as the server does. In time of the processor.
"""

import random
import sys
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
    """Games of every contract decided by card points, the basic one four times as often; runners and doublings too."""
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
    """Return the milliseconds that a sheet takes, evaluated after each of its games."""
    begun = time.process_time()
    for written in range(1, len(games) + 1):
        evaluate_sheet(ruleset, games[:written])
    return 1000 * (time.process_time() - begun)


def main(names: list[str]) -> None:
    """Print a line for each ruleset: games a second of the first pass and of the best later one, and the sheet."""
    for name in names or bundled_rulesets():
        ruleset = load_ruleset(name)
        games = random_games(ruleset, GAMES)
        speeds = []
        for _ in range(PASSES):
            begun = time.process_time()
            for game in games:
                score_game(ruleset, game)
            speeds.append(GAMES / (time.process_time() - begun))
        sheet = min(game_by_game(ruleset, games[: ruleset.games(ruleset.usual_seats)]) for _ in range(PASSES))
        print(f"{name:<24}{speeds[0]:>12,.0f} first{max(speeds[1:]):>12,.0f} later  games/s{sheet:>8,.1f} ms a sheet")


if __name__ == "__main__":
    main(sys.argv[1:])
