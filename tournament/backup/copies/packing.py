"""One copy as one file: a zip with the database, the keys and a manifest that tells of each part."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext_lazy as _

from tournament.backup.copies.contents import Contents
from tournament.backup.copies.damage import damaged_copy
from tournament.backup.copies.json_values import check_opened, json_number, json_text, moment
from tournament.backup.copies.signing import UNSIGNED, Origin, origin_of, signature_of
from tournament.refusals import Refused

FORMAT = 1
MANIFEST, SIGNATURE = "manifest.json", "manifest.sig"
SQLITE, POSTGRESQL = "spielliste.sqlite3", "spielliste.dump"
KEYS = "ca"
SECRET = "secret_key"  # noqa: S105  the name of a file
# Anything else in a zip is not ours and is never written to the disk.
PART = re.compile(rf"({re.escape(SQLITE)}|{re.escape(POSTGRESQL)}|{SECRET}|{KEYS}/[\w-][\w.-]{{0,99}})", re.ASCII)
DATABASES = {SQLITE, POSTGRESQL}
MOST_PARTS, LONGEST_KEY = 100, 2**20
WORD, DIGEST = re.compile(r"[\w.+-]{0,80}", re.ASCII), re.compile("[0-9a-f]{64}")
# The least effort makes a third of the size; more effort takes longer and saves little.
LEVEL = 1
PIECE = 1024 * 1024
LONGEST_MANIFEST, LONGEST_SIGNATURE = 32 * 1024 * 1024, 1024
# A database of ours becomes two to four times as large when it is unpacked, an empty one, which is small, thirty times,
# and zeros a thousand times.
MOST_TIMES, MOST_UNSEEN = 30, 64 * 2**20
# Left on the disk when a copy was unpacked.
SPARE_BYTES = 50 * 2**20
# What reading a damaged zip raises: flags that ask for a password or an unknown way of packing are RuntimeErrors, and
# so is JSON that is nested too deep.
NOT_WHOLE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, KeyError, ValueError, TypeError,
    AttributeError, OverflowError,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a copy tells of itself. `parts` are size and SHA-256 of each file by its name in the zip; `origin` is who
    signed all this."""

    made_at: datetime
    why: str
    program: str
    parts: Mapping[str, tuple[int, str]]
    contents: Contents
    origin: Origin = UNSIGNED

    @property
    def database(self) -> str:
        """The name of the part that is the database."""
        return SQLITE if SQLITE in self.parts else POSTGRESQL

    def as_json(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "format": FORMAT,
            "made_at": self.made_at.isoformat(),
            "why": self.why,
            "program": self.program,
            "parts": dict(self.parts),
            "contents": self.contents.as_json(),
        }

    @classmethod
    def from_json(cls, fields: dict[str, Any], origin: Origin) -> "Manifest":
        """Read what `as_json` wrote, or anybody else. Raises ValueError, KeyError, TypeError, AttributeError.

        Refused: copy_newer.
        """
        if json_number(fields["format"]) > FORMAT:
            raise Refused(
                _("The copy was made by a newer version of Spielliste. Please install that version first."),
                code="copy_newer",
            )
        parts = {
            json_text(name, PART): (json_number(size), json_text(digest, DIGEST))
            for name, (size, digest) in fields["parts"].items()
        }
        keys = parts.keys() - DATABASES
        if len(parts) > MOST_PARTS or len(parts) != len(keys) + 1 or any(parts[key][0] > LONGEST_KEY for key in keys):
            raise ValueError("not the parts of a copy")
        return cls(
            made_at=moment(fields["made_at"]),
            why=json_text(fields["why"], WORD),
            program=json_text(fields["program"], WORD),
            parts=parts,
            contents=Contents.from_json(fields["contents"]),
            origin=origin,
        )


