"""The choosing of prizes as it stands: whose turn it is, what is left, and what keeps it from going on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Prize, PrizeAct, Tournament
from tournament.prizes.kinds import Criterion, PerHead, PrizeActKind
from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.called import HallOrder, barred_by, hall_order
from tournament.prizes.selectors.rows import prizes_of
from tournament.prizes.turns import ChoosingTurns, TurnAct, turns_of
from tournament.refusals import Refused
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import is_final, ranking_hash
from tournament.standings.selectors.standings import Standings, StandingsLine

ALLOWED = "prize.choosing_allowed"
# These acts are about whose turn it is; the others are about handing out.
OF_TURNS = frozenset({PrizeActKind.CHOSEN, PrizeActKind.LATER, PrizeActKind.ABSENT, PrizeActKind.WAIVED})
LAST_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """The choosing. `acts` are those about turns that stand, the newest first; `obstacle` says why it cannot go on."""

    tournament: Tournament
    order: tuple[int, ...]
    """Everybody with a place, the first one first, by key."""
    turns: ChoosingTurns
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
    def free(self) -> list[Prize]:
        return [self.prizes[key] for key in self.turns.free]

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
    def equal_ones(self) -> list[StandingsLine]:
        """Who has the same place as whose turn it is: no lot parted them, and the lower start number chooses first."""
        turn = self.turn
        if turn is None:
            return []
        return [line for line in self.lines.values() if line.place == turn.place and line is not turn]

    @property
    def put_off_count(self) -> int:
        """How many with a better place than whose turn it is come later, or are not here."""
        before = self.order[: self.order.index(self.turns.turn)] if self.turns.turn in self.order else ()
        return len(set(before) & {*self.turns.later, *self.turns.absent})

    @property
    def is_scarce(self) -> bool:
        """Whether whoever was put off gets nothing if all others go on choosing."""
        return 0 < len(self.turns.free) <= self.put_off_count

    @property
    def last_acts(self) -> tuple[PrizeAct, ...]:
        return self.acts[:LAST_SHOWN]

    @property
    def has_begun(self) -> bool:
        return bool(self.acts)

    @property
    def is_over(self) -> bool:
        return self.has_begun and self.turns.turn is None


def choosing_of(tournament: Tournament, standings: Standings | None = None) -> Choosing:
    """Return the choosing of the prizes of Criterion.CHOICE. Two queries and those of kept_standings; one more while
    the ranking is not final, up to three while results are held back, those of awards_of where one gets only one prize.
    """
    standings = kept_standings(tournament) if standings is None else standings
    prizes = choices(tournament)
    acts = turn_acts(tournament, prizes)
    lines = {line.participant: line for line in standings.lines}
    barred = _barred(tournament, standings, list(prizes.values()))
    order = tuple(line.participant for line in standings.lines if line.place is not None)
    turns = turns_of(order, list(prizes), told_acts(acts), barred)
    obstacle, may_go_on = _obstacle(tournament, standings, prizes)
    if obstacle is None and tournament.is_held_back:
        obstacle = _not_opened(hall_order(tournament), HallOrder(order=order, barred=barred), turns)
        may_go_on = obstacle is not None
    return Choosing(
        tournament=tournament,
        order=order,
        turns=turns,
        lines=lines,
        prizes=prizes,
        acts=tuple(reversed(acts)),
        barred=barred,
        obstacle=obstacle,
        may_go_on=may_go_on,
    )


def choices(tournament: Tournament) -> dict[int, Prize]:
    """Return the prizes that are chosen, by key. One query."""
    rows = Prize.objects.filter(tournament=tournament, criterion=Criterion.CHOICE).select_related("group", "picture")
    return {prize.pk: prize for prize in rows.defer("picture__data")}


def turn_acts(tournament: Tournament, prizes: Mapping[int, Prize]) -> list[PrizeAct]:
    """Return what was noted about the turns and stands, the first one first. One query."""
    rows = PrizeAct.objects.filter(tournament=tournament, undone_at=None, kind__in=OF_TURNS).order_by("pk")
    return [row for row in rows.select_related("participant", "prize", "acted_by") if _about(row, prizes)]


def told_acts(acts: Iterable[PrizeAct]) -> list[TurnAct]:
    """Return these acts as turns_of reads them."""
    return [TurnAct(act.kind, act.participant_id, act.prize_id) for act in acts]


def _barred(tournament: Tournament, standings: Standings, among: Sequence[Prize]) -> dict[int, frozenset[int]]:
    """Return whom prizes are closed to, as things stand."""
    if all(prize.group.per_head == PerHead.SEVERAL for prize in among):
        return {}
    prizes = prizes_of(tournament)
    awards = awards_of(tournament, standings, prizes).awards
    return barred_by(prizes, [(award.participant, award.prize) for award in awards])


def _not_opened(order: HallOrder | None, due: HallOrder, turns: ChoosingTurns) -> Refused | None:
    """Return why nobody is called while results are held back: the hall reads who is."""
    if order is not None and order.same(due) and (turns.turn is None or order.nameable_of([turns.turn])):
        return None
    if order is not None and order.nameable is None:
        return Refused(
            _("The order has changed since the choosing was opened: only the management opens it anew."),
            code="order_changed",
        )
    return Refused(_("The results are held back: only the management opens the choosing."), code="held_back")


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
