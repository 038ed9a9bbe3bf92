"""A scoresheet as it is shown: the same lines for screen, print and PDF. Words are in the active language."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from scoring.sheets import EvaluatedSheet
from tournament.devices.selectors.table_changes import change_remarks, joined
from tournament.enums import SheetState, ShownName, Source
from tournament.models import Event, Match, Scoresheet, Seat
from tournament.participants.selectors.public_names import PublicNames
from tournament.person.forgotten import masked
from tournament.person.strokes import Drawing, drawing
from tournament.person.table_names import NamedPlayer, short_names, table_names
from tournament.proof.integrity.hashes import ACCEPTED, FIRST_HASH
from tournament.selectors.remarks import Remark, remarks
from tournament.selectors.rule_remarks import rule_remarks
from tournament.selectors.sheet_rows import SHOWN, Actors, sheet_rows, tables_of
from tournament.selectors.sheets import Chained, chained, sheet_at, terms_of
from tournament.selectors.signatures import Signing, lapse_reasons, signings
from tournament.selectors.totals import totals_remarks
from tournament.sheet.lines import LineView, RoundView, round_views
from tournament.sheet.loading import continued, sheet_of_rows
from tournament.sheet.names import Names
from tournament.sheet.state import Sheet, Signature
from tournament.standings.selectors.seat_totals import total_column
from tournament.words import labels

# Read this many sheets at once: 500 sheets of a workbook would not fit into memory.
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
    nameless: bool
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
        strokes = self.signature.drawn if self.signature and not self.forgotten else None
        return None if strokes is None else drawing(strokes)

    @property
    def lapsed(self) -> datetime | None:
        """When an earlier signature lapsed, as long as there is no new one."""
        return self.signing.lapsed


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """The whole sheet for one page: its row, its state, the names for it, and the texts made from them."""

    scoresheet: Scoresheet
    sheet: Sheet
    people: Names
    seats: tuple[SeatView, ...]
    rounds: tuple[RoundView, ...]
    evaluated: EvaluatedSheet
    noted: tuple[Remark, ...]
    head_hash: str
    joined: tuple[tuple[int, str], ...] = ()
    """The substitutes, each with the first line played."""

    @property
    def games(self) -> int:
        """The number of lines; 0 if only the totals are known."""
        return self.sheet.lines if self.sheet.totals is None else 0

    @property
    def written(self) -> int:
        """The number of lines that hold a game, played or not."""
        return len(self.sheet.games)

    @property
    def missing(self) -> tuple[int, ...]:
        """The lines still to be typed."""
        return self.sheet.missing

    @property
    def next_number(self) -> int | None:
        """The number of the first missing line."""
        return next(iter(self.sheet.missing), None)

    @property
    def gaps(self) -> str:
        """The lines still to be typed above the last game, as people say them: "11–13"; "" for none."""
        return ", ".join(labels.ranges(self.sheet.gaps))

    @property
    def aside(self) -> tuple[LineView, ...]:
        """The lines that wait for the supervisor. At the table lines are written in order: none is set aside."""
        return tuple(line for line in self.lines if line.paper) if self.sheet.source == Source.PAPER else ()

    @property
    def checksum(self) -> int | None:
        """The sum of all points: 0 on a right sheet (5.3.3); None where the rules write the winners' points alone."""
        return self.evaluated.checksum

    @property
    def warnings(self) -> tuple[str, ...]:
        """The rules' remarks on the sheet's games, as sentences."""
        return tuple(labels.warning(warning) for warning in self.evaluated.warnings)

    @property
    def pending(self) -> tuple[LineView, ...]:
        """The lines that wait for an approval."""
        return tuple(line for line in self.lines if line.pending)

    @property
    def counted(self) -> int:
        """The number of games that count for 5.2.16."""
        return sum(1 for line in self.lines if line.counted)

    @property
    def counted_from(self) -> int:
        """The number of such games from which an approval is needed (5.2.16)."""
        return self.sheet.terms.ruleset.approvals.counted_from

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
        """The number of lines that the supervisor closed as not played; `written` includes them."""
        return sum(1 for line in self.lines if line.unplayed)

    @property
    def waiting_remarks(self) -> tuple[str, ...]:
        """The paper's text in the lines that wait, for prints: a page shows it in the line itself."""
        sentence = _("Game %(number)s: %(text)s")
        return tuple(sentence % {"number": line.number, "text": line.waiting} for line in self.aside)

    @property
    def played(self) -> int:
        """The number of games played."""
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
    return sheet_at(tournament_slug, match_number, table_number)[0]


