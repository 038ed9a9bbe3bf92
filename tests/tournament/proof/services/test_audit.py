"""verify_audit finds every row and every link that somebody changed behind the services' back."""

import hashlib
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.migrations.recorder import MigrationRecorder

from tests.damage.tampering import tamper
from tests.documents import acceptance, store
from tests.worlds.factories import draw_lots
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet, play
from tournament.draw.services.draw import discard_draw
from tournament.models import ClosedList, Document, Draw, Event, Tournament
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import link_hash
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.services.events import write_event

pytestmark = pytest.mark.django_db
SHEET = "feldkirchen-2026, match 1, table 1"


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in (*audit_tournament(tournament).faults, *audit_installation().faults)]


def test_a_tournament_played_through_the_services_holds(seal):
    tournament, actor = accepted_tournament(tables=2)
    sheet = first_sheet(tournament)
    assert store(sheet, seal, actor) is not None
    correct(sheet, 1, "r12++", actor)
    accept(sheet, actor)
    audit = audit_tournament(tournament)
    assert (audit.faults, audit.chains, audit.links) == ((), 3, Event.objects.filter(tournament=tournament).count())
    assert audit_installation().faults == ()


def test_the_number_of_queries_does_not_grow(django_assert_num_queries):
    tournament, _actor = play(tables=2, entries=["r12+"])
    # Of these, five are for the cash boxes and three for the lots at the door.
    with django_assert_num_queries(50):
        audit_tournament(tournament)


# Statement, its values, and all findings about it.
ROWS: dict[str, tuple[str, tuple[object, ...], list[str]]] = {
    "points of a game": (
        "UPDATE tournament_game SET points_1 = 2, points_2 = 2, points_3 = -2, points_4 = -2 WHERE number = 1",
        (),
        [f"{SHEET}: game 1: points is [2,2,-2,-2,0], the log says [1,1,-1,-1,0]"],
    ),
    "total of a seat": (
        "UPDATE tournament_seat SET points = points + 1, plus = plus + 1 WHERE number = 4",
        (),
        [f"{SHEET}: seat 4: points is -18, the log says -19", f"{SHEET}: seat 4: plus is 17, the log says 16"],
    ),
    "counter of a seat": (
        "UPDATE tournament_seat SET touts_won = 0 WHERE number = 2",
        (),
        [f"{SHEET}: seat 2: touts won is 0, the log says 1"],
    ),
    "state of a sheet": (
        "UPDATE tournament_scoresheet SET state = 'void'",
        (),
        [f'{SHEET}: its state is "void", the log says "accepted"'],
    ),
    "who accepted": (
        "UPDATE tournament_scoresheet SET accepted_by_id = NULL, state = 'signed'",
        (),
        [
            'feldkirchen-2026: the state of match 1 is "closed", the log says "playing"',
            f'{SHEET}: its state is "signed", the log says "accepted"',
            f"{SHEET}: its accepted by is null, the log says {{actor}}",
        ],
    ),
    "state of an approval": (
        "UPDATE tournament_approval SET section = '5.2.16' WHERE section = '5.2.14'",
        (),
        [f'{SHEET}: approval of game 20: section is "5.2.16", the log says "5.2.14"'],
    ),
    "a signature": (
        "UPDATE tournament_signature SET content_hash = 'x' "
        "WHERE seat_id = (SELECT id FROM tournament_seat WHERE number = 2)",
        (),
        [f'{SHEET}: signature 2: content hash is "x", the log says "{{content}}"'],
    ),
    "a correction": (
        "UPDATE tournament_correction SET kind = 'ruled'",
        (),
        [f'{SHEET}: correction of game 7: kind is "ruled", the log says "corrected"'],
    ),
    "a withdrawn player": (
        "UPDATE tournament_participant SET withdrawn = %s WHERE start_number = 3",
        (True,),
        ["feldkirchen-2026: participant 3 is [3,true,false], the log says [3,false,false]"],
    ),
    "a mark of a house player": (
        "UPDATE tournament_participant SET house = %s WHERE start_number = 3",
        (True,),
        ["feldkirchen-2026: participant 3 is [3,false,true], the log says [3,false,false]"],
    ),
    "a role": (
        "UPDATE tournament_user SET organiser = %s",
        (False,),
        [
            'installation: the roles of login {actor} is [["supervisor","desk"],true], '
            'the log says [["organiser","supervisor","desk"],true]'
        ],
    ),
    "the rules": (
        "UPDATE tournament_tournament SET ruleset_id = 'house'",
        (),
        ["feldkirchen-2026: the ruleset is “house”, the log says “schafkopfschule-2023”"],
    ),
}


