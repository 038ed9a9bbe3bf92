"""The folder in which an installation keeps everything: its owner's alone, and checked before anything else."""

import os
import secrets
import sys
from pathlib import Path

from django.conf import settings

# Less than this is not enough for a match with its documents and copies.
ENOUGH_BYTES = 50 * 2**20


def own_folder(path: Path) -> Path:
    """Make this folder, for its owner alone, if there is none. The program ends with one sentence if it cannot be
    written. Everything that is written from now on is readable by its owner only: it holds names and dates of birth.
    """
    os.umask(0o077)
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(13, "not writable")
        if path.stat().st_uid == os.geteuid():
            path.chmod(0o700)
    except OSError as error:
        # Both languages, as the settings that choose one are not read yet.
        sys.exit(
            f"Spielliste kann in {path} nichts schreiben ({error.strerror}). Bitte den Ordner freigeben oder mit "
            f"SPIELLISTE_VAR einen anderen wählen.\nSpielliste cannot write in {path}: choose a folder of your own."
        )
    return path


def secret_key(folder: Path) -> str:
    """The installation's secret key. It is made once, and anew where a power cut has left an empty file."""
    path = folder / "secret_key"
    if not path.exists() or not path.read_bytes().strip():
        begun_file = path.with_suffix(f".{os.getpid()}")
        with open(os.open(begun_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        begun_file.replace(path)
    # Any bytes are a key, also those of a damaged disk.
    return path.read_bytes().strip().decode("latin-1")


def printer_folder() -> Path:
    """The folder of whatever is needed only until a document is made and fetched."""
    folder = Path(settings.VAR_DIR, "printer")
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def free_bytes(folder: Path) -> int:
    """The bytes that this program may still write on the disk of the folder."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
