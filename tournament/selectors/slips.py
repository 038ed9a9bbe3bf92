"""The error finder for the desk: what can be wrong with a list, in words, and the effect of each proposal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.games import GameRecord
from scoring.sheets import EvaluatedLine
from scoring.slips import Points, ReadLine, Slip, SlipKind, find_slips, running_totals
from tournament.enums import PaperLineKind, SheetState, SlipAct, Source
from tournament.selectors.paper_lines import games_of
from tournament.selectors.scoresheets import SheetView
from tournament.sheet.lines import LineView
from tournament.sheet.places import is_mendable, line_place
from tournament.words import labels

# Nobody compares more than these with the paper.
MOST_NAMED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """One way to put a slip right: `act` on line `number`; `key` names it in a form.

    `record` is the game that the line then holds, `words` is the label of the button. `seen` is the command that wrote
    the game in the line now, `paper_line` the row that waits for the supervisor.
    """

    key: str
    act: SlipAct
    number: int
    words: str
    record: GameRecord | None = None
    seen: str = ""
    paper_line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSlip:
    """A slip in words: what may be wrong, what then agrees, and how to put it right."""

    slip: Slip
    words: str
    then: str
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTotals:
    """The totals after game `to` (5.3.3): as counted, None if lines are missing before it, and as typed from paper."""

    to: int
    counted: Points | None
    paper: Points | None

    @property
    def agrees(self) -> bool | None:
        """Whether they agree; None if there is nothing to compare."""
        return None if self.paper is None or self.counted is None else self.paper == self.counted

    @property
    def shown(self) -> str:
        """The counted totals in words."""
        return labels.points_text(self.counted) if self.counted else "–"

    @property
    def off(self) -> str:
        """How much more the paper has for each seat."""
        pairs = zip(self.paper or (), self.counted or (), strict=False)
        return labels.points_text([there - here for there, here in pairs])


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of comparing a list with its running totals. `old`: with the values before corrections."""

    rounds: tuple[RoundTotals, ...]
    slips: tuple[NamedSlip, ...]
    old: bool


def finding(view: SheetView, running: Mapping[int, Points]) -> Finding:
    """Compare a list with its running totals on the paper, the likeliest slip first. No query.

    Games that wait for their approval count here, as the scorekeeper counted them. The totals may contain the old value
    of a line that the supervisor corrected: if all totals agree with the old values, these are compared.
    """
    ruleset, seats = view.sheet.ruleset, len(view.seats)
    lines, old = _read_lines(view, old=False), False
    slips = find_slips(ruleset, lines, running)
    if slips and any(line.old_values for line in view.lines):
        before = _read_lines(view, old=True)
        if not find_slips(ruleset, before, running):
            lines, slips, old = before, (), True
    totals = running_totals(ruleset, lines, seats)
    rounds = tuple(
        RoundTotals(to=one.to, counted=totals[one.to] if one.to < len(totals) else None, paper=running.get(one.to))
        for one in view.evaluated.rounds
    )
    return Finding(rounds=rounds, slips=tuple(_with_names(view, slip) for slip in slips[:MOST_NAMED]), old=old)


def _read_lines(view: SheetView, *, old: bool) -> list[ReadLine]:
    """Return the lines up to the last one that holds something, as the scorekeeper added them."""
    lines = [
        _read_line(line, view_line, old=old) for line, view_line in zip(view.evaluated.lines, view.lines, strict=False)
    ]
    while lines and lines[-1].points is None:
        lines.pop()
    return lines


def _read_line(line: EvaluatedLine, view_line: LineView, *, old: bool) -> ReadLine:
    if view_line.paper is not None:
        kind, points = view_line.paper.kind, view_line.paper.written or None
        if points is None and kind != PaperLineKind.UNREADABLE:
            points = (0,) * len(line.points)
        counts = kind in (PaperLineKind.NO_GAME, PaperLineKind.UNREADABLE)
        return ReadLine(points=points, sits_out=line.sits_out, counts=counts)
    if line.record is None:
        return ReadLine(points=None, sits_out=line.sits_out)
    if old and view_line.old_values:
        points = tuple(cell.points for cell in view_line.old_values[0].cells)
        return ReadLine(points=points, sits_out=line.sits_out)
    if line.score is None:
        return ReadLine(points=(0,) * len(line.points), sits_out=line.sits_out, counts=False)
    # The scorekeeper counts a game that still waits for its approval.
    return ReadLine(points=line.score.points, sits_out=line.sits_out, counts=not line.struck)


def _with_names(view: SheetView, slip: Slip) -> NamedSlip:
    return NamedSlip(slip=slip, words=_words(slip), then=_then(slip), remedies=tuple(_remedies(view, slip)))


