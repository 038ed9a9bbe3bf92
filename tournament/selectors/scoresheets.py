"""A scoresheet as it is shown: the same lines for screen, print and PDF. Words are in the active language."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from scoring.sheets import EvaluatedSheet
from tournament.enums import ApprovalState, SheetState, Source
from tournament.integrity.hashes import ACCEPTED, FIRST_HASH
from tournament.models import (
    Approval,
    Correction,
    Event,
    Game,
    Match,
    PaperLine,
    Scoresheet,
    Seat,
    Signature,
    TableChange,
)
from tournament.person.forgotten import masked_reasons
from tournament.person.strokes import Drawing
from tournament.person.table_names import short_names, table_names
from tournament.selectors.paper_lines import open_paper_lines
from tournament.selectors.public_names import PublicNames
from tournament.selectors.records import evaluate, total_column
from tournament.selectors.remarks import Remark, remarks
from tournament.selectors.rule_remarks import rule_remarks
from tournament.selectors.sheet_lines import LineView, RoundView, SheetLines
from tournament.selectors.sheets import Chained, chained
from tournament.selectors.signatures import NOTHING_YET, Signing, signing_by_seat
from tournament.selectors.table_changes import change_remarks, joined, table_changes
from tournament.selectors.totals import totals_remarks
from tournament.sheet.state import Sheet
from tournament.words import labels

# So many sheets are read at once: 500 sheets of a workbook would not fit into memory.
AT_ONCE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat with its player, totals and signature. `points` are those that count.

    `name` and `short_name` tell two players of one name apart; `own_name` is the name alone, as the seals hold it.
    """

    number: int
    participant: int
    start_number: int
    own_name: str
    name: str
    short_name: str
    forgotten: bool
    points: int
    plus: int
    minus: int
    signing: Signing

    @property
    def signature(self) -> Signature | None:
        """The valid signature."""
        return self.signing.signature

    @property
    def drawing(self) -> Drawing | None:
        """The drawn signature. It may be read as a name, so it is not shown for a forgotten participant."""
        return self.signature.drawing if self.signature and not self.forgotten else None

    @property
    def lapsed(self) -> datetime | None:
        """When an earlier signature lapsed, as long as there is no new one."""
        return self.signing.lapsed


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """The whole sheet for one page.

    `missing` are the lines still to be typed, `next_number` the first of them; `aside` are the lines that wait for
    the supervisor instead. At the table lines are written in order, so that none is set aside.
    """

    scoresheet: Scoresheet
    seats: tuple[SeatView, ...]
    rounds: tuple[RoundView, ...]
    written: int
    games: int
    next_number: int | None
    missing: tuple[int, ...]
    aside: tuple[LineView, ...]
    checksum: int
    warnings: tuple[str, ...]
    noted: tuple[Remark, ...]
    pending: tuple[LineView, ...]
    counted: int
    counted_from: int
    head_hash: str
    evaluated: EvaluatedSheet
    joined: tuple[tuple[int, str], ...] = ()
    """The substitutes, each with the first line played."""

    @property
    def lines(self) -> tuple[LineView, ...]:
        """All lines in order."""
        return tuple(line for round_ in self.rounds for line in round_.lines)

    @property
    def remarks(self) -> tuple[str, ...]:
        """The remarks below the lines, as text."""
        return tuple(remark.text for remark in self.noted)

    @property
    def unplayed(self) -> int:
        """How many lines the supervisor closed as not played; `written` includes them."""
        return sum(1 for line in self.lines if line.unplayed)

    @property
    def waiting_remarks(self) -> tuple[str, ...]:
        """What the paper says in the lines that wait. This is for prints: on a page it stands in the line itself."""
        told = _("Game %(number)s: %(text)s")
        return tuple(told % {"number": line.number, "text": line.waiting} for line in self.aside)

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.written - self.unplayed

    @property
    def columns(self) -> int:
        """How many columns the sheet has: number, dealer, game, and two for each seat."""
        return 3 + 2 * len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The short names by seat."""
        return tuple(seat.short_name for seat in self.seats)

    @property
    def scorekeeper(self) -> SeatView:
        """The seat whose player keeps the sheet (5.3.1)."""
        return self.seats[self.scoresheet.scorekeeper - 1]

    @property
    def first_dealer(self) -> SeatView:
        """The seat that deals the first game."""
        return self.seats[self.scoresheet.first_dealer - 1]

    @property
    def check_code(self) -> str:
        """The head of the sheet's chain as it is printed: 7F3A-91C2-E04B."""
        return check_code(self.head_hash)


