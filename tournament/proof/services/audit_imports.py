"""The rows of an imported tournament, by the hashes that the import wrote into the chain of the installation.

The log of an old archive does not say all that its rows say, and a masked reason does not fit its hash any more.
Nothing but forgetting somebody and the purge changes such a row, so the hash of a whole table is enough.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from tournament.models import Event, Match, Scoresheet, TableDevice, Tournament, User
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.proof.selectors.archive import KEPT, kept_columns, rows_of
from tournament.proof.selectors.original_keys import name_of

IMPORTED = "installation.tournament_imported"
# What the tournament's own chain says, and what no log says (docs/audit.md).
CHANGES = {
    Tournament: {"state", "keep_until", "version"},
    Match: {"version"},
    Scoresheet: {"version"},
    TableDevice: {"seen_at", "label"},
}
# Texts and drawings that these links erase or mask.
ERASED = frozenset(
    {"title", "first_name", "last_name", "name_key", "club", "fixed_table", "fixed_seat", "forgotten"}
    | {"reason", "oral", "salt", "strokes"}
)
ERASES = ("participant.forgotten", "tournament.purged")


def rows_witness(tournament: Tournament) -> dict[str, Any]:
    """What the link of an import says of the rows: for each table the columns that last with their hash, and so those
    that may be erased. One query a table, two where something may be erased.
    """
    witness = {}
    for model in KEPT:
        if model is not User:  # logins have a chain of their own
            names = {column.attname for column in kept_columns(model)} - CHANGES.get(model, set())
            witness[name_of(model)] = {
                part: [columns, _hash(model, tournament, columns)]
                for part, columns in (("lasting", sorted(names - ERASED)), ("erased", sorted(names & ERASED)))
                if columns
            }
    return witness


def import_differences(tournament: Tournament, chain: Sequence[Event]) -> Iterator[str]:
    """A sentence for every table of an imported tournament that is not the one that was imported. `chain` is the
    tournament's own. Imports from before there were such hashes are not compared.
    """
    payload = _payload_of_import(tournament)
    erased = any(event.kind in ERASES for event in chain[payload.get("links", 0) :])
    models = {name_of(model): model for model in KEPT}
    for table, parts in payload.get("rows", {}).items():
        for part, (columns, digest) in parts.items():
            if part == "erased" and erased:
                continue
            if _hash(models[table], tournament, columns) != digest:
                part_name = {"table": table, "columns": ", ".join(columns)}
                yield _("the rows of %(table)s are not those that were imported: %(columns)s") % part_name


def _payload_of_import(tournament: Tournament) -> dict[str, Any]:
    """The payload of the link of this tournament's import; {} if there is none."""
    for payload in Event.objects.filter(tournament=None, kind=IMPORTED).values_list("payload", flat=True):
        fields: dict[str, Any] = json.loads(payload)
        if fields["tournament"] == tournament.pk:
            return fields
    return {}


def _hash(model: type[Model], tournament: Tournament, columns: Iterable[str]) -> str:
    rows = rows_of(model, tournament).values_list("pk", *columns)
    return sha256(canonical([[_plain(value) for value in row] for row in rows]))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value
