"""Writing a game into a line, and typing it again (5.2.5, 5.2.7, 5.3.4)."""

from dataclasses import replace

import pytest

from scoring.records import GameRecord, Sanction
from tests.records import recorded
from tests.sheet_tables import (
    EVA,
    FOUR,
    PHONE,
    Row,
    Step,
    accepted,
    aside,
    barred,
    by_rules,
    check,
    discarded,
    does,
    double,
    full,
    game,
    idle,
    key,
    line,
    live,
    rufer,
    rule_of,
    signed,
    totals_allowed,
    typed,
    typed_again,
    void,
    works,
)
from tests.worlds.decided import BOSS, DESK, empty_sheet, why
from tests.worlds.sheets import QUIET, RULESET
from tests.worlds.totals import GOOD
from tournament.enums import CorrectionKind, SheetState, Source
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame
from tournament.sheet.acts.games import RecordGame, RetypeGame, same_game
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval
from tournament.sheet.acts.rulings import RuleOnLine
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.totals import RecordTotals

HUGE = recorded(contract="solo", declarer=2, result="won", level="simple", doublings=20)
RULED = recorded(
    contract="rufer",
    declarer=1,
    partner=3,
    sanction=Sanction(kind="revealed-cards", offender=2, revealer=1, points=(-4, 0, 2, 2)),
)


def again(number: int, entry: str, **more: object) -> RetypeGame:
    return RetypeGame(**{"number": number, "record": game(entry, number), "key": "new"} | more)


def unsent(number: int, entry: str, **more: object) -> RecordGame:
    """The command as it comes out of a device's queue."""
    return replace(line(number, entry, "new"), sent=True, **more)


def at_table(number: int, record: GameRecord, **more: object) -> RecordGame:
    return RecordGame(**{"number": number, "record": record, "key": key(number)} | more)


def granted(contract: str, suit: str, *, answer: bool = True) -> Step:
    """A supervisor answers the request for game 6."""
    command = RequestApproval(number=6, seat=2, contract=contract, suit=suit, hand=(), key="r")
    return does(command, lambda sheet: AnswerRequest(request=len(sheet.requests), granted=answer))


GRANTED, REFUSED = granted("solo", ""), granted("solo", "", answer=False)
ASKED = does(RequestApproval(number=6, seat=2, contract="solo", suit="", hand=(), key="r"))
FIRST, NONE = "request=1", "request=-"
SOLO, TOUT = "section=5.2.16", "section=5.2.14"
# 5.2.14: only on the terms of the request; by 5.2.16 a Solo may replace a Wenz.
OWN_TERMS = [
    ("solo", "", "s2+", f"approval.granted {SOLO} {FIRST}"),
    ("solo", "E", "w2-", f"approval.granted {SOLO} {FIRST}"),
    ("solo", "", "s3+", f"approval.requested {SOLO} {NONE}"),
    ("solo", "", "st2+", f"approval.requested {TOUT} {NONE}"),
    ("solo-tout", "E", "st2+", f"approval.granted {TOUT} {FIRST}"),
    ("solo-tout", "E", "st3+", f"approval.requested {TOUT} {NONE}"),
    ("solo-tout", "E", "wt2+", f"approval.requested {TOUT} {NONE}"),
    ("solo-tout", "E", "s2+", f"approval.requested {SOLO} {NONE}"),
    ("sie", "", "sie2", f"approval.granted {TOUT} {FIRST}"),
    ("wenz-tout", "", "sie2", f"approval.requested {TOUT} {NONE}"),
    ("solo-tout", "E", "18 2", f"approval.requested {TOUT} {NONE}"),
    ("solo", "", "6 2", f"approval.granted {SOLO} {FIRST}"),
]

