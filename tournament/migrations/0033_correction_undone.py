from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0032_table_calls")]

    operations = [
        migrations.AlterField(
            model_name="correction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("corrected", "Corrected"),
                    ("struck", "Struck"),
                    ("restored", "Restored"),
                    ("ruled", "Ruled"),
                    ("unplayed", "Not played"),
                    ("undone", "Correction taken back"),
                ],
                max_length=9,
            ),
        ),
    ]
