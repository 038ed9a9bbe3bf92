"""Writing lines, taking them back, typing them again."""

import pytest

from scoring.records import GameRecord
from tests.records import recorded
from tests.worlds.factories import make_user, open_scoresheet, write
from tests.worlds.sheets import (
    correct,
    faults,
    fill,
    fresh,
    kinds,
    line,
    live,
    payload,
    points,
    refusal,
    requests,
    sign,
    state,
    totals,
)
from tournament.enums import CorrectionKind, SheetState, Source
from tournament.models import Approval, Correction, Game, Scoresheet, User
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.games import RetypeGame
from tournament.sheet.acts.rulings import RuleOnLine
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.draft import Answer


def retyped(number: int, entry: str, initials: User | None = None, command: str = "") -> RetypeGame:
    """The line typed again, whatever it holds."""
    new = line(number, entry, initials, command)
    return RetypeGame(number=number, record=new.record, key=new.key, initialled_by=new.initialled_by)


# Every way to fill a line, with the points of 5.2.7 typed from the rules.
@pytest.mark.parametrize(
    ("entry", "values", "record"),
    [
        ("r13+", (1, -1, 1, -1), {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}),
        ("R 31 ++", (2, -2, 2, -2), {"contract": "rufer", "declarer": 3, "partner": 1, "level": "schneider"}),
        ("s2---", (4, -12, 4, 4), {"contract": "solo", "declarer": 2, "result": "lost", "level": "schwarz"}),
        ("wt4-", (6, 6, 6, -18), {"contract": "wenz-tout", "declarer": 4, "result": "lost"}),
        ("sie3", (-8, -8, 24, -8), {"contract": "sie", "declarer": 3, "result": "won"}),
        ("1 13", (1, -1, 1, -1), {"written": [1, -1, 1, -1]}),
        ("6 2", (-2, 6, -2, -2), {"written": [-2, 6, -2, -2], "circled": 2}),
        ("-9 4", (3, 3, 3, -9), {"written": [3, 3, 3, -9], "circled": 4}),
        ("-1 +1 +1 −1", (-1, 1, 1, -1), {"written": [-1, 1, 1, -1]}),
    ],
)
def test_a_line_is_kept_as_it_was_entered(
    sheet: Scoresheet, desk: User, supervisor: User, entry: str, values: tuple[int, ...], record: dict[str, object]
) -> None:
    needs_approval = max(map(abs, values)) in (18, 24)
    answer = act(sheet, line(2, entry, supervisor if needs_approval else None), actor=desk)
    game = Game.objects.get()
    assert (answer, game.number, game.source, game.login) == (Answer.APPLIED, 2, Source.PAPER, desk)
    assert game.record | record == game.record
    assert points(sheet) == {2: values}
    assert totals(sheet) == list(values)
    assert payload(sheet, "game.recorded")["record"] == game.record


def test_the_same_command_twice_is_one_game(sheet: Scoresheet, desk: User) -> None:
    once = line(1, "r13+", command="a" * 32)
    assert act(sheet, once, actor=desk) == Answer.APPLIED
    version, events = fresh(sheet).version, kinds(sheet)
    assert act(sheet, once, actor=desk) == Answer.DUPLICATE
    assert act(sheet, retyped(1, "r13+", command="a" * 32), actor=desk) == Answer.DUPLICATE
    assert (fresh(sheet).version, kinds(sheet), points(sheet)) == (version, events, {1: (1, -1, 1, -1)})


def test_a_command_sent_late_does_not_bring_a_line_back(sheet: Scoresheet, desk: User) -> None:
    once = line(1, "r13+", command="a" * 32)
    act(sheet, once, actor=desk)
    act(sheet, TakeBackGame(number=1), actor=desk)
    assert act(sheet, once, actor=desk) == Answer.DUPLICATE
    assert points(sheet) == {}


def test_a_command_belongs_to_its_line(sheet: Scoresheet, desk: User) -> None:
    act(sheet, line(1, "r13+", command="a" * 32), actor=desk)
    other = line(2, "r13+", command="a" * 32)
    assert refusal(lambda: act(sheet, other, actor=desk)) == (
        "command_used",
        "This page was used for another line already. Please load it again.",
    )


def test_the_second_desk_is_told_who_wrote_what(sheet: Scoresheet, desk: User) -> None:
    write(sheet, 5, "r13++", desk)
    other = make_user("desk", username="other")
    assert refusal(lambda: write(sheet, 5, "6 2", other)) == (
        "line_taken",
        "Game 5 was just written by Dora Desk: Rufer, Anna with Centa, won with Schneider. Yours was not written.",
    )


