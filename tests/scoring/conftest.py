"""What every test of the scoring needs: the ruleset."""

import pytest

from scoring.ruleset import Ruleset, load_ruleset


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    return load_ruleset("schafkopfschule-2023")
