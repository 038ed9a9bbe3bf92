"""Tariffs of one's own: a row each, its versions, which are never changed, and its shelf; a tournament keeps a copy."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import (
    create_retention_triggers,
    create_root_triggers,
    create_triggers,
    drop_retention_triggers,
    drop_root_triggers,
    drop_triggers,
)


def open_tables(apps: Any, schema_editor: Any) -> None:
    """SQLite builds the table of tournaments anew, and triggers on it, or that read it, would be in the way."""
    drop_triggers(schema_editor.connection)
    drop_retention_triggers(schema_editor.connection)
    drop_root_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection)
    create_retention_triggers(schema_editor.connection)
    create_root_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0041_points_without_a_sum")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.AddField("tournament", "tariff_text", models.TextField(blank=True, default="")),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(tariff_text="") | ~models.Q(tariff_id=""), name="text_of_a_tariff_has_a_name"
            ),
        ),
        migrations.CreateModel(
            name="OwnTariff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=30, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="TariffVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "tariff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="tournament.owntariff"
                    ),
                ),
            ],
            options={
                "ordering": ["tariff", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=["tariff", "number"], name="one_version_of_a_tariff_a_number"),
                    models.CheckConstraint(
                        condition=models.Q(number__gte=1), name="versions_of_a_tariff_count_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(text="", _negated=True), name="a_version_of_a_tariff_has_a_text"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ShelvedTariff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tariff",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="shelved", to="tournament.owntariff"
                    ),
                ),
                (
                    "shelf",
                    models.CharField(
                        choices=[("offered", "Offered"), ("hidden", "Hidden"), ("deleted", "Deleted")], max_length=7
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("shelf", "offered"), _negated=True),
                        name="an_offered_tariff_is_not_shelved",
                    )
                ],
            },
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
