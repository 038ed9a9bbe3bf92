"""Correcting, striking and restoring games, and taking that back (5.3.4, 5.2.17)."""

import pytest

from scoring.records import GameRecord
from tests.records import recorded
from tests.sheet_tables import (
    FOUR,
    Row,
    accepted,
    barred,
    by_rules,
    check,
    does,
    double,
    full,
    game,
    key,
    line,
    live,
    not_signing,
    rufer,
    rule_of,
    signed,
    typed,
    typed_again,
    void,
    works,
)
from tests.worlds.decided import BOSS, after, empty_sheet, why
from tournament.enums import CorrectionKind, SheetState
from tournament.sheet.actors import Actor
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.line_moves import TakeOutLine
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval
from tournament.sheet.acts.rulings import CloseUnplayed, RuleOnLine


def right(number: int, entry: str | GameRecord, **more: object) -> CorrectGame:
    record = game(entry, number) if isinstance(entry, str) else entry
    return CorrectGame(**{"number": number, "record": record, "reason": why()} | more)


def strike(number: int, **more: object) -> StrikeGame:
    return StrikeGame(**{"number": number, "reason": why()} | more)


def restore(number: int, **more: object) -> RestoreGame:
    return RestoreGame(**{"number": number, "reason": why()} | more)


def undo(number: int, **more: object) -> TakeBackCorrection:
    return TakeBackCorrection(**{"number": number, "reason": why()} | more)


def out(number: int, game_key: str) -> TakeOutLine:
    return TakeOutLine(number=number, key="out", seen=game_key)


TWO = typed("r12+", "s2+")
TOUT = typed("r12+", "st3+")
REFUSED = does(DecideApproval(game=key(2), granted=False))
GRANTED = does(DecideApproval(game=key(2), granted=True))
BEFORE_PLAY = does(
    RequestApproval(number=6, seat=2, contract="solo", suit="", hand=(), key="r"),
    AnswerRequest(request=1, granted=True),
)
NO_GAME = recorded(written=(1, 1, 1, -3))
RULED = RuleOnLine(number=3, ruling=CorrectionKind.RULED, record=game("r13+"), written=(1, 1, 1, -3), reason=why(),
                   key="ruled")  # fmt: skip
ILLEGIBLE = RuleOnLine(number=3, ruling=CorrectionKind.STRUCK, record=recorded(written=()).decided(struck=True),
                       written=(), reason=why(), key="illegible")  # fmt: skip
LAPSED = tuple(f"signature.lapsed seat={seat}" for seat in (1, 2, 3, 4))

