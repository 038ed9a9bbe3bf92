"""Acts on a sheet as the tests speak of them, and what a sheet keeps, in short."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from scoring.records import GameRecord
from scoring.ruleset import load_ruleset
from scoring.shorthand import parse_entry
from tests.factories import write
from tests.remembered import remembered
from tournament.enums import ApprovalState, PaperLineKind, SheetState, SignatureKind, Source
from tournament.forms.games import read_entry
from tournament.models import (
    Approval,
    Command,
    Correction,
    Event,
    Game,
    PaperLine,
    Scoresheet,
    Seat,
    Signature,
    SignatureRefusal,
    TableChange,
    User,
)
from tournament.refusals import Refused
from tournament.selectors.records import place_of
from tournament.services.approvals import decide_approval
from tournament.services.audit import audit_tournament
from tournament.services.corrections import correct_game, strike_game
from tournament.services.games import Answer, Line
from tournament.services.paper_lines import OnPaper, set_aside_line
from tournament.services.scoresheets import accept_scoresheet, set_source
from tournament.services.signatures import sign_seats

# 32 games that nobody has to approve: Rufer, and four Solos and Wenzen (5.2.16 begins with the fifth).
QUIET = [
    *("r12+", "r13-", "s2+", "w4-", "r34++", "s3++", "r14+", "r23-"),
    *("w1--", "r24+", "r12-", "r34+", "r23++", "r14-", "r13+", "r24-"),
    *("r12+", "r34-", "r13+", "r24+", "r24++", "r14+", "r23-", "r12+++"),
    *("r34+", "r13-", "r24+", "r14-", "r12+", "r23+", "r34-", "r13+"),
]
ROUND = 8

RULESET = load_ruleset("schafkopfschule-2023")
KEPT = (
    Scoresheet,
    Seat,
    Game,
    Command,
    Approval,
    Correction,
    Signature,
    SignatureRefusal,
    TableChange,
    PaperLine,
    Event,
)


def line(number: int, entry: str | GameRecord, initials: User | None = None, command: str = "") -> Line:
    """A line to be written, with a command of its own if none is given."""
    record = parse_entry(RULESET, entry, first=number == 1) if isinstance(entry, str) else entry
    return Line(number=number, record=record, command=command or secrets.token_hex(16), initialled_by=initials)


def refusal(act: Callable[[], object]) -> tuple[str, str]:
    """Code and sentence of what an act is refused with; not a row may change by it."""
    before = [list(model._default_manager.order_by("pk").values()) for model in KEPT]
    with pytest.raises(Refused) as refused:
        act()
    assert [list(model._default_manager.order_by("pk").values()) for model in KEPT] == before
    return refused.value.code, str(refused.value)


def fill(sheet: Scoresheet, actor: User, entries: Iterable[str] = QUIET, first: int = 1) -> Scoresheet:
    """Write lines `first` … as these entries; the sheet as it stands afterwards."""
    wanted = list(entries)
    # Round by round: sheets that begin alike have these rounds in common.
    for at in range(0, len(wanted), ROUND):
        _fill_round(sheet, actor, wanted[at : at + ROUND], first + at)
    return fresh(sheet)


@remembered
def _fill_round(sheet: Scoresheet, actor: User, entries: list[str], first: int) -> None:
    for number, entry in enumerate(entries, first):
        write(sheet, number, entry, actor)


def fresh(sheet: Scoresheet) -> Scoresheet:
    """The sheet's row, read anew."""
    return Scoresheet.objects.select_related("match__tournament").get(pk=sheet.pk)


def live(sheet: Scoresheet, actor: User) -> Scoresheet:
    """The sheet with its next lines written at the table."""
    set_source(scoresheet=sheet, source=Source.LIVE, actor=actor)
    return fresh(sheet)


def correct(sheet: Scoresheet, number: int, entry: str, actor: User, reason: str = "misread") -> Scoresheet:
    """Correct a written line (5.3.4)."""
    record = parse_entry(sheet.match.tournament.ruleset, entry, first=number == 1)
    correct_game(scoresheet=sheet, number=number, record=record, reason=reason, actor=actor)
    return fresh(sheet)


def strike(sheet: Scoresheet, number: int, actor: User, reason: str = "no approval") -> Scoresheet:
    """Strike a written line (5.2.17)."""
    strike_game(scoresheet=sheet, number=number, reason=reason, actor=actor)
    return fresh(sheet)


