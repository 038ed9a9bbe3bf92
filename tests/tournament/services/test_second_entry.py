"""Double entry: a second person types blind, differences are settled, and nothing is signed before both agree."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from scoring.shorthand import parse_entry
from tests.worlds.factories import make_user
from tests.worlds.played import first_sheet, play
from tests.worlds.second_entry import (
    RUFER,
    code_of,
    compared,
    entry_of,
    faults,
    first_is_right,
    retype,
    second_is_right,
    settle,
    state,
    switch,
    type_all,
    type_second,
    typed,
)
from tournament.enums import SheetState, SignatureKind
from tournament.models import Event, Scoresheet, SecondLine, Signature, TableChange, Tournament, User
from tournament.permissions import acting
from tournament.refusals import Refused
from tournament.selectors.matches import match_overview
from tournament.selectors.second_entry import (
    is_blind_view,
    second_entry,
    second_lines,
    second_view,
    waiting_second,
)
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.sheet.acts.games import RetypeGame
from tournament.sheet.acts.second_entry import LookAtFirst, RecordSecond, TakeBackSecond, open_lines
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.draft import Answer

pytestmark = pytest.mark.django_db


def begin() -> tuple[Tournament, User]:
    """One table typed by K. Reiter, then double entry switched on."""
    tournament, actor = play(1, RUFER)
    switch(tournament, actor, on=True)
    return tournament, actor


@pytest.fixture
def hall(world: tuple[Tournament, User]) -> tuple[Tournament, User]:
    return world


@pytest.fixture
def eva(hall: tuple[Tournament, User]) -> User:
    return make_user("desk", username="eva", full_name="Eva Zöllner")


@pytest.fixture
def sheet(hall: tuple[Tournament, User]) -> Scoresheet:
    return first_sheet(hall[0])


def test_a_sheet_is_complete_once_both_entries_agree(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    """A sheet that was complete before double entry was switched on is open until then."""
    tournament, actor = hall
    assert state(sheet) == SheetState.OPEN
    signing = SignSeats(seats=(1, 2, 3, 4), how=SignatureKind.PAPER, content=sheet.content_hash)
    with pytest.raises(Refused) as refusal:
        act(sheet, signing, actor=actor)
    assert refusal.value.code == "second_entry_open"
    assert "game 1–32" in str(refusal.value)
    for number, entry in enumerate(RUFER[:31], 1):
        type_second(sheet, number, entry, eva)
    assert (state(sheet), open_lines(sheet_state(sheet))) == (SheetState.OPEN, (32,))
    type_second(sheet, 32, RUFER[31], eva)
    assert (state(sheet), open_lines(sheet_state(sheet))) == (SheetState.COMPLETE, ())
    act(sheet, signing, actor=actor)
    assert state(sheet) == SheetState.SIGNED
    assert code_of(sheet, TakeBackSecond(number=1), eva) == "sheet_not_open"
    assert faults(tournament) == []


def test_both_names_stand_there_and_what_differs_only_at_the_end(sheet: Scoresheet, eva: User) -> None:
    type_second(sheet, 1, "r13+", eva)
    assert (entry_of(sheet).typed, entry_of(sheet).differences) == (1, ())  # blind until everything is typed
    act(sheet, TakeBackSecond(number=1), actor=eva)
    type_all(sheet, eva, game_7="r14+", game_8="1 14")
    entry = entry_of(sheet)
    assert (entry.first_names, entry.second_names) == (("K. Reiter",), ("Eva Zöllner",))
    assert [difference.number for difference in entry.differences] == [7, 8]
    first = entry.differences[0]
    assert (first.first_points, first.second_points) == ((2, -2, -2, 2), (1, -1, -1, 1))
    assert (first.first_name, first.second_name) == ("K. Reiter", "Eva Zöllner")
    assert open_lines(sheet_state(sheet)) == (7, 8)


def test_the_first_value_is_right(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    type_all(sheet, eva, game_7="r14+")
    settle(first_is_right, sheet, 7, hall[1])
    assert state(sheet) == SheetState.COMPLETE
    second = SecondLine.objects.get(number=7)
    assert (second.record, second.typed_by) == (sheet.games.get(number=7).record, eva)
    kinds = Event.objects.filter(scoresheet=sheet, kind__startswith="second.").order_by("pk")
    assert list(kinds.values_list("kind", flat=True))[-2:] == ["second.taken_back", "second.recorded"]
    assert faults(hall[0]) == []


def test_the_second_value_is_right(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    """The log says who settled it: both typists keep their roles and may go on."""
    tournament, actor = hall
    type_all(sheet, eva, game_7="r14+", game_8="r14+")
    settle(second_is_right, sheet, 7, eva)
    settle(second_is_right, sheet, 8, eva)
    sheet.refresh_from_db()
    game = sheet.games.get(number=7)
    assert (sheet.state, game.login, game.points_1) == (SheetState.COMPLETE, actor, 1)
    assert not game.corrections.exists()  # a typist's slip is no correction of the paper
    assert (entry_of(sheet).first_names, entry_of(sheet).second_names) == (("K. Reiter",), ("Eva Zöllner",))
    assert Event.objects.filter(scoresheet=sheet, kind="game.recorded").latest("pk").actor == eva
    again = second_is_right(7, game.command, SecondLine.objects.get(number=7).command)
    assert code_of(sheet, again, eva) == "no_difference"
    assert faults(tournament) == []
    # Not refused as the typist of the first entry.
    act(sheet, TakeBackSecond(number=7), actor=eva)
    type_second(sheet, 7, "r14+", eva)


@pytest.mark.parametrize("call", [first_is_right, second_is_right])
def test_what_was_typed_anew_meanwhile_is_not_settled_unseen(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User, call: Callable[..., object]
) -> None:
    type_all(sheet, eva, game_7="r14+")
    first, second = compared(sheet, 7)
    type_second(sheet, 7, "s3+", eva, line_key=second)
    assert code_of(sheet, call(7, first, second), hall[1]) == "line_taken"
    retype(sheet, 7, "w2-", hall[1])
    assert code_of(sheet, call(7, first, compared(sheet, 7)[1]), hall[1]) == "line_taken"
    assert open_lines(sheet_state(sheet)) == (7,)


@pytest.mark.parametrize("first", [True, False])
def test_initials_on_the_paper_are_typed_twice_too(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User, first: bool
) -> None:
    """A Tout with the supervisor's initials beside it: one of the two overlooked them (5.2.14)."""
    tournament, actor = hall
    type_all(sheet, eva, game_5="st2+")
    tout = parse_entry(tournament.ruleset, "st2+")
    initials = acting(actor) if first else None
    act(sheet, RetypeGame(number=5, record=tout, key="c" * 32, initialled_by=initials), actor=actor)
    row = SecondLine.objects.get(number=5)
    marked = tout.decided(approved=None if first else True)
    act(sheet, RecordSecond(number=5, record=marked, key="d" * 32, seen=row.command), actor=eva)
    (difference,) = entry_of(sheet).differences
    assert (difference.first_initialled, difference.second_initialled) == (first, not first)
    if first:
        settle(first_is_right, sheet, 5, actor)
    else:
        assert code_of(sheet, second_is_right(5, *compared(sheet, 5)), actor) == "initials_missing"
        settle(second_is_right, sheet, 5, actor, initials=actor)
    assert open_lines(sheet_state(sheet)) == ()
    assert state(sheet) == SheetState.COMPLETE
    approval = sheet.games.get(number=5).approvals.get()
    assert (approval.on_paper, approval.supervisor) == (True, actor)
    assert faults(tournament) == []


