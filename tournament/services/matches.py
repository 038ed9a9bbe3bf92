"""The state of a match follows from its sheets: in play once anything is written, closed once all are settled."""

from django.db import transaction
from django.db.models import Exists, OuterRef

from tournament.enums import MatchState, SheetState, step
from tournament.models import Match, Scoresheet
from tournament.selectors.matches import written_sheets
from tournament.services import live
from tournament.services.locks import lock_match

COURSE = [MatchState.DRAWN, MatchState.PLAYING, MatchState.CLOSED]


@transaction.atomic
def settle_match(*, match: Match) -> Match:
    """Bring the state of a drawn match in line with its sheets. acting.py calls this where the state may change.

    A match is drawn while nothing is written, playing once a game or the totals of a sheet are, and closed once every
    sheet is accepted or void. It steps back when a sheet is reopened or its only game is taken back. The step is not
    logged: it follows from the logged states of the sheets, and appending to the tournament's chain would make all
    tables wait for each other.
    """
    match = lock_match(match)
    # Query the sheets only after the lock: two desks that settle the last two sheets at once must see each other's.
    sheets = Scoresheet.objects.in_force().filter(match=OuterRef("pk"))
    unsettled, played = (
        Match.objects.filter(pk=match.pk)
        .values_list(
            Exists(sheets.exclude(state__in=[SheetState.ACCEPTED, SheetState.VOID])),
            Exists(written_sheets(match)),
        )
        .get()
    )
    reached = MatchState.CLOSED if not unsettled else MatchState.PLAYING if played else MatchState.DRAWN
    if match.state != reached:
        _walk(match, reached)
    return match


def _walk(match: Match, reached: MatchState) -> None:
    """Go along COURSE to `reached`, one allowed step after the other."""
    here, there = COURSE.index(MatchState(match.state)), COURSE.index(reached)
    direction = 1 if there > here else -1
    for index in range(here + direction, there + direction, direction):
        match.state = step(MatchState, match.state, COURSE[index])
    match.save(update_fields=["state"])
    live.bump(match)
