"""Every sheet that stood there before gets a code of its own: the new column gave all of them the same one."""

from typing import Any

from django.db import migrations

from tournament.models.devices import new_code


def give_codes(apps: Any, schema_editor: Any) -> None:
    """A code for each sheet, those of discarded draws too."""
    scoresheets = apps.get_model("tournament", "Scoresheet")._base_manager
    for pk in scoresheets.values_list("pk", flat=True):
        scoresheets.filter(pk=pk).update(code=new_code())


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_table_devices")]

    operations = [migrations.RunPython(give_codes, migrations.RunPython.noop)]
