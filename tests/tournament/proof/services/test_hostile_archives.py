"""An archive that a stranger made to do harm: every one is a sentence, leaves nothing behind and takes little."""

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connection

from tests.damage.archive_changes import Files, first_row, in_links, in_rows, last, last_row, link_saying
from tests.worlds.archived import files_of, signed_anew, zipped
from tournament.models import Event, Participant, Tournament, User
from tournament.proof.integrity.hashes import FIRST_HASH, link_hash
from tournament.proof.seals import archive as seals
from tournament.proof.seals.archive import LONGEST_LINE, open_archive
from tournament.proof.seals.keys import SealKey, make_seal_key
from tournament.proof.services import archive_content
from tournament.proof.services.archive_import import import_tournament
from tournament.proof.services.audit_values import value_differences
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db
ARCHIVE = Path(__file__).parents[4] / "fixtures" / "log-1" / "glonn-2026.zip"


@pytest.fixture(scope="module")
def stranger() -> SealKey:
    return make_seal_key(Path(tempfile.mkdtemp(dir=django_settings.VAR_DIR)))


def refused(path: Path) -> str:
    """The code with which an archive is refused; the refusal changes nothing."""
    with pytest.raises(Refused) as refusal, open_archive(path) as archive:
        import_tournament(archive=archive, actor=None)
    assert [model.objects.exists() for model in (Tournament, Participant, Event, User)] == [False] * 4
    assert "Traceback" not in str(refusal.value)
    return refusal.value.code


def linked_anew(links: list[bytes]) -> None:
    """Compute every hash of these links afresh."""
    newest: dict[int | None, str] = {}
    for place, line in enumerate(links):
        fields = json.loads(line)
        fields["previous_hash"] = newest.get(fields["scoresheet"], FIRST_HASH)
        names = ("sequence", "kind", "actor", "at", "payload")
        fields["hash"] = link_hash(previous=fields["previous_hash"], **{name: fields[name] for name in names})
        newest[fields["scoresheet"]] = fields["hash"]
        links[place] = json.dumps(fields).encode() + b"\n"


def paying(kind: str, **values: Any) -> Callable[[Files], None]:
    """Change the payload of the first link of a kind, and compute every hash afresh."""

    def change(links: list[bytes]) -> None:
        place = next(at for at, line in enumerate(links) if json.loads(line)["kind"] == kind)
        payload = json.loads(json.loads(links[place])["payload"]) | values
        links[place] = link_saying(links[place], payload=json.dumps(payload))
        linked_anew(links)

    return in_links(change)


def many(model: str, number: int) -> Callable[[Files], None]:
    """Add many small rows of a kind."""

    def change(files: Files) -> None:
        rows = (b'{"model": "%s", "id": %d}\n' % (model.encode(), 10**6 + key) for key in range(number))
        files["rows.jsonl"] += b"".join(rows)

    return change


def line(content: bytes) -> Callable[[Files], None]:
    """Put a line before all others of the rows."""
    return lambda files: files.update({"rows.jsonl": content + b"\n" + files["rows.jsonl"]})


UNREADABLE, DIFFERS = "archive_row_unreadable", "archive_log_differs"
HOSTILE: dict[str, tuple[Callable[[Files], object], str]] = {
    "nested a hundred thousand times": (line(b"[" * 100_000), UNREADABLE),
    "a line without end": (line(b" " * LONGEST_LINE), "archive_too_large"),
    "a hundred thousand participants": (many("participant", 10**5), "archive_too_large"),
    "a thousand and one logins": (many("user", 1001), "archive_too_large"),
    "no UTF-8": (line(b'{"model": "\xff"}'), UNREADABLE),
    "an archive.json nested too deep": (
        lambda files: files.update({"archive.json": b"[" * 100_000}),
        "archive_of_another_kind",
    ),
    "a version that is true": (
        lambda files: files.update({"archive.json": b'{"schema": "spielliste-archive", "version": true}'}),
        "archive_of_another_kind",
    ),
    "a number beyond 64 bits": (first_row("seat", points=2**63), UNREADABLE),
    "a number of 400 digits": (first_row("game", points_1=10**400), UNREADABLE),
    "a version that no page's script reads exactly": (first_row("match", version=2**60), UNREADABLE),
    "a whole number with a fraction": (in_rows(lambda rows: _term(rows, 1.0)), UNREADABLE),
    "a key beyond 64 bits": (first_row("seat", id=2**63), UNREADABLE),
    "a negative key": (first_row("seat", id=-1), UNREADABLE),
    "a row of nobody's participant": (first_row("seat", participant=10**6), UNREADABLE),
    "a day that no calendar of ours has": (first_row("tournament", day="9999-12-31"), UNREADABLE),
    "a time before all clocks": (first_row("game", written_at="0001-01-01T00:00:00+00:00"), UNREADABLE),
    "a name that steers a terminal": (first_row("participant", first_name="\x1b[31mA"), UNREADABLE),
    "a name that turns the line round": (first_row("tournament", name="\u202eabc"), UNREADABLE),
    "a zero byte": (first_row("tablechange", reason="a\x00b"), UNREADABLE),
    "half a character": (first_row("tablechange", reason="\ud800"), UNREADABLE),
    "a zero byte in an object": (first_row("tablechange", told={"to": "\x00"}), UNREADABLE),
    "an object that is a number": (first_row("tablechange", told=7), UNREADABLE),
    "an address that is none": (first_row("tournament", slug="../../etc"), UNREADABLE),
    "rules that are none": (first_row("tournament", frozen_ruleset="[" * 10_000), "archive_rules_differ"),
    "two tournaments": (
        in_rows(lambda rows: rows.append(last(rows, "tournament") | {"id": 10**6})),
        "archive_too_large",
    ),
    "a state that is none": (paying("sheet.state", to="../x"), "archive_chain_broken"),
    "an event that nobody knows": (in_links(lambda links: _another_kind(links)), "archive_chain_broken"),
    "a line that no sheet has": (paying("game.recorded", number=10**9), DIFFERS),
    "a link of no time": (in_links(lambda links: links.append(link_saying(links[-1], at="x"))), UNREADABLE),
    "a link at the end of time": (
        in_links(lambda links: links.append(link_saying(links[-1], at="9999-12-31T23:59:59+00:00"))),
        UNREADABLE,
    ),
    "a link whose number is none": (
        in_links(lambda links: links.append(link_saying(links[-1], sequence=True))),
        UNREADABLE,
    ),
    "a chain written anew": (paying("tournament.created", day="2026-11-30"), DIFFERS),
    "a start number below all": (last_row("participant", start_number=-1), UNREADABLE),
}


