"""The effect of an event on a sheet: `fold(sheet, link) -> sheet`. Each class of events in acts/ has its own `fold`."""

from dataclasses import replace

from tournament.sheet.events import Link
from tournament.sheet.state import Sheet

# The evaluation of a sheet depends on these fields alone: while none of them changes, it stays the same.
EVALUATED_FROM = ("terms", "match", "seats", "first_dealer", "totals", "games")


def fold(sheet: Sheet, link: Link) -> Sheet:
    """Return the sheet after this event."""
    after = link.event.fold(sheet, link)
    return _carry_over(sheet, replace(after, head=sheet.head + 1))


def _carry_over(before: Sheet, after: Sheet) -> Sheet:
    """Carry over the computed values of the sheet that no changed field affects."""
    if all(getattr(before, name) is getattr(after, name) for name in EVALUATED_FROM):
        for name in ("records", "evaluated"):
            if name in before.__dict__:
                after.__dict__[name] = before.__dict__[name]
    elif _records_alike(before, after):
        after.__dict__["records"] = before.__dict__["records"]
        after.__dict__["evaluated"] = before.__dict__["evaluated"]
    return after


def _records_alike(before: Sheet, after: Sheet) -> bool:
    """Return whether scoring sees no change in the games: an approval that is only requested counts like none."""
    if "evaluated" not in before.__dict__ or before.totals is not None or after.totals is not None:
        return False
    if any(getattr(before, name) is not getattr(after, name) for name in EVALUATED_FROM if name != "games"):
        return False
    return before.records == after.records
