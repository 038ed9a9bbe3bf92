"""The command line for everyone who wants to check a draw. It needs only Python, no Django.

    python -m tournament.lots verify FILE

recomputes a published draw; of lots drawn by hand it checks only that everyone on the list sits once. Exit 0: it holds;
1: it does not, with what differs; 2: wrong usage or unreadable file.
"""

import json
import sys
from collections.abc import Sequence

from tournament.lots.by_hand import BY_HAND
from tournament.lots.protocol import verify


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit code."""
    if len(arguments) != 2 or arguments[0] != "verify":
        print("usage: python -m tournament.lots verify FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            published = json.load(file)
        differences = verify(published)
    except (OSError, ValueError, RecursionError) as error:
        print(f"{arguments[1]}: cannot be checked: {error}", file=sys.stderr)
        return 2
    if differences:
        print("The draw does not hold:", *differences, sep="\n  ")
        return 1
    seats = sum(len(table) for table in published["lots"])
    counts = f"{len(published['lots'])} tables, {seats} seats"
    if published["algorithm"] == BY_HAND:
        print(f"The lots of match {published['match']} were drawn by hand: there is nothing to recompute.")
        print(f"Everyone on the list sits once: {counts}.")
    else:
        print(f"The draw of match {published['match']} holds: {counts}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