CORRECTED = [
    works("5.3.4 the right value stands, the old one stays", [TWO], right(2, "s3++"),
          f"game.corrected number=2 old_record=s2+ new_record=s3++ section=5.3.4 reason={why().digest}", by=BOSS,
          points={2: (-3, -3, 9, -3)}),
    works("5.3.4 signatures lapse and the acceptance is taken back", [full, accepted], right(7, "r24+"),
          "game.corrected number=7", *LAPSED, "sheet.state from=accepted to=complete", by=BOSS),
    works("5.3.4 so does a refusal to sign", [full, signed(1), does(not_signing(2))], right(7, "r24+"),
          "game.corrected number=7", "signature.lapsed seat=1", "signature.refusal_lapsed seat=2", by=BOSS,
          state=SheetState.COMPLETE),
    works("5.2.14 a Tout opens the sheet again", [full, signed()], right(10, "wt2+"), "game.corrected number=10",
          "approval.requested number=10 section=5.2.14", *LAPSED, "sheet.state from=signed to=open", by=BOSS),
    works("5.2.14 approved in the same act", [TWO], right(2, "st3+", approve=True), "game.corrected number=2",
          "approval.requested number=2 section=5.2.14", "approval.granted number=2 section=5.2.14", by=BOSS,
          points={2: (-6, -6, 18, -6)}),
    works("5.2.14 nothing to approve", [TWO], right(2, "s3+", approve=True), "game.corrected number=2", by=BOSS),
    works("5.2.14 what was granted stays granted", [TOUT, GRANTED], right(2, "st4+", approve=True),
          "game.corrected number=2", by=BOSS, points={2: (-6, -6, -6, 18)}),
    works("5.2.17 what was refused is granted with its value", [TOUT, REFUSED], right(2, "st4+", approve=True),
          "game.corrected number=2", "approval.granted number=2", by=BOSS, points={2: (-6, -6, -6, 18)}),
    works("5.2.16 a Solo that becomes a Rufer counts no more", [typed(*FOUR, "s2+")], right(2, "r13+"),
          "game.corrected number=2", "approval.withdrawn number=6", by=BOSS),
    works("5.2.14 the approval of a Tout is none of a Solo", [TOUT, GRANTED], right(2, "s3+"),
          "game.corrected number=2", "approval.withdrawn number=2 section=5.2.14", by=BOSS),
    *(works(f"5.2.14 the approval of a Tout is none of a Rufer: {name}", [TOUT, *decided], right(2, "r12+"),
            "game.corrected number=2", "approval.withdrawn number=2", by=BOSS, points={2: (1, 1, -1, -1)})
      for name, decided in (("waiting", []), ("granted", [GRANTED]), ("refused", [REFUSED]))),
    works("5.2.14 the approval of a Solo is none of a Tout",
          [typed(*FOUR, "s1+"), does(DecideApproval(game=key(6), granted=True))], right(6, "st1+"),
          "game.corrected number=6", "approval.withdrawn number=6 section=5.2.16",
          "approval.requested number=6 section=5.2.14", by=BOSS, points={6: (0, 0, 0, 0)}),
    works("5.2.16 nor that of a Tout one of the fifth Solo",
          [typed(*FOUR, "st1+"), does(DecideApproval(game=key(6), granted=True))], right(6, "s1++"),
          "game.corrected number=6", "approval.withdrawn number=6 section=5.2.14",
          "approval.requested number=6 section=5.2.16", by=BOSS),
    works("5.2.16 the sixth becomes the fifth and still waits", [typed(*FOUR, "s1+", "s2+")], right(4, "r34-"),
          "game.corrected number=4", "approval.withdrawn number=6", by=BOSS, points={7: (0, 0, 0, 0)}),
    works("5.2.16 a refused Tout that becomes a Wenz counts for the later ones",
          [typed("r12+", "st1+", "s1+", "s2+", "s3+", "s4+"), REFUSED], right(2, "w1+"), "game.corrected number=2",
          "approval.withdrawn number=2", "approval.requested number=6 section=5.2.16", by=BOSS,
          points={2: (6, -2, -2, -2), 6: (0, 0, 0, 0)}),
    works("5.2.16 a request serves one game once: a Tout asks anew", [typed(*FOUR), BEFORE_PLAY, typed("s2+")],
          right(6, "st2+"), "game.corrected number=6", "approval.withdrawn number=6",
          "approval.requested number=6 section=5.2.14 request=-", by=BOSS),
    works("5.2.16 and so does the Solo after it",
          [typed(*FOUR), BEFORE_PLAY, typed("s2+"), does(right(6, "st2+"))], right(6, "s2+"),
          "game.corrected number=6", "approval.withdrawn number=6",
          "approval.requested number=6 section=5.2.16 request=-", by=BOSS),
    works("5.3.4 the right value of a struck line counts again", [TWO, does(strike(2))], right(2, "s1++"),
          "game.corrected number=2 old_record=s2++struck new_record=s1++", by=BOSS, points={2: (9, -3, -3, -3)}),
    works("5.3.4 an early game at the table", [live, TWO], right(1, "r12-"), "game.corrected number=1", by=BOSS,
          points={1: (-1, -1, 1, 1)}),
    works("3.4.17 a game that was a sanction", [TWO], right(2, "s3!1"), "game.corrected number=2", by=BOSS,
          points={2: (-9, 0, 9, 0)}),
    works("3.4.18 a sanction is granted with the correction", [typed(*FOUR, "s1+")], right(6, "s1!2"),
          "game.corrected number=6", "approval.granted number=6 supervisor=-", by=BOSS),
    works("5.2.5 the seat that sat out stays", [by_rules("social", 5), does(line(1, "r23+"))], right(1, rufer(2, 4)),
          "game.corrected number=1 old_record=r23++sits_out:1 new_record=r24++sits_out:1", by=BOSS),
    works("double entry: a correction is not typed twice", [TWO, double, typed_again("r12+")], right(2, "s3+"),
          "game.corrected number=2", by=BOSS),
    barred("5.3.4 the line says so already", [TWO], right(2, "s2+"), "nothing_changed", by=BOSS),
    barred("2.9.1 a Sie is no game in line 1", [TWO], right(1, recorded(contract="sie", declarer=1)),
           "sie_does_not_count", by=BOSS),
    barred("5.2.7 what is no game is no value", [TWO], right(1, NO_GAME), "no_such_outcome", by=BOSS),
]  # fmt: skip

