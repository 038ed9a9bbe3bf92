"""Carries the book through the preview page, in one signed field that nobody can change on the way.

So the server stores nothing between preview and confirmation, and a second submit reads exactly the same list.
"""

import datetime as dt

from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournament.imports.book import BookReading, FileBook, book_of
from tournament.imports.columns import Column, Header
from tournament.imports.encodings import Encoding
from tournament.imports.table import Omission
from tournament.refusals import Refused

_SALT = "tournament.imports"
MAX_AGE = dt.timedelta(days=1)


def pack_list(book: FileBook, reading: BookReading, header: Header | None, *, tournament: int) -> str:
    """Return book, choices and columns as signed text, valid for this tournament and for a day."""
    columns = header and [header.index, header.columns, header.last_first]
    choices = [reading.sheet, sorted(reading.wanted), reading.encoding]
    value = book.values() | {"tournament": tournament, "header": columns, "reading": choices}
    return signing.dumps(value, salt=_SALT, compress=True)


def unpack_list(text: str, *, tournament: int) -> tuple[FileBook, BookReading, Header | None]:
    """Return the arguments of `pack_list`. Refused: `preview_expired`, `preview_unreadable` (changed, or another
    tournament's)."""
    try:
        value = signing.loads(text, salt=_SALT, max_age=MAX_AGE)
    except signing.SignatureExpired:
        raise Refused(
            _("The preview is older than a day. Please choose the file again."), code="preview_expired"
        ) from None
    except signing.BadSignature:
        value = None
    if value is None or value["tournament"] != tournament:
        raise Refused(
            _("The preview cannot be read any more. Please choose the file again."), code="preview_unreadable"
        )
    header = None
    if value["header"]:
        index, columns, last_first = value["header"]
        header = Header(index=index, columns={Column(key): at for key, at in columns.items()}, last_first=last_first)
    sheet, names, encoding = value["reading"]
    reading = BookReading(sheet=sheet, wanted=frozenset(map(Omission, names)), encoding=encoding and Encoding(encoding))
    return book_of(value), reading, header
