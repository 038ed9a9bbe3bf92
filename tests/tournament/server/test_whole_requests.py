"""Requests are taken whole before a thread works on them, and no client can hold a thread."""

import asyncio
import io
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

import pytest

from tournament.server import turns, whole_requests
from tournament.server.answers import NOT_MADE, NOT_READ, HttpAnswer
from tournament.server.callers import Caller, Callers, Strangers
from tournament.server.print_line import NotMade
from tournament.server.whole_requests import WholeRequests


class Client:
    """One client: the messages it sends, then silence; and what it was sent. `reads` is how many messages it takes."""

    def __init__(
        self,
        *messages: dict[str, Any],
        reads: int = 1000,
        headers: Iterable[tuple[bytes, bytes]] = (),
        path: str = "/t/Größe/",
        address: str = "192.0.2.7",
    ) -> None:
        self.path, self.address = path, address
        self.messages, self.reads, self.headers = list(messages), reads, list(headers)
        self.sent: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        if not self.messages:
            await asyncio.sleep(60)
        return self.messages.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        if len(self.sent) >= self.reads:
            await asyncio.sleep(60)
        self.sent.append(message)

    async def ask(self, server: WholeRequests) -> None:
        scope = {
            "type": "http", "method": "POST", "path": self.path, "query_string": b"a=1", "http_version": "1.1",
            "headers": self.headers, "client": (self.address, 5000), "server": ("127.0.0.1", 8000), "scheme": "http",
        }  # fmt: skip
        await server(scope, self.receive, self.send)

    @property
    def answered(self) -> tuple[int, bytes]:
        return self.sent[0]["status"], b"".join(message.get("body", b"") for message in self.sent[1:])


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


GONE = {"type": "http.disconnect"}


class Application:
    """A WSGI application that remembers what it was asked."""

    def __init__(self, *pieces: bytes, seconds: float = 0.0, file: io.BytesIO | None = None) -> None:
        self.pieces, self.seconds, self.file = pieces, seconds, file
        self.asked: list[tuple[dict[str, Any], bytes]] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.asked.append((environ, environ["wsgi.input"].read()))
        time.sleep(self.seconds)
        start_response("200 OK", [("X-Thread", threading.current_thread().name)])
        return environ["wsgi.file_wrapper"](self.file) if self.file else self.pieces


class Known:
    """Everybody is a login of this installation."""

    async def who(self, scope: Any) -> Caller:
        return Caller(key=scope["path"], is_known=True)


def serve(
    application: Any, *clients: Client, threads: int = 2, printer: Any = None, callers: Callers | None = None
) -> None:
    async def all_at_once() -> None:
        server = WholeRequests(application, threads, printer, callers=callers or Known())
        await asyncio.wait_for(asyncio.gather(*(client.ask(server) for client in clients)), 10)

    # In a thread of its own: browser tests leave a running loop in this one.
    with ThreadPoolExecutor(1) as own:
        own.submit(asyncio.run, all_at_once()).result()


def test_the_application_gets_the_whole_request() -> None:
    headers = [
        (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"content-length", b"7"), (b"x-forwarded-for", b"198.51.100.1"),
        (b"x_forwarded_for", b"made up"),
    ]  # fmt: skip
    application = Application(b"Gr", b"\xc3\xbc\xc3\x9f")
    client = Client(part(b"abc", more=True), part(b"defg"), headers=headers)
    serve(application, client)
    environ, body = application.asked[0]
    assert body == b"abcdefg"
    expected = {
        "REQUEST_METHOD": "POST", "PATH_INFO": "/t/Größe/".encode().decode("latin-1"), "QUERY_STRING": "a=1",
        "REMOTE_ADDR": "192.0.2.7", "HTTP_COOKIE": "a=1; b=2", "CONTENT_LENGTH": "7",
        "HTTP_X_FORWARDED_FOR": "198.51.100.1", "wsgi.url_scheme": "http",
    }  # fmt: skip
    assert {name: environ[name] for name in expected} == expected
    assert client.answered == (200, "Grüß".encode())