def tables_by_state(match: Match) -> dict[str, tuple[int, ...]]:
    """Return the tables of this match by the state of their sheets, in order. One query."""
    tables: dict[str, tuple[int, ...]] = dict.fromkeys(SheetState.values, ())
    rows = Scoresheet.objects.in_force().filter(match=match).order_by("table_number")
    for state, table in rows.values_list("state", "table_number"):
        tables[state] += (table,)
    return tables


def sheet_view(scoresheet: Scoresheet, chain: Chained | None = None, *, coded: bool = True) -> SheetView:
    """Return everything that a page or print of this sheet shows.

    Two queries on an empty sheet, three with games, however many; these bring their approvals. One more for each kind
    of rows that not every sheet has: corrections, changes at the table, lines that wait, signatures, refusals, disputes
    (two); one for an acceptance. One less if the `chain` is known. `coded`: with the check code.
    """
    [view] = _views([scoresheet], chain or chained(scoresheet), coded=coded)
    return view


def unsigned_views(scoresheets: Sequence[Scoresheet], names: PublicNames | None = None) -> list[SheetView]:
    """Return several sheets without signatures and check code, as `names` name everybody in public. Six queries."""
    return list(_views(scoresheets, signed=False, coded=False, names=names)) if scoresheets else []


def sheet_views(scoresheets: QuerySet[Scoresheet]) -> Iterator[SheetView]:
    """Yield the views of many sheets, for prints and files. Every 50 sheets take as many queries as one."""
    sheets = list(scoresheets.select_related("match__tournament", "accepted_by"))
    matches = {sheet.match_id: sheet.match for sheet in sheets}
    for sheet in sheets:
        sheet.match = matches[sheet.match_id]
    for first in range(0, len(sheets), AT_ONCE):
        yield from _views(sheets[first : first + AT_ONCE])


OF_SIGNING = frozenset({"signatures", "refusals", "disputes", "steps"})


def _views(
    scoresheets: Sequence[Scoresheet],
    chain: Chained | None = None,
    *,
    signed: bool = True,
    coded: bool = True,
    names: PublicNames | None = None,
) -> Iterator[SheetView]:
    """Yield views of these sheets. `chain` is the state of the only one, so that rows which it lacks are not read."""
    tables = SHOWN if signed else SHOWN - OF_SIGNING
    if chain is not None:
        tables &= tables_of(chain.sheet)
    seats, actors = _seats(scoresheets), Actors()
    participants = {pk: tuple(seat.participant_id for seat in rows) for pk, rows in seats.items()}
    rows = sheet_rows(scoresheets, participants, tables, actors)
    # The hash of an accepted sheet is that of its acceptance.
    accepted = chain is None or chain.sheet.state == SheetState.ACCEPTED
    heads = (
        {scoresheets[0].pk: chain.hash}
        if chain and not accepted
        else newest_links_of_sheets(scoresheets)
        if coded
        else {}
    )
    lapsed = [pk for pk, one in rows.items() if any(row["lapsed_at"] for row in one.signatures)]
    why = lapse_reasons(lapsed) if lapsed else {}
    for row in scoresheets:
        sheet = sheet_of_rows(terms_of(row.match.tournament), rows[row.pk])
        if chain is not None:
            sheet = continued(sheet, chain.sheet)
        people = _names(row, seats[row.pk], actors, names)
        standings = signings(sheet, people, {seat: text for (pk, seat), text in why.items() if pk == row.pk})
        yield _view(row, sheet, people, _seat_views(seats[row.pk], standings, row, names), heads.get(row.pk, ""))


def _names(row: Scoresheet, seats: Sequence[Seat], actors: Actors, names: PublicNames | None) -> Names:
    """Return the names for one sheet."""
    words = row.match.tournament.forgotten_words
    hidden = {key for key in actors.moved if names and names.naming(key) != ShownName.NAME}

    def shown(text: str) -> str:
        text = masked(text, words)
        return names.masked(text) if names else text

    return Names(
        seats=tuple(short_names(_players(seats, names))),
        table=row.table_number,
        logins=actors.logins,
        devices=actors.devices,
        participants={key: names.name(key) if names and key in hidden else name for key, name in actors.moved.items()},
        masked=shown,
    )


