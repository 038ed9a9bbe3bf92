"""What is measured of a running hall: each function yields its rows, beside the limits of the same run."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle

from tests.bench.games import desk_turns, device_turns
from tests.bench.house import SLUG, House
from tests.bench.report import Row
from tests.bench.wire import Load, Turn, Wire, asking, get, load

HTMX = "HX-Request: true"


@dataclass(slots=True, kw_only=True)
class Bench:
    """A running hall with the limits that were measured first: a static file and bare SQLite."""

    house: House
    seconds: float
    static: Row | None = None
    bare: float = 0.0
    devices: list[Turn] = field(init=False)

    def __post_init__(self) -> None:
        self.devices = device_turns(self.house)  # each knows what it has written, for the whole run

    def row(self, what: str, turns: Sequence[Turn], every: float = 0.0, size: int = 0) -> Row:
        """Measure these turns, each by a client of its own."""
        before = self.house.cpu()
        found: Load = load(self.house.port, list(turns), self.seconds, every)
        computed = 1000 * (self.house.cpu() - before) / max(len(found.times), 1)
        if found.errors:
            print(f"    {what}: {found.errors[0]}", flush=True)
        return Row(
            what=what, rate=found.rate, p50=found.quantile(0.5), p99=found.quantile(0.99), cpu=computed, bytes=size,
            errors=len(found.errors),
        )  # fmt: skip

    def beside_static(self, row: Row, goal: str = "", holds: bool | None = None) -> Row:
        """The row with its rate and its CPU as shares of the static file's."""
        assert self.static is not None
        share, times = row.rate / self.static.rate, row.cpu / self.static.cpu
        return replace(row, beside=f"static file: {share:.0%} of the rate, {times:.1f} x CPU", goal=goal, holds=holds)

    @contextmanager
    def a_game_each_second(self) -> Iterator[Load]:
        """A table writes a game every second meanwhile."""
        written, over = Load(seconds=1.0), threading.Event()
        turn, wire = self.devices[-1], Wire(self.house.port)

        def write() -> None:
            while not over.is_set():
                began = time.perf_counter()
                fault = turn(wire)
                written.times.append(time.perf_counter() - began)
                if fault:
                    written.errors.append(fault)
                over.wait(max(0.0, began + 1 - time.perf_counter()))
            wire.close()

        writer = threading.Thread(target=write)
        writer.start()
        try:
            yield written
        finally:
            over.set()
            writer.join()


def static_file(bench: Bench) -> Iterator[Row]:
    """The limit: a small file through the same server."""
    request = get("/static/img/eichel.svg")
    bench.row("", [asking(request, 200)] * 8)  # warm
    bench.static = bench.row("a static file, 8 clients", [asking(request, 200)] * 8)
    yield bench.static


def games(bench: Bench) -> Iterator[Row]:
    """Tables that write at once, from devices and at the desk."""
    assert bench.static is not None
    for name, turns, most in (
        ("from a device", bench.devices, 15),
        ("at the desk", desk_turns(bench.house), 30),
    ):
        wire = Wire(bench.house.port)
        for turn in turns:
            turn(wire)  # from now on the table, or the desk, shows the sheet and is told only what changes
        for tables in sorted({min(count, len(turns)) for count in (4, 8, 32, 60)}):
            row = bench.row(f"a game {name}, {tables} tables at once", _shared_out(turns, tables))
            costs = row.cpu <= most * bench.static.cpu
            fast = tables < 60 or name != "from a device" or (row.rate >= bench.bare / 10 and row.p99 < 500)
            goal = f"CPU at most {most} x"
            if tables == 60 and name == "from a device":
                goal += ", a tenth of bare SQLite, p99 < 500 ms"
            row = bench.beside_static(row, goal, costs and fast and not row.errors)
            yield replace(row, beside=f"{row.beside}; bare SQLite 1 : {bench.bare / max(row.rate, 0.1):.1f}")


def _shared_out(turns: Sequence[Turn], clients: int) -> list[Turn]:
    """The turns of all tables as those of so many clients, each of which goes from table to table: no sheet is full
    after a few seconds."""

    def of(own: Iterator[Turn]) -> Turn:
        return lambda wire: next(own)(wire)

    return [of(cycle(turns[client::clients])) for client in range(clients)]


def standings(bench: Bench) -> Iterator[Row]:
    """The ranking: on phones and at the desk, while nothing is written and while something is."""
    public, login = f"/t/{SLUG}/", bench.house.login
    size = len(Wire(bench.house.port).ask(get(public))[1])
    quiet = bench.row("standings on a phone, nothing written, 8 clients", [asking(get(public), 200)] * 8, size=size)
    yield bench.beside_static(quiet)
    with bench.a_game_each_second() as written:
        row = bench.row(
            "standings on a phone, a game each second, 8 clients", [asking(get(public), 200)] * 8, size=size
        )
    yield bench.beside_static(row, "1,000 a second, p99 < 30 ms", row.rate >= 1000 and row.p99 < 30)
    yield _game_meanwhile(bench, written, "the game meanwhile")
    path = get(bench.house.page("standings/?all=1"), login)
    size = len(Wire(bench.house.port).ask(path)[1])
    row = bench.row("standings at the desk, all rows, 1 client", [asking(path, 200)], size=size)
    yield bench.beside_static(row, "CPU < 60 ms", row.cpu < 60)


