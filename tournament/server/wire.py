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
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import IO, Any

from tournament.server.answers import BYTES_IN_MEMORY, PIECE, File, HttpAnswer
from tournament.server.versions import Basis

# A request is here at once, because another process of ours sends it.
READ_SECONDS = 2.0
# The first byte: whether the body follows, or comes as an open file.
FOLLOWS, AS_FILE = b"b", b"f"


@dataclass(frozen=True, slots=True, kw_only=True)
class WireRequest:
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
            data = line
        else:
            data = FOLLOWS + line + body.read()
        reader, writer = await asyncio.open_unix_connection(sock=connection)
    except BaseException:
        connection.close()
        raise
    writer.write(data)
    return reader, writer


def read_wire_request(connection: socket.socket) -> WireRequest:
    """Read what `hand_on` sent. Raises OSError, ValueError, LookupError or TypeError where it is not whole."""
    connection.settimeout(READ_SECONDS)
    kind, files, _flags, _address = socket.recv_fds(connection, 1, 1)
    with contextlib.ExitStack() as undone, connection.makefile("rb") as stream:
        for file in files:
            undone.callback(os.close, file)
        head = json.loads(stream.readline())
        if kind == AS_FILE:
            body: IO[bytes] = open(os.dup(files[0]), "rb")  # noqa: SIM115  the receiver closes it
            body.seek(0)
            return WireRequest(head=head, body=body)
        body = tempfile.SpooledTemporaryFile(2 * BYTES_IN_MEMORY)  # noqa: SIM115  the same
        body.write(stream.read(head["length"]))
        if body.tell() < head["length"]:
            raise ValueError("the web worker died while it sent")
        body.seek(0)
        return WireRequest(head=head, body=body)


def has_left(connection: socket.socket) -> bool:
    """Whether the worker has closed this connection, because nobody waits any longer."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def say(connection: socket.socket, status: Mapping[str, Any]) -> None:
    """Send one line, to whoever may have gone."""
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps(status).encode() + b"\n")


def write_answer(write: Callable[[bytes], object], answer: HttpAnswer) -> None:
    """Write an answer: its head with the length of the body, then the body. Raises OSError."""
    with tempfile.SpooledTemporaryFile(PIECE) as whole:
        file: IO[bytes] = answer.pieces.file if isinstance(answer.pieces, File) else whole
        if file is whole:
            for piece in answer.pieces:
                whole.write(piece)
        length = file.seek(0, os.SEEK_END)
        file.seek(0)
        headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in answer.headers]
        basis = asdict(answer.basis) if answer.basis else None
        head = {"status": answer.status, "headers": headers, "length": length, "basis": basis}
        write(json.dumps(head).encode() + b"\n")
        while piece := file.read(PIECE):
            write(piece)


async def read_answer(connection: asyncio.StreamReader) -> HttpAnswer | None:
    """Read an answer; None where the other process died before it was done."""
    try:
        head = json.loads(await connection.readline())
        body = tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115  the answer closes it
        missing = head["length"]
        while missing and (piece := await connection.read(min(PIECE, missing))):
            body.write(piece)
            missing -= len(piece)
    except (OSError, ValueError):
        return None
    if missing:
        body.close()
        return None
    body.seek(0)
    return _answer(head, body)


def open_answer(file: str) -> HttpAnswer:
    """The answer that another process has written into this file. Raises OSError, ValueError."""
    body = open(file, "rb")  # noqa: SIM115  the answer closes it
    return _answer(json.loads(body.readline()), body)


def _answer(head: Mapping[str, Any], body: IO[bytes]) -> HttpAnswer:
    """The answer with this head, whose body is the rest of the file."""
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in head["headers"]]
    basis = head["basis"] and Basis(**head["basis"] | {"parameters": tuple(head["basis"]["parameters"])})
    answer = HttpAnswer(status=head["status"], headers=headers, basis=basis)
    if head["length"] <= BYTES_IN_MEMORY:
        answer.pieces = [body.read()]
        body.close()
    else:
        answer.pieces, answer.close, answer.size = File(body), body.close, head["length"]
    return answer