def check_code(head_hash: str) -> str:
    """Return the head of a chain as it is printed: 7F3A-91C2-E04B."""
    code = head_hash[:12].upper()
    return "-".join((code[:4], code[4:8], code[8:]))


def get_scoresheet(tournament_slug: str, match_number: int, table_number: int) -> Scoresheet:
    """Return the sheet with its match and tournament loaded. Raises Scoresheet.DoesNotExist. One query."""
    return (
        Scoresheet.objects.in_force()
        .select_related("match__tournament", "accepted_by")
        .get(match__tournament__slug=tournament_slug, match__number=match_number, table_number=table_number)
    )


def tables_by_state(match: Match) -> dict[str, tuple[int, ...]]:
    """Return the tables of this match by the state of their sheets, in order. One query."""
    found: dict[str, tuple[int, ...]] = dict.fromkeys(SheetState.values, ())
    rows = Scoresheet.objects.in_force().filter(match=match).order_by("table_number")
    for state, table in rows.values_list("state", "table_number"):
        found[state] += (table,)
    return found


def sheet_view(scoresheet: Scoresheet, chain: Chained | None = None, *, coded: bool = True) -> SheetView:
    """Return everything that a page or print of this sheet shows.

    Three queries, whatever the number of games, and those for what not every sheet has: one more for corrections, for
    changes at the table, for lines that wait, for an acceptance; two or three for signatures. One less if the `chain`
    is known. Pages that do not show the check code read none (`coded`).
    """
    [view] = _views([scoresheet], chain or chained(scoresheet), coded=coded)
    return view


def unsigned_view(scoresheet: Scoresheet) -> SheetView:
    """Return the sheet without signatures and check code, for pages that show neither. Five queries."""
    [view] = unsigned_views([scoresheet])
    return view


def unsigned_views(scoresheets: Sequence[Scoresheet], names: PublicNames | None = None) -> list[SheetView]:
    """Return the same for several sheets, for everyone as `names` name them in public. Five queries."""
    return list(_views(scoresheets, signed=False, coded=False, names=names)) if scoresheets else []


def sheet_views(scoresheets: QuerySet[Scoresheet]) -> Iterator[SheetView]:
    """Yield the views of many sheets, for prints and files. Every 50 sheets take as many queries as one."""
    found = list(scoresheets.select_related("match__tournament", "accepted_by"))
    matches = {sheet.match_id: sheet.match for sheet in found}
    for sheet in found:
        sheet.match = matches[sheet.match_id]
    for first in range(0, len(found), AT_ONCE):
        yield from _views(found[first : first + AT_ONCE])


