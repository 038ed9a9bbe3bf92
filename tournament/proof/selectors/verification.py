"""What a file or seal that somebody hands in proves: whose it is, unchanged or not, in force or not, what it says.

Everything but the standing follows from the file and the public keys alone, so a file of a tournament that is no
longer here, or never was, gets an answer too. Reads only.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import IO, Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from tournament.enums import SheetState
from tournament.models import (
    Document,
    Event,
    Removal,
    Scoresheet,
    SealCertificate,
    Seat,
    StandingsDocument,
    Tournament,
)
from tournament.participants.selectors.public_names import PublicNames, public_names
from tournament.proof.integrity.hashes import ACCEPTED, sha256
from tournament.proof.seals import paper
from tournament.proof.seals.handed_in import ARCHIVE, CODE, PAPER, PDF, UNKNOWN, WORKBOOK, HandedIn, look_apart
from tournament.proof.seals.keys import fingerprint_of, seal_key
from tournament.proof.selectors.sealed_contents import (
    SealedPlayer,
    SealedRanking,
    SealedSheet,
    sealed_ranking,
    sealed_sheet,
)
from tournament.refusals import Refused
from tournament.selectors.documents import DocumentVersion, document_by_check_code, unsealed_sheets, versions_of
from tournament.standings.selectors.documents import (
    StandingsVersion,
    standings_by_check_code,
    standings_versions,
)
from tournament.standings.selectors.seat_totals import total_column


class VerdictKind(StrEnum):
    """The whole of a verdict in one word."""

    VALID = "valid"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    NOT_HERE = "not_here"
    """The seal holds, but this installation does not have the document, in force or superseded."""
    HELD_BACK = "held_back"
    """Sealed here, and whether it is in force is not said before the prize-giving."""
    REHEARSAL = "rehearsal"
    """Sealed here for practice: it proves nothing, whether the rehearsal runs or has ended."""
    FOREIGN = "foreign"
    CHANGED = "changed"
    UNSEALED = "unsealed"
    WRONG = "wrong"
    """Sealed and unchanged, but what it says is inconsistent or differs from the database."""
    UNREADABLE = "unreadable"


# Exit codes for scripts: 0 valid and current, 3 sealed and unchanged but not in force, 1 anything else.
EXIT = {VerdictKind.VALID: 0, VerdictKind.SUPERSEDED: 3, VerdictKind.WITHDRAWN: 3, VerdictKind.NOT_HERE: 3}


class KeyOrigin(StrEnum):
    """Whose key sealed it.

    IMPORTED: the key of another installation, whose tournament was imported here. GIVEN: a key named by the person
    who asks.
    """

    OURS = "ours"
    IMPORTED = "imported"
    GIVEN = "given"
    OTHER = "other"
    NONE = "none"


TRUSTED = (KeyOrigin.OURS, KeyOrigin.IMPORTED, KeyOrigin.GIVEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`problem` says why it could not be read or does not hold. None in the other fields means unknown.

    `faults` are (code, game) of what does not follow from the games by the rules in the file. `differs` are codes of
    what the database holds otherwise. `newer` is the version now in force if the document handed in is not.
    """

    kind: str = UNKNOWN
    answer: VerdictKind = VerdictKind.UNREADABLE
    problem: str = ""
    origin: KeyOrigin = KeyOrigin.NONE
    fingerprint: str = ""
    unchanged: bool | None = None
    signed_at: datetime | None = None
    content: SealedSheet | None = None
    ranking_content: SealedRanking | None = None
    follows: bool | None = None
    faults: tuple[tuple[str, int | None], ...] = ()
    differs: tuple[str, ...] = ()
    names_agree: bool | None = None
    version: DocumentVersion | None = None
    newer: DocumentVersion | None = None
    ranking: StandingsVersion | None = None
    """The sealed final standings as they are kept here; `newer_ranking` are those in force if these are not."""
    newer_ranking: StandingsVersion | None = None

    unsealed: Tournament | None = None
    """The tournament of an accepted sheet whose seal is still to come."""
    never_sealed: Tournament | None = None
    """The tournament of an acceptance that was never sealed."""

    @property
    def document(self) -> Document | None:
        """The document as it is kept here."""
        return self.version.document if self.version else None

    @property
    def sheet(self) -> Scoresheet | None:
        """The sheet of the document, as it is here."""
        return self.version.document.scoresheet if self.version else None

    @property
    def exit_code(self) -> int:
        """0 valid and current, 3 sealed and unchanged but not in force, 1 not valid."""
        return EXIT.get(self.answer, 1)


