"""The steps of a tournament, from the first participant to print: which one is next, with which numbers."""

import pytest
from django.utils import timezone

from tests.worlds.factories import (
    draw_lots,
    make_decided_scoresheet,
    make_participants,
    make_tournament,
    make_user,
    open_scoresheet,
    write,
)
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.models import Approval, Scoresheet, Tournament, User
from tournament.prizes.services.prizes import add_prize
from tournament.selectors.overview import OverviewStep, overview
from tournament.services.tournaments import start_play
from tournament.standings.services.standings import draw_tie_lots

pytestmark = pytest.mark.django_db
TITLES = [
    "Register the participants",
    "Draw match 1",
    "Get the hall ready for match 1",
    "Play match 1 and enter its sheets",
    "Decide approvals in match 1",
    "Sign and accept the sheets of match 1",
    "Draw match 2",
    "Get the hall ready for match 2",
    "Play match 2 and enter its sheets",
    "Decide approvals in match 2",
    "Sign and accept the sheets of match 2",
    "Draw lots for equal players",
    "Say what there is to win",
    "Hold the prize-giving",
    "Finish the tournament",
    "Print standings and sheets",
]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", username="anna")


def next_step(tournament: Tournament) -> tuple[str, str]:
    """The next step and its numbers."""
    step = overview(Tournament.objects.get(pk=tournament.pk)).next
    return step.title, step.text


def lots_step(tournament: Tournament) -> tuple[str, str]:
    """State and words of the step that draws lots for ties."""
    (step,) = [step for step in overview(tournament).steps if step.title == TITLES[11]]
    return step.state, step.text


def settle(tournament: Tournament, match: int, state: str = "accepted") -> None:
    """Set the state of every sheet of the match without playing."""
    anna = User.objects.get(username="anna")
    accepted = {"accepted_by": anna, "accepted_at": timezone.now()} if state == "accepted" else {}
    Scoresheet.objects.filter(match__tournament=tournament, match__number=match).update(state=state, **accepted)
    begin(tournament, match)


def begin(tournament: Tournament, match: int = 1) -> None:
    """Let a game begin at one of its tables without writing it."""
    tournament.matches.filter(number=match).update(state="playing")


def test_all_steps_in_their_order(tournament):
    steps = overview(tournament).steps
    assert [step.title for step in steps] == TITLES
    assert [step.state for step in steps] == ["next", *["later"] * 15]
    assert [(step.page, step.match) for step in steps][:5] == [
        ("participants", None),
        ("match", 1),
        ("match", 1),
        ("match", 1),
        ("approvals", None),
    ]


@pytest.mark.parametrize(
    ("players", "title", "text"),
    [
        (0, TITLES[0], "Nobody is registered yet. Import the club’s list or enter the players by hand."),
        (1, TITLES[0], "1 participant. 3 are missing for a table of four."),
        (7, TITLES[0], "7 participants. 1 is missing for a table of four."),
        (8, TITLES[1], "Lots decide about tables and seats (5.2.2)."),
    ],
)
def test_lots_are_next_when_the_players_fill_whole_tables(tournament, players, title, text):
    make_participants(tournament, players)
    assert next_step(tournament) == (title, text)


def test_the_withdrawn_do_not_count(tournament):
    make_participants(tournament, 8)
    tournament.participants.filter(start_number__gt=6).update(withdrawn=True)
    assert next_step(tournament)[1] == "6 participants. Withdrawn: 2. 2 are missing for a table of four."


def test_who_is_ticked_off_is_counted_until_the_first_draw(tournament, anna):
    make_participants(tournament, 5)
    tournament.participants.filter(start_number__lt=3).update(arrived=True)
    assert next_step(tournament)[1] == "5 participants. Ticked off as present: 2. 3 are missing for a table of four."
    tournament.participants.filter(start_number=5).delete()
    tournament.participants.update(arrived=True)
    draw_lots(tournament.matches.get(number=1), anna)
    assert overview(tournament).steps[0].text == "4 participants."


def test_a_closed_list_waits_for_its_draw(tournament, anna):
    make_participants(tournament, 8)
    match = tournament.matches.get(number=1)
    closed = close_list(match=match, actor=anna)
    assert next_step(tournament) == (TITLES[1], "The list is closed; the lots are not drawn yet.")
    reopen_list(closed=closed, actor=anna)
    assert next_step(tournament) == (TITLES[1], "Lots decide about tables and seats (5.2.2).")


