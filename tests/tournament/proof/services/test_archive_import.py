"""An archive is rebuilt on another installation, chain for chain and document for document, or not at all."""

import datetime as dt
import json
import os
import random
import stat
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command

from tests.damage.archive_changes import (
    Files,
    about,
    drop_certificates,
    first_row,
    in_links,
    in_rows,
    last,
    last_row,
    link_saying,
    swap,
    take_out,
)
from tests.worlds.archived import archived_elsewhere, files_of, login, signed_anew, zipped
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet
from tests.worlds.sealed import in_file, look_here
from tournament.models import Document, Event, Game, ImportedTournament, SealCertificate, TieLots, Tournament, User
from tournament.proof.exports.archive import write_archive
from tournament.proof.seals.archive import open_archive
from tournament.proof.seals.keys import SealKey, grouped, make_seal_key
from tournament.proof.selectors.archive_files import repeatable_files, sha256_of
from tournament.proof.selectors.verification import VerdictKind, verify_document
from tournament.proof.services.archive_content import VERSION
from tournament.proof.services.archive_import import import_tournament
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.refusals import Refused
from tournament.services.people import activate_person
from tournament.services.tournaments import create_tournament
from tournament.standings.selectors.standings import overall_standings


def begin() -> Path:
    """An archive of another installation. This one has a tournament already, so that the archive's keys are taken."""
    path = Path(tempfile.mkdtemp(dir=os.environ["TEST_RUN"])) / "glonn-2026.zip"
    archived_elsewhere(path, 1)
    login("lindner", "Rosa Lindner", "organiser")
    login("moser", "Toni Moser", "desk")
    other = create_tournament(
        actor=User.objects.get(username="lindner"), name="Moosach", day=dt.date(2026, 11, 28), organiser="SV Moosach",
        ruleset_id="schafkopfschule-2023",
    )  # fmt: skip
    make_participants(other, 8)
    for table in (1, 2):
        open_scoresheet(other, table=table)
    return path


@pytest.fixture(scope="module")
def stranger() -> SealKey:
    """Somebody else's key."""
    return make_seal_key(Path(tempfile.mkdtemp(dir=django_settings.VAR_DIR)))


def imported(path: Path, actor: User | None = None) -> Tournament:
    with open_archive(path) as archive:
        return import_tournament(archive=archive, actor=actor).tournament


def everything() -> tuple[dict[str, list[Any]], list[Path]]:
    """Every row of the database, and every file of the installation."""
    rows = {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in apps.get_models()}
    return rows, sorted(django_settings.VAR_DIR.rglob("*"))


def refused(path: Path) -> str:
    """The code with which an archive is refused; the refusal must not change anything."""
    before = everything()
    with pytest.raises(Refused) as refusal:
        imported(path)
    assert everything() == before
    assert str(refusal.value)
    return refusal.value.code


def test_chain_for_chain_and_document_for_document(world: Path, tmp_path: Path):
    tournament = imported(world)
    assert audit_tournament(tournament).faults == ()
    assert audit_installation().faults == ()
    answers = [
        verify_document(in_file(bytes(document.pdf)), look=look_here).answer
        for document in Document.objects.order_by("pk")
    ]
    assert sorted(answers) == [VerdictKind.SUPERSEDED, *[VerdictKind.VALID] * (len(answers) - 1)]
    assert verify_document(in_file(world.read_bytes()), look=look_here).answer == VerdictKind.VALID
    write_archive(tournament=tournament, path=tmp_path / "again.zip")
    with open_archive(world) as archive, open_archive(tmp_path / "again.zip") as again:
        # The others depend on the day on which they are made.
        same = {name for name in archive.sums if name.endswith((".jsonl", ".json", ".toml")) or "sheets/" in name}
        same -= {"archive.json"}
        assert len(same) == 4 + 3 + Document.objects.count()
        assert {name: again.sums.get(name) for name in same} == {name: archive.sums[name] for name in same}
        assert archive.sums.keys() == again.sums.keys()


