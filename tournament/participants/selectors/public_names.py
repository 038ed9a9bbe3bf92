"""Names in public: how the hall and the web name a participant, and a ranking as everyone may see it.

A person's own wish goes before what the tournament says for all. The first three of a final ranking are named unless
they are hidden; before, a leader of an hour has not won. A club is shown only beside a name. Desk, table devices and
the sheets that players sign name everybody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournament.draw.selectors.tie_lots import TieDraw
from tournament.enums import ShownName
from tournament.models import Participant, Tournament
from tournament.person.forgotten import digests, masked, names_somebody
from tournament.person.names import FORGOTTEN, distinct_names, is_nameless, listed_name, numbered_name
from tournament.person.table_names import NamedPlayer
from tournament.standings.selectors.standings import Standings, StandingsLine

ALWAYS_NAMED = 3
"""So many places are named in any case, unless somebody is hidden."""


NOMEN_NESCIO = "N. N."
"""Stands within a sentence for somebody who is not named, in either language."""


class Person(NamedTuple):
    """A participant with the club."""

    key: int
    start_number: int
    last_name: str
    first_name: str
    club: str
    forgotten: bool

    @property
    def has_name(self) -> bool:
        """Whether this is a name, and not what stands for one."""
        return not (self.forgotten or is_nameless(self.last_name))

    @property
    def name(self) -> str:
        """The name as lists have it."""
        return listed_name(self.last_name, self.first_name)


@dataclass(frozen=True, kw_only=True)
class PublicNames:
    """How everybody is named in the hall, or on the web. `default` holds for who has no wish in `wishes`, by key, and
    in `wishes_by_number`. A `place` is that in a final ranking, None where there is none.
    """

    tournament: Tournament
    default: ShownName
    wishes: Mapping[int, ShownName]
    wishes_by_number: Mapping[int, ShownName]

    @property
    def names_all(self) -> bool:
        """Whether everybody is shown by name."""
        return self.default == ShownName.NAME and set(self.wishes.values()) <= {ShownName.NAME}

    def naming(self, key: int, place: int | None = None) -> ShownName:
        """Return how the participant with this key is shown."""
        return _placed(self.wishes.get(key, self.default), place)

    def naming_of(self, start_number: int, place: int | None = None) -> ShownName:
        """Return how the participant with this start number is shown."""
        return _placed(self.wishes_by_number.get(start_number, self.default), place)

    def name(self, key: int, place: int | None = None) -> str:
        """Return the name, the number or “without a name” for a participant. One query for the first name of all."""
        person = self._people[key]
        return public_name(self.naming(key, place), person.start_number, person.name)

    def name_of(self, start_number: int, place: int | None = None) -> str:
        """Return the same by start number; "" for a number that nobody has."""
        person = self._by_number.get(start_number)
        return self.name(person.key, place) if person else ""

    def club(self, key: int, place: int | None = None) -> str:
        """Return the club of a participant who is shown by name, else "". One query for the first club of all."""
        return self._people[key].club if self.naming(key, place) == ShownName.NAME else ""

    def worded(self, start_number: int, name: str, place: int | None = None) -> str:
        """Return what stands for a name that is known already. No query."""
        return public_name(self.naming_of(start_number, place), start_number, name)

    def distinct_names(self, people: Iterable[tuple[int, str, str]]) -> dict[int, str]:
        """Return person.names.distinct_names of those who are shown by name; what stands for the others. No query."""
        listed = list(people)
        by_name = [one for one in listed if self.naming_of(one[0]) == ShownName.NAME]
        return {number: self.worded(number, name) for number, name, _club in listed} | distinct_names(by_name)

    def beside(self, start_number: int, name: str) -> str:
        """Return what stands beside a start number that is shown in any case. No query."""
        return name if self.naming_of(start_number) == ShownName.NAME else _("without a name")

    def masked(self, text: str) -> str:
        """Return a text that somebody typed, without the names that are not shown. One query for the first of all."""
        return text if not text or self.names_all else masked(text, self._words, self._stand_in)

    def on_a_prize(self, text: str) -> str:
        """Return the words or the donor of a prize without the full names that are not shown; a surname alone is that
        of a shop or a family (“Metzgerei Huber”). One query for the first of all.
        """
        if not text or self.names_all:
            return text
        for person in self._not_shown:
            if names_somebody(text, person.first_name, person.last_name):
                text = masked(text, _words_of(person), self._stand_in)
        return text

    def donor(self, text: str) -> str:
        """Return the donor of a prize by the same rule; "" for a donor who is nothing but a name that is not shown."""
        masked = self.on_a_prize(text)
        return "" if masked == NOMEN_NESCIO else masked

    def in_public(self, *rows: Iterable[Any]) -> None:
        """Leave out of the `reason` of each row the names that are not shown, and of who `came` and `left`. Never save
        these rows."""
        for row in chain.from_iterable(rows):
            row.reason = self.masked(row.reason)
            for moved in ("came", "left"):
                key = getattr(row, f"{moved}_id", None)
                if key and self.naming(key) != ShownName.NAME:
                    setattr(row, moved, self.name(key))

    def player(self, player: NamedPlayer) -> NamedPlayer:
        """Return what the names at a table are made of; who is not shown by name is there by number only. No query."""
        number = player.start_number
        return (
            player if self.naming_of(number) == ShownName.NAME else NamedPlayer(number, "", f"{FORGOTTEN}{number}", "")
        )

    def won(self, standings: Standings) -> "PublicNames":
        """Return the names of those who have won, too, once this ranking is final. No query."""
        if not standings.final or self.names_all:
            return self
        winners = [line for line in standings.lines if line.place and line.place <= ALWAYS_NAMED]
        by_number = [line for line in winners if self.naming(line.participant) == ShownName.NUMBER]
        return replace(
            self,
            wishes={**self.wishes, **{line.participant: ShownName.NAME for line in by_number}},
            wishes_by_number={**self.wishes_by_number, **{line.start_number: ShownName.NAME for line in by_number}},
        )

    @cached_property
    def _words(self) -> Mapping[str, int]:
        """The words of the names that are not shown, as person/forgotten.py masks them."""
        words: dict[str, int] = {}
        for person in self._not_shown:
            words |= _words_of(person)
        return words

    @cached_property
    def _not_shown(self) -> list[Person]:
        people = self._people.values()
        return [one for one in people if self.naming(one.key) != ShownName.NAME and one.has_name]

    def _stand_in(self, start_number: int) -> str:
        """What stands in a text for a name: the number, or N. N. for who is hidden."""
        naming = self.naming_of(start_number)
        return NOMEN_NESCIO if naming == ShownName.HIDDEN else public_name(naming, start_number, "")

    @cached_property
    def _people(self) -> Mapping[int, Person]:
        rows = Participant.objects.filter(tournament=self.tournament)
        columns = rows.values_list("pk", "start_number", "last_name", "first_name", "club", "forgotten")
        return {
            pk: Person(pk, number, last, first, club, forgotten) for pk, number, last, first, club, forgotten in columns
        }

    @cached_property
    def _by_number(self) -> Mapping[int, Person]:
        return {person.start_number: person for person in self._people.values()}


def public_names(tournament: Tournament, *, web: bool = False) -> PublicNames:
    """Return how everybody is named in the hall, or on the `web`. One query."""
    rows = Participant.objects.filter(tournament=tournament).exclude(shown_name="")
    return names_by(tournament, rows.values_list("pk", "start_number", "shown_name"), web=web)


def names_by(tournament: Tournament, people: Iterable[tuple[int, int, str]], *, web: bool = False) -> PublicNames:
    """Return the same from keys, start numbers and wishes that are read already; "" is no wish. No query."""
    wishes = [(pk, number, ShownName(naming)) for pk, number, naming in people if naming]
    return PublicNames(
        tournament=tournament,
        default=ShownName(tournament.web_names if web else tournament.hall_names),
        wishes={pk: naming for pk, _number, naming in wishes},
        wishes_by_number={number: naming for _pk, number, naming in wishes},
    )


def public_name(naming: ShownName, start_number: int, name: str) -> str:
    """Return the name, “No. 17”, or “without a name”."""
    if naming == ShownName.NAME:
        return name
    return _("No. %(number)s") % {"number": start_number} if naming == ShownName.NUMBER else _("without a name")


def public_standings(standings: Standings, names: PublicNames) -> Standings:
    """Return the ranking for everyone, with the same lines, ties and lots. No query.

    A line that is not shown by name has no club; one that is hidden has no number either (`shown`).
    """
    if names.names_all:
        return standings
    names = names.won(standings)
    lines = tuple(_line(line, names) for line in standings.lines)
    return replace(standings, lines=lines, lots=tuple(_lots(draw, names) for draw in standings.lots))


def _words_of(person: Person) -> dict[str, int]:
    joined = person.first_name.replace("-", "").replace(" ", "")
    return digests(joined, person.name, person.start_number)


def _placed(naming: ShownName, place: int | None) -> ShownName:
    first = place is not None and place <= ALWAYS_NAMED
    return ShownName.NAME if first and naming == ShownName.NUMBER else naming


def _line(line: StandingsLine, names: PublicNames) -> StandingsLine:
    naming = names.naming(line.participant)
    before = [(number, name, names.naming_of(number)) for number, name in line.stands_for]
    stands_for = tuple(
        (number, name if how == ShownName.NAME else "") for number, name, how in before if how != ShownName.HIDDEN
    )
    if naming == ShownName.NAME:
        return line if stands_for == line.stands_for else line._replace(stands_for=stands_for)
    return line._replace(
        name=public_name(naming, line.start_number, line.name), club="", shown=naming, stands_for=stands_for
    )


def _lots(draw: TieDraw, names: PublicNames) -> TieDraw:
    return replace(
        draw,
        members=tuple(
            replace(one, name=names.worded(one.start_number, one.name), shown=names.naming_of(one.start_number))
            for one in draw.members
        ),
        witnesses=tuple(
            words if (words := names.worded(number, name)) != name else numbered_name(number, name)
            for number, name in draw.looked_on
        ),
        looked_on=(),
    )
