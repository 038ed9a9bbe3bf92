"""The log, draws, lots, documents, corrections and rulesets never change: the database itself refuses it."""

import datetime as dt

import pytest
from django.db import Error, connection, transaction
from django.utils import timezone

from tests.damage.tampering import is_over
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
from tournament.models import (
    CashBox,
    CashCount,
    CashEntry,
    Checkpoint,
    Correction,
    DiscardedDraw,
    Document,
    DoorAct,
    DoorLots,
    Draw,
    Event,
    FeeKind,
    Game,
    ImportedTournament,
    OwnRuleset,
    OwnTariff,
    Purge,
    Removal,
    RulesetVersion,
    Scoresheet,
    SealCertificate,
    Signature,
    StandingsDocument,
    TableChange,
    TariffVersion,
    TieLots,
    Tournament,
)
from tournament.proof.integrity.append_only import PURGED, ROOTED, TABLES
from tournament.services.events import write_event

NOW = timezone.now()


@pytest.fixture
def one_row_each(db):
    """One row in each append-only table; the purge belongs to another tournament."""
    user = make_user("organiser")
    tournament = make_tournament()
    match = tournament.matches.get(number=1)
    [player] = make_participants(tournament, 1)
    sheet = make_scoresheet(match, [player], [0])
    game = Game.objects.create(scoresheet=sheet, number=1, record={}, source="paper", login=user, written_at=NOW)
    by = {"drawn_by": user, "drawn_at": NOW}
    write_event(kind="test", actor=user, payload={}, tournament=tournament)
    draw = Draw.objects.create(match=match, protocol={"lots": []}, **by)
    DiscardedDraw.objects.create(draw=draw, reason="r", discarded_by=user, discarded_at=NOW)
    TableChange.objects.create(
        scoresheet=sheet,
        kind="pack",
        after_game=0,
        told={"old": "", "new": "14"},
        salt="s",
        changed_by=user,
        changed_at=NOW,
    )
    TieLots.objects.create(tournament=tournament, group="1-2", order=[1, 2], seed="s", **by)
    Document.objects.create(scoresheet=sheet, number=1, content_hash="c", head_hash="h", pdf=b"%PDF", sha256="s")
    StandingsDocument.objects.create(
        tournament=tournament,
        number=1,
        content_hash="c",
        head_hash="h",
        key_fingerprint="f",
        pdf=b"%PDF",
        sha256="s",
        created_at=NOW,
    )
    ImportedTournament.objects.create(
        tournament=tournament, ids={}, archive_sha256="a", key_fingerprint="f", imported_at=NOW
    )
    Checkpoint.objects.create(
        match=match, number=1, heads=[], events=0, root="r", at=NOW, text="t", key_fingerprint="f"
    )
    SealCertificate.objects.create(fingerprint="f", certificate="c", first_used_at=NOW)
    Correction.objects.create(
        game=game, kind="struck", old_record={}, new_record={}, reason="5.2.17", salt="s", supervisor=user, at=NOW
    )
    Signature.objects.create(
        seat=sheet.seats.get(), kind="table", content_hash="c", signed_at=NOW, login=user, strokes=[[[1, 2]]]
    )
    own = OwnRuleset.objects.create(slug="club")
    RulesetVersion.objects.create(ruleset=own, number=1, text="t", sha256="s", created_by=user, created_at=NOW)
    own_tariff = OwnTariff.objects.create(slug="club")
    TariffVersion.objects.create(tariff=own_tariff, number=1, text="t", sha256="s", created_by=user, created_at=NOW)
    fee = FeeKind.objects.create(tournament=tournament, position=1, name="Mitglieder", cents=1000)
    box = CashBox.objects.create(tournament=tournament, name="Kasse 1", float_cents=0, opened_by=user, opened_at=NOW)
    CashEntry.objects.create(box=box, participant=player, fee_kind=fee, turn=1, cents=1000, taken_by=user, taken_at=NOW)
    CashCount.objects.create(
        box=box, pieces={}, counted_cents=0, expected_cents=1000, remark="r", witness="w", salt="s",
        counted_by=user, counted_at=NOW,
    )  # fmt: skip
    door = DoorLots.objects.create(
        match=match, number=1, terms={}, list_hash="l", commitment="c", secret="s", opened_by=user, opened_at=NOW
    )
    DoorAct.objects.create(door=door, order=1, kind="last", acted_by=user, acted_at=NOW)
    over = make_tournament("Moosach 2024", "moosach-2024", day=dt.date(2024, 11, 30))
    is_over(over)
    Purge.objects.create(tournament=over, purged_by=user, purged_at=NOW)
    removed = make_tournament("Aing", "aing")
    Removal.objects.create(
        tournament_key=removed.pk, rehearsal=False, address="a", reason="r", salt="s", removed_by=user, removed_at=NOW
    )
    return tournament


