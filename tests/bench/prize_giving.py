"""From the last accepted sheet to the prize-giving, and its steps: how long a hall waits for them."""

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.bench.report import Row
from tests.bench.wire import Wire, asking, get, post
from tests.installation import run_inside

if TYPE_CHECKING:
    from tests.bench.measuring import Bench

EVENING = "siegerehrung"
HTMX = "HX-Request: true"
MOST_SECONDS = 5.0
STEPS = 20

# A tournament of its own, of which one sheet waits to be accepted; prizes in money, so that no lot has to part equals.
SEED = """
from tests.worlds.seeded import play_out
from tests.worlds.prize_giving import put_out
from tournament.prizes.kinds import Criterion
tournament, last = play_out({participants}, "{slug}")
put_out(tournament, 1, Criterion.PLACE, argument="1-40", cents=1000)
for criterion in (Criterion.SOLOS, Criterion.TOUTS, Criterion.SHEET, Criterion.MINUS):
    put_out(tournament, 1, criterion, cents=5000)
put_out(tournament, 1, Criterion.MATCH, argument="1", cents=5000)
put_out(tournament, 1, Criterion.PLACE, argument="last-1", cents=500)
print(json.dumps([last.match.number, last.table_number]))
"""
ACCEPT = """
from tests.worlds.played import accept
from tournament.models import Scoresheet, User
sheet = Scoresheet.objects.select_related("match__tournament").get(
    match__tournament__slug="{slug}", match__number={match}, table_number={table})
accept(sheet, User.objects.get(username="reiter"))
print("1")
"""


def ceremony(bench: "Bench") -> Iterator[Row]:
    """The last sheet is accepted; then lots for ties, the page that says "ready", the first step, and the others."""
    house = bench.house
    var, wire, path = house.var, Wire(house.port), f"/tournaments/{EVENING}/"
    match, table = run_inside(var, SEED.format(participants=house.participants, slug=EVENING))
    run_inside(var, ACCEPT.format(slug=EVENING, match=match, table=table))
    began, before = time.perf_counter(), house.cpu()
    wire.ask(_act(f"{path}standings/lots/", "", house.login))
    status, page = wire.ask(_plain(get(f"{path}ceremony/", house.login)))
    ready = time.perf_counter() - began
    is_ready = status == 200 and b"ceremony/begin/" in page
    if not is_ready:
        print(f"    not ready: {re.findall(rb'<li>([^<]+)', page)[:3]}", flush=True)
    cpu = 1000 * (house.cpu() - before)
    yield Row(
        what="from the last accepted sheet to “ceremony ready”", rate=1 / ready, p50=1000 * ready, p99=1000 * ready,
        cpu=cpu, bytes=len(page), goal="at most 5 s", holds=is_ready and ready <= MOST_SECONDS,
    )  # fmt: skip
    yield from _steps(bench, wire, path)


def _steps(bench: "Bench", wire: Wire, path: str) -> Iterator[Row]:
    """From the press of a key to the picture on a screen, and pictures for many screens."""
    house, times, errors = bench.house, list[float](), 0
    before = house.cpu()
    began = time.perf_counter()
    wire.ask(_act(f"{path}ceremony/begin/", "", house.login))
    begin = time.perf_counter() - began
    picture = _plain(get(f"/t/{EVENING}/ceremony/"))
    for to in range(1, STEPS + 1):
        _status, page = wire.ask(_plain(get(f"{path}ceremony/lead/", house.login)))
        mark = re.search(rb'name="mark" value="([^"]+)"', page)
        shown = wire.ask(picture)[1]
        began = time.perf_counter()
        wire.ask(_act(f"{path}ceremony/step/", f"mark={mark[1].decode() if mark else ''}&to={to}", house.login))
        answer = wire.ask(picture)[1]
        times.append(time.perf_counter() - began)
        errors += answer == shown
    times.sort()
    yield Row(
        what="begin of the prize-giving", rate=1 / begin, p50=1000 * begin, p99=1000 * begin, cpu=float("nan"),
        goal="at most 5 s", holds=begin <= MOST_SECONDS,
    )  # fmt: skip
    yield Row(
        what="a step of the prize-giving, from the key to the picture", rate=1 / times[len(times) // 2],
        p50=1000 * times[len(times) // 2], p99=1000 * times[-1], cpu=1000 * (house.cpu() - before) / STEPS,
        errors=errors, goal="p99 < 500 ms", holds=times[-1] < 0.5 and not errors,
    )  # fmt: skip
    request = get(f"/t/{EVENING}/ceremony/", HTMX)
    row = bench.row("the picture on 32 screens at once", [asking(request, 200)] * 32, size=len(wire.ask(request)[1]))
    yield bench.beside_static(row, "p99 < 100 ms", row.p99 < 100 and not row.errors)


def _act(path: str, fields: str, login: str) -> bytes:
    return post(path, fields, "application/x-www-form-urlencoded", f"X-CSRFToken: {'c' * 32}", login)


def _plain(request: bytes) -> bytes:
    return request.replace(b"gzip", b"identity")
