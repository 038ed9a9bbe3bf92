"""Lines of the paper that wait for the supervisor, their content, and the decisions that need one tap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import IntegerField, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext as _

from scoring.endings import readings
from scoring.errors import ScoringError
from scoring.games import GameRecord, record_to_json
from scoring.points import score_game
from scoring.records import PaperPoints
from scoring.slips import nearest_games
from tournament.enums import PaperLineKind, SheetState
from tournament.models import Game, Match, Tournament
from tournament.models import PaperLine as PaperLineRow
from tournament.sheet.places import LinePlace
from tournament.sheet.state import PaperLine
from tournament.words import game_labels

# Nobody compares more than these with the paper; beyond them the supervisor types the right value.
MOST_PROPOSALS = 4

# The keys of decisions that are no game of the ruleset; AS_TYPED is a value that the supervisor types.
STRIKE, NOT_PLAYED, AS_WRITTEN, AS_TYPED = "struck", "not_played", "as_written", "typed"
# Closes all lines after the last game at once: the match had fewer games.
CLOSE_END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A decision that the supervisor can make on a line. `key` names it in a form.

    `record` is the game, None if the line counts 0. `points` are those of all seats as they would count. `reason` is
    what the sheet will say unless the supervisor writes another one.
    """

    key: str
    words: str
    points: tuple[int, ...]
    reason: str
    record: GameRecord | None = None


def waiting_rows(tournament: Tournament) -> QuerySet[PaperLineRow]:
    """Return the rows of all lines of a tournament that wait for the supervisor."""
    rows = PaperLineRow.objects.filter(closed_at=None, scoresheet__match__tournament=tournament)
    return rows.filter(scoresheet__state=SheetState.OPEN)


def waiting_paper_lines(tournament: Tournament, match: Match | None = None) -> list[PaperLineRow]:
    """Return all lines of a tournament, or of one match, that wait for the supervisor, sheet by sheet. One query.

    Each with the number of the `last_game` of its sheet, 0 if there is none, and how many deals were `thrown_in` in
    the games before it.
    """
    games = Game.objects.filter(scoresheet=OuterRef("scoresheet")).order_by().values("scoresheet")
    thrown_in = games.filter(number__lt=OuterRef("number")).annotate(
        found=Sum(Cast(KeyTextTransform("passed", "record"), IntegerField()))
    )
    rows = waiting_rows(tournament).annotate(
        last_game=Coalesce(Subquery(games.annotate(found=Max("number")).values("found")), 0),
        thrown_in=Coalesce(Subquery(thrown_in.values("found")), 0),
    )
    if match is not None:
        rows = rows.filter(scoresheet__match=match)
    found = rows.select_related("scoresheet__match", "typed_by")
    lines: list[Any] = list(found.order_by("scoresheet__match__number", "scoresheet__table_number", "number"))
    for line in lines:
        line.scoresheet.match.tournament = tournament
    return lines


def proposals(
    paper: PaperLine, place: LinePlace, ending: Sequence[int], names: Sequence[str] = game_labels.SEATS
) -> list[Proposal]:
    """Return what can be decided on this line of the paper, the likeliest first. No query.

    `ending`: the lines after the last game, as `unplayed` returns them.

    If the values are no game: the games nearest to them. If the line is struck on the paper: strike it, or let it
    count as it stands. If it is empty: not played, together with all lines after it if no game follows. If it is
    unreadable: strike it, or not played.
    """
    zeros = (0,) * place.seats
    strike = Proposal(key=STRIKE, words=_("Strike the game"), points=zeros, reason=_reason(paper))
    not_played = Proposal(key=NOT_PLAYED, words=_("Not played"), points=zeros, reason=_reason(paper))
    match paper.kind:
        case PaperLineKind.NO_GAME:
            return [*_nearest(paper, place, names), strike]
        case PaperLineKind.STRUCK:
            return [strike, *_as_it_stands(paper, place, names)]
        case PaperLineKind.UNREADABLE:
            return [strike, not_played]
    return [*_end(paper, zeros, ending), not_played]


def why_it_counts(paper: PaperLine) -> str:
    """Return the usual reason for writing a game in this line."""
    return _("Struck on paper, but it counts") if paper.kind == PaperLineKind.STRUCK else _reason(paper)


def usual_reason(choices: Sequence[Proposal]) -> str:
    """Return the words of a form for the reason that an empty field stands for."""
    reasons = {proposal.reason for proposal in choices}
    return reasons.pop() if len(reasons) == 1 else _("as fits what you choose")


def _reason(paper: PaperLine) -> str:
    return str(paper.kind.label)


def _end(paper: PaperLine, zeros: tuple[int, ...], lines: Sequence[int]) -> Iterator[Proposal]:
    if len(lines) > 1 and lines[0] > 1 and paper.number in lines:
        words = _("Close the sheet with %(games)s games: %(lines)s not played") % {
            "games": lines[0] - 1,
            "lines": f"{lines[0]}–{lines[-1]}",
        }
        yield Proposal(key=CLOSE_END, words=words, points=zeros, reason=_reason(paper))


def _as_it_stands(paper: PaperLine, place: LinePlace, names: Sequence[str]) -> Iterator[Proposal]:
    if paper.record is None:
        return
    words = game_labels.describe(place.ruleset, record_to_json(paper.record), names)
    yield Proposal(
        key=AS_WRITTEN,
        words=_("Let it count: %(game)s") % {"game": words},
        points=paper.written or (),
        reason=why_it_counts(paper),
        record=paper.record,
    )


def _nearest(paper: PaperLine, place: LinePlace, names: Sequence[str]) -> list[Proposal]:
    """Return the possible games nearest to the values on the paper."""
    ways = readings(place.ruleset, place.seats, place.sits_out())
    nearest: list[Proposal] = []
    for points in nearest_games(paper.written or (), ways):
        nearest += (one for one in games_of(place, points, names, _reason(paper)) if one not in nearest)
    return nearest[:MOST_PROPOSALS]


def games_of(place: LinePlace, points: tuple[int, ...], names: Sequence[str], reason: str) -> Iterator[Proposal]:
    """Yield the games with these points: one for each soloist that a circle could mean."""
    circles = {way.circled for way in readings(place.ruleset, place.seats, place.sits_out()).get(points, ())}
    for circled in sorted(circles, key=lambda seat: seat or 0):
        record = place.put(GameRecord(paper=PaperPoints(written=points, circled=circled if len(circles) > 1 else None)))
        if _possible(place, record):
            yield Proposal(
                key=" ".join(map(str, points)) + (f" *{circled}" if record.paper.circled else ""),
                words=game_labels.describe(place.ruleset, record_to_json(record), names),
                points=points,
                reason=reason,
                record=record,
            )


def _possible(place: LinePlace, record: GameRecord) -> bool:
    try:
        score_game(place.ruleset, record.placed(first=True if place.first else None))
    except ScoringError:
        return False
    return True
