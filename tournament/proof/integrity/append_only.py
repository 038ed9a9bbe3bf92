"""Triggers that make tables append-only in the database itself, for SQLite and PostgreSQL.

There are two ways around them, each a row that never changes again.

A row of `tournament_purge`: the database accepts it only for a tournament that is over and whose `keep_until` is past.
Even then only the columns in PURGED may change, and only to the values given there. Hashes, numbers and links of chains
never change.

A row of `tournament_removal`: the database accepts it only for a rehearsal, and for a tournament in which nothing was
closed or drawn (BEGUN). Then the rows of this tournament may be deleted, and none of them may be written again. Whether
a tournament is a rehearsal is said when it is created and never changes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TABLES = (
    "tournament_event",
    "tournament_draw",
    "tournament_tielots",
    "tournament_document",
    "tournament_standingsdocument",
    "tournament_correction",
    "tournament_ownruleset",
    "tournament_rulesetversion",
    "tournament_owntariff",
    "tournament_tariffversion",
    "tournament_discardeddraw",
    "tournament_dooract",
    "tournament_tablechange",
    "tournament_sealcertificate",
    "tournament_importedtournament",
    "tournament_checkpoint",
    "tournament_signature",
    "tournament_purge",
    "tournament_removal",
    "tournament_cashbox",
    "tournament_cashentry",
    "tournament_cashcount",
)

# The reason that stands after a purge, because some reasons must not be empty.
NO_REASON = "–"
# The columns that a purge empties, by table, with their values afterwards.
PURGED: Mapping[str, Mapping[str, str | bytes | None]] = {
    "tournament_document": {"pdf": b""},
    "tournament_standingsdocument": {"pdf": b""},
    "tournament_correction": {"reason": NO_REASON, "salt": None},
    "tournament_discardeddraw": {"reason": NO_REASON, "salt": None},
    "tournament_tablechange": {"reason": NO_REASON, "salt": None},
    "tournament_signature": {"strokes": None},
    "tournament_cashentry": {"reason": NO_REASON, "salt": None},
    "tournament_cashcount": {"remark": NO_REASON, "witness": NO_REASON, "salt": None},
}
# Columns that may change without a purge: a signature stays as it was given, and `lapsed_at` tells that it lapsed; a
# count of a cash box stays, and says if the box was opened again.
FREE: Mapping[str, frozenset[str]] = {
    "tournament_signature": frozenset({"lapsed_at"}),
    "tournament_cashcount": frozenset({"reopened_at", "reopened_by_id", "reopened_reason"}),
}
# Rows that may be deleted once the eighth calendar year after that of this column is over: a clock of its own for
# money, which no other row can turn back (money/box.py computes the day).
DELETABLE: Mapping[str, str] = {
    "tournament_cashbox": "opened_at",
    "tournament_cashentry": "taken_at",
    "tournament_cashcount": "counted_at",
}
_EIGHT_YEARS_OVER = {
    "sqlite": "CAST(strftime('%Y', OLD.{0}) AS INTEGER) + 8 < CAST(strftime('%Y', 'now') AS INTEGER)",
    "postgresql": ("EXTRACT(YEAR FROM OLD.{0} AT TIME ZONE 'UTC') + 8 < EXTRACT(YEAR FROM now() AT TIME ZONE 'UTC')"),
}
# An entry of a cash box stands in an open box of the participant's tournament; whatever comes after another entry about
# the same fee reverses it exactly, or follows its reversal.
_ENTRY_STANDS = (
    "NOT EXISTS (SELECT 1 FROM tournament_cashcount c WHERE c.box_id = NEW.box_id AND c.reopened_at IS NULL) "
    "AND EXISTS (SELECT 1 FROM tournament_cashbox b JOIN tournament_participant p "
    "ON p.tournament_id = b.tournament_id JOIN tournament_feekind k ON k.tournament_id = b.tournament_id "
    "WHERE b.id = NEW.box_id AND p.id = NEW.participant_id AND k.id = NEW.fee_kind_id) "
    "AND ((NEW.reverses_id IS NULL AND NEW.turn % 2 = 1 AND (NEW.turn = 1 OR EXISTS (SELECT 1 "
    "FROM tournament_cashentry e WHERE e.participant_id = NEW.participant_id AND e.fee_kind_id = NEW.fee_kind_id "
    "AND e.turn = NEW.turn - 1))) OR (NEW.turn % 2 = 0 AND EXISTS (SELECT 1 FROM tournament_cashentry e "
    "WHERE e.id = NEW.reverses_id AND e.participant_id = NEW.participant_id AND e.fee_kind_id = NEW.fee_kind_id "
    "AND e.turn = NEW.turn - 1 AND e.cents = -NEW.cents)))"
)

_OF_SHEET = (
    "SELECT m.tournament_id FROM tournament_scoresheet s JOIN tournament_match m ON m.id = s.match_id WHERE s.id = {}"
)
_OF_MATCH = "SELECT m.tournament_id FROM tournament_match m WHERE m.id = {}"
# How to find the tournament of a row, from the row before the change.
_TOURNAMENT: Mapping[str, str] = {
    "tournament_event": "OLD.tournament_id",
    "tournament_draw": _OF_MATCH.format("OLD.match_id"),
    "tournament_checkpoint": _OF_MATCH.format("OLD.match_id"),
    "tournament_tielots": "OLD.tournament_id",
    "tournament_purge": "OLD.tournament_id",
    "tournament_document": _OF_SHEET.format("OLD.scoresheet_id"),
    "tournament_standingsdocument": "OLD.tournament_id",
    "tournament_tablechange": _OF_SHEET.format("OLD.scoresheet_id"),
    "tournament_correction": _OF_SHEET.format("(SELECT scoresheet_id FROM tournament_game WHERE id = OLD.game_id)"),
    "tournament_signature": _OF_SHEET.format("(SELECT scoresheet_id FROM tournament_seat WHERE id = OLD.seat_id)"),
    "tournament_game": _OF_SHEET.format("OLD.scoresheet_id"),
    "tournament_discardeddraw": (
        "SELECT m.tournament_id FROM tournament_draw d JOIN tournament_match m ON m.id = d.match_id "
        "WHERE d.id = OLD.draw_id"
    ),
    "tournament_cashbox": "OLD.tournament_id",
    "tournament_dooract": (
        "SELECT m.tournament_id FROM tournament_doorlots l JOIN tournament_match m ON m.id = l.match_id "
        "WHERE l.id = OLD.door_id"
    ),
    "tournament_cashentry": "SELECT tournament_id FROM tournament_cashbox WHERE id = OLD.box_id",
    "tournament_cashcount": "SELECT tournament_id FROM tournament_cashbox WHERE id = OLD.box_id",
}
_REMOVED = "EXISTS (SELECT 1 FROM tournament_removal r WHERE r.tournament_key = ({tournament}))"
# The tables whose rows say that play has begun: a tournament that has any is deleted only if it is a rehearsal.
BEGUN: Mapping[str, str] = {
    "tournament_closedlist": "SELECT m.tournament_id FROM tournament_match m WHERE m.id = b.match_id",
    "tournament_doorlots": "SELECT m.tournament_id FROM tournament_match m WHERE m.id = b.match_id",
    "tournament_draw": "SELECT m.tournament_id FROM tournament_match m WHERE m.id = b.match_id",
    "tournament_scoresheet": "SELECT m.tournament_id FROM tournament_match m WHERE m.id = b.match_id",
    "tournament_tielots": "b.tournament_id",
    "tournament_publiclot": "b.tournament_id",
    "tournament_standingsdocument": "b.tournament_id",
    "tournament_importedtournament": "b.tournament_id",
    "tournament_cashentry": "SELECT c.tournament_id FROM tournament_cashbox c WHERE c.id = b.box_id",
}
_BEGUN = " OR ".join(
    f"EXISTS (SELECT 1 FROM {table} b WHERE ({tournament}) = t.id)"  # noqa: S608 - our own tables
    for table, tournament in BEGUN.items()
)
_REMOVABLE = (
    "EXISTS (SELECT 1 FROM tournament_tournament t WHERE t.id = NEW.tournament_key AND t.rehearsal = NEW.rehearsal "  # noqa: S608
    f"AND (t.rehearsal OR NOT ({_BEGUN})))"
)
_PURGED = (
    "EXISTS (SELECT 1 FROM tournament_purge p JOIN tournament_tournament t ON t.id = p.tournament_id "
    "WHERE t.keep_until < {today} AND t.id = ({tournament}))"
)
_OVER = (
    "EXISTS (SELECT 1 FROM tournament_tournament t WHERE t.id = NEW.tournament_id "
    "AND t.state IN ('finished', 'archived') AND t.keep_until < {today})"
)
# The rows through which a purge finds the rows it may empty. By table: the column that names the row's parent, and the
# tables and columns that refer to the row. If such a row could be moved into a purged tournament, or be deleted and
# written again there, everything below it could be emptied.
ROOTED: Mapping[str, tuple[str, Sequence[tuple[str, str]]]] = {
    "tournament_tournament": ("id", [("tournament_match", "tournament_id")]),
    "tournament_match": (
        "tournament_id", [("tournament_scoresheet", "match_id"), ("tournament_draw", "match_id")],
    ),
    "tournament_scoresheet": (
        "match_id", [("tournament_document", "scoresheet_id"), ("tournament_tablechange", "scoresheet_id")],
    ),
    "tournament_seat": ("scoresheet_id", [("tournament_signature", "seat_id")]),
    "tournament_game": ("scoresheet_id", [("tournament_correction", "game_id")]),
}  # fmt: skip
_UNCHANGED = "NEW.rehearsal = OLD.rehearsal"
_HANGING = "EXISTS (SELECT 1 FROM {} WHERE {} = OLD.id)"
# Once all have signed a sheet it is a document (5.3.5), even if the signatures lapsed later: no game of it is deleted.
# Before that a game may be taken back, and the log keeps it.
KEPT: Mapping[str, str] = {
    "tournament_game": (
        "(EXISTS (SELECT 1 FROM tournament_seat p WHERE p.scoresheet_id = OLD.scoresheet_id) "
        "AND NOT EXISTS (SELECT 1 FROM tournament_seat p WHERE p.scoresheet_id = OLD.scoresheet_id "
        "AND NOT EXISTS (SELECT 1 FROM tournament_signature g WHERE g.seat_id = p.id))) "
        "OR EXISTS (SELECT 1 FROM tournament_document d WHERE d.scoresheet_id = OLD.scoresheet_id) "
        "OR EXISTS (SELECT 1 FROM tournament_scoresheet s "
        "WHERE s.id = OLD.scoresheet_id AND s.state NOT IN ('open', 'complete'))"
    ),
}

# The day in UTC, which is never ahead of the calendar where people play by German time.
_TODAY = {"sqlite": "date('now')", "postgresql": "(now() AT TIME ZONE 'UTC')::date"}
# Six months have at least 181 days; participants/selectors/retention.py computes the exact day.
_SHORTEST = {"sqlite": "date(NEW.day, '+181 days')", "postgresql": "(NEW.day + 181)"}
_KEPT, _TOO_SHORT = "retention_purge", "retention_keep_until"
_REMOVAL = "removal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """A trigger as this installation must have it. `body` is its function's text on PostgreSQL, else empty."""

    name: str
    table: str
    create: str
    function: str = ""
    body: str = ""


