"""The sheet as pages show it: cells, circles, old values, rounds, warnings, remarks."""

import datetime as dt
import secrets

import pytest
from django.utils import timezone

from tests.records import recorded
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet, write
from tests.worlds.sheets import QUIET, correct, fill, fresh, grant, line, refuse, sign, strike
from tournament.devices.selectors.devices import device_at
from tournament.enums import CorrectionKind, SheetState
from tournament.models import Game, Scoresheet, User
from tournament.selectors.scoresheets import SheetView, get_scoresheet, sheet_view, tables_by_state
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act, reason_given
from tournament.services.events import head_hash
from tournament.sheet.acts.corrections import RestoreGame
from tournament.sheet.acts.rulings import RuleOnLine
from tournament.sheet.lines import CellView

NAMES = ("Anna", "Bene", "Centa", "Dirk")


def plain(cells: tuple[CellView, ...]) -> str:
    """A line as on paper: "-2 (+6) -2 -2"."""
    values = [cell.plus if cell.plus is not None else -cell.minus if cell.minus is not None else 0 for cell in cells]
    signed = [f"{value:+d}" if value else "0" for value in values]
    return " ".join(f"({text})" if cell.circled else text for text, cell in zip(signed, cells, strict=True))


def rule(sheet: Scoresheet, number: int, entry: str, paper: tuple[int, ...], reason: str, actor: User) -> None:
    """The supervisor enters the right value for the line on the paper, or strikes it if there is none."""
    ruling = RuleOnLine(
        number=number,
        ruling=CorrectionKind.RULED if entry else CorrectionKind.STRUCK,
        record=line(number, entry).record if entry else recorded(written=paper, struck=True),
        written=paper,
        reason=reason_given(reason),
        key=secrets.token_hex(16),
    )
    act(sheet, ruling, actor=actor)


