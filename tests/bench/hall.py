"""Measure a running hall, print the table, and keep the result beside the last one: `./run bench`."""

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


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__, epilog="`./run bench help`: all parts.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all when left out")
    parser.add_argument("--participants", type=int, default=1000, help="a multiple of 8")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each row is measured")
    parser.add_argument(
        "--growth", action="store_true", help="at 100, 1,000 and 4,000 participants, with the exponents"
    )
    parser.add_argument("--json", type=Path, default=KEPT, help="where the result is kept for comparison")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.parts) - set(PARTS)):
        parser.error(f"there is no part {', '.join(unknown)}")
    sizes = GROWTH if options.growth else (options.participants,)
    halls = {size: measure(size, options.parts or list(PARTS), options.seconds) for size in sizes}
    if options.growth:
        print_growth(halls)
    before = json.loads(options.json.read_text(encoding="utf-8")) if options.json.exists() else {}
    print_difference(before, halls)
    results = {str(size): values(rows) for size, rows in halls.items()}
    options.json.parent.mkdir(exist_ok=True)
    options.json.write_text(json.dumps(before | results, indent=1), encoding="utf-8")
    print(f"\nkept in {options.json}")
    missed = sum(row.holds is False for rows in halls.values() for row in rows)
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


def print_growth(halls: dict[int, list[Row]]) -> None:
    """Print with which power of the participants each row's computing grows."""
    print("\n| row | exponent |\n| --- | --- |")
    costs: dict[str, list[float]] = {}
    for rows in halls.values():
        for row in rows:
            costs.setdefault(row.what, []).append(row.cpu)
    for what, ones in costs.items():
        if len(ones) == len(halls) and min(ones) > 0:
            power = exponent(list(halls), ones)
            print(f"| {what} | {power:.2f}{'' if power <= MOST_GROWTH else ' **missed**'} |")


def print_difference(before: dict[str, list[dict[str, float]]], halls: dict[int, list[Row]]) -> None:
    """Print what became a fifth faster or slower since the last result that was kept."""
    for size, rows in halls.items():
        last = {str(row["what"]): row for row in before.get(str(size), [])}
        for row in rows:
            old = last.get(row.what, {}).get("cpu") or 0
            if old and row.cpu and not 0.8 < row.cpu / old < 1.25:
                print(f"{size}: {row.what}: CPU {old:.2f} -> {row.cpu:.2f} ms")
