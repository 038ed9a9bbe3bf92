"""Cells and rows that somebody with the database changes, adds or removes one at a time: what the audit notices."""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, combinations, islice, product
from pathlib import Path
from typing import Any

from tests.attack.figures import Figure
from tests.installation import ROOT, run_inside
from tests.migrated import lay_installation

# Noticed before names, actors and the installation itself stood in chains.
BEFORE = "186 of 302"
DOCUMENT = ROOT / "docs" / "audit.md"
# An entry of the list of what goes unnoticed: columns, or whole tables.
ROW = re.compile(r"^- (`[a-z_.]+`(?:, `[a-z_.]+`)*): \S", re.M)
HERE = """
from tests.attack.tampered import named, noticed_by
from tournament.proof.seals.keys import make_seal_key, seal_folder
make_seal_key(seal_folder())
print(json.dumps([noticed_by(), sorted(named())]))
"""


def run(folder: Path) -> Iterator[Figure]:
    places, allowed = run_inside(lay_installation(folder), HERE)
    missed = [name for name, how in places.items() if not how]
    outside = [name for name, how in places.items() if how == "copy"]
    value = f"{len(places) - len(missed)} of {len(places)}"
    others = sorted(set(missed) ^ set(allowed))
    goal = f"all but those in docs/audit.md; {BEFORE} before"
    yield Figure(what="changes that were noticed", value=value, goal=goal, holds=not others)
    print(f"    only by a copy from before: {', '.join(outside)}")
    print(f"    unnoticed: {', '.join(missed)}")
    print(f"    otherwise than docs/audit.md says: {', '.join(others) or 'none'}")


def documented_gaps() -> set[str]:
    """The changes that docs/audit.md says go unnoticed."""
    from django.apps import apps

    tokens = [token for row in ROW.findall(DOCUMENT.read_text()) for token in re.findall(r"`([a-z_.]+)`", row)]
    columns = {token for token in tokens if "." in token}
    for table in set(tokens) - columns:
        model = apps.get_model("tournament", table)
        columns |= {f"{table}.{field.name}" for field in model._meta.concrete_fields if not field.primary_key}
        columns |= {f"{table}, newest row", f"{table}, added row"}
    return columns


def noticed_by(sentences: set[str] | None = None, language: str = "en") -> dict[str, str]:
    """Play everything, then make every change by itself and take it back.

    Returns {table.column, or the change in words: "audit" or "copy" for what noticed it, "" for nothing}. The copy is
    one that was made before. `sentences` gets all that the audit says of the changes, in this language, with what it
    says of the seals, which it looks at only on request.
    """
    from django.db import Error, connection, transaction
    from django.utils import translation
    from django.utils.translation import gettext

    from tests.damage.tampering import defenceless
    from tests.worlds.everything import everything
    from tournament.backup.copies.contents import read_contents
    from tournament.backup.services.backups import database_run
    from tournament.proof.services.audit import audit_installation

    noticed: dict[str, str] = {}
    words: set[str] = set() if sentences is None else sentences
    with translation.override(language), transaction.atomic():
        hall = everything()
        copy = read_contents(database_run)
        assert audit_installation().faults == (), "the installation holds"
        connection.check_constraints()
        with defenceless():
            missing = [fault for fault in audit_installation().faults if fault.where == gettext("database")]
            noticed["a missing trigger"] = "audit" if missing else ""
            noticed["a game behind a broken link"] = _behind_broken_link(hall["running"])
            for name, tournament, change in changes(hall):
                with transaction.atomic():
                    try:
                        with transaction.atomic():
                            applied = change()
                    except Error:
                        applied = False  # a constraint of the database refuses it
                    if applied:
                        # An added row may belong to any of them; of others the copy is compared, too.
                        added = name.endswith("added row")
                        of, before = (hall.values(), None) if added else ([tournament], copy if " " in name else None)
                        how = max((_noticed(one, before, words) for one in of), key=["", "copy", "audit"].index)
                        words |= _of_seals(tournament) if sentences is not None else set()
                        noticed[name] = how if noticed.get(name, how) else ""
                    transaction.set_rollback(True)
            assert not any(_noticed(one, copy, set()) for one in hall.values()), "every change was taken back"
            words |= _of_broken_links(hall) if sentences is not None else set()
        transaction.set_rollback(True)
    return noticed


def _is_strange(copy: Any) -> bool:
    """Whether a copy holds what is not here any more, as `manage.py restore COPY --dry-run` says."""
    from tournament.backup.copies.contents import lacking, read_contents
    from tournament.backup.services.backups import database_run
    from tournament.models import Event

    hashes = set(Event.objects.values_list("hash", flat=True))
    return bool(lacking(copy, read_contents(database_run), lambda head: head.hash in hashes).strange)


def _noticed(tournament: Any, copy: Any, sentences: set[str]) -> str:
    """What notices that something was changed, beside the triggers that are gone; `sentences` gets what it says.

    `copy` is what a copy held before, if it is compared.
    """
    from django.utils.translation import gettext

    from tournament.models import Tournament
    from tournament.proof.services.audit import audit_installation, audit_tournament

    there = Tournament.objects.filter(pk=tournament.pk) if tournament else []
    if faults := [fault for one in there for fault in audit_tournament(one, sealed=copy is not None).faults]:
        sentences.update(map(str, faults))
        return "audit"
    faults = list(audit_installation().faults)
    sentences.update(map(str, faults))
    if any(fault.where != gettext("database") for fault in faults):
        return "audit"
    return "copy" if copy is not None and _is_strange(copy) else ""


