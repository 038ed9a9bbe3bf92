"""Hints of irregularities in words, for supervisors and the management only: what stands out, never a verdict."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.hints import FALSE_ALARMS, Hint, HintGame, HintKind, hints, plain_loss
from tournament.enums import SheetState, Source
from tournament.models import Game, Tournament
from tournament.selectors.recount import evaluated_sheets
from tournament.selectors.seat_totals import SeatTotals, seat_totals
from tournament.words import labels

TITLES: Mapping[HintKind, object] = {
    HintKind.HOPELESS: gettext_lazy("Hopeless Solos at the same opponent’s table"),
    HintKind.CIRCLING: gettext_lazy("Many points between two players"),
    HintKind.LATE: gettext_lazy("Many late Solos"),
    HintKind.FAST: gettext_lazy("Games written very fast"),
    HintKind.OUTLIER: gettext_lazy("A sheet far from the others"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHint:
    """A hint in words: the title, what stands out, the sheets as (match, table), and how often it is a false alarm."""

    title: str
    words: str
    sheets: tuple[tuple[int, int], ...]
    false_alarms: str


def told_hints(tournament: Tournament) -> list[ToldHint]:
    """Return what stands out in the tournament so far. Four queries; void sheets and totals alone are left out."""
    seats = seat_totals(tournament)
    names = {seat.participant: seat.name for seat in seats}
    return [_told(found, names) for found in hints(hint_games(tournament, seats))]


def hint_games(tournament: Tournament, seats: list[SeatTotals]) -> list[HintGame]:
    """Return the games that count, with their players. Three queries."""
    ruleset = tournament.ruleset
    players: dict[tuple[int, int], list[int]] = {}
    for seat in sorted(seats, key=lambda seat: seat.seat):
        if seat.state != SheetState.VOID:
            players.setdefault((seat.match, seat.table), []).append(seat.participant)
    live = Game.objects.filter(scoresheet__match__tournament=tournament, source=Source.LIVE)
    place = ("scoresheet__match__number", "scoresheet__table_number", "number")
    times = {(match, table, number): at for match, table, number, at in live.values_list(*place, "written_at")}
    found = []
    for (match, table), sheet in evaluated_sheets(tournament, seats).items():
        seated = tuple(players.get((match, table), ()))
        for line in sheet.lines if seated else ():
            if line.score is None or line.struck or not any(line.points):
                continue
            alone = line.score.soloist
            paid = -line.points[alone - 1] if alone else 0
            at = times.get((match, table, line.no))
            found.append(
                HintGame(
                    match=match,
                    table=table,
                    number=line.no,
                    players=seated,
                    points=line.points,
                    soloist=seated[alone - 1] if alone else None,
                    hopeless=paid > plain_loss(ruleset, len(seated), line.sits_out),
                    at=at.timestamp() if at else None,
                    games=ruleset.games(len(seated)),
                )
            )
    return found


def _told(found: Hint, names: Mapping[int, str]) -> ToldHint:
    told = {
        "who": names.get(found.players[0], "–") if found.players else "",
        "other": names.get(found.players[1], "–") if len(found.players) > 1 else "",
        "figure": found.figure,
        "games": ", ".join(labels.ranges([number for _match, _table, number in found.games])),
    }
    words = {
        HintKind.HOPELESS: _("%(who)s lost %(figure)s Solos dearly, each time with %(other)s at the table."),
        HintKind.CIRCLING: _("In several matches very many points went between %(who)s and %(other)s: %(figure)s."),
        HintKind.LATE: _("%(who)s played %(figure)s Solos in the last quarter of the match (games %(games)s)."),
        HintKind.FAST: _("%(figure)s games were written within two minutes, one after the other (games %(games)s)."),
        HintKind.OUTLIER: _("On this sheet %(figure)s points were won in all, far from what the other tables have."),
    }[found.kind]
    alarms = _("Appeared in %(count)s of 1,000 simulated honest tournaments with 40 players.")
    return ToldHint(
        title=str(TITLES[found.kind]),
        words=words % told,
        sheets=found.sheets,
        false_alarms=alarms % {"count": FALSE_ALARMS[found.kind]},
    )
