"""What a database holds: the newest link of every chain, and how many there are of everything that is counted.

Read with plain SQL, on both databases, because a copy is read before it is anybody's database, and it may have been
made by an older version of the program.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from tournament.backup.copies.json_values import json_number, json_text, moment

Run = Callable[[str], Sequence[Sequence[Any]]]
NEWEST = "SELECT max(id) FROM tournament_event GROUP BY tournament_id, scoresheet_id"
HEADS = f"""
SELECT t.slug, m.number, s.table_number, e.scoresheet_id, e.sequence, e.hash, coalesce(g.games, 0)
FROM tournament_event e
LEFT JOIN tournament_tournament t ON t.id = e.tournament_id
LEFT JOIN tournament_scoresheet s ON s.id = e.scoresheet_id
LEFT JOIN tournament_match m ON m.id = s.match_id
LEFT JOIN (SELECT scoresheet_id, count(*) AS games FROM tournament_game GROUP BY scoresheet_id) g
    ON g.scoresheet_id = e.scoresheet_id
WHERE e.id IN ({NEWEST})
ORDER BY e.tournament_id, e.scoresheet_id
"""  # noqa: S608  our own text
COUNTED = ("tournament", "match", "scoresheet", "participant", "game", "event")
LINK = ("sequence", "kind", "actor_id", "at", "payload", "previous_hash", "hash")
CHAINS = """
SELECT tournament_id, scoresheet_id, count(*) FROM tournament_event
WHERE tournament_id IS NULL OR tournament_id NOT IN (SELECT tournament_id FROM tournament_importedtournament)
GROUP BY tournament_id, scoresheet_id ORDER BY max(id) DESC
"""
WRITTEN = "SELECT id, at FROM tournament_event ORDER BY id DESC LIMIT 1"
SLUG, HASH = re.compile(r"[\w-]{1,40}", re.ASCII), re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainHead:
    """The newest link of one chain: `sequence` counts its links. A tournament's own chain has no table, that of the
    logins no tournament either."""

    tournament: str | None
    match: int | None
    table: int | None
    sheet: int | None
    sequence: int
    hash: str
    games: int

    @property
    def chain(self) -> tuple[str | None, int | None]:
        """What identifies the chain."""
        return self.tournament, self.sheet

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "ChainHead":
        """Read a head that anybody may have written. Raises ValueError, KeyError or TypeError."""
        slug = fields["tournament"]
        return cls(
            tournament=None if slug is None else json_text(slug, SLUG),
            match=_number_or_none(fields["match"]),
            table=_number_or_none(fields["table"]),
            sheet=_number_or_none(fields["sheet"]),
            sequence=json_number(fields["sequence"]),
            hash=json_text(fields["hash"], HASH),
            games=json_number(fields["games"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What one database holds. `newest_event` grows with every act and never shrinks; `newest_at` is its time, which
    older copies do not have."""

    heads: tuple[ChainHead, ...]
    counts: dict[str, int]
    newest_event: int
    newest_at: datetime | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The same as JSON."""
        return asdict(self) | {"newest_at": self.newest_at and self.newest_at.isoformat()}

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "Contents":
        """Read what `as_json` wrote, or somebody else. Raises ValueError, KeyError or TypeError."""
        return cls(
            heads=tuple(ChainHead.from_json(head) for head in fields["heads"]),
            counts={name: json_number(fields["counts"][name]) for name in COUNTED},
            newest_event=json_number(fields["newest_event"]),
            newest_at=None if fields.get("newest_at") is None else moment(fields["newest_at"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """What one database holds that a copy does not: `sheets` are (tournament, match, table, games).

    `strange` are chains of the copy whose newest link the database does not know: another installation's, or written
    after the database.
    """

    tournaments: tuple[str, ...]
    sheets: tuple[tuple[str, int, int, int], ...]
    games: int
    events: int
    strange: int

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.sheets or self.games or self.events)


def read_contents(run: Run) -> Contents:
    """What the database holds; `run` executes one statement and returns its rows."""
    names = ("tournament", "match", "table", "sheet", "sequence", "hash", "games")
    heads = tuple(ChainHead(**dict(zip(names, row, strict=True))) for row in run(HEADS))
    counts = {name: int(run(f"SELECT count(*) FROM tournament_{name}")[0][0]) for name in COUNTED}  # noqa: S608
    newest, at = next(iter(run(WRITTEN)), (0, None))
    return Contents(heads=heads, counts=counts, newest_event=int(newest), newest_at=at and _moment(at))


def newest_links(run: Run, most: int) -> dict[tuple[int | None, int | None], list[dict[str, Any]]]:
    """The links of the chains that were written last, up to `most` links, by the keys of their tournament and sheet.

    Chains of imported tournaments are left out: their hashes are over the keys of another database.
    """
    chains: dict[tuple[int | None, int | None], list[dict[str, Any]]] = {}
    for tournament, sheet, count in run(CHAINS):
        most -= int(count)
        if chains and most < 0:
            break
        where = " AND ".join(
            f"{column} IS NULL" if key is None else f"{column} = {int(key)}"
            for column, key in (("tournament_id", tournament), ("scoresheet_id", sheet))
        )
        rows = run(f"SELECT {', '.join(LINK)} FROM tournament_event WHERE {where} ORDER BY sequence")  # noqa: S608
        chains[tournament, sheet] = [_link(row) for row in rows]
    return chains


def _link(row: Sequence[Any]) -> dict[str, Any]:
    """One link."""
    link = dict(zip(LINK, row, strict=True))
    link["at"] = _moment(link["at"])
    return link


def _moment(at: str | datetime) -> datetime:
    """SQLite keeps a moment as a text without its zone; Django's connection reads it without one, too."""
    instant = datetime.fromisoformat(at) if isinstance(at, str) else at
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def lacking(copy: Contents, present: Contents, is_known: Callable[[ChainHead], bool]) -> Lacking:
    """What `copy` lacks of `present`; `is_known` tells whether the present database has this link of the copy."""
    heads = {head.chain: head for head in copy.heads}
    tournaments = {head.tournament for head in copy.heads}
    newer = [head for head in present.heads if head.sequence > _sequence(heads.get(head.chain))]
    sheets = tuple(
        (head.tournament, head.match or 0, head.table or 0, max(0, head.games - _games(heads.get(head.chain))))
        for head in newer
        if head.sheet is not None and head.tournament is not None
    )
    return Lacking(
        tournaments=tuple(
            sorted({head.tournament for head in newer if head.tournament and head.tournament not in tournaments})
        ),
        sheets=sheets,
        games=sum(games for *_where, games in sheets),
        events=sum(head.sequence - _sequence(heads.get(head.chain)) for head in newer),
        strange=sum(not is_known(head) for head in copy.heads),
    )


def _sequence(head: ChainHead | None) -> int:
    return head.sequence if head else 0


def _games(head: ChainHead | None) -> int:
    return head.games if head else 0


def _number_or_none(value: Any) -> int | None:
    return None if value is None else json_number(value)
