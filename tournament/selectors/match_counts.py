"""How far each match is, in numbers and tables: drawn, written, signed and waiting sheets. For the overview."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef

from tournament.enums import OPEN_DISPUTES, SETTLED, ClosedListState, DisputeState, MatchState, SheetState
from tournament.models import ClosedList, Match, Participant, Scoresheet, Seat, Tournament
from tournament.selectors.approvals import waiting_games, waiting_requests
from tournament.selectors.counted import count_of
from tournament.selectors.disputes import waiting_dispute_rows
from tournament.selectors.paper_lines import waiting_rows
from tournament.selectors.signatures import refusals_in_force


@dataclass(slots=True, kw_only=True)
class MatchCount:
    """One match. Tables are listed by their numbers."""

    number: int
    drawn: bool
    begun: bool
    """Whether a game is written, or the totals of a sheet."""
    closed: bool
    """Whether its list is closed and waits for the draw."""
    late: int = 0
    """People without a seat in it, who may get an additional table while it is played."""
    tables: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Table numbers by the state of their sheet."""
    requested: int = 0
    lines: int = 0
    """Lines on paper that are no game and wait for the supervisor."""
    refused: list[int] = field(default_factory=list)
    """Tables where somebody does not sign."""
    disputed: list[int] = field(default_factory=list)
    """Tables with an open dispute."""
    appealed: list[int] = field(default_factory=list)
    """Those of them whose dispute waits for the last instance."""
    unfollowed: list[int] = field(default_factory=list)
    """Tables with a decided dispute that is not followed up on the sheet."""

    @property
    def sheets(self) -> int:
        return sum(map(len, self.tables.values()))

    @property
    def is_early(self) -> bool:
        """Whether no sheet is complete yet. A participant who comes later plays from the next match on."""
        return self.sheets == len(self.tables[SheetState.OPEN])

    @property
    def settled(self) -> int:
        return sum(len(self.tables[state]) for state in SETTLED)


def match_counts(tournament: Tournament) -> list[MatchCount]:
    """Return the matches of a tournament in their order. Two queries."""
    matches = Match.objects.filter(tournament=tournament).order_by("number")
    waiting = ClosedList.objects.filter(match=OuterRef("pk"), state=ClosedListState.CLOSED)
    # People who said that they are too young are not drawn (5.2.12).
    people = Participant.objects.filter(tournament=tournament, withdrawn=False).exclude(age_answer=False)
    seats = Seat.objects.filter(participant=OuterRef("pk"), match=OuterRef(OuterRef("pk")))
    counts = {
        pk: MatchCount(
            number=number,
            drawn=state != MatchState.PLANNED,
            begun=state in (MatchState.PLAYING, MatchState.CLOSED),
            closed=closed,
            late=late if state in (MatchState.DRAWN, MatchState.PLAYING) else 0,
            requested=played + requests,
            lines=lines,
        )
        for pk, number, state, closed, late, played, requests, lines in matches.values_list(
            "pk",
            "number",
            "state",
            Exists(waiting),
            count_of(people.filter(~Exists(seats))),
            count_of(waiting_games(tournament).filter(game__scoresheet__match=OuterRef("pk"))),
            count_of(waiting_requests(tournament).filter(scoresheet__match=OuterRef("pk"))),
            count_of(waiting_rows(tournament).filter(scoresheet__match=OuterRef("pk"))),
        )
    }
    sheets = Scoresheet.objects.in_force().filter(match__tournament=tournament).order_by("table_number")
    refused = Exists(refusals_in_force(tournament).filter(seat__scoresheet=OuterRef("pk")))
    disputes = waiting_dispute_rows(tournament).filter(scoresheet=OuterRef("pk"))
    columns = sheets.values_list(
        "match",
        "table_number",
        "state",
        refused,
        Exists(disputes.filter(state__in=OPEN_DISPUTES)),
        Exists(disputes.filter(state=DisputeState.APPEALED)),
        Exists(disputes.exclude(state__in=OPEN_DISPUTES)),
    )
    for match, table, state, unsigned, disputed, appealed, unfollowed in columns:
        count = counts[match]
        count.tables[state].append(table)
        for tables, concerned in (
            (count.refused, unsigned),
            (count.disputed, disputed),
            (count.appealed, appealed),
            (count.unfollowed, unfollowed),
        ):
            if concerned:
                tables.append(table)
    return list(counts.values())
