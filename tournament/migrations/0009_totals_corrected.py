"""Corrected totals are told like the other changes at a table. Nothing changes in the database: one more choice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_table_codes")]

    operations = [
        migrations.AlterField(
            model_name="tablechange",
            name="kind",
            field=models.CharField(
                choices=[("scorekeeper", "Scorekeeper"), ("pack", "Cards"), ("seats", "Seats"), ("totals", "Totals")],
                max_length=12,
            ),
        ),
    ]
