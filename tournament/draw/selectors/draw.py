"""What the draw of a match needs: who is on the list, how they fill tables, and which obstacles remain."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.ruleset import BY_PLACE, BY_SEAT, KEPT, Ruleset
from tournament import lots
from tournament.draw.selectors import obstacles
from tournament.draw.selectors.movement import Moving, moving_of
from tournament.draw.selectors.obstacles import Obstacle
from tournament.enums import ClosedListState, LotSource, MatchState
from tournament.models import ClosedList, Draw, Match, Participant, Seat
from tournament.participants.selectors.participants import age_is_open
from tournament.person.forgotten import masked_reasons
from tournament.person.names import plain
from tournament.refusals import Refused
from tournament.selectors.matches import written_sheets
from tournament.words import labels


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """One way to seat everyone, with as many tables of the `usual` size as possible; `sizes` are the tables' seats."""

    usual: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preflight:
    """The state before a draw. `entrants` ascend by start number; `obstacles` are all that would make the draw fail.

    `additional`: the match is drawn, and the entrants are those who have no seat in it; `seated` are the places of all
    others, who stay where they sit. `closed` is the list once it is closed. `before` is the draw of the match before,
    if the rules keep its tables; `moving` says where everybody moves, if the rules move them on; `stay` are the
    participants who sit there now, and `keeps_tables` says that nobody else came or went. `choices` are the ways to
    fill tables, the usual one first. `ready` are the house players who can be called in.
    """

    match: Match
    entrants: tuple[Participant, ...]
    withdrawn: tuple[Participant, ...]
    ready: tuple[Participant, ...]
    unfinished: tuple[int, ...]
    closed: ClosedList | None
    before: Draw | None
    stay: tuple[int, ...]
    choices: tuple[TableChoice, ...]
    obstacles: tuple[Obstacle, ...]
    additional: bool = False
    seated: tuple[lots.Place, ...] = ()
    moving: Moving | None = None

    @property
    def moved_places(self) -> tuple[lots.Place, ...]:
        """The places to which people move while the others are drawn."""
        return self.moving.places if self.moving and self.moving.fits else ()

    @property
    def moves_by_seat(self) -> bool:
        """Whether the number of the seat says how far somebody moves, and not the place at the table."""
        return self.match.tournament.ruleset.seating == BY_SEAT

    @property
    def first_table(self) -> int:
        """The first table that this draw fills."""
        return len(table_counts(self.seated)) + 1

    @property
    def ages_open(self) -> tuple[Participant, ...]:
        """Who is on the list and has to be asked for the age (5.2.12). They hold up nothing."""
        tournament = self.match.tournament
        return tuple(one for one in self.entrants if age_is_open(one, tournament))

    @property
    def keeps_tables(self) -> bool:
        return self.before is not None and list(self.stay) == self.start_numbers

    @property
    def fillers(self) -> tuple[Participant, ...]:
        """The house players who would fill whole tables, none if too few of them stand ready."""
        missing = max((one.refusal.context.get("missing", 0) for one in self.obstacles), default=0)
        return self.ready[:missing] if len(self.ready) >= missing else ()

    @property
    def filler_names(self) -> str:
        return obstacles.names_text(self.fillers)

    @property
    def start_numbers(self) -> list[int]:
        return [participant.start_number for participant in self.entrants]

    @property
    def clubs(self) -> tuple[tuple[int, ...], ...]:
        """The start numbers of each club that has two or more on the list."""
        return clubs_of(self.entrants)

    @property
    def dealer_sits_out(self) -> list[str]:
        """The words for the tables at which more sit than play, whichever choice is made."""
        sizes = {size for choice in self.choices for size in choice.sizes}
        return [labels.table_word(size) for size in sorted(sizes) if size > self.match.tournament.ruleset.players]

    @property
    def list_changed(self) -> bool:
        """Whether somebody came or left since the list was closed."""
        return any(obstacle.code == "list_changed" for obstacle in self.obstacles)

    @property
    def arrived(self) -> int:
        """How many on the list are ticked off as present for this match; 0 if the club does not do that."""
        if self.match.tournament.presence_match != self.match.number:
            return 0
        return sum(entrant.arrived for entrant in self.entrants)

    @property
    def entrants_on_list(self) -> int:
        """How many the closed list draws."""
        return sum(self.tables_on_list)

    @property
    def tables_on_list(self) -> list[int]:
        """The numbers of seats of the tables that the closed list fills."""
        return self.closed.terms["tables"][self.closed.first_table - 1 :] if self.closed else []

    @property
    def fixed_on_list(self) -> list[list[int]]:
        """The fixed places of the closed list, without those who sit already."""
        return (
            [place for place in self.closed.terms["fixed"] if place[1] >= self.closed.first_table]
            if self.closed
            else []
        )

    @property
    def fixed(self) -> tuple[Participant, ...]:
        """The participants who keep a fixed place because they cannot walk."""
        return tuple(entrant for entrant in self.entrants if entrant.fixed_table is not None)


