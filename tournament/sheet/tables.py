"""What the management sets at a table: its scorekeeper, cards, participants and device (5.3.1, 5.2.10)."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import SETTLED, DeviceState, SheetState, Source, TableChangeKind
from tournament.refusals import Refused
from tournament.sheet import commands, events
from tournament.sheet.actors import NOBODY
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.official import check_not_official
from tournament.sheet.places import check_open
from tournament.sheet.state import Sheet
from tournament.words.citations import cited


def name_scorekeeper(draft: Draft, command: commands.NameScorekeeper) -> None:
    sheet = draft.sheet
    check_not_settled(sheet)
    check_not_official(draft)
    if not 1 <= command.seat <= len(sheet.seats):
        raise Refused(_("There is no seat %(seat)s at this table."), code="no_such_seat", seat=command.seat)
    if command.seat == sheet.scorekeeper:
        draft.answer = Answer.DUPLICATE
        return
    written, after = _games(sheet, command.after_game)
    if (written or after) and not command.all_agree:
        raise Refused(
            cited(
                _("Play has begun: another player may keep the sheet only if all players agree (5.3.1)."),
                sheet.terms.ruleset,
            ),
            code="not_all_agree",
        )
    told = {
        "from": sheet.scorekeeper,
        "to": command.seat,
        "left": sheet.seats[sheet.scorekeeper - 1],
        "came": sheet.seats[command.seat - 1],
    }
    # The sheet need not tell who was named before play: that is no change.
    draft.say(
        events.TableChanged(
            change=TableChangeKind.SCOREKEEPER, told=told, after_game=after if written or after else None
        )
    )


def issue_pack(draft: Draft, command: commands.IssuePack) -> None:
    sheet = draft.sheet
    if not _check_pack(draft, command):
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
    draft.say(events.TableChanged(change=TableChangeKind.PACK, told={"old": sheet.pack, "new": command.pack}))


def replace_pack(draft: Draft, command: commands.ReplacePack) -> None:
    sheet = draft.sheet
    if not _check_pack(draft, command):
        return
    if not sheet.pack:
        raise Refused(
            _("No cards are issued to this table yet. Please enter the number of those that lie there first."),
            code="no_pack",
            field="pack",
        )
    _written, after = _games(sheet, command.after_game)
    told = {"old": sheet.pack, "new": command.pack}
    draft.say(events.TableChanged(change=TableChangeKind.PACK, told=told, after_game=after))


def seat_participant(draft: Draft, command: commands.SeatParticipant) -> None:
    """Seat a participant. The caller has checked who sits where (5.2.2), because two tables may change at once."""
    check_seatable(draft)
    change = TableChangeKind.REPLACED if command.replaces_absent else TableChangeKind.SEATS
    after = 0 if command.replaces_absent else len(draft.sheet.games)
    draft.say(events.TableChanged(change=change, told=command.told, after_game=after, reason=command.reason))


def enrol_device(draft: Draft, command: commands.EnrolDevice) -> None:
    check_not_settled(draft.sheet)
    check_not_official(draft)
    if command.replaces is not None:
        number, device = command.replaces
        draft.say(events.DeviceEnded(number=number, state=DeviceState.REPLACED, device=device), by=NOBODY)
    draft.say(events.DeviceEnrolled(number=command.number))
    if goes_live(draft.sheet):
        draft.say(events.SourceSet(source=Source.LIVE))


def lock_device(draft: Draft, command: commands.LockDevice) -> None:
    draft.say(events.DeviceEnded(number=command.number, state=DeviceState.LOCKED, device=command.device))
    draft.say(events.CodeRenewed())


def renew_code(draft: Draft, command: commands.RenewCode) -> None:
    check_not_settled(draft.sheet)
    draft.say(events.CodeRenewed())


def set_source(draft: Draft, command: commands.SetSource) -> None:
    sheet = draft.sheet
    check_open(sheet)
    if command.source == Source.LIVE and sheet.terms.double_entry and not draft.by.supervisor:
        raise Refused(
            _("With double entry only a supervisor says that a sheet is written live at the table."),
            code="double_entry",
        )
    if sheet.source != command.source:
        draft.say(events.SourceSet(source=command.source))


def goes_live(sheet: Sheet) -> bool:
    """Return whether a device that is enrolled now writes the sheet from here on. Refused: typed_from_paper."""
    live = sheet.state == SheetState.OPEN and sheet.source != Source.LIVE
    if live and (sheet.games or sheet.open_paper_lines):
        raise Refused(
            _(
                "Games of this sheet were typed from paper already. "
                "If it is to be written at the table from now on, the desk switches it."
            ),
            code="typed_from_paper",
        )
    return live


def check_not_settled(sheet: Sheet) -> None:
    """Refuse sheet_settled: nothing changes at the table of a sheet that is accepted or void."""
    if sheet.state in SETTLED:
        raise Refused(_("This sheet is settled; nothing changes at its table any more."), code="sheet_settled")


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


def written_games(sheet: Sheet) -> int:
    """How many games are written; all of them if the sheet has totals."""
    return len(sheet.games) if sheet.totals is None else sheet.lines


def _check_pack(draft: Draft, command: commands.IssuePack | commands.ReplacePack) -> bool:
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
    written = written_games(sheet)
    after = written if after_game is None else after_game
    if not 0 <= after <= sheet.lines:
        raise Refused(
            _("There is no line %(number)s: a sheet has %(games)s lines."),
            code="no_such_line",
            field="after_game",
            number=after,
            games=sheet.lines,
        )
    return written, after
