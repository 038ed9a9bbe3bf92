"""An evening of 40 tables with devices and three on paper over HTTP: logins, devices, and what they do.

It knows addresses and forms as a browser does, and nothing of the program behind them.
"""

import http.cookiejar
import json
import re
import secrets
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import Any

LIMIT_SECONDS = 30


@dataclass
class Answer:
    """What the server answered; redirects were followed."""

    status: int
    text: str
    url: str

    def json(self) -> Any:
        return json.loads(self.text)


class Browser:
    """A browser without scripts: cookies, forms, and JSON for the pages of tables."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.addheaders = [("Accept-Language", language)]

    def get(self, path: str) -> Answer:
        return self._open(urllib.request.Request(self.url + path))

    def post(self, path: str, data: dict[str, Any] | None = None, *, parts: bool = False) -> Answer:
        """Send a form; with `parts` as the desk's own script does."""
        body = urllib.parse.urlencode(data or {}, doseq=True).encode()
        headers = {"X-CSRFToken": self.token(), "Referer": self.url} | ({"X-Parts": "1"} if parts else {})
        return self._open(urllib.request.Request(self.url + path, body, headers))

    def send(self, path: str, data: Any) -> Answer:
        """Send JSON, as the page of a table does."""
        headers = {"X-CSRFToken": self.token(), "Referer": self.url, "Content-Type": "application/json"}
        return self._open(urllib.request.Request(self.url + path, json.dumps(data).encode(), headers))

    def token(self) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == "csrftoken"), "")

    def _open(self, request: urllib.request.Request) -> Answer:
        try:
            with self.opener.open(request, timeout=LIMIT_SECONDS) as answer:
                return Answer(answer.status, answer.read().decode(), answer.url)
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read().decode(), request.full_url)


def log_in(url: str, username: str, password: str) -> Browser:
    """A browser with this person logged in."""
    browser = Browser(url)
    browser.get("/login/")
    answer = browser.post("/login/", {"username": username, "password": password})
    assert answer.url.rstrip("/") == url, answer.text[:500]
    return browser


@dataclass
class Device:
    """The phone of a table, enrolled with the code on its card. `base` is the address of its page."""

    browser: Browser
    base: str
    state: dict[str, Any] = field(default_factory=dict)
    sequence: int = 0

    @classmethod
    def enrolled(cls, url: str, base: str, code: str) -> "Device":
        browser = Browser(url)
        browser.get(base)
        answer = browser.post(f"{base}enrol/", {"code": code})
        assert answer.status == 200, answer.text[:300]
        device = cls(browser, base)
        device.look()
        return device

    def look(self) -> dict[str, Any]:
        self.state = self.browser.get(f"{self.base}state.json").json()
        return self.state

    def write(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Send games from the next line on; return the answers."""
        first = self.state["next"]
        commands = []
        for number, record in enumerate(records, first):
            self.sequence += 1
            commands.append(
                {
                    "id": secrets.token_hex(16), "sequence": self.sequence, "base": self.state["version"],
                    "kind": "record", "number": number, "record": record,
                }
            )  # fmt: skip
        answers: list[dict[str, Any]] = []
        for start in range(0, len(commands), 10):
            answer = self.browser.send(
                f"{self.base}commands/", {"protocol": 1, "commands": commands[start : start + 10]}
            )
            assert answer.status == 200, answer.text[:300]
            answers += answer.json()["answers"]
            self.state = answer.json()["state"]
        return answers

    def ask(self, contract: str, suit: str, seat: int) -> int:
        """Ask for approval of the next game; return the id of the request."""
        form = {"key": secrets.token_hex(16), "number": self.state["next"], "seat": seat, "contract": contract}
        answer = self.browser.send(f"{self.base}requests/", {**form, "suit": suit, "hand": []})
        assert answer.status == 200, answer.text[:300]
        self.state = answer.json()["state"]
        return int(self.state["request"]["id"])

    def sign(self) -> None:
        """All sign with their name on the device."""
        for seat in self.look()["seats"]:
            form = {"seat": seat["number"], "content": self.state["content_hash"], "strokes": None}
            answer = self.browser.send(f"{self.base}signatures/", form)
            assert answer.status == 200, answer.text[:300]
            self.state = answer.json()["state"]


def hidden(page: Answer, name: str, near: str = "") -> str:
    """The value of a hidden field of a form, of the form that begins with `near` if it is given."""
    text = page.text[page.text.index(near) :] if near else page.text
    match = re.search(rf'<input[^>]*name="{name}"[^>]*value="([^"]*)"', text)
    assert match, (name, near)
    return match[1]
