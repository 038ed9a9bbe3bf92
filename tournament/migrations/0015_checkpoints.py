"""Checkpoints: the log of a match as it was when the match ended, signed."""

import django.db.models.deletion
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

TABLES = ["tournament_checkpoint"]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_imported_tournaments")]

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("heads", models.JSONField()),
                ("events", models.PositiveIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("text", models.CharField(max_length=250)),
                ("key_fingerprint", models.CharField(max_length=64)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="checkpoints", to="tournament.match"
                    ),
                ),
            ],
            options={"ordering": ["match", "number"]},
        ),
        migrations.AddConstraint(
            "checkpoint", models.UniqueConstraint(fields=("match", "number"), name="checkpoint_counted_once")
        ),
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor.connection, TABLES),
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, TABLES),
        ),
    ]