def approval(sheet: Scoresheet, number: int) -> Approval:
    """The approval of a game that is in force."""
    return Approval.objects.exclude(state=ApprovalState.WITHDRAWN).get(game__scoresheet=sheet, game__number=number)


def grant(sheet: Scoresheet, number: int, actor: User) -> Scoresheet:
    """The supervisor approves a game."""
    decide_approval(approval=approval(sheet, number), state=ApprovalState.GRANTED, actor=actor)
    return fresh(sheet)


def refuse(sheet: Scoresheet, number: int, actor: User) -> Scoresheet:
    """The supervisor refuses a game, which strikes it."""
    decide_approval(approval=approval(sheet, number), state=ApprovalState.REFUSED, actor=actor)
    return fresh(sheet)


def sign(sheet: Scoresheet, actor: User, *seats: int, kind: SignatureKind = SignatureKind.DESK) -> Scoresheet:
    """These seats (all four, if none is named) confirm the sheet as it stands."""
    content = fresh(sheet).content_hash
    sign_seats(scoresheet=sheet, seats=list(seats) or [1, 2, 3, 4], kind=kind, content=content, actor=actor)
    return fresh(sheet)


def accept(sheet: Scoresheet, actor: User) -> Scoresheet:
    """The supervisor accepts the sheet as it stands."""
    return accept_scoresheet(scoresheet=sheet, content=fresh(sheet).content_hash, actor=actor)


def requests(sheet: Scoresheet) -> dict[int, tuple[str, str]]:
    """Game -> (section, state) of every approval in force."""
    rows = Approval.objects.filter(game__scoresheet=sheet).exclude(state=ApprovalState.WITHDRAWN)
    return {row.game.number: (row.section, row.state) for row in rows.select_related("game").order_by("game__number")}


def points(sheet: Scoresheet) -> dict[int, tuple[int, ...]]:
    """Game -> the points that count for seats 1 to 4."""
    columns = ("number", "points_1", "points_2", "points_3", "points_4")
    return {number: tuple(values) for number, *values in Game.objects.filter(scoresheet=sheet).values_list(*columns)}


def totals(sheet: Scoresheet) -> list[int]:
    """The totals of seats 1 to 4 as kept."""
    return list(sheet.seats.order_by("number").values_list("points", flat=True))


def kinds(sheet: Scoresheet) -> list[str]:
    """The kinds of the sheet's events, in order."""
    return list(Event.objects.filter(scoresheet=sheet).order_by("sequence").values_list("kind", flat=True))


def payload(sheet: Scoresheet, kind: str) -> dict[str, object]:
    """The payload of the newest event of this kind."""
    newest = Event.objects.filter(scoresheet=sheet, kind=kind).order_by("sequence").last()
    assert newest is not None
    found: dict[str, object] = json.loads(newest.payload)
    return found


def state(sheet: Scoresheet) -> SheetState:
    """The sheet's state as kept."""
    return SheetState(fresh(sheet).state)


def faults(sheet: Scoresheet) -> list[str]:
    """What verify_audit says against this sheet: links, rows that differ from the log, figures that do not follow.

    The rows of factories.open_scoresheet were not drawn, so that no log knows who sits there.
    """
    row = fresh(sheet)
    where = f"{row.match.tournament.slug}, match {row.match.number}, table {row.table_number}"
    found = [fault for fault in audit_tournament(row.match.tournament).faults if fault.where == where]
    return [fault.what for fault in found if not fault.what.startswith("the players of its seats")]


@contextmanager
def discarded_meanwhile(sheet: Scoresheet) -> Iterator[None]:
    """Inside, whoever looked the sheet up comes too late: its draw is discarded before the first transaction begins."""
    due = [sheet]

    def first(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if due and sql.startswith("SAVEPOINT"):
            late = due.pop()
            late.seats.all().delete()
            Scoresheet.objects.filter(pk=late.pk).update(discarded=True)
        return execute(sql, *rest)

    with connection.execute_wrapper(first):
        yield
    assert not due


def set_aside(sheet: Scoresheet, number: int, text: str, actor: User, command: str = "", **more: Any) -> Answer:
    """Set a line of the paper aside as the desk types it: "+1 -1 -1 +2", "92x", "0"."""
    entry = read_entry(place_of(sheet, number), text)
    paper = entry.paper or OnPaper(kind=PaperLineKind.NO_GAME, text=text, written=entry.written)
    command = command or secrets.token_hex(16)
    return set_aside_line(scoresheet=sheet, number=number, paper=paper, command=command, actor=actor, **more)
