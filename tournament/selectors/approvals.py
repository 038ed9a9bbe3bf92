"""The games that wait for a supervisor (before play, then written), oldest first, and those decided.

Words are in the active language.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import time_format

from scoring.contracts import BY_DEAL
from scoring.permits import Permit, check_permit, speaks
from scoring.ruleset import Ruleset
from tournament.enums import IN_FORCE, ApprovalState, SheetState, Source
from tournament.models import Approval, ApprovalRequest, Game, Scoresheet, Tournament, User
from tournament.selectors.cards import Card, cards_of
from tournament.words import game_labels, labels

DecisionRow: TypeAlias = Approval | ApprovalRequest
"""A game that needs an approval, or a request before its first card."""

DECIDED_SHOWN = 30
DECIDED = (ApprovalState.GRANTED, ApprovalState.REFUSED)
# A request waits no longer once its sheet is complete.
STILL_WAITING = Q(state=ApprovalState.REQUESTED, scoresheet__state=SheetState.OPEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalReason:
    """One sentence about a hand. `speaks` says whether it is for the contract, against it, or only noted."""

    text: str
    speaks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitView:
    """Whether the rules let this hand play the contract (5.2.14), with every reason. The supervisor decides."""

    permitted: bool
    reasons: tuple[ApprovalReason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalLine:
    """One game to approve: already written (`row` is an Approval), or requested before its first card.

    `uninitialled`: typed from paper without a supervisor's initials. `full`: every line of its sheet is written, so
    that the table can only wait. `hand` and `permit` are empty for everyone but a supervisor, and once the game is
    decided. `before` is the request that was refused although this very game was then played. `may_turn`: the decision
    on a request can still be reversed here, because its game is not written.
    """

    row: Approval | ApprovalRequest
    before_play: bool
    match: int
    table: int
    number: int
    text: str
    since: datetime
    oral: str
    on_paper: bool
    uninitialled: bool
    full: bool
    hand: tuple[Card, ...]
    permit: PermitView | None
    before: ApprovalRequest | None
    may_turn: bool
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalLists:
    """The games that wait (before play first, each group oldest first) and those decided (newest first)."""

    waiting: tuple[ApprovalLine, ...]
    decided: tuple[ApprovalLine, ...]


def waiting_games(tournament: Tournament) -> QuerySet[Approval]:
    """Return the written games that wait for a decision."""
    return _games(tournament).filter(state=ApprovalState.REQUESTED)


def waiting_requests(tournament: Tournament) -> QuerySet[ApprovalRequest]:
    """Return the games that wait for a decision before their first card."""
    return _requests(tournament).filter(STILL_WAITING)


def decision_rows(tournament: Tournament) -> list[DecisionRow]:
    """Return the games and requests that wait or were decided last. Two queries."""
    games = _games(tournament).select_related("game__scoresheet__match", "game__request__supervisor", "supervisor")
    lines = Game.objects.filter(scoresheet=OuterRef("game__scoresheet")).order_by().values("scoresheet")
    games = games.annotate(lines=Subquery(lines.annotate(lines=Count("pk")).values("lines")))
    # Whether a game of that number is written: the requested one, or another that was played instead.
    there = Game.objects.filter(scoresheet=OuterRef("scoresheet"), number=OuterRef("number"))
    requests = _requests(tournament).select_related("scoresheet__match", "supervisor").annotate(written=Exists(there))
    # A request that was granted and played is already listed as the game's approval.
    requests = requests.exclude(state=ApprovalState.GRANTED, game__isnull=False)
    return [*_with_newest(games, Q(state=ApprovalState.REQUESTED)), *_with_newest(requests, STILL_WAITING)]


def sheet_of(row: DecisionRow) -> Scoresheet:
    """Return the sheet of a game or a request."""
    return row.game.scoresheet if isinstance(row, Approval) else row.scoresheet


def approval_lists(
    tournament: Tournament, rows: Sequence[DecisionRow], names: Mapping[int, Sequence[str]], *, hands: bool = False
) -> ApprovalLists:
    """Return the waiting and the decided games among these rows. `names` are the short ones by sheet. No query.

    `hands`: include the cards that were sent and the verdict of 5.2.14 on them. Only a supervisor may see these.
    """
    waiting: list[Any] = [row for row in rows if row.state == ApprovalState.REQUESTED]
    decided: list[Any] = [row for row in rows if row.state != ApprovalState.REQUESTED]
    # Before play, four people sit there with cards in their hands, so requests come first.
    waiting.sort(key=lambda row: (isinstance(row, Approval), row.requested_at))
    decided.sort(key=lambda row: (row.decided_at, row.pk), reverse=True)
    return ApprovalLists(
        waiting=tuple(_line(tournament, row, names, hands=hands) for row in waiting),
        decided=tuple(_line(tournament, row, names, hands=False) for row in decided[:DECIDED_SHOWN]),
    )


def shown_hash(lists: ApprovalLists, *others: Iterable[object]) -> str:
    """Return a short word that changes with what the supervisor's page shows, and with nothing else."""
    lines = [
        (
            line.before_play,
            line.row.pk,
            line.row.state,
            line.row.decided_at,
            line.text,
            line.oral,
            line.full,
            line.may_turn,
        )
        for line in (*lists.waiting, *lists.decided)
    ]
    return hashlib.sha256(repr((lines, [list(other) for other in others])).encode()).hexdigest()[:16]


