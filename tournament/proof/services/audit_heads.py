"""Comparing the log with heads that were kept outside the database: in a backup copy, or on a saved public page."""

import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.backup.copies.contents import ChainHead, Contents
from tournament.backup.copies.packing import read_manifest
from tournament.models import Event

# As a page shows it: the number of the link and its hash.
LINE = re.compile(r"\b([0-9]{1,9}) ([0-9a-f]{64})\b")
ZIP = b"PK"
AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptHead:
    """The newest link of a chain at some time. `chain` names the chain where that is known."""

    sequence: int
    hash: str
    chain: str = ""


def read_heads(content: bytes) -> list[KeptHead]:
    """Read the heads in a backup copy, in its manifest, or on a saved page; none if it is something else.

    Refused: copy_damaged, copy_newer.
    """
    if content.startswith(ZIP):
        return [_of_copy(head) for head in read_manifest(io.BytesIO(content)).contents.heads]
    text = content.decode(errors="replace")
    if text.lstrip().startswith("{"):
        try:
            return [_of_copy(head) for head in Contents.from_json(json.loads(text)["contents"]).heads]
        except (ValueError, KeyError, TypeError):
            return []
    return [KeptHead(sequence=int(sequence), hash=digits) for sequence, digits in LINE.findall(text)]


def head_differences(kept: Iterable[KeptHead]) -> Iterator[str]:
    """A sentence for every head that the log does not hold any more: its chain was cut off, rewritten or removed."""
    heads = list(kept)
    for begin in range(0, len(heads), AT_ONCE):
        part = heads[begin : begin + AT_ONCE]
        links = Event.objects.filter(hash__in=[head.hash for head in part])
        known = set(links.values_list("sequence", "hash"))
        for head in part:
            if (head.sequence, head.hash) not in known:
                told = {"number": head.sequence, "chain": head.chain, "hash": head.hash[:12]}
                if head.chain:
                    yield _("link %(number)s of %(chain)s with the hash %(hash)s is not in the log any more") % told
                else:
                    yield _("link %(number)s with the hash %(hash)s is not in the log any more") % told


def _of_copy(head: ChainHead) -> KeptHead:
    place = head.tournament or _("the installation")
    if head.table is not None:
        place = sheet_place(place, head.match, head.table)
    return KeptHead(sequence=head.sequence, hash=head.hash, chain=place)


def sheet_place(tournament: str, match: int | None, table: int) -> str:
    """Where a sheet is, in words: its tournament, match and table."""
    told = {"tournament": tournament, "match": match, "table": table}
    return _("%(tournament)s, match %(match)s, table %(table)s") % told