def _term(rows: list[dict[str, Any]], value: Any) -> None:
    last(rows, "closedlist")["terms"]["more"] = value


def _another_kind(links: list[bytes]) -> None:
    place = next(at for at, line in enumerate(links) if json.loads(line)["kind"] == "game.recorded")
    links[place] = link_saying(links[place], kind="game.invented")
    linked_anew(links)


@pytest.mark.parametrize("case", HOSTILE)
def test_every_hostile_archive_is_a_sentence(case: str, tmp_path: Path, stranger: SealKey):
    change, code = HOSTILE[case]
    files = files_of(ARCHIVE)
    change(files)
    assert refused(signed_anew(tmp_path / "a.zip", files, stranger)) == code


def test_files_that_unpack_to_far_more(tmp_path: Path, stranger: SealKey, monkeypatch: pytest.MonkeyPatch):
    """The sizes that the zip's own list states are enough: nothing of them is unpacked."""
    monkeypatch.setattr(archive_content, "MOST_TEXT", 2**20)
    files = files_of(ARCHIVE) | {"events.jsonl": b"\n" * (2**20 + 1)}
    assert refused(signed_anew(tmp_path / "a.zip", files, stranger)) == "archive_too_large"
    monkeypatch.setattr(archive_content, "MOST_VALUES", 10_000)
    files = files_of(ARCHIVE)
    line(b"[" + b"[]," * 10_000 + b"[]]")(files)
    assert refused(signed_anew(tmp_path / "a.zip", files, stranger)) == "archive_too_large"
    monkeypatch.setattr(seals, "MOST_AT_ONCE", 10_000)
    assert refused(ARCHIVE) == "archive_too_large"
    assert refused(zipped(tmp_path / "a.zip", files_of(ARCHIVE) | {"keys/public-key.pem": b" " * 10_001})) == (
        "archive_too_large"
    )


def test_the_command_says_a_sentence_without_signs_that_a_terminal_obeys(
    tmp_path: Path, stranger: SealKey, capsys: pytest.CaptureFixture[str]
):
    path = zipped(tmp_path / "a.zip", files_of(ARCHIVE) | {"x\x1b[31m.txt": b""})
    with pytest.raises(SystemExit) as ending:
        call_command("import_tournament", path)
    output = capsys.readouterr().err
    assert ending.value.code == 1
    assert "\x1b" not in output
    assert len(output.splitlines()) == 1


NONSENSE: list[Any] = [
    None, True, 0, -1, 2**31, 2**63, 1.5, float("inf"), "", "x", "\x00", "A" * 5000, "9999-12-31", [], {}, [[]],
    [1, 2, 3, 4], {"a": 1}, [None] * 4, "../x", {"v": 3},
]  # fmt: skip


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*before, key)
        yield from places(part, (*before, key))


def put_value(value: Any, place: tuple[Any, ...], other: Any) -> None:
    for key in place[:-1]:
        value = value[key]
    value[place[-1]] = other


def another_row(files: Files, chance: random.Random) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        row = chance.choice(rows)
        put_value(row, chance.choice([*places(row)]), chance.choice(NONSENSE))

    in_rows(change)(files)


def another_link(files: Files, chance: random.Random) -> None:
    def change(links: list[bytes]) -> None:
        place = chance.choice([at for at, line in enumerate(links) if json.loads(line)["payload"] != "{}"])
        payload = json.loads(json.loads(links[place])["payload"])
        put_value(payload, chance.choice([*places(payload)]), chance.choice(NONSENSE))
        links[place] = link_saying(links[place], payload=json.dumps(payload))
        linked_anew(links)

    in_links(change)(files)


@pytest.mark.parametrize("seed", range(25))
def test_an_archive_with_one_other_value_is_refused_or_holds(seed: int, tmp_path: Path, stranger: SealKey):
    """Whoever signs it again may change a value that nothing else says; nothing else happens than that or a refusal."""
    chance = random.Random(seed)
    files = files_of(ARCHIVE)
    chance.choice([another_row, another_link])(files, chance)
    try:
        with open_archive(signed_anew(tmp_path / "a.zip", files, stranger)) as archive:
            import_tournament(archive=archive, actor=None)
        assert list(value_differences(connection)) == []
    except Refused:
        assert not Tournament.objects.exists()