def test_these_tables():
    models = (
        Event, Draw, DiscardedDraw, TieLots, Document, Correction, OwnRuleset, RulesetVersion, TableChange,
        SealCertificate, ImportedTournament, Checkpoint, Signature, Purge, StandingsDocument, OwnTariff, TariffVersion,
        Removal,
        CashBox, CashEntry, CashCount, DoorAct,
    )  # fmt: skip
    assert set(TABLES) == {model._meta.db_table for model in models}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id + 1", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_refused(one_row_each, table, statement):
    if statement.startswith("TRUNCATE") and connection.vendor == "sqlite":
        pytest.skip("SQLite knows no TRUNCATE")
    before = Event.objects.count() if table == "tournament_event" else 1
    connection.check_constraints()  # the deferred ones now: PostgreSQL truncates nothing while they are pending
    with connection.cursor() as cursor:
        with pytest.raises(Error, match=f"append-only: rows of {table} are never changed"), transaction.atomic():
            cursor.execute(statement.format(table))
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone() == (before,)


PURGEABLE = [Document, StandingsDocument, Correction, DiscardedDraw, TableChange, Signature, CashEntry, CashCount]
# What may change without a purge.
FREE_FIELDS = {Signature: {"lapsed_at"}, CashCount: {"reopened_at", "reopened_by", "reopened_reason"}}


def other_value(field, row):
    """A value that differs from the one in the column."""
    value = getattr(row, field.attname)
    return {
        "BigAutoField": lambda: value + 1000,
        "ForeignKey": lambda: (value or 0) + 1000,
        "OneToOneField": lambda: (value or 0) + 1000,
        "PositiveSmallIntegerField": lambda: value + 1,
        "PositiveIntegerField": lambda: (value or 0) + 1,
        "IntegerField": lambda: value + 1,
        "DateTimeField": lambda: NOW + dt.timedelta(days=1),
        "BinaryField": lambda: b"other",
        "JSONField": lambda: [[[9, 9]]],
    }.get(field.get_internal_type(), lambda: "other")()


def reversals():
    """The rows that reverse an entry: the one of a fresh reversal, in a box that is opened again."""
    first = CashEntry.objects.get()
    CashCount.objects.update(reopened_at=NOW, reopened_by=first.taken_by, reopened_reason="r")
    CashEntry.objects.create(
        box=first.box, participant=first.participant, fee_kind=first.fee_kind, turn=2, cents=-first.cents,
        reverses=first, reason="r", taken_by=first.taken_by, taken_at=NOW,
    )  # fmt: skip
    return CashEntry.objects.filter(reverses=first)


def refused(rows, **values):
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        rows.update(**values)


@pytest.mark.parametrize("model", PURGEABLE)
def test_a_purge_empties_its_columns_alone_and_only_in_its_time(one_row_each, model):
    rows, emptied = model.objects.all(), PURGED[model._meta.db_table]
    if model is CashEntry:  # only a reversal has a reason
        rows = reversals()
    refused(rows, **emptied)
    with pytest.raises(Error, match="retention: a tournament is purged when"), transaction.atomic():
        Purge.objects.create(tournament=one_row_each, purged_at=NOW)
    is_over(one_row_each)
    refused(rows, **emptied)  # after the retention, but without the row
    Purge.objects.create(tournament=one_row_each, purged_at=NOW)
    for field in model._meta.local_concrete_fields:
        if field.name not in FREE_FIELDS.get(model, ()):
            refused(rows, **{field.name: other_value(field, rows.get())})
    rows.update(**emptied)
    for column, nothing in emptied.items():
        value = getattr(rows.get(), column)
        assert (bytes(value) if isinstance(nothing, bytes) else value) == nothing
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        rows._raw_delete(rows.db)


