"""Double entry: what a second person typed of a sheet, blind, and where it is not what the first one typed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.games import GameRecord, record_from_json
from scoring.points import score_game
from scoring.ruleset import Ruleset
from tournament.enums import ApprovalState, SheetState, Source
from tournament.models import Event, Game, Match, Scoresheet, SecondLine, User
from tournament.selectors.records import Place, evaluate_records, game_records, place_below
from tournament.selectors.scoresheets import SheetView, blind_view
from tournament.words import game_labels

# The event that somebody looked at the first entry before the second one was finished: who did types no second one.
LOOKED = "second.looked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A line that two people typed differently, in words and, where these do not say them, points; with both names.

    `first_id` and `second_id` are the game and the second line: whoever settles them names what the page showed.
    """

    number: int
    first_id: int
    second_id: int
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
    """How far the second entry is. `wanted` are the lines to be typed twice, `untyped` those that nobody has yet.

    `first_names` and `second_names` are who typed. Differences are told only once nothing is untyped: until then the
    second entry is blind.
    """

    wanted: tuple[int, ...]
    untyped: tuple[int, ...]
    differences: tuple[Difference, ...]
    first_names: tuple[str, ...]
    second_names: tuple[str, ...]

    @property
    def typed(self) -> int:
        return len(self.wanted) - len(self.untyped)

    @property
    def agrees(self) -> bool:
        return not self.untyped and not self.differences


def open_lines(scoresheet: Scoresheet) -> tuple[int, ...]:
    """The lines whose second entry is missing or another, in order; none without double entry. 3 queries at most."""
    if not scoresheet.match.tournament.double_entry:
        return ()
    wanted, second = _wanted(scoresheet), _second(scoresheet)
    ruleset = scoresheet.match.tournament.ruleset
    return tuple(game.number for game in wanted if not _agree(ruleset, game, second.get(game.number)))


def second_entry(scoresheet: Scoresheet, names: Sequence[str]) -> SecondEntry | None:
    """What the desk's page says of the second entry; None without double entry. 4 queries at most."""
    if not scoresheet.match.tournament.double_entry:
        return None
    ruleset = scoresheet.match.tournament.ruleset
    wanted, second = _wanted(scoresheet), _second(scoresheet)
    untyped = tuple(game.number for game in wanted if game.number not in second)
    differing = [game for game in wanted if not untyped and not _agree(ruleset, game, second[game.number])]
    return SecondEntry(
        wanted=tuple(game.number for game in wanted),
        untyped=untyped,
        differences=tuple(_difference(ruleset, game, second[game.number], names) for game in differing),
        first_names=_names(game.writer.full_name for game in wanted),
        second_names=_names(line.typed_by.full_name for line in second.values()),
    )


def second_view(scoresheet: Scoresheet) -> SheetView:
    """The sheet as the second person sees it: the own lines alone, every game counted as approved. 6 queries."""
    games = [
        Game(
            pk=line.pk,
            scoresheet=scoresheet,
            number=line.number,
            record={name: value for name, value in line.record.items() if name != "approved"},
            source=Source.PAPER,
            written_by=line.typed_by,
            written_at=line.typed_at,
        )
        for line in scoresheet.second_lines.select_related("typed_by")
    ]
    ruleset, seats = scoresheet.match.tournament.ruleset, scoresheet.seats.count()
    records = game_records(games, {}, ruleset.games(seats))
    approved = [record and replace(record, approved=True) for record in records]
    return blind_view(scoresheet, games, evaluate_records(scoresheet, approved, seats=seats))


def second_place(scoresheet: Scoresheet, number: int) -> Place:
    """The place of a line by the second person's own lines above it. 2 queries."""
    before = scoresheet.second_lines.filter(number__lt=number)
    return place_below(scoresheet, number, before.values_list("record", flat=True))


def typed_first(scoresheet: Scoresheet, user: User) -> bool:
    """Whether this login typed lines of the first entry that are to be typed twice, or set one aside. 3 queries."""
    return any(game.written_by_id == user.pk for game in _wanted(scoresheet)) or _set_aside(scoresheet, user)


def looked_first(scoresheet: Scoresheet, user: User) -> bool:
    """Whether this login chose to see the first entry while the second one was missing. One query."""
    return Event.objects.filter(scoresheet=scoresheet, kind=LOOKED, actor=user).exists()


def is_blind_for(scoresheet: Scoresheet, user: User) -> bool:
    """Whether this login is not shown the sheet: it waits for its second entry and this login may type it.

    A sheet that the first entry has not filled is still shown to whom goes on with it, but to nobody who has begun the
    second one. 10 queries at most, none without double entry.
    """
    if not scoresheet.match.tournament.double_entry or scoresheet.state not in (SheetState.OPEN, SheetState.COMPLETE):
        return False
    wanted, second = _wanted(scoresheet), _second(scoresheet)
    if all(game.number in second for game in wanted) or any(game.written_by_id == user.pk for game in wanted):
        return False
    if _set_aside(scoresheet, user):
        return False
    taken = scoresheet.games.count() + scoresheet.paper_lines.filter(closed_at=None).count()
    full = taken == scoresheet.match.tournament.ruleset.games(scoresheet.seats.count())
    begun = any(line.typed_by_id == user.pk for line in second.values())
    return (full or begun) and not looked_first(scoresheet, user)


def _set_aside(scoresheet: Scoresheet, user: User) -> bool:
    return scoresheet.paper_lines.filter(typed_by=user).exists()


def is_no_game(record: GameRecord) -> bool:
    """Whether a line of the second entry says that the paper has no game there: struck, unreadable or empty."""
    return bool(record.struck or record.unplayed)