@pytest.mark.parametrize("sent", [[], [part(b"abc", more=True)]])
def test_a_body_that_never_comes_is_refused_and_holds_no_thread(
    monkeypatch: pytest.MonkeyPatch, sent: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(whole_requests, "BODY_SECONDS", 0.3)
    application = Application(b"ok")
    stuck, quick = [Client(*sent) for _ in range(20)], Client(part(b""))
    serve(application, *stuck, quick)
    assert quick.answered == (200, b"ok")
    assert [client.answered[0] for client in stuck] == [408] * 20
    assert len(application.asked) == 1


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_requests, "MOST_BYTES", 10)
    application = Application(b"ok")
    announced = Client(headers=[(b"content-length", b"11")])
    sent = Client(part(b"123456", more=True), part(b"123456", more=True))
    serve(application, announced, sent)
    assert (announced.answered[0], sent.answered[0], application.asked) == (413, 413, [])


def test_large_bodies_do_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small ones are taken all the same, and large ones again when the others are gone."""
    monkeypatch.setattr(whole_requests, "MOST_KEPT", 450_000)
    monkeypatch.setattr(whole_requests, "BODY_SECONDS", 0.4)
    monkeypatch.setattr(whole_requests, "BYTES_A_SECOND", 10_000_000)
    application = Application(b"ok")
    stuck = [Client(part(bytes(200_000), more=True)) for _ in range(4)]
    small = Client(part(bytes(10_000)))
    serve(application, *stuck, small)
    assert sorted(client.answered[0] for client in stuck) == [408, 408, 503, 503]
    assert small.answered == (200, b"ok")

    async def one_after_the_other() -> list[int]:
        server, clients = WholeRequests(application, callers=Known()), [Client(part(bytes(300_000))) for _ in range(3)]
        for client in clients:
            await client.ask(server)
        return [client.answered[0] for client in clients]

    with ThreadPoolExecutor(1) as own:
        assert own.submit(asyncio.run, one_after_the_other()).result() == [200] * 3


# Strangers


def test_a_large_body_of_a_stranger_is_refused_before_it_is_read() -> None:
    application, headers = Application(b"ok"), [(b"content-length", b"70000")]
    login, handed_in = Client(headers=headers, path="/login/"), Client(part(bytes(70_000)), headers=headers, path="/v/")
    more = Client(part(bytes(60_000), more=True), part(bytes(10_000)), path="/v/")  # never announced
    serve(application, login, handed_in, more, callers=Strangers())
    assert (login.answered[0], more.answered[0]) == (413, 413)
    assert handed_in.answered == (200, b"ok")
    assert [len(body) for _environ, body in application.asked] == [70_000]


def test_one_stranger_hands_in_at_a_time_and_the_next_but_few_is_told_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 of them filled the memory with 2.5 GB in 48 s."""
    monkeypatch.setattr(whole_requests, "HAND_INS_WAITING", 1)
    application = Application(b"ok", seconds=0.2)
    headers = [(b"content-length", b"70000")]
    crowd = [Client(part(bytes(70_000)), headers=headers, path="/v/", address=f"192.0.2.{n}") for n in range(4)]
    serve(application, *crowd, callers=Strangers())
    assert sorted(len(body) for _environ, body in application.asked) == [0, 0, 70_000, 70_000]
    assert sum(NOT_READ in environ for environ, _body in application.asked) == 2
    assert sum(bool(client.messages) for client in crowd) == 2


def test_who_is_told_unread_is_told_also_after_waiting_for_a_turn() -> None:
    """The next piece of an unread body is no word of a client that has gone."""
    application, headers = Application(b"ok", seconds=0.1), [(b"content-length", b"70000")]
    flood = [Client(part(bytes(60_000), more=True), part(bytes(10_000)), headers=headers, path="/v/") for _ in range(9)]
    serve(application, *flood, callers=Strangers())
    assert {client.answered for client in flood} == {(200, b"ok")}


def test_who_waits_too_long_for_a_turn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN_SECONDS", 0.1)
    crowd = [Client(part(b"")) for _ in range(2 + whole_requests.STRANGERS_OF_ONE)]
    serve(Application(b"ok", seconds=0.4), *crowd, callers=Strangers())
    assert sorted(client.answered[0] for client in crowd) == [200, 200, 503, 503]