def polls(bench: Bench) -> Iterator[Row]:
    """Nothing new, for each live page, 32 clients; and phones that ask while games are written."""
    assert bench.static is not None
    house, wire = bench.house, Wire(bench.house.port)
    version = wire.ask(get(f"/t/{SLUG}/version/"))[1].decode()
    known = {
        "standings on a phone": get(f"/t/{SLUG}/?q=&page=1&v={version}", HTMX),
        "standings at the desk": get(house.page(f"standings/?match=&q=&v={version}"), HTMX, house.login),
        "board": get(f"/t/{SLUG}/version/?v={version}"),
        "approvals": get(house.page(f"approvals/?v={version}&shown="), HTMX, house.login),
        "the hall at a glance": _floor_poll(house, wire),
        "table plan on a phone": get(f"/t/{SLUG}/tables/?match=&v={version}", HTMX),
        "sheet at the desk": _desk_poll(house, wire),
        "sheet at the table": _table_poll(house, wire),
    }
    for name, request in known.items():
        row = bench.row(f"nothing new: {name}, 32 clients", [asking(request, 204)] * 32)
        good = row.rate >= 0.6 * bench.static.rate and row.p99 < 30 and not row.errors
        yield bench.beside_static(row, "60 % of the rate, p99 < 30 ms", good)
    with bench.a_game_each_second() as written:
        row = bench.row("32 phones ask at once, a game each second", [_phone()] * 32)
    yield bench.beside_static(row, "p99 < 100 ms", row.p99 < 100)
    yield _game_meanwhile(bench, written, "the game meanwhile")


def pages(bench: Bench) -> Iterator[Row]:
    """Every page of a large tournament, one after the other."""
    house = bench.house
    number = house.participants // 2
    for name, path in (
        ("a player", f"/t/{SLUG}/{number}/"),
        ("table plan", f"/t/{SLUG}/tables/"),
        ("where do I sit", f"/t/{SLUG}/seat/?q={number}"),
        ("board", f"/t/{SLUG}/board/"),
        ("draw", f"/t/{SLUG}/draw/2/"),
        ("overview", house.page()),
        ("participants", house.page("participants/")),
        ("match", house.page("matches/2/")),
        ("devices", house.page("matches/2/devices/")),
        ("approvals", house.page("approvals/")),
        ("the hall at a glance", house.page("matches/2/wall/")),
        ("log", house.page("log/")),
        ("sheet at the desk", house.page(f"2/{house.played}/")),
    ):
        # With a login, so that no finished page is handed out: what it costs to make it.
        request = get(path, house.login)
        said = Wire(house.port).ask(request)
        row = bench.row(f"page: {name}", [asking(request, 200)], size=len(said[1]))
        yield bench.beside_static(row, "CPU < 60 ms", row.cpu < 60 and not row.errors)


def _phone() -> Turn:
    """A phone that shows the ranking and asks again with the version it has."""
    known = ["0"]

    def turn(wire: Wire) -> str:
        status, body = wire.ask(get(f"/t/{SLUG}/?q=&page=1&v={known[0]}", HTMX).replace(b"gzip", b"identity"))
        if status == 200:
            known[0] = body.split(b"v=", 1)[1].split(b'"', 1)[0].decode()
        return "" if status in (200, 204) else str(status)

    return turn


def _desk_poll(house: House, wire: Wire) -> bytes:
    path = house.page(f"2/{house.played}/")
    said = wire.ask(get(f"{path}?v=x", "X-Parts: 1", house.login).replace(b"gzip", b"identity"))[1]
    version = said.split(b'"version": ', 1)[1].split(b",", 1)[0].decode().strip('"')
    return get(f"{path}?v={version}", "X-Parts: 1", house.login)


def _floor_poll(house: House, wire: Wire) -> bytes:
    path = house.page("matches/2/wall/")
    said = wire.ask(get(path, HTMX, house.login).replace(b"gzip", b"identity"))[1]
    version = said.split(b"?v=", 1)[1].split(b'"', 1)[0].decode()
    return get(f"{path}?v={version}", HTMX, house.login)


def _table_poll(house: House, wire: Wire) -> bytes:
    table, token = house.devices[0]
    path, cookie = f"/table/{SLUG}/2/{table}/state.json", f"Cookie: spielliste_table={token}"
    said = wire.ask(get(path, cookie).replace(b"gzip", b"identity"))[1]
    version = said.split(b'"version": ', 1)[1].split(b",", 1)[0].decode()
    return get(f"{path}?v={version}&restore=", cookie)


def _game_meanwhile(bench: Bench, written: Load, what: str) -> Row:
    return Row(
        what=what, rate=1.0, p50=written.quantile(0.5), p99=written.quantile(0.99), cpu=float("nan"),
        errors=len(written.errors), goal="p99 < 500 ms", holds=written.quantile(0.99) < 500 and not written.errors,
    )  # fmt: skip
