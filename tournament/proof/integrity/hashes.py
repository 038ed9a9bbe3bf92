"""The hashes that documents contain and their readers recompute: of a log's link, and of the signed content. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Any

from tournament.proof.integrity.canonical import canonical

FIRST_HASH = "0" * 64
ACCEPTED = "sheet.accepted"
"""The kind of the link at which the chain in a document ends; its payload has the hash of the accepted content."""


def sha256(text: str) -> str:
    """The SHA-256 of a text, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def link_hash(*, previous: str, sequence: int, kind: str, actor: int | None, at: str, payload: str) -> str:
    """The SHA-256 over one link of a chain, which verify_audit recomputes."""
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
    """The hash that the players sign (5.3.2, 5.3.5). `rules` is the hash of the ruleset's text, `games` the lines as
    JSON, in which an empty line is None; `participants` are ids by seat.

    `totals` are part of the hash only where a sheet has nothing but totals.
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
