"""Cells and rows that somebody with the database changes one at a time, triggers dropped: what the audit notices."""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.attack.figures import Figure
from tests.installation import ROOT, run_inside
from tests.migrated import lay_installation

# Noticed before names, actors and the installation itself stood in chains.
BEFORE = "186 of 302"
DOCUMENT = ROOT / "docs" / "audit.md"
# A row of the table of what goes unnoticed: columns, or whole tables.
ROW = re.compile(r"^\| (`[a-z_.]+`(?:, `[a-z_.]+`)*) \| \S", re.M)
HERE = """
from tests.attack.tampered import named, noticed_by
from tournament.seals.keys import make_seal_key, seal_folder
make_seal_key(seal_folder())
print(json.dumps([noticed_by(), sorted(named())]))
"""


def run(folder: Path) -> Iterator[Figure]:
    found, allowed = run_inside(lay_installation(folder), HERE)
    missed = [name for name, how in found.items() if not how]
    outside = [name for name, how in found.items() if how == "heads"]
    told = f"{len(found) - len(missed)} of {len(found)}"
    others = sorted(set(missed) ^ set(allowed))
    goal = f"all but those in docs/audit.md; {BEFORE} before"
    yield Figure(what="changes that were noticed", value=told, goal=goal, holds=not others)
    print(f"    only by heads that were kept outside: {', '.join(outside)}")
    print(f"    unnoticed: {', '.join(missed)}")
    print(f"    otherwise than docs/audit.md says: {', '.join(others) or 'none'}")


def named() -> set[str]:
    """The changes that docs/audit.md says go unnoticed."""
    from django.apps import apps

    tokens = [token for row in ROW.findall(DOCUMENT.read_text()) for token in re.findall(r"`([a-z_.]+)`", row)]
    columns = {token for token in tokens if "." in token}
    for table in set(tokens) - columns:
        model = apps.get_model("tournament", table)
        columns |= {f"{table}.{field.name}" for field in model._meta.concrete_fields if not field.primary_key}
        columns.add(f"{table}, newest row")
    return columns


def noticed_by() -> dict[str, str]:
    """Play everything, then make every change by itself and take it back.

    Returns {table.column, or the change in words: "audit" or "heads" for what noticed it, "" for nothing}. The heads
    are those that the public pages showed before.
    """
    from django.db import Error, connection, transaction

    from tests.everything import everything
    from tests.tampering import defenceless
    from tournament.services.audit import audit_installation

    found = {}
    with transaction.atomic():
        hall = everything()
        kept = _heads(hall)
        assert audit_installation().faults == (), "the installation holds"
        connection.check_constraints()
        with defenceless():
            missing = [fault for fault in audit_installation().faults if fault.where == "database"]
            found["a missing trigger"] = "audit" if missing else ""
            for name, tournament, change in changes(hall):
                with transaction.atomic():
                    try:
                        with transaction.atomic():
                            done = change()
                    except Error:
                        done = False  # a constraint of the database refuses it
                    if done:
                        found[name] = _noticed(tournament, kept if " " in name else [])
                    transaction.set_rollback(True)
            assert not any(_noticed(one, kept) for one in hall.values()), "every change was taken back"
        transaction.set_rollback(True)
    return found


def _heads(hall: dict[str, Any]) -> list[Any]:
    from tournament.selectors.checkpoints import heads_of
    from tournament.services.audit_heads import read_heads

    told = [head for one in (None, *hall.values()) for head in heads_of(one)]
    return read_heads("\n".join(f"{sequence} {digits}" for sequence, digits in told).encode())


def _noticed(tournament: Any, kept: list[Any]) -> str:
    """What notices that something was changed, beside the triggers that are gone."""
    from tournament.models import Tournament
    from tournament.services.audit import audit_installation, audit_tournament
    from tournament.services.audit_heads import head_differences

    there = Tournament.objects.filter(pk=tournament.pk) if tournament else []
    if any(audit_tournament(one, sealed=bool(kept)).faults for one in there):
        return "audit"
    if any(fault.where != "database" for fault in audit_installation().faults):
        return "audit"
    return "heads" if any(head_differences(kept)) else ""


def changes(hall: dict[str, Any]) -> Iterator[tuple[str, Any, Callable[[], object]]]:
    """Every change with its name: acts that need several cells, each single cell, the newest row of each table."""
    from django.apps import apps

    yield from _acts(hall)
    for model in apps.get_app_config("tournament").get_models():
        row = model._base_manager.order_by("pk").last()
        assert row is not None, f"{model._meta.model_name} has no rows"
        table = model._meta.model_name
        for field in model._meta.concrete_fields:
            if not field.primary_key:
                held = _of(row, field)
                yield f"{table}.{field.name}", _tournament(held), partial(_change, held, field)
        yield f"{table}, newest row", _tournament(row), partial(_remove, row)


