"""Lots at the door: what is committed when it opens, and every step until it closes; the steps are append-only."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

ACT = ["tournament_dooract"]


def close(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, ACT)


def open_again(apps: Any, schema_editor: Any) -> None:
    drop_triggers(schema_editor.connection, ACT)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0047_seats_left'),
    ]

    operations = [
        migrations.CreateModel(
            name='DoorLots',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('terms', models.JSONField()),
                ('list_hash', models.CharField(max_length=64)),
                ('commitment', models.CharField(max_length=64)),
                ('secret', models.CharField(blank=True, max_length=64)),
                ('state', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed'), ('cancelled', 'Called off')], default='open', max_length=9)),
                ('opened_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('draw', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='door', to='tournament.draw')),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='door_lots', to='tournament.match')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['match', 'number'],
            },
        ),
        migrations.CreateModel(
            name='DoorAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=5)),
                ('table', models.PositiveSmallIntegerField(default=0)),
                ('seat', models.PositiveSmallIntegerField(default=0)),
                ('acted_at', models.DateTimeField()),
                ('acted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='door_acts', to='tournament.participant')),
                ('door', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='tournament.doorlots')),
            ],
            options={
                'ordering': ['door_id', 'order'],
            },
        ),
        migrations.AddConstraint(
            model_name='doorlots',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='door_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='doorlots',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('match',), name='one_open_door_a_match'),
        ),
        migrations.AddConstraint(
            model_name='doorlots',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('ended_by', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('ended_at__isnull', False), ('ended_by__isnull', False)), _connector='OR'), name='ended_door_names_who'),
        ),
        migrations.AddConstraint(
            model_name='doorlots',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('draw__isnull', False), ('state', 'closed')), models.Q(models.Q(('state', 'closed'), _negated=True), ('draw', None)), _connector='OR'), name='closed_door_has_its_draw'),
        ),
        migrations.AddConstraint(
            model_name='dooract',
            constraint=models.UniqueConstraint(fields=('door', 'order'), name='door_act_ordered_once'),
        ),
        migrations.AddConstraint(
            model_name='dooract',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['last', 'more']), ('participant', None), ('seat', 0), ('table', 0)), models.Q(('kind__in', ['lot', 'kept', 'back', 'again']), ('participant__isnull', False), ('seat__gte', 1), ('table__gte', 1)), _connector='OR'), name='door_act_has_its_place'),
        ),
        migrations.RunPython(close, open_again),
    ]
