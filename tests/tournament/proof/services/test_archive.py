"""A finished tournament is closed for good: everything is sealed, nothing changes any more, and one zip holds it."""

import hashlib
import io
import json
import resource
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from tests.damage.tampering import tamper
from tests.pango import without_pango
from tests.worlds.archived import files_of, login, small_tournament
from tests.worlds.sheets import correct, refusal, sign, strike
from tournament.devices.services.devices import lock_device, renew_code
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.seats import exchange_seats
from tournament.enums import TournamentState
from tournament.exports.documents import issue_document
from tournament.models import Checkpoint, Document, Event, Scoresheet, Tournament, User
from tournament.participants.exports import participants_workbook
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.participants import add_participant, edit_participant, withdraw_participant
from tournament.proof.exports.archive import _made_files, close_tournament, write_archive
from tournament.proof.seals.archive import new_archive
from tournament.proof.seals.keys import SealKey, seal_key
from tournament.proof.selectors.archive import KEPT, LEFT_OUT
from tournament.proof.services.archive import archive_tournament
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.refusals import Refused
from tournament.selectors.documents import unsealed_sheets
from tournament.services.acting import act, reason_given
from tournament.services.matches import settle_match
from tournament.services.tables import issue_packs
from tournament.services.tournaments import edit_tournament, finish_tournament, reopen_tournament
from tournament.sheet.acts.tables import NameScorekeeper
from tournament.sheet.acts.totals import CorrectTotals
from tournament.standings.exports.standings import issue_standings
from tournament.standings.services.standings import draw_tie_lots

Hall = tuple[Tournament, User]


def begin() -> Hall:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    return small_tournament(actor, 1), actor


@pytest.fixture
def hall(world: Hall) -> Hall:
    return world


@pytest.fixture
def closed(hall: Hall) -> Hall:
    return close_tournament(tournament=hall[0], actor=hall[1]), hall[1]


def test_closing_seals_what_is_not_sealed_and_is_logged_once(hall: Hall, seal: SealKey):
    tournament, actor = hall
    sealed = Document.objects.count()
    for _press in range(2):
        assert close_tournament(tournament=tournament, actor=actor).state == TournamentState.ARCHIVED
    assert (sealed, Document.objects.count(), Checkpoint.objects.count()) == (1, 5, 2)
    event = Event.objects.get(kind="tournament.archived")
    assert (event.actor, json.loads(event.payload)) == (
        actor,
        {"state": "archived", "key_fingerprint": seal.fingerprint},
    )
    assert audit_tournament(tournament).faults == ()


def test_only_a_finished_one_by_an_organiser(hall: Hall, seal: SealKey):
    tournament, actor = hall
    desk = login("moser", "Toni Moser", "desk")
    assert refusal(lambda: archive_tournament(tournament=tournament, key=seal, actor=desk))[0] == "not_allowed"
    assert refusal(lambda: archive_tournament(tournament=tournament, key=seal, actor=actor))[0] == "documents_missing"
    reopen_tournament(tournament=tournament, actor=actor)
    assert refusal(lambda: archive_tournament(tournament=tournament, key=seal, actor=actor))[0] == "step_not_allowed"


def test_not_while_the_log_and_the_rows_differ(hall: Hall, seal: SealKey):
    tournament, actor = hall
    tamper("UPDATE tournament_participant SET start_number = 77 WHERE start_number = 3")
    assert refusal(lambda: archive_tournament(tournament=tournament, key=seal, actor=actor))[0] == "log_does_not_hold"
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.FINISHED


def test_not_before_the_archive_can_be_made(hall: Hall):
    tournament, actor = hall
    for sheet in unsealed_sheets().filter(match__tournament=tournament):
        issue_document(scoresheet=sheet, actor=actor)
    issue_standings(tournament=tournament, actor=actor)
    make_due_checkpoints(tournament)
    with without_pango():
        assert refusal(lambda: close_tournament(tournament=tournament, actor=actor))[0] == "pango_missing"
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