def request_view(scoresheet: Scoresheet, number: int | None, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the newest request for the next game, as the table's device gets it (docs/table.md). One query.

    The phone lies open on the table, so it gets the decision, but never the hand or the verdict of 5.2.14 on it.
    """
    if number is None:
        return None
    row = (
        scoresheet.requests.exclude(state=ApprovalState.WITHDRAWN)
        .filter(number=number, game=None)
        .select_related("supervisor")
        .last()
    )
    if row is None:
        return None
    ruleset = scoresheet.match.tournament.ruleset
    now = timezone.now()
    return {
        "id": row.pk,
        "number": row.number,
        "seat": row.seat,
        "contract": row.contract,
        "suit": row.suit,
        "section": row.section,
        "state": row.state,
        "text": request_text(ruleset, row, names),
        # The device's clock is not trusted: the server says how long the request waits and when it was decided.
        "waiting": max(0, int((now - row.requested_at).total_seconds())),
        "supervisor": row.supervisor.full_name if row.supervisor else "",
        "decided": time_format(timezone.localtime(row.decided_at), "TIME_FORMAT") if row.decided_at else "",
        "at_table": row.at_table,
    }


def supervisors_view() -> list[dict[str, Any]]:
    """Return the supervisors that a table can name, and whether each has set a code for the table. One query."""
    rows = User.objects.filter(supervisor=True, is_active=True).order_by("full_name", "pk")
    return [{"id": row.pk, "name": row.full_name, "code": bool(row.supervisor_code)} for row in rows]


def request_text(ruleset: Ruleset, row: ApprovalRequest, names: Sequence[str]) -> str:
    """Return the game of a request in words: "Solo Tout (Acorns), Anna"."""
    return game_labels.describe(ruleset, {"contract": row.contract, "declarer": row.seat, "suit": row.suit}, names)


def permit_view(ruleset: Ruleset, row: ApprovalRequest) -> PermitView | None:
    """Return the verdict of 5.2.14 on the hand that was sent, None without one."""
    if not row.hand:
        return None
    permit = check_permit(ruleset, row.contract, row.hand, row.suit or None)
    return PermitView(permitted=permit.permitted, reasons=_reasons(permit))


def asks_hand(ruleset: Ruleset, contract: str) -> bool:
    """Return whether the rules judge a hand for this contract (5.2.14)."""
    return contract in ruleset.permits or ruleset.contracts[contract].kind.decided_by == BY_DEAL


def _reasons(permit: Permit) -> tuple[ApprovalReason, ...]:
    return tuple(
        ApprovalReason(text=labels.scoring_sentence(reason), speaks=speaks(reason)) for reason in permit.reasons
    )


def _games(tournament: Tournament) -> QuerySet[Approval]:
    return Approval.objects.filter(game__scoresheet__match__tournament=tournament)


def _requests(tournament: Tournament) -> QuerySet[ApprovalRequest]:
    # Requests of a discarded draw no longer concern anybody.
    return ApprovalRequest.objects.filter(scoresheet__match__tournament=tournament, scoresheet__state__in=IN_FORCE)


def _with_newest(rows: Any, waits: Q) -> Any:
    """Return the rows that wait and the newest of those decided, in one query."""
    decided = rows.filter(state__in=DECIDED).order_by("-decided_at", "-pk").values("pk")
    return rows.filter(waits | Q(pk__in=decided[:DECIDED_SHOWN]))


def _line(tournament: Tournament, row: DecisionRow, names: Mapping[int, Sequence[str]], *, hands: bool) -> ApprovalLine:
    sheet, ruleset = sheet_of(row), tournament.ruleset
    sheet.match.tournament = tournament
    request = row if isinstance(row, ApprovalRequest) else getattr(row.game, "request", None)
    if isinstance(row, Approval):
        number, text = row.game.number, game_labels.describe(ruleset, row.game.record, names[sheet.pk])
    else:
        number, text = row.number, request_text(ruleset, row, names[sheet.pk])
    refused = request is not None and request.state == ApprovalState.REFUSED
    return ApprovalLine(
        row=row,
        before_play=isinstance(row, ApprovalRequest),
        match=sheet.match.number,
        table=sheet.table_number,
        number=number,
        text=text,
        since=row.requested_at,
        oral=row.oral if isinstance(row, Approval) else "",
        on_paper=isinstance(row, Approval) and row.on_paper,
        uninitialled=isinstance(row, Approval) and row.game.source == Source.PAPER,
        full=getattr(row, "lines", 0) >= ruleset.games(len(names[sheet.pk])),
        hand=cards_of(ruleset, request.hand) if request and request.hand and hands else (),
        permit=permit_view(ruleset, request) if request and hands else None,
        before=request if refused and isinstance(row, Approval) else None,
        # An approval belongs to a game that is already written.
        may_turn=not getattr(row, "written", True) and sheet.state == SheetState.OPEN,
        url=sheet.get_absolute_url(),
    )
