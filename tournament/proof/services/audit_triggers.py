"""Comparing the triggers of the database with those that it must have. Reads only."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournament.proof.integrity.append_only import Trigger, all_triggers

ENABLED = "O"
OF_SQLITE = "SELECT name, tbl_name, sql, '', '', 'O' FROM sqlite_master WHERE type = 'trigger'"
OF_POSTGRESQL = """
SELECT t.tgname, c.relname, pg_get_triggerdef(t.oid, true), p.proname, p.prosrc, t.tgenabled
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)
"""


def trigger_differences(connection: Any) -> Iterator[str]:
    """A sentence for every trigger that is missing, switched off, changed, or not ours. Three queries, and the
    columns twice."""
    ours = {(one.table, one.name): one for one in all_triggers(connection)}
    here = dict(_triggers_here(connection))
    for place, trigger in ours.items():
        trigger_here, enabled = here.get(place, (None, ENABLED))
        names = {"trigger": trigger.name, "table": trigger.table}
        if trigger_here is None:
            yield _("trigger %(trigger)s of %(table)s is missing: the database no longer refuses changes") % names
        elif enabled != ENABLED:
            yield _("trigger %(trigger)s of %(table)s is switched off: the database no longer refuses changes") % names
        elif trigger_here != trigger:
            yield _("trigger %(trigger)s of %(table)s is not the one that this version makes") % names
    yield from foreign_triggers(connection)


def foreign_triggers(connection: Any) -> Iterator[str]:
    """A sentence for every trigger that no version of this program has made, also before a migration."""
    ours = {(one.table, one.name) for one in all_triggers(connection)}
    for (table, name), _trigger in _triggers_here(connection):
        if (table, name) not in ours:
            yield _("trigger %(trigger)s of %(table)s is none of ours") % {"trigger": name, "table": table}


def _triggers_here(connection: Any) -> Iterator[tuple[tuple[str, str], tuple[Trigger, str]]]:
    with connection.cursor() as cursor:
        cursor.execute(OF_POSTGRESQL if connection.vendor == "postgresql" else OF_SQLITE)
        for name, table, create, function, body, enabled in cursor.fetchall():
            yield (table, name), (Trigger(name=name, table=table, create=create, function=function, body=body), enabled)