def verify_document(
    content: IO[bytes],
    *,
    keys: Sequence[ec.EllipticCurvePublicKey] = (),
    names: Sequence[str] = (),
    look: Callable[[IO[bytes]], HandedIn] = look_apart,
) -> Verdict:
    """Return the verdict on a file, the photo of a seal or its text. `keys` are public keys to trust besides ours.

    `names` are the players by seat as the paper shows them; a paper seal holds only their hash. Never raises.
    """
    exhibit = look(content)
    if exhibit.kind == CODE:
        return verify_code(exhibit.text)
    if exhibit.problem and not exhibit.signed:
        return _for_practice(_unsigned(exhibit, content))
    if exhibit.kind == PAPER:
        return _for_practice(_paper(exhibit.text, keys, names))
    return _for_practice(_file(exhibit, keys))


def verify_code(code: str) -> Verdict:
    """Return what our register has under a check code. It proves nothing about the paper that shows the code."""
    return _for_practice(_code(code))


def _for_practice(verdict: Verdict) -> Verdict:
    """Say of a document of a rehearsal nothing but that it is one."""
    practice = any(tournament.rehearsal for tournament in _tournaments(verdict))
    return replace(verdict, answer=VerdictKind.REHEARSAL, problem="", differs=()) if practice else verdict


def _after_rehearsal(verdict: Verdict, **which: object) -> Verdict:
    """The verdict on an unchanged document that is not here; of a rehearsal that ended it says so."""
    practice = verdict.origin == KeyOrigin.OURS and Removal.objects.filter(rehearsal=True, **which).exists()
    return replace(verdict, answer=VerdictKind.REHEARSAL if practice else VerdictKind.NOT_HERE)


def _code(code: str) -> Verdict:
    document = document_by_check_code(code)
    if document is not None:
        return _with_standing(Verdict(kind=CODE), document)
    standings = standings_by_check_code(code)
    if standings is not None:
        return _with_ranking(Verdict(kind=CODE), standings)
    accepted = Event.objects.filter(kind=ACCEPTED, hash__startswith=code).select_related("tournament")
    unsealed = accepted.filter(scoresheet__in=unsealed_sheets().values("pk")).first()
    if unsealed is not None:
        return Verdict(kind=CODE, answer=VerdictKind.UNSEALED, problem="seal_to_come", unsealed=unsealed.tournament)
    never = accepted.first()
    played_at = never.tournament if never else None
    return Verdict(kind=CODE, answer=VerdictKind.WRONG, problem="code_unknown", never_sealed=played_at)


def for_strangers(verdict: Verdict) -> Verdict:
    """Return what somebody without a login may be told: while the results of its tournament are held back, only what
    the document itself says, and that the seal is ours.

    Whether it was replaced, opened again or differs would tell of a correction, and a code alone the totals. The names
    behind the hashes of a seal on paper are those in public.
    """
    if verdict.kind == PAPER and verdict.sheet is not None and verdict.content is not None:
        seats = sealed_seats(verdict.sheet, public_names(verdict.sheet.match.tournament))
        players = zip(verdict.content.players, seats, strict=False)
        players_in_public = tuple(replace(player, name=player.name and seat.name) for player, seat in players)
        verdict = replace(verdict, content=replace(verdict.content, players=players_in_public))
    if not any(tournament.is_held_back for tournament in _tournaments(verdict)):
        return verdict
    inconsistent = bool(verdict.faults or verdict.problem) and verdict.kind != CODE
    return replace(
        verdict,
        answer=verdict.answer if inconsistent else VerdictKind.HELD_BACK,
        problem=verdict.problem if inconsistent else "",
        version=None,
        newer=None,
        ranking=None,
        newer_ranking=None,
        differs=(),
    )


