from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_table_messages")]

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
