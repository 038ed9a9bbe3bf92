"""The comparison of values that the log tells with those that the rows hold, key by key, in sentences."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from tournament.proof.integrity.canonical import canonical
from tournament.proof.words.audit_words import row_name

# A row and its link are written in one transaction, the row a moment earlier. A time within a minute is its own.
MOMENT = timedelta(minutes=1)


def compare(
    what: str, log: Mapping[Any, Any], here: Mapping[Any, Any], names: Mapping[Any, Any] | None = None
) -> Iterator[str]:
    """A sentence for every key that is missing on one side or has different values. `names` has what people call a
    key."""
    for key in sorted(log.keys() | here.keys()):
        row = row_name(what, key, names)
        if key not in here:
            yield _("%(row)s is missing, the log says %(log)s") % {"row": row, "log": canonical(log[key])}
        elif key not in log:
            yield _("%(row)s is %(here)s, the log knows nothing of it") % {"row": row, "here": canonical(here[key])}
        elif not same(log[key], here[key]):
            yield differs(row, canonical(here[key]), canonical(log[key]))


def same(log: Any, here: Any) -> bool:
    """Whether two values are equal, in JSON too: there Python takes 2.0 for 2, and true for 1."""
    return bool(log == here) and (not isinstance(here, (dict, list)) or canonical(log) == canonical(here))


def differs(row: str, here: str, log: str) -> str:
    """The sentence about a value that is not the one of the log."""
    return _("%(row)s is %(here)s, the log says %(log)s") % {"row": row, "here": here, "log": log}
