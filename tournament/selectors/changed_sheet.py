"""The lines, rounds and sums that a game changed on the desk's page of a sheet."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.enums import SheetState, Source
from tournament.models import Scoresheet
from tournament.person.table_names import NamedPlayer, short_names
from tournament.selectors.sheet_rows import with_approvals
from tournament.sheet.changed import changed_lines
from tournament.sheet.lines import LineView, RoundView, line_view
from tournament.sheet.names import Names
from tournament.sheet.state import Sheet
from tournament.words import labels


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSheet:
    """The changed parts of a sheet, under the same names as in SheetView. `unplayed` are those closed as not played."""

    lines: tuple[LineView, ...]
    rounds: tuple[RoundView, ...]
    seats: tuple[Mapping[str, int], ...]
    games: int
    played: int
    unplayed: int
    checksum: int | None
    next_number: int
    gaps: str
    warnings: tuple[str, ...]
    pending: tuple[LineView, ...]

    @property
    def columns(self) -> int:
        """How many columns the sheet has: number, dealer, game, and two for each seat."""
        return 3 + 2 * len(self.seats)


def changed_sheet(
    scoresheet: Scoresheet, before: Sheet, after: Sheet, players: Sequence[NamedPlayer]
) -> ChangedSheet | None:
    """Return the differences between two states of this sheet; None if the page may differ elsewhere, too.

    One query if a game waits for its approval. A sheet with documents needs more: its page lists them.
    """
    changed = changed_lines(before, after)
    if changed is None or not (_is_typed(before) and _is_typed(after)):
        return None
    games = [sheet.games[number] for sheet in (before, after) for number in changed if number in sheet.games]
    # The page names the device that wrote last, and the text of a paper line that is no game.
    if any(game.by and game.by.device for game in games) or any(map(after.open_paper_line, changed)):
        return None
    numbers = changed | {line.no for line in after.evaluated.lines if line.pending}
    lines = _lines(scoresheet, after, numbers, players)
    sheet, unplayed = after.evaluated, sum(bool(game.record.decision.unplayed) for game in after.games.values())
    return ChangedSheet(
        lines=tuple(lines[number] for number in sorted(changed)),
        rounds=tuple(_rounds(before, after)),
        seats=tuple(
            {"points": points, "plus": plus, "minus": minus}
            for points, plus, minus in zip(sheet.totals, sheet.plus, sheet.minus, strict=True)
        ),
        games=after.lines,
        played=len(after.games) - unplayed,
        unplayed=unplayed,
        checksum=sheet.checksum,
        next_number=after.missing[0],
        gaps=", ".join(labels.ranges(after.gaps)),
        warnings=tuple(labels.warning(warning) for warning in sheet.warnings),
        pending=tuple(lines[line.no] for line in sheet.lines if line.pending),
    )


def _is_typed(sheet: Sheet) -> bool:
    """Whether the sheet is being typed from paper, with games and with lines to come, by one person alone."""
    typed = sheet.state == SheetState.OPEN and sheet.source == Source.PAPER
    alone = not sheet.terms.double_entry and not sheet.second_entry
    return typed and alone and bool(sheet.games) and bool(sheet.missing)


def _lines(
    scoresheet: Scoresheet, sheet: Sheet, numbers: Collection[int], players: Sequence[NamedPlayer]
) -> dict[int, LineView]:
    """Return these lines by number."""
    waiting = {number for number in numbers if number in sheet.games and sheet.games[number].approval}
    sheet = with_approvals(scoresheet, sheet) if waiting else sheet
    names = Names(seats=short_names(players), table=sheet.table)
    return {number: line_view(sheet, names, number) for number in numbers}


def _rounds(before: Sheet, after: Sheet) -> Iterator[RoundView]:
    """Yield the rounds whose checksum line differs, without their lines."""
    for old, new in zip(_checksums(before), _checksums(after), strict=True):
        # The running totals stand below a full round only.
        if replace(old, running=new.running if not new.full else old.running) != new:
            yield new


def _checksums(sheet: Sheet) -> Iterator[RoundView]:
    first = 1
    for number, round_ in enumerate(sheet.evaluated.rounds, 1):
        full = all(line in sheet.games for line in range(first, round_.to + 1))
        first = round_.to + 1
        yield RoundView(number=number, lines=(), sum=round_.sum, running=round_.running, full=full)
