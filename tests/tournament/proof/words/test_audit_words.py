"""Every word that the sentences of the audit ask for by its name is listed, so that the catalogue has it."""

import ast
from pathlib import Path

import pytest
from django.utils.translation import override

from tournament.proof import services
from tournament.proof.words.audit_words import WORDS, row_name, word

# The functions that take a word as their first argument.
ASKING = {"compare", "up_to_gap", "gap", "table", "row_name", "word"}
AUDIT = sorted(Path(services.__file__).parent.glob("audit*.py"))


@pytest.mark.parametrize("path", AUDIT, ids=lambda path: path.name)
def test_every_word_of_the_audit_is_listed(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call) and node.args]
    needed = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ASKING and isinstance(call.args[0], ast.Constant)
    }
    assert needed - set(WORDS) == set()


def test_rows_are_called_as_people_call_them() -> None:
    with override("de"):
        assert row_name("draw", (2, 1)) == "Auslosung 1 von Durchgang 2"
        assert row_name("participant", 71, {71: 12}) == "Teilnehmer 12"
        assert row_name("version of ruleset", ("own", 3)) == "Fassung des Regelwerks own 3"
        assert (word("accepted_by_id"), word("written_at")) == ("angenommen von Zugang", "Zeit des Eintrags")
