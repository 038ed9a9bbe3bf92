"""The lines of a sheet as screen, phone, print and file show them (5.2.7, 5.3.3, 5.3.4)."""

from dataclasses import replace

import pytest

from tests.records import recorded
from tests.sheet_tables import PHONE, aside, by_rules, does, game, key, line, typed
from tests.worlds.decided import BOSS, DESK, empty_sheet, full_sheet, why
from tournament.enums import CorrectionKind, PaperLineKind
from tournament.sheet.actors import NOBODY, Actor, Reason
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.rulings import CloseUnplayed, RuleOnLine
from tournament.sheet.lines import CellView, LineView, line_view, points_as_written, round_views, value_changed
from tournament.sheet.names import Names
from tournament.sheet.paper_words import paper_text
from tournament.sheet.state import Sheet

NAMES = Names(
    seats=("Anna", "Bene", "Centa", "Dirk"), table=7, logins={1: "K. Reiter", 2: "Dora Desk"}, devices={1: 3},
    masked=lambda text: text.replace("Huber", "#5"),
)  # fmt: skip
FOUR = ("s1+", "w2+", "s3-", "w4-")


def view(number: int, *steps: object) -> LineView:
    sheet = empty_sheet()
    for step in steps:
        sheet = step(sheet)
    return line_view(sheet, NAMES, number)


def cells(*points: int, circled: int = 0) -> tuple[CellView, ...]:
    return tuple(
        CellView(plus=value if value > 0 else None, minus=-value if value < 0 else None, circled=seat == circled)
        for seat, value in enumerate(points, 1)
    )


def test_a_game() -> None:
    row = view(2, typed("r12+", "s2++"))
    assert (row.number, row.dealer, row.word, row.text) == (2, 2, "Solo", "Solo, Bene, won with Schneider")
    assert row.cells == cells(-3, 9, -3, -3, circled=2)
    assert [cell.points for cell in row.cells] == [-3, 9, -3, -3]
    assert (row.written, row.struck, row.pending, row.unplayed, row.passed) == (True, False, False, False, 0)
    assert (row.counted, row.section, row.approval, row.paper, row.waiting) == (2, None, None, None, "")
    assert (row.writer, row.decided_by, row.oral, row.old_values, row.problems) == (
        "Dora Desk",
        "",
        "",
        (),
        (),
    )
    assert (row.entry, row.corrected, row.at) == ("s2++", 0, row.game.at)


def test_a_game_that_is_shown_as_approved_is_typed_again_without_it() -> None:
    """The second entry shows each of its games so."""
    sheet = typed("r12+")(empty_sheet())
    game = replace(sheet.games[1], record=sheet.games[1].record.decided(approved=True))
    assert line_view(replace(sheet, games={1: game}), NAMES, 1).entry == "r12+"


def test_an_empty_line() -> None:
    row = view(5, typed("r12+"))
    assert (row.written, row.record, row.word, row.text, row.entry) == (False, {}, "", "", "")
    assert (row.cells, row.counted, row.writer, row.at, row.corrections) == (
        cells(0, 0, 0, 0),
        None,
        "",
        None,
        (),
    )
    assert (row.dealer, row.game, row.decided_by, row.passed) == (1, None, "", 0)


def test_a_rufer_is_not_circled_and_counts_for_no_request() -> None:
    row = view(1, typed("r13-"))
    assert (row.cells, row.counted, row.entry) == (cells(-1, 1, -1, 1), None, "r13-")


def test_a_line_that_waits_for_the_supervisor() -> None:
    row = view(2, does(aside(2, text="92", kind=PaperLineKind.NO_GAME), by=DESK))
    assert (row.written, row.waiting, row.writer) == (False, "Paper: 92 · waits for the supervisor", "Dora Desk")
    assert (row.paper.number, row.at) == (2, row.paper.at)
    assert row.at is not None


def test_a_game_that_waits_for_its_approval() -> None:
    oral = replace(line(6, "s2+"), oral=why("Franz Huber"))
    row = view(6, typed("r12+", *FOUR), does(oral, by=PHONE))
    assert (row.pending, row.section, row.approval.state, row.oral) == (
        True,
        "5.2.16",
        "requested",
        "Franz Huber",
    )
    assert (row.writer, row.decided_by, row.counted) == ("device 3 of table 7", "", 2)
    assert row.cells == cells(-2, 6, -2, -2, circled=2)  # it stays readable


def test_a_game_that_was_refused_is_struck_and_stays_readable() -> None:
    """5.2.17."""
    refused = DecideApproval(game=key(2), granted=False)
    row = view(2, typed("r12+", "st3+"), does(refused, by=BOSS))
    assert (row.struck, row.pending, row.decided_by, row.counted) == (True, False, "K. Reiter", None)
    assert (row.cells, "approved" in row.record) == (cells(-6, -6, 18, -6, circled=3), False)


def test_initials_stand_not_in_the_record() -> None:
    row = view(2, typed("r12+"), does(line(2, "st3+", initialled_by=BOSS), by=DESK))
    assert (row.approval.on_paper, "approved" in row.record, row.counted) == (True, False, 3)


def test_a_correction_tells_the_old_value_and_masks_who_is_forgotten() -> None:
    corrected = CorrectGame(number=2, record=game("s3+"), reason=why("Huber irrte"))
    row = view(2, typed("r12+", "s2+"), does(corrected))
    [old] = row.old_values
    assert (old.word, old.cells, old.reason) == ("Solo", cells(-2, 6, -2, -2, circled=2), "#5 irrte")
    assert (row.cells, row.corrected, len(row.corrections)) == (cells(-2, -2, 6, -2, circled=3), 1, 1)


