"""Importing an archived tournament: all of its rows, chains and documents, or nothing."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.devices.selectors.devices import token_hash
from tournament.models import (
    Document,
    Event,
    ImportedTournament,
    Participant,
    StandingsDocument,
    TableDevice,
    Tournament,
    User,
)
from tournament.proof.integrity.canonical import canonical
from tournament.proof.seals.archive import Archive, too_large
from tournament.proof.seals.keys import seal_key
from tournament.proof.selectors.archive import BY_NAME, KEPT, archive_rows
from tournament.proof.selectors.archive_files import (
    ROWS,
    SEALED_STANDINGS,
    SHEETS,
    document_names,
    repeatable_files,
    sha256_of,
    standings_names,
)
from tournament.proof.selectors.original_keys import key_model, name_of, with_keys
from tournament.proof.services.archive_content import UNREADABLE, Content, read_content, upgraded_archive
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.audit_imports import IMPORTED, rows_witness
from tournament.proof.services.seal_certificates import keep_certificates
from tournament.proof.services.witnesses import import_payload
from tournament.refusals import Refused
from tournament.services.events import write_event
from tournament.services.locks import lock_installation
from tournament.services.people import import_person

# {model: {primary key in the archive: primary key here}}
Keys = dict[str, dict[int, int]]
AT_ONCE = 500


def import_tournament(*, archive: Archive, actor: User | None) -> ImportedTournament:
    """Write the tournament of an archive into this database. `actor` is None on the command line.

    The archive is checked before it is written, and the rows are checked afterwards in the same transaction: the log
    is replayed against them, and every file that follows from them is made again. A refused import writes nothing.
    Refused: all codes of read_content, and not_allowed, imported_already, slug_taken, archive_row_unreadable,
    archive_log_differs, archive_file_differs.
    """
    if actor is not None:
        permissions.check(permissions.manage_tournament, actor)
    try:
        content = read_content(archive)
        with transaction.atomic():
            _check_new(content)
            keys = _write(archive, content, actor)
            imported = _mark(archive, content, keys, actor)
            _keep_certificates(content)
            _check_written(archive, content, content.tournament)
    except (*UNREADABLE, IntegrityError, DataError) as error:
        if isinstance(error, Refused):
            raise
        if isinstance(error, MemoryError):
            raise too_large() from error
        # The values fit their columns, but not each other: nothing in this house writes such rows.
        raise Refused(
            _("The rows of the archive contradict each other: they cannot be written."), code="archive_row_unreadable"
        ) from error
    return imported


def _mark(archive: Archive, content: Content, keys: Keys, actor: User | None) -> ImportedTournament:
    """Store where the tournament came from, and log it in the chain of the installation."""
    imported = ImportedTournament.objects.create(
        tournament=content.tournament,
        ids={name: {str(here): there for there, here in ids.items()} for name, ids in keys.items()},
        archive_sha256=archive.sha256,
        key_fingerprint=archive.fingerprint,
        imported_by=actor,
        imported_at=timezone.now(),
    )
    lock_installation()
    payload = {
        "tournament": content.tournament.pk,
        "first": first_hash(content),
        **import_payload(imported),
        "links": sum(1 for event in content.events if event.scoresheet_id is None),
        "rows": rows_witness(content.tournament),
    }
    write_event(kind=IMPORTED, actor=actor, payload=payload)
    return imported


def first_hash(content: Content) -> str:
    """The hash of the first link of the tournament's own chain."""
    return next((event.hash for event in content.events if event.scoresheet_id is None), "")


def _check_new(content: Content) -> None:
    """Refuse a tournament that is here already, or whose address is taken. Refused: imported_already, slug_taken."""
    beginnings = Event.objects.filter(hash=first_hash(content), sequence=1, scoresheet=None)
    twin = beginnings.select_related("tournament").first()
    if twin is not None and twin.tournament is not None:
        imported = ImportedTournament.objects.filter(tournament=twin.tournament).first()
        since = imported.imported_at if imported else twin.at
        raise Refused(
            _("This tournament is here already, since %(day)s: “%(name)s”. It was not imported again."),
            code="imported_already",
            day=date_format(timezone.localtime(since), "SHORT_DATE_FORMAT"),
            name=twin.tournament.name,
        )
    if Tournament.objects.filter(slug=content.tournament.slug).exists():
        raise Refused(
            _("Another tournament has the address “%(slug)s” here. Sheets on paper name it, so it cannot be changed."),
            code="slug_taken",
            slug=content.tournament.slug,
        )