LONG_AGO = dt.datetime(NOW.year - 9, 12, 31, 12, tzinfo=dt.UTC)


@pytest.fixture
def cash(db):
    """A box whose year is the ninth before this one, with an entry, its reversal and a count of it."""
    user, tournament = make_user("organiser"), make_tournament()
    [player] = make_participants(tournament, 1)
    fee = FeeKind.objects.create(tournament=tournament, position=1, name="Mitglieder", cents=1000)
    box = CashBox.objects.create(
        tournament=tournament, name="Kasse 1", float_cents=0, opened_by=user, opened_at=LONG_AGO
    )
    by = {"box": box, "participant": player, "fee_kind": fee, "taken_by": user, "taken_at": LONG_AGO}
    first = CashEntry.objects.create(turn=1, cents=1000, **by)
    CashEntry.objects.create(turn=2, cents=-1000, reverses=first, reason="r", **by)
    return by


def test_money_is_deleted_once_its_eight_years_are_over_and_never_before(cash):
    recent = CashEntry.objects.create(turn=3, cents=1000, **cash | {"taken_at": LONG_AGO + dt.timedelta(days=1)})
    refused_deletion(CashEntry.objects.filter(pk=recent.pk))
    CashEntry.objects.filter(turn=2)._raw_delete("default")
    CashEntry.objects.filter(turn=1)._raw_delete("default")
    assert CashEntry.objects.get() == recent


def refused_deletion(rows):
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        rows._raw_delete(rows.db)


@pytest.mark.parametrize(
    "values",
    [
        {"turn": 4, "cents": 1000},
        {"turn": 5, "cents": 1000},
        {"turn": 4, "cents": -999, "reverses": 1, "reason": "r"},
        {"turn": 2, "cents": -1000, "reverses": 2, "reason": "r"},
        {"turn": 3, "cents": -1000, "reverses": 1, "reason": "r"},
    ],
)
def test_an_entry_follows_a_reversal_and_a_reversal_gives_back_exactly_that(cash, values):
    if "reverses" in values:
        values = values | {"reverses": CashEntry.objects.get(turn=values["reverses"])}
    with pytest.raises(Error, match="cash: an entry"), transaction.atomic():
        CashEntry.objects.create(**cash | values)


def test_a_closed_box_takes_nothing(cash):
    count = CashCount.objects.create(
        box=cash["box"], pieces={}, counted_cents=0, expected_cents=0, witness="w",
        counted_by=cash["taken_by"], counted_at=NOW,
    )  # fmt: skip
    with pytest.raises(Error, match="cash: an entry"), transaction.atomic():
        CashEntry.objects.create(turn=3, cents=1000, **cash)
    CashCount.objects.filter(pk=count.pk).update(reopened_at=NOW, reopened_by=cash["taken_by"], reopened_reason="r")
    CashEntry.objects.create(turn=3, cents=1000, **cash)


def test_an_entry_names_a_participant_and_a_fee_of_the_box_s_tournament(cash):
    other = make_tournament("Moosach 2026", "moosach-2026")
    [stranger] = make_participants(other, 1)
    with pytest.raises(Error, match="cash: an entry"), transaction.atomic():
        CashEntry.objects.create(**cash | {"turn": 1, "cents": 1000, "participant": stranger})


def test_a_signature_lapses_and_is_never_changed(one_row_each):
    rows = Signature.objects.all()
    rows.update(lapsed_at=NOW)
    refused(rows, lapsed_at=NOW, strokes=None)
    refused(rows, content_hash="other")


@pytest.mark.parametrize(
    ("state", "until"),
    [
        ("running", dt.date(2025, 5, 30)),
        ("purged", dt.date(2025, 5, 30)),
        ("finished", None),
        ("archived", dt.datetime.now(dt.UTC).date()),
    ],
)
def test_no_purge_before_its_time(db, state, until):
    tournament = make_tournament(day=dt.date(2024, 11, 30))
    rules = tournament.ruleset.text
    Tournament.objects.update(state=state, keep_until=until, frozen_ruleset=rules)
    with pytest.raises(Error, match="retention: a tournament is purged when"), transaction.atomic():
        Purge.objects.create(tournament=tournament, purged_at=NOW)


