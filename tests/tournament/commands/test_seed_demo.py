"""manage.py seed_demo: a whole tournament, played through the services."""

from collections import Counter
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.db import transaction

from tests.worlds.factories import make_tournament, make_user
from tournament.enums import MatchState, SheetState
from tournament.management.commands.seed_demo import PASSWORD
from tournament.management.demo import MONEY, PRIZES, TO_CHOOSE, demo_matches
from tournament.models import Approval, Correction, Event, Game, Match, Scoresheet, Seat, Signature, Tournament, User
from tournament.prizes.awarding import Why
from tournament.prizes.selectors import awards_of
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.selectors.supervisor import supervisor_lists
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.seat_totals import seat_totals
from tournament.standings.selectors.standings import rank_overall


def seed():
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def printout(django_db_setup, django_db_blocker):
    """The output of the command, which runs once for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield seed()
        transaction.set_rollback(True)


@pytest.fixture
def tournament(printout):
    return Tournament.objects.get()


def sheets(match):
    return Scoresheet.objects.filter(match__number=match)


@pytest.mark.parametrize(("what", "sentence"), [(make_tournament, "a tournament"), (make_user, "logins")])
def test_only_into_an_empty_database(db, what, sentence):
    what()
    with pytest.raises(CommandError, match=sentence) as refused:
        seed()
    assert refused.value.returncode == 1
    assert (User.objects.count() + Tournament.objects.count(), Event.objects.count()) == (1, 0)


def test_what_is_interrupted_leaves_nothing_behind(db, monkeypatch):
    class Interrupted(StringIO):
        def write(self, text):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call_command("seed_demo", stdout=Interrupted())
    assert (User.objects.count(), Tournament.objects.count(), Event.objects.count()) == (0, 0, 0)


def test_the_printed_logins_work(printout):
    last = printout.splitlines()[-1]
    people = [authenticate(username=name, password=PASSWORD) for name in ("turnierleitung", "aufsicht", "auswertung")]
    assert PASSWORD in last
    assert [person.username in last for person in people] == [True] * 3
    assert [(person.organiser, person.supervisor, person.desk) for person in people] == [
        (True, True, False),
        (False, True, False),
        (False, False, True),
    ]


def test_match_1_is_whole(tournament):
    assert tournament.participants.count() == 64
    assert tournament.matches.get(number=1).state == MatchState.CLOSED
    assert [(sheet.state, sheet.games.count()) for sheet in sheets(1)] == [(SheetState.ACCEPTED, 32)] * 16


def test_match_2_is_half_played(tournament):
    assert Match.objects.get(number=2).state == MatchState.PLAYING
    assert [(str(sheet.state), sheet.games.count()) for sheet in sheets(2).order_by("table_number")] == [
        *[("accepted", 32)] * 4,
        *[("signed", 32), ("complete", 32)],
        *[("open", 24), ("open", 20), ("open", 16), ("open", 9), ("open", 5)],
        *[("open", 0)] * 5,
    ]


def test_one_game_waits_for_the_supervisor(tournament):
    waiting = supervisor_lists(tournament).games.waiting
    assert [(line.match, line.table, line.number, line.row.section) for line in waiting] == [(2, 9, 16, "5.2.14")]


def test_the_games_are_plausible(printout):
    played = Counter()
    for seat in Seat.objects.filter(match__number=1):
        played.update(solos=seat.solos_played, won=seat.solos_won, touts=seat.touts_played, sie=seat.sie_played)
    assert 0.15 < (played["solos"] + played["touts"]) / 512 < 0.23
    assert 0.65 < played["won"] / played["solos"] < 0.85
    assert (played["touts"], played["sie"]) == (4, 0)
    # Paper and live sheets, by points and in full.
    records = Game.objects.filter(scoresheet__match__number=1).values_list("source", "record")
    kinds = Counter((str(source), "written" in record) for source, record in records)
    assert kinds == {("paper", True): 192, ("paper", False): 192, ("live", False): 128}


def test_one_game_struck_one_corrected_one_sanctioned(printout):
    refused = Approval.objects.get(state="refused")
    assert refused.section == "5.2.16"
    assert [getattr(refused.game, f"points_{seat}") for seat in range(1, 5)] == [0, 0, 0, 0]
    assert Approval.objects.filter(on_paper=True, state="granted").exists()
    correction = Correction.objects.get()
    assert (correction.old_record["partner"], correction.new_record["partner"]) == (3, 4)
    assert Signature.objects.exclude(lapsed_at=None).count() == 4
    sanction = Game.objects.exclude(supervisor=None).get()
    assert (sanction.record["sanction"], sanction.supervisor.username) == (
        {"kind": "mistake", "offender": 2},
        "aufsicht",
    )


def test_the_tie_break_decides_the_first_place_after_match_1(tournament):
    """In every seating the seats have the same totals."""
    first, second = rank_overall(tournament, seat_totals(tournament, 1)).lines[:2]
    assert first.total == second.total
    assert (first.decided_by, first.solos_won > second.solos_won) == ("solos_won", True)
    assert (first.place, second.place, first.ahead.place) == (1, 2, 2)


def test_log_and_totals_follow_from_the_games(tournament):
    assert (audit_installation().faults, audit_tournament(tournament).faults) == ((), ())
    assert differences(tournament) == []


def test_the_games_are_the_same_every_time():
    assert demo_matches() == demo_matches()
    assert demo_matches(seed=1) != demo_matches()


def test_there_is_something_to_win(tournament):
    """Money, special prizes and gifts to choose from; what nobody gets yet is to be chosen, or waits for a lot."""
    assert Counter(tournament.prizes.values_list("group__name", flat=True)) == {
        "Geldpreise": 5,
        "Sonderpreise": 5,
        "Sachpreise": 8,
    }
    awards = awards_of(tournament)
    assert sum(award.cents or 0 for award in awards.awards) == sum(MONEY)
    assert Counter(one.why for one in awards.open) <= Counter({Why.CHOICE: len(TO_CHOOSE), Why.LOT: len(PRIZES)})
