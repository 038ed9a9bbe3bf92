"""The tariff of a tournament whose tables also play for money (5.2.8)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_own_rulesets")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="tariff_id",
            field=models.CharField(blank=True, max_length=40, verbose_name="tariff"),
        ),
    ]
