"""The participants of a tournament as the registration desk needs them. A fixed number of queries for a list."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from django.db.models import Exists, OuterRef, Q

from tournament.enums import LIST_IS_OPEN, ClosedListState, MatchState
from tournament.imports.columns import Header
from tournament.imports.lines import ImportedLine, read_lines
from tournament.imports.table import FileTable
from tournament.imports.twins import Known
from tournament.models import ClosedList, Event, Participant, Seat, Tournament
from tournament.money.selectors import FeeState, fees_of
from tournament.person.names import (
    NAMELESS,
    Born,
    fits,
    is_nameless,
    listed_name,
    numbered_name,
    plain,
    search_words,
    sorting_name,
    year_of,
)
from tournament.selectors.matches import tables_not_begun


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """How the list stands: how many play, withdrew, have to be asked for the age, are nameless; the next number; the
    last draw.

    `coming` is the match that people come for: the one after it, or the last one.
    `not_begun`: some table of that match has nothing written yet, so that a latecomer may still take a seat there.
    """

    players: int
    gone: int
    ages_open: int
    nameless: int
    next_number: int
    last_drawn: int | None
    coming: int
    closed_for: int | None
    """The match whose list is closed and waits for the draw."""
    not_begun: bool
    open: bool

    @property
    def listed(self) -> int:
        return self.players + self.gone


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedParticipant:
    """A participant on the desk's list. The sort_ fields sort ä as a on every database.

    `house`: fills up a table; `arrived`: ticked off as present; `fixed`: keeps a place because they cannot walk.
    `age_open`: somebody has to ask for the age (5.2.12). `fee` and `remark` are for the desk. `waits`: on the waiting
    list. `known_person`: the key in the address book.
    """

    start_number: int
    name: str
    sort_name: str
    club: str
    sort_club: str
    born: Born
    age_open: bool
    fee: FeeState
    remark: str
    withdrawn: bool
    waits: bool
    house: bool
    arrived: bool
    fixed: bool
    nameless: bool
    known_person: int | None
    slug: str

    @property
    def numbered_name(self) -> str:
        """The start number and the name; what stands for a name stands alone."""
        return numbered_name(self.start_number, self.name)

    @property
    def year(self) -> int:
        """The year of birth, 0 where it is not known."""
        return year_of(self.born) or 0


def participant_list(tournament: Tournament) -> list[ListedParticipant]:
    """Return every participant, withdrawn ones too, in the order of the start numbers. Two queries, five with fees."""
    fees = fees_of(tournament)
    return [
        ListedParticipant(
            start_number=one.start_number,
            name=one.list_name,
            sort_name=sorting_name(one.list_name, one.start_number),
            club=one.club,
            sort_club=plain(one.club),
            born=one.born,
            age_open=one.old_enough(tournament) is None,
            fee=fees.status(one).state,
            remark=one.remark,
            withdrawn=one.withdrawn,
            waits=one.waits,
            house=one.house,
            arrived=one.arrived,
            fixed=one.fixed_table is not None,
            nameless=one.nameless,
            known_person=one.known_person_id,
            slug=tournament.slug,
        )
        for one in tournament.participants.order_by("start_number")
    ]


def age_is_open(participant: Participant, tournament: Tournament) -> bool:
    """Return whether somebody has to ask this participant for the age (5.2.12)."""
    return participant.old_enough(tournament) is None


def nameless(tournament: Tournament, who: Iterable[int] | None = None) -> list[Participant]:
    """Return whose name is not said yet, by start number: of all who have not withdrawn or have a seat, or of these
    keys. One query.
    """
    rows = tournament.participants.filter(last_name__startswith=NAMELESS).order_by("start_number")
    play = Q(withdrawn=False) | Exists(Seat.objects.filter(participant=OuterRef("pk")))
    return [one for one in rows.filter(play if who is None else Q(pk__in=who)) if one.nameless]


def written_names(tournament: Tournament) -> dict[int, str]:
    """Return everyone's name by id as “Huber, Anna”, which shows the last name. One query."""
    rows = tournament.participants.values_list("pk", "last_name", "first_name")
    return {participant: listed_name(last, first, ", ") for participant, last, first in rows}


