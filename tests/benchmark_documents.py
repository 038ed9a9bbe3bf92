"""How long documents take, how much memory they need: `python -m tests.benchmark_documents [PART] [--tables TABLES]`.

The field has two matches of 250 tables. Each part runs in its own process, so its peak of memory is its own.
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
    """Run a part once and print its result, its time, how much of that was processor time, and its peak of memory."""
    import django

    django.setup()
    began, computed = time.perf_counter(), time.process_time()
    told = PARTS[part]()
    passed, computed = time.perf_counter() - began, time.process_time() - computed
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{part}: {told} in {passed:.1f} s ({computed:.1f} s computing), {peak:.0f} MB at most", flush=True)


def prepare(tables: int) -> None:
    """Make two matches of that many tables, with every sheet accepted, 32 games and about 80 events per sheet.

    One sheet of each match is played through the services; its rows are then copied to the other tables.
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
    """Play a sheet with every second line taken back and written again, so it has as many events as a live table."""
    from tests import played
    from tests.factories import write
    from tournament.services.acting import act
    from tournament.sheet.acts.take_backs import TakeBackGame

    for number, entry in enumerate(played.ENTRIES, 1):
        write(sheet, number, entry, actor)
        if number % 2:
            act(sheet, TakeBackGame(number=number), actor=actor)
            write(sheet, number, entry, actor)
    played.decide(sheet, actor)
    played.correct(sheet, 7, "r24++", actor)
    played.accept(sheet, actor)


def _copy_sheet(sheet: Any, others: list[Any]) -> None:
    """Copy the rows of this sheet to the others. Their chains have the same events but cannot be verified."""
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


def prefilled() -> str:
    """The sheets of a match with names, as one PDF."""
    from tournament.exports.prefilled import prefilled_pdf
    from tournament.models import Match
    from tournament.selectors.prefilled import prefilled_sheets

    sheets = prefilled_sheets(Match.objects.select_related("tournament").get(number=1))
    tables = [sheet.scoresheet.table_number for sheet in sheets]
    addresses = {table: f"http://192.168.178.107:8000/table/{TOURNAMENT}/1/{table}/" for table in tables}
    content = prefilled_pdf(sheets, addresses=addresses)
    return f"{len(sheets)} sheets with names and codes, {len(content) / 1e6:.1f} MB"


def sealed() -> str:
    """Filled sheets that are rendered and sealed one by one, as the printer does it after an acceptance."""
    from tournament.exports.documents import issue_document
    from tournament.models import Scoresheet

    times = []
    for sheet in Scoresheet.objects.select_related("match__tournament", "accepted_by")[:5]:
        began = time.perf_counter()
        issue_document(scoresheet=sheet, actor=sheet.accepted_by)
        times.append(time.perf_counter() - began)
    return f"a filled sheet sealed, {min(times):.2f} s (the first {times[0]:.2f} s), {len(times)} of them"


def tables() -> str:
    """How long a game waits while sixty tables write every four seconds, first alone, then while the printer works.

    The tables write faster than real ones, but slowly enough for the printer, which comes last, to get its turn.
    """
    from tests.benchmark_writers import times_of_writing

    with tempfile.TemporaryDirectory() as folder:
        os.environ["SPIELLISTE_VAR"] = folder
        _own_process("prepare_hall()")
        times_of_writing(WRITERS, first=1)  # warms the disk's cache
        quiet = times_of_writing(WRITERS, first=11, every=EVERY)
        _own_process("ask_for_work()")
        printer = subprocess.Popen([sys.executable, "manage.py", "printer"], cwd=Path(__file__).parent.parent)
        try:
            busy = times_of_writing(WRITERS, first=21, every=EVERY)
        finally:
            printer.terminate()
            printer.wait()
        _own_process("tell_work()")
    return f"p99 of a game {_p99(quiet):.0f} ms when it is quiet, {_p99(busy):.0f} ms beside the printer"


def _p99(times: list[float]) -> float:
    return 1000 * times[len(times) * 99 // 100]


def prepare_hall() -> None:
    """A match of 250 tables: sixty will write, and the sheets of twenty are complete."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests import played
    from tournament.models import Scoresheet
    from tournament.seals.keys import make_seal_key, seal_folder

    call_command("migrate", verbosity=0)
    make_seal_key(seal_folder())
    played.play(250, [])
    assert Scoresheet.objects.count() == 250


def ask_for_work() -> None:
    """Accept twenty sheets, and ask for prints of all 250 with names."""
    import django

    django.setup()
    from tournament.enums import PrintChoice, PrintKind
    from tournament.models import Scoresheet, User
    from tournament.selectors.print_jobs import printed_now
    from tournament.services.print_jobs import start_print

    actor = User.objects.get()
    first, *others = Scoresheet.objects.filter(table_number__gt=230).select_related("match__tournament")
    _play_sheet(first, actor)
    _copy_sheet(first, others)
    printed = printed_now(first.match, PrintKind.NAMES, PrintChoice.ALL, None)
    start_print(match=first.match, kind=PrintKind.NAMES, printed=printed, language="de", address="", actor=actor)


def tell_work() -> None:
    """Report what the printer did meanwhile."""
    import django

    django.setup()
    from tournament.models import Document, PrintJob

    print(f"meanwhile {Document.objects.count()} sheets sealed and {PrintJob.objects.get().done} printed", flush=True)


# How many tables write at once, and the seconds between two games of each.
WRITERS, EVERY = 60, 4.0
PARTS: dict[str, Callable[[], str]] = {
    "workbook": workbook,
    "prefilled": prefilled,
    "sealed": sealed,
    "tables": tables,
}

if __name__ == "__main__":
    main()
