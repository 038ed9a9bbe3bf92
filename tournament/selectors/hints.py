"""Hints of irregularities in words, for supervisors and the management only. A hint is never a verdict."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games import check_game, record_from_json
from scoring.hints import FALSE_ALARMS, Hint, HintGame, HintKind, hints, plain_loss
from scoring.points import score_game
from scoring.ruleset import Ruleset
from scoring.sheets import dealer_of
from tournament.enums import SheetState, Source
from tournament.models import Game, Tournament
from tournament.sheet.rows import POINTS
from tournament.standings.selectors.seat_totals import SeatTotals, seat_totals
from tournament.words import labels

TITLES: Mapping[HintKind, object] = {
    HintKind.HOPELESS: gettext_lazy("Hopeless Solos at the same opponent’s table"),
    HintKind.CIRCLING: gettext_lazy("Many points between two players"),
    HintKind.LATE: gettext_lazy("Many late Solos"),
    HintKind.FAST: gettext_lazy("Games written very fast"),
    HintKind.OUTLIER: gettext_lazy("A sheet far from the others"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HintView:
    """A hint in words: the title, the irregularity, the sheets as (match, table), and how often it is a false alarm."""

    title: str
    words: str
    sheets: tuple[tuple[int, int], ...]
    false_alarms: str


def hint_views(tournament: Tournament) -> list[HintView]:
    """Return the irregularities of the tournament so far. Two queries; void sheets and totals alone are left out."""
    seats = seat_totals(tournament)
    names = {seat.participant: seat.name for seat in seats}
    return [_in_words(hint, names) for hint in hints(list(hint_games(tournament, seats)))]


def hint_games(tournament: Tournament, seats: Iterable[SeatTotals]) -> Iterator[HintGame]:
    """Yield the games that count, with their players, sheet by sheet. One query."""
    players: dict[tuple[int, int], list[int]] = {}
    for one in sorted(seats, key=lambda one: one.seat):
        if one.state != SheetState.VOID:
            players.setdefault((one.match, one.table), []).append(one.participant)
    ruleset = tournament.ruleset
    look_up = _Soloists(ruleset)
    for place, rows in groupby(_rows(tournament), key=itemgetter(0, 1)):
        seated, thrown_in = tuple(players.get(place, ())), 0
        for match, table, number, first_dealer, source, record, written_at, *columns in rows if seated else ():
            points = tuple(columns[: len(seated)])
            dealer = None
            if len(seated) > ruleset.players:
                # 2.4.15: the dealer sits out, and redeals move the dealers of all later games.
                thrown_in += json.loads(record).get("passed") or 0
                dealer = dealer_of(ruleset, number, seats=len(seated), first_dealer=first_dealer, thrown_in=thrown_in)
            if not any(points):
                continue
            seat, sits_out = look_up.soloist(record, number == 1, match, len(seated), dealer)
            paid = -points[seat - 1] if seat else 0
            yield HintGame(
                match,
                table,
                number,
                seated,
                points,
                soloist=seated[seat - 1] if seat else None,
                hopeless=paid > 0 and paid > plain_loss(ruleset, len(seated), sits_out),
                at=_seconds(written_at) if source == Source.LIVE else None,
                games=ruleset.games(len(seated)),
            )


def _rows(tournament: Tournament) -> Iterable[tuple[Any, ...]]:
    """Return the lines in their order. Records and moments are text: reading 10,000 of them through Django takes three
    times as long, and most records occur many times."""
    rows = Game.objects.filter(scoresheet__match__tournament=tournament)
    return rows.order_by("scoresheet__match__number", "scoresheet__table_number", "number").values_list(
        "scoresheet__match__number",
        "scoresheet__table_number",
        "number",
        "scoresheet__first_dealer",
        "source",
        Cast("record", TextField()),
        Cast("written_at", TextField()),
        *POINTS,
    )


def _seconds(moment: str) -> float:
    """Return the second of a moment as the database writes it, which is UTC if it names no zone."""
    time = datetime.fromisoformat(moment)
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()


class _Soloists:
    """The soloist of each record: each record is scored once, however often it occurs."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.known: dict[tuple[object, ...], tuple[int | None, int | None]] = {}

    def soloist(
        self, record: str, first: bool, match: int, seats: int, dealer: int | None
    ) -> tuple[int | None, int | None]:
        """Return the seat that played alone, if one did, and the seat that sat out: the dealer, if one is given."""
        key = record, first, match, seats, dealer
        if key not in self.known:
            self.known[key] = self._scored(*key)
        return self.known[key]

    def _scored(
        self, text: str, first: bool, match: int, seats: int, dealer: int | None
    ) -> tuple[int | None, int | None]:
        record = record_from_json(json.loads(text))
        sits_out = dealer or record.place.sits_out
        placed = record.placed(first=first, match=match, seats=seats, sits_out=sits_out)
        score = None if check_game(self.ruleset, placed) else score_game(self.ruleset, placed)
        return score.soloist if score else None, sits_out


def _in_words(hint: Hint, names: Mapping[int, str]) -> HintView:
    phrases = {
        "who": names.get(hint.players[0], "–") if hint.players else "",
        "other": names.get(hint.players[1], "–") if len(hint.players) > 1 else "",
        "figure": hint.figure,
        "games": ", ".join(labels.ranges([number for _match, _table, number in hint.games])),
    }
    words = {
        HintKind.HOPELESS: _("%(who)s lost %(figure)s Solos dearly, each time with %(other)s at the table."),
        HintKind.CIRCLING: _("In several matches very many points went between %(who)s and %(other)s: %(figure)s."),
        HintKind.LATE: _("%(who)s played %(figure)s Solos in the last quarter of the match (games %(games)s)."),
        HintKind.FAST: _("%(figure)s games were written within two minutes, one after the other (games %(games)s)."),
        HintKind.OUTLIER: _("On this sheet %(figure)s points were won in all, far from what the other tables have."),
    }[hint.kind]
    alarms = _("Appeared in %(count)s of 1,000 simulated honest tournaments with 40 players.")
    return HintView(
        title=str(TITLES[hint.kind]),
        words=words % phrases,
        sheets=hint.sheets,
        false_alarms=alarms % {"count": FALSE_ALARMS[hint.kind]},
    )
