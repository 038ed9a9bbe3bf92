"""Double entry: a second person types a sheet blind; where both differ, somebody looks at the paper.

It decides nothing by itself: the lines of the sheet stay those of the first entry until one is settled.
"""

import secrets
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, check_game, record_from_json, record_to_json
from tournament import permissions
from tournament.enums import PaperLineKind, SheetState
from tournament.models import Command, Game, Scoresheet, SecondLine, User
from tournament.refusals import Refused
from tournament.selectors.records import points_as_written
from tournament.selectors.second_entry import (
    LOOKED,
    initialled,
    is_blind_for,
    is_no_game,
    looked_first,
    open_lines,
    second_place,
    typed_first,
)
from tournament.services.events import write_event
from tournament.services.games import Answer, Line, check_line, free_line, is_duplicate, replace_game
from tournament.services.locks import lock_scoresheet
from tournament.services.paper_lines import OnPaper, keep_paper_line
from tournament.services.scoresheets import settle
from tournament.words import labels


@transaction.atomic
def record_second(*, scoresheet: Scoresheet, line: Line, actor: User, replaces: int | None = None) -> Answer:
    """Write a line of the second entry, or another value for the one that the typist saw (`replaces`, its id).

    The same command twice is one line. Refused: not_allowed, not_double, sheet_not_open, same_person, seen_first,
    no_such_line, line_taken, command_used, a code of scoring for an impossible game.
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if is_duplicate(sheet, line.number, line.command):
        return Answer.DUPLICATE
    _check_wanted(sheet, actor)
    check_line(sheet, line.number)
    record = second_place(sheet, line.number).put(line.record)
    placed = replace(record, passed=None, first=True if line.number == 1 else None)
    problems = check_game(sheet.match.tournament.ruleset, placed)
    if problems:
        raise labels.refused(problems[0])
    known = sheet.second_lines.filter(number=line.number).select_related("typed_by").first()
    if known is not None:
        if known.pk != replaces:
            raise Refused(
                _("Game %(number)s was just typed by %(name)s. Yours was not written."),
                code="line_taken",
                number=line.number,
                name=known.typed_by.full_name,
            )
        _take_back(sheet, known, actor)
    Command.objects.create(scoresheet=sheet, key=line.command, kind="second", number=line.number)
    written = SecondLine.objects.create(
        scoresheet=sheet,
        number=line.number,
        record=record_to_json(record),
        command=line.command,
        typed_by=actor,
        typed_at=timezone.now(),
    )
    _recorded(sheet, written, actor)
    settle(sheet, actor)
    return Answer.APPLIED


@transaction.atomic
def take_back_second(*, scoresheet: Scoresheet, number: int, actor: User) -> None:
    """Take a line of the second entry back. Refused: as record_second, not_written."""
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    _check_wanted(sheet, actor)
    _take_back(sheet, _typed(sheet, number), actor)
    settle(sheet, actor)


@transaction.atomic
def look_at_first(*, scoresheet: Scoresheet, actor: User) -> None:
    """A supervisor sees the sheet before its second entry is finished, and types none of it from then on.

    Told once; nothing where the sheet is not hidden. Refused: not_allowed.
    """
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if is_blind_for(sheet, actor):
        write_event(scoresheet=sheet, kind=LOOKED, actor=actor, payload={})


@transaction.atomic
def settle_first(*, scoresheet: Scoresheet, number: int, seen: tuple[int, int], actor: User) -> None:
    """The paper says what the first person typed: the second entry takes it over and keeps its typist.

    `seen`: the ids of the game and the second line that the actor compared with the paper. Refused: not_allowed,
    no_difference, line_taken where they are not these any more.
    """
    sheet, game, second = _differing(scoresheet, number, seen, actor)
    write_event(scoresheet=sheet, kind="second.taken_back", actor=actor, payload=_told(second))
    second.record = game.record | ({"approved": True} if initialled(game) else {})
    second.save(update_fields=["record"])
    _recorded(sheet, second, actor)
    settle(sheet, actor)


@transaction.atomic
def settle_second(
    *, scoresheet: Scoresheet, number: int, seen: tuple[int, int], actor: User, initials: User | None = None
) -> None:
    """The paper says what the second person typed: the line takes it over and keeps its typist, logged and not struck.

    What is no game waits for the supervisor from then on, as a line of the first person.

    `seen` as in settle_first; `initials`: the supervisor whose initials stand there, where the second person typed that
    some do. Refused: not_allowed, no_difference, line_taken, initials_missing, sheet_not_open (then the supervisor
    corrects, 5.3.4), as take_back_game and record_game.
    """
    sheet, _game, second = _differing(scoresheet, number, seen, actor)
    record = record_from_json(second.record)
    if record.approved and initials is None:
        raise Refused(_("Please choose whose initials stand on the paper."), code="initials_missing")
    if is_no_game(record):
        typist = free_line(sheet, number, seen[0], actor).written_by
        keep_paper_line(sheet, number, _on_paper(sheet, number, record), actor, typist)
        settle(sheet, actor)
        return
    line = Line(
        number=number,
        record=replace(record, approved=None),
        command=secrets.token_hex(16),
        initialled_by=initials if record.approved else None,
    )
    replace_game(sheet, line, actor)
    settle(sheet, actor)


def second_record(paper: OnPaper) -> GameRecord:
    """How the second entry keeps a line that is no game: struck with what stands there, or not played."""
    if paper.kind == PaperLineKind.NOT_WRITTEN:
        return GameRecord(unplayed=True)
    return replace(paper.record or GameRecord(written=paper.written or ()), struck=True)


def _on_paper(sheet: Scoresheet, number: int, record: GameRecord) -> OnPaper:
    """The same line for the supervisor, once the paper was looked at."""
    if record.unplayed:
        return OnPaper(kind=PaperLineKind.NOT_WRITTEN)
    ruleset = sheet.match.tournament.ruleset
    played = replace(record, struck=None)
    written, _circled = points_as_written(ruleset, number, record_to_json(played))
    text = " ".join(map(str, written))
    if not written:
        return OnPaper(kind=PaperLineKind.UNREADABLE)
    if check_game(ruleset, replace(played, passed=None, first=True if number == 1 else None)):
        return OnPaper(kind=PaperLineKind.NO_GAME, text=text, written=written)
    return OnPaper(kind=PaperLineKind.STRUCK, text=text, written=written, record=played)


def _check_wanted(sheet: Scoresheet, actor: User) -> None:
    if not sheet.match.tournament.double_entry:
        raise Refused(_("This tournament has no double entry."), code="not_double")
    if sheet.state not in (SheetState.OPEN, SheetState.COMPLETE):
        raise Refused(_("The sheet is signed already: no second entry is needed."), code="sheet_not_open")
    if typed_first(sheet, actor):
        raise Refused(
            _("You typed lines of this sheet yourself: the second entry needs another login."), code="same_person"
        )
    if looked_first(sheet, actor):
        raise Refused(
            _("You have looked at the first entry of this sheet: the second entry needs another login."),
            code="seen_first",
        )


def _differing(
    scoresheet: Scoresheet, number: int, seen: tuple[int, int], actor: User
) -> tuple[Scoresheet, Game, SecondLine]:
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if number not in open_lines(sheet):
        raise Refused(_("Both entries of game %(number)s agree."), code="no_difference", number=number)
    game, second = sheet.games.get(number=number), _typed(sheet, number)
    if seen != (game.pk, second.pk):
        raise Refused(
            _("Game %(number)s was typed anew in the meantime. Please compare both entries with the paper again."),
            code="line_taken",
            number=number,
        )
    return sheet, game, second


def _typed(sheet: Scoresheet, number: int) -> SecondLine:
    found = sheet.second_lines.filter(number=number).first()
    if found is None:
        raise Refused(_("Game %(number)s is not written."), code="not_written", number=number)
    return found


def _take_back(sheet: Scoresheet, second: SecondLine, actor: User) -> None:
    write_event(scoresheet=sheet, kind="second.taken_back", actor=actor, payload=_told(second))
    second.delete()


def _recorded(sheet: Scoresheet, second: SecondLine, actor: User) -> None:
    write_event(scoresheet=sheet, kind="second.recorded", actor=actor, payload=_told(second))


def _told(second: SecondLine) -> dict[str, object]:
    return {"number": second.number, "record": second.record, "typed_by": second.typed_by_id}
