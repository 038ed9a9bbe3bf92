"""Game records as tests write them: flat, with the field names of the JSON."""

from dataclasses import asdict
from typing import Any

from scoring.records import GameRecord, Sanction, given_fields, record_from_json


def recorded(**fields: Any) -> GameRecord:
    """Return the record with these fields; None means a field that is not given."""
    return record_from_json({name: _plain(value) for name, value in fields.items() if value is not None})


def changed(record: GameRecord, **fields: Any) -> GameRecord:
    """Return the record with other values in these fields; None removes a field."""
    return recorded(**given_fields(record) | fields)


def _plain(value: object) -> object:
    if isinstance(value, Sanction):
        return {name: _plain(part) for name, part in asdict(value).items() if part is not None}
    return list(value) if isinstance(value, tuple) else value
