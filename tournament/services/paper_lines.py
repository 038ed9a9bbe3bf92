"""Setting a line of the paper aside for the supervisor, and taking it up again. Rulings on it: paper_rulings.py."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_to_json
from tournament import permissions
from tournament.enums import PaperLineKind, Source
from tournament.models import Command, PaperLine, Scoresheet, User
from tournament.refusals import Refused
from tournament.services.events import write_event
from tournament.services.games import Answer, check_free, check_typist, close_paper_line, free_line, is_duplicate
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_open, settle


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """What stands in a line of the paper: why it is no game, the text as typed, the points of all seats if known.

    `record` is the game that the text says, where a struck line can still be read as one.
    """

    kind: PaperLineKind
    text: str = ""
    written: tuple[int, ...] | None = None
    record: GameRecord | None = None


@transaction.atomic
def set_aside_line(
    *,
    scoresheet: Scoresheet,
    number: int,
    paper: OnPaper,
    command: str,
    actor: User,
    replaces: int | None = None,
) -> Answer:
    """Keep what the paper says in a line that is no game; the line stays unwritten and waits for the supervisor.

    The same command twice is one line. Set aside once more, the newer text counts. `replaces` is the id of the game
    that the typist saw in this line and takes back with it. Refused: not_allowed, sheet_not_open, not_paper,
    no_such_line, line_taken, same_person, command_used, as take_back_game.
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if is_duplicate(sheet, number, command):
        return Answer.DUPLICATE
    check_open(sheet)
    check_typist(sheet, actor)
    if sheet.source != Source.PAPER:
        raise Refused(
            _("Only a line that stands on paper can be set aside; at the table the supervisor is called."),
            code="not_paper",
        )
    if replaces is not None:
        free_line(sheet, number, replaces, actor)
    check_free(sheet, number)
    Command.objects.create(scoresheet=sheet, key=command, kind="set_aside", number=number)
    keep_paper_line(sheet, number, paper, actor)
    settle(sheet, actor)
    return Answer.APPLIED


def keep_paper_line(sheet: Scoresheet, number: int, paper: OnPaper, actor: User, typed_by: User | None = None) -> None:
    """Write what the paper says in place of an older text; the caller has checked, holds the lock and settles.

    `typed_by` is whose line it stays, where that is not the actor.
    """
    close_paper_line(sheet, number, actor, "line.taken_up")
    row = PaperLine.objects.create(
        scoresheet=sheet,
        number=number,
        kind=paper.kind,
        text=paper.text,
        written=None if paper.written is None else list(paper.written),
        record=None if paper.record is None else record_to_json(paper.record),
        typed_by=typed_by or actor,
        typed_at=timezone.now(),
    )
    told = {name: getattr(row, name) for name in ("number", "kind", "text", "written", "record")}
    typist = {} if typed_by in (None, actor) else {"typed_by": row.typed_by_id}
    write_event(scoresheet=sheet, kind="line.set_aside", actor=actor, payload={**told, "paper_line": row.pk, **typist})


@transaction.atomic
def take_up_line(*, scoresheet: Scoresheet, number: int, seen: int | None, actor: User) -> None:
    """Free a line that was set aside by mistake; `seen` (pk) is what waited in it on the page.

    Refused: not_allowed, sheet_not_open, not_set_aside.
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    check_open(sheet)
    if seen is None or not sheet.paper_lines.filter(pk=seen, number=number, closed_at=None).exists():
        raise not_set_aside(number)
    close_paper_line(sheet, number, actor, "line.taken_up")
    settle(sheet, actor)


def not_set_aside(number: int) -> Refused:
    """The refusal of an act on a line that does not wait for the supervisor (any more)."""
    return Refused(_("Line %(number)s does not wait for the supervisor any more."), code="not_set_aside", number=number)
