"""The archive as a file: one zip with a signed MANIFEST that holds the SHA-256 of every file. Knows no rows.

An archive is written under another name and moved to its place when it is complete. A stranger's archive is read within
limits of size, and nothing in it is trusted before it fits the manifest.
"""

import hashlib
import os
import re
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext_lazy as _

from tournament.proof.seals.keys import SealKey, fingerprint_of
from tournament.refusals import Refused

MANIFEST, SIGNATURE, PUBLIC_KEY = "MANIFEST", "MANIFEST.sig", "keys/public-key.pem"
# A tournament of 1,000 tables has some 1,100 files with 300 MB in all.
MOST_FILES, MOST_BYTES, LONGEST_LINE = 20_000, 4 * 2**30, 16 * 2**20
# The most that is read in one piece: no sealed sheet and no list of results is as large.
MOST_AT_ONCE = 64 * 2**20
# The limit for these small files; the manifest grows with the number of files.
MOST_OF = {MANIFEST: 4 * 2**20, SIGNATURE: 1000}
MOST_OF_KEY = 10_000
PACKED_ALREADY = (".pdf", ".xlsx")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")
_PART = 2**20
ES256 = ec.ECDSA(hashes.SHA256())


class ArchiveWriter:
    """Writes an archive, file after file."""

    def __init__(self, file: zipfile.ZipFile, at: datetime) -> None:
        self._file, self._at = file, at
        self._sums: dict[str, str] = {}

    def add(self, name: str, content: bytes) -> None:
        """Add one whole file."""
        with self.open(name) as out:
            out.write(content)

    @contextmanager
    def open(self, name: str) -> Iterator["Counted"]:
        """Open a file to write it piece by piece; only one at a time."""
        info = zipfile.ZipInfo(name, self._at.timetuple()[:6])
        info.compress_type = zipfile.ZIP_STORED if name.endswith(PACKED_ALREADY) else zipfile.ZIP_DEFLATED
        info.external_attr = (stat.S_IFREG | 0o644) << 16
        with self._file.open(info, "w", force_zip64=True) as out:
            stream = Counted(out)
            yield stream
        if name not in MOST_OF:
            self._sums[name] = stream.sha256

    def seal(self, key: SealKey) -> None:
        """Add the last files: the public key, the manifest and its signature."""
        public = key.key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        self.add(PUBLIC_KEY, public)
        manifest = "".join(f"{sha256}  {name}\n" for name, sha256 in sorted(self._sums.items())).encode()
        self.add(MANIFEST, manifest)
        self.add(SIGNATURE, key.key.sign(manifest, ES256))


