"""What the audit cannot read or replay is a gap: a difference itself, after which the audit goes on."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.proof.words.audit_words import word

LONGEST_ERROR = 200


def gap(what: str, error: Exception) -> str:
    """The sentence about something that cannot be compared, with the beginning of the error."""
    return _("%(what)s cannot be compared to the end: %(error)s") % {"what": word(what), "error": _words_of(error)}


def link_gap(sequence: object, kind: object, error: Exception) -> str:
    """The sentence about a link that cannot be replayed. The links after it are replayed as if it were not there."""
    return _(
        "link %(number)s (%(kind)s) cannot be replayed: %(error)s. From there on the comparison of the rows is "
        "incomplete, and differences named here may follow from it"
    ) % {"number": sequence, "kind": kind, "error": _words_of(error)}


def _words_of(error: Exception) -> str:
    return f"{type(error).__name__} {str(error)[:LONGEST_ERROR]}"


def up_to_gap(what: str, differences: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Each difference; where the comparison breaks off, a sentence that says so.

    It stops at no kind of error: whoever writes to the database can put anything into a row or a link.
    """
    try:
        yield from differences()
    except Exception as error:
        yield gap(what, error)


def readable(rows: QuerySet[Any], gaps: list[str]) -> list[Any]:
    """These rows. If one of them cannot be read, the others, and a sentence in `gaps`. One query if all can be read.

    SQLite takes any value for any column, so one cell can keep Django from reading all rows of a query.
    """
    try:
        return list(rows)
    except Exception:
        results = []
        for key in rows.order_by("pk").values_list("pk", flat=True):
            try:
                results.append(rows.get(pk=key))
            except Exception as error:
                place = {"table": rows.model._meta.model_name, "key": key}
                gaps.append(gap(_("row %(key)s of %(table)s") % place, error))
        return results
