"""Who sits where: the table plan of a match by table and by name, and the search for one's own seat."""

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.db.models import Max, QuerySet

from tournament.enums import IN_FORCE, SEATS_CHANGED, MatchState, SheetState, ShownName, Source, TableChangeKind
from tournament.models import Match, Participant, Scoresheet, Seat, TableChange, Tournament
from tournament.models.statements import select
from tournament.participants.selectors.public_names import PublicNames, names_by
from tournament.person.names import distinct_names, fits, has_number, listed_name, plain, search_words, sorting_name
from tournament.person.table_names import NamedPlayer, table_names

# Every game is answered with names, so it is written by hand.
PLAYERS_AT = """
    SELECT start_number, first_name, last_name, club, title FROM tournament_participant person
    JOIN tournament_seat seat ON seat.participant_id = person.id WHERE seat.scoresheet_id = %s ORDER BY seat.number
"""
# The columns of a seat that make a Player.
OF_PLAYER = tuple(f"participant__{name}" for name in NamedPlayer._fields)
MOST_FOUND = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat:
    """A seat of the draw. `mark` is the initial where a list by name comes to a new letter, else "".

    `name` includes the club if several have the same name. `deals_first` and `keeps_sheet` (5.3.1) tell what this
    seat does at its table; `playing` says that its sheet is being written there. `shown` is how `name` names somebody
    in public; a seat is found by its start number, so nobody's is hidden where people look for theirs.
    """

    match: int
    table: int
    number: int
    start_number: int
    name: str
    mark: str = ""
    deals_first: bool = False
    keeps_sheet: bool = False
    playing: bool = False
    shown: str = ShownName.NAME

    @property
    def letter(self) -> str:
        """The initial under which a list by name has it; “#” where it is not there by name."""
        return plain(self.name)[:1].upper() if self.has_name else "#"

    @property
    def has_name(self) -> bool:
        """Whether `name` is a name, and not what stands for one."""
        return self.shown == ShownName.NAME and not has_number(self.name, self.start_number)

    @property
    def beside(self) -> int | str:
        """The start number to stand beside the name; "" where it stands in its place."""
        return "" if self.shown == ShownName.NUMBER or has_number(self.name, self.start_number) else self.start_number


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    number: int
    seats: tuple[DrawnSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """The same seats twice: `tables` in order, and `by_name` from A to Z."""

    tables: tuple[DrawnTable, ...]
    by_name: tuple[DrawnSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A participant's seat in a match, and who else sits there; `moved` if the management gave it to them."""

    seat: DrawnSeat
    opponents: tuple[DrawnSeat, ...]
    moved: bool = False

    @property
    def table(self) -> tuple[DrawnSeat, ...]:
        """Everyone at the table by seat, the participant included."""
        return tuple(sorted((self.seat, *self.opponents), key=lambda seat: seat.number))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMatch:
    """A participant found, with the seats drawn so far: first the one being played now, then the newest match.

    `given_away`: the participant has no seat because it was given to somebody else (5.2.2).
    """

    start_number: int
    name: str
    withdrawn: bool
    sittings: tuple[Sitting, ...]
    given_away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    hits: tuple[SeatMatch, ...]
    too_many: bool


def players_at(scoresheet: Scoresheet) -> list[NamedPlayer]:
    """Return who sits at a table, by seat. One query."""
    return [NamedPlayer(*row) for row in select(PLAYERS_AT, scoresheet.pk)]


def newest_drawn(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of the drawn matches, the newest first. One query."""
    matches = Match.objects.filter(tournament=tournament).exclude(state=MatchState.PLANNED)
    return tuple(matches.order_by("-number").values_list("number", flat=True))


def new_lots_follow(tournament: Tournament) -> int | None:
    """Return the first match whose lots were taken back and not drawn again, or None. One query."""
    waiting = Match.objects.filter(tournament=tournament, state=MatchState.PLANNED, draws__discard__isnull=False)
    return waiting.order_by("number").values_list("number", flat=True).first()


def table_plan(tournament: Tournament, match: int, names: PublicNames | None = None) -> TablePlan:
    """Return every seat of a drawn match, for everyone as `names` name them in public. One query."""
    seats = _drawn_seats(Seat.objects.filter(match__tournament=tournament, match__number=match), names)
    tables = tuple(
        DrawnTable(number=number, seats=tuple(group)) for number, group in groupby(seats, key=lambda seat: seat.table)
    )
    return TablePlan(tables=tables, by_name=_by_name(seats))


def names_at(scoresheet: Scoresheet) -> dict[int, str]:
    """Return the names of who sits at a table, by seat. One query."""
    return dict(enumerate(table_names(players_at(scoresheet)), 1))


def packs(tournament: Tournament, match: int) -> dict[int, str]:
    """Return the number of each table's pack in a drawn match, "" if none was issued. One query."""
    sheets = Scoresheet.objects.in_force().filter(match__tournament=tournament, match__number=match)
    return dict(sheets.values_list("table_number", "pack"))


def last_exchange(match: Match) -> datetime | None:
    """Return when seats of this match were last changed since its draw, None if they are as drawn. One query."""
    changes = TableChange.objects.filter(
        scoresheet__match=match, scoresheet__state__in=IN_FORCE, kind__in=SEATS_CHANGED
    )
    return changes.aggregate(newest=Max("changed_at"))["newest"]


def find_seat(tournament: Tournament, text: str) -> Search:
    """Return the participants that fit a start number or parts of a name; umlauts may be spelled ö, o or oe.

    Who is not shown by name is found by start number only. Three queries; one more if somebody found has no seat.
    """
    words = search_words(text)
    listed = Participant.objects.filter(tournament=tournament)
    rows = listed.values_list("pk", "start_number", "last_name", "first_name", "withdrawn", "club", "shown_name")
    in_public = names_by(tournament, ((row[0], row[1], row[6]) for row in rows))
    names = in_public.distinct_names((row[1], listed_name(row[2], row[3]), row[5]) for row in rows)
    by_name = {row[1]: listed_name(row[2], row[3]) for row in rows if in_public.naming(row[0]) == ShownName.NAME}
    hits = [row for row in rows if words and fits(words, row[1], by_name.get(row[1], ""))]
    hits.sort(key=lambda row: (sorting_name(by_name.get(row[1], ""), row[1]), row[1]))
    page = hits[:MOST_FOUND]
    sheets = Seat.objects.filter(participant__in=[row[0] for row in page]).values("scoresheet")
    seats = _drawn_seats(Seat.objects.filter(scoresheet__in=sheets), in_public, names)
    if tournament.is_held_back:
        # Which seat comes first would tell that a sheet is complete.
        seats = [replace(seat, playing=False) for seat in seats]
    moved = _exchanged(TableChange.objects.filter(scoresheet__in=sheets, kind__in=SEATS_CHANGED))
    seated = {seat.start_number for seat in seats}
    lost = lost_seats(tournament) if any(row[1] not in seated for row in page) else frozenset()
    return Search(
        hits=tuple(
            SeatMatch(
                start_number=number,
                name=names[number],
                withdrawn=withdrawn,
                sittings=_sittings(number, seats, {seat for seat, who in moved.items() if who == pk}),
                given_away=pk in lost and number not in seated,
            )
            for pk, number, _last, _first, withdrawn, _club, _wish in page
        ),
        too_many=len(hits) > MOST_FOUND,
    )


def sittings_of(participant: Participant, names: PublicNames) -> tuple[Sitting, ...]:
    """Return where a participant sits, as find_seat does, with the others as they are named in public. Three
    queries."""
    sheets = Seat.objects.filter(participant=participant).values("scoresheet")
    seats = Seat.objects.filter(scoresheet__in=sheets)
    columns = [f"participant__{name}" for name in ("start_number", "last_name", "first_name", "club")]
    people = {(number, listed_name(last, first), club) for number, last, first, club in seats.values_list(*columns)}
    drawn = _drawn_seats(seats, names, names.distinct_names(people))
    changes = _exchanged(TableChange.objects.filter(scoresheet__in=sheets, kind__in=SEATS_CHANGED))
    moved = {seat for seat, who in changes.items() if who == participant.pk}
    return _sittings(participant.start_number, drawn, moved)


GIVEN_AWAY = (TableChangeKind.REPLACED, TableChangeKind.SUBSTITUTE)


def lost_seats(tournament: Tournament) -> frozenset[int]:
    """Return the participants (pk) whose seat was given to somebody else (5.2.2, 5.2.11). One query."""
    changes = TableChange.objects.filter(
        scoresheet__match__tournament=tournament, scoresheet__state__in=IN_FORCE, kind__in=GIVEN_AWAY
    )
    return frozenset(change["left"] for change in changes.values_list("told", flat=True))


def _drawn_seats(
    seats: QuerySet[Seat], in_public: PublicNames | None = None, names: dict[int, str] | None = None
) -> list[DrawnSeat]:
    """Return these seats. `names` are by start number; without them the seats must be of one match."""
    rows = seats.order_by("match__number", "scoresheet__table_number", "number").values_list(
        "match__number",
        "scoresheet__table_number",
        "number",
        "participant__start_number",
        "participant__last_name",
        "participant__first_name",
        "participant__club",
        "scoresheet__first_dealer",
        "scoresheet__scorekeeper",
        "scoresheet__state",
        "scoresheet__source",
    )
    apart = in_public.distinct_names if in_public else distinct_names
    names = names or apart((row[3], listed_name(row[4], row[5]), row[6]) for row in rows)
    return [
        DrawnSeat(
            match=match,
            table=table,
            number=seat,
            start_number=start_number,
            name=names[start_number],
            deals_first=seat == dealer,
            keeps_sheet=seat == keeper,
            # A sheet on paper stays open until it is typed, long after the players have left.
            playing=state == SheetState.OPEN and source == Source.LIVE,
            shown=in_public.naming_of(start_number) if in_public else ShownName.NAME,
        )
        for match, table, seat, start_number, _last, _first, _club, dealer, keeper, state, source in rows
    ]


def _exchanged(changes: QuerySet[TableChange]) -> dict[tuple[int, int, int], int]:
    """Return who now sits on each seat that was changed: (match, table, seat) -> participant."""
    sits = {}
    for match, table, change in changes.values_list("scoresheet__match__number", "scoresheet__table_number", "told"):
        sits[match, table, change["seat"]] = change["came"]
        # An exchange within one table is one change; between two tables each has its own.
        if change.get("other_table") == table:
            sits[match, table, change["other_seat"]] = change["left"]
    return sits


def _sittings(start_number: int, seats: list[DrawnSeat], moved: set[tuple[int, int, int]]) -> tuple[Sitting, ...]:
    own = sorted((seat for seat in seats if seat.start_number == start_number), key=lambda seat: -seat.match)
    # The next match may be drawn while this one is still being played: until it is complete, this seat comes first.
    now = next((seat for seat in reversed(own) if seat.playing), None)
    return tuple(
        Sitting(
            seat=seat,
            opponents=tuple(
                other
                for other in seats
                if (other.match, other.table) == (seat.match, seat.table) and other.number != seat.number
            ),
            moved=(seat.match, seat.table, seat.number) in moved,
        )
        for seat in sorted(own, key=lambda seat: seat is not now)
    )


def _by_name(seats: list[DrawnSeat]) -> tuple[DrawnSeat, ...]:
    marked = []
    initial = ""
    # Who is not there by name comes last, by start number.
    sorted_by = {seat.start_number: plain(seat.name) for seat in seats if seat.has_name}
    by = {number: (False, name) for number, name in sorted_by.items()}
    for seat in sorted(seats, key=lambda seat: (*by.get(seat.start_number, (True, "")), seat.start_number)):
        letter = sorted_by[seat.start_number][:1].upper() if seat.start_number in sorted_by else seat.letter
        marked.append(replace(seat, mark=letter) if letter != initial else seat)
        initial = letter
    return tuple(marked)
