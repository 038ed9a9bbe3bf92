"""Lots by hand, for draws and ties, and additional tables: a list says where it begins, lots who witnessed them."""

from typing import Any

from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

TIES = ("tournament_tielots",)


def open_ties(apps: Any, schema_editor: Any) -> None:
    """The lots of ties get a column, and the triggers name every column."""
    drop_triggers(schema_editor.connection, TIES)


def close_ties(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, TIES)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0033_correction_undone'),
    ]

    operations = [
        migrations.RunPython(open_ties, close_ties),
        migrations.AddField(
            model_name='closedlist',
            name='first_table',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='tielots',
            name='witnesses',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AlterField(
            model_name='closedlist',
            name='commitment',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name='closedlist',
            name='secret',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name='closedlist',
            name='source',
            field=models.CharField(choices=[('system', 'This computer’s randomness'), ('numbers', 'Three participants name a number each'), ('lottery', 'The digits of a lottery'), ('hand', 'Lots drawn by hand')], default='system', max_length=8),
        ),
        migrations.AlterField(
            model_name='tielots',
            name='seed',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddConstraint(
            model_name='closedlist',
            constraint=models.CheckConstraint(condition=models.Q(('first_table__gte', 1)), name='list_begins_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='closedlist',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('commitment', ''), ('secret', ''), ('source', 'hand')), models.Q(models.Q(('source', 'hand'), _negated=True), models.Q(('commitment', ''), _negated=True)), _connector='OR'), name='lots_by_hand_have_no_secret'),
        ),
        migrations.RunPython(close_ties, open_ties),
    ]