def test_whatever_was_played_comes_back(world: Path, tmp_path: Path):
    seed = random.randrange(10**6)
    print("seed", seed)  # the message says where it fails
    archived_elsewhere(tmp_path / "a.zip", seed)
    tournament = imported(tmp_path / "a.zip")
    with open_archive(tmp_path / "a.zip") as archive:
        sums = {name: sha256_of(pieces) for name, pieces in repeatable_files(tournament)}
        assert sums == {name: archive.sums[name] for name in sums}
    assert audit_tournament(tournament).faults == ()


def test_its_keys_are_its_own_and_its_log_names_the_old_ones(world: Path):
    tournament = imported(world)
    row = ImportedTournament.objects.get()
    rows = [json.loads(line) for line in files_of(world)["rows.jsonl"].splitlines()]
    there = {row["id"]: row["start_number"] for row in rows if row["model"] == "participant"}
    here = dict(tournament.participants.values_list("pk", "start_number"))
    assert sorted(here.values()) == sorted(there.values())
    assert here != there
    assert {there[old]: here[int(new)] for new, old in row.ids["participant"].items()} == {
        number: number for number in here.values()
    }
    for lots in TieLots.objects.filter(tournament=tournament):
        assert set(lots.order) <= here.keys()
    assert [line.start_number for line in overall_standings(tournament).lines] == [
        line["start_number"] for line in json.loads(files_of(world)["standings.json"])
    ]


def test_its_logins_let_nobody_in(world: Path):
    imported(world)
    (person,) = User.objects.filter(full_name="K. Reiter")
    assert (person.username, person.is_active, person.roles) == ("archive.k.reiter", False, [])
    assert (person.has_usable_password(), person.supervisor_code) == (False, "")
    event = Event.objects.get(kind="people.imported")
    assert (json.loads(event.payload)["user"], event.tournament) == (person.pk, None)
    activate_person(actor=User.objects.get(username="lindner"), person=person)
    assert audit_installation().faults == ()


def test_an_organiser_may_import_and_the_desk_may_not(world: Path):
    with pytest.raises(Refused) as refusal:
        imported(world, User.objects.get(username="moser"))
    assert refusal.value.code == "not_allowed"
    organiser = User.objects.get(username="lindner")
    imported(world, organiser)
    assert ImportedTournament.objects.get().imported_by == organiser


SECRETS = ("password", "token", "supervisor_code", "birth", "wifi", '"code"', "PRIVATE", "pbkdf2", "md5$")


def test_nothing_in_it_lets_anybody_in(world: Path):
    files = files_of(world)
    hits = [(name, word) for name, content in files.items() for word in SECRETS if word.encode() in content]
    assert [case for case in hits if not case[0].endswith((".pdf", ".xlsx", ".txt"))] == []
    rows = [json.loads(line) for line in files["rows.jsonl"].splitlines()]
    # The list that was opened again without a draw: its secret was never published.
    assert [bool(row["secret"]) for row in rows if row["model"] == "closedlist"] == [False, True, True]


# One changed byte in each kind of file.
BYTES = {
    "README.txt": "archive_file_changed",
    "archive.json": "archive_file_changed",
    "rows.jsonl": "archive_file_changed",
    "events.jsonl": "archive_file_changed",
    "rules.toml": "archive_file_changed",
    "standings.json": "archive_file_changed",
    "standings.pdf": "archive_file_changed",
    "workbook.xlsx": "archive_file_changed",
    "draws/match-1-draw-1.json": "archive_file_changed",
    "draws/match-1-draw-2.pdf": "archive_file_changed",
    "sheets/match-1/table-001-version-1-superseded.pdf": "archive_file_changed",
    "keys/public-key.pem": "archive_signature_wrong",
    "MANIFEST": "archive_signature_wrong",
    "MANIFEST.sig": "archive_signature_wrong",
}


def _without(name: str) -> Callable[[Files], Files]:
    return lambda files: {one: content for one, content in files.items() if one != name}


