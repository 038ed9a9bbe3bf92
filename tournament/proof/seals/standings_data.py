"""The JSON attached to sealed final standings: its hashes, and reading it. Needs no database, no Django.

docs/documents.md describes the fields.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.proof.seals.sheet_data import DataError, decoded, unfit

SCHEMA, VERSION = "spielliste-standings", 2
FILE_NAME = "standings.json"

# What is hashed of a line: no names, so that a corrected or forgotten name makes no other ranking.
HASHED = (
    *("place", "start_number", "match_points", "total", "games", "decided_by"),
    *("sie_played", "touts_won", "touts_played", "solos_won", "solos_played"),
)
# Beside these, where not all matches count or places are added up: only then is the ranking of version 2.
SELECTED = ("uncounted", "match_places", "place_sum")
MOST_LINES, MOST_MATCHES, LONGEST, LARGEST = 20_000, 50, 300, 1_000_000
# Of the prizes, too: neither the name nor the words that say why. Rankings sealed without prizes have no hash of them.
PRIZE_HASHED = ("number", "words", "donor", "start_number", "place", "cents")
MOST_CENTS = 2**31
_TEXTS = ("name", "slug", "day", "place", "organiser", "management")
SHAPE: Mapping[str, Any] = {
    "schema": str,
    "version": int,
    "language": str,
    "tournament": dict.fromkeys(_TEXTS, str),
    "rules": dict.fromkeys(("id", "title", "edition", "sha256"), str),
    "matches": [int],
    "lines": [{"start_number": int, "name": str, "club": str, "match_points": list, "total": int, "games": int}],
    "content_hash": str,
    "head": str,
    "document": {"version": int, "issued_at": str},
}

# Only where there are prizes.
PRIZES_SHAPE: Mapping[str, Any] = {
    "prizes": [{"number": int, "words": str, "donor": str, "start_number": int, "name": str, "why": str}],
    "prizes_hash": str,
}


def content_hash(lines: Sequence[Mapping[str, Any]]) -> str:
    """Hash a ranking: places, points, games and counters of each start number, in order; what counts, where given."""
    content = [
        {name: line.get(name) for name in HASHED} | {name: line[name] for name in SELECTED if name in line}
        for line in lines
    ]
    return sha256(canonical(content))


def version_of(lines: Sequence[Mapping[str, Any]]) -> int:
    """Return the version of the data: that of rankings in which the points of all matches are added up stays 1."""
    return VERSION if any(name in line for line in lines for name in SELECTED) else 1


def prizes_hash(prizes: Sequence[Mapping[str, Any]]) -> str:
    """Hash who won which prize, by start number; "" where there are no prizes."""
    content = [{name: prize.get(name) for name in PRIZE_HASHED} for prize in prizes]
    return sha256(canonical(content)) if content else ""


def standings_head(*, slug: str, day: str, version: int, content: str, prizes: str = "") -> str:
    """Return the hash whose first digits are the check code: another one for each version of a tournament's ranking.

    `prizes` is their hash, where there are any.
    """
    payload = {"content": content, "day": day, "slug": slug, "version": version}
    return sha256(canonical({**payload, "prizes": prizes} if prizes else payload))


def read_standings(content: bytes) -> Mapping[str, Any]:
    """Read the attachment. Raises DataError with the codes of sheet_data.read_data."""
    data = decoded(content)
    if data.get("schema") != SCHEMA:
        raise DataError("data_of_another_kind")
    if type(data.get("version")) is int and data["version"] > VERSION:
        raise DataError("data_newer")
    shape = {**SHAPE, **PRIZES_SHAPE} if PRIZES_SHAPE.keys() & data.keys() else SHAPE
    for field in unfit(data, shape):
        raise DataError("data_incomplete", field)
    if not _is_small(data):
        raise DataError("data_too_large")
    return data


def standings_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the codes of what does not follow from the file itself: content_hash, chain_head, totals."""
    try:
        prizes = prizes_hash(data.get("prizes", ()))
        if content_hash(data["lines"]) != data["content_hash"] or prizes != data.get("prizes_hash", ""):
            yield "content_hash"
    except (TypeError, ValueError):
        yield "content_hash"
    tournament = data["tournament"]
    head = standings_head(
        slug=tournament["slug"],
        day=tournament["day"],
        version=data["document"]["version"],
        content=data["content_hash"],
        prizes=data.get("prizes_hash", ""),
    )
    if head != data["head"]:
        yield "chain_head"
    if not all(_sums_up(line, data["matches"]) for line in data["lines"]):
        yield "totals"


def _sums_up(line: Mapping[str, Any], matches: Sequence[int]) -> bool:
    """Whether a line's total is the sum of the points of its matches that count, and so the sum of places."""
    return all(
        sum(value or 0 for match, value in zip(matches, line.get(column, ()), strict=False) if match not in uncounted)
        == line.get(total, 0)
        for uncounted in [line.get("uncounted", ())]
        for column, total in (("match_points", "total"), ("match_places", "place_sum"))
    )


def standings_json(data: Mapping[str, Any]) -> bytes:
    """Write the data as the attached file."""
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _is_small(data: Mapping[str, Any]) -> bool:
    """Whether everything is no larger than in a real ranking: a stranger's key may have sealed anything."""
    lines = data["lines"]
    prizes = data.get("prizes", [])
    texts = [*data["tournament"].values(), *data["rules"].values(), *(line["name"] for line in lines)]
    texts += [prize[name] for prize in prizes for name in ("words", "donor", "name", "why")]
    listed = [line.get(column, []) for line in lines for column in ("match_points", "match_places", "uncounted")]
    if not all(isinstance(values, list) and len(values) <= MOST_MATCHES for values in listed):
        return False
    figures = [value for values in listed for value in values if value is not None]
    figures += [line.get("place_sum", 0) for line in lines]
    return (
        max(len(lines), len(prizes)) <= MOST_LINES
        and all(isinstance(text, str) and len(text) <= LONGEST for text in texts)
        and all(type(value) is int and abs(value) <= LARGEST for value in figures)
        and all(abs(line["total"]) <= LARGEST for line in lines)
        and all(type(line.get("place")) in (int, type(None)) for line in (*lines, *prizes))
        and all(_is_money(prize.get("cents")) for prize in prizes)
    )


def _is_money(cents: Any) -> bool:
    return cents is None or (type(cents) is int and 0 <= cents <= MOST_CENTS)
