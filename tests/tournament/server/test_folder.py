"""The folder of an installation: one sentence where it cannot be written, and nothing in it for other users."""

import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.installation import ROOT, environment
from tournament.server.folder import own_folder, secret_key


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    process = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment(tmp_path / "file" / "var"),
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stdout) == (1, "")
    assert "Traceback" not in process.stderr
    assert f"Spielliste kann in {tmp_path}/file/var nichts schreiben (Not a directory)" in process.stderr


def test_a_full_disk_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    full = namedtuple("full", "f_bavail f_frsize")(3 * 256, 4096)
    monkeypatch.setattr(os, "statvfs", lambda _path: full)
    with pytest.raises(CommandError, match=r"The disk is full: .* has 3 MB left"):
        call_command("serve", port=8445)


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff" * 60], ids=["empty", "blank", "damaged"])
def test_a_secret_key_that_a_power_cut_left(tmp_path: Path, content: bytes) -> None:
    """An empty one opens no page; bytes of any kind are a key that stays."""
    path = tmp_path / "secret_key"
    path.write_bytes(content)
    key = secret_key(tmp_path)
    assert (len(key) > 40, secret_key(tmp_path)) == (True, key)
    assert (path.read_bytes() == content) is bool(content.strip())
    assert [one.name for one in tmp_path.iterdir()] == ["secret_key"]


def test_everything_is_its_owners(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        folder = own_folder(tmp_path / "new" / "var")
        key = secret_key(folder)
        (folder / "anything").touch()
        assert secret_key(folder) == key
        assert [oct(path.stat().st_mode & 0o777) for path in (folder, *sorted(folder.iterdir()))] == [
            "0o700", "0o600", "0o600",
        ]  # fmt: skip
    finally:
        os.umask(old)
