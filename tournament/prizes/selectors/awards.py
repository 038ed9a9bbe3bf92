"""Who gets which prize as things stand: what awarding.py needs, gathered from the rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tournament.enums import SheetState
from tournament.models import Participant, Prize, PrizeAct, PublicLot, Seat, Tournament
from tournament.prizes.awarding import Acts, Awards, award_prizes
from tournament.prizes.kinds import Criterion, PrizeActKind
from tournament.prizes.orders import Candidate, Orders, PrizeTerms, SheetPoints
from tournament.prizes.selectors.rows import prizes_of
from tournament.selectors.progress import COUNTING
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.seat_totals import total_column
from tournament.standings.selectors.standings import Standings, StandingsLine


def awards_of(
    tournament: Tournament,
    standings: Standings | None = None,
    prizes: Sequence[Prize] | None = None,
    *,
    for_the_hall: bool = False,
) -> Awards:
    """Return who gets what by this ranking, by the newest one if none is given; `for_the_hall` as if nobody had waived
    anything but what they won in a raffle, which was drawn before everybody.

    Four queries and those of the prizes and of kept_standings, where they are not given.
    """
    standings = kept_standings(tournament) if standings is None else standings
    prizes = prizes_of(tournament) if prizes is None else prizes
    if not prizes:
        return Awards()
    acts = acts_of(tournament)
    return award_prizes(
        [award_terms_of(prize) for prize in prizes],
        {prize.group_id: prize.group.per_head for prize in prizes},
        candidates(tournament, standings),
        day=tournament.day,
        sheets=counted_sheets(tournament, standings),
        sharing=tournament.sharing,
        acts=replace(acts, waived=_raffled_only(acts.waived, prizes)) if for_the_hall else acts,
    )


def _raffled_only(waived: Iterable[tuple[int, int]], prizes: Iterable[Prize]) -> frozenset[tuple[int, int]]:
    raffles = {prize.pk for prize in prizes if prize.criterion == Criterion.RAFFLE}
    return frozenset((prize, who) for prize, who in waived if prize in raffles)


def award_terms_of(prize: Prize) -> PrizeTerms:
    """Return a prize as far as it decides who gets it."""
    return PrizeTerms(
        prize=prize.pk,
        group=prize.group_id,
        criterion=prize.criterion,
        argument=prize.argument,
        count=prize.count,
        cents=prize.cents,
    )


def candidates(tournament: Tournament, standings: Standings) -> list[Candidate]:
    """Return everybody on the list who may win something: those with a line, and who takes part in a raffle. One query.

    Nobody counts as absent until somebody is ticked off as present.
    """
    people = {one.pk: one for one in Participant.objects.filter(tournament=tournament)}
    ticking = any(one.arrived for one in people.values())
    lines = {line.participant: line for line in standings.lines}
    return [
        _candidate(one, lines.get(one.pk), present=_is_present(tournament, one, ticking=ticking))
        for one in people.values()
    ]


def counted_sheets(tournament: Tournament, standings: Standings) -> list[SheetPoints]:
    """Return what each seat of the sheets that count has, under the name of who holds its place. One query."""
    holders = _holders(standings)
    states = COUNTING - {SheetState.VOID}
    rows = Seat.objects.filter(match__tournament=tournament, scoresheet__state__in=states).values_list(
        "match__number",
        "scoresheet__table_number",
        "participant",
        total_column(tournament.ruleset),
        "minus",
    )
    return [
        SheetPoints(match, table, holders.get(participant, participant), points, minus)
        for match, table, participant, points, minus in rows
    ]


def acts_of(tournament: Tournament) -> Acts:
    """Return what was chosen, waived, and given to people forgotten since, and the lots for prizes. Two queries."""
    kinds = [PrizeActKind.CHOSEN, PrizeActKind.WAIVED, PrizeActKind.GIVEN]
    rows = PrizeAct.objects.filter(tournament=tournament, kind__in=kinds, undone_at=None)
    acts = list(rows.values_list("kind", "prize", "participant", "participant__forgotten"))
    handed_out: dict[int, set[int]] = {}
    for kind, prize, who, _forgotten in acts:
        if kind == PrizeActKind.GIVEN:
            handed_out.setdefault(prize or 0, set()).add(who)
    erased = {prize for kind, prize, _who, forgotten in acts if kind == PrizeActKind.GIVEN and forgotten}
    lots = PublicLot.objects.filter(
        tournament=tournament, prize__isnull=False, given_up_at=None, drawn_at__isnull=False
    )
    return Acts(
        choices={prize: participant for kind, prize, participant, _ in acts if kind == PrizeActKind.CHOSEN and prize},
        waived=frozenset((prize or 0, who) for kind, prize, who, _ in acts if kind == PrizeActKind.WAIVED),
        lots=[(prize or 0, order) for prize, order in lots.order_by("drawn_at", "pk").values_list("prize", "order")],
        receivers={prize: who for prize, who in handed_out.items() if prize in erased},
    )


def unknown_of(tournament: Tournament, standings: Standings, prizes: Sequence[Prize]) -> dict[int, int]:
    """Return by prize of how many with a place it is not known whether they fit; only prizes with any. One query."""
    orders = Orders(candidates(tournament, standings), [], day=tournament.day)
    lacking = {prize.pk: orders.lacks(award_terms_of(prize)) for prize in prizes}
    return {prize: count for prize, count in lacking.items() if count}


def _candidate(one: Participant, line: StandingsLine | None, *, present: bool) -> Candidate:
    candidate = Candidate(
        participant=one.pk,
        start_number=one.start_number,
        place=None,
        club=one.club,
        born=one.born,
        woman=one.woman,
        newcomer=one.newcomer,
        present=present,
    )
    if line is None:
        return candidate
    return replace(
        candidate,
        place=line.place,
        points=line.total,
        tied=line.tied,
        sie_played=line.sie_played,
        touts_won=line.touts_won,
        solos_won=line.solos_won,
    )


def _is_present(tournament: Tournament, one: Participant, *, ticking: bool) -> bool:
    is_away = one.withdrawn or one.excluded or one.forgotten or (ticking and not one.arrived)
    return not is_away and (tournament.ranks_house_players or not one.house)


def _holders(standings: Standings) -> Mapping[int, int]:
    def pairs() -> Iterator[tuple[int, int]]:
        for line in standings.lines:
            yield from ((other, line.participant) for other in line.others)

    return dict(pairs())
