"""Codes and sentences: MESSAGES has every code that is raised, and every code in MESSAGES is raised somewhere."""

import ast
import copy
import pickle
from pathlib import Path

import scoring
from scoring.errors import MESSAGES, Problem, ScoringError

SOURCES = sorted(Path(scoring.__file__).parent.glob("*.py"))


def codes_in_source() -> set[str]:
    """Every code in the source: the first argument of an error or problem, or the first element of a pair."""
    codes = set()
    for source in SOURCES:
        if source.name == "errors.py":
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in MESSAGES:
                codes.add(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                is_error = node.func.id in ("ScoringError", "problem")
                if is_error and node.args and isinstance(node.args[0], ast.Constant):
                    codes.add(node.args[0].value)
    return codes


def test_messages_and_code_agree() -> None:
    assert codes_in_source() == set(MESSAGES)


def test_an_error_is_a_sentence_with_code_and_context() -> None:
    error = ScoringError("not_zero_sum", points=(1, 1), sum=2)
    assert isinstance(error, ValueError)
    assert (error.code, error.context) == ("not_zero_sum", {"points": (1, 1), "sum": 2})
    assert str(error) == "The points 1, 1 sum to 2, not to 0."


def test_an_error_survives_copying_and_pickling() -> None:
    error = ScoringError("partner_is_declarer", seat=3)
    for twin in (copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert (twin.code, twin.context, str(twin)) == (error.code, error.context, str(error))


def test_a_problem_raises_as_the_error_it_is() -> None:
    problem = Problem(code="partner_is_declarer", context={"seat": 3}, game=7)
    assert problem.message == str(problem.error()) == "Seat 3 cannot be declarer and partner at once."
