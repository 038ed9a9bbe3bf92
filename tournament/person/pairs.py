"""Two people whom a list names in one cell: “Anna Huber / Bene Maier”, “Huber Anna und Sepp”. Knows no file."""

import re

from django.utils.translation import gettext_lazy as _

from tournament.person.names import PARTICLES, excerpt, split_suffix, split_title
from tournament.refusals import Refused

_BETWEEN = re.compile(r"\s*[/&;|]\s*|\s+\+\s+|\s+(?:und|u\.?|and)\s+", re.IGNORECASE)

# The whole name, the last name and the first name, as in three columns.
Written = tuple[str, str, str]


def split_pair(full: str, last: str, first: str) -> tuple[Written, Written] | None:
    """Return two names, each as it would stand in a line of its own, or None where the line names one person.

    Refused `two_people` where the line names more than one, and it is not clear what each of them is called.
    """
    if not full:
        firsts, lasts = _parts(first), _parts(last)
        if len(firsts) == 2 and len(lasts) in (1, 2):
            return ("", lasts[0], firsts[0]), ("", lasts[-1], firsts[1])
        if len(firsts) > 2:
            raise _refused(f"{last} {first}")
        return None  # “Huber/Maier” with one first name is a last name
    before, comma, after = full.partition(",")
    if comma and len(_parts(full)) > 1:
        firsts = _parts(after)
        if len(_parts(before)) == 1 and len(firsts) == 2 and "," not in after:
            return ("", before, firsts[0]), ("", before, firsts[1])
        parts = _parts(full)
        if len(parts) == 2 and all("," in part for part in parts):
            return (parts[0], "", ""), (parts[1], "", "")
        raise _refused(full)
    parts = _parts(full)
    if len(parts) == 1:
        return None
    if len(parts) != 2:
        raise _refused(full)
    left, right = (split_suffix(split_title(part)[1])[0].split() for part in parts)
    if len(left) > 1 and len(right) > 1:
        return (parts[0], "", ""), (parts[1], "", "")
    if len(left) > 1:  # “Huber Anna und Sepp”
        return ("", " ".join(left[:-1]), left[-1]), ("", " ".join(left[:-1]), parts[1])
    if len(right) > 1:  # “Anna und Sepp Huber”
        return ("", " ".join(right[1:]), parts[0]), ("", " ".join(right[1:]), right[0])
    raise _refused(full)


def _parts(text: str) -> list[str]:
    """Return what stands around “/” and “und”; “von und zu” belongs to one name."""
    parts = [""]
    at = 0
    for match in _BETWEEN.finditer(text):
        words = text[: match.start()].split()
        if match[0].strip().isalpha() and words and words[-1].casefold() in PARTICLES:
            continue
        parts[-1] += text[at : match.start()]
        parts.append("")
        at = match.end()
    parts[-1] += text[at:]
    # “(Wirt/Koch)” and “Huber /” name nobody else.
    names = [part.strip() for part in parts if any(sign.isalpha() for sign in part)]
    return names if len(names) > 1 and text.count("(") == text.count(")") and not _in_brackets(names) else [text]


def _in_brackets(parts: list[str]) -> bool:
    return any(part.count("(") != part.count(")") for part in parts)


def _refused(text: str) -> Refused:
    return Refused(
        _("“%(text)s” names more than one person. Please enter each of them by hand afterwards."),
        code="two_people",
        text=excerpt(text),
    )
