"""What the draw of a match needs: the closed list of entrants, and whatever still stands in its way."""

from dataclasses import dataclass

from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from tournament import lots
from tournament.enums import MatchState, TournamentState
from tournament.models import Draw, Match, Participant
from tournament.refusals import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Preflight:
    """The state before a draw. `entrants` ascend by start number; `problem` is what a draw would be refused with.

    `before` is the draw of the match before, where the rules keep its tables; `keeps_tables` if nobody came or went.
    """

    match: Match
    entrants: tuple[Participant, ...]
    withdrawn: tuple[Participant, ...]
    unfinished: tuple[int, ...]
    before: Draw | None
    problem: Refused | None

    @property
    def tables(self) -> int:
        return len(self.entrants) // lots.TABLE_SIZE

    @property
    def keeps_tables(self) -> bool:
        return self.before is not None and self.before.entrants == self.start_numbers

    @property
    def start_numbers(self) -> list[int]:
        return [participant.start_number for participant in self.entrants]

    @property
    def entrants_hash(self) -> str:
        return lots.entrants_hash(self.start_numbers)


def published_draw(match: Match) -> Draw | None:
    """The draw of a match with the name of whoever drew it, or None. One query."""
    return Draw.objects.filter(match=match).select_related("drawn_by").first()


def preflight(match: Match) -> Preflight:
    """Everything to know before the draw of `match`, its tournament at hand. 3 queries, 4 where tables may be kept."""
    participants = Participant.objects.filter(tournament=match.tournament_id).order_by("start_number")
    listed = list(participants)
    entrants = tuple(participant for participant in listed if not participant.withdrawn)
    earlier = Match.objects.filter(tournament=match.tournament_id, number__lt=match.number).order_by("number")
    states = dict(earlier.values_list("number", "state"))
    draw = published_draw(match)
    problem = _drawn(match, draw) or _too_early(match, states) or _no_table(match) or _uneven(entrants)
    return Preflight(
        match=match,
        entrants=entrants,
        withdrawn=tuple(participant for participant in listed if participant.withdrawn),
        unfinished=tuple(number for number, state in states.items() if state != MatchState.CLOSED),
        before=_kept(match),
        problem=problem,
    )


def _kept(match: Match) -> Draw | None:
    """The draw before, by rules that seat the players once for all matches (H 3)."""
    if match.number == 1 or match.tournament.ruleset.new_draw_each_match:
        return None
    return (
        Draw.objects.filter(match__tournament=match.tournament_id, match__number=match.number - 1)
        .select_related("match")
        .first()
    )


def _drawn(match: Match, draw: Draw | None) -> Refused | None:
    if draw is None:
        return None
    return Refused(
        _("Match %(match)s is drawn already: %(name)s, %(time)s. Published lots may not be changed (5.2.2)."),
        code="already_drawn",
        match=match.number,
        name=draw.drawn_by.full_name,
        time=formats.date_format(timezone.localtime(draw.drawn_at), "SHORT_DATETIME_FORMAT"),
    )


def _too_early(match: Match, states: dict[int, str]) -> Refused | None:
    if match.tournament.state in (TournamentState.FINISHED, TournamentState.ARCHIVED):
        return Refused(_("The tournament is finished. Nothing more is drawn."), code="tournament_finished")
    planned = [number for number, state in states.items() if state == MatchState.PLANNED]
    # The tables of a later match are often drawn while the one before is still being played: only the order counts.
    if planned:
        return Refused(
            _("Match %(earlier)s has to be drawn before match %(match)s."),
            code="earlier_match_first",
            earlier=planned[0],
            match=match.number,
        )
    return None


def _no_table(match: Match) -> Refused | None:
    if lots.TABLE_SIZE in match.tournament.ruleset.seats:
        return None
    return Refused(
        _("Tables of %(size)s are drawn here, and these rules know none. Please choose other rules."),
        code="no_table_of_four",
        size=lots.TABLE_SIZE,
    )


def _uneven(entrants: tuple[Participant, ...]) -> Refused | None:
    size = lots.TABLE_SIZE
    count, over = len(entrants), len(entrants) % size
    if count < size:
        return Refused(
            _("A draw needs at least %(size)s participants. Registered so far: %(count)s."),
            code="too_few",
            size=size,
            count=count,
        )
    if over:
        return Refused(
            _(
                "%(count)s participants do not fill tables of %(size)s. Over: %(over)s (%(names)s). Missing for one "
                "more table: %(missing)s. Please register or withdraw participants."
            ),
            code="does_not_divide",
            count=count,
            size=size,
            over=over,
            missing=size - over,
            names=", ".join(f"{last.start_number} {last.list_name}" for last in entrants[-over:]),
        )
    return None
