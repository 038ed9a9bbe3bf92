"""Whether the tests notice a slip in the heart: `python -m tests.mutation [NUMBER] [--seed N] [--file NAME] [--pure]`.

Each of NUMBER places of tournament/sheet/, drawn by lot, is changed in memory, one at a time: a comparison, a
condition, a number, a statement left out. A change that no test fails on has survived and is printed. The pure tests
run first; the tests of the services run only where those notice nothing, and with `--pure` not at all.
"""

import argparse
import ast
import contextlib
import importlib
import os
import random
import signal
import sys
import time
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
HEART = ROOT / "tournament" / "sheet"
SERVICES = ROOT / "tests" / "tournament" / "services"
OF_A_SHEET = (
    "games commands corrections approvals requests* rulings paper_lines line_moves second_* sign* two_* totals tables "
    "seats replacements official unsent audit settlement devices read_from_log scoresheets round_trip"
)
STAGES = (
    ["tests/tournament/sheet"],
    [str(file) for names in OF_A_SHEET.split() for file in sorted(SERVICES.glob(f"test_{names}.py"))],
    [str(SERVICES / "test_sheet_history.py"), str(SERVICES / "test_every_ruleset.py")],
)
AT_ONCE = 2
GIVE_UP_SECONDS = 600
OTHER: dict[type[ast.AST], type[Any]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change: the file, the line, the changed module, and both texts of the changed place."""

    file: Path
    line: int
    tree: ast.Module
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}: {self.before}  ->  {self.after}"


def places(file: Path) -> list[tuple[Path, int, int]]:
    """Every change of this file: the node's place among all, and which of its changes."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    text = _decorators(tree)
    return [
        (file, place, choice)
        for place, node in enumerate(ast.walk(tree))
        if node not in text
        for choice in range(len(_changes(node)))
    ]


def mutant(file: Path, place: int, choice: int) -> Mutant:
    """Make one change."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node: Any = list(ast.walk(tree))[place]
    before, line = ast.unparse(node), getattr(node, "lineno", 0)
    _changes(node)[choice]()
    after = ast.unparse(node)
    return Mutant(
        file=file, line=line, tree=ast.fix_missing_locations(tree), before=_short(before), after=_short(after)
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) < 160 else f"{line[:157]}..."


def _changes(node: Any) -> list[Any]:
    """What can be done to this node, each a function that does it."""
    match node:
        case ast.Compare(ops=[one]) if type(one) in OTHER:
            return [lambda: setattr(node, "ops", [OTHER[type(one)]()])]
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OTHER:
            return [lambda: setattr(node, "op", OTHER[type(node.op)]())]
        case ast.If() | ast.IfExp() | ast.comprehension(ifs=[_, *_]):
            return [lambda: _negate(node)]
        case ast.Constant(value=bool() as value):
            return [lambda: setattr(node, "value", not value)]
        case ast.Constant(value=int() as value) if type(value) is int:
            return [lambda: setattr(node, "value", value + 1)]
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            return [lambda: setattr(node, "value", ast.Constant(None))]
        case ast.Expr(value=ast.Call()):
            return [lambda: setattr(node, "value", ast.Constant(None))]
        case ast.Call(func=ast.Name(id="replace"), keywords=[_, *_] as sentence):
            return [lambda at=at: sentence.pop(at) for at in range(len(sentence))]
    return []


def _negate(node: Any) -> None:
    if isinstance(node, ast.comprehension):
        node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
    else:
        node.test = ast.UnaryOp(ast.Not(), node.test)


def _decorators(tree: ast.Module) -> set[ast.AST]:
    """What says how a dataclass is made: `frozen=True` is nobody's rule."""
    items = (one for one in ast.walk(tree) if isinstance(one, ast.ClassDef | ast.FunctionDef))
    calls = (call for one in items for call in one.decorator_list if ast.unparse(call).startswith("dataclass"))
    return {node for call in calls for node in ast.walk(call)}


class _Changed(MetaPathFinder, Loader):
    """Imports one module of the heart from a changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.is_package = mutant.file.stem == "__init__"
        file = mutant.file.parent if self.is_package else mutant.file.with_suffix("")
        self.name = ".".join(file.relative_to(ROOT).parts)

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = spec_from_loader(fullname, self, origin=str(self.mutant.file), is_package=self.is_package)
        if spec is not None and self.is_package:
            spec.submodule_search_locations = [str(self.mutant.file.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.mutant.file)
        exec(compile(self.mutant.tree, str(self.mutant.file), "exec"), module.__dict__)


def _is_noticed(mutant: Mutant, stage: int) -> bool:
    """Run the tests on it in this process, which is used for nothing else: a process runs pytest once."""
    pytest = importlib.import_module("pytest")
    sys.meta_path.insert(0, _Changed(mutant))
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header"]
    return bool(pytest.main([*STAGES[stage], *quiet]) != 0)


def _start(mutant: Mutant, stage: int) -> int:
    """Begin the stage's tests in a process of their own; its id."""
    pid = os.fork()
    if pid:
        return pid
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    noticed = True
    with contextlib.suppress(BaseException):
        noticed = _is_noticed(mutant, stage)
    os._exit(int(noticed))


def survivors(chosen: list[Mutant], stages: int = len(STAGES)) -> list[Mutant]:
    """Those that no test of so many stages notices. Two at a time."""
    waiting = [(mutant, 0) for mutant in reversed(chosen)]
    running: dict[int, tuple[Mutant, int, float]] = {}
    items: list[Mutant] = []
    outcome = 0
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            mutant, stage = waiting.pop()
            running[_start(mutant, stage)] = mutant, stage, time.monotonic()
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            for late, (_mutant, _stage, began) in running.items():
                if time.monotonic() - began > GIVE_UP_SECONDS:
                    os.kill(late, signal.SIGKILL)  # it never ends: noticed
            time.sleep(0.1)
            continue
        mutant, stage, _began = running.pop(pid)
        if status == 0 and stage + 1 < stages:
            waiting.append((mutant, stage + 1))
            continue
        outcome += 1
        if status == 0:
            items.append(mutant)
            if mutant.before != mutant.after:
                print(f"survived  {mutant}", flush=True)
        if outcome % 20 == 0:
            print(f"{outcome} of {len(chosen)}: {len(items)} survived", flush=True)
    return items


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("number", nargs="?", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", help="the name of one file of tournament/sheet/")
    parser.add_argument("--pure", action="store_true", help="run the tests without a database alone")
    request = parser.parse_args()
    stages = 1 if request.pure else len(STAGES)
    files = [file for file in sorted(HEART.rglob("*.py")) if request.file in (None, file.name)]
    lines = [place for file in files for place in places(file)]
    items = [mutant(*place) for place in random.Random(request.seed).sample(lines, min(request.number, len(lines)))]
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    for name in ("django.test", "hypothesis", "pytest"):
        importlib.import_module(name)  # every process that is forked has it already
    same = Mutant(file=files[0], line=0, tree=ast.parse(files[0].read_text(encoding="utf-8")), before="", after="")
    if not survivors([same], stages):
        sys.exit("The tests fail on the heart as it is: nothing would be told by a change.")
    print(
        f"{len(lines)} changes of {len(files)} files are known; {len(items)} are tried (seed {request.seed}).",
        flush=True,
    )
    rest = survivors(items, stages)
    print(f"{len(items) - len(rest)} of {len(items)} noticed ({(1 - len(rest) / len(items)):.0%}).")


if __name__ == "__main__":
    main()
