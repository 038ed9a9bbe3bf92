"""Double entry: a second person types a sheet blind; if the two entries differ, somebody looks at the paper.

The second entry decides nothing by itself: the lines of the sheet stay those of the first entry until a difference is
settled.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.games import GameRecord, check_game
from scoring.points import score_game
from scoring.records import Decision, PaperPoints
from scoring.ruleset import Ruleset
from tournament.enums import ApprovalState, PaperLineKind, SheetState, Source
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Actor
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.parts import without
from tournament.sheet.places import check_line, not_written, second_place
from tournament.sheet.state import OnPaper, SecondLine, Sheet, WrittenGame, record_in_line
from tournament.words import labels


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSecond:
    """Type a line of the second entry, or replace the line that the command `seen` wrote."""

    kind: ClassVar[str] = "second"
    number: int
    record: GameRecord
    key: str
    seen: str | None = None

    def decide(self, draft: Draft) -> None:
        sheet, number = draft.sheet, self.number
        _check_wanted(sheet, draft.by)
        check_line(sheet, number)
        record = second_place(sheet, number).put(self.record)
        problems = check_game(sheet.ruleset, record_in_line(number, record.placed(passed=None)))
        if problems:
            raise labels.refused(problems[0])
        earlier = sheet.second_entry.get(number)
        if earlier is not None:
            if earlier.command != self.seen:
                raise Refused(
                    _("Game %(number)s was just typed by %(name)s. Yours was not written."),
                    code="line_taken",
                    kind=RefusalKind.CONFLICT,
                    number=number,
                    login=earlier.typed_by,
                )
            take_back_line(draft, number, earlier)
        draft.say(SecondRecorded(number=number, record=record, typed_by=draft.by.login or 0, command=self.key))


@event("second.recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecondRecorded:
    """A second person typed a line, blind. `command` is the id of the command, "" in an older log."""

    number: int
    record: GameRecord
    typed_by: int
    command: str = ""

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        line = SecondLine(record=self.record, typed_by=self.typed_by, command=self.command, at=link.at)
        return replace(sheet, second_entry={**sheet.second_entry, self.number: line})


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackSecond:
    number: int

    def decide(self, draft: Draft) -> None:
        _check_wanted(draft.sheet, draft.by)
        take_back_line(draft, self.number, typed_line(draft.sheet, self.number))


@event("second.taken_back")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecondTakenBack:
    number: int
    record: GameRecord
    typed_by: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, second_entry=without(sheet.second_entry, self.number))


@command(may="correct_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtFirst:
    """A supervisor looks at the sheet before its second entry is finished, and may not type any of it from then on."""

    def decide(self, draft: Draft) -> None:
        if is_blind_for(draft.sheet, draft.by.login or 0):
            draft.say(SecondLooked())


@event("second.looked")
@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLooked:
    """The acting login saw the first entry before the second was finished, so it may not type any of the second."""

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, looked=sheet.looked | {link.by.login or 0})


def lines_to_type(sheet: Sheet) -> tuple[int, ...]:
    """The lines that must be typed twice; none without double entry.

    These are the lines from paper, and the lines of a live sheet on which no device has written anything: a sheet is
    live as soon as a device is enrolled, but lines that only logins typed there are an entry too. Once a device
    writes, the desk only takes down what the table reads out, and there is no paper to type again. Rulings,
    corrections and sanctions of a supervisor are not typed twice.
    """
    if not sheet.terms.double_entry:
        return ()
    by_device = any(game.by and game.by.device for game in sheet.games.values())
    return tuple(
        number
        for number, game in sorted(sheet.games.items())
        if (game.source == Source.PAPER or not by_device) and game.supervisor is None and not game.corrections
    )


def is_entry(sheet: Sheet) -> bool:
    """Whether a line that a login types there now must be typed twice, as in `wanted`."""
    return sheet.source != Source.LIVE or not any(game.by and game.by.device for game in sheet.games.values())


def open_lines(sheet: Sheet) -> tuple[int, ...]:
    """The lines whose second entry is missing or differs, in order; none without double entry."""
    return tuple(number for number in lines_to_type(sheet) if not agree(sheet, number))


def agree(sheet: Sheet, number: int) -> bool:
    """Whether both entries of a line mean the same game, in whatever way each was typed."""
    game, line = sheet.games[number], sheet.second_entry.get(number)
    if line is None or is_no_game(line.record):
        return False
    if _asks_for_initials(game) and bool(line.record.decision.approved) != initialled(game):
        return False
    ruleset = sheet.ruleset
    first, second = meaning(ruleset, number, game.record), meaning(ruleset, number, line.record)
    if first is None or second is None or first[0] != second[0]:
        return False
    # Points do not show who declared a Rufer: a fact that only one entry gives is no difference.
    return all(mine == theirs or None in (mine, theirs) for mine, theirs in zip(first[1], second[1], strict=True))


def meaning(
    ruleset: Ruleset, number: int, record: GameRecord
) -> tuple[tuple[tuple[int, ...], int | None, int], tuple[object, ...]] | None:
    """Return ((points, circled, redeals), facts) or None for no game.

    The first part must be the same in both entries. A fact must be the same only where both entries give it.
    """
    played = record_in_line(number, record.decided(struck=None, approved=None))
    try:
        score = score_game(ruleset, played.placed(passed=None))
    except ScoringError:
        return None
    return (score.points, score.circled, played.place.passed or 0), (score.soloist, score.counts_as)


def is_no_game(record: GameRecord) -> bool:
    """Whether a line of the second entry says that the paper has no game there: it is struck, unreadable or empty."""
    return bool(record.decision.struck or record.decision.unplayed)


def initialled(game: WrittenGame) -> bool:
    """Whether the first person typed that a supervisor's initials stand on the paper (5.2.14, 5.2.16)."""
    return any(one.on_paper and one.state == ApprovalState.GRANTED for one in game.approvals)