def _words(slip: Slip) -> str:
    words = {
        "number": slip.line,
        "until": slip.until,
        "total": slip.total,
        "read": _points(slip.read),
        "meant": _points(slip.meant),
        "off": _points(slip.off),
    }
    return {
        SlipKind.UNREADABLE: _("Game %(number)s cannot be read: it must be %(meant)s."),
        SlipKind.MISWRITTEN: _("Game %(number)s: %(read)s is no game, probably %(meant)s."),
        SlipKind.FIGURE: _("Game %(number)s: instead of %(read)s probably %(meant)s."),
        SlipKind.SIGNS: _("Game %(number)s: plus and minus exchanged, instead of %(read)s probably %(meant)s."),
        SlipKind.SEATS: _("Game %(number)s: written at the wrong seat, instead of %(read)s probably %(meant)s."),
        SlipKind.OTHER_GAME: _("Game %(number)s: instead of %(read)s perhaps %(meant)s."),
        SlipKind.STRUCK_COUNTED: _("Game %(number)s is struck, but the totals on the paper hold it: %(read)s."),
        SlipKind.LEFT_OUT: _("A game is missing between game %(number)s and game %(until)s: %(meant)s."),
        SlipKind.DOUBLED: _("Game %(number)s stands there twice: %(read)s."),
        SlipKind.TOTAL: _("The totals after game %(total)s are added up wrongly, by %(off)s. The games are right."),
        SlipKind.TOTAL_CARRIED: _(
            "From the totals after game %(total)s on, the paper is wrong by %(off)s: added up wrongly and carried on."
        ),
    }[slip.kind] % words


def _points(points: Points | None) -> str:
    """Return the points of all seats, kept on one line."""
    return labels.points_text(points or ()).replace(" ", "\N{NO-BREAK SPACE}")


def _then(slip: Slip) -> str:
    if slip.all_agree:
        return _("Then all totals agree.")
    if not slip.settles:
        return _("The totals on the paper hold the wrong value.") if slip.kind == SlipKind.MISWRITTEN else ""
    games = ", ".join(labels.ranges(slip.settles))
    return _("Then the totals after game %(games)s agree.") % {"games": games}


def _remedies(view: SheetView, slip: Slip) -> Iterator[Remedy]:
    """Yield the acts that put a slip right with one key. A total that was added up wrongly needs none."""
    sheet = view.sheet
    paper = sheet.source == Source.PAPER and is_mendable(sheet)
    if slip.kind == SlipKind.DOUBLED and paper:
        words = _("Take line %(number)s out") % {"number": slip.line}
        yield _remedy(view, SlipAct.TAKE_OUT, slip.line, words, None)
    if slip.meant is None or slip.kind == SlipKind.STRUCK_COUNTED:
        return
    if slip.kind == SlipKind.LEFT_OUT:
        for number in range(slip.line, slip.until + 1) if paper and sheet.state == SheetState.OPEN else ():
            for words, record in _games(view, number, slip.meant):
                sentence = _("Insert as game %(number)s: %(game)s") % {"number": number, "game": words}
                yield _remedy(view, SlipAct.INSERT, number, sentence, record)
        return
    for words, record in _games(view, slip.line, slip.meant):
        acts = tuple(_acts(view.lines[slip.line - 1], paper=paper))
        for act in acts:
            alone = act == SlipAct.CORRECT and SlipAct.RETYPE not in acts
            sentence = (
                _("The supervisor corrects: %(game)s")
                if alone
                else {
                    SlipAct.WRITE: _("Write game %(number)s: %(game)s"),
                    SlipAct.RETYPE: _("Mistyped, the paper says: %(game)s"),
                    SlipAct.CORRECT: _("Wrong on the paper, the supervisor corrects: %(game)s"),
                    SlipAct.DECIDE: _("The supervisor decides: %(game)s"),
                }[act]
            )
            yield _remedy(view, act, slip.line, sentence % {"number": slip.line, "game": words}, record)


def _acts(line: LineView, *, paper: bool) -> Iterator[SlipAct]:
    """Yield the possible acts on a line that must be another game."""
    if line.paper is not None:
        yield SlipAct.DECIDE
    elif line.game is None:
        if paper:
            yield SlipAct.WRITE
    else:
        if paper and not line.corrected:
            yield SlipAct.RETYPE
        yield SlipAct.CORRECT


def _games(view: SheetView, number: int, points: Sequence[int]) -> Iterator[tuple[str, GameRecord]]:
    place = line_place(view.sheet, number)
    for game in games_of(place, tuple(points), view.names, ""):
        assert game.record is not None  # a game of the ruleset
        yield game.words, game.record


def _remedy(view: SheetView, act: SlipAct, number: int, words: str, record: GameRecord | None) -> Remedy:
    line = view.lines[number - 1]
    points = record.paper.written if record else None
    circled = f".{record.paper.circled}" if record and record.paper.circled else ""
    values = "_".join(map(str, points)) if points else ""
    return Remedy(
        key=f"{act.value}.{number}.{values}{circled}",
        act=act,
        number=number,
        words=words,
        record=record,
        seen=line.game.command if line.game else "",
        paper_line=line.paper.row if line.paper else None,
    )
