"""The command line: JSON Lines in, JSON Lines out, one answer for every line that is not blank.

Exit status 0: all well; 1: something was refused or does not hold; 2: wrong usage, file or ruleset.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from scoring.attached import evaluate_attached, evaluate_request
from scoring.doubts import doubts
from scoring.errors import ScoringError
from scoring.jsonlines import (
    contenders_from_json,
    decode_line,
    permit_from_json,
    permit_to_json,
    ranking_to_json,
    score_to_json,
    settlement_to_json,
    sheet_to_json,
)
from scoring.permits import check_permit
from scoring.points import score_game
from scoring.ranking import rank
from scoring.records import record_from_json, record_to_json
from scoring.ruleset import Ruleset, bundled_rulesets, check_ruleset, load_ruleset, parse_ruleset, text_of
from scoring.settlement import MoneyTable
from scoring.shorthand import parse_entry
from scoring.show import ruleset_page
from scoring.tariffs import bundled_tariffs, check_tariff, is_tariff, load_tariff, tariff_text
from scoring.verify import markdown_lines, questions, text_lines, verdict

EXAMPLES = {
    "score": '{"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "schneider"}',
    "sheet": '{"games": [{"contract": "solo", "suit": "E", "declarer": 2, "result": "won"}]}',
    "rank": '{"entries": [{"name": "Anna", "points": 12, "touts_won": 1}, {"name": "Bene", "points": 12}]}',
    "parse": "s2++",
    "permit": ('{"contract": "solo-tout", "suit": "E", "hand": ["EO", "GO", "HO", "SO", "EU", "EA", "E10", "SA"]}'),
    "settle": '{"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "runners": 3}',
}
"""For the help of each command: a line that it reads."""

RawHelp = argparse.RawDescriptionHelpFormatter
"""Keeps the example in a help text on one line, so that it can be copied."""

Answer = tuple[dict[str, object], bool]
"""What to print, and whether all was well."""


def score_line(ruleset: Ruleset, request: object) -> Answer:
    """Score a game record."""
    return score_to_json(score_game(ruleset, record_from_json(request))), True


def sheet_line(ruleset: Ruleset, request: object) -> Answer:
    """Evaluate a sheet; if it has a problem, it does not hold."""
    sheet = evaluate_request(ruleset, request)
    return sheet_to_json(sheet), not sheet.problems


def attached_answer(request: object) -> Answer:
    """Evaluate the JSON attached to a sealed scoresheet by its own rules, and say where its result differs."""
    sheet, differs = evaluate_attached(request)
    rows = [asdict(difference) for difference in differs]
    return {**sheet_to_json(sheet), "differs": rows}, not sheet.problems and not differs


def rank_line(ruleset: Ruleset, request: object) -> Answer:
    """Rank a list of entries."""
    return ranking_to_json(rank(ruleset, contenders_from_json(request))), True


def parse_line(ruleset: Ruleset, entry: object) -> Answer:
    """Read an entry in shorthand."""
    return record_to_json(parse_entry(ruleset, str(entry))), True


def permit_line(ruleset: Ruleset, request: object) -> Answer:
    """Judge a hand for a Tout or a Sie; if it may not be played, it does not hold."""
    question = permit_from_json(request)
    permit = check_permit(ruleset, question.contract, question.hand, question.suit)
    return permit_to_json(permit), permit.permitted


def settle_line(table: MoneyTable, unit_cents: int | None, request: object) -> Answer:
    """Settle the next game of a table in money."""
    return settlement_to_json(table.tariff, table.settle(record_from_json(request)), unit_cents), True


LINE_COMMANDS: dict[str, Callable[[Ruleset, object], Answer]] = {
    "score": score_line,
    "sheet": sheet_line,
    "rank": rank_line,
    "parse": parse_line,
    "permit": permit_line,
}


BUNDLED: dict[str, Callable[[], tuple[str, ...]]] = {"rulesets": bundled_rulesets, "tariffs": bundled_tariffs}
"""The commands that list what is bundled."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # A lone surrogate from the input is printed as the JSON escape that it was.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if options.command in BUNDLED:
        for name in BUNDLED[options.command]():
            print(name)
        return 0
    if options.command == "check":
        return _check(options.file)
    if options.command == "verify":
        return _verify(as_markdown=options.markdown)
    if options.command == "sheet" and options.attached:
        return _attached(options.attached)
    answer: Callable[[object], Answer]
    try:
        if options.command == "settle":
            rules = None if options.rules is None else load_ruleset(options.rules)
            table = MoneyTable(tariff=load_tariff(options.tariff), ruleset=rules)
            answer = partial(settle_line, table, options.unit)
        else:
            ruleset = load_ruleset(options.ruleset)
            if options.command == "show":
                print(ruleset_page(ruleset))
                return 0
            answer = partial(LINE_COMMANDS[options.command], ruleset)
    except ScoringError as error:
        if options.command != "settle":
            _refuse(options.ruleset, error)
        _refuse(options.rules if error.code.startswith("ruleset_") else options.tariff, error)
    well = True
    for number, raw in enumerate(_lines(options.file), 1):
        if raw.strip():
            output, holds = _answer(options.command, answer, raw, number)
            well = well and holds
            print(json.dumps(output, ensure_ascii=False))
    return 0 if well else 1


