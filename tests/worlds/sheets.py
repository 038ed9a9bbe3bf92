"""Acts on a sheet as short functions for tests, and short forms of what the sheet keeps."""

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
from tests.worlds.factories import write
from tests.worlds.remembered import remembered
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
    Tournament,
    User,
)
from tournament.permissions import acting
from tournament.proof.integrity.hashes import ACCEPTED
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.paper_lines import Proposal, proposals
from tournament.selectors.sheets import place_of, sheet_state
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.events import write_sheet_events
from tournament.services.rulings import decide_paper_line
from tournament.services.scoresheets import settle_unsigned
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.paper_lines import SetAsideLine
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.steps import SheetStepped
from tournament.sheet.draft import Answer
from tournament.sheet.places import line_place, unplayed
from tournament.sheet.reading import VERSION
from tournament.sheet.state import OnPaper

# 32 games that need no approval: Rufer, and four Solos and Wenzen (5.2.16 begins with the fifth).
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


def line(
    number: int, entry: str | GameRecord, initials: User | None = None, command: str = "", **more: Any
) -> RecordGame:
    """A line to write, with an id of its own if none is given."""
    record = parse_entry(RULESET, entry, first=number == 1) if isinstance(entry, str) else entry
    initialled_by = acting(initials) if initials else None
    key = command or secrets.token_hex(16)
    return RecordGame(number=number, record=record, key=key, initialled_by=initialled_by, **more)


def refusal(what: Callable[[], object]) -> tuple[str, str]:
    """The code and sentence with which an act is refused; the refusal must not change any row."""
    before = [list(model._default_manager.order_by("pk").values()) for model in KEPT]
    with pytest.raises(Refused) as refused:
        what()
    assert [list(model._default_manager.order_by("pk").values()) for model in KEPT] == before
    return refused.value.code, str(refused.value)


def fill(sheet: Scoresheet, actor: User, entries: Iterable[str] = QUIET, first: int = 1) -> Scoresheet:
    """Write lines `first` … as these entries and return the sheet afterwards."""
    lines = list(entries)
    # Round by round: sheets that begin alike share these rounds in the memory.
    for at in range(0, len(lines), ROUND):
        _fill_round(sheet, actor, lines[at : at + ROUND], first + at)
    return fresh(sheet)


@remembered
def _fill_round(sheet: Scoresheet, actor: User, entries: list[str], first: int) -> None:
    for number, entry in enumerate(entries, first):
        write(sheet, number, entry, actor)


def fresh(sheet: Scoresheet) -> Scoresheet:
    """The sheet's row, read again."""
    return Scoresheet.objects.select_related("match__tournament").get(pk=sheet.pk)


def live(sheet: Scoresheet, actor: User) -> Scoresheet:
    """The sheet, with its next lines written at the table."""
    act(sheet, SetSource(source=Source.LIVE), actor=actor)
    return fresh(sheet)


def type_twice(tournament: Tournament, actor: User) -> None:
    """Switch on double entry for lines from paper; complete sheets that were typed once are open again."""
    Tournament.objects.filter(pk=tournament.pk).update(double_entry=True)
    tournament.refresh_from_db()
    settle_unsigned(tournament=tournament, actor=actor)


def correct(sheet: Scoresheet, number: int, entry: str, actor: User, reason: str = "misread") -> Scoresheet:
    """Correct a written line (5.3.4)."""
    record = parse_entry(sheet.match.tournament.ruleset, entry, first=number == 1)
    act(sheet, CorrectGame(number=number, record=record, reason=reason_given(reason)), actor=actor)
    return fresh(sheet)


def strike(sheet: Scoresheet, number: int, actor: User, reason: str = "no approval") -> Scoresheet:
    """Strike a written line (5.2.17)."""
    act(sheet, StrikeGame(number=number, reason=reason_given(reason)), actor=actor)
    return fresh(sheet)


def approval(sheet: Scoresheet, number: int) -> Approval:
    """The approval of a game that is in force."""
    return Approval.objects.exclude(state=ApprovalState.WITHDRAWN).get(game__scoresheet=sheet, game__number=number)


def grant(sheet: Scoresheet, number: int, actor: User) -> Scoresheet:
    """The supervisor approves a game."""
    decide_approval_of_game(approval=approval(sheet, number), state=ApprovalState.GRANTED, actor=actor)
    return fresh(sheet)


def refuse(sheet: Scoresheet, number: int, actor: User) -> Scoresheet:
    """The supervisor refuses a game, which strikes it."""
    decide_approval_of_game(approval=approval(sheet, number), state=ApprovalState.REFUSED, actor=actor)
    return fresh(sheet)


