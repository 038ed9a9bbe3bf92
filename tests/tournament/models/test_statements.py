"""Statements written by hand do what Django's own do, on both databases."""

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.enums import SheetState, Source
from tournament.models import Command, Event, Game, Scoresheet, Tournament, User
from tournament.models.statements import Reading, insert, select, update

pytestmark = pytest.mark.django_db
AT = dt.datetime(2026, 11, 28, 20, 14, 5, 123456, tzinfo=dt.UTC)


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


def rows_for(sheet: Scoresheet, number: int) -> list[Any]:
    """A row of each kind that is written by hand."""
    key, actor = f"{number:032x}", make_user("desk", username=f"desk{number}")
    record = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    link = {"kind": "game.recorded", "actor": actor, "at": AT, "payload": '{"ä":1}', "hash": key * 2}
    return [
        Game(scoresheet=sheet, number=number, record=record, source="live", login=actor, written_at=AT, command=key),
        Command(scoresheet=sheet, key=key, number=number),
        Event(scoresheet=sheet, tournament=sheet.match.tournament, sequence=number, previous_hash=key * 2, **link),
    ]


def columns(row: Any) -> dict[str, Any]:
    fresh = type(row).objects.get(pk=row.pk)
    ours = {"id", "number", "sequence", "key", "command", "hash", "previous_hash", "login_id", "actor_id"}
    return {field.attname: getattr(fresh, field.attname) for field in row._meta.concrete_fields} | dict.fromkeys(ours)


def test_an_inserted_row_is_the_row_that_save_makes(sheet: Scoresheet) -> None:
    for saved, inserted in zip(rows_for(sheet, 2), rows_for(sheet, 3), strict=True):
        saved.save()
        insert(inserted)
        written_row, same = columns(inserted), columns(saved)
        if isinstance(saved, Command):
            assert abs(written_row.pop("at") - same.pop("at")) < dt.timedelta(minutes=1)
        assert written_row == same
        assert inserted.pk == saved.pk + 1
        assert not inserted._state.adding


def test_constraints_hold(sheet: Scoresheet) -> None:
    game = rows_for(sheet, 2)[0]
    game.points_1 = -1
    with pytest.raises(IntegrityError):
        insert(game)


def test_an_update_changes_the_named_columns_of_one_row(sheet: Scoresheet) -> None:
    other = open_scoresheet(make_tournament(slug="other"), seats=0)
    before = Scoresheet.objects.values().get(pk=other.pk)
    totals = [{"plus": 3, "minus": 0}]
    changed = {"state": SheetState.COMPLETE, "source": Source.LIVE, "totals": totals, "accepted_at": AT}
    update(Scoresheet, changed, ["version = version + 1"], id=sheet.pk)
    row = Scoresheet.objects.get(pk=sheet.pk)
    assert (row.state, row.source, row.totals, row.accepted_at) == tuple(changed.values())
    assert row.version == sheet.version + 1
    update(Scoresheet, {"totals": None, "accepted_by_id": None}, id=sheet.pk)
    assert Scoresheet.objects.filter(pk=sheet.pk, totals__isnull=True, accepted_by=None).exists()
    assert Scoresheet.objects.values().get(pk=other.pk) == before


def test_a_select_gives_the_values(sheet: Scoresheet) -> None:
    with CaptureQueriesContext(connection) as queries:
        rows = select("SELECT state, version FROM tournament_scoresheet WHERE id = %s", sheet.pk)
    assert rows == [("open", sheet.version)]
    assert len(queries) == 1
    assert select("SELECT state FROM tournament_scoresheet WHERE id = %s", 0) == []


SHEETS = Reading(
    """
    SELECT {sheet}, {tournament}, {supervisor}, 7 FROM tournament_scoresheet sheet
    JOIN tournament_match match ON match.id = sheet.match_id
    JOIN tournament_tournament tournament ON tournament.id = match.tournament_id
    LEFT JOIN tournament_user supervisor ON supervisor.id = sheet.accepted_by_id WHERE sheet.id = %s
    """,
    sheet=Scoresheet,
    tournament=Tournament,
    supervisor=User,
)


def test_a_reading_gives_the_rows_that_django_gives(sheet: Scoresheet) -> None:
    totals = [{"plus": 3, "minus": 0}]
    update(Scoresheet, {"totals": totals, "accepted_at": AT}, id=sheet.pk)
    with CaptureQueriesContext(connection) as queries:
        [[scoresheet, tournament, supervisor, seven]] = SHEETS.rows(sheet.pk)
    assert len(queries) == 1
    for row, same in ((scoresheet, Scoresheet.objects.get(pk=sheet.pk)), (tournament, Tournament.objects.get())):
        assert {**vars(row), "_state": None} == {**vars(same), "_state": None}
        assert (row._state.adding, row._state.db) == (False, "default")
    assert (supervisor, seven) == (None, 7)
    assert SHEETS.rows(0) == []


@pytest.mark.parametrize("value", [None, "paper", Source.LIVE, "1"])
def test_a_text_is_kept_as_django_keeps_it(sheet: Scoresheet, value: str | None) -> None:
    if value is None:
        with pytest.raises(IntegrityError):
            update(Scoresheet, {"source": value}, id=sheet.pk)
        return
    update(Scoresheet, {"source": value}, id=sheet.pk)
    assert Scoresheet.objects.get(pk=sheet.pk).source == value
