"""Tournaments that came from another installation, and by which keys its log names their rows."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

IMPORTED = ["tournament_importedtournament"]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_sealed_documents")]

    operations = [
        migrations.CreateModel(
            name="ImportedTournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ids", models.JSONField()),
                ("archive_sha256", models.CharField(max_length=64)),
                ("key_fingerprint", models.CharField(max_length=64)),
                ("imported_at", models.DateTimeField()),
                (
                    "imported_by",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "tournament",
                    models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="imported", to="tournament.tournament"),
                ),
            ],
        ),
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor.connection, IMPORTED),
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, IMPORTED),
        ),
    ]
