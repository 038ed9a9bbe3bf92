"""Writing and taking back the lines of a scoresheet. Rulings on what is no game: rulings.py; later: corrections.py."""

from dataclasses import dataclass, replace
from enum import Enum
from itertools import count

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_to_json
from scoring.points import score_game
from tournament import permissions
from tournament.enums import ApprovalState, SheetState, Source, step
from tournament.models import (
    Actor,
    Approval,
    Command,
    Game,
    PaperLine,
    Scoresheet,
    Signature,
    TableDevice,
    User,
)
from tournament.refusals import Refused
from tournament.selectors.decided import is_decided
from tournament.selectors.records import evaluate_records, game_records, line_record, section_for_approval
from tournament.selectors.scoresheets import short_names
from tournament.selectors.second_entry import is_entry, typed_second
from tournament.services.approvals_due import approval_event, withdraw_open_request
from tournament.services.events import by, write_event
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_open, settle
from tournament.words import game_labels, labels

# What a column of the table of games holds: an unlimited number of doublings goes beyond any sheet.
MOST_POINTS = 32_767


class Answer(Enum):
    """What became of a command; refusals and conflicts are raised as Refused."""

    APPLIED = "applied"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line to be written: its number from 1, the record, the client's command key, and who initialled it on paper.

    `redeals` are the reasons of the deals before it that were not played (RedealReason); `oral` is whom the table names
    who granted the game by word of mouth. `sequence` and `base` are those of a device's command.
    """

    number: int
    record: GameRecord
    command: str
    initialled_by: User | None = None
    redeals: tuple[str, ...] = ()
    oral: str = ""
    sequence: int | None = None
    base: int | None = None


@transaction.atomic
def record_game(*, scoresheet: Scoresheet, line: Line, actor: Actor) -> Answer:
    """Write one line that is not written yet; the same command twice is one game.

    `line.initialled_by` is the supervisor whose initials stand on the paper beside a game that needs approval (5.2.14,
    5.2.16). Refused: not_allowed (a sanction without a supervisor, 3.4.18), sheet_not_open, line_taken (says who wrote
    what), line_out_of_turn, no_such_line, a code of scoring for an impossible game; for the initials not_on_paper,
    not_a_supervisor, approval_not_needed.
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.enter_games, actor)
    if is_duplicate(sheet, line.number, line.command):
        return Answer.DUPLICATE
    check_line(sheet, line.number)
    check_open(sheet)
    check_typist(sheet, actor)
    check_free(sheet, line.number)
    write_line(sheet, line, actor)
    settle(sheet, actor, oral=(line.number, line.oral))
    return Answer.APPLIED


@transaction.atomic
def retype_game(*, scoresheet: Scoresheet, line: Line, actor: User, replaces: int | None = None) -> Answer:
    """Take a line back and write it anew, as one act: a slip of the typist, not of the paper.

    `replaces` is the id of the game that the typist saw in this line: another desk's newer one is not written over.
    Refused as `take_back_game` and `record_game`, line_taken where the line is no longer what was seen.
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if is_duplicate(sheet, line.number, line.command):
        return Answer.DUPLICATE
    check_typist(sheet, actor)
    # A line first written live stays one: no initials on paper can approve it afterwards.
    source = free_line(sheet, line.number, replaces, actor).source
    write_line(sheet, line, actor, source=source)
    settle(sheet, actor)
    return Answer.APPLIED


def free_line(sheet: Scoresheet, number: int, seen: int | None, actor: User) -> Game:
    """Take a line back that is typed anew; the game as it was. `seen` is the id of the game that the typist saw there.

    The caller has checked and holds the lock. Refused: line_taken, as take_back_game.
    """
    check_seen(sheet, number, seen)
    return _take_back(sheet, number, actor)


def clear_line(sheet: Scoresheet, number: int, seen: int | None, actor: User) -> Game | None:
    """Remove the game of a line and return it, None where it is empty. `seen` is its id as the page shows it.

    The caller has checked, holds the lock and logs it. Refused: line_taken, not_written, decided_by_supervisor.
    """
    game = sheet.games.filter(number=number).select_related("written_by", "device__scoresheet").first()
    if game is None and seen is not None:
        raise Refused(_("Game %(number)s is not written."), code="not_written", number=number)
    if game is None:
        return None
    if game.pk != seen:
        raise _taken(game)
    _check_undecided(game, actor)
    game.approvals.all().delete()
    game.delete()
    return game


def replace_game(sheet: Scoresheet, line: Line, actor: User) -> None:
    """Take a line back and write another value for it, which keeps who typed it: the log says who decided so.

    The caller has checked and holds the lock. Refused: as take_back_game.
    """
    before = _take_back(sheet, line.number, actor)
    write_line(sheet, line, actor, source=before.source, writer=before.writer)


@transaction.atomic
def take_back_game(*, scoresheet: Scoresheet, number: int, actor: Actor, seen: int | None = None) -> None:
    """Take a line back: from paper until the sheet is complete, live only the last one; logged, not struck.

    `seen` is the id of the game that the page showed there. Refused: line_taken where lines were moved meanwhile,
    sheet_not_open, not_written, decided_by_supervisor, not_the_last (then 5.3.4 applies).
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.enter_games, actor)
    check_seen(sheet, number, seen)
    _take_back(sheet, number, actor)
    settle(sheet, actor)


