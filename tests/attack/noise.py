"""Two hundred requests that no browser sends: what the terminal says of them, and what they are answered."""

import http.client
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import open_hall

REQUESTS, PORT = 200, "8671"
# The status of what the server refuses without reading it, where the client is still sending.
REFUSED_UNREAD = 413
# Lines in the terminal before each matter was told once a minute.
BEFORE = 1_242
FORM, DATA = "application/x-www-form-urlencoded", "application/json"
TOKEN = "c" * 32
MUCH = b"x" * (6 * 2**20)
Hostile = tuple[str, str, dict[str, str], bytes]


def hostile(table: str, token: str) -> list[Hostile]:
    """Requests of each kind; the last ones come from the table's own device."""
    csrf = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
    form = {"Content-Type": FORM} | csrf
    fields = "&".join(f"a{number}=1" for number in range(3100))
    return [
        ("POST", "/login/", form, fields.encode()),
        ("GET", f"/login/?{fields}", {}, b""),
        ("POST", "/language/", form, b"language=" + MUCH),
        ("POST", "/v/", form, b"x=" + MUCH),
        ("POST", "/login/", {"Content-Type": FORM}, b"username=a"),
        ("POST", "/login/", form, b"username=%00%ff&password=%00"),
        ("POST", "/login/", form, b"username=" + b"a" * 5000 + b"&password=" + b"b" * 5000),
        ("POST", "/login/", form | {"Referer": "http://[", "Origin": "null"}, b"username=a"),
        ("POST", "/login/?next=%00//[", form, b"username=a&password=b&kept=[[1]]"),
        ("POST", f"{table}enrol/", form, b"code=%00%ff12&take_over=%00"),
        *(("POST", "/login/", form | {"Content-Type": f"{FORM}; charset={name}"}, b"username=%ff&password=b")
          for name in ("hex", "utf-16", "idna", "undefined")),
        *uploads(csrf),
        *questions(table),
        *from_device(table, {"Cookie": f"csrftoken={TOKEN}; spielliste_table={token}", "X-CSRFToken": TOKEN}),
    ]  # fmt: skip


def uploads(csrf: dict[str, str]) -> Iterator[Hostile]:
    """Forms with files that are none."""
    for boundary in ("", "; boundary=" + "x" * 300, "; boundary=\xe4"):
        yield "POST", "/v/", csrf | {"Content-Type": f"multipart/form-data{boundary}"}, b"--x\r\n"
    parts, head = csrf | {"Content-Type": "multipart/form-data; boundary=x"}, b"--x\r\nContent-Disposition: form-data; "
    yield "POST", "/v/", parts, head + b'name="file"; filename="a\x00b.pdf"\r\n\r\n%PDF'
    yield "POST", "/v/", parts, head + b'name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--'
    yield "POST", "/v/", parts, head + b'name="a"\r\nX: ' + b"x" * 2**17 + b"\r\n\r\n1\r\n--x--"
    yield "POST", "/v/", parts, (head + b'name="f"; filename="f"\r\n\r\n1\r\n') * 120 + b"--x--"
    yield "POST", "/v/", parts, head + b'name="a"\r\n\r\n' + MUCH + b"\r\n--x--"


def questions(table: str) -> Iterator[Hostile]:
    """Addresses and headers that nobody means."""
    addresses = (
        "/%00/%ff/", "/t/%00/", "/t/%ff%fe/?q=%00%ff&v=%ff", f"{table}?k=%ff%00", f"/table/x/{'9' * 60}/{'9' * 60}/",
        f"/v/{'x' * 4000}/", "/v/%00/", "/static/%00", "/static/../../../etc/passwd", "/table.webmanifest?page=%00",
    )  # fmt: skip
    for address in addresses:
        yield "GET", address, {}, b""
    headers: tuple[dict[str, str], ...] = (
        {"Host": "evil.example"}, {"Host": "[::1"}, {"Cookie": "sessionid=\xff; django_language=../../x; =; ;;"},
        {"Accept-Language": "de;q=x," * 5000}, {"HX-Request": "true", "HX-Current-URL": "http://["},
        {"If-Modified-Since": "x" * 100, "If-None-Match": '"' * 100}, {"X-Page-Language": "../../x"},
    )  # fmt: skip
    for header in headers:
        yield "GET", "/login/", header, b""
    yield "PROPFIND", "/", {}, b""


def from_device(table: str, device: dict[str, str]) -> Iterator[Hostile]:
    """Messages of a table's own device that it would never make."""
    yield "GET", f"{table}state.json?v=%00%ff&restore=%00&kept=%ff", device, b""
    yield "POST", f"{table}commands/", {"Content-Type": DATA, "Cookie": device["Cookie"]}, b"{}"
    command = (
        b'{"id":"\\ud800\\u0000","sequence":1,"base":0,"kind":"record","number":1,"record":{"contract":"\\ud800"}}'
    )
    for body in (
        MUCH, b"[" * 200_000, b"\xff\xfe\x00", b'{"protocol":1,"version":1e400,"commands":NaN}',
        b'{"protocol":1,"restore":"\\ud800","version":' + b"9" * 5000 + b',"commands":[]}',
        b'{"protocol":1,"version":0,"commands":[' + command + b"]}",
    ):  # fmt: skip
        yield "POST", f"{table}commands/", device | {"Content-Type": DATA}, body


def send(port: int, request: Hostile) -> tuple[int, bytes]:
    """Send a request; return the answer's status and its body."""
    method, path, headers, body = request
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value.encode("latin-1"))
    if method == "POST":
        connection.putheader("Content-Length", str(len(body)))
    try:
        connection.endheaders(body or None)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (BrokenPipeError, ConnectionResetError):
        return REFUSED_UNREAD, b""  # a large body of a stranger
    finally:
        connection.close()


def run(folder: Path) -> Iterator[Figure]:
    terminal = folder / "terminal"
    with terminal.open("wb") as errors, open_hall(folder / "var", 1, "--port", PORT, errors=errors) as hall:
        table = hall.tables[0]
        before = terminal.stat().st_size
        requests = itertools.islice(itertools.cycle(hostile(table.address, table.token)), REQUESTS)
        statuses = Counter(send(hall.server.port, request)[0] for request in requests)
        lines = terminal.read_text()[before:].splitlines()
    yield Figure(
        what=f"{REQUESTS} hostile requests: lines in the terminal (before: {BEFORE})", value=str(len(lines)),
        goal="one a minute", holds=len(lines) <= 2,
    )  # fmt: skip
    faults = sum(count for status, count in statuses.items() if status >= 500)
    yield Figure(
        what="answers: " + ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items())),
        value=f"{faults} faults", goal="none", holds=not faults,
    )  # fmt: skip