def test_strangers_take_no_thread_of_a_login() -> None:
    class Desk:
        async def who(self, scope: Any) -> Caller:
            return Caller(key=scope["path"], is_known=scope["path"].startswith("/desk"))

    application = Application(b"ok", seconds=0.3)
    crowd = [Client(part(b"crowd"), path=f"/t/{number}/") for number in range(20)]
    serve(application, *crowd, desk := Client(part(b"desk"), path="/desk/"), callers=Desk())
    assert [body for _environ, body in application.asked].index(b"desk") <= whole_requests.STRANGERS
    assert {client.answered for client in (*crowd, desk)} == {(200, b"ok")}


def test_what_one_address_asks_for_waits_behind_the_others() -> None:
    application = Application(b"ok", seconds=0.1)
    flood = [Client(part(b"flood"), path="/t/a/") for _ in range(20)]
    serve(application, *flood, Client(part(b"phone"), path="/t/a/", address="192.0.2.8"), callers=Strangers())
    assert [body for _environ, body in application.asked].index(b"phone") <= whole_requests.STRANGERS_OF_ONE


def test_strangers_who_log_in_leave_the_others_their_turns() -> None:
    application = Application(b"ok", seconds=0.1)
    flood = [Client(part(b"login"), path="/login/", address=f"192.0.2.{number}") for number in range(20)]
    serve(application, *flood, Client(part(b"page"), path="/t/a/", address="192.0.2.99"), callers=Strangers())
    assert [body for _environ, body in application.asked].index(b"page") <= 1


def test_a_body_that_breaks_off_is_nonsense() -> None:
    serve(application := Application(b"ok"), client := Client(part(b"abc", more=True), GONE))
    assert (client.answered[0], application.asked) == (400, [])


def test_who_floods_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_requests, "WAITING_OF_ONE", 3)
    application = Application(b"ok", seconds=0.1)
    flood = [Client(part(b"flood"), path="/t/a/") for _ in range(9)]
    serve(application, *flood, callers=Strangers())
    told = [client.answered[0] for client in flood]
    assert sorted(told) == [200] * 5 + [503] * 4
    assert dict(flood[-1].sent[0]["headers"])[b"retry-after"] == b"2"
    assert "Bitte gleich noch einmal versuchen" in flood[-1].answered[1].decode()


def test_answers_that_nobody_takes_fill_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_requests, "MOST_KEPT", 900_000)
    monkeypatch.setattr(whole_requests, "PIECE_SECONDS", 0.4)
    crowd = [Client(part(b""), reads=2) for _ in range(6)]
    serve(Application(b"x" * 200_000), *crowd, Client(part(b"")), callers=Strangers())
    assert sorted(client.answered[0] for client in crowd) == [200, 200, 200, 503, 503, 503]


def test_files_come_one_after_the_other_only_where_a_device_was_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """6,000 kept pages at once let a game wait for a quarter of a second."""
    monkeypatch.setattr(whole_requests, "AT_HAND_A_SECOND", 20)
    monkeypatch.setattr(whole_requests, "WORKED_SECONDS", 60)

    async def evening(first: list[Client]) -> float:
        file = HttpAnswer(status=200, headers=[], pieces=[b"file"])
        server = WholeRequests(
            Application(b"ok"), callers=Known(), static=lambda scope: file if scope["path"] == "/static/" else None
        )
        for client in first:
            await client.ask(server)
        began = time.monotonic()
        files = [Client(part(b""), path="/static/") for _ in range(6)]
        await asyncio.gather(*(client.ask(server) for client in files))
        assert {client.answered for client in files} == {(200, b"file")}
        return time.monotonic() - began

    with ThreadPoolExecutor(1) as own:
        assert own.submit(asyncio.run, evening([])).result() < 0.2
        assert own.submit(asyncio.run, evening([Client(part(b"game"))])).result() >= 0.25


def test_signs_of_life_are_given_while_requests_come() -> None:
    beats: list[float] = []

    async def evening() -> None:
        server = WholeRequests(Application(b"ok"), each_second=lambda: beats.append(time.monotonic()))
        await Client(part(b"")).ask(server)
        await asyncio.sleep(1.2)
        assert server.beating is not None
        server.beating.cancel()

    with ThreadPoolExecutor(1) as own:
        own.submit(asyncio.run, evening()).result()
    assert len(beats) == 2