def _views(
    scoresheets: Sequence[Scoresheet],
    chain: Chained | None = None,
    *,
    signed: bool = True,
    coded: bool = True,
    names: PublicNames | None = None,
) -> Iterator[SheetView]:
    """Yield views of these sheets. `chain` is the state of the only one, so that rows which it lacks are not read."""
    lacks = _lacks(chain.sheet) if chain else frozenset()
    games = _by_sheet(_games(scoresheets))
    signing = signing_by_seat(scoresheets) if signed and "signatures" not in lacks else {}
    seats = _seat_views(scoresheets, signing, names)
    paper = _by_sheet(() if "paper" in lacks else open_paper_lines(scoresheets))
    corrections = _by_sheet(() if "corrections" in lacks else corrections_of(*scoresheets), "game")
    # The hash of an accepted sheet is that of its acceptance.
    asked = chain is None or chain.sheet.state == SheetState.ACCEPTED
    heads = {scoresheets[0].pk: chain.hash} if chain and not asked else newest_links(scoresheets) if coded else {}
    changes = _by_sheet(() if "changes" in lacks else table_changes(*scoresheets))
    if names:
        names.in_public(*corrections.values(), *changes.values())
    for sheet in scoresheets:
        approvals = {game.number: game.decision for game in games[sheet.pk] if hasattr(game, "decision")}
        yield _view(
            sheet,
            games[sheet.pk],
            approvals,
            _by_game(corrections[sheet.pk]),
            seats[sheet.pk],
            evaluate(sheet, games[sheet.pk], approvals, seats=len(seats[sheet.pk])),
            paper={row.number: row for row in paper[sheet.pk]},
            changes=changes[sheet.pk],
            head=heads.get(sheet.pk, ""),
        )


def _lacks(sheet: Sheet) -> frozenset[str]:
    """Return the kinds of rows that this state of a sheet does not have."""
    there = {
        "corrections": any(game.corrections for game in sheet.games.values()),
        "paper": bool(sheet.open_paper_lines),
        "changes": bool(sheet.changes),
        "signatures": bool(sheet.signatures or sheet.refusals),
    }
    return frozenset(kind for kind, some in there.items() if not some)


def _games(scoresheets: Sequence[Scoresheet]) -> QuerySet[Any]:
    """The games with who wrote them, each with the `decision` on it: the one approval that is in force, if any."""
    in_force = FilteredRelation("approvals", condition=~Q(approvals__state=ApprovalState.WITHDRAWN))
    rows: QuerySet[Any] = Game.objects.filter(scoresheet__in=scoresheets).annotate(decision=in_force)
    return rows.select_related("login", "device__scoresheet", "supervisor", "decision__supervisor")


def blind_view(scoresheet: Scoresheet, games: Sequence[Game], sheet: EvaluatedSheet) -> SheetView:
    """Return the sheet with these lines instead of the written ones, and the totals that follow. Two queries.

    It has no check code: nothing of it is official.
    """
    counted = zip(_seat_views([scoresheet], {})[scoresheet.pk], sheet.totals, sheet.plus, sheet.minus, strict=True)
    seats = tuple(replace(seat, points=points, plus=plus, minus=minus) for seat, points, plus, minus in counted)
    changes = table_changes(scoresheet)
    return _view(scoresheet, games, {}, {}, seats, sheet, paper={}, changes=changes, head="")


def _view(
    scoresheet: Scoresheet,
    games: Sequence[Game],
    approvals: Mapping[int, Approval],
    corrections: Mapping[int, Sequence[Correction]],
    seats: tuple[SeatView, ...],
    sheet: EvaluatedSheet,
    *,
    paper: Mapping[int, PaperLine],
    changes: Iterable[TableChange],
    head: str,
) -> SheetView:
    ruleset = scoresheet.match.tournament.ruleset
    names = [seat.short_name for seat in seats]
    builder = SheetLines(scoresheet, {game.number: game for game in games}, approvals, corrections, names, sheet, paper)
    rounds = tuple(builder.rounds())
    lines = [line for round_ in rounds for line in round_.lines]
    aside = tuple(line for line in lines if line.paper) if scoresheet.source == Source.PAPER else ()
    waiting = {line.number for line in aside}
    missing = tuple(line.number for line in lines if not line.written and line.number not in waiting)
    return SheetView(
        scoresheet=scoresheet,
        seats=seats,
        rounds=rounds,
        written=len(games),
        games=len(lines),
        next_number=missing[0] if missing else None,
        missing=missing,
        aside=aside,
        checksum=sheet.checksum,
        warnings=tuple(labels.warning(warning) for warning in sheet.warnings),
        noted=(
            *change_remarks(scoresheet, changes),
            # While a sheet is open, its page warns beside the lines.
            *(rule_remarks(ruleset, sheet.warnings, lines) if scoresheet.state != SheetState.OPEN else ()),
            *remarks(ruleset, lines, corrections, names),
            *totals_remarks(scoresheet, names),
        ),
        pending=tuple(line for line in lines if line.pending),
        counted=sum(1 for line in lines if line.counted),
        counted_from=ruleset.approvals.counted_from,
        head_hash=head,
        evaluated=sheet,
        joined=joined(changes),
    )


