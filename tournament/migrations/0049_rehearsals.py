"""Rehearsals, and removals: the one way in which a rehearsal, or a tournament before its first draw, is deleted."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import (
    create_cash_triggers,
    create_removal_triggers,
    create_retention_triggers,
    create_root_triggers,
    create_triggers,
    drop_cash_triggers,
    drop_removal_triggers,
    drop_retention_triggers,
    drop_root_triggers,
    drop_triggers,
)


def open_tables(apps: Any, schema_editor: Any) -> None:
    """SQLite builds the table of tournaments anew, and triggers on it, or that read it, would be in the way."""
    drop_cash_triggers(schema_editor.connection)
    drop_triggers(schema_editor.connection)
    drop_retention_triggers(schema_editor.connection)
    drop_root_triggers(schema_editor.connection)
    drop_removal_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_cash_triggers(schema_editor.connection)
    create_triggers(schema_editor.connection)
    create_retention_triggers(schema_editor.connection)
    create_root_triggers(schema_editor.connection)
    create_removal_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0048_lot_at_the_door")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.AddField(
            "tournament", "rehearsal", models.BooleanField(default=False, editable=False, verbose_name="rehearsal")
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tournament_key", models.PositiveBigIntegerField(unique=True)),
                ("rehearsal", models.BooleanField()),
                ("address", models.CharField(max_length=64)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("salt", models.CharField(blank=True, max_length=32)),
                (
                    "removed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("removed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(rehearsal=True, reason="", salt="")
                        | models.Q(("rehearsal", False), ~models.Q(reason=""), ~models.Q(salt="")),
                        name="deleted_tournament_has_a_reason",
                    )
                ],
            },
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
