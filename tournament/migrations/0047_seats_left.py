"""Seats left: the most players of a tournament, its waiting list, and the match that presence is ticked off for."""

from typing import Any

from django.db import migrations, models

from tournament.proof.integrity.append_only import (
    create_cash_triggers,
    create_retention_triggers,
    create_root_triggers,
    create_triggers,
    drop_cash_triggers,
    drop_retention_triggers,
    drop_root_triggers,
    drop_triggers,
)


def open_tables(apps: Any, schema_editor: Any) -> None:
    """SQLite builds both tables anew, and triggers on them, or that read them, would be in the way."""
    drop_cash_triggers(schema_editor.connection)
    drop_triggers(schema_editor.connection)
    drop_retention_triggers(schema_editor.connection)
    drop_root_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_cash_triggers(schema_editor.connection)
    create_triggers(schema_editor.connection)
    create_retention_triggers(schema_editor.connection)
    create_root_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0046_address_book")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.AddField(
            "tournament",
            "most_players",
            models.PositiveIntegerField(blank=True, null=True, verbose_name="at most so many players"),
        ),
        migrations.AddField("tournament", "presence_match", models.PositiveSmallIntegerField(default=1, editable=False)),
        migrations.AddField("participant", "waiting_since", models.DateTimeField(editable=False, null=True)),
        migrations.AddField("participant", "called_at", models.DateTimeField(editable=False, null=True)),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(most_players=None) | models.Q(most_players__gte=1), name="somebody_may_play"
            ),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(condition=models.Q(presence_match__gte=1), name="presence_is_of_a_match"),
        ),
        migrations.AddConstraint(
            "participant",
            models.CheckConstraint(
                condition=models.Q(waiting_since=None) | models.Q(withdrawn=True, excluded=False, forgotten=False),
                name="waiting_participant_is_withdrawn",
            ),
        ),
        migrations.AddConstraint(
            "participant",
            models.CheckConstraint(
                condition=models.Q(called_at=None) | models.Q(waiting_since__isnull=False),
                name="called_participant_waits",
            ),
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