def sign(sheet: Scoresheet, actor: User, *seats: int, kind: SignatureKind = SignatureKind.DESK) -> Scoresheet:
    """These seats (all four if none is named) confirm the sheet as it is."""
    content = fresh(sheet).content_hash
    act(sheet, SignSeats(seats=seats or (1, 2, 3, 4), how=kind, content=content), actor=actor)
    return fresh(sheet)


def accept(sheet: Scoresheet, actor: User) -> Scoresheet:
    """The supervisor accepts the sheet as it is."""
    act(sheet, AcceptSheet(content=fresh(sheet).content_hash), actor=actor)
    return fresh(sheet)


def declare_void(sheet: Scoresheet) -> None:
    """Declare the sheet void. No command does that yet, so its event and its row are written here."""
    row = fresh(sheet)
    stepped = SheetStepped(before=SheetState(row.state), to=SheetState.VOID)
    write_sheet_events([(row, stepped)], actor=None)
    Scoresheet.objects.filter(pk=row.pk).update(state=SheetState.VOID)


def requests(sheet: Scoresheet) -> dict[int, tuple[str, str]]:
    """Game -> (section, state) of every approval in force."""
    rows = Approval.objects.filter(game__scoresheet=sheet).exclude(state=ApprovalState.WITHDRAWN)
    return {row.game.number: (row.section, row.state) for row in rows.select_related("game").order_by("game__number")}


def points(sheet: Scoresheet) -> dict[int, tuple[int, ...]]:
    """Game -> the points that count for seats 1 to 4."""
    columns = ("number", "points_1", "points_2", "points_3", "points_4")
    return {number: tuple(values) for number, *values in Game.objects.filter(scoresheet=sheet).values_list(*columns)}


def totals(sheet: Scoresheet) -> list[int]:
    """The totals of seats 1 to 4 as stored."""
    return list(sheet.seats.order_by("number").values_list("points", flat=True))


def kinds(sheet: Scoresheet) -> list[str]:
    """The kinds of the sheet's events in order, without the first one, which opened it."""
    first, *others = Event.objects.filter(scoresheet=sheet).order_by("sequence").values_list("kind", flat=True)
    assert first == "scoresheet.opened"
    return others


def payload(sheet: Scoresheet, kind: str) -> dict[str, object]:
    """The payload of the newest event of this kind, without its version."""
    newest = Event.objects.filter(scoresheet=sheet, kind=kind).order_by("sequence").last()
    assert newest is not None
    payload: dict[str, object] = json.loads(newest.payload)
    # An acceptance has no version: a sealed sheet can be recomputed from its file alone.
    assert payload.pop("v", VERSION if kind == ACCEPTED else None) == VERSION
    return payload


def state(sheet: Scoresheet) -> SheetState:
    """The sheet's state as stored."""
    return SheetState(fresh(sheet).state)


def faults(sheet: Scoresheet) -> list[str]:
    """The findings of verify_audit for this sheet: links, rows that differ from the log, figures that do not follow."""
    row = fresh(sheet)
    where = f"{row.match.tournament.slug}, match {row.match.number}, table {row.table_number}"
    return [fault.what for fault in audit_tournament(row.match.tournament).faults if fault.where == where]


@contextmanager
def discarded_meanwhile(sheet: Scoresheet) -> Iterator[None]:
    """Inside this context the first transaction finds the draw of the sheet discarded, after it was looked up."""
    due = [sheet]

    def first(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if due and sql.startswith("SAVEPOINT"):
            late = due.pop()
            late.seats.all().delete()
            Scoresheet.objects.filter(pk=late.pk).update(state=SheetState.DISCARDED)
        return execute(sql, *rest)

    with connection.execute_wrapper(first):
        yield
    assert not due


def offered(sheet: Scoresheet) -> list[Proposal]:
    """What the supervisor can decide on the only line of this sheet that waits."""
    state = sheet_state(fresh(sheet))
    [paper] = state.open_paper_lines
    return proposals(paper, line_place(state, paper.number), unplayed(state))


def set_aside(sheet: Scoresheet, number: int, text: str, actor: User, command: str = "", **more: Any) -> Answer:
    """Set a line of the paper aside as the desk types it: "+1 -1 -1 +2", "92x", "0"."""
    entry = read_entry(place_of(sheet, number), text)
    paper = entry.paper or OnPaper(kind=PaperLineKind.NO_GAME, text=text, written=entry.written)
    key = command or secrets.token_hex(16)
    return act(sheet, SetAsideLine(number=number, paper=paper, key=key, **more), actor=actor)


def rule_on(sheet: Scoresheet, choice: str, actor: User, reason: str = "", command: str = "") -> Answer:
    """Decide on the newest line that was set aside."""
    row = PaperLine.objects.select_related("scoresheet__match__tournament").filter(scoresheet=sheet).latest("pk")
    return decide_paper_line(
        paper_line=row, choice=choice, reason=reason, command=command or secrets.token_hex(16), actor=actor
    )
