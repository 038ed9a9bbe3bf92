"""What stands in the way of closing a list or drawing from it, one sentence each. Writes nothing, offers no way out."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from scoring.ruleset import Ruleset
from tournament import lots
from tournament.enums import IS_OFFICIAL, MatchState
from tournament.lots import Place
from tournament.models import ClosedList, Draw, Match, Participant, Tournament
from tournament.refusals import Refused
from tournament.words import labels
from tournament.words.citations import cited

NAMED = 8
FURTHER = 3
# Every number of players above this fills tables if the rules have two sizes at all (5 · 4 − 5 − 4 = 11).
LAST_IMPOSSIBLE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """One obstacle to closing the list or drawing, and the people it concerns: the page offers the ways out.

    `further` are those who may go instead of `people`: if there are too many, the ones registered before them.
    """

    refusal: Refused
    people: tuple[Participant, ...] = ()
    further: tuple[Participant, ...] = ()

    @property
    def code(self) -> str:
        return self.refusal.code


def fills_tables(ruleset: Ruleset, count: int) -> bool:
    """Return whether so many players fill tables by these rules."""
    return lots.table_sizes(count, ruleset.seats, ruleset.usual_seats) is not None


def missing_players(ruleset: Ruleset, count: int) -> int:
    """Return how many more players would fill whole tables; 0 if they are full."""
    return next(more for more in range(LAST_IMPOSSIBLE) if fills_tables(ruleset, count + more))


def missing_text(ruleset: Ruleset, count: int) -> str:
    """Return the same as a sentence: "1 is missing for a table of four."."""
    missing = missing_players(ruleset, count)
    if len(ruleset.seats) == 1:
        text = ngettext("%(missing)s is missing for a %(table)s.", "%(missing)s are missing for a %(table)s.", missing)
    else:
        text = ngettext("%(missing)s is missing for full tables.", "%(missing)s are missing for full tables.", missing)
    return text % {"missing": missing, "table": labels.table_word(ruleset.usual_seats)}


def already_drawn(match: Match, draw: Draw) -> Obstacle:
    """Return the obstacle that lots are published already: they are not drawn again."""
    return Obstacle(
        refusal=Refused(
            cited(
                _("Match %(match)s is drawn already: %(name)s, %(time)s. Published lots may not be changed (5.2.2)."),
                match.tournament.ruleset,
            ),
            code="already_drawn",
            match=match.number,
            name=draw.drawn_by.full_name,
            time=_time(draw.drawn_at),
        )
    )


def too_early(match: Match, states: Mapping[int, str]) -> Obstacle | None:
    """Return the obstacle that the tournament is over or an earlier match is not drawn yet, or None.

    `states` are those of the matches before.
    """
    if match.tournament.state in IS_OFFICIAL:
        finished = _("The tournament is finished. Nothing more is drawn.")
        return Obstacle(refusal=Refused(finished, code="tournament_finished"))
    planned = [number for number, state in states.items() if state == MatchState.PLANNED]
    # Only the order counts: a later match is often drawn while the one before is still being played.
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


def no_more_tables(match: Match, draw: Draw | None, late: Sequence[Participant] | None) -> Obstacle | None:
    """Return the obstacle that this match gets no additional table, or None.

    `late` are those without a seat; None if a list of them is closed.
    """
    refused = None
    if match.tournament.state in IS_OFFICIAL:
        refused = Refused(_("The tournament is finished. Nothing more is drawn."), code="tournament_finished")
    elif draw is None:
        refused = Refused(_("Match %(match)s is not drawn."), code="not_drawn", match=match.number)
    elif match.state == MatchState.CLOSED:
        text = _("Match %(match)s is over. Whoever comes now plays from the next match on.")
        refused = Refused(text, code="match_closed", match=match.number)
    elif late is not None and not late:
        refused = Refused(_("Everyone has a seat in match %(match)s."), code="nobody_late", match=match.number)
    return Obstacle(refusal=refused) if refused else None


def in_the_way(
    match: Match,
    entrants: Sequence[Participant],
    sizes: Sequence[Sequence[int]],
    *,
    keeps_tables: bool,
    ticked: bool,
    seated: Collection[Place] = (),
) -> Iterator[Obstacle]:
    """Yield the obstacles that can be mended on the list.

    `sizes` are the ways to fill tables; `keeps_tables` says that nobody gets a new place; `ticked` that the desk ticks
    off who has come. `seated` are the places of those who stay where they sit.
    """
    tournament = match.tournament
    young = tuple(_too_young(tournament, entrants))
    yield from young
    yield from _absent(entrants, ticked)
    # Whoever is too young will not play: the tables are filled without them.
    too_young = {one.pk for obstacle in young for one in obstacle.people}
    playing = [one for one in entrants if one.pk not in too_young]
    if not sizes and not fills_tables(tournament.ruleset, len(playing)):
        yield _uneven_late(tournament.ruleset, playing) if seated else _uneven(tournament.ruleset, playing)
    elif sizes and not keeps_tables:
        yield from _misplaced(entrants, sizes, {(table, seat) for _number, table, seat in seated})


def places_open(before: int, tables: Sequence[int]) -> Iterator[Obstacle]:
    """Yield the obstacle that the places at tables of the match before are not known yet: they say who moves where."""
    if tables:
        text = ngettext_lazy(
            "The places at the tables of match %(match)s decide who moves where. Not complete yet: table %(tables)s.",
            "The places at the tables of match %(match)s decide who moves where. Not complete yet: tables %(tables)s.",
            len(tables),
        )
        refusal = Refused(text, code="places_open", match=before, tables=labels.numbers_text(tables))
        yield Obstacle(refusal=refusal)


def changed(
    closed: ClosedList | None, waiting: Sequence[Participant], seated: Sequence[Place] = ()
) -> Iterator[Obstacle]:
    """Yield an obstacle if somebody has withdrawn or come since the list was closed, or another sits somewhere.

    `waiting` are the participants without a seat, `seated` the places of all others.
    """
    if closed is None:
        return
    sat = [tuple(place) for place in closed.terms["fixed"] if place[1] < closed.first_table]
    if sat != list(seated):
        text = _("Seats of this match were changed since the list was closed. Please open the list and close it again.")
        yield Obstacle(refusal=Refused(text, code="seats_changed"))
        return
    on_list = set(closed.terms["entrants"])
    people = tuple(one for one in waiting if one.withdrawn == (one.start_number in on_list))
    leavers, newcomers = ([one for one in people if one.withdrawn == is_leaver] for is_leaver in (True, False))
    if not people:
        return
    if not newcomers:
        text = _("Withdrawn since the list was closed: %(gone)s. Please open the list and close it again.")
    elif not leavers:
        text = _("Registered since the list was closed: %(come)s. Please open the list and close it again.")
    else:
        text = _(
            "Since the list was closed, withdrawn: %(gone)s; registered: %(come)s. "
            "Please open the list and close it again."
        )
    yield Obstacle(
        refusal=Refused(text, code="list_changed", gone=names_text(leavers), come=names_text(newcomers)), people=people
    )


def names_text(people: Sequence[Participant]) -> str:
    """Return the people as a sentence names them: "7 Huber Bene, 12 Süß Dirk"; after the first few, an ellipsis."""
    names = ", ".join(one.numbered_list_name for one in people[:NAMED])
    return names if len(people) <= NAMED else f"{names}, …"


def _too_young(tournament: Tournament, entrants: Sequence[Participant]) -> Iterator[Obstacle]:
    young = tuple(one for one in entrants if one.old_enough(tournament) is False)
    if young:
        yield Obstacle(
            refusal=Refused(
                cited(_("Younger than %(minimum)s on the day of play (5.2.12): %(names)s."), tournament.ruleset),
                code="under_age",
                minimum=tournament.ruleset.minimum_age,
                names=names_text(young),
            ),
            people=young,
        )


def _absent(entrants: Sequence[Participant], ticked: bool) -> Iterator[Obstacle]:
    """If the desk ticks off who has come, everyone who plays must be ticked off."""
    absent = tuple(one for one in entrants if not one.arrived)
    if absent and ticked:
        yield Obstacle(
            refusal=Refused(
                ngettext_lazy(
                    "%(count)s participant is not ticked off as present: %(names)s.",
                    "%(count)s participants are not ticked off as present: %(names)s.",
                    len(absent),
                ),
                code="not_present",
                count=len(absent),
                names=names_text(absent),
            ),
            people=absent,
        )


def _uneven(ruleset: Ruleset, entrants: Sequence[Participant]) -> Obstacle:
    """Return how many are missing for whole tables, and who registered last.

    The Schafkopfschule knows only tables of four.
    """
    count = len(entrants)
    missing = missing_players(ruleset, count)
    over = next((less for less in range(1, count) if fills_tables(ruleset, count - less)), 0)
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
    # The one who came late need not be the one entered last, who may be a house player.
    further = tuple(reversed(entrants[:-over]))[:FURTHER]
    values: dict[str, Any] = {"missing": missing, "count": count, "over": over, "names": names_text(last)}
    if len(ruleset.seats) == 1:
        text = ngettext_lazy(
            "%(missing)s is missing for a %(table)s: %(count)s are on the list. "
            "Or too many: %(over)s; registered last: %(names)s.",
            "%(missing)s are missing for a %(table)s: %(count)s are on the list. "
            "Or too many: %(over)s; registered last: %(names)s.",
            missing,
        )
        values["table"] = labels.table_word(ruleset.usual_seats)
    else:
        text = ngettext_lazy(
            "%(missing)s is missing: %(count)s participants do not fill tables of %(seats)s "
            "(impossible are only %(impossible)s). Or too many: %(over)s; registered last: %(names)s.",
            "%(missing)s are missing: %(count)s participants do not fill tables of %(seats)s "
            "(impossible are only %(impossible)s). Or too many: %(over)s; registered last: %(names)s.",
            missing,
        )
        least = min(ruleset.seats)
        impossible = [number for number in range(least, LAST_IMPOSSIBLE) if not fills_tables(ruleset, number)]
        values |= {"seats": _joined(sorted(ruleset.seats), _("%(first)s or %(last)s"))}
        values |= {"impossible": _joined(impossible, _("%(first)s and %(last)s"))}
    return Obstacle(refusal=Refused(text, code="does_not_divide", **values), people=last, further=further)


def _uneven_late(ruleset: Ruleset, late: Sequence[Participant]) -> Obstacle:
    """Return how many are missing for whole additional tables, and who may wait for the next match instead."""
    count = len(late)
    missing = missing_players(ruleset, count)
    over = next((less for less in range(1, count) if fills_tables(ruleset, count - less)), 0)
    last = late[-over:] if over else ()
    values: dict[str, Any] = {"missing": missing, "count": count, "over": over, "names": names_text(last)}
    if over:
        text = ngettext_lazy(
            "%(missing)s is missing for full tables: %(count)s have no seat. "
            "Or too many: %(over)s; registered last: %(names)s.",
            "%(missing)s are missing for full tables: %(count)s have no seat. "
            "Or too many: %(over)s; registered last: %(names)s.",
            missing,
        )
    else:
        text = ngettext_lazy(
            "%(missing)s is missing for a table of their own: %(count)s have no seat.",
            "%(missing)s are missing for a table of their own: %(count)s have no seat.",
            missing,
        )
    further = tuple(reversed(late[: len(late) - over]))[:FURTHER] if over else ()
    code = "does_not_divide" if over else "too_few"
    return Obstacle(refusal=Refused(text, code=code, **values), people=tuple(last), further=further)


def _joined(numbers: Sequence[int], pair: Any) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return str(pair) % {"first": ", ".join(map(str, numbers[:-1])), "last": numbers[-1]}


def _misplaced(
    entrants: Sequence[Participant], sizes: Sequence[Sequence[int]], occupied: Collection[tuple[int, int]]
) -> Iterator[Obstacle]:
    """A fixed place must exist whichever way the tables are filled, and nobody may sit there already."""
    for one in entrants:
        table, seat = one.fixed_table, one.fixed_seat
        if table is None or seat is None:
            continue
        missing = any(table > len(tables) or seat > tables[table - 1] for tables in sizes)
        if missing or (table, seat) in occupied:
            yield Obstacle(
                refusal=Refused(
                    _("%(name)s keeps table %(table)s, seat %(seat)s, but there is no such seat.")
                    if missing
                    else _("%(name)s keeps table %(table)s, seat %(seat)s, but somebody sits there already."),
                    code="no_such_place",
                    name=one.numbered_list_name,
                    table=table,
                    seat=seat,
                ),
                people=(one,),
            )


def _time(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
