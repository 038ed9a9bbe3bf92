"""The lines of a sheet as they are shown: the same for screen, phone, print and file.

Pure. Words are in the active language.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.approvals import is_counted
from scoring.errors import ScoringError
from scoring.points import score_game
from scoring.records import GameRecord, record_from_json, record_to_json
from scoring.results import seats_of
from scoring.ruleset import Ruleset
from scoring.sheets import EvaluatedLine
from scoring.shorthand import format_record
from tournament.enums import CorrectionKind
from tournament.sheet.names import Names
from tournament.sheet.paper_words import waiting_words
from tournament.sheet.state import Approval, Correction, PaperLine, Sheet, WrittenGame
from tournament.words import game_labels, labels

VALUE_CHANGED = (CorrectionKind.CORRECTED, CorrectionKind.RULED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """One seat's two columns in a line: points as positive ints, None for an empty column (5.2.7, 5.3.3)."""

    plus: int | None
    minus: int | None
    circled: bool

    @property
    def points(self) -> int:
        """Both columns as one number."""
        return (self.plus or 0) - (self.minus or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class OldValue:
    """The value of a line before a supervisor changed it, and the reason (5.3.4)."""

    word: str
    cells: tuple[CellView, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One of the lines. `record` is the game as JSON, empty without one; `cells` are the points as played, struck ones
    too.

    `passed` deals were thrown in before it. `counted` is the soloist's seat if it is one of the games of 5.2.16.
    `paper` is the paper line that waits for the supervisor, `waiting` the words that say so. `writer` wrote the line
    or set it aside, `decided_by` decided on its approval; `oral` approved it by word of mouth, as the table says.
    """

    number: int
    dealer: int
    passed: int
    record: Mapping[str, Any]
    word: str
    text: str
    cells: tuple[CellView, ...]
    struck: bool
    pending: bool
    counted: int | None
    section: str | None
    approval: Approval | None
    game: WrittenGame | None
    paper: PaperLine | None
    waiting: str
    writer: str
    decided_by: str
    oral: str
    old_values: tuple[OldValue, ...]
    problems: tuple[str, ...]

    @property
    def written(self) -> bool:
        """Whether a game stands in the line, played or not."""
        return self.game is not None

    @property
    def unplayed(self) -> bool:
        """Whether the supervisor closed the line as not played."""
        return bool(self.record.get("unplayed"))

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The supervisor's changes of the line, in order."""
        return self.game.corrections if self.game else ()

    @property
    def corrected(self) -> int:
        """The number of corrections."""
        return len(self.corrections)

    @property
    def at(self) -> datetime | None:
        """When the line was written or set aside."""
        return self.game.at if self.game else self.paper.at if self.paper else None

    @property
    def entry(self) -> str:
        """The line as it would be typed. Its place on the sheet and a strike cannot be typed."""
        if self.game is None:
            return ""
        record = self.game.record
        passed = f" p{record.place.passed if record.place.passed > 1 else ''}" if record.place.passed else ""
        try:
            return (
                format_record(record.decided(struck=None, approved=None).placed(passed=None, seats=None, sits_out=None))
                + passed
            )
        except ScoringError:
            return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """The lines of a round and the line below them; `full` when all of them are written.

    `sum` is the checksum, None where the rules write the winners' points alone.
    """

    number: int
    lines: tuple[LineView, ...]
    sum: int | None
    running: tuple[int, ...]
    full: bool


def round_views(sheet: Sheet, names: Names) -> Iterator[RoundView]:
    """Yield the rounds of a sheet with their lines."""
    before = 0
    for number, one in enumerate(sheet.evaluated.rounds, 1):
        lines = tuple(line_view(sheet, names, line) for line in range(before + 1, one.to + 1))
        before = one.to
        full = all(line.written for line in lines)
        yield RoundView(number=number, lines=lines, sum=one.sum, running=one.running, full=full)


def line_view(sheet: Sheet, names: Names, number: int) -> LineView:
    """Return one line of a sheet."""
    line, game, paper = sheet.evaluated.lines[number - 1], sheet.games.get(number), sheet.open_paper_line(number)
    ruleset, approval = sheet.terms.ruleset, game.approval if game else None
    # The approval says whether the game was approved; the second entry shows every game as if it were.
    record = record_to_json(game.record.decided(approved=None)) if game else {}
    corrections = game.corrections if game else ()
    return LineView(
        number=number,
        dealer=line.dealer,
        passed=(game.record.place.passed if game else None) or 0,
        record=record,
        word=game_labels.game_word(ruleset, record) if game else "",
        text=game_labels.describe(ruleset, record, names.seats) if game else "",
        cells=cells_of(points_of_line(line, game) or (0,) * len(sheet.seats), line.circled),
        struck=line.struck,
        pending=line.pending,
        counted=counted_soloist(ruleset, line),
        section=line.section,
        approval=approval,
        game=game,
        paper=paper,
        waiting=waiting_words(paper.kind, paper.text, paper.written) if paper else "",
        writer=names.actor(game.by) if game else names.login(paper.typed_by) if paper else "",
        decided_by=names.login(approval.supervisor) if approval else "",
        oral=(approval.oral.text or "") if approval and approval.oral else "",
        old_values=tuple(_old_value(sheet, names, number, one) for one in corrections if value_changed(one)),
        problems=tuple(labels.scoring_sentence(problem) for problem in line.problems),
    )


def cells_of(points: Sequence[int], circled: int | None) -> tuple[CellView, ...]:
    """Return the plus and minus columns of a line's points."""
    return tuple(
        CellView(plus=value if value > 0 else None, minus=-value if value < 0 else None, circled=circled == seat)
        for seat, value in enumerate(points, 1)
    )


def points_of_line(line: EvaluatedLine, game: WrittenGame | None) -> Sequence[int]:
    """Return the points as played, even if they count nothing: a struck line stays readable (5.2.17)."""
    if line.score is not None:
        return line.score.points
    return (game.record.paper.written if game else None) or ()


def points_as_written(ruleset: Ruleset, number: int, record: Mapping[str, Any]) -> tuple[tuple[int, ...], int | None]:
    """Return each seat's points and the circled seat of a record, even if it does not count; paper's values stay."""
    if "written" in record:
        return tuple(record["written"]), record.get("circled")
    played: GameRecord = record_from_json(record).decided(struck=None).placed(first=True if number == 1 else None)
    try:
        score = score_game(ruleset, played)
    except ScoringError:
        # A redeal further up made the declarer the dealer, who sits out, so the game counted nothing.
        return (0,) * seats_of(ruleset, played), None
    return score.points, score.circled


def value_changed(correction: Correction) -> bool:
    """Whether the correction changed the value of the line. A strike, or a strike taken back, does not."""
    if correction.kind != CorrectionKind.UNDONE:
        return correction.kind in VALUE_CHANGED
    return {**correction.old, "struck": None} != {**correction.new, "struck": None}


def counted_soloist(ruleset: Ruleset, line: EvaluatedLine) -> int | None:
    """Return whose game counts for 5.2.16.

    A struck game does not count; one that always needs approval counts only if the rules say so.
    """
    if line.score is None or line.struck or line.score.soloist is None:
        return None
    return line.score.soloist if is_counted(ruleset, line.score) else None


def _old_value(sheet: Sheet, names: Names, number: int, correction: Correction) -> OldValue:
    ruleset = sheet.ruleset
    points, circled = points_as_written(ruleset, number, correction.old)
    cells = cells_of(points or (0,) * len(sheet.seats), circled)  # the line was empty or unreadable
    word = game_labels.game_word(ruleset, correction.old)
    return OldValue(word=word, cells=cells, reason=names.text(correction.reason))
