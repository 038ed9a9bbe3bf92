"""Checkpoints: made once for each end of a match, and proof of every link that existed then."""

import re
from datetime import timedelta

import pytest
import segno
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.damage.tampering import tamper
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet, play
from tournament.models import Checkpoint, Event, Match, SealCertificate
from tournament.proof.seals.checkpoints import read_checkpoint
from tournament.proof.seals.keys import SealKey, seal_key
from tournament.proof.selectors.checkpoints import checkpoints_of, due_matches, released_checkpoints
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.audit_checkpoints import witnessed_differences
from tournament.proof.services.checkpoints import make_checkpoint, make_due_checkpoints
from tournament.standings.services.release import freeze, unfreeze

pytestmark = pytest.mark.django_db


def differences(checkpoint: Checkpoint) -> list[str]:
    return list(witnessed_differences(read_checkpoint(checkpoint.text)))


def test_made_once_when_a_match_has_ended(seal: SealKey):
    tournament, _actor = accepted_tournament(tables=2)
    before = list(Event.objects.filter(tournament=tournament).order_by("pk"))
    assert [make_due_checkpoints() for _ in range(2)] == [1, 0]
    checkpoint = checkpoints_of(tournament).get()
    assert (checkpoint.match.number, checkpoint.number, checkpoint.events) == (1, 1, len(before))
    assert (checkpoint.key_fingerprint, SealCertificate.objects.get().fingerprint) == (
        seal.fingerprint,
        seal.fingerprint,
    )
    assert sorted(checkpoint.heads) == sorted(
        {event.scoresheet_id: event.hash for event in before}.values()  # the last link of each chain
    )
    assert differences(checkpoint) == []
    assert audit_tournament(tournament).faults == ()


def test_a_match_that_is_played_has_none():
    tournament, _actor = play(entries=["r12+"])
    assert make_due_checkpoints() == 0
    assert make_checkpoint(match=Match.objects.get(tournament=tournament, number=1), key=seal_key()) is None


def test_reopened_and_ended_again_it_has_another_and_the_first_still_holds():
    tournament, actor = accepted_tournament()
    make_due_checkpoints()
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor)
    assert make_due_checkpoints(tournament) == 0
    accept(sheet, actor)
    assert make_due_checkpoints(tournament) == 1
    first, second = Checkpoint.objects.order_by("number")
    assert (differences(first), differences(second)) == ([], [])
    assert list(checkpoints_of(tournament)) == [second]
    assert audit_tournament(tournament).faults == ()


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_back_or_forward_makes_none_too_few_or_too_many(monkeypatch, hours: int):
    """The order of the log decides. By its times, a match that a fast clock had ended was due again and again."""
    tournament, actor = accepted_tournament()
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=hours))
    assert [make_due_checkpoints() for _ in range(2)] == [1, 0]
    monkeypatch.setattr(timezone, "now", lambda: now() - timedelta(hours=hours))
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor)
    accept(sheet, actor)
    assert [make_due_checkpoints() for _ in range(2)] == [1, 0]


@pytest.mark.parametrize("hours", [-1, 0, 1])
def test_the_hall_sees_no_checkpoint_from_after_the_hold(monkeypatch, hours: int):
    """The order of the log decides, and not a clock that was wrong when results began to be held back."""
    tournament, actor = accepted_tournament()
    make_due_checkpoints()
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=hours))
    freeze(tournament=tournament, actor=actor)
    monkeypatch.setattr(timezone, "now", now)
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor)
    accept(sheet, actor)
    assert make_due_checkpoints() == 1
    tournament.refresh_from_db()
    assert [one.number for one in released_checkpoints(tournament)] == [1]
    unfreeze(tournament=tournament, actor=actor)
    tournament.refresh_from_db()
    assert [one.number for one in released_checkpoints(tournament)] == [2]


def test_a_first_checkpoint_from_after_the_hold_is_not_shown():
    tournament, actor = accepted_tournament()
    freeze(tournament=tournament, actor=actor)
    make_due_checkpoints()
    tournament.refresh_from_db()
    assert list(released_checkpoints(tournament)) == []


def test_without_a_key_the_next_look_makes_up_for_it(settings, tmp_path):
    tournament, _actor = accepted_tournament()
    folder, settings.VAR_DIR = settings.VAR_DIR, tmp_path
    assert make_due_checkpoints() == 0
    assert due_matches() == [Match.objects.get(tournament=tournament, number=1)]
    settings.VAR_DIR = folder
    assert make_due_checkpoints() == 1


def test_a_log_that_was_rewritten():
    """Either its newest link has another hash, or somebody changed the list of links of the checkpoint."""
    accepted_tournament()
    make_due_checkpoints()
    checkpoint = Checkpoint.objects.get()
    rewritten = "the log does not hold any more what it witnessed"
    link = Event.objects.get(hash=checkpoint.heads[0])
    tamper("UPDATE tournament_event SET hash = 'ff' WHERE id = %s", link.pk)
    assert rewritten in differences(checkpoint)
    tamper("UPDATE tournament_event SET hash = %s WHERE id = %s", checkpoint.heads[0], link.pk)
    assert differences(checkpoint) == []
    tamper("UPDATE tournament_checkpoint SET heads = '[]'")
    assert differences(checkpoint) == [
        rewritten,
        f"it witnessed {checkpoint.events} events, the log holds another number of them",
    ]


def test_another_key_or_no_row():
    tournament, _actor = accepted_tournament()
    make_due_checkpoints()
    checkpoint = Checkpoint.objects.get()
    tamper("DELETE FROM tournament_sealcertificate")
    assert differences(checkpoint) == ["it was signed with a key that is not this installation's"]
    tamper("DELETE FROM tournament_checkpoint")
    assert differences(checkpoint) == [
        "the log here knows no such checkpoint: it was rewritten, or it is another tournament's"
    ]
    assert [str(fault) for fault in audit_tournament(tournament).faults] == [
        f'{tournament.slug}: checkpoint 1 of match 1 is missing, the log says [{checkpoint.events},"{checkpoint.root}"]'
    ]


def test_the_command_says_whether_a_photographed_one_holds(tmp_path, capsys):
    tournament, _actor = accepted_tournament()
    make_due_checkpoints()
    file = tmp_path / "photo.txt"
    file.write_text(Checkpoint.objects.get().text + "\n")
    call_command("verify_audit", checkpoint=file)
    *_, line = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"checkpoint 1 of match 1, .* UTC, \d+ events in the log until then: holds", line)
    photo = tmp_path / "photo.png"
    segno.make(Checkpoint.objects.get().text, error="m", micro=False).save(str(photo), scale=4)
    call_command("verify_audit", checkpoint=photo)
    event = Event.objects.filter(tournament=tournament).order_by("pk").first()
    tamper("UPDATE tournament_event SET payload = '{}' WHERE id = %s", event.pk)
    with pytest.raises(SystemExit) as exit_of_command:
        call_command("verify_audit", checkpoint=file)
    assert exit_of_command.value.code == 1
    for content in (b"STAND1", b"GIF89a", b"\x89PNG"):
        file.write_bytes(content)
        with pytest.raises(CommandError) as wrong:
            call_command("verify_audit", checkpoint=file)
        assert wrong.value.returncode == 2