def published_draw(match: Match) -> Draw | None:
    """Return the newest draw in force of a match, with the name of the login that drew it, or None. One query.

    It lists every seat of the match: a draw of additional tables lists the others where they sat.
    """
    return _draws(match).filter(discard=None).last()


def discarded_draws(match: Match) -> list[Draw]:
    """Return the discarded draws of a match, each with its discard. One query."""
    return [draw for draw in every_draw(match) if draw.is_discarded]


def every_draw(match: Match) -> list[Draw]:
    """Return all draws of a match in order, each with its discard, if it was taken back. One query."""
    draws = list(_draws(match).select_related("discard__discarded_by").order_by("number"))
    masked_reasons((draw.discard for draw in draws if draw.is_discarded), match.tournament.forgotten_words)
    return draws


def closed_list(match: Match) -> ClosedList | None:
    """Return the list that waits for its draw, or None. One query."""
    return _lists(match).filter(state=ClosedListState.CLOSED).first()


def closings(match: Match) -> list[ClosedList]:
    """Return every closing of the match's list in order, also those that were opened again. One query."""
    return list(_lists(match).select_related("reopened_by"))


def preflight(match: Match, *, additional: bool = False) -> Preflight:
    """Return all that a draw of `match` needs; its tournament is loaded. Four queries, six if tables may be kept or
    everybody moves on.

    `additional`: the draw of tables for people without a seat in a match that is drawn. A closed list decides this.
    """
    listed = list(Participant.objects.filter(tournament=match.tournament_id).order_by("start_number"))
    closed, draw = closed_list(match), published_draw(match)
    if closed is not None:
        additional = closed.first_table > 1
    seated = places(match) if additional else ()
    sitting = {number for number, _table, _seat in seated}
    waiting = [participant for participant in listed if participant.start_number not in sitting]
    entrants = tuple(participant for participant in waiting if not participant.withdrawn)
    earlier = Match.objects.filter(tournament=match.tournament_id, number__lt=match.number).order_by("number")
    states = dict(earlier.values_list("number", "state"))
    before = None if additional else _draw_to_keep(match)
    moving = None if additional else moving_of(match, entrants, _earlier_if_moved(match))
    choices = table_choices(match.tournament.ruleset, len(entrants))
    if moving and moving.fits:
        choices = (TableChoice(usual=match.tournament.ruleset.usual_seats, sizes=moving.sizes),)
    sizes = [(*table_counts(seated), *choice.sizes) for choice in choices]
    if additional:
        final = obstacles.no_more_tables(match, draw, entrants if closed is None else None)
    else:
        final = obstacles.already_drawn(match, draw) if draw else obstacles.too_early(match, states)
    # The ticks of the match before do not stay for this one.
    ticks = match.tournament.presence_match == match.number
    ticked = ticks and any(one.arrived for one in listed if not one.withdrawn)
    hindrances = (
        [final]
        if final
        else obstacles.in_the_way(
            match, entrants, sizes, keeps_tables=before is not None, ticked=ticked, seated=frozenset(seated)
        )
    )
    return Preflight(
        match=match,
        entrants=entrants,
        withdrawn=tuple(one for one in waiting if one.withdrawn and not (one.waits or one.stands_ready)),
        ready=tuple(one for one in waiting if one.stands_ready),
        unfinished=tuple(number for number, state in states.items() if state != MatchState.CLOSED),
        closed=closed,
        before=before,
        stay=_sitting(before.match) if before else (),
        choices=choices,
        obstacles=(
            *hindrances,
            *(() if final else obstacles.changed(closed, waiting, seated)),
            *(() if final or closed or moving is None else obstacles.places_open(moving.before, moving.open_tables)),
        ),
        additional=additional,
        seated=seated,
        moving=moving,
    )


