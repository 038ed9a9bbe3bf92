"""Double entry: what a second person typed of a sheet, blind, and where it differs from the first entry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.games import GameRecord, record_from_json
from scoring.ruleset import Ruleset
from tournament.enums import SheetState, Source
from tournament.models import Event, Game, Match, Scoresheet, SecondLine, User
from tournament.selectors.scoresheets import SheetView, blind_view
from tournament.selectors.sheet_rows import Actors, sheet_rows
from tournament.selectors.sheets import sheet_state
from tournament.sheet import places
from tournament.sheet.actors import Actor
from tournament.sheet.acts import second_entry as heart
from tournament.sheet.loading import table_change
from tournament.sheet.places import LinePlace
from tournament.sheet.state import Sheet, WrittenGame
from tournament.words import game_labels

# The event that a login looked at the first entry before the second was finished; it may not type the second.
LOOKED = "second.looked"


TO_BE_TYPED = (SheetState.OPEN, SheetState.COMPLETE)
_TYPED_TWICE = Exists(SecondLine.objects.filter(scoresheet=OuterRef("scoresheet"), number=OuterRef("number")))


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingLine:
    """A line that two people typed differently, in words and, if those omit them, points; with both names.

    `first_command` and `second_command` wrote the two lines: a form that settles them names what its page showed.
    """

    number: int
    first_command: str
    second_command: str
    first: str
    second: str
    first_initialled: bool
    second_initialled: bool
    first_points: tuple[int, ...]
    second_points: tuple[int, ...]
    first_name: str
    second_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondEntry:
    """How far the second entry is. `wanted` are the lines to be typed twice, `untyped` those still missing.

    `first_names` and `second_names` are the typists. Differences are shown only once nothing is untyped: until then
    the second entry is blind.
    """

    wanted: tuple[int, ...]
    untyped: tuple[int, ...]
    differences: tuple[DifferingLine, ...]
    first_names: tuple[str, ...]
    second_names: tuple[str, ...]

    @property
    def typed(self) -> int:
        return len(self.wanted) - len(self.untyped)

    @property
    def agrees(self) -> bool:
        return not self.untyped and not self.differences


def second_lines(scoresheet: Scoresheet) -> list[SecondLine]:
    """Return the lines of the second entry with who typed them. One query."""
    return list(scoresheet.second_lines.select_related("typed_by"))


def second_entry(
    scoresheet: Scoresheet, sheet: Sheet, names: Sequence[str], lines: Sequence[SecondLine] | None = None
) -> SecondEntry | None:
    """Return what the desk's page says of the second entry of a `sheet`; None without double entry.

    Two queries, one if the `lines` are known.
    """
    if not scoresheet.match.tournament.double_entry:
        return None
    to_type = heart.lines_to_type(sheet)
    untyped = tuple(number for number in to_type if number not in sheet.second_entry)
    games = {game.number: game for game in scoresheet.games.select_related("login", "device__scoresheet")}
    typed = {line.number: line for line in (second_lines(scoresheet) if lines is None else lines)}
    differing = () if untyped else heart.open_lines(sheet)
    return SecondEntry(
        wanted=to_type,
        untyped=untyped,
        differences=tuple(_difference(sheet, games[number], typed[number], names) for number in differing),
        first_names=_names(games[number].actor_name for number in to_type),
        second_names=_names(line.typed_by.full_name for line in typed.values()),
    )


def second_view(scoresheet: Scoresheet, lines: Sequence[SecondLine]) -> SheetView:
    """Return the sheet as the second person sees it: only these lines, each game approved. Four queries."""
    actors = Actors(logins={line.typed_by_id: line.typed_by.full_name for line in lines})
    games = {
        line.number: WrittenGame(
            record=record_from_json(line.record).decided(approved=True),
            source=Source.PAPER,
            command=line.command,
            by=Actor(login=line.typed_by_id),
            at=line.typed_at,
        )
        for line in lines
    }
    rows = sheet_rows([scoresheet], {}, ("changes",), actors)[scoresheet.pk]
    blind = replace(
        sheet_state(scoresheet),
        games=games,
        paper_lines=(),
        totals=None,
        signatures=(),
        refusals=(),
        changes=tuple(map(table_change, rows.changes)),
    )
    return blind_view(scoresheet, blind, actors)


def second_line_place(scoresheet: Scoresheet, number: int) -> LinePlace:
    """Return the place of a line as it follows from the second person's own lines above it. One query."""
    place = places.second_place(sheet_state(scoresheet), number)
    return replace(place, tariff=scoresheet.match.tournament.tariff)


def is_blind_view(scoresheet: Scoresheet, user: User) -> bool:
    """Return whether the sheet is hidden from this login: it waits for its second entry, which this login may type.

    One query, none without double entry.
    """
    return scoresheet.match.tournament.double_entry and heart.is_blind_for(sheet_state(scoresheet), user.pk)


def waiting_second(match: Match, user: User | None = None) -> tuple[int, ...]:
    """Return the tables with lines that nobody has typed a second time; for a user, those whose lines they do not know.

    No query without double entry, else one; two for a user.
    """
    if not match.tournament.double_entry:
        return ()
    games = _first().filter(scoresheet__match=match, scoresheet__state__in=TO_BE_TYPED)
    rows = list(games.values_list("scoresheet__table_number", "login", _TYPED_TWICE))
    mine = {table for table, writer, _twice in rows if user and writer == user.pk}
    if user:
        looked = Event.objects.filter(scoresheet__match=match, kind=LOOKED, actor=user)
        mine.update(looked.values_list("scoresheet__table_number", flat=True))
    return tuple(sorted({table for table, _writer, twice in rows if not twice} - mine))


def waits_second(sheet: str) -> Exists:
    """Annotate each row of a query with whether the sheet in this column has a line that was typed only once."""
    return Exists(_first().filter(~_TYPED_TWICE, scoresheet=OuterRef(sheet), scoresheet__state__in=TO_BE_TYPED))


def _first() -> QuerySet[Game]:
    """The lines of many sheets that must be typed twice, as `wanted` in sheet/acts/second_entry.py decides."""
    by_device = Game.objects.filter(scoresheet=OuterRef("scoresheet"), device__isnull=False)
    typed = Q(source=Source.PAPER) | ~Exists(by_device)
    return Game.objects.filter(typed, supervisor=None, corrections=None)


def _difference(sheet: Sheet, game: Game, line: SecondLine, names: Sequence[str]) -> DifferingLine:
    ruleset, number = sheet.ruleset, game.number
    first, second = sheet.games[number], sheet.second_entry[number]
    return DifferingLine(
        number=number,
        first_command=first.command,
        second_command=second.command or line.command,
        first=game_labels.describe(ruleset, game.record, names),
        second=_words(ruleset, line.record, names),
        first_initialled=heart.initialled(first),
        second_initialled=bool(second.record.decision.approved),
        first_points=_points(ruleset, number, first.record),
        second_points=_points(ruleset, number, second.record),
        first_name=game.actor_name,
        second_name=line.typed_by.full_name,
    )


def _words(ruleset: Ruleset, record: dict[str, object], names: Sequence[str]) -> str:
    """Return what the second person typed, and say so if the line is no game."""
    words = game_labels.describe(ruleset, record, names)
    return _("struck or no game on paper: %(text)s") % {"text": words} if record.get("struck") else words


def _points(ruleset: Ruleset, number: int, record: GameRecord) -> tuple[int, ...]:
    """Return the points if the words do not give them; the words of a line typed as values do."""
    meaning = None if record.paper.written is not None else heart.meaning(ruleset, number, record)
    return meaning[0][0] if meaning else ()


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
