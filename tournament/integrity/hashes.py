"""The hashes of a link of the log and of the content that players sign. Readers of documents recompute them. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Any

from tournament.integrity.canonical import canonical

FIRST_HASH = "0" * 64
ACCEPTED = "sheet.accepted"
"""The kind of the last link of the chain in a document. Its payload is the content that was accepted."""


def sha256(text: str) -> str:
    """Return the SHA-256 of a text as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def link_hash(*, previous: str, sequence: int, kind: str, actor: int | None, at: str, payload: str) -> str:
    """Return the SHA-256 over one link of a chain. verify_audit recomputes it."""
    return sha256("\n".join([previous, str(sequence), kind, str(actor or ""), at, payload]))


def signed_content_hash(
    *,
    tournament: int,
    rules: str,
    match: int,
    table: int,
    participants: Sequence[int],
    games: object,
    totals: object = None,
) -> str:
    """Return the hash that players sign (5.3.2, 5.3.5). `rules` is the hash of the ruleset's text, `games` the lines.

    `participants` are ids in the order of the seats. An unwritten line is None. `totals` are given for a sheet that has
    only totals.
    """
    content: dict[str, Any] = {
        "tournament": tournament,
        "rules": rules,
        "match": match,
        "table": table,
        "seats": participants,
        "games": games,
    }
    if totals is not None:
        content["totals"] = totals
    return sha256(canonical(content))