def test_there_are_32_lines(sheet: Scoresheet, supervisor: User) -> None:
    expected = ("no_such_line", "There is no line 33: a sheet has 32 lines.")
    assert refusal(lambda: write(sheet, 33, "r13+", supervisor)) == expected
    ruling = RuleOnLine(
        number=33,
        ruling=CorrectionKind.STRUCK,
        record=recorded(written=(1, 1, 1, -3), struck=True),
        written=(1, 1, 1, -3),
        reason=reason_given("no game"),
        key="a" * 32,
    )
    assert refusal(lambda: act(sheet, ruling, actor=supervisor)) == expected


def test_at_the_table_the_games_come_in_their_order(sheet: Scoresheet, desk: User) -> None:
    live(sheet, desk)
    write(sheet, 1, "r13+", desk)
    assert refusal(lambda: write(sheet, 3, "r13+", desk)) == (
        "line_out_of_turn",
        "At the table the games are written in their order: game 2 comes next.",
    )
    write(sheet, 2, "r13+", desk)
    assert Game.objects.get(number=2).source == Source.LIVE


@pytest.mark.parametrize(
    ("number", "record", "code", "sentence"),
    [
        (2, recorded(written=(-1, 1, 1, 0)), "not_zero_sum", "The points −1 +1 +1 0 sum to +1, not to 0."),
        (
            2,
            recorded(written=(1, 1, 1, -3)),
            "no_such_outcome",
            "No game ends with the points +1 +1 +1 −3, though they sum to 0.",
        ),
        (
            1,
            recorded(contract="sie", declarer=1),
            "sie_does_not_count",
            "A Sie does not count in the first game (2.9.1); the same dealer deals again.",
        ),
        (
            2,
            recorded(contract="rufer", declarer=1, partner=1, result="won"),
            "partner_is_declarer",
            "Seat 1 cannot be declarer and partner at once.",
        ),
        (
            2,
            recorded(contract="solo", declarer=7, result="won"),
            "seat_not_at_table",
            "Declarer: there is no seat 7, only 1 to 4.",
        ),
        (
            2,
            recorded(contract="solo", declarer=1, card_points=119, tricks=7),
            "card_points_impossible",
            "119 card points cannot occur.",
        ),
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(
    sheet: Scoresheet, desk: User, number: int, record: GameRecord, code: str, sentence: str
) -> None:
    assert refusal(lambda: act(sheet, line(number, record), actor=desk)) == (code, sentence)


def test_only_a_supervisor_writes_a_sanction(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    # 3.4.17: the infringer −4, the two opponents +2 each, his partner 0.
    assert refusal(lambda: write(sheet, 1, "r13!2", desk))[0] == "not_allowed"
    write(sheet, 1, "r13!2", supervisor)
    game = Game.objects.get()
    assert (points(sheet), game.supervisor) == ({1: (2, -4, 2, 0)}, supervisor)


@pytest.mark.parametrize("roles", [(), ("desk",), ("organiser",), ("supervisor",)])
def test_who_may_write(sheet: Scoresheet, roles: tuple[str, ...]) -> None:
    actor = make_user(*roles)
    if roles:
        write(sheet, 1, "r13+", actor)
        act(sheet, TakeBackGame(number=1), actor=actor)
        assert kinds(sheet) == ["game.recorded", "game.taken_back"]
    else:
        assert refusal(lambda: write(sheet, 1, "r13+", actor))[0] == "not_allowed"
        assert refusal(lambda: act(sheet, TakeBackGame(number=1), actor=actor))[0] == "not_allowed"


# Initials on the paper: "g".


def test_initials_on_the_paper_are_an_approval(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st1+", desk, supervisor)
    approval = Approval.objects.get()
    assert (approval.state, approval.section, approval.on_paper) == ("granted", "5.2.14", True)
    assert (approval.supervisor, approval.login, points(sheet)) == (supervisor, desk, {2: (18, -6, -6, -6)})
    assert kinds(sheet) == ["game.recorded", "approval.granted"]
    assert payload(sheet, "approval.granted") == {
        "number": 2,
        "section": "5.2.14",
        "on_paper": True,
        "supervisor": supervisor.pk,
    }


def test_initials_must_be_a_supervisors(sheet: Scoresheet, desk: User) -> None:
    assert refusal(lambda: write(sheet, 2, "st1+", desk, desk)) == (
        "not_a_supervisor",
        "The initials on the paper must be those of a supervisor (5.2.14, 5.2.16).",
    )


@pytest.mark.parametrize("entry", ["r13+", "1 13"])
def test_a_rufer_needs_no_initials(sheet: Scoresheet, desk: User, supervisor: User, entry: str) -> None:
    assert refusal(lambda: write(sheet, 2, entry, desk, supervisor)) == (
        "approval_not_needed",
        "This game never needs an approval: please leave out “g”.",
    )


# Taking back and typing again.


def test_any_line_from_paper_may_be_taken_back(sheet: Scoresheet, desk: User) -> None:
    for number, entry in enumerate(("r12+", "s2+", "r13++"), 1):
        write(sheet, number, entry, desk)
    act(sheet, TakeBackGame(number=2), actor=desk)
    assert points(sheet) == {1: (1, 1, -1, -1), 3: (2, -2, 2, -2)}
    assert totals(sheet) == [3, -1, 1, -3]
    assert payload(sheet, "game.taken_back") == {
        "number": 2,
        "record": {"contract": "solo", "declarer": 2, "result": "won", "level": "simple"},
    }
    write(sheet, 2, "s3+", desk)
    assert totals(sheet) == [1, -3, 7, -5]


def test_at_the_table_only_the_last_game(sheet: Scoresheet, desk: User) -> None:
    live(sheet, desk)
    for number in (1, 2):
        write(sheet, number, "r12+", desk)
    assert refusal(lambda: act(sheet, TakeBackGame(number=1), actor=desk)) == (
        "not_the_last",
        "At the table only the last game can be taken back; earlier ones the supervisor corrects (5.3.4).",
    )
    act(sheet, TakeBackGame(number=2), actor=desk)
    assert list(points(sheet)) == [1]


def test_what_is_not_written_cannot_be_taken_back(sheet: Scoresheet, desk: User) -> None:
    assert refusal(lambda: act(sheet, TakeBackGame(number=4), actor=desk)) == (
        "not_written",
        "Game 4 is not written.",
    )


def test_what_the_supervisor_decided_stays(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "wt3+", supervisor)
    correct(sheet, 2, "w3+", supervisor)
    expected = (
        "decided_by_supervisor",
        "The supervisor has decided on game 2: only a correction can change it now (5.3.4).",
    )
    assert refusal(lambda: act(sheet, TakeBackGame(number=2), actor=desk)) == expected
    assert refusal(lambda: act(sheet, retyped(2, "r13+"), actor=desk)) == expected


def test_a_full_sheet_takes_no_new_line_and_mends_slips_until_somebody_signs(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk)
    assert state(sheet) == SheetState.COMPLETE
    assert refusal(lambda: write(sheet, 32, "r12+", desk))[0] == "sheet_not_open"
    act(sheet, retyped(5, "r34+"), actor=desk)
    assert (state(sheet), points(sheet)[5]) == (SheetState.COMPLETE, (-1, -1, 1, 1))
    act(sheet, TakeBackGame(number=5), actor=desk)
    write(sheet, 5, "r12+", desk)
    assert Correction.objects.count() == 0
    sign(sheet, desk, 1)
    expected = "The sheet is signed or accepted. Changes are now corrections by the supervisor (5.3.4)."
    assert refusal(lambda: act(sheet, TakeBackGame(number=32), actor=desk)) == ("sheet_not_open", expected)
    assert refusal(lambda: act(sheet, retyped(32, "r12+"), actor=desk)) == ("sheet_not_open", expected)
    assert faults(sheet) == []


def test_a_line_typed_anew_is_one_act(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 1, "r12+", desk)
    write(sheet, 2, "st2+", desk)
    version = fresh(sheet).version
    assert act(sheet, retyped(2, "wt2-", supervisor), actor=desk) == Answer.APPLIED
    assert (points(sheet)[2], totals(sheet)) == ((6, -18, 6, 6), [7, -17, 5, 5])
    assert requests(sheet) == {2: ("5.2.14", "granted")}
    assert kinds(sheet)[-3:] == ["game.taken_back", "game.recorded", "approval.granted"]
    assert fresh(sheet).version == version + 1


def test_another_table_is_another_sheet(sheet: Scoresheet, desk: User) -> None:
    tournament = sheet.match.tournament
    other = open_scoresheet(tournament, match=2)
    write(sheet, 1, "r12+", desk)
    write(other, 1, "s4-", desk)
    assert (totals(sheet), totals(other)) == ([1, 1, -1, -1], [2, 2, 2, -6])
