"""The files of an archive that follow from the rows alone: an import makes them again and compares every byte."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import translation

from tournament.enums import SheetState
from tournament.models import Document, Draw, Event, Tournament
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import ACCEPTED
from tournament.proof.seals.standings_data import SELECTED
from tournament.proof.selectors.archive import archive_events, archive_rows
from tournament.standings.selectors.seat_totals import COUNTERS
from tournament.standings.selectors.standings import overall_standings

ROWS, EVENTS, RULES, STANDINGS = "rows.jsonl", "events.jsonl", "rules.toml", "standings.json"
SHEETS, DRAWS, SEALED_STANDINGS = "sheets/", "draws/", "standings/"


def repeatable_files(tournament: Tournament) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield each file as its name and its pieces: the rows, the log, the rules, the standings, the published draws."""
    yield ROWS, json_lines(archive_rows(tournament))
    yield EVENTS, json_lines(archive_events(tournament))
    yield RULES, iter([tournament.frozen_ruleset.encode()])
    yield STANDINGS, iter([_standings(tournament)])
    draws = Draw.objects.filter(match__tournament=tournament).select_related("match")
    for draw in draws.order_by("match__number", "number"):
        yield f"{draw_name(draw)}.json", iter([_draw(tournament, draw)])


def json_lines(values: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield one line for each value, in the canonical form that hashes are taken over."""
    return (f"{canonical(value)}\n".encode() for value in values)


def sha256_of(pieces: Iterable[bytes]) -> str:
    """Return the SHA-256 of a file that comes in pieces."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def draw_name(draw: Draw) -> str:
    """Return the name of a draw's files, without the extension."""
    return f"{DRAWS}match-{draw.match.number}-draw-{draw.number}"


def document_names(tournament: Tournament) -> dict[int, str]:
    """Return the file name of every document by its key; it tells the version and whether it is current. One query.

    The current document is the sealed version of the acceptance in force.
    """
    accepted = Event.objects.filter(scoresheet=OuterRef("scoresheet"), kind=ACCEPTED).order_by("-sequence")
    rows = Document.objects.filter(scoresheet__match__tournament=tournament).defer("pdf")
    rows = rows.select_related("scoresheet__match").order_by("scoresheet", "number")
    with_acceptance: Any = rows.annotate(acceptance=Subquery(accepted.values("hash")[:1]))
    names = {}
    for row in with_acceptance:
        sheet = row.scoresheet
        in_force = sheet.state == SheetState.ACCEPTED and row.head_hash == row.acceptance
        current = in_force and row.key_fingerprint
        standing = "current" if current else "superseded"
        place = f"match-{sheet.match.number}/table-{sheet.table_number:03d}"
        names[row.pk] = f"{SHEETS}{place}-version-{row.number}-{standing}.pdf"
    return names


def standings_names(tournament: Tournament) -> dict[int, str]:
    """Return the file name of every version of the sealed standings by its key. One query."""
    rows = tournament.standings_documents.values_list("pk", "number")
    return {pk: f"{SEALED_STANDINGS}version-{number}.pdf" for pk, number in rows}


def _draw(tournament: Tournament, draw: Draw) -> bytes:
    origin = {"tournament": tournament.slug, "draw": draw.number, "drawn_at": draw.drawn_at.isoformat()}
    return json.dumps(draw.protocol | origin, sort_keys=True, indent=1).encode() + b"\n"


def _standings(tournament: Tournament) -> bytes:
    """Return the final ranking: one line each, with the points of every match and the counters that decide a tie."""
    # "Participant 17" stands for a forgotten name. The language is fixed, so that the bytes are the same everywhere.
    with translation.override("de"):
        standings = overall_standings(tournament)
    columns = ("place", "start_number", "name", "club", "match_points", "total", "games", *COUNTERS, "decided_by")
    lines = [
        {name: getattr(line, name) for name in columns}
        | {name: value for name in SELECTED if (value := getattr(line, name))}
        for line in standings.lines
    ]
    return json.dumps(lines, indent=1, ensure_ascii=False).encode() + b"\n"
