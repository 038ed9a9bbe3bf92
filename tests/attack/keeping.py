"""A table's device that does what the real page does: it keeps what was acknowledged, and sends it again if need be.

Its rules are those of the page (tests/table_queue.py, compared with static/js/table in tests/js/table).
"""

import http.client
import json
import re
import secrets
import threading
import time
import urllib.parse
from typing import Any

from tests import table_queue as queue
from tests.attack.hall import GAMES, GIVE_UP_SECONDS

RECORD = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
# The pause of a page after an answer and after none, shorter than in a hall.
POLL_SECONDS, AGAIN_SECONDS = 1.0, 0.5
# How long people need to find the code and type it.
TYPING_SECONDS = 4.0


class KeepingTable(threading.Thread):
    """A device with its page open. `acknowledged` are the ids of all commands that the page showed as saved.

    `code` is the table's code, with which it enrols when the server does not know its `token`. If it took over from
    `before`, the table waits with that until the other one has sent what it wrote.
    """

    def __init__(
        self, port: int, address: str, token: str, code: str, pause: float, before: "KeepingTable | None" = None
    ) -> None:
        super().__init__(daemon=True)
        self.before = before
        self.port, self.address, self.token, self.code, self.pause = port, address, token, code, pause
        self.sheet = queue.blank(address)
        self.acknowledged: list[str] = []
        self.healed_at = 0.0
        self.faults: list[str] = []
        self.writes, self.leaves = threading.Event(), threading.Event()
        self.writes.set()
        self._known = False
        self._due = 0.0

    @property
    def restore(self) -> str:
        """The key of the newest restore that it knows."""
        return str((self.sheet["state"] or {}).get("restore", ""))

    @property
    def idle(self) -> bool:
        """Whether everything is sent and nothing has to be told."""
        return self._known and not (self.sheet["commands"] or self.sheet["recollection"] or self.sheet["closed"])

    def run(self) -> None:
        while not self.leaves.is_set():
            if self.writes.is_set() and self._known and time.monotonic() >= self._due:
                self._write()
            answered = self._exchange()
            if self.restore and self.idle and not self.healed_at:
                self.healed_at = time.monotonic()
            soon = answered and queue.sendable(self.sheet)
            time.sleep(0.0 if soon else min(self.pause, POLL_SECONDS) if answered else AGAIN_SECONDS)

    def _enrol(self, take_over: bool = False) -> None:
        """Type the table's code."""
        form = urllib.parse.urlencode({"code": self.code, **({"take_over": "1"} if take_over else {})})
        status, headers, _body = self._ask("enrol/", form, "application/x-www-form-urlencoded")
        match = re.search(r"spielliste_table=([^;]+)", headers.get("Set-Cookie", ""))
        if match:
            self.token = match[1]
        elif status == 422 and not take_over:
            self._enrol(take_over=True)

    def _write(self) -> None:
        """Write the next game, or take the last one back before the sheet is full."""
        self._due = time.monotonic() + self.pause * (0.5 + secrets.randbelow(1000) / 1000)
        number = queue.next_number(self.sheet) or 1
        command: dict[str, Any] = {"kind": "record", "number": number, "record": RECORD}
        if number > GAMES:
            there = [line["id"] for line in self.sheet["state"]["lines"] if line["number"] == GAMES]
            waits = [one["id"] for one in self.sheet["commands"] if (one["kind"], one["number"]) == ("record", GAMES)]
            command = {"kind": "take_back", "number": GAMES, "game": (waits or there)[-1]}
        self.sheet = queue.appended(self.sheet, command, secrets.token_hex(16))

    def _exchange(self) -> bool:
        """One exchange as in queue.js; return whether the server answered."""
        sheet, version = self.sheet, (self.sheet["state"] or {"version": 0})["version"]
        if sheet["closed"]:
            self._known = False
        try:
            if self._known and sheet["recollection"]:
                status, _headers, _body = self._ask("recollection/", json.dumps(sheet["recollection"]))
                if status != 403:
                    self.sheet = sheet = {**sheet, "recollection": None}
            commands = queue.sendable(sheet) if self._known else []
            if commands:
                message = {"protocol": 1, "restore": self.restore, "commands": commands}
                status, _headers, body = self._ask("commands/", json.dumps(message))
            else:
                flag = "&kept=1" if sheet["kept"] else ""
                row = (sheet["state"] or {}).get("sheet", "")
                query = f"?v={version}&restore={self.restore}&sheet={row}{flag}" if self._known else ""
                status, _headers, body = self._ask(f"state.json{query}")
            self._take(status, body, version)
        except (OSError, http.client.HTTPException):
            return False
        return status < 500

    def _take(self, status: int, body: bytes, version: int) -> None:
        if status == 204 or status >= 500:
            return
        payload = json.loads(body)
        if status == 403:
            self.sheet = queue.barred(self.sheet, {"code": payload["code"], "text": ""}, payload)
            self._known = False
            if payload["code"] == "not_enrolled" and (self.before is None or self.before.restore == payload["restore"]):
                time.sleep(TYPING_SECONDS)
                if self.before is None or self.before.idle:
                    self._enrol()
            return
        if status != 200:
            self.faults.append(f"{status} {body[:120]!r}")
            return
        self._known = True
        state = payload if "version" in payload else payload["state"]
        for one in payload.get("answers", []):
            if one["answer"] not in ("applied", "duplicate"):
                self.faults.append(str(one))
            elif one["id"] not in self.acknowledged:
                self.acknowledged.append(one["id"])
        self.sheet = queue.answered(self.sheet, payload.get("answers", []), state, version)

    def _ask(self, path: str, body: str | None = None, kind: str = "application/json") -> tuple[int, Any, bytes]:
        headers = {
            "Content-Type": kind,
            "Cookie": f"spielliste_table={self.token}; csrftoken={'c' * 32}",
            "X-CSRFToken": "c" * 32,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=GIVE_UP_SECONDS)
        try:
            connection.request("GET" if body is None else "POST", self.address + path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()
