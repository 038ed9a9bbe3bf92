"""The archive of a closed tournament: everything that was official in one zip, for whoever opens it in twenty years."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.draw.exports.draw_protocol import draw_protocol_pdf
from tournament.draw.selectors.draw_protocol import draw_protocol
from tournament.enums import TournamentState
from tournament.exports.documents import issue_document
from tournament.exports.pdf import PrintError
from tournament.exports.prizes import won_prizes
from tournament.exports.workbook import workbook_sealed_with
from tournament.models import Checkpoint, Document, Draw, SealCertificate, StandingsDocument, Tournament, User
from tournament.proof.exports.archive_readme import readme
from tournament.proof.seals.archive import ArchiveWriter, new_archive
from tournament.proof.seals.keys import SealKey, seal_key
from tournament.proof.selectors.archive_files import document_names, draw_name, repeatable_files, standings_names
from tournament.proof.services.archive import archive_tournament
from tournament.proof.services.archive_content import ABOUT, KEYS, SCHEMA, VERSION
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.proof.services.seal_certificates import keep_certificate
from tournament.refusals import Refused
from tournament.selectors.documents import unsealed_sheets
from tournament.standings.exports.standings import issue_standings, standings_pdf
from tournament.standings.selectors.documents import current_standings, is_final, is_official
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.selectors.words import remark_text, state_sentences, void_sentences

# Called after each file with how many are done, and of how many.
Progress = Callable[[int, int], None]


def close_tournament(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Seal sheets and final standings that have no seal yet, sign the log of ended matches, and close for good.

    Before that, what the archive will have made anew is made once: a closed tournament could not be mended any more.
    This may take a while: each missing seal is a render.

    Refused: as seal_key, documents_missing where a sheet cannot be sealed, pango_missing, and as archive_tournament.
    """
    key = seal_key()
    for sheet in unsealed_sheets().filter(match__tournament=tournament):
        assert sheet.accepted_by is not None  # the constraint accepted_scoresheet_names_its_supervisor
        issue_document(scoresheet=sheet, actor=actor or sheet.accepted_by)
    if is_official(tournament, overall_standings(tournament)):
        issue_standings(tournament=tournament, actor=actor)
    make_due_checkpoints(tournament)
    if tournament.state == TournamentState.FINISHED:
        with _pango_missing_is_refused():
            for _name, make in _made_files(tournament, key, timezone.now()):
                make()
    return archive_tournament(tournament=tournament, key=key, actor=actor)


def write_archive(*, tournament: Tournament, path: Path, progress: Progress | None = None) -> None:
    """Write the archive of a closed tournament to `path`, whole or not at all. 500 sheets take half a minute.

    Refused: as seal_key and new_archive, not_archived, pango_missing.
    """
    if tournament.state != TournamentState.ARCHIVED:
        raise Refused(_("The tournament is not closed yet: the archive comes after that."), code="not_archived")
    key, at = seal_key(), timezone.now()
    names = document_names(tournament)
    with _pango_missing_is_refused(), new_archive(path, key=key, at=at) as archive:
        steps = list(_steps(archive, tournament, key, at, names))
        for number, step in enumerate(steps, 1):
            step()
            if progress:
                progress(number, len(steps))


@contextmanager
def _pango_missing_is_refused() -> Iterator[None]:
    try:
        yield
    except PrintError as error:
        raise Refused(
            _("The PDF cannot be made on this computer: Pango is missing. ./run installs it."), code="pango_missing"
        ) from error


def _steps(
    archive: ArchiveWriter, tournament: Tournament, key: SealKey, at: datetime, names: dict[int, str]
) -> Iterator[Callable[[], None]]:
    """Make one file after the other, so that no two are in memory at once."""
    yield lambda: archive.add("README.txt", readme(tournament, key.fingerprint).encode())
    yield lambda: archive.add(ABOUT, _about(tournament, key, at, len(names)))
    for name, pieces in repeatable_files(tournament):
        yield _writing(archive, name, pieces)
    for document, name in sorted(names.items(), key=lambda item: item[1]):
        yield _adding(archive, name, partial(_sheet, document))
    for document, name in standings_names(tournament).items():
        yield _adding(archive, name, partial(_sealed_standings, document))
    for name, make in _made_files(tournament, key, at):
        yield _adding(archive, name, make)
    for fingerprint, pem in _certificates(tournament, key):
        yield _adding(archive, f"{KEYS}{fingerprint}.pem", pem.encode)


def _made_files(tournament: Tournament, key: SealKey, at: datetime) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The names of the files that are not stored, and what makes each of them."""
    draws = Draw.objects.filter(match__tournament=tournament).select_related("match__tournament")
    for draw in draws.order_by("match__number", "number"):
        yield f"{draw_name(draw)}.pdf", partial(_draw_pdf, draw)
    yield "standings.pdf", partial(_standings_pdf, tournament)
    yield "workbook.xlsx", partial(workbook_sealed_with, tournament, key=key, at=at)


def _adding(archive: ArchiveWriter, name: str, make: Callable[[], bytes]) -> Callable[[], None]:
    return lambda: archive.add(name, make())


def _writing(archive: ArchiveWriter, name: str, pieces: Iterable[bytes]) -> Callable[[], None]:
    def write() -> None:
        with archive.open(name) as out:
            for piece in pieces:
                out.write(piece)

    return write


def _about(tournament: Tournament, key: SealKey, at: datetime, sheets: int) -> bytes:
    facts = {
        "schema": SCHEMA,
        "version": VERSION,
        "made_at": at.isoformat(),
        "tournament": {"name": tournament.name, "slug": tournament.slug, "day": tournament.day.isoformat()},
        "sealed_sheets": sheets,
        "key_fingerprint": key.fingerprint,
    }
    return json.dumps(facts, indent=1, ensure_ascii=False).encode() + b"\n"


def _sheet(document: int) -> bytes:
    return bytes(Document.objects.values_list("pdf", flat=True).get(pk=document))


def _sealed_standings(document: int) -> bytes:
    return bytes(StandingsDocument.objects.values_list("pdf", flat=True).get(pk=document))


def _draw_pdf(draw: Draw) -> bytes:
    protocol = draw_protocol(draw.match, draw.number)
    assert protocol is not None  # this draw exists, so it has a protocol
    return draw_protocol_pdf(protocol)


def _standings_pdf(tournament: Tournament) -> bytes:
    standings = overall_standings(tournament)
    sealed = current_standings(tournament, standings)
    if sealed is not None:
        return bytes(sealed.pdf)
    remarks = [remark_text(line, final=standings.final) for line in standings.lines]
    state = [*state_sentences(standings), *void_sentences(standings)]
    official = is_final(standings)
    prizes = won_prizes(tournament, standings) if official else []
    return standings_pdf(tournament, standings, remarks, state=state, official=official, prizes=prizes)


def _certificates(tournament: Tournament, key: SealKey) -> Iterator[tuple[str, str]]:
    """Return the certificates of every key that sealed something in the archive, and of the key that signs it."""
    keep_certificate(key)
    fingerprints = {key.fingerprint}
    fingerprints.update(
        Document.objects.filter(scoresheet__match__tournament=tournament).values_list("key_fingerprint", flat=True)
    )
    fingerprints.update(tournament.standings_documents.values_list("key_fingerprint", flat=True))
    fingerprints.update(
        Checkpoint.objects.filter(match__tournament=tournament).values_list("key_fingerprint", flat=True)
    )
    yield from SealCertificate.objects.filter(fingerprint__in=fingerprints).values_list("fingerprint", "certificate")
