"""Mending a line: by typing until the first signature, then by a correction, which can be taken back as one act."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest

from scoring.ruleset import load_ruleset
from scoring.shorthand import parse_entry
from tournament.enums import PaperLineKind, SheetState, SignatureKind, Source
from tournament.refusals import Refused
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.line_moves import TakeOutLine
from tournament.sheet.acts.opening import OpenSheet
from tournament.sheet.acts.paper_lines import SetAsideLine
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.deciding import decide
from tournament.sheet.reading import kind_of
from tournament.sheet.state import OnPaper, Sheet, SheetTerms

RULESET = load_ruleset("schafkopfschule-2023")
AT = dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC)
DESK, REITER = Actor(login=1), Actor(login=2, supervisor=True)
WHY = Reason(text="misread", digest="0" * 64)
LINES = 32


def after_command(sheet: Sheet, command: Any, by: Actor = DESK) -> Sheet:
    return decide(sheet, command, by=by, at=AT).sheet


def game(entry: str) -> Any:
    return parse_entry(RULESET, entry)


def record(number: int, entry: str, key: str | None = None) -> RecordGame:
    return RecordGame(number=number, record=game(entry), key=key or f"key{number}")


def full(source: Source = Source.PAPER) -> Sheet:
    """A sheet with 32 quiet games that nobody has signed."""
    sheet = Sheet(terms=SheetTerms(tournament=1, ruleset=RULESET, rules=""))
    sheet = after_command(sheet, OpenSheet(match=1, table=1, seats=(11, 12, 13, 14)))
    sheet = after_command(sheet, SetSource(source=source))
    for number in range(1, LINES + 1):
        sheet = after_command(sheet, record(number, "r12+"))
    assert sheet.state == SheetState.COMPLETE
    return sheet


def signed(sheet: Sheet, *seats: int) -> Sheet:
    return after_command(sheet, SignSeats(seats=seats, content=sheet.content_hash, how=SignatureKind.PAPER))


def code_of(sheet: Sheet, command: Any, by: Actor = DESK) -> str:
    try:
        after_command(sheet, command, by)
    except Refused as refusal:
        return refusal.code
    return ""


MENDS = [
    RetypeGame(number=3, record=game("r13+"), key="new", seen="key3"),
    TakeBackGame(number=3, seen="key3"),
    TakeOutLine(number=3, key="new", seen="key3"),
    SetAsideLine(number=3, paper=OnPaper(kind=PaperLineKind.NOT_WRITTEN), key="new", seen="key3"),
]


@pytest.mark.parametrize("mend", MENDS, ids=lambda one: type(one).__name__)
def test_the_desk_mends_a_full_sheet_by_typing_until_the_first_signature(mend: Any) -> None:
    sheet = full()
    effect = decide(sheet, mend, by=DESK, at=AT)
    assert "game.corrected" not in [kind_of(link.event) for link in effect.links]  # the paper is the document
    assert effect.sheet.games.get(3) != sheet.games[3]
    after = signed(sheet, 1)
    assert code_of(after, mend) == code_of(after, mend, REITER) == "sheet_not_open"
    # A correction lets the signature lapse, and the line stays a matter of corrections.
    corrected = after_command(after, CorrectGame(number=5, record=game("r13+"), reason=WHY), REITER)
    assert (corrected.state, corrected.signed) == (SheetState.COMPLETE, frozenset())
    assert code_of(corrected, mend) == "sheet_not_open"


@pytest.mark.parametrize(
    ("source", "number", "code"), [(Source.LIVE, 32, ""), (Source.LIVE, 31, "not_the_last"), (Source.PAPER, 31, "")]
)
def test_at_the_table_only_the_last_game_is_taken_back(source: Source, number: int, code: str) -> None:
    assert code_of(full(source), TakeBackGame(number=number)) == code


CHANGES: list[tuple[Sequence[Any], tuple[int, ...]]] = [
    ([CorrectGame(number=3, record=game("s4+"), reason=WHY)], (1, 1, -1, -1)),
    ([StrikeGame(number=3, reason=WHY)], (1, 1, -1, -1)),
    ([StrikeGame(number=3, reason=WHY), RestoreGame(number=3, reason=WHY)], (0, 0, 0, 0)),
    (
        [CorrectGame(number=3, record=game("s4+"), reason=WHY), CorrectGame(number=3, record=game("r34+"), reason=WHY)],
        (-2, -2, -2, 6),
    ),
]


@pytest.mark.parametrize(("changes", "points"), CHANGES)
def test_a_correction_is_taken_back_as_one_act(changes: Sequence[Any], points: tuple[int, ...]) -> None:
    sheet = signed(full(), 1, 2, 3, 4)
    for change in changes:
        sheet = after_command(sheet, change, REITER)
    effect = decide(sheet, TakeBackCorrection(number=3, reason=WHY), by=REITER, at=AT)
    assert [kind_of(link.event) for link in effect.links] == ["game.undone"]
    assert effect.sheet.evaluated.lines[2].points == points
    # What lapsed stays lapsed, although the content may be again what was signed.
    assert (effect.sheet.state, effect.sheet.signed, len(effect.sheet.signatures)) == (
        SheetState.COMPLETE,
        frozenset(),
        4,
    )
    last = effect.sheet.games[3].corrections[-1]
    assert (last.kind, last.supervisor, last.new) == ("undone", 2, sheet.games[3].corrections[-1].old)
    assert code_of(effect.sheet, TakeBackCorrection(number=3, reason=WHY), REITER) == "no_correction"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (TakeBackCorrection(number=4, reason=WHY), "no_correction"),
        (TakeBackCorrection(number=3, reason=Reason(text="", digest="")), "reason_missing"),
        (TakeBackCorrection(number=3, reason=WHY, seen="another"), "line_taken"),
        (TakeBackCorrection(number=3, reason=WHY, seen="key3", corrected=0), "line_taken"),
        (TakeBackCorrection(number=33, reason=WHY), "not_written"),
    ],
)
def test_what_is_no_correction_to_take_back(command: TakeBackCorrection, code: str) -> None:
    sheet = after_command(full(), CorrectGame(number=3, record=game("s4+"), reason=WHY), REITER)
    assert code_of(sheet, command, REITER) == code