def test_a_ruling_tells_what_the_paper_had() -> None:
    ruled = RuleOnLine(
        number=2, ruling=CorrectionKind.RULED, record=game("r13+"), written=(1, 1, 1, 0), reason=why(), key="k"
    )
    row = view(2, typed("r12+"), does(ruled))
    assert [(old.word, old.cells) for old in row.old_values] == [("no game", cells(1, 1, 1, 0))]
    unreadable = view(2, typed("r12+"), does(replace(ruled, written=())))
    assert [old.cells for old in unreadable.old_values] == [cells(0, 0, 0, 0)]


def test_a_struck_line_that_is_no_game_stays_readable() -> None:
    struck = RuleOnLine(
        number=2, ruling=CorrectionKind.STRUCK, record=recorded(written=(1, 1, 1, 0), struck=True),
        written=(1, 1, 1, 0), reason=why(), key="k",
    )  # fmt: skip
    row = view(2, typed("r12+"), does(struck))
    assert (row.struck, row.cells, row.old_values, row.entry) == (True, cells(1, 1, 1, 0), (), "1 123")


def test_a_line_that_was_not_played() -> None:
    numbers = tuple(range(2, 33))
    closed = CloseUnplayed(numbers=numbers, reason=why(), keys=tuple(f"u{number}" for number in numbers))
    row = view(2, typed("r12+"), does(closed))
    assert (row.unplayed, row.word, row.cells, row.entry) == (True, "not played", cells(0, 0, 0, 0), "")


@pytest.mark.parametrize(("thrown_in", "entry"), [(1, "r13+ p"), (2, "r13+ p2"), (None, "r13+")])
def test_the_entry_says_how_many_deals_were_thrown_in(thrown_in: int | None, entry: str) -> None:
    row = view(2, typed("r12+"), does(replace(line(2, "r13+"), record=game("r13+").placed(passed=thrown_in))))
    assert (row.entry, row.passed) == (entry, thrown_in or 0)


def test_the_entry_of_a_struck_line_is_that_of_its_game() -> None:
    """A strike cannot be typed, nor who sits out."""
    assert view(2, typed("r12+", "s2+"), does(StrikeGame(number=2, reason=why()))).entry == "s2+"
    assert view(1, by_rules("social", 5), does(line(1, "r23+"))).entry == "r23+"


def test_which_corrections_change_the_value() -> None:
    """A strike leaves it as it is, and so does taking one back."""
    changes = [
        CorrectGame(number=1, record=game("r13+"), reason=why()),
        TakeBackCorrection(number=1, reason=why()),
        StrikeGame(number=1, reason=why()),
        TakeBackCorrection(number=1, reason=why()),
        StrikeGame(number=1, reason=why()),
        RestoreGame(number=1, reason=why()),
    ]
    sheet = does(*changes)(typed("r12+")(empty_sheet()))
    assert [value_changed(one) for one in sheet.games[1].corrections] == [True, True, False, False, False, False]


def test_a_line_in_which_the_sitter_plays_shows_its_problem() -> None:
    """5.2.5: a deal thrown in further up made its declarer the dealer who sits out; it counts nothing."""
    sheet = does(line(1, "r34+"), line(3, "r12+"))(by_rules("social", 5)(empty_sheet()))
    sheet = does(replace(line(2, "r34+", "k"), record=recorded(
        contract="rufer", declarer=4, partner=1, result="won", level="simple", passed=3)))(sheet)  # fmt: skip
    record = {"contract": "rufer", "declarer": 1, "partner": 2, "result": "won", "seats": 5, "sits_out": 1}
    assert points_as_written(sheet.terms.ruleset, 3, record) == ((0, 0, 0, 0, 0), None)
    assert line_view(sheet, Names(seats=tuple("ABCDE")), 3).problems != ()


def test_the_rounds_of_a_sheet() -> None:
    rounds = list(round_views(full_sheet(), NAMES))
    assert [(one.number, one.lines[0].number, len(one.lines), one.sum, one.full) for one in rounds] == [
        (number, 4 * number - 3, 4, 0, True) for number in range(1, 9)
    ]
    assert rounds[-1].running == full_sheet().evaluated.totals
    sheet: Sheet = typed("r12+", "s2+")(empty_sheet())
    first = next(round_views(sheet, NAMES))
    assert (first.full, [one.written for one in first.lines]) == (False, [True, True, False, False])


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        (Actor(login=1), "K. Reiter"),
        (Actor(login=1, device=1), "K. Reiter"),
        (Actor(login=8), ""),
        (Actor(device=1), "device 3 of table 7"),
        (NOBODY, ""),
        (None, ""),
    ],
)
def test_who_acted(actor: Actor | None, name: str) -> None:
    assert NAMES.actor(actor) == name


def test_what_a_person_wrote() -> None:
    assert [NAMES.text(one) for one in (why("Huber"), None, Reason(digest="d"))] == ["#5", "", ""]
    assert Names(seats=()).text(why("Huber")) == "Huber"


@pytest.mark.parametrize(
    ("kind", "text", "points", "words"),
    [
        (PaperLineKind.NO_GAME, "1 -1 -1 2", (1, -1, -1, 2), "+1 −1 −1 +2"),
        (PaperLineKind.NO_GAME, "3 -?", None, "3 −?"),
        (PaperLineKind.STRUCK, "92", (-3, 9, -3, -3), "struck: −3 +9 −3 −3"),
        (PaperLineKind.STRUCK, "", None, "struck"),
        (PaperLineKind.UNREADABLE, "3 ?", None, "unreadable: 3 ?"),
        (PaperLineKind.NOT_WRITTEN, "", None, "empty"),
    ],
)
def test_what_stands_on_the_paper(kind: PaperLineKind, text: str, points: tuple[int, ...] | None, words: str) -> None:
    assert paper_text(kind, text, points) == words
