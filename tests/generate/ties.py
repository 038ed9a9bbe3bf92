"""Players who end with equal points: a game for one criterion of 5.4.2, then Rufer until their points are equal."""

from dataclasses import replace
from itertools import combinations

from django.db.models import Sum

from scoring.records import GameRecord, Play, PlayEnd
from tests.generate.games import SEATS
from tests.generate.table import Hall, record_game
from tests.worlds.sheets import fresh
from tournament.enums import ApprovalState
from tournament.models import Approval, Scoresheet, Seat
from tournament.selectors.sheets import sheet_state
from tournament.services.approvals import decide_approval_of_game

# The game of one player that decides by each criterion; none for the lot.
CRITERIA: dict[str, GameRecord | None] = {
    "sie_played": GameRecord(play=Play(contract="sie")),
    "touts_won": GameRecord(play=Play(contract="solo-tout"), end=PlayEnd(result="won")),
    "touts_played": GameRecord(play=Play(contract="wenz-tout"), end=PlayEnd(result="lost")),
    "solos_won": GameRecord(play=Play(contract="wenz"), end=PlayEnd(result="won", level="simple")),
    "solos_played": GameRecord(play=Play(contract="solo"), end=PlayEnd(result="lost", level="schneider")),
    "lot": None,
}
# 5.2.7: a Rufer takes so much from a loser and gives it to a winner.
RUFER = ((6, "schwarz"), (4, "schneider"), (2, "simple"))


def tie_two(hall: Hall, sheet: Scoresheet) -> None:
    """Make two players of this last sheet equal in points, if its free lines are enough for that."""
    game = CRITERIA[hall.chance.choice(sorted(CRITERIA))]
    number = sheet_state(fresh(sheet)).next_number
    if game is not None and number > 1:
        declarer = hall.chance.choice(SEATS)
        record_game(hall, sheet, number, replace(game, play=replace(game.play, declarer=declarer)))
        grant_all(hall, sheet)
    first, second = even_pair(hall, totals_of(sheet))
    winner, loser = (first, second) if totals_of(sheet)[first] < totals_of(sheet)[second] else (second, first)
    others = [seat for seat in SEATS if seat not in (winner, loser)]
    while (gap := totals_of(sheet)[loser] - totals_of(sheet)[winner]) > 0:
        state = sheet_state(fresh(sheet))
        if state.next_number > state.lines:
            return
        level = next(level for value, level in RUFER if value <= gap)
        play = Play(contract="rufer", declarer=winner, partner=hall.chance.choice(others))
        rufer = GameRecord(play=play, end=PlayEnd(result="won", level=level))
        record_game(hall, sheet, state.next_number, rufer)


def grant_all(hall: Hall, sheet: Scoresheet) -> None:
    for approval in Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED).order_by("pk"):
        decide_approval_of_game(approval=approval, state=ApprovalState.GRANTED, actor=hall.actor)


def even_pair(hall: Hall, totals: dict[int, int]) -> tuple[int, int]:
    """Choose two seats whose points differ by an even number: of four seats there are always two."""
    pairs = [pair for pair in combinations(SEATS, 2) if (totals[pair[0]] - totals[pair[1]]) % 2 == 0]
    return hall.chance.choice(pairs)


def totals_of(sheet: Scoresheet) -> dict[int, int]:
    """The points of each seat's player over all matches (5.4.1)."""
    own = {seat.number: seat.participant_id for seat in sheet.seats.all()}
    sums = dict(
        Seat.objects.filter(participant__in=own.values())
        .values_list("participant")
        .annotate(total=Sum("points"))
        .values_list("participant", "total")
    )
    return {number: sums[participant] for number, participant in own.items()}
