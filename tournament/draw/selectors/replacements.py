"""Who took the seat of a participant who did not come, and who may take one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef

from tournament.enums import IN_FORCE, TableChangeKind
from tournament.models import Match, Participant, Seat, TableChange
from tournament.person.forgotten import masked_reasons
from tournament.person.names import fits, search_words
from tournament.selectors.matches import tables_not_begun

MOST_FOUND = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A seat of a match that was taken by a participant who was not drawn there: who `came`, who `left`."""

    table: int
    seat: int
    came: str
    left: str
    reason: str
    at: datetime
    by: str


def replacements(match: Match, names: Mapping[int, str]) -> tuple[Replacement, ...]:
    """Return the replacements in force of a match, in their order; `names` are by participant. One query."""
    rows = TableChange.objects.filter(
        scoresheet__match=match, scoresheet__state__in=IN_FORCE, kind=TableChangeKind.REPLACED
    )
    changes = masked_reasons(rows.select_related("scoresheet", "changed_by"), match.tournament.forgotten_words)
    return tuple(
        Replacement(
            table=change.scoresheet.table_number,
            seat=change.told["seat"],
            came=names[change.told["came"]],
            left=names[change.told["left"]],
            reason=change.reason,
            at=change.changed_at,
            by=change.changed_by.full_name,
        )
        for change in changes
    )


def without_seat(match: Match, text: str = "") -> tuple[Participant, ...]:
    """Return participants without a seat in this match that fit a start number or parts of a name.

    The last on the list come first, withdrawn ones after the others; 12 at most. One query.
    """
    words = search_words(text)
    seats = Seat.objects.filter(match=match, participant=OuterRef("pk"))
    rows = Participant.objects.filter(~Exists(seats), tournament=match.tournament_id)
    return tuple(_fitting(words, list(rows.order_by("withdrawn", "-start_number"))))[:MOST_FOUND]


def seat_to_give(participant: Participant) -> Seat | None:
    """Return the participant's first seat at a table without any game: another may take it if they do not come."""
    seats = list(participant.seats.select_related("scoresheet__match__tournament").order_by("match__number"))
    not_begun = [tables_not_begun(seat.scoresheet.match).filter(pk=seat.scoresheet_id) for seat in seats]
    free = set(reduce(or_, not_begun).values_list("pk", flat=True)) if seats else set()
    return next((seat for seat in seats if seat.scoresheet_id in free), None)


def _fitting(words: list[str], people: list[Participant]) -> Iterator[Participant]:
    return (one for one in people if fits(words, one.start_number, f"{one} {one.club}"))
