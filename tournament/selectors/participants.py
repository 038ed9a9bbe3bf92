"""The participants of a tournament as the registration desk needs them. One query for a list."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from tournament.enums import LIST_IS_OPEN, MatchState
from tournament.imports.columns import Header
from tournament.imports.files import FileTable
from tournament.imports.lines import ImportedLine, Known, read_lines
from tournament.models import Tournament
from tournament.person.names import fits, listed_name, plain
from tournament.selectors.matches import tables_not_begun
from tournament.selectors.seats import LONGEST_SEARCH


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """How the list stands: who plays, withdrew, is to be asked for the age; the next number; the last match drawn.

    `not_begun`: nothing is written yet at a table of that match, so that a late comer may still take a seat there.
    """

    players: int
    gone: int
    ages_open: int
    next_number: int
    last_drawn: int | None
    not_begun: bool
    open: bool

    @property
    def listed(self) -> int:
        return self.players + self.gone


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedParticipant:
    """A participant on the desk's list. The sort_ fields sort ä as a, whatever the database does.

    `house`: fills up a table; `arrived`: ticked off as present; `fixed`: keeps a place, since they cannot walk.
    `age_open`: the rules have a minimum age (5.2.12) and no date of birth is known.
    """

    start_number: int
    name: str
    sort_name: str
    club: str
    sort_club: str
    birth_date: dt.date | None
    age_open: bool
    withdrawn: bool
    house: bool
    arrived: bool
    fixed: bool
    slug: str


def participant_list(tournament: Tournament) -> list[ListedParticipant]:
    """Every participant, withdrawn ones too, in the order of the start numbers. One query."""
    asks_age = tournament.ruleset.minimum_age > 0
    rows = tournament.participants.order_by("start_number").values_list(
        "start_number", "last_name", "first_name", "club", "birth_date", "withdrawn", "house", "arrived", "fixed_table"
    )
    return [
        ListedParticipant(
            start_number=number,
            name=listed_name(last, first),
            sort_name=plain(listed_name(last, first)),
            club=club,
            sort_club=plain(club),
            birth_date=birth_date,
            age_open=asks_age and birth_date is None,
            withdrawn=withdrawn,
            house=house,
            arrived=arrived,
            fixed=fixed_table is not None,
            slug=tournament.slug,
        )
        for number, last, first, club, birth_date, withdrawn, house, arrived, fixed_table in rows
    ]


def written_names(tournament: Tournament) -> dict[int, str]:
    """Everyone's name by id as “Huber, Anna”, which says what is the last name. One query."""
    rows = tournament.participants.values_list("pk", "last_name", "first_name")
    return {participant: listed_name(last, first, ", ") for participant, last, first in rows}


def search(listed: list[ListedParticipant], query: str) -> list[ListedParticipant]:
    """Return those of whom every word of the query is found: in name or club, or as the start number."""
    # In Python, since SQLite knows no capital Ä, and “dvorak” shall find Dvořák on both databases.
    words = query[:LONGEST_SEARCH].replace(",", " ").split()
    return [one for one in listed if fits(words, one.start_number, f"{one.name} {one.club}")]


def next_number(tournament: Tournament) -> int:
    """The start number that the next participant gets; numbers of withdrawn players are never given again."""
    last = tournament.participants.order_by("-start_number").values_list("start_number", flat=True).first()
    return (last or 0) + 1


def known_participants(tournament: Tournament) -> list[Known]:
    """Who is registered, as an import compares it. One query."""
    rows = tournament.participants.order_by("start_number").values_list(
        "last_name", "first_name", "club", "birth_date", "start_number"
    )
    return [
        Known(last_name=last, first_name=first, club=club, birth_date=birth_date, start_number=number)
        for last, first, club, birth_date, number in rows
    ]


def preview_lines(tournament: Tournament, table: FileTable, header: Header) -> list[ImportedLine]:
    """The lines of a list as they would be registered now. Two queries."""
    return read_lines(
        table,
        header,
        day=tournament.day,
        minimum_age=tournament.ruleset.minimum_age,
        known=known_participants(tournament),
        forgotten=tournament.forgotten_words,
        first_number=next_number(tournament),
    )


def desk(tournament: Tournament) -> Desk:
    """What the registration desk needs beside its list. Two queries, three once lots are drawn."""
    numbers = tournament.participants.aggregate(
        players=Count("pk", filter=Q(withdrawn=False)),
        gone=Count("pk", filter=Q(withdrawn=True)),
        ages_open=Count("pk", filter=Q(withdrawn=False, birth_date=None)),
        last=Max("start_number"),
    )
    last = numbers.pop("last") or 0
    if not tournament.ruleset.minimum_age:
        numbers["ages_open"] = 0
    drawn = tournament.matches.exclude(state=MatchState.PLANNED).order_by("-number").first()
    return Desk(
        **numbers,
        next_number=last + 1,
        last_drawn=drawn.number if drawn else None,
        not_begun=drawn is not None and tables_not_begun(drawn).exists(),
        open=tournament.state in LIST_IS_OPEN,
    )