STRUCK = [
    works("5.2.17 a struck line counts nothing", [TWO], strike(2),
          "game.struck number=2 old_record=s2+ new_record=s2++struck section=5.3.4", by=BOSS,
          points={2: (0, 0, 0, 0)}),
    works("5.2.17 a game that waits is struck by that section", [TOUT], strike(2),
          "game.struck number=2 section=5.2.17", "approval.withdrawn number=2 section=5.2.14", by=BOSS),
    works("5.2.17 a game that was granted is struck and keeps its approval", [TOUT, GRANTED], strike(2),
          "game.struck number=2 section=5.2.17", by=BOSS, points={2: (0, 0, 0, 0)}),
    works("5.2.16 a struck Solo is not counted", [typed(*FOUR, "s2+")], strike(2), "game.struck number=2 section=5.3.4",
          "approval.withdrawn number=6", by=BOSS),
    works("5.2.16 nor is one before a refused one: the next is the fourth", [typed(*FOUR, "s1+", "s2+", "s3+"),
          does(DecideApproval(game=key(6), granted=False))], strike(2), "game.struck number=2",
          "approval.withdrawn number=7", by=BOSS, points={7: (-2, 6, -2, -2), 8: (0, 0, 0, 0)}),
    works("5.3.4 a full sheet stays complete", [full, signed(1)], strike(7), "game.struck number=7",
          "signature.lapsed seat=1", by=BOSS, state=SheetState.COMPLETE),
    barred("5.2.17 it is struck already", [TWO, does(strike(2))], strike(2), "nothing_changed", by=BOSS),
    barred("5.2.17 a refused game is struck already", [TOUT, REFUSED], strike(2), "nothing_changed", by=BOSS),
    barred("5.3.4 a line that was not played scores nothing", [TWO, does(CloseUnplayed(numbers=tuple(range(3, 33)),
           reason=why(), keys=tuple(f"u{number}" for number in range(3, 33))))], strike(9), "nothing_changed", by=BOSS),
]  # fmt: skip

RESTORED = [
    works("5.2.17 a struck line counts again", [TWO, does(strike(2))], restore(2),
          "game.restored number=2 old_record=s2++struck new_record=s2+ section=5.3.4", by=BOSS,
          points={2: (-2, 6, -2, -2)}),
    works("5.2.14 it asks for its approval again", [TOUT, does(strike(2))], restore(2), "game.restored number=2",
          "approval.requested number=2 section=5.2.14", by=BOSS, points={2: (0, 0, 0, 0)}),
    works("5.2.17 once its approval is granted after all", [TOUT, GRANTED, does(strike(2)), REFUSED, GRANTED],
          restore(2), "game.restored number=2", by=BOSS, points={2: (-6, -6, 18, -6)}),
    barred("5.2.17 it is not struck", [TWO], restore(2), "nothing_changed", by=BOSS),
    barred("5.2.17 a refused game comes back by its approval only", [TOUT, GRANTED, does(strike(2)), REFUSED],
           restore(2), "approval_refused", by=BOSS),
    barred("5.2.7 a line that was no game is none", [TWO, does(RuleOnLine(number=3, ruling=CorrectionKind.STRUCK,
           record=NO_GAME.decided(struck=True), written=(1, 1, 1, -3), reason=why(), key="k"))], restore(3),
           "no_such_outcome", by=BOSS),
    barred("5.3.4 what nobody can read does not count", [TWO, does(ILLEGIBLE)], restore(3), "nothing_legible",
           by=BOSS),
]  # fmt: skip

