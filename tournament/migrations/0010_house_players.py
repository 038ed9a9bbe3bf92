"""House players are marked, and a tournament says whether they take a place; until now nothing told them apart."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_totals_corrected")]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="house",
            field=models.BooleanField(default=False, verbose_name="house player"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="ranks_house_players",
            field=models.BooleanField(default=False, verbose_name="house players take a place"),
        ),
    ]
