"""Lists of all tables of a match as HTML, made in Python: pages ask for them every two seconds, for 250 tables."""

from collections.abc import Iterable, Iterator
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.devices.selectors.devices import DeviceView, TableDoor
from tournament.devices.selectors.table_changes import TablePack
from tournament.models import Match
from tournament.selectors.floor import FloorTable
from tournament.selectors.matches import SheetLine
from tournament.tables.rows import address_form, html_rows

register = template.Library()

SHEET = (
    '<tr role="row"><td role="cell" class="number"><a href="{}"><b>{}</b></a></td>'
    '<td role="cell"><span class="state{}">{}</span></td><td role="cell" class="number">{}</td>'
    '<td role="cell" translate="no">{}</td></tr>'
)
PACK = (
    '<tr><td class="number"><a href="{}#table_part"><b>{}</b></a></td><td>{}</td><td translate="no">{}</td>'
    '<td translate="no">{}</td></tr>'
)
WALL_TABLE = (
    '<li class="floor-table is-{}"{}><a id="t{}" href="{}"><b class="floor-number">'
    '<span class="visually-hidden">{} </span>{}</b><span class="floor-words">{}{}</span>{}{}</a></li>'
)
DOOR = (
    '<tr role="row"><td role="cell" class="number"><a href="{}#devices"><b>{}</b></a></td>'
    '<td role="cell"><a class="door-code" href="{}">{}</a>{}</td>{}<td role="cell" class="device-acts">{}</td></tr>'
)
DEVICE = '<td role="cell"><b>{}</b> <span class="state{}">{}</span><br><small class="soft">{}</small></td>'
# All rows share one form, which stands below the list.
ACT = (
    '<button class="btn btn-small" form="door_acts" formaction="{}" id="{}_{}">{}'
    '<span class="visually-hidden"> {}</span></button>'
)


@register.simple_tag
def sheet_rows(sheets: Iterable[SheetLine], match: Match) -> SafeString:
    """Show the sheets of a match with state, games and names."""
    place = address_form("scoresheet", match.tournament.slug, match.number)
    progress, totals_only = _("%(games)s of %(total)s"), _("Totals only")
    rows = (
        (
            place.format(sheet.table),
            sheet.table,
            " state-good" if sheet.settled else "" if sheet.complete else " state-warning",
            str(sheet.state.label),
            progress % {"games": sheet.games, "total": sheet.lines} if sheet.lines else totals_only,
            " · ".join(sheet.names),
        )
        for sheet in sheets
    )
    return html_rows(SHEET, rows)


@register.simple_tag
def pack_rows(packs: Iterable[TablePack], match: Match) -> SafeString:
    """Show the cards, the scorekeeper and the first dealer of each table."""
    place = address_form("scoresheet", match.tournament.slug, match.number)
    none = format_html('<span class="soft">{}</span>', _("no number yet"))
    rows = ((place.format(one.table), one.table, one.pack or none, one.scorekeeper, one.dealer) for one in packs)
    return html_rows(PACK, rows)


@register.simple_tag
def floor_tables(tables: Iterable[FloorTable], match: Match) -> SafeString:
    """Show the state of each table or what it waits for."""
    place, word = address_form("scoresheet", match.tournament.slug, match.number), _("Table")
    rows = (
        (
            one.state,
            format_html(' data-new="{}"', one.call) if one.call else "",
            one.table,
            place.format(one.table),
            word,
            one.table,
            one.words,
            _since(one) if one.since else "",
            format_html('<span class="floor-games">{}<small>/{}</small></span>', one.games, one.lines)
            if one.lines
            else "",
            html_rows('<small class="floor-also">{}</small>', ((also,) for also in one.also), between=""),
        )
        for one in tables
    )
    return html_rows(WALL_TABLE, rows)


def _since(one: FloorTable) -> SafeString:
    duration = one.waited
    return format_html(' <span class="floor-since" data-waited="{}">{}</span>', duration, one.waited_words)


@register.simple_tag
def door_rows(doors: Iterable[TableDoor], match: Match) -> SafeString:
    """Show the code and the newest device of each table, and the desk's buttons for them."""
    at = match.tournament.slug, match.number
    sheet, code = address_form("scoresheet", *at), address_form("sheet_code", *at)
    acts = _Acts(address_form("device_lock", *at, numbers=2), address_form("code_renew", *at))
    none = format_html('<td role="cell" class="soft">{}</td>', pgettext("device", "none yet"))
    rows = (
        (
            sheet.format(door.table),
            door.table,
            code.format(door.table),
            door.code,
            _wrong_codes(door.wrong_codes),
            _device(door.devices[0], len(door.devices) - 1) if door.devices else none,
            acts.of(door),
        )
        for door in doors
    )
    return html_rows(DOOR, rows)


class _Acts:
    """The buttons of a table: lock its device, give it a new code."""

    def __init__(self, lock: str, renew: str) -> None:
        self.lock, self.renew = lock, renew
        self.words = _("Lock"), _("device of table %(table)s"), _("New code"), _("for table %(table)s")

    def of(self, door: TableDoor) -> SafeString:
        return html_rows(ACT, self._of(door)) if not door.settled else SafeString()

    def _of(self, door: TableDoor) -> Iterator[tuple[Any, ...]]:
        lock, whose, renew, for_table = self.words
        names = {"table": door.table}
        if door.devices and door.devices[0].active:
            address = self.lock.format(door.table, door.devices[0].number)
            yield address, "lock", door.table, lock, whose % names
        yield self.renew.format(door.table), "renew", door.table, renew, for_table % names


def _wrong_codes(count: int) -> SafeString:
    if not count:
        return SafeString()
    sentence = ngettext("%(wrong)s wrong one", "%(wrong)s wrong ones", count) % {"wrong": count}
    return format_html(' <span class="state state-warning">{}</span>', sentence)


def _device(device: DeviceView, before: int) -> SafeString:
    games = ngettext("%(games)s game", "%(games)s games", device.games) % {"games": device.games}
    parts = [_("seen %(seen)s") % {"seen": device.last_seen}, games]
    if before:
        parts.append(ngettext("%(before)s device before", "%(before)s devices before", before) % {"before": before})
    good = " state-good" if device.active else ""
    return format_html(DEVICE, device.label, good, device.state.label, " · ".join(parts))