def test_every_changed_row_is_named(subtests):
    tournament, actor = accepted_tournament()
    names = {
        "actor": actor.pk,
        "content": first_sheet(tournament).content_hash,
    }
    for case, (sql, values, lines) in ROWS.items():
        with subtests.test(case), transaction.atomic():
            tamper(sql, *values)
            tournament.refresh_from_db()
            assert faults(tournament) == [line.format(**names) for line in lines]
            transaction.set_rollback(True)


def test_every_changed_link_is_named(subtests):
    tournament, actor = accepted_tournament()
    first = Event.objects.get(kind="game.recorded", sequence=2)
    where = f"{SHEET}, link"
    record = first.payload.replace('"result":"won"', '"result":"lost"')
    assert record != first.payload
    cases = {
        "payload": (
            ("UPDATE tournament_event SET payload = %s WHERE id = %s", record, first.pk),
            [
                f"{where} 2 (game.recorded): its content was changed after it was written: the hash does not fit",
                f"{SHEET}: game 1: points is [1,1,-1,-1,0], the log says [-1,-1,1,1,0]",
                f"{SHEET}: game 1: record is {_record('won')}, the log says {_record('lost')}",
            ],
        ),
        "time": (
            ("UPDATE tournament_event SET at = %s WHERE id = %s", "2026-11-28 20:00:00+00:00", first.pk),
            [
                f"{where} 2 (game.recorded): its content was changed after it was written: the hash does not fit",
                f"{SHEET}: game 1: written at is {first.at.isoformat()}, the log says 2026-11-28T20:00:00+00:00",
            ],
        ),
        "actor": (
            ("UPDATE tournament_event SET actor_id = NULL WHERE id = %s", first.pk),
            [
                f"{where} 2 (game.recorded): its content was changed after it was written: the hash does not fit",
                f"{SHEET}: game 1: login is {actor.pk}, the log says null",
            ],
        ),
        "taken out": (
            ("DELETE FROM tournament_event WHERE id = %s", first.pk),
            [
                f"{where} 3 (game.recorded): link 2 should stand here: something was taken out or put in",
                f"{where} 3 (game.recorded): does not follow from the link before it",
                f"{SHEET}: game 1 is in the rows, the log knows nothing of it",
            ],
        ),
        "unreadable": (
            ("UPDATE tournament_event SET payload = '[' WHERE id = %s", first.pk),
            [
                f"{where} 2 (game.recorded): its content was changed after it was written: the hash does not fit",
                f"{SHEET}: link 2 (game.recorded) cannot be replayed: JSONDecodeError Expecting value: line 1 column 2 "
                "(char 1). From there on the comparison of the rows is incomplete, and differences named here may "
                "follow from it",
                f"{SHEET}: game 1 is in the rows, the log knows nothing of it",
            ],
        ),
    }
    for case, ((sql, *values), sentences) in cases.items():
        with subtests.test(case), transaction.atomic():
            tamper(sql, *values)
            assert _of_game_1(faults(tournament)) == sentences
            transaction.set_rollback(True)


