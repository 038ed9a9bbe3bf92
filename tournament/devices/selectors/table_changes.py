"""The changes at a table after the draw, as its sheet tells them; the packs of a hall; the search for seats."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.draw.selectors.seats import OF_PLAYER
from tournament.enums import BY_MANAGEMENT, TableChangeKind
from tournament.models import Match, Scoresheet, Seat, Signature
from tournament.person.names import fits, search_words, sorting_name
from tournament.person.table_names import NamedPlayer, table_names
from tournament.selectors.remarks import Remark, who
from tournament.sheet.names import Names
from tournament.sheet.state import TableChange
from tournament.words import labels
from tournament.words.citations import cited

MOST_FOUND = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePack:
    """A table of a drawn match: how many sit there, the number of its cards, its scorekeeper and first dealer."""

    table: int
    size: int
    pack: str
    scorekeeper: str
    dealer: str
    deals_first: int
    """The seat of the dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedSheet:
    """A sheet whose players change: how many games are written, whether it has totals, and whether anyone signed it."""

    table: int
    games: int
    totals: bool
    signed: bool


def change_remarks(table: int, ruleset: Ruleset, changes: Iterable[TableChange], names: Names) -> Iterator[Remark]:
    """Yield a remark for each of these changes of the sheet of this table."""
    for change in changes:
        reason = names.text(change.reason)
        words: dict[str, Any] = dict(change.told) | {
            "who": _who(change, names),
            "reason": reason,
            "came": names.participants.get(change.told.get("came", 0), ""),
            "gone": names.participants.get(change.told.get("left", 0), ""),
            "after": change.after_game,
            "next": change.after_game + 1,
        }
        if change.kind == TableChangeKind.TOTALS:
            words["old"] = " · ".join(f"+{seat['plus']} −{seat['minus']}" for seat in change.told["old"])
        sentence = cited(_sentence(table, change), ruleset) % words
        if change.kind == TableChangeKind.SEATS and change.after_game:
            sentence = _("After game %(after)s: %(remark)s") % {"after": change.after_game, "remark": sentence}
        yield Remark(text=sentence, reason=reason)


def joined(ruleset: Ruleset, changes: Iterable[TableChange], names: Names) -> tuple[tuple[int, str], ...]:
    """Return (line, words) of each substitute who came in the middle of the match: the line is the first one played."""
    sentence = cited(_("From here on %(came)s for %(gone)s (5.2.11)."), ruleset)
    people = names.participants
    return tuple(
        (
            change.after_game + 1,
            sentence % {"came": people.get(payload["came"], ""), "gone": people.get(payload["left"], "")},
        )
        for change in changes
        if change.kind == TableChangeKind.SUBSTITUTE and change.after_game
        for payload in [change.told]
    )


def packs_of(match: Match) -> tuple[TablePack, ...]:
    """Return the tables of a drawn match in order. Two queries."""
    players = defaultdict(list)
    for sheet, *player in Seat.objects.filter(match=match).order_by("number").values_list("scoresheet", *OF_PLAYER):
        players[sheet].append(NamedPlayer(*player))
    sheets = Scoresheet.objects.in_force().filter(match=match).order_by("table_number")
    return tuple(_pack(sheet, table_names(players[sheet.pk])) for sheet in sheets)


def _pack(sheet: Scoresheet, names: Sequence[str]) -> TablePack:
    return TablePack(
        table=sheet.table_number,
        size=len(names),
        pack=sheet.pack,
        scorekeeper=labels.on_seat(sheet.scorekeeper, names[sheet.scorekeeper - 1]),
        dealer=labels.on_seat(sheet.first_dealer, names[sheet.first_dealer - 1]),
        deals_first=sheet.first_dealer,
    )