def create_triggers(connection: Any, tables: Sequence[str] = TABLES) -> None:
    """Refuse UPDATE, DELETE (and TRUNCATE) on these tables; a migration names the tables that exist by then."""
    _create(connection, append_only_triggers(connection, tables))


def drop_triggers(connection: Any, tables: Sequence[str] = TABLES) -> None:
    """Drop the triggers. Only a migration and the tests' flush may call this."""
    _drop(connection, append_only_triggers(connection, tables))


def create_retention_triggers(connection: Any) -> None:
    """Refuse a purge before its time, and a retention that is too short or becomes shorter."""
    _create(connection, retention_triggers(connection))


def drop_retention_triggers(connection: Any) -> None:
    """Drop these triggers. Only a reversed migration may call this."""
    _drop(connection, retention_triggers(connection))


def create_root_triggers(connection: Any) -> None:
    """Refuse to move the rows of ROOTED, and to delete one while other rows refer to it, or where KEPT says so.

    Foreign keys are not enough: the database checks them at the end of a transaction, and a row that is deleted and
    written again, as SQLite's REPLACE does, would pass.
    """
    _create(connection, root_triggers(connection))


def drop_root_triggers(connection: Any) -> None:
    """Drop these triggers. Only a reversed migration and the tests' flush may call this."""
    _drop(connection, root_triggers(connection))