def last_closing(match: Match) -> ClosedList | None:
    """Return the newest closing of this match or one before it: it shows how lots were drawn so far. One query.

    Lists of additional tables are left out.
    """
    rows = ClosedList.objects.filter(
        match__tournament=match.tournament_id, match__number__lte=match.number, first_table=1
    )
    return rows.select_related("match").order_by("match__number", "number").last()


def settings_of(closed: ClosedList, choices: Sequence[TableChoice], ruleset: Ruleset) -> dict[str, Any]:
    """Return how a list was closed, as the arguments of close_list; `choices` are the ways to fill tables now."""
    terms = closed.drawn_from
    sizes = terms.tables[closed.first_table - 1 :]
    before = table_choices(ruleset, sum(sizes))
    usual = {choice.usual for choice in before if choice.sizes == sizes} & {choice.usual for choice in choices}
    return {
        "source": LotSource(closed.source),
        "note": closed.note,
        "usual": min(usual, default=None),
        "avoid_clubs": bool(terms.clubs),
        "even_seats": terms.even_seats or terms.match == 1,
    }


def lots_hold(match: Match, first_table: int = 1) -> Refused | None:
    """Return why the published lots of a match, from this table on, can no longer be taken back. Two queries."""
    later = Match.objects.filter(tournament=match.tournament_id, number__gt=match.number)
    numbers = later.exclude(state=MatchState.PLANNED).order_by("number").values_list("number", flat=True)
    sheets = written_sheets(match).filter(table_number__gte=first_table)
    return hold_after(match, sheets.values_list("table_number", flat=True), numbers.first())


def hold_after(match: Match, tables: Iterable[int], later: int | None) -> Refused | None:
    """Return the same where it is known at which tables anything is written, and which `later` match is drawn."""
    if numbers := sorted(tables):
        return Refused(
            ngettext_lazy(
                "Games are written at table %(tables)s: these lots hold. A wrong seat can be mended on its sheet.",
                "Games are written at tables %(tables)s: these lots hold. A wrong seat can be mended on its sheet.",
                len(numbers),
            ),
            code="play_began",
            tables=labels.numbers_text(numbers),
        )
    if later is not None:
        return Refused(
            _("Match %(later)s is drawn already: match %(match)s cannot be drawn anew."),
            code="later_match_drawn",
            later=later,
            match=match.number,
        )
    return None


def table_choices(ruleset: Ruleset, count: int) -> tuple[TableChoice, ...]:
    """Return how `count` players fill tables by these rules: one way for each table size, the usual size first."""
    choices: dict[tuple[int, ...], TableChoice] = {}
    for usual in sorted(ruleset.seats, key=lambda size: (size != ruleset.usual_seats, size)):
        sizes = lots.table_sizes(count, ruleset.seats, usual)
        if sizes:
            choices.setdefault(sizes, TableChoice(usual=usual, sizes=sizes))
    return tuple(choices.values())