def test_the_way_through_a_tournament(tournament, anna):
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), anna)
    assert next_step(tournament) == (TITLES[2], "Hang up, put out, print, then play.")
    begin(tournament)
    assert next_step(tournament) == (TITLES[3], "2 of 2 sheets are missing.")
    Scoresheet.objects.filter(table_number=1).update(state="complete")
    assert next_step(tournament) == (TITLES[3], "1 of 2 sheets is missing. Open: table 2.")
    settle(tournament, 1, "signed")
    assert next_step(tournament) == (TITLES[5], "Signed and waiting for the supervisor: table 1, 2.")
    Scoresheet.objects.filter(table_number=2).update(state="void")
    assert next_step(tournament) == (
        TITLES[5],
        "Signed and waiting for the supervisor: table 1. 1 of 2 sheets are accepted.",
    )
    settle(tournament, 1)
    assert next_step(tournament)[0] == TITLES[6]
    draw_lots(tournament.matches.get(number=2), anna)
    assert next_step(tournament)[0] == TITLES[7]
    begin(tournament, 2)
    assert next_step(tournament)[0] == TITLES[8]
    settle(tournament, 2)
    # Nobody has points: all eight are equal in everything.
    assert next_step(tournament) == (TITLES[11], "1 group is equal in everything (5.4.2).")
    draw_tie_lots(tournament=tournament, actor=anna)
    assert lots_step(tournament) == ("done", "1 tie was decided by lot (5.4.2).")


def test_without_ties_the_tournament_is_finished_and_then_printed(tournament, anna):
    start_play(tournament=tournament, actor=anna)
    players = make_participants(tournament, 4)
    for match in tournament.matches.all():
        make_decided_scoresheet(match, players)
    tournament.matches.update(state="closed")
    assert next_step(tournament)[0] == TITLES[14]
    assert lots_step(tournament) == ("done", "No place is left to a lot.")
    Tournament.objects.update(state="finished")
    there = overview(Tournament.objects.get())
    assert (there.next.title, there.may_reopen) == (TITLES[15], True)
    assert {step.state for step in there.steps[:-1]} == {"done"}


def test_where_there_are_prizes_the_prize_giving_comes_before_the_end(tournament, anna):
    start_play(tournament=tournament, actor=anna)
    players = make_participants(tournament, 4)
    for match in tournament.matches.all():
        make_decided_scoresheet(match, players)
    tournament.matches.update(state="closed")
    add_prize(tournament=tournament, actor=anna, words="Kasten Bier", criterion="place", argument="1")
    there = overview(Tournament.objects.get()).next
    assert (there.title, there.page) == ("Hold the prize-giving", "ceremony")
    Tournament.objects.update(release="frozen")
    there = overview(Tournament.objects.get()).next
    assert there.text == "The ranking stands still: the hall does not know yet who has won."
    Tournament.objects.update(release="published")
    assert next_step(tournament)[0] == "Finish the tournament"


def test_without_prizes_the_prize_giving_is_there_and_never_the_next_step(tournament):
    (step,) = (step for step in overview(tournament).steps if step.page == "ceremony")
    assert (step.title, step.done, step.optional) == ("Hold the prize-giving", False, True)
    Tournament.objects.update(release="frozen")
    (step,) = (step for step in overview(Tournament.objects.get()).steps if step.page == "ceremony")
    assert not step.optional


def test_whoever_finishes_while_nothing_is_held_back_announces_nothing(tournament, anna):
    start_play(tournament=tournament, actor=anna)
    add_prize(tournament=tournament, actor=anna, words="Kasten Bier", criterion="place", argument="1")
    Tournament.objects.update(state="finished")
    steps = {step.title: step.state for step in overview(Tournament.objects.get()).steps}
    assert steps["Hold the prize-giving"] == "done"
    Tournament.objects.update(release="frozen")
    steps = {step.title: step.state for step in overview(Tournament.objects.get()).steps}
    assert steps["Hold the prize-giving"] != "done"


def test_a_match_drawn_early_does_not_hide_what_is_missing(tournament, anna):
    make_participants(tournament, 4)
    for match in tournament.matches.all():
        draw_lots(match, anna)
    there = overview(Tournament.objects.get())
    assert there.next.title == TITLES[2]
    assert [step.state for step in there.steps if step.title == TITLES[6]] == ["done"]