def create_removal_triggers(connection: Any) -> None:
    """Refuse a removal where it is not allowed, the return of what was removed, and a rehearsal that changes."""
    _create(connection, removal_triggers(connection))


def drop_removal_triggers(connection: Any) -> None:
    """Drop these triggers. Only a migration may call this."""
    _drop(connection, removal_triggers(connection))


def create_cash_triggers(connection: Any) -> None:
    """Refuse an entry in a closed cash box, and a reversal that is not exactly that."""
    _create(connection, cash_triggers(connection))


def drop_cash_triggers(connection: Any) -> None:
    """Drop these triggers. Only a reversed migration may call this."""
    _drop(connection, cash_triggers(connection))


def all_triggers(connection: Any) -> Iterator[Trigger]:
    """Every trigger that a migrated database has."""
    yield from append_only_triggers(connection)
    yield from retention_triggers(connection)
    yield from root_triggers(connection)
    yield from removal_triggers(connection)
    yield from cash_triggers(connection)


def append_only_triggers(connection: Any, tables: Sequence[str] = TABLES) -> Iterator[Trigger]:
    """The triggers that keep these tables append-only."""
    with connection.cursor() as cursor:
        existing = connection.introspection.table_names(cursor)
        # An earlier migration does not have the tables of later ones.
        tables = [table for table in tables if table in existing]
        purges = "tournament_purge" in existing
        may = {table: _may_change(connection, cursor, table) if purges and table in PURGED else "" for table in tables}
    for table in tables:
        error = f"append-only: rows of {table} are never changed"
        ways = [_removed(table) if "tournament_removal" in existing else "", _years_over(connection, table)]
        may_delete = " OR ".join(filter(None, ways))
        if connection.vendor == "postgresql":
            body = _refusing(may[table] or "FALSE", error, may_delete=may_delete)
            for name, action, level in (("row", "DELETE OR UPDATE", "ROW"), ("all", "TRUNCATE", "STATEMENT")):
                yield _calling(f"append_only_{name}", f"spielliste_{table}", action, table, body, level)
        else:
            for action, unless in (("UPDATE", may[table]), ("DELETE", may_delete)):
                condition = f"NOT ({unless})" if unless else ""
                yield _aborting(f"{table}_no_{action.lower()}", action, table, condition, error)