def draw_terms_of(
    before: Preflight, *, sizes: Sequence[int], source: LotSource, avoid_clubs: bool, even_seats: bool
) -> lots.Terms:
    """Return the list as it would be closed, with the current seats of the matches before. Two queries."""
    match, computed = before.match, source != LotSource.HAND
    fixed_places = [(one.start_number, one.fixed_table or 0, one.fixed_seat or 0) for one in before.fixed]
    return lots.Terms(
        match=match.number,
        matches=match.tournament.matches.count(),
        source=source.value,
        entrants=tuple(sorted([*before.start_numbers, *(number for number, _table, _seat in before.seated)])),
        tables=(*table_counts(before.seated), *sizes),
        clubs=before.clubs if avoid_clubs and computed else (),
        fixed=tuple(sorted([*fixed_places, *before.moved_places, *before.seated])),
        even_seats=even_seats and computed and match.number > 1,
        earlier=seated_before(match),
    )


def places(match: Match) -> tuple[lots.Place, ...]:
    """Return who sits where in a match now, by start number. One query."""
    seats = Seat.objects.filter(match=match).order_by("participant__start_number")
    return tuple(seats.values_list("participant__start_number", "scoresheet__table_number", "number"))


def table_counts(seated: Iterable[lots.Place]) -> tuple[int, ...]:
    """Return how many sit at each table, in order."""
    counts = Counter(table for _number, table, _seat in seated)
    return tuple(counts[table] for table in sorted(counts))


def seated_before(match: Match) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sits where in the matches before this one, in the form of `seated`. One query."""
    return seated(Seat.objects.filter(match__tournament=match.tournament_id, match__number__lt=match.number))


def seated(seats: QuerySet[Seat]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sits where: for each match its tables in order, each with start numbers by seat. One query."""
    rows = seats.order_by("match__number", "scoresheet__table_number", "number").values_list(
        "match__number", "scoresheet__table_number", "participant__start_number"
    )
    return tuple(
        tuple(tuple(row[2] for row in table) for _, table in groupby(match, key=lambda row: row[1]))
        for _, match in groupby(rows, key=lambda row: row[0])
    )


def clubs_of(people: Sequence[Participant]) -> tuple[tuple[int, ...], ...]:
    """Return the start numbers of each club with two or more people here; case and accents make no other club."""
    clubs: dict[str, list[int]] = {}
    for one in people:
        if one.club.strip():
            clubs.setdefault(plain(one.club.strip()), []).append(one.start_number)
    return tuple(tuple(members) for members in sorted(clubs.values()) if len(members) > 1)


def _draws(match: Match) -> QuerySet[Draw]:
    return Draw.objects.filter(match=match).select_related("drawn_by", "keeps__match", "closed_list__closed_by")


def _lists(match: Match) -> QuerySet[ClosedList]:
    return ClosedList.objects.filter(match=match).select_related("closed_by").order_by("number")


def _draw_to_keep(match: Match) -> Draw | None:
    """Return the draw that seated the match before, by rules that seat the players once for all matches (H 3)."""
    if match.number == 1 or match.tournament.ruleset.seating != KEPT:
        return None
    rows = Draw.objects.filter(match__tournament=match.tournament_id, match__number=match.number - 1, discard=None)
    return rows.select_related("match", "keeps__match").first()


def _earlier_if_moved(match: Match) -> tuple[lots.Tables, ...]:
    """Return who sits where in the matches before, by rules that move everybody on."""
    return seated_before(match) if match.tournament.ruleset.seating in (BY_PLACE, BY_SEAT) else ()


def _sitting(match: Match) -> tuple[int, ...]:
    """Return the start numbers at the tables of a match as they sit now, ascending."""
    seats = Seat.objects.filter(match=match).order_by("participant__start_number")
    return tuple(seats.values_list("participant__start_number", flat=True))