def test_a_name_from_earlier_that_no_xml_can_hold_spoils_no_archive(hall: Hall):
    tournament = hall[0]
    Tournament.objects.update(name="a\x01b\x1bc", salt=None)
    tournament.refresh_from_db()
    for _name, make in _made_files(tournament, seal_key(), tournament.created_at):
        assert make()
    title = load_workbook(io.BytesIO(participants_workbook(tournament))).properties.title
    assert title == "abc"


def test_not_without_the_key(hall: Hall, settings: Any, tmp_path: Path):
    settings.VAR_DIR = tmp_path
    assert refusal(lambda: close_tournament(tournament=hall[0], actor=hall[1]))[0] == "seal_key_missing"


def _sheet() -> Scoresheet:
    return Scoresheet.objects.in_force().select_related("match__tournament").get(match__number=1, table_number=1)


def _edit(tournament: Tournament, actor: User) -> None:
    names = ("name", "slug", "day", "organiser", "ruleset_id")
    edit_tournament(
        tournament=tournament, actor=actor, place="München", **{name: getattr(tournament, name) for name in names}
    )


RENAMED: dict[str, Any] = {"first_name": "Max", "last_name": "Neu", "club": "", "house": False}
# Every service begins with a lock: one or two services for each way to take it.
ACTS: dict[str, Callable[[Tournament, User], object]] = {
    "edit": _edit,
    "finish": lambda t, a: finish_tournament(tournament=t, actor=a),
    "reopen": lambda t, a: reopen_tournament(tournament=t, actor=a),
    "register": lambda t, a: add_participant(tournament=t, first_name="Max", last_name="Neu", actor=a),
    "rename": lambda t, a: edit_participant(
        participant=t.participants.all()[0], **RENAMED, birth_date=None, fixed_table=None, fixed_seat=None, actor=a
    ),
    "withdraw": lambda t, a: withdraw_participant(participant=t.participants.all()[0], actor=a),
    "tick off": lambda t, a: set_arrived(participant=t.participants.all()[0], arrived=True, actor=a),
    "close a list": lambda t, a: close_list(match=t.matches.get(number=1), actor=a),
    "take lots back": lambda t, a: discard_draw(match=t.matches.get(number=1), actor=a, reason="r"),
    "lots of a tie": lambda t, a: draw_tie_lots(tournament=t, actor=a),
    "packs": lambda t, a: issue_packs(match=t.matches.get(number=1), actor=a, first=1),
    "scorekeeper": lambda t, a: act(_sheet(), NameScorekeeper(seat=2, all_agree=True), actor=a),
    "exchange": lambda t, a: exchange_seats(
        first=_sheet().seats.all()[0], second=_sheet().seats.all()[1], actor=a, reason="r"
    ),
    "correct": lambda t, a: correct(_sheet(), 1, "s4+++", a),
    "strike": lambda t, a: strike(_sheet(), 1, a),
    "sign": lambda t, a: sign(_sheet(), a, 1),
    "totals": lambda t, a: act(
        Scoresheet.objects.in_force().filter(match__number=2)[0],
        CorrectTotals(totals=[], reason=reason_given("r")),
        actor=a,
    ),
    "code": lambda t, a: renew_code(scoresheet=_sheet(), actor=a),
    "device": lambda t, a: lock_device(
        device=Scoresheet.objects.in_force().get(devices__number=1).devices.all()[0], actor=a
    ),
    "match": lambda t, a: settle_match(match=t.matches.get(number=1)),
}


def test_nothing_of_it_changes_any_more(closed: Hall, subtests: Any):
    for case, change in ACTS.items():
        with subtests.test(case):
            assert refusal(lambda change=change: change(*closed))[0] == "tournament_archived"


