"""The tables leave nothing out: every command is done, every event happens, every refusal of an act is met."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.sheet_tables import FOLDER as TABLES
from tests.sheet_tables import Row, all_rows
from tournament import sheet as heart
from tournament.sheet.commands import COMMANDS
from tournament.sheet.events import KINDS

FOLDER = Path(heart.__path__[0])
# What is refused before a command reaches the sheet (test_sent.py).
OF_THE_QUEUE = "sent.py"
# The place of each refusal by its code and sentence.
Refusals = dict[tuple[str, str], str]


@cache
def rows() -> tuple[Row, ...]:
    return tuple(all_rows())


def sentences(tree: ast.AST) -> set[str]:
    """The sentences inside `_()` below this node."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) == "_")
    return {str(ast.literal_eval(call.args[0])) for call in calls}


def sentences_of_variable(function: ast.FunctionDef, variable: str) -> set[str]:
    """The sentences that this variable may hold."""
    values = (
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and [_name(target) for target in node.targets] == [variable]
    )
    return set().union(*map(sentences, values))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def refusals_of_the_source() -> Refusals:
    """Each refusal in the source.

    A sentence that is chosen before the refusal is made stands in the same function.
    """
    places: Refusals = {}
    for path in sorted(FOLDER.rglob("*.py")):
        if path.name == OF_THE_QUEUE:
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and _name(call.func) == "Refused":
                    [code] = [word.value for word in call.keywords if word.arg == "code"]
                    # The code of an error of scoring is that of the rule, whichever it is.
                    name = code.value if isinstance(code, ast.Constant) else ""
                    for sentence in sentences(call.args[0]) or sentences_of_variable(function, _name(call.args[0])):
                        places[name, sentence] = f"{path.name}:{call.lineno}"
    return places


def test_every_refusal_of_an_act_is_met() -> None:
    refusals = set()
    for row in rows():
        if row.code:
            refusal = row.refusal()
            sentence = str(getattr(refusal.message, "_proxy____args", (refusal.message,))[0])
            refusals |= {(refusal.code, sentence), ("", sentence)}
    source = refusals_of_the_source()
    assert len(source) > 90
    assert {place: refusal for refusal, place in source.items() if refusal not in refusals} == {}


def test_every_event_happens() -> None:
    happened = {event.split()[0] for row in rows() for event in row.events}
    assert KINDS.keys() - happened == set()


@pytest.fixture(scope="module")
def by_command() -> dict[type[Any], list[Row]]:
    rows_by_command: dict[type[Any], list[Row]] = defaultdict(list)
    for row in rows():
        order = row.order if type(row.order) in COMMANDS else row.command(row.sheet)
        rows_by_command[type(order)].append(row)
    return rows_by_command


@pytest.mark.parametrize("command_class", COMMANDS, ids=lambda one: one.__name__)
def test_every_command_is_done_and_refused(command_class: type[Any], by_command: dict[type[Any], list[Row]]) -> None:
    mine = by_command[command_class]
    never_refused = {"OpenSheet", "DiscardSheet", "LockDevice", "LookAtFirst", "Settle"}
    assert [row.rule for row in mine if not row.code] != []
    assert (command_class.__name__ in never_refused) == all(not row.code for row in mine)
    # What changes a result, or something printed, changes nothing once the ranking is official.
    access = COMMANDS[command_class]
    assert access.official == ("tournament_finished" in {row.code for row in mine if row.official})
    # A service that checks the permission by itself may act for a device, too.
    by_device = any(row.by.device for row in mine if not row.code)
    assert access.device == (by_device and access.may is not None)


def test_no_test_of_the_heart_needs_a_database() -> None:
    wanting = [path.name for path in TABLES.glob("test_*.py") if "django_" + "db" in path.read_text(encoding="utf-8")]
    assert wanting == []
