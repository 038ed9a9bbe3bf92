"""Heads that were kept outside the database tell that links were cut off or written anew; so does a sealed sheet."""

import datetime as dt
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.damage.rewriting import cut_off_last_game, remove_tournament, rewrite_accepted
from tests.damage.tampering import defenceless
from tests.worlds.archived import login, small_tournament
from tests.worlds.played import first_sheet, play
from tournament.backup.copies import packing
from tournament.backup.copies.contents import read_contents
from tournament.backup.services.backups import database_run
from tournament.exports.documents import issue_document
from tournament.models import Event, Scoresheet, Tournament
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.proof.services.audit_heads import KeptHead, head_differences, read_heads

pytestmark = pytest.mark.django_db


def saved_page(tournament: Tournament) -> bytes:
    """The public page of the log, as somebody saves it."""
    return bytes(Client().get(reverse("public_log", args=[tournament.slug])).content)


def copy_of(path: Path) -> Path:
    """A backup copy with the heads of now, and with no database worth the name."""
    (path / packing.SQLITE).write_bytes(b"")
    target = path / "copy.zip"
    parts = {packing.SQLITE: path / packing.SQLITE}
    at, contents = timezone.now(), read_contents(database_run)
    packing.pack(target, parts, at=at, why="test", program="0", contents=contents)
    return target


def faults(tournament: Tournament) -> list[str]:
    """What the audit finds, but for the triggers, which these tests drop."""
    found = (*audit_tournament(tournament, sealed=True).faults, *audit_installation().faults)
    return [str(fault) for fault in found if fault.where != "database"]


def test_a_page_has_every_head(tmp_path: Path):
    tournament, _actor = play(tables=2, entries=["r12+"])
    heads = read_heads(saved_page(tournament))
    chains = {(None, None), (tournament.pk, None), *((tournament.pk, sheet.pk) for sheet in Scoresheet.objects.all())}
    assert {(head.sequence, head.hash) for head in heads} == {
        Event.objects.filter(tournament=of, scoresheet=sheet).order_by("-sequence").values_list("sequence", "hash")[0]
        for of, sheet in chains
    }
    assert list(head_differences(heads)) == []
    in_copy = read_heads(copy_of(tmp_path).read_bytes())
    assert {(head.sequence, head.hash) for head in in_copy} == {(head.sequence, head.hash) for head in heads}
    assert "feldkirchen-2026, match 1, table 2" in {head.chain for head in in_copy}


def test_a_game_cut_off_with_its_links(tmp_path: Path):
    tournament, _actor = play(entries=["r12+"])
    page, copy = saved_page(tournament), copy_of(tmp_path).read_bytes()
    sheet = first_sheet(tournament)
    newest = Event.objects.filter(scoresheet=sheet).latest("sequence")
    with defenceless():
        cut_off_last_game(sheet)
        tournament.matches.filter(number=1).update(state="drawn")
        assert faults(tournament) == []
        gone = f"with the hash {newest.hash[:12]} is not in the log any more"
        assert list(head_differences(read_heads(page))) == [f"link {newest.sequence} {gone}"]
        assert list(head_differences(read_heads(copy))) == [
            f"link {newest.sequence} of feldkirchen-2026, match 1, table 1 {gone}"
        ]


def test_an_accepted_sheet_written_anew_does_not_fit_its_seal():
    """Chains, rows, document and log agree; only the file that was sealed does not."""
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = small_tournament(actor, 5)
    sheet = Scoresheet.objects.get(match__tournament=tournament, match__number=1, table_number=2, state="accepted")
    document = issue_document(scoresheet=sheet, actor=actor)
    assert document is not None
    assert faults(tournament) == []
    with defenceless():
        rewrite_accepted(Scoresheet.objects.select_related("match__tournament").get(pk=sheet.pk))
        assert faults(tournament) == [
            f"{tournament.slug}: document {document.pk}: it is another sheet, or another version of it"
        ]


def test_a_tournament_that_was_removed():
    tournament, _actor = play(entries=["r12+"])
    first = Event.objects.get(tournament=tournament, scoresheet=None, sequence=1)
    with defenceless():
        remove_tournament(tournament)
        assert [fault.what for fault in audit_installation().faults if fault.where != "database"] == [
            f'the beginning of tournament {tournament.pk} is missing, the log says "{first.hash}"'
        ]


def test_the_command_compares_a_copy_and_a_saved_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    tournament, _actor = play(entries=["r12+"])
    page = tmp_path / "log.html"
    page.write_bytes(saved_page(tournament))
    for file in (page, copy_of(tmp_path)):
        call_command("verify_audit", heads=file)
        assert capsys.readouterr().out.splitlines()[-1] == f"{file.name}, 3 heads: holds"
    with defenceless():
        cut_off_last_game(first_sheet(tournament))
        with pytest.raises(SystemExit) as left:
            call_command("verify_audit", heads=page)
    assert left.value.code == 1
    assert "log.html, 3 heads: does not hold" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x89PNG", b"{}", b"<html>12 abc</html>"])
def test_a_file_without_heads_is_refused(tmp_path: Path, content: bytes):
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(CommandError) as refusal:
        call_command("verify_audit", heads=file)
    assert refusal.value.returncode == 2
    for name in ("missing", "copy.zip.locked"):
        with pytest.raises(CommandError) as refusal:
            call_command("verify_audit", heads=tmp_path / name)
        assert refusal.value.returncode == 2


def test_a_manifest_alone_is_read():
    play(entries=["r12+"])
    contents = read_contents(database_run)
    manifest = json.dumps({"contents": contents.as_json(), "made_at": dt.datetime.now(dt.UTC).isoformat()})
    assert [KeptHead(sequence=head.sequence, hash=head.hash) for head in read_heads(manifest.encode())] == [
        KeptHead(sequence=head.sequence, hash=head.hash) for head in contents.heads
    ]