def _of_game_1(sentences: list[str]) -> list[str]:
    """The findings about links, an unreadable log, and game 1, on which totals and content hash depend."""
    return [fault for fault in sentences if "link" in fault or "replayed" in fault or ": game 1" in fault]


def _record(result: str) -> str:
    return f'{{"contract":"rufer","declarer":1,"level":"simple","partner":2,"result":"{result}"}}'


def test_a_chain_cut_back_to_before_its_document_is_told_by_the_check_code(seal):
    """Once the acceptance is removed from rows and links they agree again; only the printed document reveals it."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    document = store(sheet, seal, actor)
    accepted = Event.objects.get(kind="sheet.accepted")
    tamper("DELETE FROM tournament_event WHERE id = %s", accepted.pk)
    stepped = Event.objects.filter(kind="sheet.state").order_by("-sequence")[0]
    tamper("DELETE FROM tournament_event WHERE id = %s", stepped.pk)
    tamper("UPDATE tournament_scoresheet SET accepted_by_id = NULL, accepted_at = NULL, state = 'signed'")
    assert faults(tournament) == [
        'feldkirchen-2026: the state of match 1 is "closed", the log says "playing"',
        f"feldkirchen-2026, document {document.pk}: its check code is no link of the sheet's chain any more",
    ]


def test_a_link_forged_with_its_hash_breaks_the_next_one():
    tournament, _actor = accepted_tournament()
    first = Event.objects.get(kind="game.recorded", sequence=2)
    payload = first.payload.replace('"result":"won"', '"result":"lost"')
    forged = link_hash(
        previous=first.previous_hash,
        sequence=2,
        kind=first.kind,
        actor=first.actor_id,
        at=first.at.isoformat(),
        payload=payload,
    )
    tamper("UPDATE tournament_event SET payload = %s, hash = %s WHERE id = %s", payload, forged, first.pk)
    assert _of_game_1(faults(tournament)) == [
        f"{SHEET}, link 3 (game.recorded): does not follow from the link before it",
        f"{SHEET}: game 1: points is [1,1,-1,-1,0], the log says [-1,-1,1,1,0]",
        f"{SHEET}: game 1: record is {_record('won')}, the log says {_record('lost')}",
    ]


def test_a_document_that_was_exchanged(seal):
    tournament, actor = accepted_tournament()
    document = store(first_sheet(tournament), seal, actor)
    tamper("UPDATE tournament_document SET pdf = %s WHERE id = %s", b"%PDF-1.7 another", document.pk)
    assert faults(tournament) == [
        f"feldkirchen-2026: document {document.pk} is not the file that was issued: its hash does not fit"
    ]


@pytest.mark.parametrize(("column", "value"), [("number", 2), ("key_fingerprint", "")])
def test_a_document_given_another_number_or_key(seal, column, value):
    tournament, actor = accepted_tournament()
    document = store(first_sheet(tournament), seal, actor)
    tamper(f"UPDATE tournament_document SET {column} = %s WHERE id = %s", value, document.pk)
    [fault] = faults(tournament)
    assert fault.startswith(f"feldkirchen-2026: document {document.pk} is [")


def test_what_was_issued_before_there_were_seals_holds(seal):
    """Neither number nor key was logged at that time."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    head, sha256 = acceptance(sheet), hashlib.sha256(b"%PDF").hexdigest()
    for number in (1, 2):
        of = {"scoresheet": sheet, "number": number, "content_hash": sheet.content_hash}
        document = Document.objects.create(head_hash=head, pdf=b"%PDF", sha256=sha256, **of)
        payload = {"document": document.pk, "scoresheet": sheet.pk, "head_hash": head, "sha256": sha256}
        write_event(tournament=tournament, kind="document.issued", actor=actor, payload=payload)
    store(sheet, seal, actor, number=3)
    assert faults(tournament) == []


