"""How long documents take to make, and how much memory: `python -m tests.benchmark_documents [PART] [--tables TABLES]`.

Two matches of 250 tables; each part runs in a process of its own, so that its peak of memory is its own.
"""

import argparse
import copy
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

TOURNAMENT = "feldkirchen-2026"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("part", nargs="?", choices=PARTS)
    parser.add_argument("--tables", type=int, default=250)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(DJANGO_SETTINGS_MODULE="tournament.settings", SPIELLISTE_VAR=folder, DATABASE_URL="")
        _own_process(f"prepare({asked.tables})")
        for part in [asked.part] if asked.part else PARTS:
            _own_process(f"measure({part!r})")


def _own_process(call: str) -> None:
    command = [sys.executable, "-c", f"from tests import benchmark_documents; benchmark_documents.{call}"]
    subprocess.run(command, check=True, cwd=Path(__file__).parent.parent)


def measure(part: str) -> None:
    """Do a part once and print what it made, its time, how much of that it computed itself, and its peak of memory."""
    import django

    django.setup()
    began, computed = time.perf_counter(), time.process_time()
    told = PARTS[part]()
    passed, computed = time.perf_counter() - began, time.process_time() - computed
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{part}: {told} in {passed:.1f} s ({computed:.1f} s computing), {peak:.0f} MB at most", flush=True)


def prepare(tables: int) -> None:
    """Two matches of so many tables, every sheet accepted, with 32 games and some 80 events.

    One sheet of each match is played through the services, then its rows are copied to the other tables.
    """
    import django

    django.setup()
    from django.core.management import call_command

    from tests import played
    from tests.factories import draw_lots
    from tournament.models import Scoresheet
    from tournament.seals.keys import make_seal_key, seal_folder

    call_command("migrate", verbosity=0)
    make_seal_key(seal_folder())
    tournament, actor = played.play(tables, [])
    for number in (1, 2):
        if number == 2:
            draw_lots(tournament.matches.get(number=2), actor)
        sheets = Scoresheet.objects.filter(match__tournament=tournament, match__number=number).order_by("table_number")
        first, *others = sheets.select_related("match__tournament")
        _play_sheet(first, actor)
        _copy_sheet(first, others)
        tournament.matches.filter(number=number).update(state="closed")


def _play_sheet(sheet: Any, actor: Any) -> None:
    """Every second line is taken back and written again: as many events as a table with its device makes."""
    from tests import played
    from tests.factories import write
    from tournament.services.games import take_back_game

    for number, entry in enumerate(played.ENTRIES, 1):
        write(sheet, number, entry, actor)
        if number % 2:
            take_back_game(scoresheet=sheet, number=number, actor=actor)
            write(sheet, number, entry, actor)
    played.decide(sheet, actor)
    played.correct(sheet, 7, "r24++", actor)
    played.accept(sheet, actor)


def _copy_sheet(sheet: Any, others: list[Any]) -> None:
    """The rows of this sheet on the others; their chains hold the same events, but are no chains that verify."""
    from tournament.models import Approval, Correction, Event, Game, Scoresheet, Seat, Signature

    sheet.refresh_from_db()
    state = {name: getattr(sheet, name) for name in ("state", "content_hash", "accepted_by", "accepted_at")}
    Scoresheet.objects.filter(pk__in=[other.pk for other in others]).update(**state)
    for seat in sheet.seats.all():
        totals = {name: getattr(seat, name) for name in ("points", "plus", "minus", "solos_won", "solos_played")}
        Seat.objects.filter(scoresheet__in=others, number=seat.number).update(**totals)
    Event.objects.bulk_create(
        _copies(sheet.events.filter(sequence__gt=1), [{"scoresheet": other} for other in others]), batch_size=2000
    )
    games = {
        (game.scoresheet_id, game.number): game
        for game in Game.objects.bulk_create(_copies(sheet.games.all(), [{"scoresheet": other} for other in others]))
    }
    for model in (Approval, Correction):
        for row in model.objects.filter(game__scoresheet=sheet).select_related("game"):
            of_game = [{"game": games[other.pk, row.game.number]} for other in others]
            model.objects.bulk_create(_copies([row], of_game))
    for row in Signature.objects.filter(seat__scoresheet=sheet).select_related("seat"):
        seats = Seat.objects.filter(scoresheet__in=others, number=row.seat.number)
        Signature.objects.bulk_create(_copies([row], [{"seat": seat} for seat in seats]))


def _copies(rows: Iterable[Any], changes: Iterable[dict[str, Any]]) -> list[Any]:
    """Each row once for each of these changes, without its key."""
    found = []
    rows = list(rows)
    for change in changes:
        for row in rows:
            copied = copy.copy(row)
            copied._state = copy.copy(row._state)
            copied._state.fields_cache = {}
            copied.pk = None
            for name, value in change.items():
                setattr(copied, name, value)
            found.append(copied)
    return found


def workbook() -> str:
    """The sealed workbook of all sheets, as it is downloaded."""
    from tournament.exports.workbook import sealed_workbook
    from tournament.models import Event, Scoresheet, Tournament

    content, _trouble = sealed_workbook(Tournament.objects.get(slug=TOURNAMENT))
    return f"{Scoresheet.objects.count()} sheets, {Event.objects.count()} events, {len(content) / 1e6:.1f} MB"


PARTS: dict[str, Callable[[], str]] = {"workbook": workbook}

if __name__ == "__main__":
    main()
