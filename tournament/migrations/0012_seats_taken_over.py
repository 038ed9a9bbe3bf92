"""Somebody else takes the seat of who did not come: one more choice, told with its reason as exchanged seats are."""

from typing import Any

from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

TABLES = ["tournament_tablechange"]


def open_table(apps: Any, schema_editor: Any) -> None:
    drop_triggers(schema_editor.connection, TABLES)


def close_table(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_paper_lines")]

    operations = [
        # SQLite builds the table anew for a constraint, and its triggers would be lost without a word.
        migrations.RunPython(open_table, close_table),
        migrations.RemoveConstraint(model_name="tablechange", name="exchanged_seats_have_a_reason"),
        migrations.AlterField(
            model_name="tablechange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("scorekeeper", "Scorekeeper"),
                    ("pack", "Cards"),
                    ("seats", "Seats"),
                    ("replaced", "Seat given to somebody else"),
                    ("totals", "Totals"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="tablechange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["seats", "replaced"]), ("reason", ""), _negated=True),
                name="changed_seats_have_a_reason",
            ),
        ),
        migrations.RunPython(close_table, open_table),
    ]
