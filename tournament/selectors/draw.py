"""What the draw of a match needs: who is on the list, how they fill tables, and whatever still stands in its way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.ruleset import Ruleset
from tournament import lots
from tournament.birth_dates import age_on
from tournament.enums import ClosedListState, LotSource, MatchState, TournamentState
from tournament.models import ClosedList, Draw, Match, Participant, Seat, Tournament
from tournament.names import plain
from tournament.refusals import Refused

NAMED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """What stands in the way of closing the list or drawing, and whom it is about: the page offers the ways out."""

    refusal: Refused
    people: tuple[Participant, ...] = ()

    @property
    def code(self) -> str:
        return self.refusal.code


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """One way to seat all: as many tables as possible of the `usual` size; `sizes` are the seats of each table."""

    usual: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preflight:
    """The state before a draw. `entrants` ascend by start number; `obstacles` is all that a draw would be refused with.

    `closed` is the list once it is closed. `before` is the draw of the match before, where the rules keep its tables;
    `keeps_tables` if nobody came or went. `choices` holds the ways to fill tables, the usual one first.
    """

    match: Match
    entrants: tuple[Participant, ...]
    withdrawn: tuple[Participant, ...]
    unfinished: tuple[int, ...]
    closed: ClosedList | None
    before: Draw | None
    choices: tuple[TableChoice, ...]
    obstacles: tuple[Obstacle, ...]

    @property
    def keeps_tables(self) -> bool:
        return self.before is not None and self.before.entrants == self.start_numbers

    @property
    def start_numbers(self) -> list[int]:
        return [participant.start_number for participant in self.entrants]

    @property
    def clubs(self) -> tuple[tuple[int, ...], ...]:
        """The start numbers of each club of whom two or more are on the list."""
        return clubs_of(self.entrants)

    @property
    def fixed(self) -> tuple[Participant, ...]:
        """Who keeps a place because they cannot walk."""
        return tuple(entrant for entrant in self.entrants if entrant.fixed_table is not None)


def published_draw(match: Match) -> Draw | None:
    """The draw of a match that holds, with the name of whoever drew it, or None. One query."""
    return _draws(match).filter(discard=None).last()


def discarded_draws(match: Match) -> list[Draw]:
    """The draws of a match that do not hold any more, each with its discard. One query."""
    return list(_draws(match).exclude(discard=None).select_related("discard__discarded_by", "drawn_by"))


def closed_list(match: Match) -> ClosedList | None:
    """The list that waits for its draw, or None. One query."""
    return _lists(match).filter(state=ClosedListState.CLOSED).first()


def closings(match: Match) -> list[ClosedList]:
    """Every closing of the match's list, in order: also those that were opened again. One query."""
    return list(_lists(match).select_related("reopened_by"))


def preflight(match: Match) -> Preflight:
    """Everything to know before the draw of `match`, its tournament at hand. 5 queries, 6 where tables may be kept."""
    listed = list(Participant.objects.filter(tournament=match.tournament_id).order_by("start_number"))
    entrants = tuple(participant for participant in listed if not participant.withdrawn)
    earlier = Match.objects.filter(tournament=match.tournament_id, number__lt=match.number).order_by("number")
    states = dict(earlier.values_list("number", "state"))
    closed, draw, before = closed_list(match), published_draw(match), _kept(match)
    choices = table_choices(match.tournament.ruleset, len(entrants))
    final = _drawn(match, draw) or _too_early(match, states)
    obstacles = [final] if final else [*_in_the_way(match, entrants, choices, before), *_changed(closed, listed)]
    return Preflight(
        match=match,
        entrants=entrants,
        withdrawn=tuple(participant for participant in listed if participant.withdrawn),
        unfinished=tuple(number for number, state in states.items() if state != MatchState.CLOSED),
        closed=closed,
        before=before,
        choices=choices,
        obstacles=tuple(obstacles),
    )


def table_choices(ruleset: Ruleset, count: int) -> tuple[TableChoice, ...]:
    """How so many players fill tables by these rules: one way for each size they know, the usual size first."""
    found: dict[tuple[int, ...], TableChoice] = {}
    for usual in sorted(ruleset.seats, key=lambda size: (size != ruleset.usual_seats, size)):
        sizes = lots.table_sizes(count, ruleset.seats, usual)
        if sizes:
            found.setdefault(sizes, TableChoice(usual=usual, sizes=sizes))
    return tuple(found.values())


