"""The address book: everybody who ever took part here, and which participant is whom of it."""

import django.db.models.deletion
from django.db import migrations, models

import tournament.models.address_book


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0045_money"),
    ]

    operations = [
        migrations.CreateModel(
            name="KnownPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(blank=True, default="", max_length=30, verbose_name="title")),
                ("first_name", models.CharField(max_length=60, verbose_name="first name")),
                ("last_name", models.CharField(max_length=60, verbose_name="last name")),
                ("club", models.CharField(blank=True, default="", max_length=80, verbose_name="club or town")),
                ("birth_date", models.DateField(blank=True, null=True, verbose_name="date of birth")),
                ("birth_year", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="year of birth")),
                ("phone", models.CharField(blank=True, default="", max_length=40, verbose_name="phone")),
                ("name_key", models.CharField(db_index=True, editable=False, max_length=130)),
                ("last_played", models.DateField(db_index=True, editable=False)),
                ("times", models.PositiveIntegerField(default=1, editable=False)),
                ("stamp", models.PositiveBigIntegerField(default=tournament.models.address_book.new_stamp, editable=False)),
            ],
            options={
                "ordering": ["name_key", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first_name", ""), _negated=True), models.Q(("last_name", ""), _negated=True)
                        ),
                        name="known_person_has_a_name",
                    ),
                    models.CheckConstraint(condition=models.Q(("times__gte", 1)), name="known_person_has_played"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("birth_year", None),
                            models.Q(("birth_date", None), ("birth_year__range", (1800, 2200))),
                            _connector="OR",
                        ),
                        name="known_birth_year_stands_without_a_date",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="participant",
            name="known_person",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="participants",
                to="tournament.knownperson",
            ),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.UniqueConstraint(
                condition=models.Q(("known_person__isnull", False)),
                fields=("tournament", "known_person"),
                name="known_person_listed_once",
            ),
        ),
    ]
