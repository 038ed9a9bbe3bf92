"""Reading and checking an archive before anything is written: its rows, log, rules and sealed sheets.

The archive may come from a stranger, so every value is checked, and each fault is reported in a sentence.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from django.core.exceptions import ValidationError
from django.db.models import CharField, Model
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.ruleset import parse_ruleset
from scoring.tariffs import parse_foreign_tariff
from tournament.enums import MatchState, SheetState, TournamentState
from tournament.models import (
    ApprovalRequest,
    Dispute,
    Document,
    Event,
    Game,
    Match,
    Participant,
    Scoresheet,
    Seat,
    Signature,
    SignatureRefusal,
    StandingsDocument,
    Tournament,
    User,
)
from tournament.models.actors import Acted
from tournament.person.strokes import read_strokes
from tournament.proof.integrity.canonical import strict
from tournament.proof.seals.archive import Archive, certificate_fingerprint, too_large
from tournament.proof.selectors.archive import BY_NAME, kept_columns
from tournament.proof.selectors.archive_files import EVENTS, ROWS, SEALED_STANDINGS, SHEETS
from tournament.proof.selectors.original_keys import key_model
from tournament.proof.services.audit import chain_faults
from tournament.proof.services.audit_documents import seal_problems
from tournament.proof.services.audit_values import LARGEST
from tournament.refusals import Refused
from tournament.selectors.sheets import folded, terms_of
from tournament.sheet.state import Sheet, SheetTerms

ABOUT, SCHEMA, VERSION = "archive.json", "spielliste-archive", 5
# The first version whose disputes say whether they wait.
WAITS = 5
KEYS = "keys/"
# A hall of 1,000 tables that plays four matches has some 250,000 rows and as many links.
MOST_TEXT, MOST_LINES = 256 * 2**20, 300_000
# The longest line names 20,000 participants. A value takes up to ten times as much memory as in the file.
LONGEST, MOST_VALUES = 4 * 2**20, 20_000_000
MOST_ROWS: Mapping[type[Model], int] = {Tournament: 1, User: 1_000, Match: 100, Participant: 20_000}
# Between these years every time can be shown in every time zone.
YEARS = range(1970, 2200)
LARGEST_KEY = 2**63 - 1
# No database keeps them, or nobody can print them.
NO_TEXT = re.compile(r"[\x00\ud800-\udfff]")
# Signs that steer a terminal or turn the direction of writing.
NO_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NAMED = (Tournament, Participant, User)
UNREADABLE = (
    ValueError,
    ArithmeticError,
    TypeError,
    LookupError,
    AttributeError,
    RecursionError,
    MemoryError,
    ValidationError,
    Refused,
)
LINK = {"sequence": int, "kind": str, "previous_hash": str, "hash": str}


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The content of an archive: the rows with the primary keys of the other installation, the events in order, the
    certificates by fingerprint, and the file names of the sealed sheets and standings by SHA-256."""

    tournament: Tournament
    rows: Mapping[type[Model], Sequence[Any]]
    events: Sequence[Event]
    certificates: Mapping[str, str]
    sheets: Mapping[str, str]


def read_content(archive: Archive) -> Content:
    """Read and check everything in the archive that goes into the database.

    Refused: archive_of_another_kind, archive_newer, archive_row_unreadable, archive_not_finished, archive_rules_differ,
    archive_chain_broken, archive_key_unknown, archive_sheet_unsound, archive_too_large.
    """
    version = _check_version(archive)
    rows = _rows(archive)
    events = [_event(number, line) for number, line in _lines(archive, EVENTS)]
    content = Content(
        tournament=_tournament(rows),
        rows=rows,
        events=events,
        certificates=_certificates(archive),
        sheets={sha256: name for name, sha256 in archive.sums.items() if name.startswith((SHEETS, SEALED_STANDINGS))},
    )
    _check_rules(content.tournament)
    _check_chains(events)
    _complete_from_log(content, version)
    for document in (*rows.get(Document, ()), *rows.get(StandingsDocument, ())):
        _check_sheet(archive, content, document)
    return content


def _check_version(archive: Archive) -> int:
    try:
        about = json.loads(archive.read(ABOUT))
    except (ValueError, RecursionError):
        about = None
    version = about.get("version") if isinstance(about, dict) and about.get("schema") == SCHEMA else None
    if type(version) is not int or version < 1:
        raise Refused(_("The archive is of a kind that this Spielliste does not know."), code="archive_of_another_kind")
    if version > VERSION:
        raise Refused(
            _("The archive was made by a newer Spielliste. Please update this one, then import it."),
            code="archive_newer",
        )
    return version


