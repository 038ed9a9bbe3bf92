"""The command line for everyone who wants to check a draw. It needs only Python, no Django.

    python -m tournament.lots verify FILE

recomputes a published draw, or a lot that was drawn in public for a prize or a tie. Of lots drawn by hand it checks
only that everyone on the list sits once. Exit 0: it holds; 1: it does not, with what differs; 2: wrong usage or
unreadable file.
"""

import json
import sys
from collections.abc import Sequence

from tournament.lots.by_hand import BY_HAND
from tournament.lots.door import AGAIN, DOOR, LOT
from tournament.lots.moving import MOVING
from tournament.lots.protocol import verify
from tournament.lots.public_lot import is_public_lot, verify_lot


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit code."""
    if len(arguments) != 2 or arguments[0] != "verify":
        print("usage: python -m tournament.lots verify FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            published = json.load(file)
        differences = verify_lot(published) if is_public_lot(published) else verify(published)
    except (OSError, ValueError, RecursionError) as error:
        print(f"{arguments[1]}: cannot be checked: {error}", file=sys.stderr)
        return 2
    if differences:
        print("The draw does not hold:", *differences, sep="\n  ")
        return 1
    if is_public_lot(published):
        what = f"of prize {published['prize']}" if published["prize"] else "of a tie"
        print(
            f"The lot {what} holds: {len(published['entrants'])} entrants, number {published['order'][0]} comes first."
        )
        return 0
    seats = sum(len(table) for table in published["lots"])
    counts = f"{len(published['lots'])} tables, {seats} seats"
    if published["algorithm"] == BY_HAND:
        print(f"The lots of match {published['match']} were drawn by hand: there is nothing to recompute.")
        print(f"Everyone on the list sits once: {counts}.")
    elif published["algorithm"] == MOVING:
        before = published["match"] - 1
        print(f"The seats of match {published['match']} follow from match {before}, nothing was drawn: {counts}.")
    elif published["algorithm"] == DOOR:
        lots = sum(step[0] in (LOT, AGAIN) for step in published["steps"])
        print(f"The lots of match {published['match']}, drawn at the door, hold: {counts}, {lots} lots.")
    else:
        print(f"The draw of match {published['match']} holds: {counts}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
