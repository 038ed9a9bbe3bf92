"""What the audit cannot read or replay is a gap: a difference itself, after which the audit goes on."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

LONGEST_ERROR = 200


def gap(what: str, error: Exception) -> str:
    """The sentence about something that cannot be compared, with the beginning of the error."""
    return f"{what} cannot be compared to the end: {type(error).__name__} {str(error)[:LONGEST_ERROR]}"


def link_gap(sequence: object, kind: object, error: Exception) -> str:
    """The sentence about a link that cannot be replayed. The links after it are replayed as if it were not there."""
    return (
        f"link {sequence} ({kind}) cannot be replayed: {type(error).__name__} {str(error)[:LONGEST_ERROR]}. From there "
        "on the comparison of the rows is incomplete, and differences named here may follow from it"
    )


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
        found = []
        for key in rows.order_by("pk").values_list("pk", flat=True):
            try:
                found.append(rows.get(pk=key))
            except Exception as error:
                gaps.append(gap(f"{rows.model._meta.model_name} {key}", error))
        return found
