"""Start cards, and on rows that name who acted: the start number of a player's own page."""

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

ACTED = ("approval", "approvalrequest", "disputestep", "game", "signature", "signaturerefusal")


def open_tables(apps: Any, schema_editor: Any) -> None:
    """SQLite builds these tables anew, and triggers on them, or that read them, would be in the way."""
    drop_triggers(schema_editor.connection)
    drop_retention_triggers(schema_editor.connection)
    drop_root_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection)
    create_retention_triggers(schema_editor.connection)
    create_root_triggers(schema_editor.connection)


def acted_by_card(model: str) -> list[Any]:
    """Add the number of a card to the ways of saying who acted."""
    name = f"{model}_says_who_acted"
    condition = (
        models.Q(login__isnull=False) | models.Q(device__isnull=False) | models.Q(card__isnull=False)
    )
    return [
        migrations.RemoveConstraint(model, name),
        migrations.AddField(model, "card", models.PositiveIntegerField(null=True, blank=True)),
        migrations.AddConstraint(model, models.CheckConstraint(condition=condition, name=name)),
    ]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0043_nameless_participants")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        *(operation for model in ACTED for operation in acted_by_card(model)),
        migrations.CreateModel(
            name="StartCard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("salt", models.CharField(max_length=32)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("locked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "locked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="start_cards",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["tournament", "number"],
                        condition=models.Q(locked_at=None),
                        name="one_card_in_force_a_number",
                    ),
                    models.CheckConstraint(condition=models.Q(number__gte=1), name="card_numbers_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(locked_at=None, locked_by=None)
                        | models.Q(locked_at__isnull=False, locked_by__isnull=False),
                        name="locked_card_says_by_whom",
                    ),
                ],
            },
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