def _check(file: str) -> int:
    """Print everything wrong with the file of a ruleset or a tariff, one line each, and return the exit status.

    A file that holds may still have warnings; they do not change the status.
    """
    try:
        text = tariff_text(file) if file in bundled_tariffs() else text_of(file)
    except ScoringError as error:
        unknown = error.code == "ruleset_unknown"
        nothing = "there is no such file, and no bundled ruleset or tariff of this name"
        _usage(f"{file}: {nothing}." if unknown else f"{file}: {error}")
    tariff = is_tariff(text)
    problems = check_tariff(text) if tariff else check_ruleset(text)
    for fault in problems:
        print(_one_line(fault.message))
    if problems:
        return 1
    warnings = () if tariff else doubts(parse_ruleset(text))
    for fault in warnings:
        print(_one_line(f"Warning: {fault.message}"))
    what = "tariff" if tariff else "ruleset"
    print(f"The {what} holds; look at the warnings." if warnings else f"The {what} holds.")
    return 0


def _verify(*, as_markdown: bool) -> int:
    """Answer every published question, print the verdicts, and return 0 only if all hold."""
    verdicts = [verdict(question) for question in questions()]
    for line in markdown_lines(verdicts) if as_markdown else text_lines(verdicts):
        print(line)
    differing = sum(not one.holds for one in verdicts)
    said = f"{differing} answered otherwise" if differing else "all answered as the text of the rules says"
    print(f"{chr(10) if as_markdown else ''}{len(verdicts)} questions, {said}.")
    return 1 if differing else 0


def _attached(file: str) -> int:
    """Print the evaluation of the JSON attached to a sealed scoresheet and return the exit status."""
    content = b"".join(_lines(file))
    output, holds = _answer("sheet", attached_answer, content, 1)
    print(json.dumps(output, ensure_ascii=False))
    return 0 if holds else 1


def _one_line(text: str) -> str:
    """Return a sentence fit for a terminal: a value from a file may hold line breaks and other control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _answer(command: str, answer: Callable[[object], Answer], raw: bytes, number: int) -> Answer:
    """Answer one line, with its `id` in front if it has one."""
    identity: dict[str, object] = {}
    try:
        line = _text(raw, number)
        request = line if command == "parse" else decode_line(line)
        if isinstance(request, dict) and "id" in request:
            identity = {"id": request.pop("id")}
        output, holds = answer(request)
    except ScoringError as error:
        return {**identity, "error": {"code": error.code, "message": str(error), "line": number}}, False
    return {**identity, **output}, holds


def _text(raw: bytes, number: int) -> str:
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
    except UnicodeDecodeError:
        raise ScoringError("not_utf8") from None


def _lines(file: str | None) -> Iterator[bytes]:
    if file is None or file == "-":
        if sys.stdin.isatty():
            print("Reading lines from the keyboard; Ctrl-D ends them.", file=sys.stderr)
        yield from sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as stream:
            yield from stream
    except OSError as error:
        _usage(f"{file}: {error.strerror}")
    except ValueError as error:
        _usage(f"{file}: {error}")


def _refuse(file: str, error: ScoringError) -> NoReturn:
    """Exit with the first fault of a ruleset or tariff, and name the command that lists the others."""
    if error.code in ("ruleset_unknown", "tariff_unknown"):
        _usage(str(error))  # it names the file itself
    rest = "" if error.code.endswith("_unreadable") else f" `python -m scoring check {file}` says all that is wrong."
    _usage(f"{file}: {error}{rest}")


def _usage(message: str) -> NoReturn:
    print(f"python -m scoring: {message}", file=sys.stderr)
    raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Scores tournament Schafkopf.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("rulesets", help="list the bundled rulesets")
    commands.add_parser("tariffs", help="list the bundled tariffs, by which money is settled")
    show = commands.add_parser("show", help="print a ruleset as a page: its point table and all else that decides")
    show.add_argument("ruleset", metavar="RULESET", help="id of a bundled ruleset, or path of a TOML file")
    check = commands.add_parser("check", help="print everything wrong with the file of a ruleset or a tariff")
    check.add_argument("file", metavar="FILE", help="path of a TOML file, or id of a bundled ruleset or tariff")
    verify = commands.add_parser("verify", help="answer the published questions, and say whether all answers hold")
    verify.add_argument("--markdown", action="store_true", help="print the list as a page")
    helps: Iterable[tuple[str, str]] = (
        ("score", "game records -> points"),
        ("sheet", "sheets -> dealers, rounds, checksums, approvals, counters, problems"),
        ("rank", "entries -> places, each with what decided it"),
        ("parse", "shorthand or points, one entry a line -> game records"),
        ("permit", "hands -> whether each may play its Tout, and why"),
    )
    for name, text in helps:
        command = commands.add_parser(name, help=text, epilog=_example(name), formatter_class=RawHelp)
        instead: argparse._ActionsContainer = command
        if name == "sheet":
            instead = command.add_mutually_exclusive_group(required=True)
            attached = "the JSON attached to a sealed scoresheet: by the rules in it, and what differs from its result"
            instead.add_argument("--attached", metavar="JSON", help=attached)
        several = "?" if name == "sheet" else None
        instead.add_argument(
            "ruleset", metavar="RULESET", nargs=several, help="id of a bundled ruleset, or path of a TOML file"
        )
        command.add_argument("file", metavar="FILE", nargs="?", help="JSON Lines; standard input if left out")
    money = "game records of one table in order -> who pays whom in money"
    settle = commands.add_parser("settle", help=money, epilog=_example("settle"), formatter_class=RawHelp)
    settle.add_argument("tariff", metavar="TARIFF", help="id of a bundled tariff, or path of a TOML file")
    settle.add_argument("file", metavar="FILE", nargs="?", help="JSON Lines; standard input if left out")
    settle.add_argument("--rules", metavar="RULESET", help="the rules that were played by; the tariff's if left out")
    settle.add_argument("--unit", metavar="CENTS", type=_cents, help="what a unit is worth; the tariff's if left out")
    return parser


def _example(command: str) -> str:
    return f"a line of FILE:\n  {EXAMPLES[command]}"


def _cents(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not 1 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"{text} is no number of cents from 1 to 100000")
    return int(text)


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