ROWS: list[Row] = [
    # A line is written.
    works("5.2.7 a game counts", [], line(2, "s2++"), "game.recorded number=2 record=s2++ source=paper command=key2",
          points={2: (-3, 9, -3, -3)}),
    works("5.2.15 Schwarz is simple in the first game", [], line(1, "s1+++"), "game.recorded number=1 record=s1+++",
          points={1: (6, -2, -2, -2)}),
    works("5.3.4 from paper any line may come first", [], line(32, "r13+"), "game.recorded number=32 writer=-"),
    works("3.4.17 a supervisor writes a sanction", [], line(2, "r13!2"), "game.recorded number=2", by=BOSS,
          points={2: (2, -4, 2, 0)}),
    works("3.4.18 a ruling on revealed cards stands as given", [], at_table(2, RULED), "game.recorded number=2",
          by=BOSS, points={2: (-4, 0, 2, 2)}),
    works("5.3.3 with its last line the sheet is complete", [typed(*QUIET[:31])], line(32, "r13+"),
          "game.recorded number=32 record=r13+", "sheet.state from=open to=complete"),
    works("5.3.3 while a game waits for its approval it is open", [typed(*QUIET[:31])], line(32, "st1+"),
          "game.recorded number=32", "approval.requested number=32", state=SheetState.OPEN),
    # Approvals that a game asks for.
    works("5.2.14 a Tout waits", [typed("r12+")], line(2, "st1+"), "game.recorded number=2",
          "approval.requested number=2 section=5.2.14 oral=- named=- request=-", points={2: (0, 0, 0, 0)}),
    works("5.2.14 a Sie waits", [typed("r12+")], line(2, "sie1"), "game.recorded number=2",
          "approval.requested number=2 section=5.2.14"),
    works("5.2.16 the fifth Solo waits", [typed(*FOUR)], line(6, "s2+"), "game.recorded number=6",
          "approval.requested number=6 section=5.2.16", points={6: (0, 0, 0, 0)}),
    works("5.2.16 the fourth does not", [typed(*FOUR[:4])], line(5, "w4-"), "game.recorded number=5"),
    works("5.2.16 a line left out makes a later Solo the fifth", [typed(*FOUR[:4]), does(line(7, "s2+"))],
          line(6, "w4-"), "game.recorded number=6", "approval.requested number=7 section=5.2.16"),
    works("5.2.15 the Tout of the first game asks nobody", [], line(1, "st1+"), "game.recorded number=1",
          points={1: (6, -2, -2, -2)}),
    works("5.2.16 the table names who approved it by word of mouth", [typed(*FOUR)],
          replace(line(6, "s2+"), oral=why("Franz")), "game.recorded number=6",
          f"approval.requested number=6 oral=true named={why('Franz').digest}"),
    works("5.2.16 who approved a game that asks nobody is not kept", [typed("r12+")],
          replace(line(2, "s2+"), oral=why("Franz")), "game.recorded number=2"),
    works("3.4.18 a sanction in the fifth Solo is granted with it", [typed(*FOUR)], line(6, "s1!2"),
          "game.recorded number=6", "approval.granted number=6 section=5.2.16 supervisor=1 request=- on_paper=-",
          by=BOSS),
    # Requests before play.
    works("5.2.16 granted before play, the game needs no more", [typed(*FOUR), live, GRANTED], line(6, "s2+"),
          "game.recorded number=6 source=live", "approval.granted number=6 section=5.2.16 supervisor=1 request=1",
          by=PHONE, points={6: (-2, 6, -2, -2)}),
    works("5.2.16 a Solo that was granted serves for a Wenz", [typed(*FOUR), GRANTED], line(6, "w2-"),
          "game.recorded number=6", "approval.granted number=6 request=1"),
    *(works(f"5.2.16 {contract}{suit} was granted, {entry} is played", [typed(*FOUR), granted(contract, suit)],
            line(6, entry), "game.recorded number=6", event)
      for contract, suit, entry, event in OWN_TERMS),
    works("5.2.16 the newest decision counts", [typed(*FOUR), GRANTED, REFUSED], line(6, "s2+"),
          "game.recorded number=6", "approval.requested number=6 request=2"),
    works("5.2.16 after a refusal another game was granted",
          [typed(*FOUR), granted("solo-tout", "", answer=False), GRANTED], line(6, "s2+"), "game.recorded number=6",
          "approval.granted number=6 request=2"),
    works("5.2.16 it serves for no other player", [typed(*FOUR), GRANTED], line(6, "s3+"),
          "game.recorded number=6", "approval.requested number=6 request=-"),
    works("5.2.14 a Solo that was granted is no Tout", [typed(*FOUR), GRANTED], line(6, "st2+"),
          "game.recorded number=6", "approval.requested number=6 section=5.2.14 request=-"),
    works("5.2.16 what was granted stays for a Rufer", [typed(*FOUR), GRANTED], line(6, "r12+"),
          "game.recorded number=6"),
    works("5.2.16 played although it was refused, it waits and names the request", [typed(*FOUR), REFUSED],
          line(6, "s2+"), "game.recorded number=6", "approval.requested number=6 section=5.2.16 request=1"),
    works("5.2.16 a request that is still open is withdrawn", [typed(*FOUR), ASKED], line(6, "s2+"),
          "game.recorded number=6", "request.withdrawn request=1", "approval.requested number=6 request=-"),
    # Initials on the paper.
    works("5.2.14 initials on the paper are an approval", [typed("r12+")], replace(line(2, "st1+"), initialled_by=BOSS),
          "game.recorded number=2", "approval.granted number=2 section=5.2.14 on_paper=true supervisor=1",
          points={2: (18, -6, -6, -6)}),
    works("5.2.16 initials in advance hold until they are needed", [typed("r12+")],
          replace(line(9, "s1+"), initialled_by=BOSS), "game.recorded number=9",
          "approval.granted number=9 section=5.2.16 on_paper=true"),
    works("5.2.16 initials in advance serve once they are needed", [does(replace(line(9, "s1+"), initialled_by=BOSS)),
          does(line(2, "w2-"), line(3, "w2-"), line(4, "w2-"))], line(5, "w2-"), "game.recorded number=5",
          points={9: (6, -2, -2, -2)}),
    barred("5.2.14 the initials are a supervisor's", [typed("r12+")], replace(line(2, "st1+"), initialled_by=DESK),
           "not_a_supervisor"),
    barred("5.2.16 a Rufer needs no initials", [typed("r12+")], replace(line(2, "r13+"), initialled_by=BOSS),
           "approval_not_needed"),
    barred("5.2.14 at the table there is no paper with initials", [typed("r12+"), live],
           replace(line(2, "st1+"), initialled_by=BOSS), "not_on_paper"),
    # Lines.
    barred("5.2.1 there is no line 0", [], line(0, "r13+"), "no_such_line"),
    barred("5.2.1 there is no line 33", [], line(33, "r13+"), "no_such_line"),
    barred("5.2.1 one line too many on a full sheet", [full], line(33, "r13+"), "sheet_full"),
    barred("5.2.1 one line too many on a signed sheet", [full, signed()], line(33, "r13+"), "sheet_full"),
    barred("5.2.1 a line that waits takes room, too",
           [full, does(lambda s: again(32, "r12+")), does(aside(32, seen="new"), by=DESK)], line(33, "r13+"),
           "sheet_full"),
    barred("5.3.4 the line is taken", [typed("r12+")], line(1, "r13+"), "line_taken"),
    barred("5.3.4 at the table the games come in their order", [typed("r12+"), live], line(3, "r13+"),
           "line_out_of_turn"),
    works("5.3.4 holes that paper left are filled first", [typed("r12+"), does(line(3, "r13+")), live],
          line(2, "r13+"), "game.recorded number=2 source=live"),
    barred("5.3.4 a full sheet takes no new line", [full], line(32, "r13+"), "sheet_not_open"),
    barred("5.3.6 a void sheet takes no line", [typed("r12+"), void], line(2, "r13+"), "sheet_not_open"),
    barred("5.2.2 a discarded draw has no lines", [discarded], line(1, "r13+"), "sheet_full"),
    works("5.3.4 a game typed into a line that waits closes it", [does(aside(2))], line(2, "r13+"),
          "game.recorded number=2", "line.closed number=2"),
    barred("5.3.4 and none after it", [typed("r12+"), does(line(3, "r13+")), live], line(4, "r14+"),
           "line_out_of_turn"),
    barred("5.2.1 nor at the table", [live], line(33, "r13+"), "no_such_line"),
    barred("5.2.1 there is no line 999", [], line(999, "r13+"), "no_such_line"),
    barred("5.3.3 totals are known already", [totals_allowed, does(RecordTotals(totals=GOOD))], line(1, "r12+"),
           "sheet_not_open"),
    # What is no game.
    barred("5.2.7 points sum to 0", [], at_table(2, recorded(written=(-1, 1, 1, 0))), "not_zero_sum"),
    barred("5.2.7 no game ends so", [], at_table(2, recorded(written=(1, 1, 1, -3))), "no_such_outcome"),
    barred("2.9.1 a Sie does not count in the first game", [], at_table(1, recorded(contract="sie", declarer=1)),
           "sie_does_not_count"),
    barred("5.2.7 nobody calls himself", [], at_table(2, rufer(1, 1)), "partner_is_declarer"),
    barred("doublings without limit: more points than a column holds", [by_rules("social")], at_table(2, HUGE),
           "beyond_the_sheet"),
    barred("3.4.17 a sanction is the supervisor's", [], line(2, "r13!2"), "not_allowed"),
    # Five at the table: the dealer sits out (5.2.5).
    works("5.2.5 the dealer sits out", [by_rules("social", 5)], at_table(1, rufer(2, 3)),
          "game.recorded number=1 record=r23++sits_out:1", points={1: (0, 1, 1, -1, -1)}),
    works("5.2.5 a deal thrown in moves the dealer, here and below",
          [by_rules("social", 5), does(at_table(1, rufer(2, 3)), at_table(3, rufer(1, 2)))],
          at_table(2, rufer(1, 4).placed(passed=1), redeals=("passed",)),
          "game.recorded number=2 record=r14++passed:1+sits_out:3 redeals=passed",
          "game.moved number=3 record=r12++sits_out:4"),
    works("3.4.2 deals before it that were not played", [], replace(line(2, "r13+"), redeals=("exposed", "turn")),
          "game.recorded number=2 redeals=exposed,turn"),
    # Commands of a device.
    works("5.3.4 a device writes its table", [live], unsent(1, "r13+"), "game.recorded number=1 source=live device=1",
          by=PHONE),
    idle("5.3.4 the very game stands there already", [typed("r12+"), live], unsent(1, "r12+"), by=PHONE),
    idle("5.3.4 also on a sheet that is accepted", [full, accepted], unsent(1, "r12+"), by=PHONE),
    barred("5.3.4 another game stands there", [typed("r12+"), live], unsent(1, "r13+"), "line_taken", by=PHONE),
    barred("5.3.4 the desk types this sheet from paper", [], unsent(1, "r13+"), "sheet_not_live", by=PHONE),
    works("5.3.4 a login may send what a device had kept", [], unsent(1, "r13+"),
          "game.recorded number=1 source=paper"),
    # Double entry needs two people.
    barred("who typed the second entry types no line of the first", [typed("r12+"), double, typed_again("r12+")],
           line(2, "r13+"), "same_person", by=EVA),
    works("the other person does", [typed("r12+"), double, typed_again("r12+")], line(2, "r13+"),
          "game.recorded number=2"),
    works("a table that writes itself is not typed twice",
          [typed("r12+"), double, typed_again("r12+"), live, typed("r13+", by=PHONE)], line(3, "r14+"),
          "game.recorded number=3", by=EVA),
    # Typed again.
    works("5.3.4 a slip is typed again", [typed("r12+", "s2+")], again(2, "s3+", seen="key2"),
          "game.taken_back number=2 record=s2+", "game.recorded number=2 record=s3+ command=new",
          points={2: (-2, -2, 6, -2)}),
    works("5.3.4 a full sheet is mended until somebody signs", [full], again(5, "r34+"),
          "game.taken_back number=5", "game.recorded number=5", state=SheetState.COMPLETE),
    works("5.2.14 a line first written live stays live",
          [live, typed("r12+", "st1+"), does(SetSource(source=Source.PAPER))], again(2, "st2+"),
          "game.taken_back number=2", "game.recorded number=2 source=live", "approval.requested number=2"),
    barred("5.2.14 so nobody initials it on paper", [live, typed("r12+", "st1+"), does(SetSource(source=Source.PAPER))],
           again(2, "st1+", initialled_by=BOSS), "not_on_paper"),
    barred("5.3.4 nothing stands there", [typed("r12+")], again(2, "r13+"), "not_written"),
    barred("3.4.17 a sanction is the supervisor's, also typed again", [typed("r12+", "s2+")], again(2, "r13!2"),
           "not_allowed"),
    barred("5.3.4 another game stands there by now", [typed("r12+")], again(1, "r13+", seen="old"), "line_taken"),
    barred("5.3.4 somebody has signed", [full, signed(1)], again(5, "r13+"), "sheet_not_open"),
    barred("5.3.5 all have signed once",
           [full, signed(), does(CorrectGame(number=9, record=game("st1+"), reason=why()))], again(5, "r13+"),
           "signed_before"),
    barred("5.3.4 a supervisor corrected it",
           [typed("r12+"), does(CorrectGame(number=1, record=game("r13+"), reason=why()))], again(1, "r13+"),
           "decided_by_supervisor"),
    barred("5.3.4 a supervisor struck it", [typed("r12+"), does(StrikeGame(number=1, reason=why()))],
           again(1, "r13+"), "decided_by_supervisor"),
    barred("5.3.4 a supervisor granted it",
           [typed("r12+", "st2+"), does(DecideApproval(game=key(2), granted=True))], again(2, "r13+"),
           "decided_by_supervisor"),
    barred("5.3.4 a supervisor ruled on it",
           [does(RuleOnLine(number=2, ruling=CorrectionKind.RULED, record=game("r12+"), written=(), reason=why(),
                            key="k"))], again(2, "r13+"), "decided_by_supervisor"),
    barred("3.4.17 a supervisor's sanction stands there", [typed("r12+", "r13!2", by=BOSS)], again(2, "r13+"),
           "decided_by_supervisor"),
    works("5.2.14 initials that were only typed hold no line",
          [typed("r12+"), does(replace(line(2, "st1+"), initialled_by=BOSS))], again(2, "r13+"),
          "game.taken_back number=2", "game.recorded number=2"),
    barred("who typed the second entry mends no line of the first", [typed("r12+"), double, typed_again("r12+")],
           again(1, "r13+"), "same_person", by=EVA),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_game(row: Row) -> None:
    check(row)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({}, True),
        ({"struck": True}, True),
        ({"approved": True}, True),
        ({"sits_out": 1, "seats": 5}, True),
        ({"runners": 3, "claimed": 2}, True),
        ({"partner": 4}, False),
        ({"level": "schneider"}, False),
        ({"passed": 1}, False),
    ],
)
def test_two_records_of_one_game(other: dict[str, object], same: bool) -> None:
    """Its place on the sheet and the decisions on it do not count."""
    base = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    assert same_game(recorded(**base), recorded(**base | other), RULESET) == same


def test_a_game_keeps_who_wrote_it_and_when() -> None:
    sheet = typed("r12+", "s2+")(empty_sheet())
    assert [(one.by, one.command, one.source) for one in sheet.games.values()] == [
        (DESK, "key1", "paper"), (DESK, "key2", "paper"),
    ]  # fmt: skip
    assert sheet.games[1].at < sheet.games[2].at
    assert (sheet.reached, sheet.head, sheet.next_number) == (2, 3, 3)
