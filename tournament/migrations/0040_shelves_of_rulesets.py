"""Rules of one's own can be hidden from new tournaments, or deleted."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0039_match_count")]

    operations = [
        migrations.CreateModel(
            name="ShelvedRuleset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "ruleset",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shelved",
                        to="tournament.ownruleset",
                    ),
                ),
                (
                    "shelf",
                    models.CharField(
                        choices=[("offered", "Offered"), ("hidden", "Hidden"), ("deleted", "Deleted")], max_length=7
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("shelf", "offered"), _negated=True),
                        name="an_offered_ruleset_is_not_shelved",
                    )
                ],
            },
        ),
    ]
