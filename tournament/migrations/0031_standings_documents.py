"""Final standings are sealed documents, kept like those of the sheets."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

DOCUMENT = ["tournament_standingsdocument"]


def close(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, DOCUMENT)


def open_again(apps: Any, schema_editor: Any) -> None:
    drop_triggers(schema_editor.connection, DOCUMENT)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_disputes_followed")]

    operations = [
        migrations.CreateModel(
            name="StandingsDocument",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("content_hash", models.CharField(max_length=64)),
                ("head_hash", models.CharField(max_length=64, unique=True)),
                ("key_fingerprint", models.CharField(max_length=64)),
                ("pdf", models.BinaryField()),
                ("sha256", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="standings_documents",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="versions_of_standings_counted_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="standings_version_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(("key_fingerprint", ""), _negated=True),
                        name="standings_document_is_sealed",
                    ),
                ],
            },
        ),
        migrations.RunPython(close, open_again),
    ]