def typed_first(sheet: Sheet, login: int | None) -> bool:
    """Whether this login typed lines of the first entry that must be typed twice, or set a line aside."""
    typed = any(_typed_by(sheet.games[number], login) for number in lines_to_type(sheet))
    return typed or any(line.typed_by == login for line in sheet.paper_lines)


def typed_second(sheet: Sheet, login: int | None) -> bool:
    """Whether this login typed lines of the second entry."""
    return any(line.typed_by == login for line in sheet.second_entry.values())


def is_blind_for(sheet: Sheet, login: int) -> bool:
    """Whether the sheet is hidden from this login: it waits for its second entry, which this login may type.

    A sheet that the first entry has not yet filled is shown, so that somebody can go on with it, but not to a login
    that has begun the second entry.
    """
    if not sheet.terms.double_entry or sheet.state not in (SheetState.OPEN, SheetState.COMPLETE):
        return False
    lines = lines_to_type(sheet)
    if all(number in sheet.second_entry for number in lines):
        return False
    if any(_typed_by(sheet.games[number], login) for number in lines):
        return False
    full = len(sheet.games) + len(sheet.open_paper_lines) == sheet.lines
    return (full or typed_second(sheet, login)) and login not in sheet.looked


def check_typist(sheet: Sheet, by: Actor) -> None:
    """Refuse same_person: double entry needs two people. Games written at the table are not part of it."""
    if sheet.terms.double_entry and is_entry(sheet) and by.login is not None and typed_second(sheet, by.login):
        raise Refused(
            _("You typed the second entry of this sheet: its first entry needs another login."), code="same_person"
        )


def second_record(paper: OnPaper) -> GameRecord:
    """Return the second entry's record of a line that is no game: struck, with the text on the paper, or not played."""
    if paper.kind == PaperLineKind.NOT_WRITTEN:
        return GameRecord(decision=Decision(unplayed=True))
    record = paper.record or GameRecord(paper=PaperPoints(written=paper.written or ()))
    return record.decided(struck=True)


def on_paper(sheet: Sheet, number: int, record: GameRecord) -> OnPaper:
    """Turn a line of the second entry that is no game into a paper line, once somebody has looked at the paper."""
    if record.decision.unplayed:
        return OnPaper(kind=PaperLineKind.NOT_WRITTEN)
    ruleset = sheet.ruleset
    played = record.decided(struck=None)
    points = _points_as_written(ruleset, number, played)
    text = " ".join(map(str, points))
    if not points:
        return OnPaper(kind=PaperLineKind.UNREADABLE)
    if check_game(ruleset, record_in_line(number, played.placed(passed=None))):
        return OnPaper(kind=PaperLineKind.NO_GAME, text=text, written=points)
    return OnPaper(kind=PaperLineKind.STRUCK, text=text, written=points, record=played)


def typed_line(sheet: Sheet, number: int) -> SecondLine:
    line = sheet.second_entry.get(number)
    if line is None:
        raise not_written(number)
    return line


def take_back_line(draft: Draft, number: int, line: SecondLine) -> None:
    draft.say(SecondTakenBack(number=number, record=line.record, typed_by=line.typed_by))


def _points_as_written(ruleset: Ruleset, number: int, record: GameRecord) -> tuple[int, ...]:
    """The points that stand on the paper, even if they make no game."""
    if record.paper.written is not None:
        return record.paper.written
    outcome = meaning(ruleset, number, record)
    return (0,) * ruleset.usual_seats if outcome is None else outcome[0][0]


def _typed_by(game: WrittenGame, login: int | None) -> bool:
    return game.by is not None and game.by.login is not None and game.by.login == login


def _asks_for_initials(game: WrittenGame) -> bool:
    """Whether the game waits for an approval or has one from paper; a supervisor's decision here does not count."""
    return any(one.in_force and (one.on_paper or one.state == ApprovalState.REQUESTED) for one in game.approvals)


def _check_wanted(sheet: Sheet, by: Actor) -> None:
    """Refused: not_double, sheet_not_open, same_person, seen_first."""
    if not sheet.terms.double_entry:
        raise Refused(_("This tournament has no double entry."), code="not_double")
    if sheet.state not in (SheetState.OPEN, SheetState.COMPLETE):
        raise Refused(
            _("The sheet is signed already: no second entry is needed."),
            code="sheet_not_open",
            kind=RefusalKind.CONFLICT,
        )
    if typed_first(sheet, by.login):
        raise Refused(
            _("You typed lines of this sheet yourself: the second entry needs another login."), code="same_person"
        )
    if by.login in sheet.looked:
        raise Refused(
            _("You have looked at the first entry of this sheet: the second entry needs another login."),
            code="seen_first",
        )
