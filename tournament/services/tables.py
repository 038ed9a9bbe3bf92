"""Packs of cards at the tables (5.2.10, 3.4.3), and who deals first at all tables of a match (2.2.2)."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import IS_OFFICIAL, SETTLED, TableChangeKind
from tournament.models import Match, Scoresheet, Seat, User
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.selectors.matches import written_sheets
from tournament.services import versions
from tournament.services.acting import act_on, check_may
from tournament.services.events import write_sheet_events
from tournament.services.locks import lock_match, lock_scoresheet, lock_tournament
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.acts.tables import FirstDealerNamed, IssuePack, ReplacePack, no_such_seat
from tournament.sheet.official import official_already

PACK_LENGTH = 12
HIGHEST_PACK = 99_999


@transaction.atomic
def issue_packs(*, match: Match, actor: User, first: int) -> None:
    """Issue packs to all tables, numbered from `first` at the first table (5.2.10); one event for each table.

    Refused: not_allowed, not_drawn, no_number, tournament_finished, pack_in_play (names the tables that already play
    with other packs or whose sheets are settled).
    """
    permissions.check(permissions.arrange_tables, actor)
    match, sheets = _lock_tables(match)
    if not 1 <= first <= HIGHEST_PACK:
        raise Refused(
            _("Please give the number of the first pack: a whole number from 1 to %(most)s."),
            code="no_number",
            field="first",
            most=HIGHEST_PACK,
        )
    due = [(sheet, str(number)) for number, sheet in enumerate(sheets, first) if sheet.pack != str(number)]
    _check_unused(match, [sheet for sheet, _pack in due])
    payload = [
        (sheet, TableChanged(change=TableChangeKind.PACK, told={"old": sheet.pack, "new": pack})) for sheet, pack in due
    ]
    changed = Scoresheet.objects.filter(pk__in=[sheet.pk for sheet, _pack in due])
    # Remove all packs first, because no pack may be at two tables even while the numbers change.
    changed.update(pack="", version=F("version") + 1)
    for sheet, pack in due:
        sheet.pack = pack
    Scoresheet.objects.bulk_update([sheet for sheet, _pack in due], ["pack"])
    write_sheet_events(payload, actor=actor)
    versions.bump(match)


@transaction.atomic
def name_first_dealers(*, match: Match, actor: User, seat: int) -> None:
    """Let the player on this seat deal the first game at all tables of a match (2.2.2); one event for each table.

    Refused: not_allowed, not_drawn, tournament_finished, no_such_seat, play_began (names the tables with any writing).
    """
    permissions.check(permissions.arrange_tables, actor)
    match, sheets = _lock_tables(match)
    people = dict(Seat.objects.filter(match=match, number=seat).values_list("scoresheet", "participant"))
    if len(people) < len(sheets):
        raise no_such_seat(seat)
    due = [sheet for sheet in sheets if sheet.first_dealer != seat]
    written = set(written_sheets(match).values_list("pk", flat=True))
    if begun := [sheet.table_number for sheet in due if sheet.pk in written or sheet.state in SETTLED]:
        raise Refused(
            _("Table %(tables)s plays already. Please name the first dealer of the others table by table."),
            code="play_began",
            tables=", ".join(map(str, begun)),
        )
    Scoresheet.objects.filter(pk__in=[sheet.pk for sheet in due]).update(first_dealer=seat, version=F("version") + 1)
    write_sheet_events([(sheet, FirstDealerNamed(seat=seat, came=people[sheet.pk])) for sheet in due], actor=actor)
    versions.bump(match)


def _lock_tables(match: Match) -> tuple[Match, list[Scoresheet]]:
    """Lock a match with all its sheets, by table. Refused: not_drawn, tournament_finished."""
    tournament = lock_tournament(match.tournament)
    sheets = list(Scoresheet.objects.in_force().select_for_update(no_key=True).filter(match=match).order_by("pk"))
    if not sheets:
        raise Refused(_("Match %(match)s is not drawn."), code="not_drawn", match=match.number)
    match = lock_match(match)
    match.tournament = tournament
    for sheet in sheets:
        sheet.match = match
    if tournament.state in IS_OFFICIAL:
        raise official_already()
    return match, sorted(sheets, key=lambda sheet: sheet.table_number)


@transaction.atomic
def issue_pack(*, scoresheet: Scoresheet, pack: str, actor: User) -> None:
    """Record the pack that the organiser issued to this table (5.2.10), or correct the number before the first game.

    The same number again changes nothing. Refused: not_allowed, sheet_settled, tournament_finished, no_number,
    pack_in_play, pack_elsewhere, all codes of clean_text.
    """
    sheet = lock_scoresheet(scoresheet)
    pack, lies_at = _cards(sheet, pack)
    command = IssuePack(pack=pack, lies_at=lies_at)
    check_may(sheet, command, actor)
    act_on(sheet, command, actor=actor)


@transaction.atomic
def replace_pack(*, scoresheet: Scoresheet, pack: str, actor: User, after_game: int | None = None) -> None:
    """Replace the pack of a table after the end of a game (3.4.3); both numbers stay on the sheet.

    `after_game` is as in NameScorekeeper. The same number again changes nothing. Refused: all codes of issue_pack,
    no_pack (no pack is recorded at this table), no_such_line.
    """
    sheet = lock_scoresheet(scoresheet)
    pack, lies_at = _cards(sheet, pack)
    command = ReplacePack(pack=pack, lies_at=lies_at, after_game=after_game)
    check_may(sheet, command, actor)
    act_on(sheet, command, actor=actor)


def _cards(sheet: Scoresheet, pack: str) -> tuple[str, int | None]:
    """The cleaned number, and the other table that has this pack or None. Locks the match."""
    number = clean_text(pack, max_length=PACK_LENGTH)
    lock_match(sheet.match)
    others = Scoresheet.objects.in_force().filter(match=sheet.match, pack=number).exclude(pk=sheet.pk).exclude(pack="")
    return number, others.values_list("table_number", flat=True).first()


def _check_unused(match: Match, sheets: list[Scoresheet]) -> None:
    """Refuse to change the packs of tables that already play with theirs, or whose sheets are settled."""
    played = set(written_sheets(match).values_list("pk", flat=True))
    closed = [sheet for sheet in sheets if sheet.state in SETTLED or (sheet.pack and sheet.pk in played)]
    if closed:
        raise Refused(
            _("Table %(tables)s plays with its cards already. Please issue the others table by table."),
            code="pack_in_play",
            tables=", ".join(str(sheet.table_number) for sheet in closed),
        )
