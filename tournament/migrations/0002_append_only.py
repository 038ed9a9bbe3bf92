"""The triggers that refuse to change what was logged, drawn, corrected or issued."""

from django.db import migrations

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

TABLES = ("tournament_event", "tournament_draw", "tournament_tielots", "tournament_document", "tournament_correction")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor.connection, TABLES),
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, TABLES),
        )
    ]
