"""Commands that write, correct, approve and sign the lines of a scoresheet.

`number` is a line, `seat` a seat; both count from 1. `key` is the id that the client made for this command: a
command that comes twice is done once. `seen` is the id of the command that wrote the game which the page showed in
that line, `corrected` how many corrections of it the page showed.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.records import GameRecord
from tournament.enums import ApprovalState, CorrectionKind, SignatureKind
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.state import OnPaper, Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGame:
    """Write a game into a free line. Refused: as in check_line and check_free, a code of scoring for an impossible
    game.

    `redeals` are the reasons of the deals before it that were not played (RedealReason). `oral` names the person
    who, as the table says, approved it by word of mouth. `initialled_by` is the supervisor whose initials stand
    beside it on the paper (5.2.14, 5.2.16). `sent`: the command was in a device's queue; if this very game is
    already written there, it counts as done.
    """

    kind: ClassVar[str] = "record"
    number: int
    record: GameRecord
    key: str
    redeals: tuple[str, ...] = ()
    oral: Reason | None = None
    initialled_by: Actor | None = None
    sent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackGame:
    """Free a line again: a line from paper until the sheet is complete, at the table only the last one (5.3.4).

    `sent`: the command was in a device's queue; then `seen` must be the game that stands there.
    """

    kind: ClassVar[str] = "take_back"
    number: int
    seen: str | None = None
    key: str = ""
    sent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RetypeGame:
    """Take a line back and write it anew, as one act: the typist made a slip, the paper is right."""

    kind: ClassVar[str] = "record"
    number: int
    record: GameRecord
    key: str
    seen: str | None = None
    initialled_by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertLine:
    """Make room for a line that was left out: this line and all below it move down by one."""

    kind: ClassVar[str] = "insert"
    number: int
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOutLine:
    """Take out a line that is not on the paper; all lines below it move up by one. `seen` is None for an empty line."""

    kind: ClassVar[str] = "take_out"
    number: int
    key: str
    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAsideLine:
    """Keep what the paper says in a line that is no game; it waits for the supervisor. A second one replaces it."""

    kind: ClassVar[str] = "set_aside"
    number: int
    paper: OnPaper
    key: str
    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUpLine:
    """Free a line that was set aside by mistake. `paper_line` is its place among the sheet's paper lines, from 1."""

    kind: ClassVar[str] = "take_up"
    number: int
    paper_line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnLine:
    """What stands on the paper is no game: the supervisor enters the right value or strikes the line (5.3.4, 5.3.6).

    `written` is what stands on the paper; it is kept for ever. `paper_line` is the place, from 1, of the paper line
    that waits, if one does. `approve`: the supervisor also grants the approval that the value needs.
    """

    kind: ClassVar[str] = "record"
    number: int
    ruling: CorrectionKind
    record: GameRecord
    written: tuple[int, ...]
    reason: Reason
    key: str
    paper_line: int | None = None
    approve: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUnplayed:
    """The match ended early: close all lines after the last game as not played; they score nothing (5.3.4).

    `numbers` are those lines as the supervisor saw them, `keys` the ids of their games; `paper_line` is as in
    RuleOnLine.
    """

    kind: ClassVar[str] = "record"
    numbers: tuple[int, ...]
    reason: Reason
    keys: tuple[str, ...]
    paper_line: int | None = None

    @property
    def number(self) -> int:
        return self.numbers[0] if self.numbers else 0

    @property
    def key(self) -> str:
        return self.keys[0] if self.keys else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectGame:
    """Replace the value of a written line (5.3.4). `approve`: the supervisor also grants the approval that it needs."""

    number: int
    record: GameRecord
    reason: Reason
    seen: str | None = None
    corrected: int | None = None
    approve: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeGame:
    """Strike a line: it keeps its number, stays visible, scores 0 and is not replayed (5.2.17)."""

    number: int
    reason: Reason
    seen: str | None = None
    corrected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreGame:
    """Undo a strike. A line that was no game cannot be restored to what it said."""

    number: int
    reason: Reason
    seen: str | None = None
    corrected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackCorrection:
    """Undo the last correction, strike or restoring of a line: what stood before stands again (5.3.4)."""

    number: int
    reason: Reason
    seen: str | None = None
    corrected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideApproval:
    """Grant or refuse a game that waits (5.2.14, 5.2.16); a refused game is struck (5.2.17). The decision may be
    reversed.

    `game` is the id of the command that wrote the game, None if it no longer waits. `seen` is what the page showed:
    two supervisors may look at the same list, and a decision is reversed only by who has seen it.
    """

    game: str | None
    granted: bool
    seen: ApprovalState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestApproval:
    """Ask for the next game before its first card (5.2.14, 5.2.16). `hand` holds the declarer's cards or nothing."""

    kind: ClassVar[str] = "request"
    number: int
    seat: int
    contract: str
    suit: str
    hand: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRequest:
    """The table no longer wants the game. `request` is its place among the sheet's requests, from 1."""

    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRequest:
    """Grant or refuse a request before the first card. A refusal strikes nothing; the table may choose another game.

    `seen` is as in DecideApproval.
    """

    request: int
    granted: bool
    at_table: bool = False
    seen: ApprovalState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignSeats:
    """These seats confirm the sheet whose content hash is `content` (5.3.2). `drawn` holds one finger's strokes."""

    seats: tuple[int, ...]
    how: SignatureKind
    content: str
    drawn: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseToSign:
    """This seat does not sign the sheet whose content hash is `content`. Repeating the same refusal changes nothing."""

    seat: int
    content: str
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class OverruleRefusal:
    """This seat does not sign, and the dispute at this place, from 1, is decided: the sheet can be accepted all the
    same (5.1.3)."""

    seat: int
    content: str
    dispute: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSheet:
    """The supervisor accepts the signed sheet whose content hash is `content` (5.3.1)."""

    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTotals:
    """Enter the totals of a sheet without games, one object for each seat."""

    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackTotals:
    """Take the totals back while nobody has signed them: the typist made a slip. It is logged, nothing is struck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectTotals:
    """Replace the totals (5.3.4): the old ones stay readable below the sheet."""

    totals: Totals
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSecond:
    """Type a line of the second entry, or replace the line that the command `seen` wrote."""

    kind: ClassVar[str] = "second"
    number: int
    record: GameRecord
    key: str
    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackSecond:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtFirst:
    """A supervisor looks at the sheet before its second entry is finished, and may not type any of it from then on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleFirst:
    """The paper confirms the first entry: the second entry takes its value and keeps its own typist.

    `game` and `second` are the ids of the commands that wrote the two lines which were compared with the paper.
    """

    number: int
    game: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSecond:
    """The paper confirms the second entry: the line takes its value and keeps its own typist.

    `initials`: the supervisor whose initials stand there. `key` is the id of the game that is written.
    """

    kind: ClassVar[str] = "record"
    number: int
    game: str
    second: str
    key: str
    initials: Actor | None = None