def _tournaments(verdict: Verdict) -> Iterator[Tournament]:
    """Yield the tournament of everything here that a verdict names."""
    for version in filter(None, (verdict.version, verdict.newer)):
        yield version.document.scoresheet.match.tournament
    for ranking in filter(None, (verdict.ranking, verdict.newer_ranking)):
        yield ranking.document.tournament
    yield from filter(None, (verdict.unsealed, verdict.never_sealed))


def sealed_seats(sheet: Scoresheet, names: PublicNames | None = None) -> tuple[SealedPlayer, ...]:
    """Return the players of a sheet and the points that count, as the standings show both; for everyone as `names` name
    them in public. One query.
    """
    column = total_column(sheet.match.tournament.ruleset)
    seats = Seat.objects.filter(scoresheet=sheet).select_related("participant")
    players = [(seat, seat.participant.start_number, str(seat.participant)) for seat in seats]
    return tuple(
        SealedPlayer(seat=seat.number, name=names.worded(number, name) if names else name, total=getattr(seat, column))
        for seat, number, name in players
    )


def _unsigned(file: HandedIn, content: IO[bytes]) -> Verdict:
    """Return the verdict on a file without a seal: a document from before there were seals is known by its bytes."""
    if file.kind == PDF:
        content.seek(0)
        digest = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
        issued = Document.objects.filter(sha256=digest, key_fingerprint="").first()
        if issued is not None:
            return _with_standing(Verdict(kind=PDF, unchanged=True, origin=KeyOrigin.OURS), issued)
    unsealed = file.problem in ("unsigned", "not_sealed")
    return Verdict(
        kind=file.kind,
        answer=VerdictKind.UNSEALED if unsealed else VerdictKind.UNREADABLE,
        problem=file.problem,
    )


def _file(file: HandedIn, keys: Iterable[ec.EllipticCurvePublicKey]) -> Verdict:
    origin = _origin(file.fingerprint, keys)
    verdict = Verdict(
        kind=file.kind,
        origin=origin,
        fingerprint=file.fingerprint,
        unchanged=file.intact,
        signed_at=file.signed_at,
        problem=file.problem,
    )
    if not file.intact:
        return replace(verdict, answer=VerdictKind.CHANGED)
    if file.data is not None:
        verdict = replace(
            verdict,
            # A stranger's rules may take long to read, so this process reads the rules of trusted files only.
            content=sealed_sheet(file.data, lines=origin in TRUSTED),
            faults=file.faults,
            follows=not file.faults,
        )
    if file.standings is not None:
        verdict = replace(verdict, ranking_content=sealed_ranking(file.standings), faults=file.faults)
    if origin not in TRUSTED:
        return replace(verdict, answer=VerdictKind.FOREIGN)
    if file.kind in (WORKBOOK, ARCHIVE):
        return replace(verdict, answer=VerdictKind.VALID)
    if file.standings is not None and not file.faults:
        standings = standings_by_check_code(file.standings["head"][:12])
        if standings is None or standings.key_fingerprint != file.fingerprint:
            other = _ranking_in_force(file.standings["tournament"])
            address = sha256(file.standings["tournament"]["slug"])
            return _after_rehearsal(replace(verdict, newer_ranking=other), address=address)
        return _with_ranking(verdict, standings)
    if file.problem or file.faults or file.data is None:
        return replace(verdict, answer=VerdictKind.WRONG)
    document = _document(file.data["chain"]["head"], file.fingerprint)
    if document is None:
        return _after_rehearsal(verdict, tournament_key=file.data["tournament"]["id"])
    verdict = _with_standing(verdict, document)
    differs = _differs(file.data, verdict) if verdict.answer == VerdictKind.VALID else ()
    return replace(verdict, answer=VerdictKind.WRONG, differs=differs) if differs else verdict