def _write(archive: Archive, content: Content, actor: User | None) -> Keys:
    keys: Keys = {name_of(model): {} for model in KEPT}
    for model in KEPT:
        rows = content.rows.get(model, ())
        if model is User:
            for row in rows:
                person = import_person(actor=actor, full_name=row.full_name, tournament=content.tournament)
                keys[name_of(User)][row.pk] = person.pk
        elif _one_by_one(model):
            for row in rows:
                _insert([row], keys, archive, content)
        else:
            _insert(rows, keys, archive, content)
    _write_events(content, keys)
    return keys


def _one_by_one(model: type[Model]) -> bool:
    """Whether rows refer to other rows of their model, or have a creation time that bulk_create would overwrite."""
    columns = model._meta.concrete_fields
    return any(getattr(column, "auto_now_add", False) or column.related_model is model for column in columns)


def _insert(rows: Any, keys: Keys, archive: Archive, content: Content) -> None:
    """Write these rows with new primary keys, and note the new keys in `keys`."""
    there = [row.pk for row in rows]
    for row in rows:
        _with_keys_here(row, keys)
        if isinstance(row, TableDevice):
            row.token_hash = token_hash(secrets.token_urlsafe(32))  # no device has this token
        if isinstance(row, Document | StandingsDocument):
            row.pdf = archive.read(content.sheets[row.sha256])
    if len(rows) == 1:
        [row] = rows
        # `raw`, because Django would otherwise overwrite the creation time of the row.
        row.save_base(raw=True, force_insert=True)
    elif rows:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=AT_ONCE)
    if rows:
        keys[name_of(type(rows[0]))].update(zip(there, (row.pk for row in rows), strict=True))


def _with_keys_here(row: Model, keys: Keys) -> None:
    for column in row._meta.concrete_fields:
        model: Any = key_model(column)
        key = getattr(row, column.attname)
        if model and key is not None:
            setattr(row, column.attname, None if column.primary_key else keys[name_of(model)][key])
    for name, value in with_keys(row, keys[name_of(Participant)]).items():
        setattr(row, name, value)


def _write_events(content: Content, keys: Keys) -> None:
    for event in content.events:
        _with_keys_here(event, keys)
        event.tournament = content.tournament
    Event.objects.bulk_create(content.events, batch_size=AT_ONCE)


def _keep_certificates(content: Content) -> None:
    """Keep the certificates, so that a later check can tell which sheets another installation sealed."""
    try:
        own = seal_key().fingerprint
    except Refused:
        own = ""
    keep_certificates(dict(content.certificates), own=own)


def _check_written(archive: Archive, content: Content, tournament: Tournament) -> None:
    """Check that the written rows equal those in the archive, and that the log fits them."""
    for fault in audit_tournament(tournament).faults:
        raise Refused(
            _("The log in the archive does not fit its rows. %(fault)s."), code="archive_log_differs", fault=str(fault)
        )
    _check_rows(archive, tournament)
    for name, pieces in repeatable_files(tournament):
        if name != ROWS and sha256_of(pieces) != archive.sums.get(name):
            raise _differs(name)
    names = document_names(tournament)
    hashes = dict(Document.objects.filter(pk__in=names).values_list("pk", "sha256"))
    for key, name in names.items():
        if archive.sums.get(name) != hashes[key]:
            raise _differs(name)
    if {name for name in archive.sums if name.startswith(SHEETS)} != set(names.values()):
        raise _differs(SHEETS)
    sealed = {name: archive.sums.get(name) for name in archive.sums if name.startswith(SEALED_STANDINGS)}
    hashes_here = dict(tournament.standings_documents.values_list("pk", "sha256"))
    if sealed != {name: hashes_here[key] for key, name in standings_names(tournament).items()}:
        raise _differs(SEALED_STANDINGS)


def _check_rows(archive: Archive, tournament: Tournament) -> None:
    """Compare row by row and not as a whole, because rows of an older archive may have fewer fields."""
    rows = archive_rows(tournament)
    for number, line in enumerate(archive.lines(ROWS), 1):
        fields = json.loads(line)
        current: Mapping[str, Any] = upgraded_archive(BY_NAME[fields["model"]], fields)
        row = next(rows, {})
        if canonical({name: row.get(name) for name in current}) != canonical(current):
            raise Refused(
                _("Line %(line)s of %(file)s says something else than what follows from the rest of the archive."),
                code="archive_file_differs",
                line=number,
                file=ROWS,
            )
    if next(rows, None) is not None:
        raise _differs(ROWS)


def _differs(name: str) -> Refused:
    return Refused(
        _("The file %(file)s says something else than what follows from the rest of the archive."),
        code="archive_file_differs",
        file=name,
    )
