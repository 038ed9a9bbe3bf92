"""Lots that were drawn by hand: a line each, typed on the number pad or pasted. Parses, writes nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.draw.forms.draw import HallForm
from tournament.lots import HandProblem, Place, hand_problems
from tournament.models import ClosedList, Participant
from tournament.person.names import numbered_name

NAMED = 12
MOST_TABLES = 16
LONGEST_DIGITS = 6
_NUMBER = re.compile(r"[0-9]+")
_CELLS = re.compile(r"[\t;]")
SENTENCES = {
    "unknown_number": _("Start number %(number)s is not on the closed list."),
    "number_twice": _("%(name)s has a lot already."),
    "no_such_table": _("There is no table %(table)s: the last one is table %(last)s."),
    "no_such_seat": _("There is no seat %(seat)s: a table has %(most)s at most."),
    "seat_taken": _("Table %(table)s, seat %(seat)s is taken by %(other)s."),
    "fixed_elsewhere": _("%(name)s has a fixed place: table %(table)s, seat %(seat)s. It holds here too."),
    "unreadable": _("Please type three numbers: start number, table, seat."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTable:
    """A table as far as it is typed: the names of its seats in order, "" for a free one."""

    number: int
    seats: tuple[str, ...]

    @property
    def is_full(self) -> bool:
        return all(self.seats)


class HandForm(HallForm):
    """Who drew which table and seat. `cleaned_data` has the places; what is wrong is said for each line.

    `unfinished`: somebody is still typing, so the last line may be incomplete.
    """

    lots = forms.CharField(
        label=_("Start number, table, seat"),
        max_length=400_000,
        widget=forms.Textarea(attrs={"rows": 12, "inputmode": "numeric", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "A line for each lot, for example 7 1 2 or 7/1/2. A list can be pasted; lines without digits are left out."
        ),
    )
    field_order = ("lots", "witnesses")

    def __init__(self, *args: Any, closed: ClosedList, unfinished: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, closed=closed, **kwargs)
        self.unfinished = unfinished
        self.terms = closed.drawn_from
        self.fields["lots"].widget.attrs["autofocus"] = True
        self.fields["lots"].error_messages["required"] = _("Please type who drew which table and seat.")

    def clean(self) -> dict[str, Any]:
        """Put together `places`: start number, table and seat of each line."""
        data = super().clean()
        if data.get("lots") and (self.line_problems or any(self.gaps)):
            self.add_error("lots", _("Not all lots fit yet. Below stands which."))
        return data | {"places": [place for _line, place in self._places[0]]}

    @property
    def line_problems(self) -> list[str]:
        """What is wrong with the lines typed so far, each with the number of its line."""
        lines, unreadable = self._places
        if self.unfinished and not self._typed.endswith("\n"):
            unreadable = [line for line in unreadable if line != len(self._typed.splitlines())]
        wrong = [(line, str(SENTENCES["unreadable"])) for line in unreadable]
        for problem in self._problems:
            if problem.at is not None:
                wrong.append((lines[problem.at][0], str(SENTENCES[problem.code] % self._words(problem))))
        text = str(_("Line %(line)s: %(problem)s"))
        return [text % {"line": line, "problem": problem} for line, problem in sorted(wrong, key=lambda one: one[0])]

    @property
    def gaps(self) -> Iterator[str]:
        """What is missing before the lots can be published."""
        missing = [one.fields["number"] for one in self._problems if one.code == "number_missing"]
        free = [one.fields for one in self._problems if one.code == "table_not_full"]
        if missing:
            names = ", ".join(map(self._numbered_name, missing[:NAMED])) + (", …" if len(missing) > NAMED else "")
            yield str(_("No lot yet (%(count)s): %(names)s.")) % {"count": len(missing), "names": names}
        elif free:
            places = "; ".join(str(_("table %(table)s: seat %(seats)s")) % one for one in free[:NAMED])
            yield str(_("Still free: %(places)s.")) % {"places": places}
        elif any(one.code == "other_tables" for one in self._problems):
            yield str(_("The tables have other numbers of seats than the closed list."))

    @property
    def lot_count(self) -> int:
        """How many lots are typed and fit."""
        return sum(bool(name) for table in self.tables for name in table.seats)

    @property
    def places_to_fill(self) -> int:
        """How many sit at the tables that are drawn."""
        return sum(self.terms.tables[self.closed.first_table - 1 :])

    @cached_property
    def tables(self) -> list[HandTable]:
        """The tables that are drawn, with who is typed there so far."""
        wrong = {problem.at for problem in self._problems}
        right = [place for at, (_line, place) in enumerate(self._places[0]) if at not in wrong]
        spots = {(table, seat): number for number, table, seat in (*self.terms.fixed, *right)}
        first, sizes = self.closed.first_table, self.terms.tables
        tables = []
        for table, size in enumerate(sizes[first - 1 :], first):
            seats = max([size, *(seat for at, seat in spots if at == table)])
            names = tuple(
                self._numbered_name(spots[table, seat]) if (table, seat) in spots else ""
                for seat in range(1, seats + 1)
            )
            tables.append(HandTable(number=table, seats=names))
        return tables

    @property
    def shown_tables(self) -> list[HandTable]:
        """The tables to look at while typing: all of them, in a large hall those that are begun and not full."""
        if len(self.tables) <= MOST_TABLES:
            return self.tables
        return [table for table in self.tables if any(table.seats) and not table.is_full]

    @property
    def _typed(self) -> str:
        return str(self.data.get("lots", ""))

    @cached_property
    def _places(self) -> tuple[list[tuple[int, Place]], list[int]]:
        """The lines with their places, and the lines that cannot be read."""
        places, unreadable = [], []
        for line, text in enumerate(self._typed.splitlines(), 1):
            numbers = _numbers(text)
            if len(numbers) == 3:
                places.append((line, (numbers[0], numbers[1], numbers[2])))
            elif numbers:
                unreadable.append(line)
        return places, unreadable

    @cached_property
    def _problems(self) -> Sequence[HandProblem]:
        return hand_problems(self.terms, [place for _line, place in self._places[0]])

    @cached_property
    def _names(self) -> dict[int, str]:
        listed = Participant.objects.filter(tournament__matches=self.closed.match_id)
        return {one.start_number: one.list_name for one in listed}

    def _numbered_name(self, number: int) -> str:
        return numbered_name(number, self._names.get(number, "")).strip()

    def _words(self, problem: HandProblem) -> dict[str, Any]:
        fields = problem.fields
        words = {
            "last": len(self.terms.tables),
            "most": max(self.terms.tables),
            "name": self._numbered_name(fields["number"]),
        }
        return fields | words | ({"other": self._numbered_name(fields["other"])} if "other" in fields else {})


def _numbers(text: str) -> list[int]:
    """Return the numbers of a line; of a pasted table only the cells that are nothing but a number."""
    cells = [cell.strip() for cell in _CELLS.split(text)]
    digits_of_numbers = [cell for cell in cells if _NUMBER.fullmatch(cell)] if len(cells) > 1 else _NUMBER.findall(text)
    # A longer number is no start number: it is read as one that nobody has.
    return [int(digits[-LONGEST_DIGITS:]) if len(digits) <= LONGEST_DIGITS else 0 for digits in digits_of_numbers]
