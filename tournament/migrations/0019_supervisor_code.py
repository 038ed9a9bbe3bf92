"""The six digits are a supervisor's: a table's code is another thing."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0018_rooted")]

    operations = [migrations.RenameField("user", "table_code", "supervisor_code")]