def test_two_people_type(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    _tournament, actor = hall
    line = typed(sheet, 2, "r12+")
    assert code_of(sheet, line, actor) == "same_person"
    type_second(sheet, 1, "r12+", eva)
    assert code_of(sheet, RetypeGame(number=2, record=line.record, key=line.key), eva) == "same_person"
    assert code_of(sheet, line, make_user()) == "not_allowed"


def test_a_line_is_typed_again_and_never_twice(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    line = typed(sheet, 2, "r12+")
    assert act(sheet, line, actor=eva) == Answer.APPLIED
    assert act(sheet, line, actor=eva) == Answer.DUPLICATE
    other = make_user("desk", username="franz", full_name="Franz Bäuml")
    with pytest.raises(Refused, match="Eva Zöllner"):
        type_second(sheet, 2, "r13+", other)
    row = SecondLine.objects.get()
    assert type_second(sheet, 2, "r13+", eva, line_key=row.command) == Answer.APPLIED
    assert [line.record["partner"] for line in SecondLine.objects.all()] == [3]
    with pytest.raises(Refused, match="32 lines"):
        type_second(sheet, 33, "r13+", eva)
    assert act(sheet, line, actor=eva) == Answer.DUPLICATE
    assert faults(hall[0]) == []


def test_without_double_entry_there_is_no_second_one(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    tournament, actor = hall
    switch(tournament, actor, on=False)
    assert state(sheet) == SheetState.COMPLETE
    sheet = first_sheet(tournament)
    assert (open_lines(sheet_state(sheet)), second_entry(sheet, sheet_state(sheet), ())) == ((), None)
    assert code_of(sheet, typed(sheet, 2, "r12+"), eva) == "not_double"
    assert faults(tournament) == []


def test_the_second_person_sees_the_own_lines_alone(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    type_second(sheet, 3, "wt4+", eva)
    view = second_view(sheet, second_lines(sheet))
    assert [line.number for line in view.lines if line.written] == [3]
    assert [seat.points for seat in view.seats] == [-6, -6, -6, 18]
    assert (view.written, view.next_number, view.pending) == (1, 1, ())


def test_the_second_person_reads_what_changed_at_the_table(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    """The state from the log has no names and no reasons: they come from the rows, as on every other page."""
    participant, actor = sheet.seats.get(number=2).participant, hall[1]
    substitute = {"kind": "substitute", "after_game": 8, "reason": "musste heim"}
    change = {"seat": 2, "left": participant.pk, "came": participant.pk}
    TableChange.objects.create(
        scoresheet=sheet, told=change, changed_by=actor, changed_at=timezone.now(), salt="00", **substitute
    )
    view = second_view(sheet, second_lines(sheet))
    assert view.joined == ((9, f"From here on {participant} for {participant} (5.2.11)."),)
    assert "musste heim) · Tournament management " in view.remarks[0]


def test_who_may_go_on_where(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    assert (waiting_second(sheet.match, eva), waiting_second(sheet.match, hall[1])) == ((1,), ())
    assert match_overview(sheet.match).second == (1,)
    type_all(sheet, eva)
    assert waiting_second(sheet.match, eva) == ()
    assert match_overview(sheet.match).second == ()


def test_entries_changed_behind_the_log_are_found(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    type_second(sheet, 1, "r12+", eva)
    SecondLine.objects.update(record={"contract": "sie", "declarer": 1, "result": "won"})
    assert "second entry of game 1" in faults(hall[0])[0]


def test_what_was_signed_before_the_second_entry_was_opened_again_lapses_with_its_content(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    _tournament, actor = hall
    type_all(sheet, eva)
    content = Scoresheet.objects.get(pk=sheet.pk).content_hash
    act(sheet, SignSeats(seats=(1, 2, 3), how=SignatureKind.DESK, content=content), actor=actor)
    act(sheet, TakeBackSecond(number=7), actor=eva)
    assert state(sheet) == SheetState.OPEN
    retype(sheet, 7, "r14-", actor)
    type_second(sheet, 7, "r14-", eva)
    assert state(sheet) == SheetState.COMPLETE
    assert not Signature.objects.filter(lapsed_at=None).exists()


def test_the_first_entry_is_hidden_from_whoever_may_type_the_second(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    franz = make_user("supervisor", username="franz", full_name="Franz Bäuml")
    assert [is_blind_view(sheet, user) for user in (hall[1], eva, franz)] == [False, True, True]
    assert code_of(sheet, LookAtFirst(), eva) == "not_allowed"
    act(sheet, LookAtFirst(), actor=franz)
    act(sheet, LookAtFirst(), actor=franz)
    assert Event.objects.filter(kind="second.looked", actor=franz).count() == 1
    # A person who has looked types no line of the second entry; the other person is as blind as before.
    assert code_of(sheet, typed(sheet, 2, "r12+"), franz) == "seen_first"
    assert [is_blind_view(sheet, user) for user in (eva, franz)] == [True, False]
    assert waiting_second(sheet.match, franz) == ()
    type_all(sheet, eva)
    assert not is_blind_view(sheet, eva)
    assert faults(hall[0]) == []
