"""Restores of the installation, and what the tables know from before them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournament.models.restores


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0022_guessed_codes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Restore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tournament.models.restores.new_key, max_length=16, unique=True)),
                ("copy", models.CharField(blank=True, max_length=120)),
                ("copied_at", models.DateTimeField()),
                ("restored_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "settled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Recollection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("seen", models.JSONField()),
                ("told_at", models.DateTimeField()),
                (
                    "scoresheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recollections",
                        to="tournament.scoresheet",
                    ),
                ),
                (
                    "restore",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recollections",
                        to="tournament.restore",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="command",
            name="restore",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="commands",
                to="tournament.restore",
            ),
        ),
        migrations.AddConstraint(
            model_name="restore",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at", None), ("settled_by", None)),
                    models.Q(("settled_at__isnull", False), ("settled_by__isnull", False)),
                    _connector="OR",
                ),
                name="settled_restore_says_by_whom",
            ),
        ),
        migrations.AddConstraint(
            model_name="recollection",
            constraint=models.UniqueConstraint(fields=("restore", "scoresheet"), name="one_recollection_a_sheet"),
        ),
    ]
