"""How long the lots of large fields take on one core: `./run bench lots [PLAYERS ...]`.

It draws four matches in a row: without clubs, with three of five players in clubs of two to twelve, and with one club
of two fifths of the field.
"""

import argparse
import random
import time

from tournament import lots

MATCHES = 4


def clubs_of(players: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The clubs, by their name in the output."""
    rng = random.Random(players)
    pool = rng.sample(range(1, players + 1), players)
    regulars = []
    while len(pool) > 2 * players // 5:
        size = rng.randint(2, 12)
        regulars.append(tuple(sorted(pool[:size])))
        pool = pool[size:]
    return {
        "no clubs": (),
        "clubs": tuple(sorted(regulars)),
        "a club of 40 %": (tuple(range(1, 2 * players // 5 + 1)),),
    }


def main(arguments: list[str]) -> None:
    """Print a line per field, clubs and seats: processor seconds for each match, and the cost left in the last one."""
    parser = argparse.ArgumentParser(prog="./run bench lots", description=__doc__)
    parser.add_argument("players", nargs="*", type=int, default=[1000, 10000])
    for players in parser.parse_args(arguments).players:
        for name, clubs in clubs_of(players).items():
            for even_seats in (False, True):
                earlier: tuple[tuple[tuple[int, ...], ...], ...] = ()
                line = f"{players:>7,} {name:<15}{'even seats' if even_seats else '':<11}"
                for match in range(1, MATCHES + 1):
                    terms = lots.Terms(
                        match=match,
                        matches=MATCHES,
                        entrants=tuple(range(1, players + 1)),
                        tables=(4,) * (players // 4),
                        clubs=clubs,
                        even_seats=even_seats,
                        earlier=earlier,
                    )
                    start = time.process_time()
                    tables = lots.draw(terms, f"{match:064x}")
                    line += f"{time.process_time() - start:>7.2f} s"
                    left = lots.meetings(terms, tables)
                    earlier = (*earlier, tuple(map(tuple, tables)))
                print(f"{line}   again {left.again}, clubs {left.clubs}, seats {left.seats}", flush=True)