def view_of(sheet: Scoresheet) -> SheetView:
    return sheet_view(fresh(sheet))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to 20:14 in Feldkirchen on the evening of play."""
    now = dt.datetime(2026, 11, 28, 20, 14, tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_an_empty_sheet_has_32_lines_and_its_dealers(sheet: Scoresheet) -> None:
    view = view_of(sheet)
    assert (view.written, view.games, view.next_number, view.checksum) == (0, 32, 1, 0)
    assert [(row.number, row.dealer) for row in view.lines[:5]] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 1)]
    assert [round_.full for round_ in view.rounds] == [False] * 8
    head = head_hash(sheet.match.tournament, sheet)
    assert (view.names, view.head_hash) == (NAMES, head)
    assert view.check_code.replace("-", "") == head[:12].upper()


def test_the_columns_and_circles(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+", "6 2", "w4--", "sie3"])
    view = view_of(sheet)
    assert [plain(row.cells) for row in view.lines[:4]] == [
        "+1 +1 -1 -1",
        "-2 (+6) -2 -2",
        "+3 +3 +3 (-9)",
        "-8 -8 +24 -8",
    ]
    assert [row.word for row in view.lines[:4]] == ["Rufer", "Solo/Wenz", "Wenz", "Sie"]
    assert [row.entry for row in view.lines[:5]] == ["r12+", "6 2", "w4--", "sie3", ""]
    assert view.lines[1].text == "Solo/Wenz, Bene: −2 +6 −2 −2"
    # The Sie waits: it is shown but counts nothing yet (5.2.14).
    assert [seat.points for seat in view.seats] == [2, 10, 0, -12]
    assert [(seat.plus, seat.minus) for seat in view.seats] == [(4, 2), (10, 0), (3, 3), (0, 12)]
    assert (view.pending[0].number, view.pending[0].section, view.counted) == (4, "5.2.14", 2)
    assert (view.rounds[0].sum, view.rounds[0].running, view.rounds[0].full) == (0, (2, 10, 0, -12), True)


def test_old_values_stay_beside_the_new(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 1, "r12+", desk)
    correct(sheet, 1, "r13++", supervisor)
    correct(sheet, 1, "s1+", supervisor)
    row = view_of(sheet).lines[0]
    assert (plain(row.cells), row.word) == ("(+6) -2 -2 -2", "Solo")
    assert [(old.word, plain(old.cells)) for old in row.old_values] == [
        ("Rufer", "+1 +1 -1 -1"),
        ("Rufer", "+2 -2 +2 -2"),
    ]


def test_a_ruled_line_shows_what_the_paper_said(sheet: Scoresheet, supervisor: User) -> None:
    rule(sheet, 2, "1 23", (-1, 1, 1, 0), "a stroke lacks", supervisor)
    rule(sheet, 3, "", (1, 1, 1, -3), "no game", supervisor)
    ruled, struck = view_of(sheet).lines[1:3]
    assert (plain(ruled.cells), ruled.struck) == ("-1 +1 +1 -1", False)
    assert [(old.word, plain(old.cells)) for old in ruled.old_values] == [("no game", "-1 +1 +1 0")]
    assert (plain(struck.cells), struck.struck, struck.word, struck.old_values) == (
        "+1 +1 +1 -3", True, "no game", (),
    )  # fmt: skip


def test_struck_and_refused_lines_stay_readable(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["s2+", "st1+"])
    strike(sheet, 1, supervisor)
    refuse(sheet, 2, supervisor)
    view = view_of(sheet)
    assert [(plain(row.cells), row.struck, row.pending) for row in view.lines[:2]] == [
        ("-2 (+6) -2 -2", True, False),
        ("(+18) -6 -6 -6", True, False),
    ]
    assert [seat.points for seat in view.seats] == [0, 0, 0, 0]


def test_the_warning_comes_one_game_ahead(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["s1+", "w2+", "s3-"])
    assert view_of(sheet).warnings == ()
    write(sheet, 4, "r12+", desk)
    write(sheet, 5, "s3-", desk)
    assert view_of(sheet).warnings == ("The next Solo or Wenz needs the supervisor's approval (5.2.16).",)


def test_the_first_game_that_counts_less_is_said(sheet: Scoresheet, desk: User) -> None:
    write(sheet, 1, "s1+++", desk)
    assert view_of(sheet).warnings == ("Game 1: In the first game this counts less, as Solo (5.2.15).",)


def test_the_remarks_of_a_sheet(sheet: Scoresheet, desk: User, supervisor: User, clock: None) -> None:
    fill(sheet, desk, ["r12+", "st1+", "wt2-", "s3+", "r34+"])
    write(sheet, 6, "r13!2", supervisor)
    write(sheet, 7, "sie4", desk, supervisor)
    refuse(sheet, 2, supervisor)
    grant(sheet, 3, supervisor)
    correct(sheet, 1, "r13++", supervisor, reason="wrong partner")
    strike(sheet, 4, supervisor, reason="played twice")
    strike(sheet, 5, supervisor, reason="100 % unclear")
    act(sheet, RestoreGame(number=5, reason=reason_given("all agree")), actor=supervisor)
    rule(sheet, 8, "1 23", (-1, 1, 1, 0), "a stroke lacks", supervisor)
    rule(sheet, 9, "", (1, 1, 1, -3), "no game", supervisor)
    correct(sheet, 8, "s2!1", supervisor, reason="revoke")
    assert [text.replace("\u202f", " ") for text in view_of(sheet).remarks] == [
        "Game 1 corrected (5.3.4): Rufer, Anna with Bene, won, now Rufer, Anna with Centa, won with Schneider. "
        "wrong partner · supervisor K. Reiter, 20:14",
        "Game 2 struck (5.2.17): Solo Tout without approval · supervisor K. Reiter, 20:14",
        "Game 4 struck (5.3.4): Solo, Centa, won. played twice · supervisor K. Reiter, 20:14",
        "Game 5 struck (5.3.4): Rufer, Centa with Dirk, won. 100 % unclear · supervisor K. Reiter, 20:14",
        "Game 5 counts again (5.3.4). all agree · supervisor K. Reiter, 20:14",
        "Game 6, sanction: Rufer, Anna with Centa, mistake in play by Bene · supervisor K. Reiter, 20:14",
        "Game 8 (5.3.4): on paper −1 +1 +1 0, right is Rufer: −1 +1 +1 −1. "
        "a stroke lacks · supervisor K. Reiter, 20:14",
        "Game 8 corrected (5.3.4): −1 +1 +1 −1, now Solo, Bene, mistake in play by Anna. "
        "revoke · supervisor K. Reiter, 20:14",
        "Game 8, sanction: Solo, Bene, mistake in play by Anna · supervisor K. Reiter, 20:14",
        "Game 9 struck (5.3.4): +1 +1 +1 −3. no game · supervisor K. Reiter, 20:14",
        "Approved: game 3 (5.2.14) K. Reiter, 20:14 · game 7 (5.2.14) K. Reiter, as on paper",
    ]


def test_a_sanction_by_correction_bears_the_time_of_the_correction(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    write(sheet, 2, "s2+", desk)
    Game.objects.update(written_at=timezone.now() - dt.timedelta(hours=3))
    correct(sheet, 2, "s2!1", supervisor)
    corrected, sanctioned = view_of(sheet).remarks
    assert corrected.rsplit("supervisor", 1)[1] == sanctioned.rsplit("supervisor", 1)[1]


def test_signatures_and_what_lapsed(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk, 1, 2)
    assert [(seat.signature is not None, seat.lapsed) for seat in view_of(sheet).seats][:3] == [
        (True, None), (True, None), (False, None),
    ]  # fmt: skip
    correct(sheet, 7, "r24++", supervisor)
    sign(sheet, desk, 2)
    seats = view_of(sheet).seats
    assert [(seat.signature is not None, seat.lapsed is not None) for seat in seats] == [
        (False, True), (True, False), (False, False), (False, False),
    ]  # fmt: skip


def test_what_is_missing(sheet: Scoresheet, desk: User) -> None:
    for number in (1, 2, 4):
        write(sheet, number, "r12+", desk)
    view = view_of(sheet)
    assert (view.next_number, view.missing[:2], len(view.missing), view.written) == (3, (3, 5), 29, 3)
    fill(sheet, desk, QUIET[2:3], first=3)
    assert view_of(sheet).rounds[0].full


def test_the_check_code_is_the_head_of_the_log(sheet: Scoresheet, desk: User) -> None:
    write(sheet, 1, "r12+", desk)
    view, head = view_of(sheet), head_hash(sheet.match.tournament, sheet)
    assert view.head_hash == head
    assert view.check_code.replace("-", "") == head[:12].upper()


def test_tables_stand_by_the_state_of_their_sheets(desk: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 12)
    sheets = [open_scoresheet(tournament, table=table) for table in (3, 1, 2)]
    fill(sheets[1], desk)
    tables = tables_by_state(sheets[0].match)
    assert (tables["open"], tables["complete"], tables["signed"]) == ((2, 3), (1,), ())


def test_a_page_needs_two_queries_and_those_for_what_stands_on_it(
    sheet: Scoresheet, desk: User, supervisor: User, django_assert_num_queries: object
) -> None:
    scoresheet = get_scoresheet("feldkirchen-2026", 1, 1)
    sheet_state(scoresheet)
    with django_assert_num_queries(2):  # type: ignore[operator]
        sheet_view(scoresheet)
    fill(sheet, desk, [*QUIET[:9], "st1+", "st2+", *QUIET[11:]])
    grant(sheet, 10, supervisor)
    refuse(sheet, 11, supervisor)
    correct(sheet, 12, "r34++", supervisor)
    correct(sheet, 13, "r34++", supervisor)
    sign(sheet, desk)
    scoresheet = get_scoresheet("feldkirchen-2026", 1, 1)
    with django_assert_num_queries(5):  # type: ignore[operator]
        view = sheet_view(scoresheet)
        assert [seat.signing.recorded_by for seat in view.seats] == ["Dora Desk"] * 4
        assert {row.writer for row in view.lines if row.game} == {"Dora Desk"}
    assert (scoresheet.state, len(view.remarks)) == (SheetState.SIGNED, 4)


def test_there_is_no_such_sheet(sheet: Scoresheet) -> None:
    slug = "feldkirchen-2026"
    for address in ((slug, 1, 2), (slug, 2, 1), ("elsewhere", 1, 1), (slug, 1, 2**63), (slug, 2**63, 1)):
        with pytest.raises(Scoresheet.DoesNotExist):
            get_scoresheet(*address)
        assert device_at("nobody's token", *address) is None
