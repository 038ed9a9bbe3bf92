"""What a message says of the time until which it holds. Pure."""

import datetime as dt
import re

from django.utils.formats import time_format
from django.utils.translation import gettext as _

# Whoever ends a message so means the time that comes next.
PREPOSITION = re.compile(r"\b(um|bis|ab|gegen|at|until|till|by|from)\s*$", re.IGNORECASE)
HALF = re.compile(r"\s*([ap])\.?m\b", re.IGNORECASE)


def text_until(text: str, until: dt.datetime) -> str:
    """Return the message with its time: "Match 2 at 19:30". A message that names this time already stays as it is."""
    if names_time(text, until.time()):
        return text
    time = time_format(until, "TIME_FORMAT")
    if PREPOSITION.search(text):
        return f"{text.rstrip()} {time}"
    return f"{text} " + _("at %(time)s") % {"time": time}


def names_time(text: str, time: dt.time) -> bool:
    """Whether the text has this time of day: 19:30, 19.30, 7:30 p.m.; a full hour also as 20 Uhr or 8 pm."""
    whole = rf"(?:[:.]{time.minute:02})" + ("?" if time.minute == 0 else "")
    for match in re.finditer(rf"(?<![\d:.])0?(\d{{1,2}}){whole}(?![:.]?\d)", text):
        hour, rest = int(match[1]), text[match.end() :]
        half = HALF.match(rest)
        if half:
            hour = hour % 12 + (12 if half[1].lower() == "p" else 0)
        is_time = half is not None or ":" in match[0] or "." in match[0] or re.match(r"\s*Uhr\b", rest, re.IGNORECASE)
        if is_time and hour == time.hour:
            return True
    return False
