"""The answer to running totals typed from paper: what agrees, what differs, and in which column (5.3.3)."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.selectors.games import Comparison
from tournament.views.scoresheets import Reply
from tournament.words import labels


def compared(comparison: Comparison, names: Sequence[str]) -> Reply:
    """Return the sentence for running totals typed from paper (5.3.3)."""
    words = {
        "to": comparison.to,
        "paper": labels.points_text(comparison.paper),
        "counted": labels.points_text(comparison.counted),
        "games": ", ".join(map(str, comparison.agrees_if)),
        "open": ", ".join(map(str, comparison.open)),
    }
    if comparison.agrees:
        return Reply(kind="compared", text=_("The running totals after game %(to)s agree: %(paper)s.") % words)
    if comparison.waiting and (comparison.fits or not comparison.agrees_if):
        text = _with_waiting(comparison, words)
        return Reply(kind="compared", text=text) if comparison.fits else _differs(comparison, text)
    if comparison.agrees_if:
        text = ngettext(
            "The paper says %(paper)s. That is right once game %(games)s is approved; until then %(counted)s.",
            "The paper says %(paper)s. That is right once the games %(games)s are approved; until then %(counted)s.",
            len(comparison.agrees_if),
        )
        return _differs(comparison, text % words)
    if comparison.open:
        return _differs(comparison, _with_open(comparison) % words)
    text = _("The paper says %(paper)s after game %(to)s, counted is %(counted)s. Please check the lines above.")
    return _differs(comparison, f"{text % words} {_with_columns(comparison, names)}")


def _differs(comparison: Comparison, text: str) -> Reply:
    return Reply(kind="differs", text=text, to=comparison.to)


def _with_columns(comparison: Comparison, names: Sequence[str]) -> str:
    """Name the columns that differ. A single one is no game's fault where the points of a game sum to 0."""
    pairs = zip(comparison.paper, comparison.counted, strict=True)
    off = [(seat, paper - total) for seat, (paper, total) in enumerate(pairs, 1) if paper != total]
    columns = [f"{seat}\N{NO-BREAK SPACE}{names[seat - 1]} {labels.signed(by)}" for seat, by in off]
    if len(columns) == 1 and comparison.has_sum:
        return _("Only this column differs: %(column)s. It is added up or typed wrongly.") % {"column": columns[0]}
    return _("Difference: %(columns)s.") % {"columns": ", ".join(columns)}


def _with_open(comparison: Comparison) -> str:
    """Say up to which line the totals count, and which lines are left out because nothing can be said about them
    yet."""
    return ngettext(
        "Line %(open)s is still open and counts nothing: up to game %(to)s %(counted)s is counted, the paper says "
        "%(paper)s.",
        "Lines %(open)s are still open and count nothing: up to game %(to)s %(counted)s is counted, the paper says "
        "%(paper)s.",
        len(comparison.open),
    )


def _with_waiting(comparison: Comparison, words: dict[str, Any]) -> str:
    """Say what the totals are without the lines that wait for the supervisor, and whether these explain the
    difference."""
    sentence = ngettext(
        "The paper says %(paper)s after game %(to)s; without line %(lines)s, which waits for the supervisor, it is "
        "%(counted)s.",
        "The paper says %(paper)s after game %(to)s; without lines %(lines)s, which wait for the supervisor, it is "
        "%(counted)s.",
        len(comparison.waiting),
    )
    if comparison.fits and comparison.agrees_if:
        sentence += " " + _("With their values on paper it fits, once %(games)s is approved.")
    elif comparison.fits:
        sentence += " " + _("With what stands there on paper it fits.")
    elif comparison.open:
        sentence += " " + ngettext(
            "Line %(open)s is still open.", "Lines %(open)s are still open.", len(comparison.open)
        )
    elif comparison.fits is False:
        sentence += " " + _("What stands there on paper is not the difference. Please check the lines above.")
    return sentence % {**words, "lines": ", ".join(map(str, comparison.waiting))}
