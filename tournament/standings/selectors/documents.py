"""The sealed documents of a tournament's final standings: which is in force, and what each holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.enums import TournamentState
from tournament.models import Event, StandingsDocument, Tournament
from tournament.proof.seals.keys import short_fingerprint
from tournament.proof.seals.standings_data import HASHED, SELECTED, content_hash
from tournament.selectors.documents import check_code_digits
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.standings import Standings

# What the log says of a seal, and of how people are named in public.
SEALED, NAMES_CHANGED = "standings.sealed", ("tournament.public_names", "participant.shown", "participant.named")


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsVersion:
    """One version of the sealed standings. `current`: the newest, and the ranking is still final and the same.

    `superseded_at` is when the next version was sealed.
    """

    document: StandingsDocument
    current: bool
    superseded_at: datetime | None = None

    @property
    def key(self) -> str:
        """The first digits of the fingerprint of the key that sealed it."""
        return short_fingerprint(self.document.key_fingerprint)


def is_final(ranking: Standings) -> bool:
    """Whether nothing is open: every sheet accepted, every tie decided."""
    return ranking.final and not ranking.open_ties


def is_official(tournament: Tournament, ranking: Standings) -> bool:
    """Whether the ranking is final, and a recount of the games agrees. Queries as for `differences`."""
    return is_final(ranking) and not differences(tournament)


def ranking_lines(ranking: Standings) -> list[dict[str, Any]]:
    """Return each line as the sealed data hold it."""
    columns = ("name", "club", *HASHED)
    return [
        {name: _as_json(getattr(line, name)) for name in columns}
        | {name: _as_json(value) for name in SELECTED if (value := getattr(line, name))}
        for line in ranking.lines
    ]


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def ranking_hash(ranking: Standings) -> str:
    """Return the hash of the ranking without its names."""
    return content_hash(ranking_lines(ranking))


def standings_versions(tournament: Tournament, ranking: Standings | None = None) -> list[StandingsVersion]:
    """Return every version, oldest first. One query if there is none, else those of the ranking unless it is given."""
    documents = list(tournament.standings_documents.defer("pdf").order_by("number"))
    if not documents:
        return []
    ranking = ranking or kept_standings(tournament)
    holds = is_final(ranking) and documents[-1].content_hash == ranking_hash(ranking)
    after: Sequence[StandingsDocument | None] = [*documents[1:], None]
    return [
        StandingsVersion(
            document=document,
            current=newer is None and holds,
            superseded_at=newer.created_at if newer else None,
        )
        for document, newer in zip(documents, after, strict=True)
    ]


def current_standings(tournament: Tournament, ranking: Standings | None = None) -> StandingsDocument | None:
    """Return the sealed standings in force, or None; the bytes are read with a query of their own."""
    versions = standings_versions(tournament, ranking)
    return versions[-1].document if versions and versions[-1].current else None


def names_changed_since(tournament: Tournament) -> bool:
    """Whether it was said since the newest seal how people are named in public: it names them as before. One query."""
    if tournament.state == TournamentState.PURGED:  # its sealed documents are deleted
        return False
    links = Event.objects.filter(tournament=tournament, scoresheet=None, kind__in=(SEALED, *NAMES_CHANGED))
    kinds = list(links.order_by("sequence").values_list("kind", flat=True))
    return SEALED in kinds and kinds[-1] != SEALED


def standings_by_check_code(code: str) -> StandingsDocument | None:
    """Return the sealed standings with this printed check code. One query."""
    digits = check_code_digits(code)
    documents = StandingsDocument.objects.filter(head_hash__startswith=digits).defer("pdf")
    return documents.select_related("tournament").first() if digits else None
