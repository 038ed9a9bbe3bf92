"""The games that hints look at are those of the evaluated sheets, though they are read without evaluating any."""

import secrets

import pytest

from scoring.hints import HintGame, plain_loss
from scoring.records import GamePlace, GameRecord, Play, PlayEnd
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fresh
from tournament.models import Tournament
from tournament.selectors.hints import hint_games
from tournament.services.acting import act
from tournament.sheet.acts.games import RecordGame
from tournament.standings.selectors.recount import evaluated_sheets
from tournament.standings.selectors.seat_totals import seat_totals


def evaluated(tournament: Tournament) -> set[HintGame]:
    """The same games, from whole sheets."""
    seats = seat_totals(tournament)
    keys = set()
    for (match, table), sheet in evaluated_sheets(tournament, seats).items():
        seated = tuple(seat.participant for seat in seats if (seat.match, seat.table) == (match, table))
        for line in sheet.lines:
            if line.score is None or line.struck or not any(line.points):
                continue
            alone = line.score.soloist
            dear = plain_loss(tournament.ruleset, len(seated), line.sits_out)
            keys.add(
                HintGame(
                    match=match,
                    table=table,
                    number=line.no,
                    players=seated,
                    points=line.points,
                    soloist=seated[alone - 1] if alone else None,
                    hopeless=alone is not None and -line.points[alone - 1] > dear,
                    games=tournament.ruleset.games(len(seated)),
                )
            )
    return keys


@pytest.mark.parametrize("passed", [None, 1])
def test_a_table_of_five_where_the_dealer_sits_out(db: None, passed: int | None) -> None:
    actor, tournament = make_user("desk", "supervisor"), make_tournament(rules="social")
    make_participants(tournament, 5)
    sheet = open_scoresheet(tournament, seats=5)
    moved = passed or 0
    for number in range(1, 6):
        dealer = (number - 1 + moved) % 5 + 1
        # With a deal thrown in, whoever would have dealt without it plays.
        declarer = (number - 1) % 5 + 1 if passed else dealer % 5 + 1
        record = GameRecord(
            play=Play(contract="solo", declarer=declarer, suit="E"),
            end=PlayEnd(result="lost", level="schneider" if number % 2 else "simple"),
            place=GamePlace(passed=passed if number == 1 else None),
        )
        act(fresh(sheet), RecordGame(number=number, record=record, key=secrets.token_hex(16)), actor=actor)
    games = set(hint_games(tournament, seat_totals(tournament)))
    assert len(games) > 2
    assert games == evaluated(tournament)
