"""The lines of a sheet as they are printed: the value that counts, the old values, initials and footnotes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.enums import ApprovalState
from tournament.exports.sheet_words import sits_out_empty
from tournament.exports.text_widths import REGULAR, text_width
from tournament.person.names import initials
from tournament.selectors.remarks import Remark
from tournament.selectors.scoresheets import SheetView
from tournament.sheet.lines import CellView, LineView, OldValue, RoundView
from tournament.words.game_labels import point_reasons
from tournament.words.labels import signed

# The room in the columns of the game, of the initials, and of points, in em of their usual type; wider text is set
# smaller. The column of the game is wider if a line says what made its points.
WORD, WORD_AND_REASON, MARK, FIGURES = 5.3, 8.9, 5.2, 3.3
# The size of reasons and of numbers of footnotes, relative to the words of their column (paper.css, .why and sup).
REASON_SIZE, FOOTNOTE_SIZE = 0.65, 0.7
# The largest number of letters of a reason in the database.
REASON = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCell:
    """One seat of a line: the value that counts, and the old values, struck through (5.3.4).

    `out` marks the seat that sits out and scores nothing.
    """

    plus: str = ""
    minus: str = ""
    circled: bool = False
    old_plus: str = ""
    old_minus: str = ""
    out: bool = False

    @property
    def is_long(self) -> bool:
        """Whether a figure together with its old values is too wide for the column's usual type."""
        pairs = (f"{self.old_plus} {self.plus}", f"{self.old_minus} {self.minus}")
        return max(text_width(pair.strip()) for pair in pairs) > FIGURES


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLine:
    """A line as it is printed. An unwritten one has only its number and, if known, its dealer.

    `why` names what made the points beside contract and result, as far as the rules count it. `mark` holds the
    supervisor's initials, with the section of an approval; `footnotes` number the remarks (5.3.4).
    """

    number: int
    dealer: int | None
    cells: tuple[PrintedCell, ...]
    word: str = ""
    old_word: str = ""
    struck: bool = False
    why: str = ""
    mark: str = ""
    footnotes: tuple[int, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether the word together with its old values is too wide for the column's usual type."""
        words = text_width(f"{self.old_word} {self.word}".strip(), REGULAR)
        reason = text_width(f" {self.why}", REGULAR, REASON_SIZE)
        return words + reason > WORD_AND_REASON if self.why else words > WORD

    @property
    def is_marked_long(self) -> bool:
        """Whether the initials and the numbers of the footnotes are too wide for their column's usual type."""
        footnotes = text_width(",".join(map(str, self.footnotes)), REGULAR, FOOTNOTE_SIZE)
        return text_width(self.mark, REGULAR) + footnotes > MARK


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRound:
    """The lines of a round and its checksum line; `running` holds empty strings until the round is full.

    If the round goes on on the next page, it has no checksum line here and no title there.
    """

    title: str
    lines: tuple[PrintedLine, ...]
    running: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRemark:
    """A remark below the lines. `number` is the footnote at its lines, 0 if it belongs to no line."""

    number: int
    text: str


def printed_rounds(view: SheetView) -> list[PrintedRound]:
    """Return the rounds of a sheet; none if only its totals are known."""
    notes, ruleset = _footnotes(view.noted), view.scoresheet.match.tournament.ruleset
    return [_round(round_, notes, ruleset) for round_ in view.rounds]


def printed_remarks(view: SheetView, *, longest: int = REASON, brief: bool = False) -> list[PrintedRemark]:
    """Return the remarks, each reason cut to `longest` letters; remarks on what waits for the supervisor come last.

    `brief` leaves out of a correction the values that stand in its line.
    """
    number, remarks = 0, []
    for remark in view.noted:
        number += bool(remark.lines)
        text = remark.shortened(longest, brief=brief)
        remarks.append(PrintedRemark(number=number if remark.lines else 0, text=text))
    return remarks + [PrintedRemark(number=0, text=text) for text in view.waiting_remarks]


def _footnotes(remarks: Sequence[Remark]) -> dict[int, list[tuple[int, Remark]]]:
    """Return by line the remarks that explain it, each with its number as printed_remarks counts them."""
    footnotes: dict[int, list[tuple[int, Remark]]] = {}
    for number, remark in enumerate((remark for remark in remarks if remark.lines), 1):
        for line in remark.lines:
            footnotes.setdefault(line, []).append((number, remark))
    return footnotes


def _round(view: RoundView, notes: dict[int, list[tuple[int, Remark]]], ruleset: Ruleset) -> PrintedRound:
    title = round_title(ruleset, view.number)
    if view.full and view.sum is not None:
        title = f"{title} {signed(view.sum)}{' ✓' if view.sum == 0 else ''}"
    return PrintedRound(
        title=title,
        lines=tuple(_line(line, notes.get(line.number, []), ruleset) for line in view.lines),
        running=tuple(signed(value) if view.full else "" for value in view.running),
    )


def round_title(ruleset: Ruleset, number: int) -> str:
    """Return what stands before the totals below a round, of a sheet to write on, too."""
    text = _("Round %(number)s · checksum") if ruleset.has_sum else _("Round %(number)s")
    return text % {"number": number}


def _line(view: LineView, notes: Sequence[tuple[int, Remark]], ruleset: Ruleset) -> PrintedLine:
    out = view.dealer if sits_out_empty(ruleset, len(view.cells)) else None
    old_words = [old.word for old in view.old_values if old.word != view.word]
    return PrintedLine(
        number=view.number,
        dealer=view.dealer,
        word=_("open") if view.waiting else view.word,
        old_word=" ".join(dict.fromkeys(old_words)),
        struck=view.struck,
        why=", ".join(point_reasons(ruleset, view.record)) if view.game else "",
        cells=tuple(_cell(cell, view.old_values, index, out=index + 1 == out) for index, cell in enumerate(view.cells)),
        mark=_mark(view, [remark.by for _number, remark in notes if remark.by]),
        footnotes=tuple(number for number, _remark in notes),
    )


def _mark(view: LineView, by: Sequence[str]) -> str:
    """Name the person who decided on a line: “5.2.14 KR” approved it, “KR” changed it. Nobody is named twice for the
    same act."""
    granted = view.approval if view.approval and view.approval.state == ApprovalState.GRANTED else None
    words = [f"{granted.section} {initials(view.decided_by)}"] if granted and view.decided_by else []
    words += [initials(name) for name in by if not granted or name != view.decided_by]
    return ", ".join(dict.fromkeys(words))


def _cell(view: CellView, old_values: Sequence[OldValue], seat: int, *, out: bool) -> PrintedCell:
    before = [old.cells[seat] for old in old_values if seat < len(old.cells)]
    return PrintedCell(
        plus=_figure(view.plus),
        minus=_figure(view.minus),
        circled=view.circled,
        out=out and not view.plus and not view.minus,
        old_plus=" ".join(_figure(old.plus) for old in before if old.plus and old.plus != view.plus),
        old_minus=" ".join(_figure(old.minus) for old in before if old.minus and old.minus != view.minus),
    )


def _figure(value: int | None) -> str:
    return "" if value is None else str(value)