def test_every_kind_of_row_is_in_it_or_left_out_on_purpose():
    assert {*KEPT, *LEFT_OUT} == {*apps.get_app_config("tournament").get_models()}
    assert not {*KEPT} & {*LEFT_OUT}


def test_whoever_opens_it_later_can_check_it_without_us(closed: Hall, tmp_path: Path):
    """As its README says: with sha256sum, openssl and a few lines of Python."""
    path = tmp_path / "a.zip"
    write_archive(tournament=closed[0], path=path)
    assert [file.name for file in tmp_path.iterdir()] == ["a.zip"]
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        file.extractall(tmp_path)
    readme = (tmp_path / "README.txt").read_text()
    assert ("29.05.2027" in readme, "2027-05-29" in readme, max(map(len, readme.splitlines())) <= 84) == (
        True,
        True,
        True,
    )
    sums = subprocess.run(["sha256sum", "-c", "MANIFEST"], cwd=tmp_path, capture_output=True, text=True)
    assert (sums.returncode, sums.stdout.count(": OK")) == (0, len(files_of(path)) - 2)
    verify = ["openssl", "dgst", "-sha256", "-verify", "keys/public-key.pem", "-signature", "MANIFEST.sig", "MANIFEST"]
    assert subprocess.run(verify, cwd=tmp_path, capture_output=True).returncode == 0
    links = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    heads: dict[int | None, str] = {}
    for link in links:
        fields = ("previous_hash", "sequence", "kind", "actor", "at", "payload")
        text = "\n".join("" if link[name] is None else str(link[name]) for name in fields)
        assert link["hash"] == hashlib.sha256(text.encode()).hexdigest()
        assert link["previous_hash"] == heads.get(link["scoresheet"], "0" * 64)
        heads[link["scoresheet"]] = link["hash"]
    assert len(links) == Event.objects.filter(tournament=closed[0]).count()


def test_a_full_disk_or_an_end_in_between_leaves_no_half_archive(hall: Hall, tmp_path: Path, seal: SealKey):
    path, at = tmp_path / "a.zip", hall[0].created_at
    path.write_bytes(b"of last week")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def too_much() -> None:
        with new_archive(path, key=seal, at=at) as archive:
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
            try:
                archive.add("large.pdf", b"x" * 100_000)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    def ended() -> None:
        with new_archive(path, key=seal, at=at) as archive:
            archive.add("README.txt", b"hello")
            raise KeyboardInterrupt

    with pytest.raises(Refused) as refused:
        too_much()
    assert refused.value.code == "archive_not_written"
    with pytest.raises(KeyboardInterrupt):
        ended()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"of last week")]


def test_no_archive_of_what_is_not_closed(hall: Hall, tmp_path: Path):
    with pytest.raises(Refused) as refused:
        write_archive(tournament=hall[0], path=tmp_path / "a.zip")
    assert (refused.value.code, list(tmp_path.iterdir())) == ("not_archived", [])


def test_the_command(hall: Hall, tmp_path: Path, capsys: Any):
    path = tmp_path / "a.zip"
    for arguments in (("nowhere", path), ("glonn-2026", tmp_path)):
        with pytest.raises(CommandError) as wrong:
            call_command("archive_tournament", *arguments)
        assert wrong.value.returncode == 2
    reopen_tournament(tournament=hall[0], actor=hall[1])
    with pytest.raises(SystemExit) as ending:
        call_command("archive_tournament", "glonn-2026", path)
    assert (ending.value.code, path.exists()) == (1, False)
    assert "cannot become “Archived”" in capsys.readouterr().err
    finish_tournament(tournament=hall[0], actor=hall[1])
    call_command("archive_tournament", "glonn-2026", path)
    assert "The archive is written" in capsys.readouterr().out
    assert Event.objects.get(kind="tournament.archived").actor is None
    with pytest.raises(CommandError, match="It is kept"):
        call_command("archive_tournament", "glonn-2026", path)
