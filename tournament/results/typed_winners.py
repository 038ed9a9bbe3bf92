"""Winners of a challenge cup as people type them, a line a year: "2019 Huber Sepp". Pure: knows no rows, no clock."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.person.names import clean_name, excerpt
from tournament.refusals import Refused

NAME_LENGTH = 140
MOST_LINES = 300
EARLIEST = 1800
LINE = re.compile(r"([0-9]{4})(?:\s*[:;,–-]\s*|\s+)(\S.*)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedWinner:
    """Who won the cup in a year, as it was typed."""

    year: int
    name: str


def read_winners(text: str, *, latest: int) -> tuple[list[TypedWinner], list[str]]:
    """Read one winner from each line that is not empty; return them with a sentence for each line that is wrong."""
    winners: list[TypedWinner] = []
    problems: list[str] = []
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_LINES:
        return [], [_("These are %(count)s lines; at most %(most)s are read at once.") % _counts(lines)]
    for number, line in lines:
        try:
            winner = _winner(line, latest)
        except Refused as refused:
            problems.append(_("Line %(number)s: %(problem)s") % {"number": number, "problem": refused})
            continue
        if any(winner.year == other.year for other in winners):
            problems.append(
                _("Line %(number)s: the year %(year)s stands in another line already.")
                % {"number": number, "year": winner.year}
            )
        winners.append(winner)
    return winners, problems


def _counts(lines: Sequence[object]) -> dict[str, int]:
    return {"count": len(lines), "most": MOST_LINES}


def _winner(line: str, latest: int) -> TypedWinner:
    parts = LINE.fullmatch(line)
    if parts is None:
        raise Refused(
            _("“%(text)s” is not a year with a name behind it, as in “2019 Huber Sepp”."),
            code="no_year",
            text=excerpt(line),
        )
    year = int(parts[1])
    if not EARLIEST <= year <= latest:
        raise Refused(
            _("the year %(year)s is not between %(first)s and %(latest)s."),
            code="year_unfit",
            year=year,
            first=EARLIEST,
            latest=latest,
        )
    return TypedWinner(year=year, name=clean_name(parts[2], max_length=NAME_LENGTH))