def terms_of(
    before: Preflight, *, sizes: Sequence[int], source: LotSource, avoid_clubs: bool, even_seats: bool
) -> lots.Terms:
    """The list as it would be closed. 2 queries; the seats of the matches before as they are now."""
    match = before.match
    return lots.Terms(
        match=match.number,
        matches=match.tournament.matches.count(),
        source=source.value,
        entrants=tuple(before.start_numbers),
        tables=tuple(sizes),
        clubs=before.clubs if avoid_clubs else (),
        fixed=tuple((one.start_number, one.fixed_table or 0, one.fixed_seat or 0) for one in before.fixed),
        even_seats=even_seats and match.number > 1,
        earlier=seated(Seat.objects.filter(match__tournament=match.tournament_id, match__number__lt=match.number)),
    )


def seated(seats: QuerySet[Seat]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Who sits where: the matches in order, each its tables in order with the start numbers by seat. One query."""
    rows = seats.order_by("match__number", "scoresheet__table_number", "number").values_list(
        "match__number", "scoresheet__table_number", "participant__start_number"
    )
    return tuple(
        tuple(tuple(row[2] for row in table) for _, table in groupby(match, key=lambda row: row[1]))
        for _, match in groupby(rows, key=lambda row: row[0])
    )


def clubs_of(people: Sequence[Participant]) -> tuple[tuple[int, ...], ...]:
    """The start numbers of each club of whom two or more are here; spelling in capitals or without accents is one."""
    clubs: dict[str, list[int]] = {}
    for one in people:
        if one.club.strip():
            clubs.setdefault(plain(one.club.strip()), []).append(one.start_number)
    return tuple(tuple(members) for members in sorted(clubs.values()) if len(members) > 1)


def changed_since(closed: ClosedList, listed: Sequence[Participant]) -> tuple[Participant, ...]:
    """Who has withdrawn or come since the list was closed."""
    on_list = set(closed.terms["entrants"])
    return tuple(one for one in listed if one.withdrawn == (one.start_number in on_list))


def named(people: Sequence[Participant]) -> str:
    """The people as a sentence names them: "7 Huber Bene, 12 Süß Dirk", the last ones as three dots."""
    told = ", ".join(f"{one.start_number} {one.list_name}" for one in people[:NAMED])
    return told if len(people) <= NAMED else f"{told}, …"


def _draws(match: Match) -> QuerySet[Draw]:
    return Draw.objects.filter(match=match).select_related("drawn_by", "keeps__match", "closed_list__closed_by")


def _lists(match: Match) -> QuerySet[ClosedList]:
    return ClosedList.objects.filter(match=match).select_related("closed_by").order_by("number")


def _kept(match: Match) -> Draw | None:
    """The draw before, by rules that seat the players once for all matches (H 3)."""
    if match.number == 1 or match.tournament.ruleset.new_draw_each_match:
        return None
    rows = Draw.objects.filter(match__tournament=match.tournament_id, match__number=match.number - 1, discard=None)
    return rows.select_related("match", "keeps__match").last()


def _drawn(match: Match, draw: Draw | None) -> Obstacle | None:
    if draw is None:
        return None
    return Obstacle(
        refusal=Refused(
            _("Match %(match)s is drawn already: %(name)s, %(time)s. Published lots may not be changed (5.2.2)."),
            code="already_drawn",
            match=match.number,
            name=draw.drawn_by.full_name,
            time=_time(draw.drawn_at),
        )
    )


def _too_early(match: Match, states: dict[int, str]) -> Obstacle | None:
    if match.tournament.state in (TournamentState.FINISHED, TournamentState.ARCHIVED):
        finished = _("The tournament is finished. Nothing more is drawn.")
        return Obstacle(refusal=Refused(finished, code="tournament_finished"))
    planned = [number for number, state in states.items() if state == MatchState.PLANNED]
    # The tables of a later match are often drawn while the one before is still being played: only the order counts.
    if planned:
        return Obstacle(
            refusal=Refused(
                _("Match %(earlier)s has to be drawn before match %(match)s."),
                code="earlier_match_first",
                earlier=planned[0],
                match=match.number,
            )
        )
    return None


def _in_the_way(
    match: Match, entrants: Sequence[Participant], choices: Sequence[TableChoice], before: Draw | None
) -> Iterator[Obstacle]:
    tournament = match.tournament
    yield from _too_young(tournament, entrants)
    yield from _absent(entrants)
    if not choices:
        yield _uneven(tournament.ruleset, entrants)
    elif before is None:
        yield from _misplaced(entrants, choices)


def _too_young(tournament: Tournament, entrants: Sequence[Participant]) -> Iterator[Obstacle]:
    least = tournament.ruleset.minimum_age
    young = tuple(one for one in entrants if one.birth_date and age_on(tournament.day, one.birth_date) < least)
    if young:
        yield Obstacle(
            refusal=Refused(
                _("Younger than %(minimum)s on the day of play (5.2.12): %(names)s."),
                code="under_age",
                minimum=least,
                names=named(young),
            ),
            people=young,
        )


def _absent(entrants: Sequence[Participant]) -> Iterator[Obstacle]:
    """Where the desk ticks off who has come, everyone who plays must have."""
    absent = tuple(one for one in entrants if not one.arrived)
    if absent and len(absent) < len(entrants):
        yield Obstacle(
            refusal=Refused(
                ngettext_lazy(
                    "%(count)s participant is not ticked off as present: %(names)s.",
                    "%(count)s participants are not ticked off as present: %(names)s.",
                    len(absent),
                ),
                code="not_present",
                count=len(absent),
                names=named(absent),
            ),
            people=absent,
        )


def _uneven(ruleset: Ruleset, entrants: Sequence[Participant]) -> Obstacle:
    """How many are missing for whole tables, and who came last: the Schafkopfschule knows tables of four only."""
    count = len(entrants)
    sizes = sorted(ruleset.seats)
    missing = next(more for more in range(1, 99) if table_choices(ruleset, count + more))
    over = next((less for less in range(1, count) if table_choices(ruleset, count - less)), 0)
    seats = formats.number_format(sizes[0]) if len(sizes) == 1 else _either(sizes)
    if not over:
        return Obstacle(
            refusal=Refused(
                _("A draw needs at least %(least)s participants. Registered so far: %(count)s."),
                code="too_few",
                least=count + missing,
                count=count,
            )
        )
    last = tuple(entrants[-over:])
    return Obstacle(
        refusal=Refused(
            _(
                "%(count)s participants do not fill tables of %(seats)s. Missing for whole tables: %(missing)s. "
                "Or too many: %(over)s; registered last: %(names)s."
            ),
            code="does_not_divide",
            count=count,
            seats=seats,
            missing=missing,
            over=over,
            names=named(last),
        ),
        people=last,
    )


def _either(sizes: Sequence[int]) -> str:
    return str(_("%(first)s or %(last)s")) % {"first": ", ".join(map(str, sizes[:-1])), "last": sizes[-1]}


def _misplaced(entrants: Sequence[Participant], choices: Sequence[TableChoice]) -> Iterator[Obstacle]:
    """A fixed place must exist at whichever tables are chosen."""
    for one in entrants:
        if one.fixed_table is None or one.fixed_seat is None:
            continue
        for choice in choices:
            if one.fixed_table > len(choice.sizes) or one.fixed_seat > choice.sizes[one.fixed_table - 1]:
                yield Obstacle(
                    refusal=Refused(
                        _("%(name)s keeps table %(table)s, seat %(seat)s, but there is no such seat."),
                        code="no_such_place",
                        name=f"{one.start_number} {one.list_name}",
                        table=one.fixed_table,
                        seat=one.fixed_seat,
                    ),
                    people=(one,),
                )
                break


def _changed(closed: ClosedList | None, listed: Sequence[Participant]) -> Iterator[Obstacle]:
    if closed is None:
        return
    for sentence, people in (
        (_("Withdrawn since the list was closed: %(names)s. Please open the list and close it again."), True),
        (_("Registered since the list was closed: %(names)s. Please open the list and close it again."), False),
    ):
        changed = tuple(one for one in changed_since(closed, listed) if one.withdrawn == people)
        if changed:
            yield Obstacle(refusal=Refused(sentence, code="list_changed", names=named(changed)), people=changed)


def _time(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
