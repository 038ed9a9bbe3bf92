"""How a web worker hands a request on to another process of the installation, and how that sends the answer back.

Both go over a Unix socket that only processes of this user reach: a line of JSON, then as many bytes as it says. A body
that lies in a file is not copied: the other process gets the open file.
"""

import asyncio
import contextlib
import json
import os
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import IO, Any

from tournament.server.answers import BYTES_IN_MEMORY, PIECE, Answer, File
from tournament.server.versions import Basis

# A request is here at once, because another process of ours sends it.
READ_SECONDS = 2.0
# The first byte: whether the body follows, or comes as an open file.
FOLLOWS, AS_FILE = b"b", b"f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request that was handed on: what describes it, and its body, which the receiver closes."""

    head: Mapping[str, Any]
    body: IO[bytes]


async def hand_on(
    address: str, head: Mapping[str, Any], body: IO[bytes]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request to the process that listens at this Unix socket; return the connection. Raises OSError."""
    size = body.seek(0, os.SEEK_END)
    body.seek(0)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, address)
        line = json.dumps({**head, "length": size}).encode() + b"\n"
        if size > BYTES_IN_MEMORY:
            socket.send_fds(connection, [AS_FILE], [body.fileno()])
            sent = line
        else:
            sent = FOLLOWS + line + body.read()
        heard, said = await asyncio.open_unix_connection(sock=connection)
    except BaseException:
        connection.close()
        raise
    said.write(sent)
    return heard, said


def read_request(connection: socket.socket) -> Request:
    """Read what `hand_on` sent. Raises OSError, ValueError, LookupError or TypeError where it is not whole."""
    connection.settimeout(READ_SECONDS)
    kind, files, _flags, _address = socket.recv_fds(connection, 1, 1)
    with contextlib.ExitStack() as undone, connection.makefile("rb") as sent:
        for file in files:
            undone.callback(os.close, file)
        head = json.loads(sent.readline())
        if kind == AS_FILE:
            body: IO[bytes] = open(os.dup(files[0]), "rb")  # noqa: SIM115  the receiver closes it
            body.seek(0)
            return Request(head=head, body=body)
        body = tempfile.SpooledTemporaryFile(2 * BYTES_IN_MEMORY)  # noqa: SIM115  the same
        body.write(sent.read(head["length"]))
        if body.tell() < head["length"]:
            raise ValueError("the web worker died while it sent")
        body.seek(0)
        return Request(head=head, body=body)


def has_left(connection: socket.socket) -> bool:
    """Whether the worker has closed this connection, because nobody waits any longer."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def say(connection: socket.socket, said: Mapping[str, Any]) -> None:
    """Send one line, to whoever may have gone."""
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps(said).encode() + b"\n")


def send_answer(connection: socket.socket, answer: Answer) -> None:
    """Send an answer: its head with the length of the body, then the body. Raises OSError."""
    with tempfile.SpooledTemporaryFile(PIECE) as kept:
        whole: IO[bytes] = answer.pieces.file if isinstance(answer.pieces, File) else kept
        if whole is kept:
            for piece in answer.pieces:
                kept.write(piece)
        length = whole.seek(0, os.SEEK_END)
        whole.seek(0)
        headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in answer.headers]
        basis = asdict(answer.basis) if answer.basis else None
        say(connection, {"status": answer.status, "headers": headers, "length": length, "basis": basis})
        while piece := whole.read(PIECE):
            connection.sendall(piece)


async def read_answer(heard: asyncio.StreamReader) -> Answer | Mapping[str, Any] | None:
    """Read an answer, or the line that was said instead; None where the other process died before it was done."""
    try:
        head = json.loads(await heard.readline())
        if "status" not in head:
            return dict(head)
        kept = tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115  the answer closes it
        missing = head["length"]
        while missing and (piece := await heard.read(min(PIECE, missing))):
            kept.write(piece)
            missing -= len(piece)
    except (OSError, ValueError):
        return None
    if missing:
        kept.close()
        return None
    kept.seek(0)
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in head["headers"]]
    basis = head["basis"] and Basis(**head["basis"] | {"parameters": tuple(head["basis"]["parameters"])})
    answer = Answer(status=head["status"], headers=headers, basis=basis)
    if head["length"] <= BYTES_IN_MEMORY:
        answer.pieces = [kept.read()]
        kept.close()
    else:
        answer.pieces, answer.close, answer.size = File(kept), kept.close, head["length"]
    return answer
