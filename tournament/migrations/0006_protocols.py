"""The columns whose content is the protocol now; the triggers of everything that is only ever added to."""

from django.db import migrations

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

TABLES = ("tournament_draw", "tournament_discardeddraw", "tournament_tablechange")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_draws")]

    operations = [
        migrations.RemoveField(model_name="draw", name="algorithm"),
        migrations.RemoveField(model_name="draw", name="entrants"),
        migrations.RemoveField(model_name="draw", name="entrants_hash"),
        migrations.RemoveField(model_name="draw", name="lots"),
        migrations.RemoveField(model_name="draw", name="seed"),
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor.connection, TABLES),
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, TABLES),
        ),
    ]
