"""The documents of a sheet: which is in force, which were superseded, by whom, when and why, and which are missing."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from tournament.enums import IS_SHUT, SEATS_CHANGED, SheetState, TableChangeKind
from tournament.models import Correction, Document, Event, Scoresheet, TableChange, Tournament, User
from tournament.person.forgotten import masked_reasons
from tournament.proof.integrity.hashes import ACCEPTED
from tournament.proof.seals.keys import short_fingerprint
from tournament.selectors.scoresheets import check_code, newest_link
from tournament.selectors.signatures import CHANGES

STEPPED = "sheet.state"
# Changes at the table that alter the signed content, so that a new version follows.
CHANGED_TABLE = (*SEATS_CHANGED, TableChangeKind.TOTALS)
# Links of a chain that can explain why a document was superseded.
TELLING = (ACCEPTED, STEPPED, *(kind for kind in CHANGES if kind not in ("game.recorded", "game.taken_back")))
Of = TypeVar("Of", Document, Event, TableChange)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentVersion:
    """One version of a sheet's document, without its bytes.

    `current`: sealed, and of the acceptance in force. A version that is neither current nor superseded was issued
    before there were seals. `superseded_by` took the acceptance back; it is None if only a seal was added. `reasons`
    are sentences in the active language.
    """

    document: Document
    current: bool
    superseded_at: datetime | None = None
    superseded_by: User | None = None
    reasons: tuple[str, ...] = ()

    @property
    def sealed(self) -> bool:
        """Whether it bears a seal."""
        return bool(self.document.key_fingerprint)

    @property
    def key(self) -> str:
        """The first digits of the fingerprint of the key that sealed it."""
        return short_fingerprint(self.document.key_fingerprint)

    @property
    def check_code(self) -> str:
        """The check code as it is printed on the sheet."""
        return check_code(self.document.head_hash)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextVersion:
    """The number of a sheet's next document, and the hash of the file that it replaces."""

    number: int
    replaces: str | None


def sealed_documents(scoresheet: Scoresheet) -> QuerySet[Document]:
    """Return the sealed versions of a sheet, without their bytes."""
    return scoresheet.documents.exclude(key_fingerprint="").defer("pdf").order_by("number")


def current_document(scoresheet: Scoresheet) -> Document | None:
    """Return the sealed document of the acceptance in force, or None. Two queries; a third reads the bytes."""
    if scoresheet.state != SheetState.ACCEPTED:
        return None
    acceptance = newest_link(scoresheet)
    return sealed_documents(scoresheet).filter(head_hash=acceptance.hash).first() if acceptance else None


def next_version(scoresheet: Scoresheet) -> NextVersion:
    """Return the version that the next document of this sheet will have. One query."""
    newest = scoresheet.documents.order_by("-number").values_list("number", "sha256").first()
    number, replaces = newest or (0, None)
    return NextVersion(number=number + 1, replaces=replaces)


def versions_of(scoresheet: Scoresheet) -> list[DocumentVersion]:
    """Return every version of the sheet's document, oldest first. One query if there is none, else four."""
    return versions_by_sheet([scoresheet]).get(scoresheet.pk, [])


def versions_by_sheet(scoresheets: Iterable[Scoresheet]) -> dict[int, list[DocumentVersion]]:
    """Return the versions of each of these sheets that has any, oldest first. One query if none has, else four."""
    sheets = {sheet.pk: sheet for sheet in scoresheets}
    documents = _grouped(Document.objects.filter(scoresheet__in=sheets).defer("pdf").order_by("number"))
    if not documents:
        return {}
    heads = [row.head_hash for rows in documents.values() for row in rows]
    events = Event.objects.filter(Q(kind__in=TELLING) | Q(hash__in=heads), scoresheet__in=documents)
    events_by_sheet = _grouped(events.select_related("actor").order_by("sequence"))
    corrections: dict[int, list[Correction]] = defaultdict(list)
    for row in Correction.objects.filter(game__scoresheet__in=documents).select_related("game"):
        corrections[row.game.scoresheet_id].append(row)
    changes = _grouped(TableChange.objects.filter(scoresheet__in=documents, kind__in=CHANGED_TABLE))
    versions = {}
    for pk, rows in documents.items():
        words = sheets[pk].match.tournament.forgotten_words
        history = _History(
            sheets[pk], events_by_sheet[pk], masked_reasons(corrections[pk], words), masked_reasons(changes[pk], words)
        )
        versions[pk] = [history.version(document, rows[at + 1 :]) for at, document in enumerate(rows)]
    return versions


