"""Files that are written whole, and locks between processes."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tournament.files import hold_lock, release_lock, take_lock, write_whole


def test_a_file_is_replaced_as_a_whole_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(b"old and longer")
    left = tmp_path / "list.json.0123456789abcdef.new"
    left.write_bytes(b"left by a power cut")
    os.utime(left, (0, 0))
    strange = tmp_path / "list.json.strange.new"
    strange.mkdir()
    os.utime(strange, (0, 0))
    write_whole(path, b"new", 0o600)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)
    assert sorted(os.listdir(tmp_path)) == ["list.json", "list.json.strange.new"]


def test_where_it_cannot_be_written_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_whole(path, "no bytes", 0o600)  # type: ignore[arg-type]
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["list.json"])


def test_two_who_write_at_once_both_write_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    contents = [bytes([number]) * 5000 for number in range(200)]
    with ThreadPoolExecutor(8) as writers:
        list(writers.map(lambda content: write_whole(path, content, 0o600), contents))
    assert path.read_bytes() in contents
    assert os.listdir(tmp_path) == ["list.json"]


def test_a_lock_is_held_once_and_free_again(tmp_path: Path) -> None:
    path = tmp_path / "one.lock"
    with hold_lock(path) as first, hold_lock(path) as second:
        assert (first, second) == (True, False)
    with hold_lock(path, wait=True) as third:
        assert third


def test_a_lock_of_an_open_file_is_released_before_it_is_closed(tmp_path: Path) -> None:
    files = [os.open(tmp_path / "one.lock", os.O_RDWR | os.O_CREAT) for _ in range(2)]
    try:
        states = [take_lock(files[0]), take_lock(files[1])]
        release_lock(files[0])
        assert [*states, take_lock(files[1])] == [True, False, True]
    finally:
        for file in files:
            os.close(file)
