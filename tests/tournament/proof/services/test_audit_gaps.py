"""What somebody adds, fills in or makes unreadable is named, and hides nothing else that was changed."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.damage.tampering import defenceless
from tests.worlds.archived import login
from tests.worlds.factories import make_tournament
from tests.worlds.played import play
from tests.worlds.sheets import set_aside
from tournament.draw.services.draw import discard_draw
from tournament.models import (
    Approval,
    ConductNote,
    Dispute,
    Event,
    Game,
    ImportedTournament,
    PaperLine,
    Participant,
    Scoresheet,
    Signature,
    TableChange,
    Tournament,
    User,
)
from tournament.participants.services.retention import forget_participant, purge_tournament
from tournament.proof.seals.archive import open_archive
from tournament.proof.selectors.original_keys import original_keys
from tournament.proof.services.archive_import import import_tournament
from tournament.proof.services.audit import audit_installation, audit_tournament

pytestmark = pytest.mark.django_db
SHEET = "feldkirchen-2026, match 1, table 1"
ARCHIVE = Path(__file__).parents[4] / "fixtures" / "log-1" / "glonn-2026.zip"


@pytest.fixture(autouse=True)
def no_triggers(db: None) -> Iterator[None]:
    with defenceless():
        yield


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in audit_tournament(tournament).faults]


def of_installation() -> list[str]:
    return [str(fault) for fault in audit_installation().faults if fault.where == "installation"]


def break_link(link: Event, payload: str = "{}") -> str:
    """Make the link unreadable; return the beginning of what the audit says of it."""
    Event.objects.filter(pk=link.pk).update(payload=payload)
    return f"link {link.sequence} ({link.kind}) cannot be replayed: "


def test_an_approval_by_word_of_mouth_that_nobody_gave():
    tournament, actor = play()
    approval = Approval.objects.order_by("pk").last()
    assert approval is not None
    name = f"{SHEET}: approval of game {approval.game.number}"
    approval.oral, approval.salt = "Rosa Lindner", "ab"
    approval.save()
    [fault] = faults(tournament)
    assert fault.startswith(f"{name}: oral is the one with the hash ")
    assert fault.endswith("the log says null")
    Approval.objects.filter(pk=approval.pk).update(salt=None)
    assert faults(tournament) == [f"{name}: oral is without its hash, the log says null"]
    Approval.objects.filter(pk=approval.pk).update(oral="")
    assert faults(tournament) == []
    columns = {"section": "5.2.14", "login": actor, "requested_at": approval.requested_at, "oral": "Rosa Lindner"}
    Approval.objects.create(game=Game.objects.get(number=1), **columns)
    assert faults(tournament) == [f"{SHEET}: approval of game 1 is in the rows, the log knows nothing of it"]


def test_one_link_that_cannot_be_replayed_hides_nothing_of_its_sheet():
    tournament, _actor = play()
    second, third = Event.objects.filter(kind="game.recorded").order_by("sequence")[1:3]
    links = [break_link(second, "["), break_link(third, '{"v":2,"number":3,"record":7}')]
    Game.objects.filter(number=9).update(points_1=4, points_2=-4, points_3=0, points_4=0)
    sentences = faults(tournament)
    for link in links:
        [gap] = [fault for fault in sentences if link in fault]
        assert gap.endswith(
            "From there on the comparison of the rows is incomplete, and differences named here may follow from it"
        )
    assert any(f"{SHEET}: game 9: points is [4,-4,0,0,0]" in fault for fault in sentences)
    assert any(f"{SHEET}: game 2 is in the rows" in fault for fault in sentences)


def test_a_sheet_without_its_first_link_is_compared_all_the_same():
    tournament, _actor = play()
    link = break_link(Event.objects.get(kind="scoresheet.opened"))
    Game.objects.filter(number=9).update(points_1=4, points_2=-4, points_3=0, points_4=0)
    sentences = faults(tournament)
    assert any(link in fault for fault in sentences)
    assert [fault for fault in sentences if ": game " in fault] == [
        f"{SHEET}: game 9: points is [4,-4,0,0,0], the log says [2,-4,2,0,0]"
    ]


def test_one_link_that_cannot_be_replayed_hides_nothing_of_its_tournament():
    tournament, _actor = play(tables=2, entries=[])
    link = break_link(Event.objects.filter(kind="participant.added").order_by("pk")[2])
    other = tournament.participants.order_by("pk")[5]
    Participant.objects.filter(pk=other.pk).update(start_number=77)
    sentences = faults(tournament)
    assert any(link in fault for fault in sentences)
    assert any("participant 77 is [77,false,false]" in fault for fault in sentences)


def test_one_link_that_cannot_be_replayed_hides_nothing_of_the_installation():
    one, other = login("anna", "Anna", "desk"), login("bene", "Bene", "desk")
    link = break_link(Event.objects.filter(kind="people.created").order_by("-pk")[1])
    User.objects.filter(pk=other.pk).update(organiser=True)
    sentences = of_installation()
    assert any(link in fault for fault in sentences)
    assert any(f"the roles of login {other.pk} is" in fault for fault in sentences)
    assert any(f"the roles of login {one.pk} is" in fault and "knows nothing of it" in fault for fault in sentences)


def test_a_chain_whose_sheet_was_removed_is_checked_as_well():
    tournament, _actor = play(entries=["r12+"])
    key = Scoresheet.objects.get().pk
    Event.objects.filter(scoresheet=key, sequence=2).update(payload="{}")
    Scoresheet.objects.update(match=make_tournament("Moosach", "moosach").matches.get(number=1))
    sentences = faults(tournament)
    assert f"feldkirchen-2026: scoresheet {key} is missing, the log has its chain" in sentences
    assert any(f"scoresheet {key}, link 2 (game.recorded): its content was changed" in fault for fault in sentences)


@pytest.mark.parametrize("table", ["game", "participant", "event"])
def test_a_row_that_cannot_be_read_hides_no_other(table: str):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL takes only values of the column's type")
    tournament, _actor = play(entries=["r12+", "r13-", "s2+"])
    column = {"game": "written_at", "participant": "created_at", "event": "at"}[table]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT min(id) FROM tournament_{table}")
        [key] = cursor.fetchone()
        cursor.execute(f"UPDATE tournament_{table} SET {column} = '2026-02-30 10:00:00' WHERE id = %s", [key])
    Game.objects.filter(number=3).update(points_1=4, points_2=-4, points_3=0, points_4=0)
    sentences = [*faults(tournament), *of_installation()]
    assert any(f"row {key} of {table} cannot be compared to the end: ValueError" in fault for fault in sentences)
    assert any(f"{SHEET}: game 3: points is [4,-4,0,0,0]" in fault for fault in sentences)


@pytest.mark.parametrize("column", ["source", "state"])
def test_an_own_row_that_cannot_be_read_hides_no_other(column: str):
    tournament, _actor = play(entries=["r12+", "s2+"])
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE tournament_scoresheet SET {column} = 'none'")
    Game.objects.filter(number=2).update(points_1=7, points_2=-7, points_3=0, points_4=0)
    sentences = faults(tournament)
    assert any(f'its {column} is "none"' in fault for fault in sentences)
    assert any("game 2: points is [7,-7,0,0,0]" in fault for fault in sentences)


def test_paper_lines_keep_their_positions_beside_one_that_cannot_be_read():
    tournament, actor = play(entries=[])
    sheet = Scoresheet.objects.get()
    for number, kind in enumerate(("no_game", "struck", "struck"), 2):
        set_aside(sheet, number, "1 -1 -1 2" if kind == "no_game" else "x", actor)
    first, second, third = PaperLine.objects.order_by("pk")
    PaperLine.objects.filter(pk=third.pk).update(text="y")
    PaperLine.objects.filter(pk=first.pk).update(kind="none")
    assert [fault.removeprefix(f"{SHEET}: ") for fault in faults(tournament)] == [
        f"paper line {first.pk} cannot be compared to the end: ValueError 'none' is not a valid PaperLineKind",
        'paper line 3: text is "y", the log says ""',
    ]
    assert second.kind == "struck"


def test_a_discarded_sheet_has_nothing():
    tournament, actor = play(entries=[])
    discard_draw(match=tournament.matches.get(number=1), actor=actor, reason="Zwei kamen zu spät.")
    sheet = Scoresheet.objects.get()
    assert faults(tournament) == []
    Dispute.objects.create(scoresheet=sheet, number=None)
    Scoresheet.objects.filter(pk=sheet.pk).update(content_hash="ab", first_dealer=3)
    assert faults(tournament) == [
        f"{SHEET}: its first dealer is 3, the log says 1",
        f"{SHEET}: its content hash is ab, though the log gives it no players",
        f"{SHEET}: dispute 1 is in the rows, the log knows nothing of it",
    ]


def test_no_day_of_retention_before_the_end():
    tournament, _actor = play(entries=[])
    Tournament.objects.update(keep_until="2190-01-01")
    assert faults(tournament) == ["feldkirchen-2026: the last day on which it is kept is “2190-01-01”, the log says “”"]


@pytest.fixture
def imported() -> Tournament:
    with open_archive(ARCHIVE) as archive:
        return import_tournament(archive=archive, actor=None).tournament


def test_what_the_log_of_an_old_archive_does_not_say_is_witnessed_by_its_import(imported: Tournament):
    """Its links hold no times of rows, for whom somebody wrote, and no reasons; and reasons may be masked."""
    of = {"scoresheet__match__tournament": imported}
    other = User.objects.order_by("-pk")[0]
    assert faults(imported) == []
    Game.objects.filter(number=1, **of).update(login=other, written_at="2026-11-21T20:00:00+00:00")
    [fault] = faults(imported)
    assert fault.startswith("glonn-2026: the rows of game are not those that were imported: card, command, ")
    change = TableChange.objects.filter(**of).exclude(reason="").order_by("pk")[0]
    TableChange.objects.filter(pk=change.pk).update(reason="anders")
    assert [fault.partition(" are not those")[0] for fault in faults(imported)] == [
        "glonn-2026: the rows of game",
        "glonn-2026: the rows of tablechange",
    ]


def test_forgetting_somebody_of_an_imported_tournament_changes_texts_alone(imported: Tournament):
    organiser = login("lindner", "Rosa Lindner", "organiser")
    forget_participant(participant=imported.participants.exclude(forgotten=True)[0], actor=organiser)
    assert faults(imported) == []
    Signature.objects.filter(seat__match__tournament=imported).update(signed_at="2026-11-21T20:00:00+00:00")
    assert len(faults(imported)) == 1


def test_an_archive_brings_no_private_data_and_no_notes(imported: Tournament):
    person = imported.participants.exclude(forgotten=True)[0]
    participant = original_keys(imported).of(Participant, person.pk)
    Participant.objects.filter(pk=person.pk).update(phone="0171 1")
    note = {"participant": person, "kind": "warning", "offence": "counted", "noted_at": person.created_at}
    ConductNote.objects.create(tournament=imported, noted_by=login("lindner", "Rosa Lindner", "organiser"), **note)
    sentences = faults(imported)
    assert sentences[0] == (
        f"glonn-2026: participant {participant} has a birth, phone, remark, payment or age, which no archive brings"
    )
    assert sentences[1].startswith("glonn-2026: note of conduct ")
    assert sentences[1].endswith("the log knows nothing of it")


def test_keys_that_are_none_hide_nothing_of_an_imported_tournament(imported: Tournament):
    ImportedTournament.objects.update(ids=[7])
    assert "the keys of the first installation cannot be compared to the end" in "\n".join(faults(imported))
    Tournament.objects.filter(pk=imported.pk).update(frozen_ruleset="[")
    assert len(faults(imported)) > 1


def test_the_command_prints_no_signs_that_a_terminal_obeys(capsys: pytest.CaptureFixture[str]):
    tournament, _actor = play(entries=[])
    Tournament.objects.update(tariff_id="\x1b[31mred")
    with pytest.raises(SystemExit):
        call_command("verify_audit", tournament.slug)
    output = capsys.readouterr().out
    assert "the tariff is “ [31mred”" in output
    assert "\x1b" not in output


def test_the_purge_of_an_imported_tournament_changes_what_it_says_alone(imported: Tournament):
    with mock.patch.object(timezone, "now", return_value=dt.datetime(2028, 1, 1, tzinfo=dt.UTC)):
        purge_tournament(tournament=imported, actor=None)
    assert [fault for fault in faults(imported) if "not those that were imported" in fault] == []
    Game.objects.filter(scoresheet__match__tournament=imported, number=1).update(written_at=timezone.now())
    assert any("the rows of game are not those that were imported" in fault for fault in faults(imported))
