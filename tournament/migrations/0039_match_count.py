"""Where the rules leave it open, the organiser says how many matches a tournament has."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0038_prize_giving"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="match_count",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="number of matches"),
        ),
    ]