def touched_seats(match: Match, text: str) -> tuple[Seat, ...]:
    """Return the seats of this match whose participant fits a start number or parts of a name, by name; 12 at most.

    Umlauts may be spelled ö, o or oe. One query.
    """
    words = search_words(text)
    seats = Seat.objects.filter(match=match).select_related("participant", "scoresheet__match__tournament")
    matches = [seat for seat in seats if words and fits(words, seat.participant.start_number, str(seat.participant))]
    matches.sort(key=lambda seat: (sorting_name(seat.participant.list_name, seat.participant.start_number), seat.pk))
    return tuple(matches[:MOST_FOUND])


def seat_seen(match: Match, *, table: int, seat: int, start_number: int) -> Seat | None:
    """Return the seat on which this participant was seen, None if somebody else sits there by now. One query."""
    seats = Seat.objects.filter(match=match, scoresheet__table_number=table, number=seat)
    seats = seats.filter(participant__start_number=start_number)
    return seats.select_related("participant", "scoresheet__match__tournament").first()


def touched_sheets(first: Seat, second: Seat) -> tuple[TouchedSheet, ...]:
    """Return the one or two sheets of two seats, by table. One query."""
    valid = Signature.objects.filter(seat__scoresheet=OuterRef("pk"), lapsed_at=None)
    rows: Any = Scoresheet.objects.filter(pk__in=[first.scoresheet_id, second.scoresheet_id])
    rows = rows.annotate(written=Count("games"), signed=Exists(valid)).order_by("table_number")
    return tuple(
        TouchedSheet(table=table, games=games, totals=totals is not None, signed=signed)
        for table, games, totals, signed in rows.values_list("table_number", "written", "totals", "signed")
    )


def _sentence(table: int, change: TableChange) -> str:
    if change.kind == TableChangeKind.SCOREKEEPER:
        if change.after_game:
            return _(
                "Scorekeeper from game %(next)s on: %(came)s, until game %(after)s %(gone)s, "
                "all agreed (5.3.1) · %(who)s"
            )
        return _("Scorekeeper from game %(next)s on: %(came)s, all agreed (5.3.1) · %(who)s")
    if change.kind == TableChangeKind.PACK:
        if change.after_game:
            return _("After game %(after)s cards %(old)s replaced by %(new)s (3.4.3) · %(who)s")
        return _("Cards %(old)s replaced by %(new)s (3.4.3) · %(who)s")
    if change.kind == TableChangeKind.TOTALS:
        return _("Totals corrected (5.3.4), before by seat: %(old)s (%(reason)s) · supervisor %(who)s")
    if change.kind == TableChangeKind.REPLACED:
        return _("Seat %(seat)s: %(came)s instead of %(gone)s, before the first game (%(reason)s) · %(who)s")
    if change.kind == TableChangeKind.SUBSTITUTE:
        if change.after_game:
            return _(
                "Seat %(seat)s from game %(next)s on: %(came)s as the substitute for %(gone)s, with the points until "
                "then (5.2.11; %(reason)s) · %(who)s"
            )
        return _("Seat %(seat)s: %(came)s as the substitute for %(gone)s (5.2.11; %(reason)s) · %(who)s")
    if change.kind == TableChangeKind.VOIDED:
        return _("Declared void (5.3.6): counts 0 for all (%(reason)s) · %(who)s")
    if change.kind == TableChangeKind.RESTORED:
        return _("Declared valid again (5.3.6): counts as it stands (%(reason)s) · %(who)s")
    if change.told["other_table"] == table:
        return _(
            "Seat %(seat)s and seat %(other_seat)s exchanged: now %(came)s on seat %(seat)s, "
            "%(gone)s on seat %(other_seat)s (%(reason)s) · %(who)s"
        )
    return _(
        "Seat %(seat)s exchanged with table %(other_table)s, seat %(other_seat)s: here now %(came)s, "
        "there %(gone)s (%(reason)s) · %(who)s"
    )


def _who(change: TableChange, names: Names) -> str:
    """Return name and time. A change of seats adds the management (5.2.2), unless its login has that name."""
    name, role = names.login(change.by), _("Tournament management")
    by_management = change.kind in BY_MANAGEMENT and name.casefold() != role.casefold()
    return f"{role} {who(name, change.at)}" if by_management else who(name, change.at)
