"""Closed lists, draws that keep their protocol, changes at a table; places for those who cannot walk."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

# The one append-only table that is built anew here; the next migration guards it again.
DRAW = ("tournament_draw",)


def keep_protocols(apps, schema_editor):
    """What stood in columns becomes the protocol as it was published."""
    draws = apps.get_model("tournament", "Draw")
    for draw in draws.objects.select_related("match"):
        draw.protocol = {
            "match": draw.match.number,
            "algorithm": draw.algorithm,
            "entrants": draw.entrants,
            "entrants_hash": draw.entrants_hash,
            "seed": draw.seed,
            "lots": draw.lots,
        }
        draw.save(update_fields=["protocol"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_tariff'),
    ]

    operations = [
        migrations.RunPython(
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, DRAW),
            lambda apps, schema_editor: create_triggers(schema_editor.connection, DRAW),
        ),
        migrations.CreateModel(
            name='ClosedList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('terms', models.JSONField()),
                ('list_hash', models.CharField(max_length=64)),
                ('source', models.CharField(choices=[('system', 'This computer’s randomness'), ('numbers', 'Three participants name a number each'), ('lottery', 'The digits of a lottery')], default='system', max_length=8)),
                ('note', models.CharField(blank=True, max_length=120, verbose_name='which lottery')),
                ('commitment', models.CharField(max_length=64)),
                ('secret', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('closed', 'Closed'), ('reopened', 'Opened again'), ('drawn', 'Drawn')], default='closed', max_length=8)),
                ('closed_at', models.DateTimeField()),
                ('reopened_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['match', 'number'],
            },
        ),
        migrations.CreateModel(
            name='DiscardedDraw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('discarded_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='TableChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('scorekeeper', 'Scorekeeper'), ('pack', 'Cards'), ('seats', 'Seats')], max_length=12)),
                ('after_game', models.PositiveSmallIntegerField()),
                ('told', models.JSONField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['changed_at', 'pk'],
            },
        ),
        migrations.AlterModelOptions(
            name='draw',
            options={'ordering': ['match', 'number']},
        ),
        migrations.RemoveConstraint(
            model_name='scoresheet',
            name='one_scoresheet_a_table',
        ),
        migrations.AddField(
            model_name='draw',
            name='keeps',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='kept_by', to='tournament.draw'),
        ),
        migrations.AddField(
            model_name='draw',
            name='number',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='draw',
            name='protocol',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='participant',
            name='arrived',
            field=models.BooleanField(default=False, verbose_name='present'),
        ),
        migrations.AddField(
            model_name='participant',
            name='fixed_seat',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed seat'),
        ),
        migrations.AddField(
            model_name='participant',
            name='fixed_table',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed table'),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='discarded',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='pack',
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='scorekeeper',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name='draw',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournament.match'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.UniqueConstraint(fields=('tournament', 'fixed_table', 'fixed_seat'), name='fixed_place_given_once'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('fixed_seat__isnull', True), ('fixed_table__isnull', True)), models.Q(('fixed_seat__isnull', False), ('fixed_seat__range', (1, 5)), ('fixed_table__gte', 1), ('fixed_table__isnull', False)), _connector='OR'), name='fixed_place_is_a_table_and_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.UniqueConstraint(condition=models.Q(('discarded', False)), fields=('match', 'table_number'), name='one_scoresheet_a_table'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.UniqueConstraint(condition=models.Q(('discarded', False), models.Q(('pack', ''), _negated=True)), fields=('match', 'pack'), name='one_table_a_pack'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.CheckConstraint(condition=models.Q(('scorekeeper__gte', 1), ('scorekeeper__lte', 5)), name='scorekeeper_is_a_seat'),
        ),
        migrations.AddField(
            model_name='closedlist',
            name='closed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='closedlist',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closed_lists', to='tournament.match'),
        ),
        migrations.AddField(
            model_name='closedlist',
            name='reopened_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='draw',
            name='closed_list',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='draw', to='tournament.closedlist'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='draw_counted_once'),
        ),
        migrations.AddField(
            model_name='discardeddraw',
            name='discarded_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='discardeddraw',
            name='draw',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='discard', to='tournament.draw'),
        ),
        migrations.AddField(
            model_name='tablechange',
            name='changed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tablechange',
            name='scoresheet',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='tournament.scoresheet'),
        ),
        migrations.AddConstraint(
            model_name='closedlist',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='closing_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='closedlist',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'closed')), fields=('match',), name='one_closed_list_a_match'),
        ),
        migrations.AddConstraint(
            model_name='closedlist',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reopened_at__isnull', False), ('reopened_by__isnull', False), ('state', 'reopened')), models.Q(('state', 'reopened'), _negated=True), _connector='OR'), name='reopened_list_names_who'),
        ),
        migrations.AddConstraint(
            model_name='discardeddraw',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='discarded_draw_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='tablechange',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'seats'), ('reason', ''), _negated=True), name='exchanged_seats_have_a_reason'),
        ),
        migrations.RunPython(keep_protocols, migrations.RunPython.noop),
    ]
