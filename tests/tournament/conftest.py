"""What most tests of the sheet begin with: a desk, a supervisor, the open sheet of Anna, Bene, Centa and Dirk."""

import pytest

from tests.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.models import Scoresheet, User


@pytest.fixture
def desk(db: None) -> User:
    return make_user("desk", full_name="Dora Desk")


@pytest.fixture
def supervisor(db: None) -> User:
    return make_user("supervisor", full_name="K. Reiter")


@pytest.fixture
def sheet(db: None) -> Scoresheet:
    """Table 1 of match 1, nothing written, lines from paper."""
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)
