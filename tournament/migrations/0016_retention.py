"""How long a tournament is kept, who asked to be forgotten, and the one way around append-only: a purge in its time."""

import calendar
import datetime as dt
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import (
    create_retention_triggers,
    create_triggers,
    drop_retention_triggers,
    drop_triggers,
)

STRICT = [
    "tournament_document", "tournament_correction", "tournament_discardeddraw", "tournament_tablechange",
]  # fmt: skip
NEW = ["tournament_signature", "tournament_purge"]


def six_months_after(day: dt.date) -> dt.date:
    year, month = day.year + (day.month + 5) // 12, (day.month + 5) % 12 + 1
    return dt.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def keep_what_is_finished(apps: Any, schema_editor: Any) -> None:
    """From the last day of play or of an acceptance on."""
    rows = apps.get_model("tournament", "Tournament").objects.filter(state__in=["finished", "archived"])
    for row in rows.annotate(accepted=models.Max("matches__scoresheets__accepted_at")):
        last = max(row.day, row.accepted.date() + dt.timedelta(days=1)) if row.accepted else row.day
        row.keep_until = six_months_after(last)
        row.save(update_fields=["keep_until"])


def loosen(apps: Any, schema_editor: Any) -> None:
    drop_triggers(schema_editor.connection, STRICT)
    create_triggers(schema_editor.connection, [*STRICT, *NEW])
    create_retention_triggers(schema_editor.connection)


def tighten(apps: Any, schema_editor: Any) -> None:
    drop_retention_triggers(schema_editor.connection)
    drop_triggers(schema_editor.connection, [*STRICT, *NEW])


def strict(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, STRICT)


class Migration(migrations.Migration):
    # PostgreSQL alters no table whose rows the same transaction has just changed.
    atomic = False
    dependencies = [("tournament", "0015_checkpoints")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, strict),
        migrations.AddField("tournament", "keep_until", models.DateField(blank=True, null=True, verbose_name="kept until")),
        migrations.AddField("tournament", "forgotten_words", models.JSONField(blank=True, default=dict, editable=False)),
        migrations.AlterField(
            "tournament",
            "state",
            models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("registration", "Registration"),
                    ("running", "Running"),
                    ("finished", "Finished"),
                    ("archived", "Archived"),
                    ("purged", "Personal data deleted"),
                ],
                default="draft",
                max_length=12,
            ),
        ),
        migrations.AddField("participant", "forgotten", models.BooleanField(default=False, verbose_name="forgotten")),
        migrations.RemoveConstraint("participant", "participant_has_a_name"),
        migrations.AddConstraint(
            "participant",
            models.CheckConstraint(
                condition=models.Q(forgotten=True) | (~models.Q(first_name="") & ~models.Q(last_name="")),
                name="participant_has_a_name",
            ),
        ),
        migrations.AddConstraint(
            "participant",
            models.CheckConstraint(
                condition=models.Q(forgotten=False)
                | models.Q(first_name="", club="", birth_date=None, last_name__startswith="#"),
                name="forgotten_participant_has_no_name",
            ),
        ),
        migrations.CreateModel(
            name="Purge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("purged_at", models.DateTimeField()),
                (
                    "purged_by",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "tournament",
                    models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="purge", to="tournament.tournament"),
                ),
            ],
        ),
        migrations.RunPython(keep_what_is_finished, migrations.RunPython.noop),
        migrations.RunPython(loosen, tighten),
    ]