def _paper(text: str, keys: Iterable[ec.EllipticCurvePublicKey], names: Sequence[str]) -> Verdict:
    signed = paper.read_seal(text)
    seal = signed.seal
    content = SealedSheet(
        tournament="",
        day="",
        match=seal.match,
        table=seal.table,
        version=seal.version,
        check_code=seal.check_code,
        players=tuple(SealedPlayer(seat=seat, name="", total=total) for seat, total in enumerate(seal.totals, 1)),
    )
    candidates = [(origin, key) for origin, key in _keys(keys) if fingerprint_of(key).startswith(seal.key)]
    verdict = Verdict(kind=PAPER, fingerprint=seal.key, content=content, origin=KeyOrigin.OTHER)
    if not candidates:
        return replace(verdict, answer=VerdictKind.FOREIGN)
    fitting = [(origin, key) for origin, key in candidates if paper.is_seal_signed(signed, key)]
    if not fitting:
        origin = candidates[0][0]
        return replace(
            verdict, origin=origin, content=None, unchanged=False, answer=VerdictKind.CHANGED, problem="seal_wrong"
        )
    origin, key = fitting[0]
    verdict = replace(verdict, origin=origin, unchanged=True, fingerprint=fingerprint_of(key))
    if names:
        verdict = replace(verdict, names_agree=paper.paper_names_hash(names) == seal.names)
    if verdict.names_agree is False:
        return replace(verdict, answer=VerdictKind.WRONG, problem="names_differ")
    document = _document(seal.check_code, verdict.fingerprint)
    if document is None:
        return replace(verdict, answer=VerdictKind.NOT_HERE)
    return _with_names(_with_standing(verdict, document), seal)


def _document(head: str, fingerprint: str) -> Document | None:
    """Return the document of this acceptance, sealed with this key: an imported key seals nothing in our name."""
    document = document_by_check_code(head[:12])
    fits = document is not None and document.head_hash.startswith(head) and document.key_fingerprint == fingerprint
    return document if fits else None


def _with_names(verdict: Verdict, seal: paper.PaperSeal) -> Verdict:
    """A paper seal holds hashes: fill in the names if the database has the same hashes."""
    sheet, content = verdict.sheet, verdict.content
    if sheet is None or content is None:
        return verdict
    tournament, seats = sheet.match.tournament, sealed_seats(sheet)
    place = (sheet.match.number, sheet.table_number, verdict.document and verdict.document.number)
    differs = []
    if seal.tournament != paper.tournament_hash(tournament.name, tournament.day):
        differs.append("tournament")
    if place != (seal.match, seal.table, seal.version):
        differs.append("place")
    if verdict.answer == VerdictKind.VALID and tuple(seat.total for seat in seats) != seal.totals:
        differs.append("totals")
    if seal.names == paper.paper_names_hash([seat.name for seat in seats]):
        players = zip(seats, content.players, strict=False)
        content = replace(content, players=tuple(replace(player, name=seat.name) for seat, player in players))
    elif verdict.answer == VerdictKind.VALID:
        differs.append("names")
    content = replace(content, tournament=tournament.name, day=tournament.day.isoformat())
    verdict = replace(verdict, content=content, differs=tuple(differs))
    # A name that was corrected, or masked on request, makes no seal wrong.
    return replace(verdict, answer=VerdictKind.WRONG) if set(differs) - {"names", "tournament"} else verdict


