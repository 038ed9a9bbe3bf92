"""The place of a game on its sheet: its line, who deals and sits out there, and whether the line can be written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord
from scoring.ruleset import Ruleset
from scoring.sheets import dealer_of
from scoring.tariffs import Tariff
from tournament.enums import SheetState, Source
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.state import Sheet, WrittenGame
from tournament.words import labels

# The largest number that fits a column of the table of games: doublings without a limit can exceed it.
MOST_POINTS = 32_767


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePlace:
    """A line of a sheet in which a game is typed or written. `thrown_in` counts the deals thrown in above it.

    `tariff` asks for more than the points do (4.2); None if nothing is read here, or the table plays for points only.
    """

    ruleset: Ruleset
    number: int
    seats: int
    first_dealer: int = 1
    thrown_in: int = 0
    tariff: Tariff | None = None

    @property
    def first(self) -> bool:
        """Whether it is the first game of the match (5.2.15, 2.9.1)."""
        return self.number == 1

    def sits_out(self, passed: int = 0) -> int | None:
        """Return the seat that deals and sits out, after `passed` deals thrown in just before; None if nobody does."""
        return None if self.seats == self.ruleset.players else self.dealer(passed)

    def dealer(self, passed: int = 0) -> int:
        """Return the seat that deals, after `passed` deals thrown in just before this game (5.2.5)."""
        return dealer_of(
            self.ruleset,
            self.number,
            seats=self.seats,
            first_dealer=self.first_dealer,
            thrown_in=self.thrown_in + passed,
        )

    def put(self, record: GameRecord) -> GameRecord:
        """Return the record as it is kept, with the seat that sat out, if any: it must score without its sheet."""
        sits_out = self.sits_out(record.place.passed or 0)
        return record if sits_out is None else record.placed(seats=self.seats, sits_out=sits_out)


def line_place(sheet: Sheet, number: int) -> LinePlace:
    """The place of a line on its sheet."""
    return _place(sheet, number, {line: game.record for line, game in sheet.games.items()})


def second_place(sheet: Sheet, number: int) -> LinePlace:
    """The place of a line as it follows from the second person's own lines above it (double entry)."""
    return _place(sheet, number, {line: second.record for line, second in sheet.second_entry.items()})


def _place(sheet: Sheet, number: int, lines: Mapping[int, GameRecord]) -> LinePlace:
    return LinePlace(
        ruleset=sheet.ruleset,
        number=number,
        # The sheet has no seats if the draw was discarded a moment ago. The check under the sheet's lock refuses then.
        seats=len(sheet.seats) or sheet.terms.ruleset.players,
        first_dealer=sheet.first_dealer,
        thrown_in=sum(record.place.passed or 0 for line, record in lines.items() if line < number),
    )


def section_of(sheet: Sheet, number: int, record: GameRecord) -> str | None:
    """Return the section by which this game would wait for an approval in this line, None if it would count at once."""
    game = WrittenGame(record=record, source=sheet.source, command="")
    return replace(sheet, games={**sheet.games, number: game}).evaluated.lines[number - 1].section


def unplayed(sheet: Sheet) -> tuple[int, ...]:
    """The lines after the last one that holds something, a written game or a paper line."""
    last = max([0, *sheet.games, *(line.number for line in sheet.open_paper_lines if line.kind != "not_written")])
    return tuple(range(last + 1, sheet.lines + 1))


def written_games(sheet: Sheet) -> int:
    """How many games are written; all of them if the sheet has totals."""
    return len(sheet.games) if sheet.totals is None else sheet.lines


def check_game_in_line(sheet: Sheet, number: int) -> None:
    """Refuse, with scoring's sentence, a game just written into this line that is impossible there (5.2.7, 5.2.15).

    Also refused: nothing_legible, beyond_the_sheet.
    """
    line, record = sheet.evaluated.lines[number - 1], sheet.games[number].record
    if line.problems and not record.decision.struck:
        if record.paper.written == ():
            raise Refused(
                _("On the paper nothing legible stands in line %(number)s. Please correct the game instead."),
                code="nothing_legible",
                number=number,
            )
        raise labels.refused(line.problems[0])
    if line.score is not None and max(map(abs, line.score.points)) > MOST_POINTS:
        raise Refused(
            _("A game of more than %(most)s points cannot be kept. Please check the runners and doublings."),
            code="beyond_the_sheet",
            most=MOST_POINTS,
        )