UNDONE = [
    works("5.3.4 what stood before stands again", [TWO, does(right(2, "s3+"))], undo(2),
          "game.undone number=2 old_record=s3+ new_record=s2+ section=5.3.4", by=BOSS, points={2: (-2, 6, -2, -2)}),
    works("5.3.4 a strike", [TWO, does(strike(2))], undo(2),
          "game.undone number=2 old_record=s2++struck new_record=s2+", by=BOSS),
    works("5.3.4 a strike taken back", [TWO, does(strike(2), restore(2))], undo(2),
          "game.undone number=2 new_record=s2++struck", by=BOSS),
    works("5.2.14 a Tout asks again", [TOUT, does(right(2, "s3+"))], undo(2), "game.undone number=2 section=5.3.4",
          "approval.requested number=2", by=BOSS),
    barred("5.3.4 nothing was corrected", [TWO], undo(2), "no_correction", by=BOSS),
    barred("5.3.4 it was taken back already", [TWO, does(right(2, "s3+"), undo(2))], undo(2), "no_correction",
           by=BOSS),
    barred("5.3.4 before a ruling there was no game", [TWO, does(RULED)], undo(3), "no_correction", by=BOSS),
    barred("5.3.4 before a strike nobody could read it", [TWO, does(ILLEGIBLE)], undo(3), "nothing_legible", by=BOSS),
    barred("2.9.1 what stood there is no game in this line", [TWO, does(line(3, "sie2"), right(3, "r12+")),
           does(out(1, key(1)), out(1, key(2)))], undo(1), "sie_does_not_count", by=BOSS),
]  # fmt: skip


def barriers() -> list[Row]:
    """What none of the four corrects."""
    rows: list[Row] = []
    for name, steps, make in (
        ("correct", [TWO], lambda number, **more: right(number, "s3+", **more)),
        ("strike", [TWO], strike),
        ("restore", [TWO, does(strike(2))], restore),
        ("undo", [TWO, does(strike(2))], undo),
    ):
        done_so_far = len(steps) - 1
        rows += [
            barred(f"5.3.6 {name}: the sheet is void", [*steps, void], make(2), "sheet_void", by=BOSS),
            barred(f"{name}: the ranking is official", steps, make(2), "tournament_finished", by=BOSS, official=True),
            barred(f"5.3.4 {name}: the reason is missing", steps, make(2, reason=why(" ")), "reason_missing", by=BOSS),
            barred(f"5.3.4 {name}: nothing stands there", steps, make(3), "not_written", by=BOSS),
            barred(f"5.3.4 {name}: another game stands there", steps, make(2, seen="old"), "line_taken", by=BOSS),
            barred(
                f"5.3.4 {name}: somebody corrected it meanwhile",
                [*steps, does(right(2, "s4+"))],
                make(2, seen=key(2), corrected=done_so_far),
                "line_taken",
                by=BOSS,
            ),
        ]
    return rows


ROWS: list[Row] = [*CORRECTED, *STRUCK, *RESTORED, *UNDONE, *barriers()]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_correction(row: Row) -> None:
    check(row)


def test_a_sanction_belongs_to_who_issued_it() -> None:
    """3.4.18: it stays with the first supervisor while it stands, and is nobody's once it is gone."""
    other = Actor(login=7, supervisor=True)
    sheet = does(right(2, "s2!2"))(TWO(empty_sheet()))
    steps = [
        (right(2, "s2!3"), other, other.login),
        (strike(2), other, BOSS.login),
        (right(2, "s2+"), BOSS, None),
    ]
    for command, by, supervisor in steps:
        after_it = after(sheet, command, by=by)
        assert (after_it.games[2].supervisor, after_it.games[2].corrections[-1].supervisor) == (supervisor, by.login)
    corrected = after(sheet, right(2, "s2+"), by=BOSS)
    assert after(corrected, undo(2), by=other).games[2].supervisor == other.login
    assert after(sheet, undo(2), by=BOSS).games[2].supervisor is None
