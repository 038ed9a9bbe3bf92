"""What one stranger's laptop can send: `python -m tests.attack.strangers PORT KIND SECONDS [RATE]`, in its own process.

It prints how many requests were answered, by status. RATE is how many a second there are at most; 0 is no limit.
"""

import http.client
import json
import secrets
import socket
import sys
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

PUBLIC = "/t/feldkirchen-2026/"
TOKEN = "c" * 32
FORM = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
LARGE, EDGE = 24 * 2**20, "edge"

# The tables write already when it begins: the first moment is the worst one.
BEGIN_SECONDS = 1.2

# One request: method, path, body, headers; `number` counts those of this connection.
Asked = tuple[str, str, bytes | str | None, Mapping[str, str]]


def nothing_there(_number: int) -> Asked:
    return "GET", "/nothing-there/", None, {}


def login_page(_number: int) -> Asked:
    return "GET", "/login/", None, {}


def wrong_login(number: int) -> Asked:
    typed = {"username": f"name{secrets.randbelow(8)}", "password": f"Sommer{number}", "csrfmiddlewaretoken": TOKEN}
    return "POST", "/login/", urllib.parse.urlencode(typed), FORM


def wrong_code(number: int) -> Asked:
    typed = {"code": f"{number % 10_000:04d}", "csrfmiddlewaretoken": TOKEN}
    table = 1 + secrets.randbelow(32)
    return "POST", f"/table/feldkirchen-2026/1/{table}/enrol/", urllib.parse.urlencode(typed), FORM


def search(number: int) -> Asked:
    return "GET", f"{PUBLIC}?q={secrets.token_hex(1)}", None, {"Accept-Encoding": "gzip"}


def pages_not_kept(number: int) -> Asked:
    return "GET", f"{PUBLIC}?page={secrets.randbelow(1000)}&match={secrets.randbelow(100)}", None, {}


def upload(_number: int) -> Asked:
    return "POST", "/v/", _large_file(), {"Content-Type": f"multipart/form-data; boundary={EDGE}"}


@cache
def _large_file() -> bytes:
    """Made once: a laptop of its own would not spend our memory and time on it again and again."""
    head = f'--{EDGE}\r\nContent-Disposition: form-data; name="document"; filename="x.pdf"\r\n\r\n%PDF-1.7\n'
    return head.encode() + bytes(LARGE) + f"\r\n--{EDGE}--\r\n".encode()


def junk_document(_number: int) -> Asked:
    path = f"{'/t' * secrets.randbelow(2)}/{secrets.token_hex(4)}.pdf"
    return "GET", path, None, {"Cookie": f"sessionid={secrets.token_hex(16)}"}


# How many connections ask at once.
KINDS: Mapping[str, tuple[int, Callable[[int], Asked]]] = {
    "nothing_there": (16, nothing_there),
    "login_page": (64, login_page),
    "wrong_login": (32, wrong_login),
    "many_logins": (20, wrong_login),
    "wrong_code": (16, wrong_code),
    "search": (16, search),
    "pages_not_kept": (16, pages_not_kept),
    "upload": (6, upload),
    "junk_document": (32, junk_document),
}
# Each connection comes from an address of its own.
MANY = {"many_logins"}
NEVER_READ, CONNECTIONS, PAGES = "never_read", 200, 30


def ask_on(port: int, kind: str, until: float, pause: float, answers: Counter[str], place: int) -> None:
    """Ask again and again on one connection."""
    source = (f"127.0.2.{place + 1}", 0) if kind in MANY else None
    connection, number = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=source), 0
    while time.monotonic() < until:
        began, number = time.monotonic(), number + 1
        method, path, body, headers = KINDS[kind][1](number)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            answer.read()
            answers[str(answer.status)] += 1
        except (OSError, http.client.HTTPException) as error:
            answers[type(error).__name__] += 1
            connection.close()
        time.sleep(max(0.0, pause - (time.monotonic() - began)))
    connection.close()


def never_read(port: int, until: float, answers: Counter[str]) -> None:
    """Connections that ask for many pages at once and read nothing; those that are closed are opened again."""
    request = f"GET {PUBLIC}?match=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * PAGES
    connections: list[socket.socket] = []
    while time.monotonic() < until:
        while len(connections) < CONNECTIONS and time.monotonic() < until:
            one = socket.create_connection(("127.0.0.1", port), timeout=5)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            one.sendall(request)
            connections.append(one)
            answers["asked"] += PAGES
        time.sleep(0.5)
        connections = [one for one in connections if one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1]
    for one in connections:
        one.close()


def main() -> None:
    port, kind, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    rate = float(sys.argv[4]) if len(sys.argv) > 4 else 0.0
    time.sleep(BEGIN_SECONDS)
    until, answers = time.monotonic() + seconds, Counter[str]()
    if kind == NEVER_READ:
        never_read(port, until, answers)
    else:
        connections = KINDS[kind][0]
        pause = connections / rate if rate else 0.0
        threads = [
            threading.Thread(target=ask_on, args=[port, kind, until, pause, answers, place])
            for place in range(connections)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