@pytest.mark.parametrize("until", [None, dt.date(2025, 5, 29), dt.date(1, 1, 1)])
def test_the_time_of_retention_only_grows(db, until):
    tournament = make_tournament()
    is_over(tournament)
    rows = Tournament.objects.filter(pk=tournament.pk)
    with pytest.raises(Error, match="only grows"), transaction.atomic():
        rows.update(keep_until=until)
    rows.update(keep_until=dt.date(2025, 5, 31))
    assert rows.get().keep_until == dt.date(2025, 5, 31)


def test_the_time_of_retention_is_six_months_at_least(db):
    rows = Tournament.objects.filter(pk=make_tournament(day=dt.date(2024, 11, 30)).pk)
    with pytest.raises(Error, match="six months at least"), transaction.atomic():
        rows.update(keep_until=dt.date(2025, 5, 29))
    rows.update(keep_until=dt.date(2025, 5, 30))
    with pytest.raises(Error, match="six months at least"), transaction.atomic():
        rows.update(day=dt.date(2024, 12, 31))
    with pytest.raises(Error, match="six months at least"), transaction.atomic():
        Tournament.objects.create(slug="s", name="n", organiser="o", day=NOW, keep_until=NOW)


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("tournament_match", "tournament_id = {over}, number = 9"),
        ("tournament_scoresheet", "match_id = {match}"),
        ("tournament_seat", "scoresheet_id = 0"),
        ("tournament_game", "scoresheet_id = 0"),
        *[(table, "id = id + 1000") for table in ROOTED],
    ],
)
def test_nothing_is_moved_to_a_tournament_whose_time_is_past(one_row_each, table, change):
    over = Tournament.objects.get(slug="moosach-2024")
    values = change.format(over=over.pk, match=over.matches.get(number=1).pk)
    with connection.cursor() as cursor, pytest.raises(Error, match=f"{table} stay"), transaction.atomic():
        cursor.execute(f"UPDATE {table} SET {values}")


@pytest.mark.parametrize("table", ROOTED)
def test_nothing_is_deleted_to_be_written_anew_somewhere_else(one_row_each, table):
    """The database checks keys between tables only when the transaction ends."""
    statements = [f"DELETE FROM {table}"]
    if connection.vendor == "sqlite":
        statements.append(f"REPLACE INTO {table} SELECT * FROM {table}")
    for statement in statements:
        with connection.cursor() as cursor, pytest.raises(Error, match=f"{table} stay"), transaction.atomic():
            cursor.execute(statement)


@pytest.mark.parametrize("state", ["signed", "void", "discarded"])
def test_no_game_of_a_kept_sheet_is_deleted(db, state):
    tournament = make_tournament()
    sheet = make_scoresheet(tournament.matches.get(number=1), make_participants(tournament, 1), [0])
    game = Game.objects.create(
        scoresheet=sheet, number=1, record={}, source="paper", login=make_user("desk"), written_at=NOW
    )
    rows = Game.objects.filter(pk=game.pk)
    Scoresheet.objects.update(state=state)
    with pytest.raises(Error, match="tournament_game stay"), transaction.atomic():
        rows.delete()
    Scoresheet.objects.update(state="complete")
    rows.delete()
    assert not rows.exists()


def test_a_sealed_sheet_keeps_its_games_even_if_somebody_opens_it(db):
    tournament = make_tournament()
    sheet = make_scoresheet(tournament.matches.get(number=1), make_participants(tournament, 1), [0])
    game = Game.objects.create(
        scoresheet=sheet, number=1, record={}, source="paper", login=make_user("desk"), written_at=NOW
    )
    Document.objects.create(scoresheet=sheet, number=1, content_hash="c", head_hash="h", pdf=b"%PDF", sha256="s")
    Scoresheet.objects.update(state="open")
    with pytest.raises(Error, match="tournament_game stay"), transaction.atomic():
        game.delete()


def test_insert_or_replace_is_a_change_too(one_row_each):
    """SQLite's REPLACE deletes the old row without triggers unless recursive triggers are on."""
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
    """The tests' way around (conftest): the second run finds an empty log, and the triggers are back."""
    assert Event.objects.count() == 0
    with transaction.atomic():
        write_event(kind="test", actor=make_user("organiser"), payload={})
    with pytest.raises(Error, match="append-only"):
        Event.objects.all().delete()
