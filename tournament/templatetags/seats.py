"""Lists of everybody's seats as HTML, made in Python: a template's loop takes five times as long for 1,000 people."""

from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.draw.selectors.public_draw import Lot
from tournament.draw.selectors.seats import DrawnSeat, DrawnTable
from tournament.enums import ShownName
from tournament.tables.rows import html_rows

register = template.Library()

BY_NAME = '<p><b aria-hidden="true">{}</b><span translate="no">{} <small>{}</small></span><strong>{}</strong></p>'
BOARD = (
    '<li><b aria-hidden="true">{}</b><span translate="no">{} <small>{}</small></span>'
    '<strong><span class="visually-hidden">{}</span> {}</strong>'
    '<em><span class="visually-hidden">{}</span> {}</em></li>'
)
TABLE = '<section class="plan-table" id="table-{}"><h3>{}</h3><ol>{}</ol></section>'
SEAT = '<li><span translate="no">{}</span> <small>{}</small></li>'
SHOWN_TABLE = '<li class="draw-table" data-number="{}"><h2><small>{}</small> {}</h2><ol>{}</ol></li>'
SHOWN_SEAT = '<li><span class="lot"><span translate="no">{}</span> <small>{}</small></span></li>'
ANNOUNCED_TABLE = (
    '<label class="announced"><input type="checkbox"> <strong>{}</strong> <span>{}</span></label>'
)  # fmt: skip
UNNAMED = " <small>({})</small>"
ANNOUNCED_SEAT = '<span class="announced-seat">{} <b translate="no">{}</b>{}{}</span>'
LOT = '<tr{}><td class="number">{}</td><th scope="row" translate="no">{}</th></tr>'
DRAWN_LOT = LOT.replace("</tr>", '<td class="number">{}</td><td class="number">{}</td></tr>')


@register.filter
def by_name(seats: Iterable[DrawnSeat]) -> SafeString:
    """Show these seats from A to Z, each with table and seat; the first of each letter with the letter."""
    place = _("Table %(table)s, seat %(seat)s")
    rows = ((seat.mark, seat.name, seat.beside, place % {"table": seat.table, "seat": seat.number}) for seat in seats)
    return html_rows(BY_NAME, rows)


@register.filter
def seats_rows(seats: Iterable[DrawnSeat]) -> SafeString:
    """Show the same for the projector, in columns."""
    table, place = _("Table"), _("Seat")
    rows = ((seat.mark, seat.name, seat.beside, table, seat.table, place, seat.number) for seat in seats)
    return html_rows(BOARD, rows)


@register.filter
def plan_tables(tables: Iterable[DrawnTable]) -> SafeString:
    """Show a card for each table with who sits there."""
    name = _("Table %(number)s")
    return html_rows(TABLE, ((one.number, name % {"number": one.number}, _named(SEAT, one.seats)) for one in tables))


@register.filter
def scene_tables(tables: Iterable[DrawnTable]) -> SafeString:
    """Show the tables on the projector to which the lots move."""
    word = _("Table")
    rows = ((one.number, word, one.number, _named(SHOWN_SEAT, one.seats)) for one in tables)
    return html_rows(SHOWN_TABLE, rows)


@register.filter
def announced_tables(tables: Iterable[DrawnTable]) -> SafeString:
    """Show the tables to be read out, each with a box to tick. A person not shown by name is read by number, marked."""
    table, place = _("Table %(number)s"), _("Seat %(seat)s")
    return html_rows(
        ANNOUNCED_TABLE, ((table % {"number": one.number}, _announced(one.seats, place)) for one in tables)
    )


@register.simple_tag
def lot_rows(lots: Iterable[Lot], own: Lot | None, *, drawn: object) -> SafeString:
    """Show everyone on the list, with table and seat once they are `drawn`; the row of one's `own` lot is marked."""
    mine = SafeString(' class="is-own"')
    if drawn:
        return html_rows(
            DRAWN_LOT,
            ((mine if lot is own else "", lot.number, lot.name, str(lot.table), str(lot.seat)) for lot in lots),
        )
    return html_rows(LOT, ((mine if lot is own else "", lot.number, lot.name) for lot in lots))


def _named(form: str, seats: Iterable[DrawnSeat]) -> SafeString:
    return html_rows(form, ((seat.name, seat.beside) for seat in seats), between="")


def _announced(seats: Sequence[DrawnSeat], place: str) -> SafeString:
    last, number, mark = seats[-1], _("No. %(number)s"), format_html(UNNAMED, _("not by name"))
    rows = (
        (
            place % {"seat": seat.number},
            *((seat.name, "") if seat.shown == ShownName.NAME else (number % {"number": seat.start_number}, mark)),
            "" if seat is last else ", ",
        )
        for seat in seats
    )
    return html_rows(ANNOUNCED_SEAT, rows, between="")
