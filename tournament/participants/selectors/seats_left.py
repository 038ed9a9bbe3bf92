"""The seats left, the waiting list and the house players as they stand now."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.draw.selectors.obstacles import missing_players
from tournament.lots import table_sizes
from tournament.models import Participant, Tournament
from tournament.participants.seats_left import SeatsLeft


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsDesk:
    """What the desk sees: `queue` in its order, `free` seats that nobody was called for, `next_in_line` to be called.

    House players: `ready` ones can be called in, `filling` ones play. `free` is None without a limit.
    """

    seats: SeatsLeft
    queue: tuple[Participant, ...]
    free: int | None
    ready: tuple[Participant, ...]
    filling: tuple[Participant, ...]

    @property
    def next_in_line(self) -> Participant | None:
        """Who is called next, None if there is no seat or nobody waits."""
        uncalled = (one for one in self.queue if one.called_at is None)
        return next(uncalled, None) if self.free is None or self.free > 0 else None


def waiting_list(tournament: Tournament) -> list[Participant]:
    """Return who waits for a seat, the first one first. One query."""
    rows = tournament.participants.filter(waiting_since__isnull=False)
    return list(rows.order_by("waiting_since", "start_number"))


def seats_left(tournament: Tournament) -> SeatsLeft:
    """Return how many seats are left. One query."""
    rows = tournament.participants.values_list("withdrawn", "house", "waiting_since")
    return _seats(tournament, list(rows))


def seats_desk(tournament: Tournament) -> SeatsDesk:
    """Return all that the desk needs about seats. One query."""
    people = list(tournament.participants.order_by("start_number"))
    seats = _seats(tournament, [(one.withdrawn, one.house, one.waiting_since) for one in people])
    queue = tuple(sorted((one for one in people if one.waits), key=lambda one: (one.waiting_since, one.start_number)))
    return SeatsDesk(
        seats=seats,
        queue=queue,
        free=seats_uncalled(seats, queue),
        ready=tuple(one for one in people if one.stands_ready),
        filling=tuple(one for one in people if one.house and not one.withdrawn),
    )


def seats_uncalled(seats: SeatsLeft, queue: Sequence[Participant]) -> int | None:
    """Return how many seats are left for which nobody was called, None without a limit."""
    if seats.left is None:
        return None
    return max(seats.left - sum(one.called_at is not None for one in queue), 0)


def _seats(tournament: Tournament, people: Sequence[tuple[bool, bool, object]]) -> SeatsLeft:
    """Count the people: whether each is withdrawn, of the house, and waits."""
    ruleset = tournament.ruleset
    playing = [house for withdrawn, house, _waiting in people if not withdrawn]
    missing = missing_players(ruleset, len(playing))
    sizes = table_sizes(len(playing) + missing, ruleset.seats, ruleset.usual_seats) or ()
    return SeatsLeft(
        players=len(playing),
        house=sum(playing),
        missing=missing,
        tables=len(sizes),
        most=tournament.most_players,
        waiting=sum(waiting is not None for _withdrawn, _house, waiting in people),
    )