def check_open(sheet: Sheet) -> None:
    """Refuse sheet_not_open: some acts are possible only while lines are being written (5.3.4)."""
    if sheet.state != SheetState.OPEN:
        raise Refused(
            _("The sheet is complete. Changes are now corrections by the supervisor (5.3.4)."),
            code="sheet_not_open",
            kind=RefusalKind.CONFLICT,
        )


def is_mendable(sheet: Sheet) -> bool:
    """Whether slips can be mended by typing: while lines are written, and on a full sheet until the first signature."""
    return sheet.state == SheetState.OPEN or (sheet.state == SheetState.COMPLETE and not sheet.signatures)


def check_mendable(sheet: Sheet) -> None:
    """Refuse sheet_not_open: somebody has signed, so only a correction can change a line now (5.3.4)."""
    if not is_mendable(sheet):
        raise Refused(
            _("The sheet is signed or accepted. Changes are now corrections by the supervisor (5.3.4)."),
            code="sheet_not_open",
            kind=RefusalKind.CONFLICT,
        )


def check_no_document(sheet: Sheet) -> None:
    """Refuse signed_before: once all have signed, no line disappears, even if the signatures lapsed (5.3.5)."""
    if sheet.is_document:
        raise Refused(
            _(
                "All have signed this sheet: its lines stay, and only a correction by the supervisor changes one "
                "(5.3.4)."
            ),
            code="signed_before",
            kind=RefusalKind.CONFLICT,
        )


def check_line(sheet: Sheet, number: int) -> None:
    """Refuse a line that the sheet does not have: no_such_line, or sheet_full if it is one too many."""
    if number > sheet.lines and len(sheet.games) + len(sheet.open_paper_lines) >= sheet.lines:
        if is_mendable(sheet):
            sentence = _(
                "All %(games)s lines of this sheet are taken. If the paper shows one more, one game may stand there "
                "twice: please compare the lines named below with the paper and take the doubled one out. A line that "
                "is wrong is typed again: ↑ leads there."
            )
        else:
            sentence = _(
                "All %(games)s lines of this sheet are taken. If the paper shows one more, one game may stand there "
                "twice: please compare the lines named below with the paper. A supervisor corrects a line: ↑ leads "
                "there."
            )
        raise Refused(sentence, code="sheet_full", games=sheet.lines)
    if not 1 <= number <= sheet.lines:
        raise no_such_line(sheet, number)


def check_line_free(sheet: Sheet, number: int) -> None:
    """Refuse a line that cannot be written now: check_line's codes, line_taken (says who wrote what),
    line_out_of_turn."""
    check_line(sheet, number)
    if number in sheet.games:
        raise line_taken(number, sheet.games[number])
    if sheet.source == Source.LIVE and number != sheet.next_number:
        raise Refused(
            _("At the table the games are written in their order: game %(number)s comes next."),
            code="line_out_of_turn",
            kind=RefusalKind.CONFLICT,
            number=sheet.next_number,
        )


def check_seen(sheet: Sheet, number: int, seen: str | None) -> None:
    """Refuse line_taken if this line holds another game than the one that the command `seen` wrote."""
    game = sheet.games.get(number)
    if seen is not None and game is not None and game.command != seen:
        raise line_taken(number, game)


def line_taken(number: int, game: WrittenGame) -> Refused:
    """The refusal of a line in which another game stands."""
    return Refused(
        _("Game %(number)s was just written by %(name)s: %(text)s. Yours was not written."),
        code="line_taken",
        kind=RefusalKind.CONFLICT,
        number=number,
        by=game.by,
        record=game.record,
    )


def no_such_line(sheet: Sheet, number: int, **context: Any) -> Refused:
    """The refusal of a line that the sheet does not have. The context may say in which `field` it was typed."""
    return Refused(
        _("There is no line %(number)s: a sheet has %(games)s lines."),
        code="no_such_line",
        number=number,
        games=sheet.lines,
        **context,
    )


def not_written(number: int) -> Refused:
    """The refusal of an act on a line without a game."""
    return Refused(_("Game %(number)s is not written."), code="not_written", number=number)
