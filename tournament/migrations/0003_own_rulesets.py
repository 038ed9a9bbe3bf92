"""Rulesets of one's own: a row each, and its versions, which are never changed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

TABLES = ("tournament_ownruleset", "tournament_rulesetversion")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_append_only")]

    operations = [
        migrations.CreateModel(
            name="OwnRuleset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("origin", models.CharField(blank=True, max_length=60)),
            ],
        ),
        migrations.CreateModel(
            name="RulesetVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                ("based_on", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.rulesetversion")),
                ("created_by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("ruleset", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="tournament.ownruleset")),
            ],
            options={
                "ordering": ["ruleset", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("ruleset", "number"), name="one_version_a_number"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="versions_count_from_1"),
                    models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="a_version_has_a_text"),
                ],
            },
        ),
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor.connection, TABLES),
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, TABLES),
        ),
    ]
