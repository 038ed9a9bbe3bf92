"""Who is there for a match: whether as many people as chairs, who is missing, and what a late comer can do."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.draw.selectors.obstacles import missing_players
from tournament.enums import MatchState
from tournament.models import Match, Participant, Seat
from tournament.participants.selectors.seats_left import waiting_list
from tournament.selectors.matches import tables_not_begun


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Who is there for `match`. `chairs` stand at its tables, or at those of the match before until it is drawn.

    `present` and `missing` are on the list, ticked off or not; `gone` had a chair and withdrew; `followers` can come
    instead: house players who stand ready, then the waiting list. `late` are on the list without a seat in the
    drawn match; `free` are the seats of missing ones where nothing is written yet.
    """

    match: Match
    chairs: int
    present: tuple[Participant, ...]
    missing: tuple[Participant, ...]
    gone: tuple[Participant, ...]
    followers: tuple[Participant, ...]
    late: tuple[Participant, ...]
    free: tuple[Seat, ...]
    late_missing: int
    """How many more late comers would fill a table of their own."""

    @property
    def ticked_for(self) -> int:
        """The match that the ticks are for."""
        return self.match.tournament.presence_match

    @property
    def sentence(self) -> str:
        """Whether as many people as chairs are there."""
        surplus = len(self.present) - self.chairs
        if not self.chairs:
            return _("No table is drawn yet.")
        if not surplus:
            return _("As many people as chairs.")
        if surplus > 0:
            return ngettext("%(count)s has no chair.", "%(count)s have no chair.", surplus) % {"count": surplus}
        text = ngettext("%(count)s chair is empty.", "%(count)s chairs are empty.", -surplus)
        return text % {"count": -surplus}

    @property
    def drawn(self) -> bool:
        return self.match.state != MatchState.PLANNED

    @property
    def adds_tables(self) -> bool:
        """Whether additional tables can still be drawn."""
        return self.match.state in (MatchState.DRAWN, MatchState.PLAYING)


def presence(match: Match) -> Presence:
    """Return who is there for a match, whose tournament is loaded. At most six queries."""
    tournament = match.tournament
    listed = list(tournament.participants.order_by("start_number"))
    playing = [one for one in listed if not one.withdrawn]
    seats = list(_seats(match))
    seated = {seat.participant_id for seat in seats}
    drawn = match.state != MatchState.PLANNED
    # Where nobody is ticked off for this match, nobody is known to be missing.
    ticked = tournament.presence_match == match.number and any(one.arrived for one in playing)
    missing = [one for one in playing if not one.arrived]
    late = [one for one in playing if one.pk not in seated] if drawn else []
    return Presence(
        match=match,
        chairs=len(seats),
        present=tuple(one for one in playing if one.arrived),
        missing=tuple(missing),
        gone=tuple(one for one in listed if one.withdrawn and one.pk in seated),
        followers=(*(one for one in listed if one.stands_ready), *waiting_list(tournament)),
        late=tuple(late),
        free=_free(match, {one.pk for one in missing}) if drawn and ticked else (),
        late_missing=missing_players(tournament.ruleset, len(late)) if late else 0,
    )


def _seats(match: Match) -> list[Seat]:
    """Return the seats of a match, or of the match before if it is not drawn."""
    number = match.number if match.state != MatchState.PLANNED else match.number - 1
    return list(Seat.objects.filter(match__tournament=match.tournament_id, match__number=number))


def _free(match: Match, missing: set[int]) -> tuple[Seat, ...]:
    rows = Seat.objects.filter(scoresheet__in=tables_not_begun(match), participant__in=missing)
    rows = rows.select_related("scoresheet", "participant")
    return tuple(rows.order_by("scoresheet__table_number", "number"))
