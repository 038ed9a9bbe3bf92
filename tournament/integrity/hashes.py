"""The hashes that documents and their readers recompute: a link of the log, and what the players sign. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Any

from tournament.integrity.canonical import canonical

FIRST_HASH = "0" * 64
ACCEPTED = "sheet.accepted"
"""The kind of the link that a document ends its chain with; its payload is the content that was accepted."""


def sha256(text: str) -> str:
    """The SHA-256 of a text, in 64 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def link_hash(*, previous: str, sequence: int, kind: str, actor: int | None, at: str, payload: str) -> str:
    """SHA-256 over one link of a chain: what verify_audit recomputes."""
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
    """What the players sign (5.3.2, 5.3.5): `rules` is the hash of the ruleset's text, `games` the lines as JSON.

    Participants are ids by seat, an empty line is None. Where only the totals are known, these are in it.
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
