"""Carries the table that was read through the preview page, in one signed field that nobody can change on the way.

So the server stores nothing between preview and confirmation, and a second submit reads exactly the same list.
"""

import datetime as dt

from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournament.imports.columns import Column, Header
from tournament.imports.table import FileTable, table_of
from tournament.refusals import Refused

_SALT = "tournament.imports"
MAX_AGE = dt.timedelta(days=1)


def pack(table: FileTable, header: Header | None, *, tournament: int) -> str:
    """Return table and columns as signed text, valid for this tournament and for a day."""
    columns = header and [header.index, header.columns, header.last_first]
    value = table.values() | {"tournament": tournament, "header": columns}
    return signing.dumps(value, salt=_SALT, compress=True)


def unpack(text: str, *, tournament: int) -> tuple[FileTable, Header | None]:
    """Return what `pack` was given. Refused `preview_expired`, `preview_unreadable` (changed, another tournament's)."""
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
    return table_of(value), header