def test_lots_that_were_exchanged():
    """Somebody who changes both draw and seats is still contradicted by the published lots."""
    tournament, _actor = play(entries=["r12+"])
    draw = Draw.objects.get()
    changed = draw.protocol | {"lots": [draw.lots[0][::-1]]}
    tamper("UPDATE tournament_draw SET protocol = %s WHERE id = %s", json.dumps(changed), draw.pk)
    [fault] = faults(tournament)
    published = json.loads(Event.objects.get(kind="draw.published").payload)
    assert fault == f"feldkirchen-2026: draw 1 of match 1 is {canonical(changed)}, the log says {canonical(published)}"


def test_a_closed_list_that_was_changed_after_the_draw():
    """The hash, the commitment and the log all fix the secret and the list."""
    tournament, _actor = play(entries=["r12+"])
    closed = ClosedList.objects.get()
    tamper("UPDATE tournament_closedlist SET secret = %s", "0" * 64)
    assert faults(tournament) == [
        "feldkirchen-2026: closed list 1 of match 1 does not fit its hash or its commitment",
    ]
    tamper("UPDATE tournament_closedlist SET secret = %s, state = 'closed'", closed.secret)
    columns = (closed.list_hash, closed.commitment, closed.note, closed.first_table)
    assert faults(tournament) == [
        f"feldkirchen-2026: closed list 1 of match 1 is {canonical([*columns, 'closed'])}, "
        f"the log says {canonical([*columns, 'drawn'])}"
    ]


def test_a_draw_taken_back_and_drawn_anew_holds():
    tournament, actor = play(entries=[])
    discard_draw(match=tournament.matches.get(number=1), actor=actor, reason="Zwei kamen zu spät.")
    draw_lots(tournament.matches.get(number=1), actor)
    assert faults(tournament) == []
    tamper("UPDATE tournament_discardeddraw SET draw_id = (SELECT max(id) FROM tournament_draw)")
    assert any("discard of draw 1 of match 1 is missing" in fault for fault in faults(tournament))


def test_seats_that_no_draw_gave():
    """The first link of a sheet's chain must match the draw."""
    tournament, _actor = play(entries=["r12+"])
    opened = Event.objects.get(kind="scoresheet.opened")
    payload = json.loads(opened.payload)
    payload["seats"] = payload["seats"][::-1]
    tamper("UPDATE tournament_event SET payload = %s WHERE id = %s", canonical(payload), opened.pk)
    assert any("match whose tables are not those drawn: 1 is" in fault for fault in faults(tournament))


def test_the_command_says_what_holds_and_exits_with_0(capsys):
    play(entries=["r12+"])
    call_command("verify_audit")
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["installation: 1 chains, 2 links: holds", "feldkirchen-2026: 2 chains, 10 links: holds"]


def test_the_command_exits_with_1_and_names_what_does_not_hold(capsys):
    play(entries=["r12+"])
    tamper("UPDATE tournament_scoresheet SET state = 'void'")
    with pytest.raises(SystemExit) as ending:
        call_command("verify_audit", "feldkirchen-2026")
    assert ending.value.code == 1
    assert capsys.readouterr().out.splitlines() == [
        "feldkirchen-2026: 2 chains, 10 links: 2 faults",
        '  feldkirchen-2026: the state of match 1 is "playing", the log says "closed"',
        f'  {SHEET}: its state is "void", the log says "open"',
    ]


def test_the_command_refuses_an_unknown_tournament():
    with pytest.raises(CommandError, match="There is no tournament “nowhere”") as refusal:
        call_command("verify_audit", "nowhere")
    assert refusal.value.returncode == 2


def test_a_database_of_an_older_version_is_not_audited():
    """Its rows are not those that this version reads; that is no fault of the log."""
    MigrationRecorder.Migration.objects.filter(app="tournament").order_by("-name")[0].delete()
    with pytest.raises(CommandError, match="Please start Spielliste once") as refusal:
        call_command("verify_audit")
    assert refusal.value.returncode == 2
