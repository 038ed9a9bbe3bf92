"""How often honest tournaments look irregular: `./run bench hints [TOURNAMENTS]`.

It simulates tournaments of 40 players, 2 matches of 32 games at ten tables each, drawn anew; the games come in lifelike
shares, a game takes three minutes on average and never less than 50 seconds, one table in ten loses its network for a
while and sends what it kept at once. It counts the tournaments in which each hint appears.
"""

import argparse
import random
from collections import Counter

from scoring.contracts import PARTNERSHIP
from scoring.hints import HintGame, HintKind, hints, plain_loss
from scoring.ruleset import Ruleset, load_ruleset
from tests.worlds.honest import honest_endings

RULESET = "schafkopfschule-2023"
TOURNAMENTS, PLAYERS, MATCHES = 1000, 40, 2
SHORTEST, AVERAGE = 50.0, 180.0
DEAD_SPOT = 0.1


def honest_tournament(rng: random.Random, ruleset: Ruleset) -> list[HintGame]:
    """Return the games of one tournament."""
    games = []
    players = list(range(1, PLAYERS + 1))
    plain = plain_loss(ruleset, 4)
    for match in range(1, MATCHES + 1):
        rng.shuffle(players)
        for table in range(1, PLAYERS // 4 + 1):
            seated = tuple(players[4 * table - 4 : 4 * table])
            times = written_at(rng, ruleset.games(4))
            for number, ending in enumerate(honest_endings(rng, ruleset, ruleset.games(4)), 1):
                alone = ruleset.contracts[ending.contract].kind.family != PARTNERSHIP
                soloist = ending.declarer if alone else None
                lost = soloist is not None and not ending.won
                games.append(
                    HintGame(
                        match=match,
                        table=table,
                        number=number,
                        players=seated,
                        points=ending.points,
                        soloist=seated[soloist - 1] if soloist else None,
                        hopeless=lost and -min(ending.points) > plain,
                        at=times[number - 1],
                    )
                )
    return games


def written_at(rng: random.Random, games: int) -> list[float]:
    """Return the seconds at which the games of a table reach the server."""
    at, times = 0.0, []
    for _ in range(games):
        at += SHORTEST + rng.expovariate(1 / (AVERAGE - SHORTEST))
        times.append(at)
    if rng.random() < DEAD_SPOT:
        first, count = rng.randrange(games), rng.randrange(2, games)
        back = times[min(first + count, games) - 1]
        times = [max(time, back) if first <= place < first + count else time for place, time in enumerate(times)]
    return times


def main(arguments: list[str]) -> None:
    """Print for each kind in how many of these tournaments it appears, and how often in all."""
    parser = argparse.ArgumentParser(prog="./run bench hints", description=__doc__)
    parser.add_argument("tournaments", nargs="?", type=int, default=TOURNAMENTS)
    count = parser.parse_args(arguments).tournaments
    ruleset, rng = load_ruleset(RULESET), random.Random(7)
    tournaments, times = Counter[HintKind](), Counter[HintKind]()
    for _ in range(count):
        found = [hint.kind for hint in hints(honest_tournament(rng, ruleset))]
        tournaments.update(set(found))
        times.update(found)
    print(f"{count:,} honest tournaments of {PLAYERS} players, {MATCHES} matches, {RULESET}")
    for kind in HintKind:
        print(f"{kind.value:<12}{tournaments[kind]:>6} tournaments{times[kind]:>8} hints")
