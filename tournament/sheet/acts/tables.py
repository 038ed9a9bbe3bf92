"""The management's settings at a table: scorekeeper, first dealer, cards, participants (5.3.1, 2.2.2, 5.2.10)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.enums import SheetState, TableChangeKind
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Reason
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.commands import command
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_official, check_not_settled
from tournament.sheet.places import no_such_line, written_games
from tournament.sheet.state import Sheet
from tournament.words.citations import cited


@command(may="arrange_tables", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class NameScorekeeper:
    """The player on `seat` keeps the sheet: named before the start, later only if all agree (5.3.1).

    `after_game` is the last game that the scorekeeper before wrote down; None means the last one written.
    """

    seat: int
    all_agree: bool = False
    after_game: int | None = None

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        check_not_settled(sheet)
        check_not_official(draft)
        if not 1 <= self.seat <= len(sheet.seats):
            raise no_such_seat(self.seat)
        if self.seat == sheet.scorekeeper:
            draft.answer = Answer.DUPLICATE
            return
        number, after = _games(sheet, self.after_game)
        if (number or after) and not self.all_agree:
            raise Refused(
                cited(
                    _("Play has begun: another player may keep the sheet only if all players agree (5.3.1)."),
                    sheet.terms.ruleset,
                ),
                code="not_all_agree",
            )
        payload = {
            "from": sheet.scorekeeper,
            "to": self.seat,
            "left": sheet.seats[sheet.scorekeeper - 1],
            "came": sheet.seats[self.seat - 1],
        }
        # A scorekeeper named before play is no change that the sheet must show.
        draft.say(
            TableChanged(
                change=TableChangeKind.SCOREKEEPER, told=payload, after_game=after if number or after else None
            )
        )


@command(may="arrange_tables", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class NameFirstDealer:
    """The player on `seat` deals the first game (2.2.2): named until that game is written."""

    seat: int

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        check_not_settled(sheet)
        check_not_official(draft)
        if not 1 <= self.seat <= len(sheet.seats):
            raise no_such_seat(self.seat)
        if self.seat == sheet.first_dealer:
            draft.answer = Answer.DUPLICATE
            return
        if written_games(sheet) or sheet.open_paper_lines:
            raise Refused(
                _("Something is written on this sheet already: its first dealer stays."),
                code="play_began",
                kind=RefusalKind.CONFLICT,
            )
        draft.say(FirstDealerNamed(seat=self.seat, came=sheet.seats[self.seat - 1]))


@event("table.first_dealer")
@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDealerNamed:
    """The player on `seat`, the participant `came`, deals the first game."""

    seat: int
    came: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, first_dealer=self.seat)


@command(may="arrange_tables", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class IssuePack:
    """Say which cards the organiser issued to this table (5.2.10). `lies_at`: another table that has them."""

    pack: str
    lies_at: int | None = None

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        if not _check_pack(draft, self):
            return
        if sheet.pack and written_games(sheet):
            raise Refused(
                cited(
                    _("Cards %(pack)s are played with at this table already. Please have them replaced (3.4.3)."),
                    sheet.terms.ruleset,
                ),
                code="pack_in_play",
                field="pack",
                pack=sheet.pack,
            )
        draft.say(TableChanged(change=TableChangeKind.PACK, told={"old": sheet.pack, "new": self.pack}))


@command(may="arrange_tables", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacePack:
    """Exchange the cards for others after a game (3.4.3); both numbers stay on the sheet."""

    pack: str
    lies_at: int | None = None
    after_game: int | None = None

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        if not _check_pack(draft, self):
            return
        if not sheet.pack:
            raise Refused(
                _("No cards are issued to this table yet. Please enter the number of those that lie there first."),
                code="no_pack",
                field="pack",
            )
        _number, after = _games(sheet, self.after_game)
        payload = {"old": sheet.pack, "new": self.pack}
        draft.say(TableChanged(change=TableChangeKind.PACK, told=payload, after_game=after))


@command(may=None, official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatParticipant:
    """Seat another participant: in exchange for one at another seat, or in place of one who did not come (5.2.2).

    `told` is what the sheet shows: the seat, who `left` and who `came`, and in an exchange the other table and seat.
    """

    told: Mapping[str, Any]
    reason: Reason
    replaces_absent: bool = False

    def decide(self, draft: Draft) -> None:
        """Seat a participant. The caller has checked who sits where (5.2.2), because two tables may change at once."""
        check_seatable(draft)
        change = TableChangeKind.REPLACED if self.replaces_absent else TableChangeKind.SEATS
        after = 0 if self.replaces_absent else len(draft.sheet.games)
        draft.say(TableChanged(change=change, told=self.told, after_game=after, reason=self.reason))


def no_such_seat(seat: int) -> Refused:
    """The refusal of a seat that the table does not have."""
    return Refused(_("There is no seat %(seat)s at this table."), code="no_such_seat", seat=seat)


def check_seatable(draft: Draft) -> None:
    """Refuse a sheet on which nobody else can be seated any more: sheet_void, tournament_finished."""
    sheet = draft.sheet
    if sheet.state == SheetState.VOID:
        raise Refused(
            _("The sheet of table %(table)s is void; nothing on it can be changed."),
            code="sheet_void",
            table=sheet.table,
        )
    check_not_official(draft)


def _check_pack(draft: Draft, command: IssuePack | ReplacePack) -> bool:
    """Return whether the cards differ from those before.

    Refused: sheet_settled, tournament_finished, no_number, pack_elsewhere if another table has them.
    """
    sheet = draft.sheet
    check_not_settled(sheet)
    check_not_official(draft)
    if not command.pack:
        raise Refused(_("Please enter the number on the cards."), code="no_number", field="pack")
    if command.lies_at is not None:
        raise Refused(
            _("Cards %(pack)s lie at table %(table)s."),
            code="pack_elsewhere",
            field="pack",
            pack=command.pack,
            table=command.lies_at,
        )
    if command.pack == sheet.pack:
        draft.answer = Answer.DUPLICATE
        return False
    return True


def _games(sheet: Sheet, after_game: int | None) -> tuple[int, int]:
    """Return how many games are written and after which game the change happened. Refused: no_such_line."""
    games = written_games(sheet)
    after = games if after_game is None else after_game
    if not 0 <= after <= sheet.lines:
        raise no_such_line(sheet, after, field="after_game")
    return games, after