def retention_triggers(connection: Any) -> Iterator[Trigger]:
    """The triggers that guard purges and the time of retention."""
    vendor = connection.vendor
    over = _OVER.format(today=_TODAY[vendor])
    long = f"(NEW.keep_until IS NULL OR NEW.keep_until >= {_SHORTEST[vendor]})"
    grown = f"{long} AND (OLD.keep_until IS NULL OR (NEW.keep_until IS NOT NULL AND NEW.keep_until >= OLD.keep_until))"
    early = "retention: a tournament is purged when it is over and its time of retention is past"
    short = "retention: a tournament is kept for six months at least, and its time of retention only grows"
    for name, action, table, may, error in (
        (_KEPT, "INSERT", "tournament_purge", over, early),
        (f"{_TOO_SHORT}_new", "INSERT", "tournament_tournament", long, short),
        (_TOO_SHORT, "UPDATE OF keep_until, day", "tournament_tournament", grown, short),
    ):
        if vendor == "postgresql":
            yield _calling(name, f"spielliste_{name}", action, table, _refusing(may, error))
        else:
            yield _aborting(name, action, table, f"NOT ({may})", error)


def removal_triggers(connection: Any) -> Iterator[Trigger]:
    """The triggers that guard removals, and what a removal rests on; none before there are removals."""
    if not _removals(connection):
        return
    changed = "removal: whether a tournament is a rehearsal never changes"
    back = "removal: a tournament that was removed never comes back"
    allowed = "removal: a tournament is removed if it is a rehearsal, or if nothing was closed or drawn"
    for name, action, table, may, error in (
        (_REMOVAL, "INSERT", "tournament_removal", _REMOVABLE, allowed),
        (
            f"{_REMOVAL}_back",
            "INSERT",
            "tournament_tournament",
            f"NOT {_REMOVED.format(tournament='NEW.id')}",
            back,
        ),
        (f"{_REMOVAL}_rehearsal", "UPDATE OF rehearsal", "tournament_tournament", _UNCHANGED, changed),
    ):
        if connection.vendor == "postgresql":
            yield _calling(name, f"spielliste_{name}", action, table, _refusing(may, error))
        else:
            yield _aborting(name, action, table, f"NOT ({may})", error)


