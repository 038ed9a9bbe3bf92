"""What documents.py measures, inside the installation: the tournament, its orders, and each document."""

import resource
import time
from collections.abc import Callable

from tests.worlds import seeded
from tests.worlds.played import accept
from tournament.enums import PrintChoice, PrintKind
from tournament.exports.documents import issue_document
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.workbook import sealed_workbook
from tournament.models import Document, Event, Match, PrintJob, Scoresheet, Tournament, User
from tournament.proof.seals.keys import make_seal_key, seal_folder
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.print_jobs import printed_now
from tournament.services.print_jobs import start_print

# So many sheets wait to be sealed while tables write.
ACCEPTED = 20


def play_out(tables: int) -> None:
    """Two matches with every sheet accepted."""
    make_seal_key(seal_folder())
    _tournament, last = seeded.play_out(4 * tables, seeded.SLUG)
    accept(last, User.objects.get())


def play_halfway(tables: int) -> None:
    """Match 1 is complete, the first half of match 2's tables is in the middle of play, nobody writes at the others."""
    make_seal_key(seal_folder())
    seeded.seed(4 * tables)


def order_documents() -> None:
    """Accept some sheets of match 1, and order prints of match 2 with names."""
    actor = User.objects.get()
    for sheet in Scoresheet.objects.filter(match__number=1).select_related("match__tournament")[:ACCEPTED]:
        accept(sheet, actor)
    match = Match.objects.select_related("tournament").get(number=2)
    printed = printed_now(match, PrintKind.NAMES, PrintChoice.ALL, None)
    start_print(match=match, kind=PrintKind.NAMES, printed=printed, language="de", address="", actor=actor)


def documents_made() -> tuple[int, int]:
    """How many sheets the printer has sealed, and how many it has printed."""
    return Document.objects.count(), PrintJob.objects.get().done


def measure(part: str) -> str:
    """Make this document once: what it is, its time, how much of that was processor time, and its peak of memory."""
    began, computed = time.perf_counter(), time.process_time()
    result = PARTS[part]()
    passed, computed = time.perf_counter() - began, time.process_time() - computed
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{part}: {result} in {passed:.1f} s ({computed:.1f} s computing), {peak:.0f} MB at most"


def workbook() -> str:
    """The sealed workbook of all sheets, as it is downloaded."""
    content, _trouble = sealed_workbook(Tournament.objects.get())
    return f"{Scoresheet.objects.count()} sheets, {Event.objects.count()} events, {len(content) / 1e6:.1f} MB"


def prefilled() -> str:
    """The sheets of a match with names, as one PDF."""
    sheets = prefilled_sheets(Match.objects.select_related("tournament").get(number=1))
    tables = [sheet.scoresheet.table_number for sheet in sheets]
    addresses = {table: f"http://192.168.178.107:8000/table/{seeded.SLUG}/1/{table}/" for table in tables}
    content = prefilled_pdf(sheets, addresses=addresses)
    return f"{len(sheets)} sheets with names and codes, {len(content) / 1e6:.1f} MB"


def sealed() -> str:
    """Filled sheets that are rendered and sealed one by one, as the printer does it after an acceptance."""
    times = []
    for sheet in Scoresheet.objects.select_related("match__tournament", "accepted_by")[:5]:
        began = time.perf_counter()
        issue_document(scoresheet=sheet, actor=sheet.accepted_by)
        times.append(time.perf_counter() - began)
    return f"a filled sheet sealed, {min(times):.2f} s (the first {times[0]:.2f} s), {len(times)} of them"


PARTS: dict[str, Callable[[], str]] = {"workbook": workbook, "prefilled": prefilled, "sealed": sealed}
