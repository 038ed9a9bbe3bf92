"""The participants of a tournament as the registration desk needs them. One query for a list."""

import datetime as dt
from dataclasses import dataclass

from tournament.imports.lines import Known
from tournament.models import Participant, Tournament
from tournament.names import fits, plain

LONGEST_SEARCH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A participant on the desk's list. `sort_name` sorts ä as a, whatever the database does."""

    start_number: int
    name: str
    sort_name: str
    club: str
    birth_date: dt.date | None
    withdrawn: bool
    slug: str


def participant_list(tournament: Tournament) -> list[Entry]:
    """Every participant, withdrawn ones too, in the order of the start numbers. One query."""
    rows = tournament.participants.order_by("start_number").values_list(
        "start_number", "last_name", "first_name", "club", "birth_date", "withdrawn"
    )
    return [
        Entry(
            start_number=number,
            name=f"{last} {first}",
            sort_name=plain(f"{last} {first}"),
            club=club,
            birth_date=birth_date,
            withdrawn=withdrawn,
            slug=tournament.slug,
        )
        for number, last, first, club, birth_date, withdrawn in rows
    ]


def search(entries: list[Entry], query: str) -> list[Entry]:
    """The entries in which every word of the query is found: in name or club, or as the start number."""
    # In Python, since SQLite knows no capital Ä, and “dvorak” shall find Dvořák on both databases.
    words = query[:LONGEST_SEARCH].replace(",", " ").split()
    return [entry for entry in entries if fits(words, entry.start_number, f"{entry.name} {entry.club}")]


def next_number(tournament: Tournament) -> int:
    """The start number that the next participant gets; numbers of withdrawn players are never given again."""
    last = tournament.participants.order_by("-start_number").values_list("start_number", flat=True).first()
    return (last or 0) + 1


def known_participants(tournament: Tournament) -> list[Known]:
    """Who is registered, as an import compares it. One query."""
    rows = tournament.participants.order_by("start_number").values_list(
        "last_name", "first_name", "birth_date", "start_number"
    )
    return [
        Known(last_name=last, first_name=first, birth_date=birth_date, start_number=number)
        for last, first, birth_date, number in rows
    ]


def is_seated(participant: Participant) -> bool:
    """Whether lots give this participant a seat in any match."""
    return participant.seats.exists()
