"""Fixtures of most tests of the sheet: a desk, a supervisor, the open sheet of Anna, Bene, Centa and Dirk."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.remembered import remembered
from tournament.models import Scoresheet, User


@pytest.fixture
def desk(db: None) -> User:
    make_login("desk", "Dora Desk")
    return User.objects.get(username="desk")


@pytest.fixture
def supervisor(db: None) -> User:
    make_login("supervisor", "K. Reiter")
    return User.objects.get(username="supervisor")


@pytest.fixture
def sheet(db: None) -> Scoresheet:
    """Table 1 of match 1, nothing written, lines from paper."""
    lay_sheet()
    return Scoresheet.objects.select_related("match__tournament").get()


# Every test gets the very same rows, so that filled sheets are remembered from one test to the next.
@remembered
def make_login(role: str, full_name: str) -> None:
    make_user(role, full_name=full_name)


@remembered
def lay_sheet() -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    open_scoresheet(tournament)


@pytest.fixture
def no_prints(settings: Any) -> None:
    """Remove the files of earlier tests' print jobs, because job numbers are used again."""
    shutil.rmtree(Path(settings.VAR_DIR, "print"), ignore_errors=True)