def _acts(hall: dict[str, Any]) -> Iterator[tuple[str, Any, Callable[[], object]]]:
    from tests import rewriting
    from tournament.models import Correction, Event, Participant, Scoresheet

    finished, running = hall["finished"], hall["running"]
    sheets = Scoresheet.objects.select_related("match__tournament").order_by("pk")

    def exchange_names() -> bool:
        first, second, *_others = running.participants.order_by("start_number")
        Participant.objects.filter(pk=first.pk).update(name_key="")
        for one, other in ((second, first), (first, second)):
            values = {name: getattr(other, name) for name in ("first_name", "last_name", "name_key")}
            Participant.objects.filter(pk=one.pk).update(**values)
        return True

    def another_reason() -> int:
        rows = Correction.objects.filter(game__scoresheet__match__tournament=finished).exclude(salt=None)
        return Correction.objects.filter(pk=rows.last().pk).update(reason="anders", salt=None)

    def another_login() -> bool:
        links = list(Event.objects.filter(tournament=running, scoresheet=None).order_by("sequence"))
        last = [event for event in links if event.kind == "tournament.edited"][-1]
        last.actor_id = next(key for key in Event.objects.values_list("actor", flat=True) if key != last.actor_id)
        rewriting.link_anew(links)
        return True

    def cut_off() -> bool:
        rewriting.cut_off_last_game(sheets.filter(match__tournament=running).last())
        return True

    def rewrite() -> bool:
        of = sheets.filter(match__tournament=finished, match__number=1, table_number=2, state="accepted")
        rewriting.rewrite_accepted(of.get())
        return True

    def remove() -> bool:
        rewriting.remove_tournament(running)
        return True

    yield "two participants' names exchanged", running, exchange_names
    yield "a correction's reason, without its salt", finished, another_reason
    yield "a link in another login's name, all hashes anew", running, another_login
    yield "the last game of an open sheet cut off with its links", running, cut_off
    yield "an accepted sheet rewritten, all hashes anew", finished, rewrite
    yield "a whole tournament removed", running, remove


def _tournament(row: Any) -> Any:
    """The tournament that a row belongs to; None for a row of the installation."""
    for name in ("tournament", "match", "scoresheet", "seat", "game", "draw", "dispute"):
        if hasattr(row, name):
            held = getattr(row, name)
            return held if name == "tournament" else _tournament(held)
    return row if hasattr(row, "ruleset_id") and hasattr(row, "slug") else None


def _of(newest: Any, field: Any) -> Any:
    """The newest row that has something in this column, else the newest."""
    rows = type(newest)._base_manager.order_by("-pk")
    if field.null:
        rows = rows.exclude(**{field.name: None}) or rows
    elif field.get_internal_type() in ("CharField", "TextField"):
        rows = rows.exclude(**{field.name: ""}) or rows
    return rows[0]


def _remove(row: Any) -> bool:
    return bool(type(row)._base_manager.filter(pk=row.pk)._raw_delete(row._state.db))


def _change(row: Any, field: Any) -> bool:
    """Write the first other value that the database takes."""
    from django.db import Error, transaction

    for values in _others(row, field):
        try:
            with transaction.atomic():
                return bool(type(row)._base_manager.filter(pk=row.pk).update(**values))
        except Error:
            continue  # a constraint refuses this value
    return False


def _others(row: Any, field: Any) -> Iterator[dict[str, Any]]:
    """Other values for a cell, with those of the cells that a constraint ties to it."""
    value = getattr(row, field.attname)
    name = field.name
    if name.startswith("points_"):
        other = "points_1" if name != "points_1" else "points_2"
        yield {name: value + 1, other: getattr(row, other) - 1}
    if name in ("points", "plus", "minus") and hasattr(row, "plus"):
        more = {"points": ("points", "plus"), "plus": ("plus", "minus"), "minus": ("plus", "minus")}[name]
        yield {one: getattr(row, one) + 1 for one in more}
    if field.is_relation:
        for other in field.related_model._base_manager.exclude(pk=value).order_by("-pk")[:20]:
            yield {name: other.pk}
    elif field.choices:
        yield from ({name: other} for other, _label in field.flatchoices if other != value)
    else:
        yield from ({name: other} for other in _plausible(value, field))


def _plausible(value: Any, field: Any) -> Iterator[Any]:
    kind = field.get_internal_type()
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value + 1000)
    elif isinstance(value, dt.date):
        yield value + (dt.timedelta(hours=1) if isinstance(value, dt.datetime) else dt.timedelta(days=1))
    elif kind == "JSONField":
        yield _other_json(value)
    elif isinstance(value, (bytes, memoryview)):
        yield bytes(value)[:-1] + b"x"
    elif isinstance(value, str):
        yield from (
            f"{value}x"[-field.max_length :] if field.max_length else f"{value}x",
            f"{'0' if value[:1] != '0' else '1'}{value[1:]}",
        )
    elif value is None:
        yield {"DateTimeField": dt.datetime(2026, 11, 28, tzinfo=dt.UTC), "DateField": dt.date(1990, 1, 1)}.get(
            kind, 1 if "Integer" in kind else "x"
        )


def _other_json(value: Any) -> Any:
    """The same value with one number or text in it changed."""
    if isinstance(value, dict) and value:
        key = next((key for key, part in value.items() if isinstance(part, int | list | dict)), next(iter(value)))
        return value | {key: _other_json(value[key])}
    if isinstance(value, list) and value:
        return [_other_json(value[0]), *value[1:]]
    if isinstance(value, bool) or value is None:
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x" if isinstance(value, str) else ["x"]
