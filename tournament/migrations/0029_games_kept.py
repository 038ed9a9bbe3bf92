"""Once all have signed a sheet, the database refuses to delete a game of it: it is a document (5.3.5)."""

from typing import Any

from django.db import migrations

from tournament.proof.integrity.append_only import create_root_triggers, drop_root_triggers


def renew(apps: Any, schema_editor: Any) -> None:
    """Make the triggers of 0018 again, with the condition that this version adds."""
    drop_root_triggers(schema_editor.connection)
    create_root_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0028_participant_details")]

    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
