"""Messages to tables: sent by desk, supervisors or organisers, confirmed on the table's device, taken back unread.

The log knows a message by the salted hash of its text, which may name somebody.
"""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.devices.selectors.table_messages import unread_messages
from tournament.enums import DeviceState
from tournament.models import Match, Scoresheet, TableDevice, TableMessage, User
from tournament.person.names import clean_text
from tournament.proof.integrity.names import MESSAGE, names_hash, new_salt
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.words import labels

TEXT_LENGTH = 160
# A table that has not confirmed so many reads no more of them.
MOST_UNREAD = 5


@transaction.atomic
def send_message(*, match: Match, tables: Collection[int] | None, text: str, actor: User) -> tuple[TableMessage, ...]:
    """Send a text to the devices of these tables, None for every table of the match that has a device.

    Refused: not_allowed, tournament_archived, all codes of clean_text, no_text, no_such_table, no_device,
    too_many_messages.
    """
    permissions.check(permissions.send_messages, actor)
    tournament = lock_tournament(match.tournament)
    text = clean_text(text, max_length=TEXT_LENGTH)
    if not text:
        raise Refused(_("Please write what the table shall read."), code="no_text", field="text")
    sheets = _reached(match, tables)
    now = timezone.now()
    rows = []
    for sheet in sheets:
        message = TableMessage.objects.create(scoresheet=sheet, text=text, salt=new_salt(), sent_by=actor, sent_at=now)
        digest = names_hash(message, MESSAGE, message.salt)
        payload = {
            "message": message.pk,
            "scoresheet": sheet.pk,
            "match": match.number,
            "table": sheet.table_number,
            "told": digest,
        }
        write_event(tournament=tournament, kind="message.sent", actor=actor, payload=payload)
        versions.bump(sheet)
        rows.append(message)
    return tuple(rows)


def _reached(match: Match, tables: Collection[int] | None) -> Sequence[Scoresheet]:
    """Return the sheets of these tables; each must have a device, or nobody would read the message."""
    rows = Scoresheet.objects.in_force().filter(match=match).order_by("table_number")
    sheets = {sheet.table_number: sheet for sheet in rows}
    active = TableDevice.objects.filter(scoresheet__in=sheets.values(), state=DeviceState.ACTIVE)
    there = set(active.values_list("scoresheet__table_number", flat=True))
    numbers = sorted(there if tables is None else set(tables))
    unknown = [table for table in numbers if table not in sheets]
    if unknown:
        raise Refused(
            _("This match has no table %(tables)s."),
            code="no_such_table",
            field="tables",
            tables=", ".join(labels.ranges(unknown)),
        )
    silent = [table for table in numbers if table not in there]
    if silent or not numbers:
        raise Refused(
            _("No device writes at table %(tables)s: nobody would read it there."),
            code="no_device",
            field="tables",
            tables=", ".join(labels.ranges(silent)) or "–",
        )
    for sheet in (sheets[table] for table in numbers):
        if unread_messages(sheet).count() >= MOST_UNREAD:
            raise Refused(
                _("Table %(table)s has not confirmed %(count)s messages yet. Please go there."),
                code="too_many_messages",
                table=sheet.table_number,
                count=MOST_UNREAD,
            )
    return [sheets[table] for table in numbers]


@transaction.atomic
def read_message(*, message: TableMessage, device: TableDevice) -> TableMessage:
    """Note that the table has read a message. A second time it changes nothing.

    Refused: device_locked, device_replaced, other_table, tournament_archived.
    """
    permissions.check_device(device)
    tournament = lock_tournament(message.scoresheet.match.tournament)
    current = TableMessage.objects.select_related("scoresheet__match").get(pk=message.pk)
    if current.read_at is not None or current.taken_back_at is not None:
        return current
    current.read_by, current.read_at = device, timezone.now()
    current.save(update_fields=["read_by", "read_at"])
    payload = _about(current) | {"device": device.pk}
    write_event(tournament=tournament, kind="message.read", actor=None, payload=payload)
    versions.bump(current.scoresheet)
    return current


@transaction.atomic
def take_back_message(*, message: TableMessage, actor: User) -> TableMessage:
    """Remove a message from the device before anybody confirmed it. Refused: not_allowed, message_read, archived."""
    permissions.check(permissions.send_messages, actor)
    tournament = lock_tournament(message.scoresheet.match.tournament)
    current = TableMessage.objects.select_related("scoresheet__match").get(pk=message.pk)
    if current.taken_back_at is not None:
        return current
    if current.read_at is not None:
        raise Refused(
            _("Table %(table)s has read it already."),
            code="message_read",
            kind=RefusalKind.CONFLICT,
            table=current.scoresheet.table_number,
        )
    current.taken_back_at = timezone.now()
    current.save(update_fields=["taken_back_at"])
    write_event(tournament=tournament, kind="message.taken_back", actor=actor, payload=_about(current))
    versions.bump(current.scoresheet)
    return current


def _about(message: TableMessage) -> dict[str, int]:
    sheet = message.scoresheet
    return {
        "message": message.pk,
        "scoresheet": sheet.pk,
        "match": sheet.match.number,
        "table": sheet.table_number,
    }
