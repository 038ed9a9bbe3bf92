"""The cost of a game after the first of a match: queries (with savepoints), evaluations of the sheet, rows written."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fresh
from tests.worlds.signing import enrolled
from tournament.devices.services.commands import apply_commands
from tournament.models import Game, Scoresheet, TableDevice, User
from tournament.sheet import state
from tournament.sheet.sent import DeviceCommand

pytestmark = pytest.mark.django_db
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


@pytest.fixture
def desk() -> User:
    return make_user("desk")


@pytest.fixture
def evaluations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of lines of each evaluated sheet, in the order of evaluation."""
    counts: list[int] = []
    evaluate: Callable[..., Any] = state.evaluate_sheet

    def count_and_evaluate(ruleset: Any, records: Any, **more: Any) -> Any:
        counts.append(sum(record is not None for record in records))
        return evaluate(ruleset, records, **more)

    monkeypatch.setattr(state, "evaluate_sheet", count_and_evaluate)
    return counts


def queries(act: Callable[[], Any]) -> list[str]:
    with CaptureQueriesContext(connection) as context:
        act()
    return [query["sql"] for query in context.captured_queries]


def from_device(device: TableDevice, number: int) -> None:
    command = DeviceCommand(
        id=secrets.token_hex(16), sequence=number, base=0, kind="record", number=number, record=RUFER
    )
    [answer] = apply_commands(scoresheet=device.scoresheet, commands=[command], actor=device)
    assert answer.code == ""


@pytest.mark.parametrize("before", [1, 3, 26])
def test_a_game_from_the_desk(sheet: Scoresheet, desk: User, evaluations: list[int], before: int) -> None:
    for number in range(1, before + 1):
        write(sheet, number, "r13+", desk)
    evaluations.clear()
    statements = queries(lambda: write(sheet, before + 1, "r13+", desk))
    assert len(statements) <= 10, "\n".join(statements)
    assert sorted(evaluations) in ([before, before + 1], [before + 1])
    assert not [sql for sql in statements if sql.startswith('UPDATE "tournament_match"')]
    assert Game.objects.count() == before + 1


@pytest.mark.parametrize("before", [1, 3, 26])
def test_a_game_from_a_device(sheet: Scoresheet, evaluations: list[int], before: int) -> None:
    device = enrolled(fresh(sheet))
    for number in range(1, before + 1):
        from_device(device, number)
    evaluations.clear()
    statements = queries(lambda: from_device(device, before + 1))
    assert len(statements) <= 10, "\n".join(statements)
    assert sorted(evaluations) in ([before, before + 1], [before + 1])
    assert not [sql for sql in statements if sql.startswith('UPDATE "tournament_match"')]
    assert Game.objects.count() == before + 1