def blind_view(scoresheet: Scoresheet, sheet: Sheet, actors: Actors) -> SheetView:
    """Return the view of a `sheet` without anything official: no check code, no signatures. One query."""
    seats = _seats([scoresheet])[scoresheet.pk]
    people = _names(scoresheet, seats, actors, None)
    evaluated = sheet.evaluated
    lines = tuple(
        replace(seat, points=points, plus=plus, minus=minus)
        for seat, points, plus, minus in zip(
            _seat_views(seats, signings(sheet, people, {}), scoresheet, None),
            evaluated.totals,
            evaluated.plus,
            evaluated.minus,
            strict=True,
        )
    )
    return _view(scoresheet, sheet, people, lines, "")


def _view(row: Scoresheet, sheet: Sheet, people: Names, seats: tuple[SeatView, ...], head: str) -> SheetView:
    ruleset, rounds = sheet.terms.ruleset, tuple(round_views(sheet, people))
    lines = [line for one in rounds for line in one.lines]
    return SheetView(
        scoresheet=row,
        sheet=sheet,
        people=people,
        seats=seats,
        rounds=rounds,
        evaluated=sheet.evaluated,
        noted=(
            *change_remarks(sheet.table, ruleset, sheet.changes, people),
            # While a sheet is open, its page warns beside the lines.
            *(rule_remarks(ruleset, sheet.evaluated.warnings, lines) if sheet.state != SheetState.OPEN else ()),
            *remarks(ruleset, lines, people),
            *totals_remarks(sheet.totals, people.seats),
        ),
        head_hash=head,
        joined=joined(ruleset, sheet.changes, people),
    )


def newest_link(scoresheet: Scoresheet) -> Event | None:
    """Return the link whose hash is the printed check code: the acceptance of an accepted sheet, else the newest link.

    Links after the acceptance that do not take it back, such as a locked device or a new code, change no document.
    One query.
    """
    links = Event.objects.filter(scoresheet=scoresheet)
    if scoresheet.state == SheetState.ACCEPTED:
        links = links.filter(kind=ACCEPTED)
    return links.order_by("sequence").last()


def newest_links_of_sheets(scoresheets: Sequence[Scoresheet]) -> dict[int, str]:
    """Return the hash of each sheet's newest_link, by the sheet's pk. One query."""
    links = Event.objects.filter(scoresheet=OuterRef("pk")).order_by("-sequence").values("hash")
    newest, accepted = Subquery(links[:1]), Subquery(links.filter(kind=ACCEPTED)[:1])
    rows = Scoresheet.objects.filter(pk__in=[sheet.pk for sheet in scoresheets])
    heads = {pk: (last, acceptance) for pk, last, acceptance in rows.values_list("pk", newest, accepted)}
    return {sheet.pk: heads[sheet.pk][sheet.state == SheetState.ACCEPTED] or FIRST_HASH for sheet in scoresheets}


def _seats(scoresheets: Sequence[Scoresheet]) -> Mapping[int, list[Seat]]:
    """Return the seats of each sheet with their players, by its key. One query."""
    by_sheet: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(scoresheet__in=scoresheets).select_related("participant"):
        by_sheet[seat.scoresheet_id].append(seat)
    return by_sheet


def _players(seats: Sequence[Seat], names: PublicNames | None) -> list[NamedPlayer]:
    players = [seat.participant.player for seat in seats]
    return [names.player(one) for one in players] if names else players


def _seat_views(
    seats: Sequence[Seat], standings: Sequence[Signing], row: Scoresheet, names: PublicNames | None
) -> tuple[SeatView, ...]:
    players, column = _players(seats, names), total_column(row.match.tournament.ruleset)
    seated = zip(seats, table_names(players), short_names(players), standings, strict=True)
    return tuple(
        SeatView(
            number=seat.number,
            participant=seat.participant_id,
            start_number=seat.participant.start_number,
            own_name=str(seat.participant),
            name=name,
            short_name=short,
            forgotten=seat.participant.forgotten,
            nameless=seat.participant.nameless,
            points=getattr(seat, column),
            plus=seat.plus,
            minus=seat.minus,
            signing=signing,
        )
        for seat, name, short, signing in seated
    )