def _renamed(old: str, new: str) -> Callable[[Files], Files]:
    return lambda files: {new if name == old else name: content for name, content in files.items()}


AS_IT_IS: dict[str, tuple[Callable[[Files], Files], str]] = {
    "a file added": (lambda files: files | {"note.txt": b"hello"}, "archive_file_added"),
    "a file removed": (_without("standings.pdf"), "archive_file_missing"),
    "a file renamed": (_renamed("rules.toml", "rule.toml"), "archive_file_added"),
    "no manifest": (_without("MANIFEST"), "archive_unsigned"),
    "no signature": (_without("MANIFEST.sig"), "archive_unsigned"),
    "a path that climbs": (lambda files: files | {"../up.txt": b""}, "archive_path_climbs"),
    "an absolute path": (lambda files: files | {"/etc/cron.d/x": b""}, "archive_path_climbs"),
    "a path of Windows": (lambda files: files | {"C:\\x.txt": b""}, "archive_path_climbs"),
    "a folder": (lambda files: files | {"sheets/": b""}, "archive_path_climbs"),
    "too long a signature": (lambda files: files | {"MANIFEST.sig": b"x" * 2000}, "archive_too_large"),
}


def test_what_does_not_fit_its_signed_list_is_refused(world: Path, tmp_path: Path, subtests: Any):
    files = files_of(world)
    for name, code in BYTES.items():
        with subtests.test(name):
            content = bytearray(files[name])
            content[len(content) // 2] ^= 1
            assert refused(zipped(tmp_path / "a.zip", files | {name: bytes(content)})) == code
    for case, (change, code) in AS_IT_IS.items():
        with subtests.test(case):
            assert refused(zipped(tmp_path / "a.zip", change(files))) == code


def test_a_manifest_that_another_key_signed_is_refused(world: Path, tmp_path: Path, stranger: SealKey):
    with open_archive(signed_anew(tmp_path / "b.zip", files_of(world), stranger)) as other:
        signature = other.file.read("MANIFEST.sig")
    assert refused(zipped(tmp_path / "a.zip", files_of(world) | {"MANIFEST.sig": signature})) == (
        "archive_signature_wrong"
    )


def test_no_zip_half_a_zip_and_zips_made_to_do_harm(world: Path, tmp_path: Path, subtests: Any):
    whole, path = world.read_bytes(), tmp_path / "a.zip"
    link = zipfile.ZipInfo("sheets/link.pdf")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    bomb = bytearray(whole)
    # The size of the first file in the zip's own list of files: 3.9 GB.
    struct.pack_into("<I", bomb, whole.rindex(b"PK\x01\x02") + 24, 0xF000_0000)
    encrypted = bytearray(whole)
    encrypted[whole.index(b"PK\x01\x02") + 8] |= 1
    for case, content, code in (
        ("no zip", b"hello", "archive_unreadable"),
        ("empty", b"", "archive_unreadable"),
        ("half", whole[: len(whole) // 2], "archive_unreadable"),
        ("another archive before it", whole + whole, "archive_unreadable"),
        ("something behind it", whole + b"PK", "archive_unreadable"),
        ("a bomb", bytes(bomb), "archive_too_large"),
        ("encrypted", bytes(encrypted), "archive_unreadable"),
    ):
        with subtests.test(case):
            path.write_bytes(content)
            assert refused(path) == code
    for case, extra, code in (
        ("a link", link, "archive_path_climbs"),
        ("a file twice", "rules.toml", "archive_file_twice"),
    ):
        with subtests.test(case):
            path.write_bytes(whole)
            with zipfile.ZipFile(path, "a") as file, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # zipfile's own warning that the name exists already
                file.writestr(extra, b"/etc/passwd")
            assert refused(path) == code


SHEETS = [f"sheets/match-1/table-001-version-{name}.pdf" for name in ("1-superseded", "2-current")]
DRAWS = [f"draws/match-1-draw-{number}.json" for number in (1, 2)]
# On secp112r1, made by `openssl req -x509`.
STRANGE_CURVE = b"""-----BEGIN CERTIFICATE-----
MIIBITCB7KADAgECAhQpjxlqYBIDDvV6QjEjh1K6CkrbWDAKBggqhkjOPQQDAjAM
MQowCAYDVQQDDAF4MB4XDTI2MTEyMjE5MzYyOFoXDTI2MTIyMjE5MzYyOFowDDEK
MAgGA1UEAwwBeDAyMBAGByqGSM49AgEGBSuBBAAGAx4ABAgqrzg9jrYDN3Llkr5C
waeRJv8dwGpGo1y+WqWjUzBRMB0GA1UdDgQWBBTD+8xcat29/V7BxG0GLoOeTqte
wTAfBgNVHSMEGDAWgBTD+8xcat29/V7BxG0GLoOeTqtewTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCAyQAMCECDmWTXrLtztZTsgmfYg4wAg8AwhpkGllz/Un9
tFiy4kk=
-----END CERTIFICATE-----
"""
# Somebody who signs it again with a key of their own still fails at hashes, replay and seals.
SIGNED_ANEW: dict[str, tuple[Callable[[Files], object], str]] = {
    "links in another order": (in_links(lambda links: links.insert(0, links.pop(1))), "archive_chain_broken"),
    "a link taken out": (in_links(lambda links: links.pop(5)), "archive_chain_broken"),
    "the last link taken off": (in_links(lambda links: links.pop()), "archive_log_differs"),
    "a link changed": (
        in_links(lambda links: links.__setitem__(0, links[0].replace(b"tournament.created", b"tournament.edited"))),
        "archive_chain_broken",
    ),
    "no link": (in_links(lambda links: links.__setitem__(0, b"[]\n")), "archive_row_unreadable"),
    "a link of no kind": (
        in_links(lambda links: links.__setitem__(0, link_saying(links[0], kind=None))),
        "archive_row_unreadable",
    ),
    "a link of no sheet": (
        in_links(lambda links: links.__setitem__(0, link_saying(links[0], scoresheet=[]))),
        "archive_row_unreadable",
    ),
    "a number without end": (first_row("seat", number=float("inf")), "archive_row_unreadable"),
    "a certificate on a curve that nobody knows": (
        lambda files: files.update({f"keys/{'0' * 64}.pem": STRANGE_CURVE}),
        "archive_key_unknown",
    ),
    "the points of a game": (first_row("game", points_1=9, points_2=-9, points_3=0, points_4=0), "archive_log_differs"),
    "a game": (first_row("game", record={"written": [1, 1, -1, -1]}), "archive_log_differs"),
    "a total": (first_row("seat", points=90, plus=90, minus=0), "archive_log_differs"),
    "a start number": (first_row("participant", start_number=99), "archive_log_differs"),
    "a name, in the rows alone": (last_row("participant", last_name="Anders"), "archive_log_differs"),
    "the rules, in the rows alone": (first_row("tournament", ruleset_id="another"), "archive_log_differs"),
    "the rules, in their file alone": (lambda files: files.update({"rules.toml": b"#"}), "archive_file_differs"),
    "rules that cannot be read": (first_row("tournament", frozen_ruleset="x"), "archive_rules_differ"),
    "an open tournament": (first_row("tournament", state="running"), "archive_not_finished"),
    "an open match": (first_row("match", state="playing"), "archive_not_finished"),
    "a participant taken out": (take_out("participant"), "archive_row_unreadable"),
    "a signature taken out": (take_out("signature"), "archive_log_differs"),
    "a scribble that is none": (first_row("signature", strokes="x"), "archive_row_unreadable"),
    "too long a name": (first_row("participant", first_name="A" * 61), "archive_row_unreadable"),
    "a field that nobody knows": (first_row("seat", wealth=9), "archive_row_unreadable"),
    "a field that is none of the archive's": (first_row("user", password="x"), "archive_row_unreadable"),
    "a kind of row that nobody knows": (first_row("seat", model="session"), "archive_row_unreadable"),
    "rows of no JSON": (lambda files: files.update({"rows.jsonl": b"{\n"}), "archive_row_unreadable"),
    "a row that nobody wrote": (
        in_rows(lambda rows: rows.append(last(rows, "checkpoint") | {"id": 10**6, "number": 9})),
        "archive_log_differs",
    ),
    "sealed standings that nobody sealed": (
        in_rows(lambda rows: rows.append(last(rows, "standingsdocument") | {"id": 10**6, "number": 9})),
        "archive_sheet_unsound",
    ),
    "sealed standings taken out": (lambda files: files.pop("standings/version-1.pdf"), "archive_sheet_unsound"),
    "sheets that changed names": (lambda files: swap(files, *SHEETS), "archive_file_differs"),
    "a sheet taken out": (lambda files: files.pop(SHEETS[1]), "archive_sheet_unsound"),
    "a sheet that is no PDF": (lambda files: files.update({SHEETS[0]: b"%PDF-"}), "archive_sheet_unsound"),
    "a draw": (
        lambda files: swap(files, "draws/match-1-draw-1.json", "draws/match-1-draw-2.json"),
        "archive_file_differs",
    ),
    "the standings": (lambda files: files.update({"standings.json": b"[]"}), "archive_file_differs"),
    "no certificates": (drop_certificates, "archive_key_unknown"),
    "a newer format": (about(version=VERSION + 1), "archive_newer"),
    "another kind of archive": (about(schema="another"), "archive_of_another_kind"),
    "an older format, of which there is none": (about(version=0), "archive_of_another_kind"),
}


def test_who_signs_it_anew_cannot_change_what_was_played(world: Path, tmp_path: Path, stranger: SealKey, subtests: Any):
    for case, (change, code) in SIGNED_ANEW.items():
        with subtests.test(case):
            files = files_of(world)
            change(files)
            assert refused(signed_anew(tmp_path / "a.zip", files, stranger)) == code


def test_sealed_by_another_installation(world: Path, tmp_path: Path, stranger: SealKey, capsys: Any):
    path = signed_anew(tmp_path / "a.zip", files_of(world), stranger)
    call_command("import_tournament", path)
    output = capsys.readouterr().out
    assert f"another installation signed its archive, with the key  {grouped(stranger.fingerprint)}" in output
    certificate = SealCertificate.objects.get(fingerprint=stranger.fingerprint)
    assert (certificate.imported, certificate.certificate) == (True, stranger.pem)
    assert ImportedTournament.objects.get().key_fingerprint == stranger.fingerprint


def test_the_command_says_what_it_did_and_does_it_once(world: Path, capsys: Any):
    call_command("import_tournament", world)
    assert "“Glonn 2026” is imported as glonn-2026" in capsys.readouterr().out
    before = everything()
    with pytest.raises(SystemExit) as ending:
        call_command("import_tournament", world)
    assert (ending.value.code, everything() == before) == (1, True)
    assert "is here already" in capsys.readouterr().err
    call_command("verify_audit", "glonn-2026")


def test_the_address_is_taken_by_another_tournament(world: Path):
    make_tournament("Another", "glonn-2026")
    assert refused(world) == "slug_taken"


def test_the_command_refuses_a_file_that_is_not_there(db: None, tmp_path: Path):
    with pytest.raises(CommandError) as refusal:
        call_command("import_tournament", tmp_path / "nothing.zip")
    assert refusal.value.returncode == 2


@pytest.mark.django_db
def test_an_archive_of_the_first_version_is_imported():
    """It is as it was made before a log had versions: its rows and links are read as they are."""
    path = Path(__file__).parents[4] / "fixtures/log-1/glonn-2026.zip"
    with path.open("rb") as file, open_archive(file) as archive:
        imported = import_tournament(archive=archive, actor=None).tournament
    assert audit_tournament(imported).faults == ()
    assert all(game.command for game in Game.objects.filter(scoresheet__match__tournament=imported))
