"""The choosing of prizes as it stands: whose turn it is, what is left, and what keeps it from going on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Prize, PrizeAct, Tournament
from tournament.prizes.kinds import Criterion, PerHead, PrizeActKind
from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.rows import prizes_of
from tournament.prizes.turns import Act, Turns, turns_of
from tournament.refusals import Refused
from tournament.selectors.kept_standings import kept_standings
from tournament.selectors.standings import Standings, StandingsLine
from tournament.selectors.standings_documents import is_final, ranking_hash

ALLOWED = "prize.choosing_allowed"
# These acts are about whose turn it is; the others are about handing out.
OF_TURNS = frozenset({PrizeActKind.CHOSEN, PrizeActKind.LATER, PrizeActKind.ABSENT, PrizeActKind.WAIVED})
LAST_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """The choosing. `acts` are those about turns that stand, the newest first; `obstacle` says why it cannot go on."""

    tournament: Tournament
    turns: Turns
    lines: Mapping[int, StandingsLine]
    prizes: Mapping[int, Prize]
    acts: tuple[PrizeAct, ...]
    barred: Mapping[int, frozenset[int]]
    """The prizes that somebody may not choose, by participant: one a head, and they have it."""
    obstacle: Refused | None
    may_go_on: bool
    """Whether the management may decide to choose nevertheless."""

    @property
    def turn(self) -> StandingsLine | None:
        return self.lines[self.turns.turn] if self.turns.turn is not None else None

    @property
    def next_ones(self) -> list[StandingsLine]:
        return [self.lines[key] for key in self.turns.next_ones]

    @property
    def left(self) -> list[Prize]:
        return [self.prizes[key] for key in self.turns.left]

    @property
    def later(self) -> list[StandingsLine]:
        return [self.lines[key] for key in self.turns.later]

    @property
    def absent(self) -> list[StandingsLine]:
        return [self.lines[key] for key in self.turns.absent]

    @property
    def waived(self) -> list[StandingsLine]:
        return [self.lines[key] for key in self.turns.waived]

    @property
    def last_acts(self) -> tuple[PrizeAct, ...]:
        return self.acts[:LAST_SHOWN]

    @property
    def begun(self) -> bool:
        return bool(self.acts)

    @property
    def is_over(self) -> bool:
        return self.begun and self.turns.turn is None


def choosing_of(tournament: Tournament, standings: Standings | None = None) -> Choosing:
    """Return the choosing of the prizes of Criterion.CHOICE. Two queries, one more while the ranking is not final, and
    those of kept_standings; those of awards_of where one may get only one prize.
    """
    standings = kept_standings(tournament) if standings is None else standings
    found = Prize.objects.filter(tournament=tournament, criterion=Criterion.CHOICE).select_related("group", "picture")
    prizes = {prize.pk: prize for prize in found.defer("picture__data")}
    rows = PrizeAct.objects.filter(tournament=tournament, undone_at=None, kind__in=OF_TURNS)
    acts = [
        row for row in rows.select_related("participant", "prize", "acted_by").order_by("pk") if _about(row, prizes)
    ]
    lines = {line.participant: line for line in standings.lines}
    barred = _barred(tournament, standings, list(prizes.values()))
    order = [line.participant for line in standings.lines if line.place is not None]
    obstacle, may_go_on = _obstacle(tournament, standings, prizes)
    return Choosing(
        tournament=tournament,
        turns=turns_of(order, list(prizes), [Act(row.kind, row.participant_id, row.prize_id) for row in acts], barred),
        lines=lines,
        prizes=prizes,
        acts=tuple(reversed(acts)),
        barred=barred,
        obstacle=obstacle,
        may_go_on=may_go_on,
    )


def _barred(tournament: Tournament, standings: Standings, choices: Sequence[Prize]) -> dict[int, frozenset[int]]:
    """Return whom prizes are closed to: one may get one prize of their group, or of all such groups, and has got it."""
    ruled = [prize for prize in choices if prize.group.per_head != PerHead.SEVERAL]
    if not ruled:
        return {}
    prizes = {prize.pk: prize for prize in prizes_of(tournament)}
    barred: dict[int, frozenset[int]] = {}
    for award in awards_of(tournament, standings, list(prizes.values())).awards:
        if award.reason.criterion != Criterion.CHOICE:
            closed = {prize.pk for prize in ruled if _one_a_head(prize, prizes[award.prize])}
            barred[award.participant] = barred.get(award.participant, frozenset()) | closed
    return barred


def _one_a_head(choice: Prize, had: Prize) -> bool:
    """Whether who had this prize may not choose that one; the group of the choice has one a head in some way."""
    if choice.group.per_head == PerHead.ONE_OVERALL:
        return had.group.per_head == PerHead.ONE_OVERALL
    return choice.group_id == had.group_id


def _about(row: PrizeAct, prizes: Mapping[int, Prize]) -> bool:
    return row.prize_id is None or row.prize_id in prizes


def _obstacle(tournament: Tournament, standings: Standings, prizes: Mapping[int, Prize]) -> tuple[Refused | None, bool]:
    """Return what keeps the choosing from going on, and whether the management may decide to go on nevertheless."""
    if not prizes:
        return Refused(_("There is no prize to be chosen."), code="nothing_to_choose"), False
    return not_final(tournament, standings)


def not_final(tournament: Tournament, standings: Standings) -> tuple[Refused | None, bool]:
    """Return why no prize changes hands yet, and whether the management may decide to go on. At most one query."""
    if is_final(standings):
        return None, False
    if not any(line.place is not None for line in standings.lines):
        return Refused(_("Nobody has a place yet: there is nothing to win."), code="nobody_ranked"), False
    decided = Event.objects.filter(tournament=tournament, scoresheet=None, kind=ALLOWED).order_by("-pk").first()
    if decided is not None and f'"{ranking_hash(standings)}"' in decided.payload:
        return None, False
    if standings.final:
        return (
            Refused(
                _("Places are still equal in everything: first draw the lots, or the management decides to go on."),
                code="ties_open",
            ),
            True,
        )
    return (
        Refused(
            _("The ranking is not final: places can still change. Wait, or the management decides to go on."),
            code="not_final",
        ),
        True,
    )
