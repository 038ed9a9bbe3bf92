"""How long the desk waits for the address book: `./run bench people [PEOPLE]`.

It fills a database, asks for parts of names, names that sound alike, slips, and what fits nobody, once after
every change as at a door with two desks, and prints the slowest answer. Goal: under 100 ms with 5,000 people.
"""

import argparse
import datetime as dt
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import django

from tests.installation import environment
from tests.migrated import lay_installation

PEOPLE, MOST_MS = 5_000, 100.0
FIRST = ("Anna", "Josef", "Rosa", "Hans-Peter", "Xaver", "Käthe", "Jörg", "Zenzi", "Korbinian", "Magdalena")
STARTS = ("Hub", "Mai", "May", "Müll", "Schmid", "Ober", "Nieder", "Wag", "Lind", "Stra", "Grub", "Eder", "Kel", "Weiß")
ENDS = ("er", "mair", "meier", "hofer", "bauer", "inger", "ner", "berger", "huber", "ßer", "l", "reiter", "t", "mann")
MIDDLES = ("", "", "en", "el", "in", "ol", "ar", "ut", "ach", "ist", "und", "em")
TYPED = (
    "h", "hu", "hub", "mai", "mei", "ber", "maier", "mayr", "müller", "mueller", "weiss", "hubr", "obermeier",
    "obermaeir", "hans hub", "josef obermeier", "haar", "sv haar anna", "xyz", "niederreitre", "lindmannn käthe",
    "schmidhuber magd",
)  # fmt: skip


def main(arguments: list[str]) -> None:
    """Print the slowest answers; exit 1 if one takes longer than the goal."""
    parser = argparse.ArgumentParser(prog="./run bench people", description=__doc__)
    parser.add_argument("people", nargs="?", type=int, default=PEOPLE)
    count = parser.parse_args(arguments).people
    slowest = _measure(count)
    print(f"{count:,} people in the address book, {len(TYPED)} queries, the slowest of each kind:")
    for what, (milliseconds, typed) in slowest.items():
        print(f"  {what:<28}{milliseconds:6.1f} ms  ({typed})")
    if max(milliseconds for milliseconds, _typed in list(slowest.values())[1:]) > MOST_MS:
        sys.exit(1)


def _measure(count: int) -> dict[str, tuple[float, str]]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(environment(lay_installation(Path(folder)), ""))
        django.setup()
        return _slowest(count)


def _slowest(count: int) -> dict[str, tuple[float, str]]:
    # Imported here: models need Django set up.
    from tournament.address_book.selectors import find_people
    from tournament.models import KnownPerson
    from tournament.models.address_book import new_stamp

    rng = random.Random(7)
    KnownPerson.objects.bulk_create(KnownPerson(**_person(rng)) for _ in range(count))
    first = _timed(find_people, TYPED[2])
    quiet = max(_timed(find_people, typed) for typed in TYPED)
    changed = []
    for typed in TYPED:
        KnownPerson.objects.filter(pk=rng.randrange(1, count)).update(stamp=new_stamp())
        changed.append(_timed(find_people, typed))
    return {"the first of a process": first, "nothing has changed": quiet, "after a change": max(changed)}


def _timed(act: Any, typed: str) -> tuple[float, str]:
    began = time.perf_counter()
    act(typed)
    return 1000 * (time.perf_counter() - began), typed


def _person(rng: random.Random) -> dict[str, Any]:
    first, last = rng.choice(FIRST), "".join(map(rng.choice, (STARTS, MIDDLES, ENDS, ("", "", "sen", "lein"))))
    club = rng.choice(("SV Haar", "Schafkopffreunde Poing e.V.", "", f"Stammtisch {rng.choice(STARTS)}wirt"))
    day = dt.date(2026, 1, 1) + dt.timedelta(days=rng.randrange(300))
    key = f"{last} {first}".casefold()
    return {"first_name": first, "last_name": last, "club": club, "name_key": key, "last_played": day}
