"""Participants whose name follows later: “%87” stands for it."""

from django.db import migrations, models
from django.db.models.functions import Cast, Concat


class Migration(migrations.Migration):
    dependencies = [("tournament", "0042_own_tariffs")]

    operations = [
        migrations.RemoveConstraint("participant", "participant_has_a_name"),
        migrations.AddConstraint(
            "participant",
            models.CheckConstraint(
                condition=models.Q(forgotten=True)
                | (~models.Q(first_name="") & ~models.Q(last_name=""))
                | models.Q(
                    first_name="",
                    last_name=Concat(models.Value("%"), Cast("start_number", models.CharField())),
                ),
                name="participant_has_a_name",
            ),
        ),
    ]
