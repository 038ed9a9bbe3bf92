"""Comparing issued documents and checkpoints with the chains, and sealed sheets with their own seals. Reads only."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.enums import TournamentState
from tournament.models import Checkpoint, Document, Event, StandingsDocument, Tournament
from tournament.proof.integrity.hashes import ACCEPTED
from tournament.proof.seals.pdf import check_pdf
from tournament.proof.seals.sheet_data import DataError, read_data, recomputed
from tournament.proof.seals.standings_data import read_standings, standings_faults
from tournament.proof.selectors.original_keys import OriginalKeys
from tournament.proof.services.audit_checkpoints import checkpoint_differences
from tournament.proof.services.audit_replay import TournamentAsLogged, other_time
from tournament.proof.services.audit_rows import MOMENT, compare
from tournament.proof.words.audit_words import row_name

Chains = Mapping[int | None, Sequence[Event]]


def document_differences(
    logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys, chains: Chains
) -> Iterator[str]:
    """A sentence for every document that differs from the log or from its file. One query."""
    here = {}
    for document in keys.all(Document.objects.filter(scoresheet__match__tournament=tournament).iterator()):
        version = (document.number, document.head_hash, document.sha256, document.key_fingerprint)
        here[document.pk] = (document.scoresheet_id, *version)
        issued = logged.acts.get(("document", document.pk))
        if issued and abs(document.created_at - issued.at) > MOMENT:
            yield other_time(row_name("document", document.pk), document.created_at, issued.at)
        yield from _content(document, chains[document.scoresheet_id])
        if tournament.state == TournamentState.PURGED:
            if document.pdf:
                yield _still_there(row_name("document", document.pk))
        elif hashlib.sha256(bytes(document.pdf)).hexdigest() != document.sha256:
            yield _("document %(key)s is not the file that was issued: its hash does not fit") % {"key": document.pk}
    yield from compare("document", logged.documents, here)


def standings_differences(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    """A sentence for every sealed standings that differ from the log or from their file. One query."""
    here = {}
    for row in keys.all(StandingsDocument.objects.filter(tournament=tournament).iterator()):
        here[row.pk] = (row.number, row.content_hash, row.head_hash, row.sha256, row.key_fingerprint)
        sealed = logged.acts.get(("standings", row.pk))
        if sealed and abs(row.created_at - sealed.at) > MOMENT:
            yield other_time(row_name("standings", row.pk), row.created_at, sealed.at)
        if tournament.state == TournamentState.PURGED:
            if row.pdf:
                yield _still_there(row_name("standings", row.pk))
        elif hashlib.sha256(bytes(row.pdf)).hexdigest() != row.sha256:
            yield _("standings %(key)s is not the file that was sealed: its hash does not fit") % {"key": row.pk}
    yield from compare("standings", logged.standings, here)


def cut_off(tournament: Tournament, keys: OriginalKeys, chains: Chains) -> Iterator[tuple[int, str]]:
    """Each document whose check code is no link of its sheet's chain any more, with a sentence. One query."""
    documents = Document.objects.filter(scoresheet__match__tournament=tournament)
    for document in keys.all(documents.defer("pdf")):
        if all(event.hash != document.head_hash for event in chains[document.scoresheet_id]):
            yield document.pk, _("its check code is no link of the sheet's chain any more")


def seal_differences(tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    """A sentence for every sealed sheet that is not what its row says. One query, and some 10 ms for each sheet.

    Whoever computes all hashes of a chain anew cannot seal the sheet again without the key.
    """
    if tournament.state == TournamentState.PURGED:
        return
    documents = Document.objects.filter(scoresheet__match__tournament=tournament).exclude(key_fingerprint="")
    for document in keys.all(documents.iterator(chunk_size=50)):
        name = row_name("document", document.pk)
        yield from (f"{name}: {problem}" for problem in seal_problems(bytes(document.pdf), document))
    for row in keys.all(StandingsDocument.objects.filter(tournament=tournament).iterator(chunk_size=50)):
        name = row_name("standings", row.pk)
        yield from (f"{name}: {problem}" for problem in seal_problems(bytes(row.pdf), row))


def seal_problems(pdf: bytes, document: Document | StandingsDocument) -> Iterator[str]:
    """Why this file is not the sealed sheet that the row stands for, in sentences; nothing if it is."""
    check = check_pdf(pdf)
    if not check.intact or check.data is None:
        yield _("its seal does not hold (%(code)s)") % {"code": check.problem or "not_sealed"}
        return
    if check.fingerprint != document.key_fingerprint:
        yield _("it is sealed with another key")
    if isinstance(document, StandingsDocument):
        yield from _standings_problems(check.data, document)
        return
    try:
        data = read_data(check.data)
    except DataError as error:
        yield _("what it holds cannot be read (%(code)s)") % {"code": error.code}
        return
    stated = (data["content_hash"], data["chain"]["head"], (data["document"] or {}).get("version"))
    if stated != (document.content_hash, document.head_hash, document.number):
        yield _("it is another sheet, or another version of it")
    for difference in recomputed(data):
        yield _follows_not(difference.code)


def _follows_not(code: str) -> str:
    return _("what it says does not follow from what it holds (%(code)s)") % {"code": code}


def _standings_problems(content: bytes, document: StandingsDocument) -> Iterator[str]:
    try:
        data = read_standings(content)
    except DataError as error:
        yield _("what it holds cannot be read (%(code)s)") % {"code": error.code}
        return
    stated = (data["content_hash"], data["head"], data["document"]["version"])
    if stated != (document.content_hash, document.head_hash, document.number):
        yield _("these are other standings, or another version of them")
    yield from map(_follows_not, standings_faults(data))


def checkpoint_rows(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence for every checkpoint that differs from the log, or from what it signed."""
    rows = list(Checkpoint.objects.filter(match__tournament=tournament).select_related("match"))
    here = {(row.match.number, row.number): (row.events, row.root) for row in rows}
    yield from compare("checkpoint", logged.checkpoints, here)
    yield from checkpoint_differences(rows)


def _content(document: Document, chain: Sequence[Event]) -> Iterator[str]:
    """Compare the content with that of the acceptance for which the document was issued."""
    for event in chain:
        if event.hash != document.head_hash or event.kind != ACCEPTED:
            continue
        if json.loads(event.payload)["content_hash"] != document.content_hash:
            yield _("document %(key)s has another content than the one that was accepted") % {"key": document.pk}


def _still_there(what: str) -> str:
    return _("the file of %(what)s is still there, though the tournament is purged") % {"what": what}
