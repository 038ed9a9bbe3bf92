"""Sheets as pure values for tests: commands decided one after the other, without a database."""

import datetime as dt
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import pytest

from scoring.shorthand import parse_entry
from tests.worlds.sheets import QUIET, RULESET
from tournament.proof.integrity.hashes import sha256
from tournament.refusals import Refused
from tournament.sheet.actors import Actor, Reason, reason_of
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.opening import OpenSheet
from tournament.sheet.deciding import decide
from tournament.sheet.events import Link
from tournament.sheet.state import Sheet, SheetTerms

BOSS, DESK, JUDGE = Actor(login=1, supervisor=True), Actor(login=2), Actor(login=3)
KEYS = map("{:032x}".format, count(1))
START = dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC)
# Later than anything that `after` does.
AT = dt.datetime(2026, 11, 28, 21, 0, tzinfo=dt.UTC)


def why(text: str = "so gespielt") -> Reason:
    """A reason as somebody typed it."""
    return reason_of(text, "salt")


def empty_sheet() -> Sheet:
    """A sheet of four players on which nothing is written."""
    sheet = Sheet(terms=SheetTerms(tournament=1, ruleset=RULESET, rules=sha256(RULESET.text)))
    return after(sheet, OpenSheet(match=1, table=1, seats=(11, 12, 13, 14)))


@cache
def full_sheet() -> Sheet:
    """A complete sheet, typed by the desk."""
    return after(empty_sheet(), *(record_line(number, entry) for number, entry in enumerate(QUIET, 1)))


def record_line(number: int, entry: str) -> RecordGame:
    """The command that writes this line."""
    record = parse_entry(RULESET, entry, first=number == 1)
    return RecordGame(number=number, record=record, key=next(KEYS))


def after(sheet: Sheet, *commands: Any, by: Actor = DESK) -> Sheet:
    """The sheet after these commands; each comes a second after the one before."""
    for command in commands:
        at = START + dt.timedelta(seconds=sheet.head)
        effect = decide(sheet, command, by=by, at=at)
        sheet = with_history(effect.sheet, (*history(sheet), *effect.links))
    return sheet


def history(sheet: Sheet) -> tuple[Link, ...]:
    """The events that led to a sheet which `after` made."""
    links: tuple[Link, ...] = sheet.__dict__.get("history", ())
    return links


def with_history(sheet: Sheet, links: tuple[Link, ...]) -> Sheet:
    """The sheet, which remembers these events from now on; two sheets are equal whatever they remember."""
    sheet.__dict__["history"] = links
    return sheet


def with_terms(sheet: Sheet, **terms: Any) -> Sheet:
    """The sheet with these terms of the tournament changed."""
    return with_history(replace(sheet, terms=replace(sheet.terms, **terms)), history(sheet))


def refusal_code(sheet: Sheet, command: Any, by: Actor = DESK) -> str:
    """The code with which the command is refused."""
    with pytest.raises(Refused) as refused:
        after(sheet, command, by=by)
    return refused.value.code