def test_waiting_approvals_are_counted_and_hold_the_match_up(tournament, anna):
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    write(sheet, 1, "r13+", anna)
    write(sheet, 2, "st2+", anna)
    assert Approval.objects.get().state == "requested"
    settle(tournament, 1, "complete")
    assert next_step(tournament) == (TITLES[4], "1 game waits for the supervisor (5.2.17).")


def test_many_missing_tables_are_counted_only(tournament, anna):
    make_participants(tournament, 26 * 4)
    draw_lots(tournament.matches.get(number=1), anna)
    begin(tournament)
    Scoresheet.objects.filter(table_number=26).update(state="complete")
    assert next_step(tournament)[1] == "25 of 26 sheets are missing. Open: table 1–25."
    Scoresheet.objects.filter(table_number__in=range(2, 26, 2)).update(state="complete")
    assert next_step(tournament)[1] == "13 of 26 sheets are missing."


def test_steps_fit_rules_that_keep_the_tables_and_ask_for_no_approval(anna):
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    steps = overview(tournament).steps
    matches = range(1, tournament.ruleset.matches + 1)
    assert [step.title for step in steps if "match" in step.title] == [
        title % number
        for number in matches
        for title in (
            "Draw match %s",
            "Get the hall ready for match %s",
            "Play match %s and enter its sheets",
            "Sign and accept the sheets of match %s",
        )
    ]
    assert {step.text for step in steps if "sign" in step.title.lower()} == {
        "The players sign, the supervisor accepts."
    }
    first, *later = (step.text for step in steps if step.title.startswith("Draw match"))
    assert first == "The lots for tables and seats are not drawn yet."
    assert set(later) == {"Everyone keeps table and seat; new lots are drawn if the list has changed."}


def test_rules_with_two_sizes_of_tables_say_what_is_missing(anna):
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 11)
    assert next_step(tournament)[1] == "11 participants. 1 is missing for full tables."


@pytest.mark.parametrize("tables", [1, 8])
def test_a_fixed_number_of_queries(tournament, anna, django_assert_num_queries, tables):
    make_participants(tournament, 4 * tables)
    draw_lots(tournament.matches.get(number=1), anna)
    tournament = Tournament.objects.get()
    with django_assert_num_queries(4):
        assert len(overview(tournament).steps) == 16
    draw_lots(tournament.matches.get(number=2), anna)
    settle(tournament, 1)
    settle(tournament, 2)
    with django_assert_num_queries(11):  # one of them for the departures below a final ranking, which is kept
        assert isinstance(overview(tournament).next, OverviewStep)


def test_a_waiting_game_comes_before_sheets_that_are_missing(tournament, anna):
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    write(sheet, 1, "r13+", anna)
    assert next_step(tournament)[0] == "Play match 1 and enter its sheets"
    write(sheet, 2, "st1+", anna)
    assert next_step(tournament) == ("Decide approvals in match 1", "1 game waits for the supervisor (5.2.17).")


def test_who_came_late_is_seated_once_there_are_enough_for_a_table(tournament, anna):
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), anna)
    make_participants(tournament, 3, first=9)
    assert next_step(tournament)[0] == "Get the hall ready for match 1"
    begin(tournament)
    make_participants(tournament, 1, first=12)
    assert next_step(tournament) == (
        "Seat those who came late for match 1",
        "4 people on the list have no seat. They get a table of their own by lot, while the others play.",
    )
    assert overview(Tournament.objects.get()).next.page == "additional_tables"


def test_signed_sheets_are_the_supervisors_next_step_while_others_are_open(tournament, anna):
    make_participants(tournament, 12)
    draw_lots(tournament.matches.get(number=1), anna)
    begin(tournament)
    Scoresheet.objects.filter(table_number=1).update(state="signed")
    Scoresheet.objects.filter(table_number=2).update(state="complete")
    tournament = Tournament.objects.get()
    assert overview(tournament).next.title == TITLES[3]
    step = overview(tournament, supervises=True).next
    assert (step.title, step.page, step.match) == (TITLES[5], "approvals", None)
    assert step.text == "Signed and waiting for the supervisor: table 1. Still to be signed: table 2."
