"""Fixtures of most tests of the sheet: a desk, a supervisor, the open sheet of Anna, Bene, Centa and Dirk."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.remembered import remembered
from tests.worlds.sheets import fresh
from tournament.models import Scoresheet, User


@pytest.fixture
def desk(db: None) -> User:
    return make_login("desk", "Dora Desk")


@pytest.fixture
def supervisor(db: None) -> User:
    return make_login("supervisor", "K. Reiter")


@pytest.fixture
def sheet(db: None) -> Scoresheet:
    """Table 1 of match 1, nothing written, lines from paper."""
    return lay_sheet()


# Every test gets the very same rows, so that filled sheets are remembered from one test to the next.
@remembered
def make_login(role: str, full_name: str) -> User:
    return make_user(role, full_name=full_name)


@remembered
def lay_sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return fresh(open_scoresheet(tournament))


@pytest.fixture
def no_prints(settings: Any) -> None:
    """Remove the files of earlier tests' print jobs, because job numbers are used again."""
    shutil.rmtree(Path(settings.VAR_DIR, "print"), ignore_errors=True)
