"""What a purge finds its rows by stays where it is: nothing is deleted before its time by being moved to another list."""

from typing import Any

from django.db import migrations

from tournament.proof.integrity.append_only import create_root_triggers, drop_root_triggers


def create(apps: Any, schema_editor: Any) -> None:
    create_root_triggers(schema_editor.connection)


def drop(apps: Any, schema_editor: Any) -> None:
    drop_root_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_print_jobs")]

    operations = [migrations.RunPython(create, drop)]
