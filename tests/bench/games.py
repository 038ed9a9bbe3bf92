"""Tables that write: as their devices send games, and as the desk types them."""

import gzip
import json
import secrets
from urllib.parse import urlencode

from tests.bench.house import SLUG, House
from tests.bench.wire import Turn, Wire, post

TOKEN = "c" * 32
# The last game of a sheet stays open: a full sheet would be another thing to measure.
LAST = 31
RECORD = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}


def device_turns(house: House) -> list[Turn]:
    """For each table with a device, a turn that writes its next game; on a full sheet it takes the last one back."""
    return [_Device(table, token).write for table, token in house.devices]


def desk_turns(house: House) -> list[Turn]:
    """For each table that is typed, a turn that types its next game, or takes the last one back."""
    return [_Desk(house, table).write for table in house.typed]


class _Device:
    def __init__(self, table: int, token: str) -> None:
        self.path = f"/table/{SLUG}/2/{table}/commands/"
        self.headers = (f"Cookie: spielliste_table={token}; csrftoken={TOKEN}", f"X-CSRFToken: {TOKEN}")
        self.made = self.version = 0
        self.lines: list[str] = []

    def write(self, wire: Wire) -> str:
        self.made += 1
        command = {"id": secrets.token_hex(16), "sequence": self.made, "base": self.version}
        if len(self.lines) == LAST:
            command |= {"kind": "take_back", "number": LAST, "game": self.lines.pop()}
        else:
            self.lines.append(str(command["id"]))
            command |= {"kind": "record", "number": len(self.lines), "record": RECORD}
        body = json.dumps({"protocol": 1, "restore": "", "version": self.version, "commands": [command]})
        status, said = wire.ask(post(self.path, body, "application/json", *self.headers))
        if status != 200 or b'"applied"' not in (told := _plain(said)):
            return f"{status} {said[:80]!r}"
        reply = json.loads(told)
        self.version = (reply.get("changes") or reply["state"])["version"]
        return ""


class _Desk:
    def __init__(self, house: House, table: int) -> None:
        self.path = house.page(f"2/{table}/games/")
        self.headers = (house.login, "X-Parts: 1", f"X-CSRFToken: {TOKEN}")
        self.version = ""
        self.lines: list[str] = []

    def write(self, wire: Wire) -> str:
        form, headers = "application/x-www-form-urlencoded", (*self.headers, f"X-Version: {self.version}")
        if len(self.lines) == LAST:
            # The page goes on to another one, and has no version until then.
            self.version, fields = "", {"replace": self.lines.pop()}
            status, said = wire.ask(post(f"{self.path}{LAST}/back/", urlencode(fields), form, *headers))
            return "" if status == 302 else f"{status} {_plain(said)[:80]!r}"
        self.lines.append(secrets.token_hex(16))
        fields = {"entry": "r13+", "number": str(len(self.lines)), "command": self.lines[-1]}
        status, said = wire.ask(post(self.path, urlencode(fields), form, *headers))
        reply = json.loads(_plain(said)) if status == 200 else {}
        self.version = str(reply.get("version", ""))
        return "" if reply.get("answer") == "applied" else f"{status} {_plain(said)[:80]!r}"


def _plain(said: bytes) -> bytes:
    return gzip.decompress(said) if said[:2] == b"\x1f\x8b" else said