def _lines(archive: Archive, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers from 1. Refused: archive_file_missing, archive_too_large."""
    if name in archive.sums and archive.file.getinfo(name).file_size > MOST_TEXT:
        raise too_large()
    values = 0
    for number, line in enumerate(archive.lines(name), 1):
        values += sum(map(line.count, (b",", b"[", b"{")))
        if number > MOST_LINES or len(line) > LONGEST or values > MOST_VALUES:
            raise too_large()
        yield number, line


def _rows(archive: Archive) -> dict[type[Model], list[Any]]:
    rows: dict[type[Model], list[Any]] = defaultdict(list)
    keys: set[tuple[type[Model], int]] = set()
    for number, line in _lines(archive, ROWS):
        try:
            fields = strict(line.decode())
            model = BY_NAME[fields.pop("model")]
            row = _row(model, upgraded_archive(model, fields))
            if (model, row.pk) in keys:
                raise ValueError("two rows of one key")
        except UNREADABLE as error:
            raise _unreadable(ROWS, number) from error
        if len(rows[model]) == MOST_ROWS.get(model, MOST_LINES):
            raise too_large()
        keys.add((model, row.pk))
        rows[model].append(row)
    return rows


def upgraded_archive(model: type[Model], fields: dict[str, Any]) -> dict[str, Any]:
    """A row of an older archive in today's form, without what archives no longer tell. The log adds later which
    command wrote a game."""
    if model is Scoresheet and fields.pop("discarded", False):
        fields["state"] = SheetState.DISCARDED.value
    if model is ApprovalRequest and "key" in fields:
        fields["command"] = fields.pop("key")
    if model is Participant:
        for answer in ("age_answer", "age_asked", "age_asked_by", "age_asked_at"):
            fields.pop(answer, None)
    for older in ("written_by", "requested_by", "confirmed_by"):
        if issubclass(model, Acted) and older in fields:
            fields["login"] = fields.pop(older)
    return fields


def _complete_from_log(content: Content, version: int) -> None:
    """Add from the log what older rows lack.

    Version 1 lacks the command that wrote a game and the login that asked or refused, version 4 which disputes wait.
    """
    terms = terms_of(content.tournament)
    seats = {seat.pk: seat.scoresheet_id for seat in content.rows.get(Seat, ())}
    rows = content.rows
    for sheet in rows.get(Scoresheet, ()):
        games = [row for row in rows.get(Game, ()) if row.scoresheet_id == sheet.pk]
        requests = [row for row in rows.get(ApprovalRequest, ()) if row.scoresheet_id == sheet.pk]
        refusals = [row for row in rows.get(SignatureRefusal, ()) if seats[row.seat_id] == sheet.pk]
        nameless = [row for row in (*requests, *refusals) if row.login_id is None and row.device_id is None]
        disputes = [row for row in rows.get(Dispute, ()) if row.scoresheet_id == sheet.pk] if version < WAITS else []
        if not nameless and not disputes and all(game.command for game in games):
            continue
        log = _folded(terms, sheet, content.events)
        for game in games:
            if game.number in log.games:
                game.command = log.games[game.number].command or None
        pairs: Any = [*zip(requests, log.requests, strict=False), *zip(refusals, log.refusals, strict=False)]
        for row, step in pairs:
            if row in nameless:
                row.login_id = step.by.login
        for row, dispute in zip(disputes, log.disputes, strict=False):
            row.waits = dispute.waits


def _folded(terms: SheetTerms, sheet: Scoresheet, events: Sequence[Event]) -> Sheet:
    """What the log says of this sheet. Refused: archive_chain_broken."""
    try:
        return folded(terms, [event for event in events if event.scoresheet_id == sheet.pk])
    except UNREADABLE as error:
        fault = f"scoresheet {sheet.pk}: {type(error).__name__} {error}"
        raise _broken(fault) from error


def _row(model: type[Model], fields: dict[str, Any]) -> Model:
    """One row with the keys of the other installation. Columns that are newer than the archive get their default."""
    values = {}
    for column in kept_columns(model):
        if column.name in fields:
            values[column.attname] = _value(column, fields.pop(column.name))
    if fields or not isinstance(values.get("id"), int):
        raise ValueError("fields that are not known here, or none that says which row it is")
    row = model(**values)
    if isinstance(row, Signature) and row.strokes is not None:
        read_strokes(row.strokes)
    return row


def _value(column: Any, value_in_file: Any) -> Any:
    if key_model(column):
        if value_in_file is not None and (type(value_in_file) is not int or not 0 < value_in_file <= LARGEST_KEY):
            raise ValueError("no key of a row")
        return value_in_file
    value = column.to_python(value_in_file)
    if isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError("no number of ours")
    if isinstance(value, date) and value.year not in YEARS:
        raise ValueError("no time of a tournament")
    _check_text(column, value)
    if value is None:
        if not column.null:
            raise ValueError("a value is missing")
        return None
    if column.choices and value not in dict(column.flatchoices) and not (column.blank and value == ""):
        raise ValueError("no such choice")
    column.run_validators(value)
    return value


def _check_text(column: Any, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
    if isinstance(text, str):
        holds_names = column.model in NAMED and isinstance(column, CharField)
        if NO_TEXT.search(text) or "\\u0000" in text or (holds_names and NO_NAME.search(text)):
            raise ValueError("signs that no text has")


def _event(number: int, line: bytes) -> Event:
    try:
        fields = json.loads(line)
        at = Event._meta.get_field("at").to_python(fields["at"])
        # Character for character, because the hash covers the time as text.
        if (
            at.isoformat() != fields["at"]
            or at.year not in YEARS
            or not isinstance(json.loads(fields["payload"]), dict)
        ):
            raise ValueError("no link of a chain")
        if any(type(fields[name]) is not kind for name, kind in LINK.items()):
            raise ValueError("no link of a chain")
        keys = (fields["sequence"], *(fields[name] for name in ("scoresheet", "actor") if fields[name] is not None))
        if any(type(key) is not int or not 0 < key <= LARGEST_KEY for key in keys):
            raise ValueError("no keys of rows")
        if NO_TEXT.search(fields["payload"]) or NO_TEXT.search(fields["kind"]):
            raise ValueError("signs that no text has")
        return Event(
            scoresheet_id=fields["scoresheet"],
            sequence=fields["sequence"],
            kind=fields["kind"],
            actor_id=fields["actor"],
            at=at,
            payload=fields["payload"],
            previous_hash=fields["previous_hash"],
            hash=fields["hash"],
        )
    except UNREADABLE as error:
        raise _unreadable(EVENTS, number) from error


def _unreadable(name: str, line: int) -> Refused:
    return Refused(
        _("Line %(line)s of %(file)s is nothing that this Spielliste can read."),
        code="archive_row_unreadable",
        line=line,
        file=name,
    )


def _tournament(rows: Mapping[type[Model], Sequence[Any]]) -> Tournament:
    tournaments = rows.get(Tournament, ())
    ended = all(row.state == MatchState.CLOSED for row in rows.get(Match, ()))
    if len(tournaments) != 1 or tournaments[0].state != TournamentState.ARCHIVED or not ended:
        raise Refused(_("The archive is not that of one finished tournament."), code="archive_not_finished")
    tournament: Tournament = tournaments[0]
    return tournament


def _check_rules(tournament: Tournament) -> None:
    try:
        parse_ruleset(tournament.frozen_ruleset)
        if tournament.tariff_text:
            parse_foreign_tariff(tournament.tariff_text)
    except ScoringError as error:
        raise Refused(
            _("The rules in the archive cannot be read: %(problem)s."), code="archive_rules_differ", problem=str(error)
        ) from error


def _check_chains(events: Sequence[Event]) -> None:
    chains: dict[int | None, list[Event]] = defaultdict(list)
    for event in events:
        chains[event.scoresheet_id].append(event)
    for sheet, chain in chains.items():
        where = "tournament" if sheet is None else f"scoresheet {sheet}"
        for fault in chain_faults(where, chain):
            raise _broken(str(fault))


def _broken(fault: str) -> Refused:
    return Refused(_("The log in the archive does not hold. %(fault)s."), code="archive_chain_broken", fault=fault)


def _certificates(archive: Archive) -> dict[str, str]:
    """The certificates in the archive: {fingerprint: PEM}. The fingerprint is also the name of the file."""
    certificates = {}
    for name in archive.sums:
        fingerprint = name.removeprefix(KEYS).removesuffix(".pem")
        if name == f"{KEYS}{fingerprint}.pem" and fingerprint != "public-key":
            try:
                pem = archive.read(name).decode("ascii")
                fits = certificate_fingerprint(pem) == fingerprint
            except (ValueError, UnsupportedAlgorithm):
                fits = False
            if not fits:
                raise _unknown_key(name)
            certificates[fingerprint] = pem
    if archive.fingerprint not in certificates:
        raise _unknown_key("MANIFEST.sig")
    return certificates


def _unknown_key(name: str) -> Refused:
    return Refused(
        _("The archive does not hold the certificate that belongs to %(file)s."), code="archive_key_unknown", file=name
    )


def _check_sheet(archive: Archive, content: Content, document: Document | StandingsDocument) -> None:
    """Check that a sealed sheet is there, unchanged and sealed with its key, and that its points fit its games."""
    name = content.sheets.get(document.sha256)
    if name is None:
        raise Refused(
            _("A sealed sheet is missing in the archive: the one with the SHA-256 %(sha256)s."),
            code="archive_sheet_unsound",
            sha256=document.sha256,
        )
    if not document.key_fingerprint:
        return  # issued before there were seals
    if document.key_fingerprint not in content.certificates:
        raise _unknown_key(name)
    for problem in seal_problems(archive.read(name), document):
        raise Refused(
            _("The sealed sheet %(file)s is not what the log says: %(problem)s."),
            code="archive_sheet_unsound",
            file=name,
            problem=problem,
        )