def not_the_last() -> Refused:
    """The refusal of a line at the table that others follow."""
    return Refused(
        _("At the table only the last game can be taken back; earlier ones the supervisor corrects (5.3.4)."),
        code="not_the_last",
    )


def placed_record(sheet: Scoresheet, number: int, record: GameRecord) -> GameRecord:
    """The record as it is kept in this line: where more sit than play, it says who sat out.

    Refused with scoring's sentence where it is no game by the tournament's rules there, or beyond_the_sheet.
    """
    seats = sheet.table_size
    records = game_records(list(sheet.games.all()), {}, sheet.match.tournament.ruleset.games(seats))
    # What the first game refuses (5.2.15, 2.9.1) and who deals follow from the line and those above it.
    records[number - 1] = record
    line = evaluate_records(sheet, records, seats=seats).lines[number - 1]
    if line.problems and not record.struck:
        raise labels.refused(line.problems[0])
    if line.score is not None and max(map(abs, line.score.points)) > MOST_POINTS:
        raise Refused(
            _("A game of more than %(most)s points cannot be kept. Please check the runners and doublings."),
            code="beyond_the_sheet",
            most=MOST_POINTS,
        )
    return record if line.sits_out is None else replace(record, seats=seats, sits_out=line.sits_out)


def is_duplicate(sheet: Scoresheet, number: int, command: str) -> bool:
    """Whether this command was applied already. Refused: command_used, where it wrote another line."""
    known = Command.objects.filter(key=command).first()
    if known is None:
        return False
    if (known.scoresheet_id, known.number) != (sheet.pk, number):
        # Not a second submit but another line: calling it written would lose it.
        raise Refused(_("This page was used for another line already. Please load it again."), code="command_used")
    return True


def check_free(sheet: Scoresheet, number: int) -> None:
    """Refuse a line that cannot be written now: no_such_line, line_taken (says who wrote what), line_out_of_turn."""
    check_line(sheet, number)
    taken = sheet.games.filter(number=number).select_related("written_by", "device__scoresheet").first()
    if taken is not None:
        raise _taken(taken)
    if sheet.source == Source.LIVE:
        written = set(sheet.games.values_list("number", flat=True))
        following = next(free for free in count(1) if free not in written)
        if number != following:
            raise Refused(
                _("At the table the games are written in their order: game %(number)s comes next."),
                code="line_out_of_turn",
                number=following,
            )


def close_paper_line(sheet: Scoresheet, number: int, actor: Actor, kind: str = "line.closed") -> PaperLine | None:
    """Close the open paper line of this number, logged as `kind`; None where there is none. The caller has the lock."""
    row = sheet.paper_lines.filter(number=number, closed_at=None).first()
    if row is not None:
        row.closed_at = timezone.now()
        row.save(update_fields=["closed_at"])
        write_event(scoresheet=sheet, kind=kind, actor=actor, payload={"number": number, "paper_line": row.pk})
    return row


def check_line(sheet: Scoresheet, number: int) -> None:
    """Refuse a line that the sheet does not have: no_such_line, sheet_full where it is one too many."""
    games = sheet.match.tournament.ruleset.games(sheet.table_size)
    if number > games and sheet.games.count() + sheet.paper_lines.filter(closed_at=None).count() >= games:
        if sheet.state == SheetState.OPEN:
            said = _(
                "All %(games)s lines of this sheet are taken. If the paper shows one more, one game may stand there "
                "twice: please compare the lines named below with the paper and take the doubled one out."
            )
        else:
            said = _(
                "All %(games)s lines of this sheet are taken. If the paper shows one more, one game may stand there "
                "twice: please compare the lines named below with the paper. A supervisor takes the doubled one out."
            )
        raise Refused(said, code="sheet_full", games=games)
    if not 1 <= number <= games:
        raise Refused(
            _("There is no line %(number)s: a sheet has %(games)s lines."),
            code="no_such_line",
            number=number,
            games=games,
        )


def check_typist(sheet: Scoresheet, actor: Actor) -> None:
    """Double entry is that of two people; what is written at the table is no entry."""
    twice = sheet.match.tournament.double_entry and is_entry(sheet)
    if twice and isinstance(actor, User) and typed_second(sheet, actor):
        raise Refused(
            _("You typed the second entry of this sheet: its first entry needs another login."), code="same_person"
        )