def typed_second(scoresheet: Scoresheet, user: User) -> bool:
    """Whether this login typed lines of the second entry. One query."""
    return scoresheet.second_lines.filter(typed_by=user).exists()


def waiting_second(match: Match, user: User | None = None) -> tuple[int, ...]:
    """The tables with lines that nobody typed a second time yet; for a login, those it does not know yet.

    None without double entry, else 2 queries, for a login 3.
    """
    if not match.tournament.double_entry:
        return ()
    games = _first().filter(scoresheet__match=match, scoresheet__state__in=[SheetState.OPEN, SheetState.COMPLETE])
    mine: set[int] = set()
    lines: set[tuple[int, int]] = set()
    for table, number, writer in games.values_list("scoresheet__table_number", "number", "written_by"):
        lines.add((table, number))
        if user and writer == user.pk:
            mine.add(table)
    typed = SecondLine.objects.filter(scoresheet__match=match)
    lines -= set(typed.values_list("scoresheet__table_number", "number"))
    if user:
        looked = Event.objects.filter(scoresheet__match=match, kind=LOOKED, actor=user)
        mine.update(looked.values_list("scoresheet__table_number", flat=True))
    return tuple(sorted({table for table, _number in lines} - mine))


def is_entry(scoresheet: Scoresheet) -> bool:
    """Whether a line that a login types there now is to be typed twice, as `_first` says. One query at most."""
    return scoresheet.source != Source.LIVE or not scoresheet.games.filter(device__isnull=False).exists()


def _first() -> QuerySet[Game]:
    """The lines that are to be typed twice: from paper, and of a live sheet that no device has written a line of.

    A sheet is live as soon as a device is enrolled, which the desk can do by itself: what logins alone have typed is an
    entry all the same. Where the table does write, the desk takes in what it reads out; there is no paper to type that
    from again. No ruling, correction or sanction of a supervisor is typed twice.
    """
    by_device = Game.objects.filter(scoresheet=OuterRef("scoresheet"), device__isnull=False)
    typed = Q(source=Source.PAPER) | ~Exists(by_device)
    return Game.objects.filter(typed, supervisor=None, corrections=None)


def _wanted(scoresheet: Scoresheet) -> list[Game]:
    games = _first().filter(scoresheet=scoresheet)
    return list(games.select_related("written_by").prefetch_related("approvals").order_by("number"))


def _second(scoresheet: Scoresheet) -> dict[int, SecondLine]:
    return {line.number: line for line in scoresheet.second_lines.select_related("typed_by")}


def _agree(ruleset: Ruleset, game: Game, line: SecondLine | None) -> bool:
    """Whether both mean the same game, whichever way it was typed."""
    if line is None:
        return False
    if is_no_game(record_from_json(line.record)):
        return False  # the first entry has a game here
    if _asks_for_initials(game) and bool(line.record.get("approved")) != initialled(game):
        return False
    first, second = _meaning(ruleset, game.number, game.record), _meaning(ruleset, line.number, line.record)
    if first is None or second is None or first[0] != second[0]:
        return False
    # Points leave open who declared a Rufer: what only one of them says is no difference.
    return all(mine == theirs or None in (mine, theirs) for mine, theirs in zip(first[1], second[1], strict=True))


def initialled(game: Game) -> bool:
    """Whether the first person typed that the paper bears a supervisor's initials (5.2.14, 5.2.16)."""
    return any(row.on_paper and row.state == ApprovalState.GRANTED for row in game.approvals.all())


def _asks_for_initials(game: Game) -> bool:
    """Whether such a game waits for an approval or has one from paper; what a supervisor decided here stands."""
    rows = [row for row in game.approvals.all() if row.state != ApprovalState.WITHDRAWN]
    return any(row.on_paper or row.state == ApprovalState.REQUESTED for row in rows)


def _meaning(
    ruleset: Ruleset, number: int, record: dict[str, object]
) -> tuple[tuple[object, ...], tuple[object, ...]] | None:
    """(what must be the same, what must be the same where both say it); None where it is no game here."""
    played = replace(record_from_json(record), struck=None, approved=None, first=True if number == 1 else None)
    try:
        score = score_game(ruleset, replace(played, passed=None))
    except ScoringError:
        return None
    return (score.points, score.circled, played.passed or 0), (score.soloist, score.counts_as)


def _difference(ruleset: Ruleset, game: Game, line: SecondLine, names: Sequence[str]) -> Difference:
    return Difference(
        number=game.number,
        first_id=game.pk,
        second_id=line.pk,
        first=game_labels.describe(ruleset, game.record, names),
        second=_words(ruleset, line.record, names),
        first_initialled=initialled(game),
        second_initialled=bool(line.record.get("approved")),
        first_points=_points(ruleset, game.number, game.record),
        second_points=_points(ruleset, game.number, line.record),
        first_name=game.writer.full_name,
        second_name=line.typed_by.full_name,
    )


def _words(ruleset: Ruleset, record: dict[str, object], names: Sequence[str]) -> str:
    """What the second person typed; a line that is no game says so."""
    words = game_labels.describe(ruleset, record, names)
    return _("struck or no game on paper: %(text)s") % {"text": words} if record.get("struck") else words


def _points(ruleset: Ruleset, number: int, record: dict[str, object]) -> tuple[int, ...]:
    """The points that the words do not say: a line of all values is told by them."""
    meaning = None if "written" in record else _meaning(ruleset, number, record)
    return meaning[0][0] if meaning else ()  # type: ignore[return-value]


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
