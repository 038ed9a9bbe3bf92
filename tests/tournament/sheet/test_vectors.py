"""The vectors that test the table's page (tests/js/table_vectors.test.mjs) equal what decide() gives today."""

import json
from typing import Any

import pytest

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.vectors.table import FILE, before, replayed, state_of

VECTORS: dict[str, Any] = json.loads(FILE.read_text())


def test_there_are_vectors_of_every_ruleset_and_table():
    tables = {f"{name}/{seats}" for name in bundled_rulesets() for seats in load_ruleset(name).seats}
    assert {case["outcomes"] for case in VECTORS["cases"]} == tables == set(VECTORS["outcomes"])
    assert len(VECTORS["cases"]) >= 500


@pytest.mark.parametrize("table", sorted(VECTORS["outcomes"]))
def test_every_vector_is_what_is_decided(table):
    for case in VECTORS["cases"]:
        if case["outcomes"] == table:
            assert json.loads(json.dumps(state_of(before(case)))) == case["state"]
            assert replayed(case) == case["expected"]
