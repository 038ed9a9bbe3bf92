"""What the management sets at a table: who keeps the sheet (5.3.1), which cards lie there (5.2.10, 3.4.3)."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import TableChangeKind
from tournament.models import Match, Scoresheet, TableChange, User
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.selectors.matches import SETTLED, written_sheets
from tournament.services import live
from tournament.services.events import write_event, write_events
from tournament.services.locks import lock_match, lock_scoresheet, lock_tournament
from tournament.services.scoresheets import check_not_official
from tournament.words.citations import cited

PACK_LENGTH = 12
HIGHEST_PACK = 99_999


@transaction.atomic
def name_scorekeeper(
    *, scoresheet: Scoresheet, seat: int, actor: User, all_agree: bool = False, after_game: int | None = None
) -> None:
    """The player on `seat` keeps the sheet: indicated before the start, later only if all players agree (5.3.1).

    `after_game` is the last game that another one wrote down, where the lines are typed from paper only later; else it
    is the last one written. Naming the same player again changes nothing. Refused: not_allowed, sheet_settled,
    tournament_finished, no_such_seat, no_such_line, not_all_agree.
    """
    permissions.check(permissions.arrange_tables, actor)
    sheet = _locked_table(scoresheet)
    place = sheet.seats.filter(number=seat).first()
    if place is None:
        raise Refused(_("There is no seat %(seat)s at this table."), code="no_such_seat", seat=seat)
    if seat == sheet.scorekeeper:
        return
    written, after = _games(sheet, after_game)
    if (written or after) and not all_agree:
        raise Refused(
            cited(
                _("Play has begun: another player may keep the sheet only if all players agree (5.3.1)."),
                sheet.match.tournament.ruleset,
            ),
            code="not_all_agree",
        )
    before = sheet.seats.get(number=sheet.scorekeeper)
    told = {"from": before.number, "to": seat, "left": before.participant_id, "came": place.participant_id}
    sheet.scorekeeper = seat
    sheet.save(update_fields=["scorekeeper"])
    if written or after:
        keep_change(sheet, TableChangeKind.SCOREKEEPER, told, actor, after_game=after)
    else:
        _indicated(sheet, TableChangeKind.SCOREKEEPER, told, actor)
    live.bump(sheet)


@transaction.atomic
def issue_packs(*, match: Match, actor: User, first: int) -> None:
    """Number the packs of all tables in their order, `first` at the first table (5.2.10); logged for each table.

    Refused: not_allowed, not_drawn, no_number, tournament_finished, pack_in_play naming the tables where others are
    played with already or whose sheets are settled.
    """
    permissions.check(permissions.arrange_tables, actor)
    tournament = lock_tournament(match.tournament)
    sheets = list(Scoresheet.objects.select_for_update(no_key=True).filter(match=match).order_by("pk"))
    if not sheets:
        raise Refused(_("Match %(match)s is not drawn."), code="not_drawn", match=match.number)
    match = lock_match(match)
    match.tournament = tournament
    sheets.sort(key=lambda sheet: sheet.table_number)
    for sheet in sheets:
        sheet.match = match
    check_not_official(sheets[0])
    if not 1 <= first <= HIGHEST_PACK:
        raise Refused(
            _("Please give the number of the first pack: a whole number from 1 to %(most)s."),
            code="no_number",
            field="first",
            most=HIGHEST_PACK,
        )
    due = [(sheet, str(number)) for number, sheet in enumerate(sheets, first) if sheet.pack != str(number)]
    _check_unused(match, [sheet for sheet, _pack in due])
    told = [(sheet, {"change": None, "old": sheet.pack, "new": pack}) for sheet, pack in due]
    changed = Scoresheet.objects.filter(pk__in=[sheet.pk for sheet, _pack in due])
    # Off all tables first: on the way to the new order no pack may lie at two tables.
    changed.update(pack="", version=F("version") + 1)
    for sheet, pack in due:
        sheet.pack = pack
    Scoresheet.objects.bulk_update([sheet for sheet, _pack in due], ["pack"])
    write_events(told, kind="table.pack", actor=actor)
    live.bump(match)


@transaction.atomic
def issue_pack(*, scoresheet: Scoresheet, pack: str, actor: User) -> None:
    """Say which pack the organiser issued to this table (5.2.10), or correct the number before the first game.

    The same number again changes nothing. Refused: not_allowed, sheet_settled, tournament_finished, no_number,
    pack_in_play, pack_elsewhere, and all of clean_text.
    """
    permissions.check(permissions.arrange_tables, actor)
    sheet = _locked_table(scoresheet)
    new = _free_pack(sheet, pack)
    if new == sheet.pack:
        return
    if sheet.pack and _games(sheet, None)[0]:
        raise Refused(
            cited(
                _("Cards %(pack)s are played with at this table already. Please have them replaced (3.4.3)."),
                sheet.match.tournament.ruleset,
            ),
            code="pack_in_play",
            field="pack",
            pack=sheet.pack,
        )
    _indicated(sheet, TableChangeKind.PACK, _put(sheet, new), actor)
    live.bump(sheet)


@transaction.atomic
def replace_pack(*, scoresheet: Scoresheet, pack: str, actor: User, after_game: int | None = None) -> None:
    """Exchange the cards of a table for others after the end of a game (3.4.3); both numbers stay on the sheet.

    `after_game` as in name_scorekeeper. The same number again changes nothing. Refused: as issue_pack, no_pack where
    none is known to lie there, no_such_line.
    """
    permissions.check(permissions.arrange_tables, actor)
    sheet = _locked_table(scoresheet)
    new = _free_pack(sheet, pack)
    if new == sheet.pack:
        return
    if not sheet.pack:
        raise Refused(
            _("No cards are issued to this table yet. Please enter the number of those that lie there first."),
            code="no_pack",
            field="pack",
        )
    _written, after = _games(sheet, after_game)
    keep_change(sheet, TableChangeKind.PACK, _put(sheet, new), actor, after_game=after)
    live.bump(sheet)


def keep_change(
    sheet: Scoresheet, kind: TableChangeKind, told: dict[str, Any], actor: User, *, after_game: int, reason: str = ""
) -> None:
    """Keep a change as the sheet will say it, and log it; the caller has checked and holds the lock."""
    change = TableChange.objects.create(
        scoresheet=sheet,
        kind=kind,
        after_game=after_game,
        told=told,
        reason=reason,
        changed_by=actor,
        changed_at=timezone.now(),
    )
    payload = {"change": change.pk, "after_game": after_game, **told}
    write_event(scoresheet=sheet, kind=f"table.{kind.value}", actor=actor, payload=payload)


def _indicated(sheet: Scoresheet, kind: TableChangeKind, told: dict[str, Any], actor: User) -> None:
    """Log what is set before play: no change that the sheet would have to tell."""
    write_event(scoresheet=sheet, kind=f"table.{kind.value}", actor=actor, payload={"change": None, **told})


def _locked_table(scoresheet: Scoresheet) -> Scoresheet:
    sheet = lock_scoresheet(scoresheet)
    if sheet.state in SETTLED:
        raise Refused(_("This sheet is settled; nothing changes at its table any more."), code="sheet_settled")
    check_not_official(sheet)
    return sheet


def _games(sheet: Scoresheet, after_game: int | None) -> tuple[int, int]:
    """How many games are written, all of them where the totals are, and after which one something happened."""
    games = sheet.match.tournament.ruleset.games(sheet.seats.count())
    written = sheet.games.count() if sheet.totals is None else games
    after = written if after_game is None else after_game
    if not 0 <= after <= games:
        raise Refused(
            _("There is no line %(number)s: a sheet has %(games)s lines."),
            code="no_such_line",
            field="after_game",
            number=after,
            games=games,
        )
    return written, after


def _free_pack(sheet: Scoresheet, pack: str) -> str:
    """The number cleaned, if no other table of the match has these cards; the match is locked from here on."""
    new = clean_text(pack, max_length=PACK_LENGTH)
    if not new:
        raise Refused(_("Please enter the number on the cards."), code="no_number", field="pack")
    lock_match(sheet.match)
    others = Scoresheet.objects.filter(match=sheet.match, pack=new).exclude(pk=sheet.pk)
    there = others.values_list("table_number", flat=True).first()
    if there is not None:
        raise Refused(
            _("Cards %(pack)s lie at table %(table)s."), code="pack_elsewhere", field="pack", pack=new, table=there
        )
    return new


def _put(sheet: Scoresheet, new: str) -> dict[str, Any]:
    old, sheet.pack = sheet.pack, new
    sheet.save(update_fields=["pack"])
    return {"old": old, "new": new}


def _check_unused(match: Match, sheets: list[Scoresheet]) -> None:
    """No table may lose the cards that it plays with."""
    played = set(written_sheets(match).values_list("pk", flat=True))
    taken = [sheet for sheet in sheets if sheet.state in SETTLED or (sheet.pack and sheet.pk in played)]
    if taken:
        raise Refused(
            _("Table %(tables)s plays with its cards already. Please issue the others table by table."),
            code="pack_in_play",
            tables=", ".join(str(sheet.table_number) for sheet in taken),
        )
