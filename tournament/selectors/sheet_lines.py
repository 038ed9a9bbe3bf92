"""The lines of a scoresheet as they are shown, made from rows and the evaluated sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.approvals import is_counted
from scoring.errors import ScoringError
from scoring.games import record_from_json
from scoring.ruleset import Ruleset
from scoring.sheets import EvaluatedLine, EvaluatedSheet
from scoring.shorthand import format_record
from tournament.enums import CorrectionKind
from tournament.models import Approval, Correction, Game, PaperLine, Scoresheet
from tournament.selectors.paper_lines import waiting_words
from tournament.selectors.records import points_as_written
from tournament.words import game_labels, labels

VALUE_CHANGED = (CorrectionKind.CORRECTED, CorrectionKind.RULED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """One seat's two columns in a line: points as positive ints, None for an empty column (5.2.7, 5.3.3)."""

    plus: int | None
    minus: int | None
    circled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OldValue:
    """What stood in a line before a supervisor changed it (5.3.4)."""

    word: str
    cells: tuple[CellView, ...]
    correction: Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One of the lines. `entry` is how it would be typed; `cells` are the points as played, struck ones too.

    `passed` deals were thrown in before it. `counted` is the soloist's seat if it is one of the games of 5.2.16.
    `paper` is the paper line that waits for the supervisor, `waiting` the words that say so. `corrected` counts the
    supervisor's corrections.
    """

    number: int
    dealer: int
    passed: int
    written: bool
    word: str
    text: str
    cells: tuple[CellView, ...]
    struck: bool
    unplayed: bool
    pending: bool
    counted: int | None
    section: str | None
    approval: Approval | None
    game: Game | None
    paper: PaperLine | None
    waiting: str
    old_values: tuple[OldValue, ...]
    corrected: int
    problems: tuple[str, ...]

    @property
    def entry(self) -> str:
        """The line as it would be typed. Its place on the sheet and a strike cannot be typed."""
        if self.game is None:
            return ""
        record = record_from_json(self.game.record)
        passed = f" p{record.place.passed if record.place.passed > 1 else ''}" if record.place.passed else ""
        try:
            return format_record(record.decided(struck=None).placed(passed=None, seats=None, sits_out=None)) + passed
        except ScoringError:
            return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """The lines of a round and the checksum line below them; `full` when all of them are written."""

    number: int
    lines: tuple[LineView, ...]
    sum: int
    running: tuple[int, ...]
    full: bool


def cells_of(points: Sequence[int], circled: int | None) -> tuple[CellView, ...]:
    """The plus and minus columns of a line's points."""
    return tuple(
        CellView(plus=value if value > 0 else None, minus=-value if value < 0 else None, circled=circled == seat)
        for seat, value in enumerate(points, 1)
    )


class SheetLines:
    """Makes the lines from rows and the evaluated sheet."""

    def __init__(
        self,
        scoresheet: Scoresheet,
        games: Mapping[int, Game],
        approvals: Mapping[int, Approval],
        corrections: Mapping[int, Sequence[Correction]],
        names: Sequence[str],
        sheet: EvaluatedSheet,
        paper: Mapping[int, PaperLine],
    ) -> None:
        self.paper = paper
        self.scoresheet, self.games, self.approvals, self.corrections = scoresheet, games, approvals, corrections
        self.sheet = sheet
        self.ruleset = scoresheet.match.tournament.ruleset
        self.names = names

    def rounds(self) -> Iterator[RoundView]:
        before = 0
        for number, round_ in enumerate(self.sheet.rounds, 1):
            lines = tuple(self.line(line) for line in self.sheet.lines[before : round_.to])
            before = round_.to
            yield RoundView(
                number=number,
                lines=lines,
                sum=round_.sum,
                running=round_.running,
                full=all(line.written for line in lines),
            )

    def line(self, line: EvaluatedLine) -> LineView:
        game, paper = self.games.get(line.no), self.paper.get(line.no)
        record = game.record if game else {}
        # The points as played, even if they count nothing: a struck line stays readable (5.2.17).
        points = line.score.points if line.score else record.get("written", [])
        return LineView(
            number=line.no,
            dealer=line.dealer,
            passed=record.get("passed", 0),
            written=game is not None,
            word=game_labels.game_word(self.ruleset, record) if game else "",
            text=game_labels.describe(self.ruleset, record, self.names) if game else "",
            cells=cells_of(points or (0,) * len(self.names), line.circled),
            struck=line.struck,
            unplayed=bool(record.get("unplayed")),
            pending=line.pending,
            counted=counted_soloist(self.ruleset, line),
            section=line.section,
            approval=self.approvals.get(line.no),
            game=game,
            paper=paper,
            waiting=waiting_words(paper) if paper else "",
            old_values=tuple(self._old(row) for row in self.corrections.get(line.no, ()) if value_changed(row)),
            corrected=len(self.corrections.get(line.no, ())),
            problems=tuple(labels.sentence(problem) for problem in line.problems),
        )

    def _old(self, row: Correction) -> OldValue:
        points, circled = points_as_written(self.ruleset, row.game.number, row.old_record)
        cells = cells_of(points or (0,) * len(self.names), circled)  # the line was empty or unreadable
        return OldValue(word=game_labels.game_word(self.ruleset, row.old_record), cells=cells, correction=row)


def value_changed(row: Correction) -> bool:
    """Whether another value stands in the line since: a strike, or one taken back, leaves the value as it is."""
    if row.kind != CorrectionKind.UNDONE:
        return row.kind in VALUE_CHANGED
    return {**row.old_record, "struck": None} != {**row.new_record, "struck": None}


def counted_soloist(ruleset: Ruleset, line: EvaluatedLine) -> int | None:
    """Return whose game counts for 5.2.16.

    A struck game does not count; one that always needs approval counts only if the rules say so.
    """
    if line.score is None or line.struck or line.score.soloist is None:
        return None
    return line.score.soloist if is_counted(ruleset, line.score) else None