def search(listed: list[ListedParticipant], query: str) -> list[ListedParticipant]:
    """Return the participants that fit every word of the query: in name or club, or as the start number."""
    # In Python, because SQLite does not know that ä and Ä are one letter, and “dvorak” must find Dvořák everywhere.
    words = search_words(query)
    return [one for one in listed if fits(words, one.start_number, f"{one.name} {one.club}")]


def next_number(tournament: Tournament) -> int:
    """Return the start number of the next participant: after the highest that was ever given. Two queries.

    The gaps below it stay open, for they belong to stacks of cards that are still handed out. No number is given again
    by itself, unless the list is empty: somebody may still look at the page of an entry that was deleted.
    """
    last = tournament.participants.order_by("-start_number").values_list("start_number", flat=True).first()
    return _number_after(tournament, last)


def next_free_number(tournament: Tournament, start_number: int) -> int:
    """Return the lowest start number from this one on that nobody has. One query."""
    taken = set(tournament.participants.filter(start_number__gte=start_number).values_list("start_number", flat=True))
    return next(number for number in count(start_number) if number not in taken)


def _number_after(tournament: Tournament, last: int | None) -> int:
    """Return the start number after the highest one of the list, None if it is empty. One query."""
    if last is None:
        return 1
    deleted = Event.objects.filter(tournament=tournament, scoresheet=None, kind="participant.deleted")
    numbers = (json.loads(payload)["start_number"] for payload in deleted.values_list("payload", flat=True))
    return max(last, *numbers, 0) + 1


def was_listed(participant: Participant) -> bool:
    """Return whether a list that was closed for a draw, even one that was opened again, holds the participant."""
    lists = ClosedList.objects.filter(match__tournament=participant.tournament).values_list("terms", flat=True)
    return any(participant.start_number in terms["entrants"] for terms in lists)


def known_participants(tournament: Tournament) -> list[Known]:
    """Return who is registered by name, in the form that an import compares. One query."""
    fields = ("last_name", "first_name", "club", "start_number", "title", "phone", "remark", "paid")
    rows = tournament.participants.order_by("start_number").values(*fields, "birth_date", "birth_year")
    return [
        Known(**{field: row[field] for field in fields}, born=row["birth_date"] or row["birth_year"])
        for row in rows
        if not is_nameless(row["last_name"])
    ]


def preview_lines(
    tournament: Tournament, table: FileTable, header: Header, left_out: frozenset[str] = frozenset()
) -> list[ImportedLine]:
    """Return the lines of a list as they would be registered now; the desk left those with these keys out.

    Two queries.
    """
    return read_lines(
        table,
        header,
        day=tournament.day,
        minimum_age=tournament.ruleset.minimum_age,
        entries=known_participants(tournament),
        forgotten=tournament.forgotten_words,
        first_number=next_number(tournament),
        left_out=left_out,
    )


def desk(tournament: Tournament, listed: Sequence[ListedParticipant]) -> Desk:
    """Return what the registration desk needs beside its list. Three queries, four once lots are drawn."""
    playing = [one for one in listed if not one.withdrawn]
    waiting = ClosedList.objects.filter(match__tournament=tournament, state=ClosedListState.CLOSED)
    newest = tournament.matches.exclude(state=MatchState.PLANNED).order_by("-number").first()
    return Desk(
        players=len(playing),
        gone=len(listed) - len(playing),
        nameless=sum(one.nameless for one in listed),
        ages_open=sum(one.age_open for one in playing),
        next_number=_number_after(tournament, listed[-1].start_number if listed else None),
        last_drawn=newest.number if newest else None,
        coming=min(newest.number + 1, tournament.matches_in_all) if newest else 1,
        closed_for=waiting.values_list("match__number", flat=True).first(),
        not_begun=newest is not None and tables_not_begun(newest).exists(),
        open=tournament.state in LIST_IS_OPEN,
    )
