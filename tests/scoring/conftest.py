"""What every test of the scoring needs: the ruleset, and time."""

import pytest
from hypothesis import settings

from scoring.ruleset import Ruleset, load_ruleset

# The first example builds the table of outcomes: how long it takes says nothing on a machine that others use.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    return load_ruleset("schafkopfschule-2023")
