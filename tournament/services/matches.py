"""The state of a match follows from its sheets: playing once anything is written, closed when all are settled."""

from django.db import transaction

from tournament.enums import MatchState, step
from tournament.models import Match
from tournament.selectors.matches import reached_states
from tournament.services import versions
from tournament.services.locks import lock_match

COURSE = [MatchState.DRAWN, MatchState.PLAYING, MatchState.CLOSED]


@transaction.atomic
def settle_match(*, match: Match) -> Match:
    """Bring the state of a drawn match in line with its sheets. acting.py calls this where the state may change.

    drawn: nothing is written; playing: a game or the totals of a sheet are written; closed: every sheet is accepted or
    void. The state also goes back, when a sheet is reopened or the only game is taken back. It is not logged, because
    it follows from the logged states of the sheets, and an event in the tournament's chain would make all tables wait.
    """
    match = lock_match(match)
    # A separate query after the lock: two desks that settle the last two sheets at once must see each other's change.
    [reached] = reached_states(Match.objects.filter(pk=match.pk)).values()
    if match.state != reached:
        _walk(match, reached)
    return match


def _walk(match: Match, reached: MatchState) -> None:
    """Go through COURSE to the state that is reached, step by step."""
    here, there = COURSE.index(MatchState(match.state)), COURSE.index(reached)
    direction = 1 if there > here else -1
    for index in range(here + direction, there + direction, direction):
        match.state = step(MatchState, match.state, COURSE[index])
    match.save(update_fields=["state"])
    versions.bump(match)