def _with_standing(verdict: Verdict, document: Document) -> Verdict:
    """Add whether the document is in force, and if not, which one is."""
    versions = versions_of(document.scoresheet)
    version = next(one for one in versions if one.document.pk == document.pk)
    newer = next((one for one in versions if one.current), None)
    verdict = replace(verdict, version=version, newer=None if version.current else newer)
    accepted = document.scoresheet.state == SheetState.ACCEPTED
    if version.current:
        return replace(verdict, answer=VerdictKind.VALID)
    if version.superseded_at is not None:
        # It was accepted again, but the new seal may not be made yet.
        return replace(verdict, answer=VerdictKind.SUPERSEDED if accepted else VerdictKind.WITHDRAWN)
    if not version.sealed and accepted:
        return replace(verdict, answer=VerdictKind.VALID)
    # Its acceptance is not in the log: somebody tampered with the database.
    return replace(verdict, answer=VerdictKind.WRONG, differs=("log",))


def _with_ranking(verdict: Verdict, document: StandingsDocument) -> Verdict:
    """Add whether these final standings are in force, and if not, which are."""
    versions = standings_versions(document.tournament)
    version = next(one for one in versions if one.document.pk == document.pk)
    version.document.tournament = document.tournament
    newer = next((one for one in versions if one.current and one is not version), None)
    answer = VerdictKind.VALID if version.current else VerdictKind.SUPERSEDED
    if not version.current and version.superseded_at is None:
        answer = VerdictKind.WITHDRAWN
    return replace(verdict, answer=answer, ranking=version, newer_ranking=newer)


def _ranking_in_force(tournament: Mapping[str, Any]) -> StandingsVersion | None:
    """Return the final standings in force here of the tournament of this name and day: after a restore, others may be
    sealed than those that the database had."""
    documents = StandingsDocument.objects.filter(tournament__name=tournament["name"], tournament__day=tournament["day"])
    document = documents.defer("pdf").select_related("tournament").order_by("pk").last()
    versions = standings_versions(document.tournament) if document else []
    return next((one for one in versions if one.current), None)


def _differs(data: Mapping[str, Any], verdict: Verdict) -> tuple[str, ...]:
    """Return the codes in which a document in force differs from the rows."""
    sheet, document = verdict.sheet, verdict.document
    if sheet is None or document is None:
        return ()
    seats = sealed_seats(sheet)
    pairs = {
        "totals": (data["result"]["totals"], [seat.total for seat in seats]),
        "content": (data["content_hash"], sheet.content_hash),
        "place": ((data["sheet"]["match"], data["table"]), (sheet.match.number, sheet.table_number)),
        "state": (SheetState.ACCEPTED, sheet.state),
    }
    return tuple(code for code, (stated, here) in pairs.items() if stated != here)


def _origin(fingerprint: str, keys: Iterable[ec.EllipticCurvePublicKey]) -> KeyOrigin:
    return next((origin for origin, key in _keys(keys) if fingerprint_of(key) == fingerprint), KeyOrigin.OTHER)


def _keys(more: Iterable[ec.EllipticCurvePublicKey]) -> list[tuple[KeyOrigin, ec.EllipticCurvePublicKey]]:
    """Return every key whose seals are trusted: ours of now and before, imported ones, and those given."""
    keys: list[tuple[KeyOrigin, ec.EllipticCurvePublicKey]] = []
    # An installation that lost its key cannot seal, but still knows what it sealed.
    with suppress(Refused):
        keys.append((KeyOrigin.OURS, seal_key().key.public_key()))
    for row in SealCertificate.objects.all():
        public = x509.load_pem_x509_certificate(row.certificate.encode()).public_key()
        if isinstance(public, ec.EllipticCurvePublicKey):
            keys.append((KeyOrigin.IMPORTED if row.imported else KeyOrigin.OURS, public))
    return [*keys, *((KeyOrigin.GIVEN, key) for key in more)]
