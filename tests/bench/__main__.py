"""Measure a hall, print the table, and keep the result beside the last one: `./run bench`."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.bench.bare import bare_rates
from tests.bench.house import open_house
from tests.bench.measuring import Bench, games, pages, polls, standings, static_file
from tests.bench.prize_giving import ceremony
from tests.bench.report import Row, exponent, markdown, values

KEPT = Path("var/bench.json")
PARTS = {"games": games, "standings": standings, "polls": polls, "pages": pages, "ceremony": ceremony}
GROWTH = (100, 1000, 4000)
MOST_GROWTH = 1.1


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all when left out")
    parser.add_argument("--participants", type=int, default=1000, help="a multiple of 8")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each row is measured")
    parser.add_argument(
        "--growth", action="store_true", help="at 100, 1,000 and 4,000 participants, with the exponents"
    )
    parser.add_argument("--json", type=Path, default=KEPT, help="where the result is kept for comparison")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.parts) - set(PARTS)):
        parser.error(f"there is no part {', '.join(unknown)}")
    sizes = GROWTH if asked.growth else (asked.participants,)
    found = {size: measure(size, asked.parts or list(PARTS), asked.seconds) for size in sizes}
    if asked.growth:
        tell_growth(found)
    before = json.loads(asked.json.read_text(encoding="utf-8")) if asked.json.exists() else {}
    tell_difference(before, found)
    told = {str(size): values(rows) for size, rows in found.items()}
    asked.json.parent.mkdir(exist_ok=True)
    asked.json.write_text(json.dumps(before | told, indent=1), encoding="utf-8")
    print(f"\nkept in {asked.json}")
    missed = sum(row.holds is False for rows in found.values() for row in rows)
    print(f"{missed} goals missed")
    sys.exit(bool(missed))


def measure(participants: int, parts: list[str], seconds: float) -> list[Row]:
    """Measure one hall from its seed to its last row."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        with open_house(var, participants) as house:
            print(f"\n{participants} participants, seeded in {house.seeded:.0f} s", flush=True)
            bench = Bench(house=house, seconds=seconds)
            rows += static_file(bench)
            bench.bare, every = bare_rates(var)
            rows.append(Row(what="bare SQLite, the rows of a game", rate=bench.bare, p50=0, p99=0, cpu=0))
            rows.append(Row(what="bare SQLite, all statements of a game", rate=every, p50=0, p99=0, cpu=0))
            for part in parts:
                rows += PARTS[part](bench)
    print(markdown(rows), flush=True)
    return rows


def tell_growth(found: dict[int, list[Row]]) -> None:
    """Print with which power of the participants each row's computing grows."""
    print("\n| row | exponent |\n| --- | --- |")
    costs: dict[str, list[float]] = {}
    for rows in found.values():
        for row in rows:
            costs.setdefault(row.what, []).append(row.cpu)
    for what, ones in costs.items():
        if len(ones) == len(found) and min(ones) > 0:
            power = exponent(list(found), ones)
            print(f"| {what} | {power:.2f}{'' if power <= MOST_GROWTH else ' **missed**'} |")


def tell_difference(before: dict[str, list[dict[str, float]]], found: dict[int, list[Row]]) -> None:
    """Print what became a fifth faster or slower since the last result that was kept."""
    for size, rows in found.items():
        last = {str(row["what"]): row for row in before.get(str(size), [])}
        for row in rows:
            old = last.get(row.what, {}).get("cpu") or 0
            if old and row.cpu and not 0.8 < row.cpu / old < 1.25:
                print(f"{size}: {row.what}: CPU {old:.2f} -> {row.cpu:.2f} ms")


if __name__ == "__main__":
    main()
