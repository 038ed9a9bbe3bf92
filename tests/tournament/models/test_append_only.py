"""The log, draws, lots, documents, corrections and rulesets are never changed: the database itself refuses."""

import pytest
from django.db import Error, connection, transaction
from django.utils import timezone

from tests.factories import make_tournament, make_user
from tournament.append_only import TABLES
from tournament.models import (
    Checkpoint,
    Correction,
    DiscardedDraw,
    Document,
    Draw,
    Event,
    Game,
    ImportedTournament,
    OwnRuleset,
    RulesetVersion,
    Scoresheet,
    SealCertificate,
    TableChange,
    TieLots,
)
from tournament.services.events import write_event

NOW = timezone.now()


@pytest.fixture
def one_row_each(db):
    """One row in each append-only table."""
    user = make_user("organiser")
    tournament = make_tournament()
    match = tournament.matches.get(number=1)
    sheet = Scoresheet.objects.create(match=match, table_number=1)
    game = Game.objects.create(scoresheet=sheet, number=1, record={}, source="paper", written_by=user, written_at=NOW)
    by = {"drawn_by": user, "drawn_at": NOW}
    write_event(kind="test", actor=user, payload={}, tournament=tournament)
    draw = Draw.objects.create(match=match, protocol={"lots": []}, **by)
    DiscardedDraw.objects.create(draw=draw, reason="r", discarded_by=user, discarded_at=NOW)
    TableChange.objects.create(
        scoresheet=sheet, kind="pack", after_game=0, told={"old": "", "new": "14"}, changed_by=user, changed_at=NOW
    )
    TieLots.objects.create(tournament=tournament, group="1-2", order=[1, 2], seed="s", **by)
    Document.objects.create(scoresheet=sheet, number=1, content_hash="c", head_hash="h", pdf=b"%PDF", sha256="s")
    ImportedTournament.objects.create(
        tournament=tournament, ids={}, archive_sha256="a", key_fingerprint="f", imported_at=NOW
    )
    Checkpoint.objects.create(
        match=match, number=1, heads=[], events=0, root="r", at=NOW, text="t", key_fingerprint="f"
    )
    SealCertificate.objects.create(fingerprint="f", certificate="c", first_used_at=NOW)
    Correction.objects.create(
        game=game, kind="struck", old_record={}, new_record={}, reason="5.2.17", supervisor=user, at=NOW
    )
    own = OwnRuleset.objects.create(slug="club")
    RulesetVersion.objects.create(ruleset=own, number=1, text="t", sha256="s", created_by=user, created_at=NOW)


def test_these_tables():
    models = (
        Event, Draw, DiscardedDraw, TieLots, Document, Correction, OwnRuleset, RulesetVersion, TableChange,
        SealCertificate, ImportedTournament,
        Checkpoint,
    )  # fmt: skip
    assert set(TABLES) == {model._meta.db_table for model in models}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_refused(one_row_each, table, statement):
    if statement.startswith("TRUNCATE") and connection.vendor == "sqlite":
        pytest.skip("SQLite knows no TRUNCATE")
    connection.check_constraints()  # the deferred ones now: PostgreSQL truncates nothing while they wait
    with connection.cursor() as cursor:
        with pytest.raises(Error, match=f"append-only: rows of {table} are never changed"), transaction.atomic():
            cursor.execute(statement.format(table))
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone() == (1,)


def test_insert_or_replace_is_a_change_too(one_row_each):
    """SQLite's REPLACE deletes the old row silently unless recursive triggers are on."""
    if connection.vendor != "sqlite":
        pytest.skip("REPLACE is SQLite's own")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, kind FROM tournament_event")
        before = cursor.fetchall()
        with pytest.raises(Error, match="append-only"), transaction.atomic():
            cursor.execute(
                "INSERT OR REPLACE INTO tournament_event (id, sequence, kind, at, payload, previous_hash, hash)"
                " SELECT id, sequence, 'other', at, payload, previous_hash, hash FROM tournament_event"
            )
        cursor.execute("SELECT id, kind FROM tournament_event")
        assert cursor.fetchall() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_flush_between_transactional_tests(turn):
    """The tests' way around (conftest): the second turn finds an empty log, and the triggers are back."""
    assert Event.objects.count() == 0
    with transaction.atomic():
        write_event(kind="test", actor=make_user("organiser"), payload={})
    with pytest.raises(Error, match="append-only"):
        Event.objects.all().delete()
