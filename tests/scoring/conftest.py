"""Shared by all tests of scoring: the ruleset, and more time for Hypothesis."""

import pytest
from hypothesis import settings

from scoring.ruleset import Ruleset, load_ruleset

# The first example builds the table of outcomes; its time says nothing on a machine that others use.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    return load_ruleset("schafkopfschule-2023")