def _of_seals(tournament: Any) -> set[str]:
    """What the audit says of the seals of a tournament, if it is still there."""
    from tournament.models import Tournament
    from tournament.proof.selectors.original_keys import original_keys
    from tournament.proof.services.audit_documents import seal_differences
    from tournament.proof.services.audit_gaps import up_to_gap

    there = Tournament.objects.filter(pk=tournament.pk) if tournament else []

    def differences() -> Iterator[str]:
        for one in there:
            yield from seal_differences(one, original_keys(one))

    return set(up_to_gap("the seals", differences))


def _of_broken_links(hall: dict[str, Any]) -> set[str]:
    """What the audit says where the first two links of every chain are empty."""
    from django.db import transaction

    from tournament.models import Event
    from tournament.proof.services.audit import audit_installation, audit_tournament

    with transaction.atomic():
        Event.objects.filter(sequence__in=(1, 2)).update(payload="{}")
        audits = [audit_installation(), *(audit_tournament(one, sealed=True) for one in hall.values())]
        transaction.set_rollback(True)
    return {str(fault) for audit in audits for fault in audit.faults}


def changes(hall: dict[str, Any]) -> Iterator[tuple[str, Any, Callable[[], object]]]:
    """Every change with its name: acts that need several cells, each single cell (one with a value, an empty one, and
    one of an imported tournament), the newest row of each table, and one more row in each.
    """
    from django.apps import apps

    yield from _acts(hall)
    for model in apps.get_app_config("tournament").get_models():
        row = model._base_manager.order_by("pk").last()
        assert row is not None, f"{model._meta.model_name} has no rows"
        table = model._meta.model_name
        imported = next(
            (one for one in model._base_manager.order_by("-pk") if _tournament(one) == hall["imported"]), None
        )
        for field in model._meta.concrete_fields:
            if not field.primary_key:
                for changed_row in _of(model, field, imported):
                    yield f"{table}.{field.name}", _tournament(changed_row), partial(_change, changed_row, field)
        yield f"{table}, newest row", _tournament(row), partial(_remove, row)
        yield f"{table}, added row", _tournament(row), partial(_add, row)


def _behind_broken_link(tournament: Any) -> str:
    """Break the first link of a sheet, and change a later game: "audit" if the audit names both."""
    from django.db import transaction
    from django.utils import translation

    from tournament.models import Event, Game
    from tournament.proof.services.audit import audit_tournament

    with translation.override("en"), transaction.atomic():
        game = Game.objects.filter(scoresheet__match__tournament=tournament).order_by("pk").last()
        assert game is not None
        Event.objects.filter(scoresheet=game.scoresheet, sequence=1).update(payload="{}")
        Game.objects.filter(pk=game.pk).update(points_1=game.points_1 + 1, points_2=game.points_2 - 1)
        faults = "\n".join(map(str, audit_tournament(tournament).faults))
        transaction.set_rollback(True)
    both = "link 1 (scoresheet.opened) cannot be replayed" in faults and f"game {game.number}: points is" in faults
    return "audit" if both else ""


def _acts(hall: dict[str, Any]) -> Iterator[tuple[str, Any, Callable[[], object]]]:
    from tests.damage import rewriting
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
    for name in ("tournament", "match", "scoresheet", "box", "door", "seat", "game", "draw", "dispute"):
        if hasattr(row, name):
            value = getattr(row, name)
            return value if name == "tournament" else _tournament(value)
    return row if hasattr(row, "ruleset_id") and hasattr(row, "slug") else None


def _of(model: Any, field: Any, imported: Any) -> Iterator[Any]:
    """The newest row that has something in this column, the newest that has not, and the `imported` one."""
    rows = model._base_manager.order_by("-pk")
    nothing = {f"{field.name}__isnull": True} if field.null else {field.name: ""}
    texts = field.get_internal_type() in ("CharField", "TextField")
    empty = rows.filter(**nothing) if field.null or texts else rows.none()
    full = rows.exclude(pk__in=empty.values("pk")) if empty else rows
    yield from {row.pk: row for row in (full.first(), empty.first(), imported) if row}.values()


def _add(row: Any) -> bool:
    """Add a copy of the row, with the first other values that the database takes beside it."""
    from django.db import Error, transaction

    model = type(row)
    columns = {field.name: field for field in model._meta.concrete_fields if not field.primary_key}
    unique = {name for one in model._meta.constraints for name in getattr(one, "fields", ())}
    alone = [field for name, field in columns.items() if field.unique or name in unique]
    values = {field.attname: getattr(row, field.attname) for field in columns.values()}
    others = [list(islice(_others(row, field), 20)) for field in alone]
    for changed in (
        {},
        *chain(*others),
        *(one | two for first, two_of in combinations(others, 2) for one, two in product(first, two_of)),
    ):
        try:
            with transaction.atomic():
                model(**values | {columns[name].attname: value for name, value in changed.items()}).save_base(
                    raw=True, force_insert=True
                )
                return True
        except Error:
            continue  # a constraint refuses this row
    return False


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
    if kind == "BooleanField":
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