def corrections_of(*scoresheets: Scoresheet) -> list[Correction]:
    """Return the supervisors' changes on sheets of one tournament, in order (5.3.4, 5.2.17), as shown. One query."""
    rows = Correction.objects.filter(game__scoresheet__in=scoresheets).select_related("game", "supervisor")
    return masked_reasons(rows, scoresheets[0].match.tournament.forgotten_words)


def newest_link(scoresheet: Scoresheet) -> Event | None:
    """Return the link whose hash is the printed check code: the acceptance of an accepted sheet, else the newest link.

    Links after the acceptance that do not take it back, such as a locked device or a new code, change no document.
    One query.
    """
    links = Event.objects.filter(scoresheet=scoresheet)
    if scoresheet.state == SheetState.ACCEPTED:
        links = links.filter(kind=ACCEPTED)
    return links.order_by("sequence").last()


def newest_links(scoresheets: Sequence[Scoresheet]) -> dict[int, str]:
    """Return the hash of each sheet's newest_link, by the sheet's pk. One query."""
    links = Event.objects.filter(scoresheet=OuterRef("pk")).order_by("-sequence").values("hash")
    newest, accepted = Subquery(links[:1]), Subquery(links.filter(kind=ACCEPTED)[:1])
    rows = Scoresheet.objects.filter(pk__in=[sheet.pk for sheet in scoresheets])
    heads = {pk: (last, acceptance) for pk, last, acceptance in rows.values_list("pk", newest, accepted)}
    return {sheet.pk: heads[sheet.pk][sheet.state == SheetState.ACCEPTED] or FIRST_HASH for sheet in scoresheets}


def _by_sheet(rows: Iterable[Any], of: str = "") -> dict[int, list[Any]]:
    """Return rows by the pk of their sheet, in their order; `of` names the related row that has the sheet, if any."""
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[(getattr(row, of) if of else row).scoresheet_id].append(row)
    return found


def _by_game(corrections: Iterable[Correction]) -> dict[int, list[Correction]]:
    found: dict[int, list[Correction]] = {}
    for row in corrections:
        found.setdefault(row.game.number, []).append(row)
    return found


def _seat_views(
    scoresheets: Sequence[Scoresheet], signing: Mapping[tuple[int, int], Signing], names: PublicNames | None = None
) -> dict[int, tuple[SeatView, ...]]:
    seats = _by_sheet(Seat.objects.filter(scoresheet__in=scoresheets).select_related("participant"))
    found = {}
    for sheet in scoresheets:
        column = total_column(sheet.match.tournament.ruleset)
        players = [names.player(one) if names else one for one in (seat.participant.player for seat in seats[sheet.pk])]
        named = zip(seats[sheet.pk], table_names(players), short_names(players), strict=True)
        found[sheet.pk] = tuple(
            _seat_view(seat, name, short, getattr(seat, column), signing.get((sheet.pk, seat.number), NOTHING_YET))
            for seat, name, short in named
        )
    return found


def _seat_view(seat: Seat, name: str, short: str, total: int, signing: Signing) -> SeatView:
    return SeatView(
        number=seat.number,
        participant=seat.participant_id,
        start_number=seat.participant.start_number,
        own_name=str(seat.participant),
        name=name,
        short_name=short,
        forgotten=seat.participant.forgotten,
        points=total,
        plus=seat.plus,
        minus=seat.minus,
        signing=signing,
    )
