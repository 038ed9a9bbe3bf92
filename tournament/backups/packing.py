"""One copy as one file: a zip with the database, the keys and a manifest that tells of each part."""

import contextlib
import hashlib
import json
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext_lazy as _

from tournament.backups.contents import Contents
from tournament.backups.locking import damaged
from tournament.refusals import Refused

FORMAT = 1
MANIFEST = "manifest.json"
SQLITE, POSTGRESQL = "spielliste.sqlite3", "spielliste.dump"
KEYS = "ca"
SECRET = "secret_key"  # noqa: S105  the name of a file
# Anything else in a zip is not ours and is never written to the disk.
PART = re.compile(rf"({re.escape(SQLITE)}|{re.escape(POSTGRESQL)}|{SECRET}|{KEYS}/[\w-][\w.-]*)")
# The least effort makes a third of the size; more effort takes longer and saves little.
LEVEL = 1
PIECE = 1024 * 1024
LONGEST_MANIFEST = 32 * 1024 * 1024
# What reading a damaged zip raises: flags that ask for a password or an unknown way of packing are RuntimeErrors.
NOT_WHOLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, KeyError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a copy tells of itself. `parts` are size and SHA-256 of each file by its name in the zip."""

    made_at: datetime
    why: str
    program: str
    parts: Mapping[str, tuple[int, str]]
    contents: Contents

    @property
    def database(self) -> str:
        """The name of the part that is the database."""
        return SQLITE if SQLITE in self.parts else POSTGRESQL

    def as_json(self) -> dict[str, Any]:
        """The same as JSON."""
        return asdict(self) | {"format": FORMAT, "made_at": self.made_at.isoformat()}


def pack(target: Path, parts: Mapping[str, Path], *, at: datetime, why: str, program: str, contents: Contents) -> None:
    """Write a copy to `target`, readable only by its owner, and bring it to the disk. Raises OSError."""
    told = {}
    with writing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as packed:
        for name, path in parts.items():
            with path.open("rb") as source, packed.open(name, "w", force_zip64=True) as written:
                told[name] = _copy(source, written, file)
        manifest = Manifest(made_at=at, why=why, program=program, parts=told, contents=contents)
        packed.writestr(MANIFEST, json.dumps(manifest.as_json(), ensure_ascii=False, indent=1))


def read_manifest(file: IO[bytes]) -> Manifest:
    """What this copy tells of itself. Refused: copy_damaged, copy_newer."""
    try:
        with zipfile.ZipFile(file) as packed:
            about = packed.getinfo(MANIFEST)
            if about.file_size > LONGEST_MANIFEST or about.compress_type != zipfile.ZIP_DEFLATED:
                raise damaged()
            told = json.loads(packed.read(MANIFEST))
        if told["format"] > FORMAT:
            raise Refused(
                _("The copy was made by a newer version of Spielliste. Please install that version first."),
                code="copy_newer",
            )
        parts = {name: (int(size), str(digest)) for name, (size, digest) in told["parts"].items()}
        if not all(PART.fullmatch(name) for name in parts) or len(parts.keys() & {SQLITE, POSTGRESQL}) != 1:
            raise damaged()
        return Manifest(
            made_at=datetime.fromisoformat(told["made_at"]),
            why=str(told["why"]),
            program=str(told["program"]),
            parts=parts,
            contents=Contents.from_json(told["contents"]),
        )
    except (*NOT_WHOLE, TypeError, AttributeError):
        raise damaged() from None


def unpack(file: IO[bytes], folder: Path) -> Manifest:
    """Write the parts into `folder` and compare each with the manifest. Refused: copy_damaged. Raises OSError."""
    manifest = read_manifest(file)
    try:
        with zipfile.ZipFile(file) as packed:
            for name, expected in manifest.parts.items():
                about = packed.getinfo(name)
                if about.file_size != expected[0] or about.compress_type != zipfile.ZIP_DEFLATED:
                    raise damaged()
                target = folder / name
                target.parent.mkdir(mode=0o700, exist_ok=True)
                with packed.open(name) as source, writing(target) as written:
                    if _copy(source, written, written) != expected:
                        raise damaged()
    except NOT_WHOLE:
        raise damaged() from None
    return manifest


@contextlib.contextmanager
def writing(target: Path) -> Iterator[IO[bytes]]:
    """Open a new file that only its owner can read, and bring it to the disk at the end."""
    with open(os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def forget_cached(file: IO[bytes]) -> None:
    """Let the system forget what it holds of a file in memory, so that the next reader reads the disk itself."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def settle(folder: Path) -> None:
    """Bring the names of the files in a folder to the disk, as far as its file system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _copy(source: IO[bytes], target: IO[bytes], file: IO[bytes]) -> tuple[int, str]:
    """Copy piece by piece; return size and SHA-256. Each piece is brought to the disk in `file`: the games that are
    written meanwhile would have to wait for all of it at once."""
    size, digest = 0, hashlib.sha256()
    while piece := source.read(PIECE):
        target.write(piece)
        digest.update(piece)
        size += len(piece)
        file.flush()
        os.fsync(file.fileno())
    return size, digest.hexdigest()