def sheets_with_superseded(tournament: Tournament) -> list[tuple[Scoresheet, list[DocumentVersion]]]:
    """Return the sheets with a superseded version, and all versions of each, by match and table. Five queries."""
    sheets = Scoresheet.objects.in_force().filter(match__tournament=tournament, documents__isnull=False)
    several = sheets.filter(Q(documents__number__gt=1) | ~Q(state=SheetState.ACCEPTED)).distinct()
    rows = list(several.select_related("match__tournament").order_by("match__number", "table_number"))
    versions = versions_by_sheet(rows)
    return [(sheet, versions[sheet.pk]) for sheet in rows]


def standing_of(document: Document) -> DocumentVersion:
    """Return the standing of this document among the versions of its sheet. Four queries."""
    return next(version for version in versions_of(document.scoresheet) if version.document.pk == document.pk)


def unsealed_sheets() -> QuerySet[Scoresheet]:
    """Return the accepted sheets whose sealed document is missing, oldest acceptance first. One query."""
    acceptance = Event.objects.filter(scoresheet=OuterRef("pk"), kind=ACCEPTED).order_by("-sequence")
    sealed = Document.objects.filter(scoresheet=OuterRef("pk"), head_hash=OuterRef("head")).exclude(key_fingerprint="")
    accepted = Scoresheet.objects.filter(state=SheetState.ACCEPTED)
    return (
        accepted.annotate(head=Subquery(acceptance.values("hash")[:1]))
        .exclude(match__tournament__state__in=IS_SHUT)
        .filter(~Exists(sealed), head__isnull=False)
        .select_related("match__tournament", "accepted_by")
        .order_by("accepted_at", "pk")
    )


def document_by_check_code(code: str) -> Document | None:
    """Return the document with this printed check code: 12 hexadecimal digits, other signs are ignored. One query."""
    digits = check_code_digits(code)
    if not digits:
        return None
    matches = Document.objects.filter(head_hash__startswith=digits).defer("pdf")
    return matches.select_related("scoresheet__match__tournament").order_by("-number").first()


def check_code_digits(code: str) -> str:
    """Return the 12 hexadecimal digits of a printed check code, other signs ignored; "" if it has fewer or more."""
    digits = "".join(sign for sign in code.lower() if sign in "0123456789abcdef")
    return digits if len(digits) == 12 else ""


@dataclass(frozen=True, slots=True)
class _History:
    """The history of a sheet around its acceptances: the links of its chain that explain it, and the reasons given."""

    scoresheet: Scoresheet
    events: Sequence[Event]
    corrections: Sequence[Correction]
    changes: Sequence[TableChange]

    def version(self, document: Document, later: Sequence[Document]) -> DocumentVersion:
        document.scoresheet = self.scoresheet
        head = next((event for event in self.events if event.hash == document.head_hash), None)
        if head is None:  # the log was tampered with; the audit reports it
            return DocumentVersion(document=document, current=False)
        after = [event for event in self.events if event.sequence > head.sequence]
        leaving = next((event for event in after if _leaves_acceptance(event)), None)
        if leaving is not None:
            accepted_again = next((event for event in after if event.kind == ACCEPTED), None)
            return DocumentVersion(
                document=document,
                current=False,
                superseded_at=leaving.at,
                superseded_by=leaving.actor,
                reasons=tuple(dict.fromkeys(self._reasons(head, accepted_again))),
            )
        if document.key_fingerprint:
            return DocumentVersion(document=document, current=self.scoresheet.state == SheetState.ACCEPTED)
        if later:
            reason = _("It had no seal yet.")
            return DocumentVersion(
                document=document, current=False, superseded_at=later[0].created_at, reasons=(reason,)
            )
        return DocumentVersion(document=document, current=False)

    def _reasons(self, head: Event, until: Event | None) -> Iterator[str]:
        """Yield why the sheet changed between these two acceptances: the reasons given, or else the logged events."""
        reasons = [
            *((row.at, _reason_of(row)) for row in self.corrections),
            *((row.changed_at, row.reason) for row in self.changes if row.reason),
        ]
        within = sorted(
            reason for reason in reasons if head.at < reason[0] and (until is None or reason[0] <= until.at)
        )
        yield from (reason for _at, reason in within)
        for event in self.events:
            if head.sequence < event.sequence and (until is None or event.sequence < until.sequence):
                if event.kind in CHANGES and not within:
                    yield str(CHANGES[event.kind]) % json.loads(event.payload)
                elif event.kind == STEPPED and json.loads(event.payload)["to"] == SheetState.VOID:
                    yield _("The sheet is void.")


def _grouped(rows: Iterable[Of]) -> dict[int, list[Of]]:
    """Return the rows of each scoresheet."""
    groups: dict[int, list[Of]] = defaultdict(list)
    for row in rows:
        groups[row.scoresheet_id or 0].append(row)
    return groups


def _leaves_acceptance(event: Event) -> bool:
    return event.kind == STEPPED and json.loads(event.payload)["from"] == SheetState.ACCEPTED


def _reason_of(row: Correction) -> str:
    return _("Game %(number)s: %(text)s") % {"number": row.game.number, "text": row.reason}
