"""The facts of a finished tournament for the newspaper and the web. Pure: knows no rows, no clock.

Names are those of the web (participants/selectors/public_names.py); a hidden person has none. An unknown fact is None
or empty and left out.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Somebody as the web names them: "Bene Huber", "No. 17"; "" for who is hidden.

    `by_number`: also “Participant 17”, who is forgotten, and “No. 87”, who has not said the name.
    """

    name: str
    club: str = ""
    by_number: bool = False

    @property
    def is_named(self) -> bool:
        """Whether it is a name that a newspaper can print."""
        return bool(self.name) and not self.by_number


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPlayer:
    """A line of the ranking. `decided_by` put it behind the place before it; "points", a counter, or "lot"."""

    place: int | None
    start_number: int | None
    who: Who
    match_points: tuple[int | None, ...]
    total: int
    uncounted: tuple[int, ...] = ()
    """The matches that do not count."""
    place_sum: int = 0
    """Where the places in the matches are added up."""
    decided_by: str = "points"
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WonPrize:
    """A prize with who won it. `special`: it is for something else than one of the places from the front;
    `raffled`: the lot gave it to any of those present."""

    number: int
    words: str
    donor: str
    special: bool
    raffled: bool = False
    label: str
    winners: tuple[tuple[Who, int | None, str], ...]
    """Who, cents, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRecord:
    """The most points on one sheet, and who had them in which matches."""

    points: int
    who: tuple[tuple[Who, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SieDealt:
    """A Sie that counts."""

    who: Who
    match: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Most:
    """Who had most of something that is counted: Sie, Touts, Solos."""

    counter: str
    figure: int
    who: tuple[Who, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTable:
    """A table of a match: each player with the points, by seat, and the name of the file with its games, if any."""

    number: int
    seats: tuple[tuple[Who, int], ...]
    sheet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match: its ranking by points alone, and its tables."""

    number: int
    lines: tuple[PlacedPlayer, ...]
    tables: tuple[PlayedTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All of it. `women` is None unless everybody was asked; `clubs` is at least so many if `some_clubless`."""

    tournament: str
    slug: str
    day: dt.date
    place: str
    organiser: str
    rules: str
    matches: tuple[int, ...]
    games: int
    """Games of each match."""
    players: int
    women: int | None
    clubs: int
    some_clubless: bool
    lines: tuple[PlacedPlayer, ...]
    prizes: tuple[WonPrize, ...] = ()
    sies: tuple[SieDealt, ...] = ()
    counting: tuple[str, ...] = ()
    """How the matches make the ranking, in sentences, where it is not the sum of all points."""
    highest: SheetRecord | None = None
    most: tuple[Most, ...] = ()
    cups: tuple[tuple[str, Who], ...] = ()

    @property
    def prize_money(self) -> int:
        """What all get in money, in cents."""
        return sum(cents or 0 for prize in self.prizes for _who, cents, _why in prize.winners)


def euros(cents: int) -> str:
    """Return an amount of money in words: 150 €, 12,50 €."""
    amount = number_format(cents // 100) if cents % 100 == 0 else number_format(Decimal(cents) / 100, 2)
    return f"{amount}\N{NO-BREAK SPACE}€"


def people_text(people: Sequence[Who], *, clubs: bool = False) -> str:
    """Return names in a row: "A, B und C"; those who are not shown by name are counted at the end."""
    names = [f"{one.name} ({one.club})" if clubs and one.club else one.name for one in people if one.is_named]
    hidden = len(people) - len(names)
    if hidden and not names:
        unnamed = ngettext("somebody who is not named here", "%(count)s participants who are not named here", hidden)
        return unnamed % {"count": hidden}
    if hidden:
        unnamed = ngettext("one more who is not named here", "%(count)s more who are not named here", hidden)
        names.append(unnamed % {"count": hidden})
    return get_text_list(names, _("and"))
