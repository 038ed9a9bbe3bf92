"""Fees: their kinds, cash boxes, their entries and closing counts; triggers that keep what was taken."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import (
    create_cash_triggers,
    create_triggers,
    drop_cash_triggers,
    drop_triggers,
)

TABLES = ("tournament_cashbox", "tournament_cashentry", "tournament_cashcount")


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, TABLES)
    create_cash_triggers(schema_editor.connection)


def open_tables(apps: Any, schema_editor: Any) -> None:
    drop_triggers(schema_editor.connection, TABLES)
    drop_cash_triggers(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0044_start_cards'),
    ]

    operations = [
        migrations.AlterField(
            model_name='participant',
            name='paid',
            field=models.BooleanField(default=False, verbose_name='paid in advance'),
        ),
        migrations.CreateModel(
            name='CashBox',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='cash box')),
                ('float_cents', models.PositiveIntegerField(verbose_name='lies in it already')),
                ('opened_at', models.DateTimeField()),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cash_boxes', to='tournament.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='CashCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pieces', models.JSONField()),
                ('counted_cents', models.PositiveIntegerField()),
                ('expected_cents', models.IntegerField()),
                ('remark', models.CharField(blank=True, max_length=200)),
                ('witness', models.CharField(max_length=60)),
                ('salt', models.CharField(editable=False, max_length=32, null=True)),
                ('counted_at', models.DateTimeField()),
                ('reopened_at', models.DateTimeField(blank=True, null=True)),
                ('reopened_reason', models.CharField(blank=True, max_length=200)),
                ('box', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='tournament.cashbox')),
                ('counted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reopened_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='FeeKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=40, verbose_name='fee')),
                ('cents', models.PositiveIntegerField(verbose_name='sum')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fee_kinds', to='tournament.tournament')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='CashEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveSmallIntegerField()),
                ('cents', models.IntegerField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('salt', models.CharField(editable=False, max_length=32, null=True)),
                ('taken_at', models.DateTimeField()),
                ('box', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournament.cashbox')),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cash_entries', to='tournament.participant')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='tournament.cashentry')),
                ('taken_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('fee_kind', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournament.feekind')),
            ],
            options={
                'verbose_name_plural': 'cash entries',
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='participant',
            name='fee_kind',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='participants', to='tournament.feekind'),
        ),
        migrations.AddConstraint(
            model_name='cashbox',
            constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='cash_box_named_once'),
        ),
        migrations.AddConstraint(
            model_name='cashbox',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='cash_box_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='cashbox',
            constraint=models.CheckConstraint(condition=models.Q(('float_cents__range', (0, 1000000))), name='cash_box_opens_with_up_to_10000_euros'),
        ),
        migrations.AddConstraint(
            model_name='cashcount',
            constraint=models.UniqueConstraint(condition=models.Q(('reopened_at', None)), fields=('box',), name='cash_box_is_closed_once'),
        ),
        migrations.AddConstraint(
            model_name='cashcount',
            constraint=models.CheckConstraint(condition=models.Q(('witness', ''), _negated=True), name='cash_is_counted_by_two'),
        ),
        migrations.AddConstraint(
            model_name='cashcount',
            constraint=models.CheckConstraint(condition=models.Q(('counted_cents', models.F('expected_cents')), models.Q(('remark', ''), _negated=True), _connector='OR'), name='difference_of_a_box_has_a_remark'),
        ),
        migrations.AddConstraint(
            model_name='cashcount',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reopened_at', None), ('reopened_by', None), ('reopened_reason', '')), models.Q(('reopened_at__isnull', False), ('reopened_by__isnull', False), models.Q(('reopened_reason', ''), _negated=True)), _connector='OR'), name='box_opened_again_says_by_whom_and_why'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.UniqueConstraint(fields=('tournament', 'position'), name='fee_position_given_once'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='fee_named_once'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.CheckConstraint(condition=models.Q(('position__range', (1, 4))), name='at_most_four_fees'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.CheckConstraint(condition=models.Q(('cents__range', (0, 100000))), name='fee_up_to_1000_euros'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='fee_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='cashentry',
            constraint=models.UniqueConstraint(fields=('participant', 'fee_kind', 'turn'), name='fee_taken_once'),
        ),
        migrations.AddConstraint(
            model_name='cashentry',
            constraint=models.CheckConstraint(condition=models.Q(('turn__gte', 1)), name='turns_of_a_fee_count_from_1'),
        ),
        migrations.AddConstraint(
            model_name='cashentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cents__range', (1, 100000)), ('reason', ''), ('reverses', None)), models.Q(('cents__range', (-100000, -1)), ('reverses__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='cash_is_taken_or_reversed_with_a_reason'),
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