class Counted:
    """A file that hashes everything written to it."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._hash = out, hashlib.sha256()

    def write(self, content: bytes) -> None:
        self._hash.update(content)
        self._out.write(content)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


@contextmanager
def new_archive(path: Path, *, key: SealKey, at: datetime) -> Iterator[ArchiveWriter]:
    """Write an archive. If the block ends without an error, `path` is complete and sealed; else nothing changes.

    Refused: archive_not_written if the disk is full or the folder cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as out:
                with zipfile.ZipFile(out, "w") as file:
                    writer = ArchiveWriter(file, at)
                    yield writer
                    writer.seal(key)
                out.flush()
                os.fsync(out.fileno())
            os.replace(beside, path)
        finally:
            Path(beside).unlink(missing_ok=True)
    except OSError as error:
        raise Refused(
            _("The archive cannot be written: %(problem)s. Please make room on the disk, or choose another place."),
            code="archive_not_written",
            problem=error.strerror or str(error),
        ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An archive that fits its signed manifest byte for byte. `sums` holds the SHA-256 of each file by its name.

    `sha256` is the hash of the whole zip, `fingerprint` belongs to the key that signed the manifest.
    """

    sha256: str
    fingerprint: str
    sums: Mapping[str, str]
    file: zipfile.ZipFile

    def read(self, name: str) -> bytes:
        """Read one whole file. Refused: archive_file_missing, archive_too_large."""
        if name not in self.sums:
            raise Refused(_("The archive lacks the file %(file)s."), code="archive_file_missing", file=name)
        if self.file.getinfo(name).file_size > MOST_AT_ONCE:
            raise too_large()
        return self.file.read(name)

    def lines(self, name: str) -> Iterator[bytes]:
        """Read one file line by line. Refused: archive_file_missing, archive_too_large."""
        if name not in self.sums:
            raise Refused(_("The archive lacks the file %(file)s."), code="archive_file_missing", file=name)
        with self.file.open(name) as lines:
            while line := lines.readline(LONGEST_LINE):
                if len(line) >= LONGEST_LINE:
                    raise too_large()
                yield line


@contextmanager
def open_archive(path: Path | IO[bytes]) -> Iterator[Archive]:
    """Check an archive that anybody may have made: its entries, every hash and the signature.

    `path` is a path or an open file. Nothing is unpacked to disk.

    Refused: archive_unreadable, archive_too_large, archive_path_climbs, archive_file_twice, archive_unsigned,
    archive_signature_wrong, archive_file_missing, archive_file_added, archive_file_changed.
    """
    try:
        with (
            open(path, "rb") if isinstance(path, Path) else nullcontext(path) as content,
            zipfile.ZipFile(content) as file,
        ):
            yield _checked(content, file)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeError) as error:
        # Encrypted zips and those with unusual compression raise these errors, too.
        raise Refused(
            _("The file is no archive of a tournament, or it is damaged: it cannot be read as a zip."),
            code="archive_unreadable",
        ) from error
    except OSError as error:
        raise Refused(
            _("The file cannot be read: %(problem)s."), code="archive_unreadable", problem=error.strerror or str(error)
        ) from error


def _checked(content: IO[bytes], file: zipfile.ZipFile) -> Archive:
    entries = file.infolist()
    # The manifest does not cover bytes before or behind the zip, where some programs would find another archive.
    content.seek(-22, os.SEEK_END)
    if content.read(4) != b"PK\5\6" or all(entry.header_offset for entry in entries):
        raise zipfile.BadZipFile
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise too_large()
    names: set[str] = set()
    for entry in entries:
        _check_entry(entry, names)
        names.add(entry.filename)
    if not {MANIFEST, SIGNATURE, PUBLIC_KEY} <= names:
        raise Refused(
            _("The archive has no signed list of its files: it was not made by Spielliste, or was taken apart."),
            code="archive_unsigned",
        )
    if file.getinfo(PUBLIC_KEY).file_size > MOST_OF_KEY:
        raise too_large()
    manifest = file.read(MANIFEST)
    fingerprint = _signer(file.read(PUBLIC_KEY), manifest, file.read(SIGNATURE))
    sums = _sums(manifest)
    for name in sorted(names - sums.keys() - {MANIFEST, SIGNATURE}):
        raise Refused(
            _("The archive holds a file that its signed list does not name: %(file)s."),
            code="archive_file_added",
            file=name,
        )
    for name, sha256 in sums.items():
        if name not in names:
            raise Refused(_("The archive lacks the file %(file)s."), code="archive_file_missing", file=name)
        with file.open(name) as part:
            if _sha256(part) != sha256:
                raise Refused(
                    _("A file of the archive was changed after it was sealed: %(file)s."),
                    code="archive_file_changed",
                    file=name,
                )
    content.seek(0)
    return Archive(sha256=_sha256(content), fingerprint=fingerprint, sums=sums, file=file)


def _check_entry(entry: zipfile.ZipInfo, before: set[str]) -> None:
    kind = entry.external_attr >> 16
    plain = not stat.S_IFMT(kind) or stat.S_ISREG(kind)
    # Compare with the original name: zipfile cuts a name at a zero byte and replaces backslashes.
    if not plain or not _NAME.fullmatch(entry.filename) or entry.orig_filename != entry.filename:
        raise Refused(
            _("The archive holds something that has no place in it, such as a path out of its folder: %(file)s."),
            code="archive_path_climbs",
            file=entry.orig_filename,
        )
    if entry.filename in before:
        raise Refused(_("The archive holds a file twice: %(file)s."), code="archive_file_twice", file=entry.filename)
    if entry.file_size > MOST_OF.get(entry.filename, MOST_BYTES):
        raise too_large()


def _signer(pem: bytes, manifest: bytes, signature: bytes) -> str:
    """Return the fingerprint of the key that signed the manifest. Refused: archive_signature_wrong."""
    wrong = Refused(
        _("The signature of the archive does not fit: its list of files was changed after it was sealed."),
        code="archive_signature_wrong",
    )
    try:
        public: Any = serialization.load_pem_public_key(pem)
        public.verify(signature, manifest, ES256)
        return fingerprint_of(public)
    except (ValueError, TypeError, AttributeError, InvalidSignature, UnsupportedAlgorithm) as error:
        raise wrong from error


def _sums(manifest: bytes) -> dict[str, str]:
    sums: dict[str, str] = {}
    for line in manifest.decode().splitlines():
        match = _LINE.fullmatch(line)
        if match is None or match[2] in sums:
            raise Refused(
                _("The archive has no signed list of its files: it was not made by Spielliste, or was taken apart."),
                code="archive_unsigned",
            )
        sums[match[2]] = match[1]
    return sums


def certificate_fingerprint(pem: str) -> str:
    """Return the fingerprint of the first certificate's key. Raises ValueError for a key that is on no curve."""
    certificate, *_chain = x509.load_pem_x509_certificates(pem.encode())
    public = certificate.public_key()
    if not isinstance(public, ec.EllipticCurvePublicKey):
        raise ValueError("no key on a curve")
    return fingerprint_of(public)


def _sha256(content: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while part := content.read(_PART):
        digest.update(part)
    return digest.hexdigest()


def too_large() -> Refused:
    """The refusal of a file that is larger than an archive can be."""
    return Refused(
        _("The file is larger than any archive of a tournament: it is not unpacked."), code="archive_too_large"
    )