def cash_triggers(connection: Any) -> Iterator[Trigger]:
    """The trigger that guards the entries of cash boxes."""
    name, error = "cash_entry_stands", "cash: an entry stands in an open box, and is reversed exactly"
    if connection.vendor == "postgresql":
        body = _refusing(_ENTRY_STANDS, error)
        yield _calling(name, f"spielliste_{name}", "INSERT", "tournament_cashentry", body)
    else:
        yield _aborting(name, "INSERT", "tournament_cashentry", f"NOT ({_ENTRY_STANDS})", error)


def root_triggers(connection: Any) -> Iterator[Trigger]:
    """The triggers that keep the rows of ROOTED where they are."""
    removals = _removals(connection)
    for table, (column, hanging) in ROOTED.items():
        error = f"retention: rows of {table} stay where they are"
        moved = " OR ".join(f"NEW.{name} <> OLD.{name}" for name in dict.fromkeys(("id", column)))
        signed = KEPT.get(table, "")
        if signed and removals:
            signed = f"(({signed}) AND NOT {_removed(table)})"
        dependents = " OR ".join([*(_HANGING.format(*one) for one in hanging), *filter(None, [signed])])
        if connection.vendor == "postgresql":
            body = (
                f" BEGIN IF TG_OP = 'DELETE' THEN IF {dependents} THEN RAISE EXCEPTION '{error}'; END IF; "
                f"RETURN OLD; END IF; "
                f"IF {moved} THEN RAISE EXCEPTION '{error}'; END IF; RETURN NEW; END; "
            )
            yield _calling("rooted", f"spielliste_rooted_{table}", "DELETE OR UPDATE", table, body)
        else:
            for action, refused in (("UPDATE", moved), ("DELETE", dependents)):
                yield _aborting(f"{table}_rooted_{action.lower()}", action, table, refused, error)


def _create(connection: Any, triggers: Iterable[Trigger]) -> None:
    batch = list(triggers)
    with connection.cursor() as cursor:
        for trigger in batch:
            if trigger.function:
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION {trigger.function}() RETURNS trigger "
                    f"AS $${trigger.body}$$ LANGUAGE plpgsql;"
                )
            cursor.execute(trigger.create)