def pack_copy(
    target: Path, parts: Mapping[str, Path], *, at: datetime, why: str, program: str, contents: Contents
) -> None:
    """Write a copy to `target`, readable only by its owner, and bring it to the disk. Raises OSError."""
    sizes = {}
    with writing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as packed:
        for name, path in parts.items():
            with path.open("rb") as source, packed.open(name, "w", force_zip64=True) as member:
                sizes[name] = _copy(source, member, file)
        manifest = Manifest(made_at=at, why=why, program=program, parts=sizes, contents=contents)
        listed = json.dumps(manifest.as_json(), ensure_ascii=False, indent=1).encode()
        packed.writestr(MANIFEST, listed)
        packed.writestr(SIGNATURE, signature_of(listed))


def read_manifest(file: IO[bytes]) -> Manifest:
    """What this copy tells of itself, whoever wrote it. Refused: copy_damaged, copy_newer, signature_wrong."""
    try:
        with _opened(file) as packed:
            names = packed.namelist()
            if len(set(names)) != len(names):
                raise damaged_copy()
            listed = _read_member(packed, MANIFEST, LONGEST_MANIFEST)
            signature = _read_member(packed, SIGNATURE, LONGEST_SIGNATURE) if SIGNATURE in names else None
        check_opened(listed)
        return Manifest.from_json(json.loads(listed), origin_of(listed, signature))
    except NOT_WHOLE:
        raise damaged_copy() from None


def unpack_copy(file: IO[bytes], folder: Path) -> Manifest:
    """Write the parts into `folder` and compare each with the manifest.

    Refused: copy_damaged, copy_newer, copy_surplus, signature_wrong, disk_full. Raises OSError.
    """
    manifest = read_manifest(file)
    size = sum(size for size, _digest in manifest.parts.values())
    check_disk_room(folder, size)
    if size > max(MOST_UNSEEN, MOST_TIMES * file.seek(0, os.SEEK_END)):
        raise damaged_copy()
    try:
        with _opened(file) as packed:
            _check_list(packed, manifest)
            # A zip gives no more than the size that it tells.
            for name, expected in manifest.parts.items():
                target = folder / name
                target.parent.mkdir(mode=0o700, exist_ok=True)
                with packed.open(name) as source, writing(target) as part:
                    if _copy(source, part, part) != expected:
                        raise damaged_copy()
    except NOT_WHOLE:
        raise damaged_copy() from None
    return manifest


def check_disk_room(folder: Path, size: int) -> None:
    """Refused: disk_full, unless so much can be written into the folder and something is left."""
    if shutil.disk_usage(folder).free < size + SPARE_BYTES:
        raise Refused(_("The disk is too full for the copy."), code="disk_full")


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


def settle_file(folder: Path) -> None:
    """Bring the names of the files in a folder to the disk, as far as its file system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def _opened(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """A zip to read, with files of its own only: a place before its beginning would be an error of the system when it
    is read. Refused: copy_damaged. Raises what is in NOT_WHOLE."""
    with zipfile.ZipFile(file) as packed:
        if any(about.header_offset < 0 for about in packed.infolist()):
            raise damaged_copy()
        yield packed


def _check_list(packed: zipfile.ZipFile, manifest: Manifest) -> None:
    """Compare what the zip says of its files with the list. Refused: copy_damaged, copy_surplus. Raises KeyError."""
    if set(packed.namelist()) - manifest.parts.keys() - {MANIFEST, SIGNATURE}:
        raise Refused(
            _("The copy holds files that are not in its list: it was changed after it was written."),
            code="copy_surplus",
        )
    for name, (size, _digest) in manifest.parts.items():
        about = packed.getinfo(name)
        if about.file_size != size or about.compress_type != zipfile.ZIP_DEFLATED:
            raise damaged_copy()


def _read_member(packed: zipfile.ZipFile, name: str, longest: int) -> bytes:
    """A small file of a zip. Refused: copy_damaged."""
    about = packed.getinfo(name)
    if about.file_size > longest or about.compress_type != zipfile.ZIP_DEFLATED:
        raise damaged_copy()
    return packed.read(name)


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
