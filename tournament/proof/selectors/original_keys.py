"""The keys by which the log of an imported tournament names its rows: those of its first installation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import Model

from tournament.draw.selectors.tie_lots import group_key
from tournament.models import ImportedTournament, Participant, TableChange, TieLots, Tournament

Row = TypeVar("Row", bound=Model)
Ids = Mapping[str, Mapping[int, int]]
# Marks a row that already has its original keys.
MARK = "_original_keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalKeys:
    """`there` maps a key here to the key there, for each model; it is empty for a tournament of this installation."""

    there: Ids = field(default_factory=dict)

    def of(self, model: type[Model], key: Any) -> Any:
        """Return the key there of one row."""
        return self.there.get(name_of(model), {}).get(key, key)

    def one(self, row: Row) -> Row:
        """Put the original keys into a row just read, and into the rows joined to it or prefetched with it.

        The row is then for reading only.
        """
        if self.there:
            self._write_keys(row)
        return row

    def all(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Return each of these rows as `one` returns it."""
        return map(self.one, rows)

    def _write_keys(self, row: Model) -> None:
        # The keys go into the dictionary: setting an attribute to another key would drop the joined row.
        values = row.__dict__
        if MARK in values:  # several rows share it
            return
        values[MARK] = True
        for column in row._meta.concrete_fields:
            if (model := key_model(column)) and column.attname in values:
                values[column.attname] = self.of(model, values[column.attname])
        values.update(with_keys(row, self.there.get(name_of(Participant), {})))
        for joined in row._state.fields_cache.values():
            if isinstance(joined, Model):
                self._write_keys(joined)
        for rows in values.get("_prefetched_objects_cache", {}).values():
            for other in rows:
                self._write_keys(other)


def original_keys(tournament: Tournament) -> OriginalKeys:
    """Return the keys of this tournament's rows as its log names them. One query."""
    ids = ImportedTournament.objects.filter(tournament=tournament).values_list("ids", flat=True).first()
    there = {name: {int(here): key for here, key in keys.items()} for name, keys in (ids or {}).items()}
    return OriginalKeys(there=there)


def name_of(model: type[Model]) -> str:
    """Return a model's name in archives: "scoresheet"."""
    return str(model._meta.model_name)


def key_model(column: Any) -> type[Model] | None:
    """Return the model whose key a column holds: its own, or that of the row it refers to; None if it holds no key."""
    if column.primary_key:
        return column.model
    return column.related_model if column.is_relation else None


def with_keys(row: Model, keys: Mapping[int, int]) -> dict[str, Any]:
    """Return the fields of a row that hold participants' keys inside them, with those keys replaced: {field: value}."""
    match row:
        case TableChange():
            people = {who: keys.get(row.told[who], row.told[who]) for who in ("left", "came") if who in row.told}
            return {"told": row.told | people}
        case TieLots():
            order = [keys.get(participant, participant) for participant in row.order]
            witnesses = [keys.get(participant, participant) for participant in row.witnesses]
            return {"order": order, "group": group_key(order), "witnesses": witnesses}
    return {}