def check_seen(sheet: Scoresheet, number: int, seen: int | None) -> None:
    """Refuse `line_taken` where another game stands in this line than the one with the id `seen`."""
    there = sheet.games.filter(number=number).select_related("written_by", "device__scoresheet").first()
    if seen is not None and there is not None and there.pk != seen:
        raise _taken(there)


def _taken(game: Game) -> Refused:
    players = game.scoresheet.seats.values_list("participant__first_name", "participant__last_name")
    return Refused(
        _("Game %(number)s was just written by %(name)s: %(text)s. Yours was not written."),
        code="line_taken",
        number=game.number,
        name=game.writer.full_name,
        text=game_labels.describe(game.scoresheet.match.tournament.ruleset, game.record, short_names(list(players))),
    )


def write_line(sheet: Scoresheet, line: Line, actor: Actor, *, source: str = "", writer: Actor | None = None) -> Game:
    """Write the game of a line that is free, with its command and event; the caller has checked, locks and settles.

    Refused: not_allowed (a sanction without a supervisor), a code of scoring; for initials as record_game.
    """
    record = line.record
    if record.sanction is not None and not permissions.sanction(actor):
        raise Refused(
            _(
                "A sanction is entered by the supervisor (3.4.17). "
                "Please leave the line free with the arrow down and go on with the next one."
            ),
            code="not_allowed",
        )
    record = placed_record(sheet, line.number, record)
    Command.objects.create(
        scoresheet=sheet,
        key=line.command,
        number=line.number,
        device=actor if isinstance(actor, TableDevice) else None,
        sequence=line.sequence,
        base=line.base,
    )
    game = Game.objects.create(
        scoresheet=sheet,
        number=line.number,
        record=record_to_json(record),
        source=source or sheet.source,
        redeals=list(line.redeals),
        written_at=timezone.now(),
        supervisor=actor if record.sanction is not None and isinstance(actor, User) else None,
        **by("written_by", writer or actor),
    )
    write_event(
        scoresheet=sheet,
        kind="game.recorded",
        actor=actor,
        payload=_told(game, line),
    )
    close_paper_line(sheet, line.number, actor)
    # What was asked for before this game and is still open nobody has to decide: the game itself asks now.
    withdraw_open_request(sheet, actor, number=line.number)
    if line.initialled_by is not None:
        _initialled(sheet, game, line.initialled_by, actor)
    return game


def _told(game: Game, line: Line) -> dict[str, object]:
    told = {"number": game.number, "record": game.record, "source": str(game.source), "command": line.command}
    return {**told, "redeals": game.redeals} if game.redeals else told


def _initialled(sheet: Scoresheet, game: Game, supervisor: User, actor: Actor) -> None:
    """The paper bears the supervisor's initials: the approval counts as granted there."""
    if game.source == Source.LIVE:
        raise Refused(
            _("At the table there is no paper with initials: the supervisor approves with the own login."),
            code="not_on_paper",
        )
    if not permissions.decide_approvals(supervisor):
        raise Refused(
            _("The initials on the paper must be those of a supervisor (5.2.14, 5.2.16)."), code="not_a_supervisor"
        )
    ruleset = sheet.match.tournament.ruleset
    section = section_for_approval(ruleset, score_game(ruleset, line_record(game)))
    if section is None:
        raise Refused(_("This game never needs an approval: please leave out “g”."), code="approval_not_needed")
    Approval.objects.create(
        game=game,
        section=section,
        state=step(ApprovalState, ApprovalState.REQUESTED, ApprovalState.GRANTED),
        **by("requested_by", actor),
        requested_at=timezone.now(),
        on_paper=True,
        supervisor=supervisor,
        decided_at=timezone.now(),
    )
    approval_event(sheet, "approval.granted", game, section, actor, on_paper=True, supervisor=supervisor.pk)


def _take_back(sheet: Scoresheet, number: int, actor: Actor) -> Game:
    """Take the line back; the game as it was."""
    game = sheet.games.filter(number=number).first()
    # No game follows the last one: the table may take it back until the first of the four has signed.
    unsigned = not Signature.objects.filter(seat__scoresheet=sheet, lapsed_at=None).exists()
    if not (game and game.source == Source.LIVE and sheet.state == SheetState.COMPLETE and unsigned):
        check_open(sheet)
    if game is None:
        raise Refused(_("Game %(number)s is not written."), code="not_written", number=number)
    _check_undecided(game, actor)
    if game.source == Source.LIVE and sheet.games.filter(number__gt=number).exists():
        raise not_the_last()
    game.approvals.all().delete()
    record = game.record
    game.delete()
    write_event(scoresheet=sheet, kind="game.taken_back", actor=actor, payload={"number": number, "record": record})
    return game


def _check_undecided(game: Game, actor: Actor) -> None:
    if Game.objects.filter(is_decided(sanctions=not permissions.sanction(actor)), pk=game.pk).exists():
        raise Refused(
            _("The supervisor has decided on game %(number)s: only a correction can change it now (5.3.4)."),
            code="decided_by_supervisor",
            number=game.number,
        )