def _drop(connection: Any, triggers: Iterable[Trigger]) -> None:
    batch = list(triggers)
    with connection.cursor() as cursor:
        for trigger in batch:
            on = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {trigger.name}{on}")


def _calling(name: str, function: str, action: str, table: str, body: str, level: str = "ROW") -> Trigger:
    """A trigger of PostgreSQL, in the very words in which PostgreSQL tells it back."""
    create = f"CREATE TRIGGER {name} BEFORE {action} ON {table} FOR EACH {level} EXECUTE FUNCTION {function}()"
    return Trigger(name=name, table=table, create=create, function=function, body=body)


def _aborting(name: str, action: str, table: str, condition: str, error: str) -> Trigger:
    """A trigger of SQLite."""
    when = f"WHEN {condition} " if condition else ""
    create = f"CREATE TRIGGER {name} BEFORE {action} ON {table} {when}BEGIN SELECT RAISE(ABORT, '{error}'); END"
    return Trigger(name=name, table=table, create=create)


def _may_change(connection: Any, cursor: Any, table: str) -> str:
    """The condition under which a row of the table may change: a purge that is due, or a change of a FREE column."""
    same = "IS" if connection.vendor == "sqlite" else "IS NOT DISTINCT FROM"
    cursor.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608 - our own tables
    columns = [column[0] for column in cursor.description]
    free = FREE.get(table, frozenset())
    emptied = {name: value for name, value in PURGED[table].items() if name in columns}  # a later migration adds some
    conditions = [f'NEW."{name}" {same} OLD."{name}"' for name in columns if name not in free and name not in emptied]
    full = " AND ".join(f'NEW."{name}" {same} OLD."{name}"' for name in emptied)
    conditions += [
        f'(NEW."{name}" {same} OLD."{name}" OR NEW."{name}" {same} {_literal(connection, value)})'
        for name, value in emptied.items()
    ]
    purged = _PURGED.format(today=_TODAY[connection.vendor], tournament=_TOURNAMENT[table])
    return " AND ".join([*conditions, f"(({full}) OR {purged})" if free else purged])


def _removals(connection: Any) -> bool:
    """Whether the database has the table of removals: earlier migrations make triggers without it."""
    with connection.cursor() as cursor:
        return "tournament_removal" in connection.introspection.table_names(cursor)


def _removed(table: str) -> str:
    """The condition under which a row of the table may be deleted: its tournament is removed. "" for no tournament."""
    tournament = _TOURNAMENT.get(table)
    return _REMOVED.format(tournament=tournament) if tournament else ""


def _years_over(connection: Any, table: str) -> str:
    """The condition under which a row of money may be deleted: its eight years are over. "" for other tables."""
    return _EIGHT_YEARS_OVER[connection.vendor].format(DELETABLE[table]) if table in DELETABLE else ""


def _literal(connection: Any, value: str | bytes | None) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'" if connection.vendor == "sqlite" else f"'\\x{value.hex()}'::bytea"
    return f"'{value}'"


def _refusing(unless: str, error: str, *, may_delete: str = "") -> str:
    """The body of a PostgreSQL function that refuses every change unless the condition `unless` holds, and every
    deletion unless `may_delete` does."""
    delete = f"IF TG_OP = 'DELETE' OR TG_OP = 'TRUNCATE' THEN RAISE EXCEPTION '{error}'; END IF;"
    if may_delete:
        delete = (
            f"IF TG_OP = 'TRUNCATE' THEN RAISE EXCEPTION '{error}'; END IF; "
            f"IF TG_OP = 'DELETE' THEN IF NOT ({may_delete}) THEN RAISE EXCEPTION '{error}'; END IF; "
            "RETURN OLD; END IF;"
        )
    return f" BEGIN {delete} IF NOT ({unless}) THEN RAISE EXCEPTION '{error}'; END IF; RETURN NEW; END; "