def test_what_fails_outside_of_django_is_an_answer_and_a_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(_environ: Any, _start: Any) -> Any:
        raise ValueError("strange")

    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    serve(broken, client := Client(part(b"")))
    assert client.answered[0] == 500
    assert "strange" in caplog.text
    serve(full, client := Client(part(b"")))
    assert client.answered[0] == 503


# Who leaves, who waits, who never reads


def test_a_request_whose_client_has_gone_is_not_worked_on() -> None:
    application = Application(b"ok", seconds=0.2)
    waiting, left = Client(part(b"first")), Client(part(b"gone"), GONE)
    serve(application, waiting, left, Client(part(b"last")), threads=1)
    assert [body for _environ, body in application.asked] == [b"first", b"last"]
    assert left.sent == []


def test_games_are_written_one_after_the_other_and_hold_up_nothing_else() -> None:
    class Counting(Application):
        at_once = most = 0

        def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
            self.at_once += environ["PATH_INFO"].endswith("/commands/")
            self.most = max(self.most, self.at_once)
            try:
                return super().__call__(environ, start_response)
            finally:
                self.at_once -= environ["PATH_INFO"].endswith("/commands/")

    application = Counting(b"ok", seconds=0.1)
    tables = [Client(part(b"%d" % number), path=f"/table/a/1/{number}/commands/") for number in range(4)]
    left = Client(part(b"gone"), GONE, path="/table/a/1/9/commands/")
    began = time.monotonic()
    serve(application, *tables, left, page := Client(part(b"page")), threads=4)
    assert time.monotonic() - began >= 0.4
    assert application.most == 1
    assert [client.answered for client in (*tables, page)] == [(200, b"ok")] * 5
    assert [body for _environ, body in application.asked].index(b"page") <= 2
    assert left.sent == []


def test_a_client_that_never_reads_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_requests, "PIECE_SECONDS", 0.3)
    file, large = io.BytesIO(b"x" * 3 * whole_requests.PIECE), Application(b"y" * 3 * whole_requests.PIECE)
    served = [Client(part(b""), reads=1) for _ in range(5)]
    serve(Application(file=file), served[0])
    serve(large, *served[1:], reading := Client(part(b"")))
    assert file.closed
    assert [len(client.sent) for client in served] == [1] * 5
    assert reading.answered == (200, b"y" * 3 * whole_requests.PIECE)


class Asked:
    """A printer that answers like this, and what it was asked."""

    def __init__(self, answer: HttpAnswer | NotMade) -> None:
        self.answer, self.paths = answer, list[str]()

    async def ask(self, environ: dict[str, str], body: IO[bytes], gone: Any, caller: Caller) -> HttpAnswer | NotMade:
        gone.close()
        self.paths.append(f"{environ['PATH_INFO']} {body.read()!r}")
        return self.answer


def ask_with_printer(answer: HttpAnswer | NotMade, path: str, body: bytes = b"a=1") -> tuple[Any, Any, Any]:
    """What the printer was asked, what the application was, and what the client was answered."""
    asked, application, client = Asked(answer), Application(b"page"), Client(part(body), path=path)
    serve(application, client, printer=asked)
    return asked.paths, [environ.get(NOT_MADE) for environ, _body in application.asked], client.answered


def test_documents_are_made_by_the_printer() -> None:
    told = ask_with_printer(HttpAnswer(status=200, pieces=[b"%PDF"]), "/a.pdf")
    assert told == (["/a.pdf b'a=1'"], [], (200, b"%PDF"))
    assert ask_with_printer(NotMade(), "/page/") == ([], [None], (200, b"page"))


def test_no_large_request_gets_a_document_past_the_printer() -> None:
    paths, asked, answered = ask_with_printer(NotMade(), "/a.pdf", bytes(70_000))
    assert (paths, asked, answered[0]) == ([], [], 413)


@pytest.mark.parametrize(("answer", "told"), [(NotMade(3), "3"), (NotMade(), "")])
def test_the_application_says_why_there_is_no_document(answer: NotMade, told: str) -> None:
    assert ask_with_printer(answer, "/a.pdf")[1:] == ([told], (200, b"page"))
