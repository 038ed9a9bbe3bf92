"""Devices at the tables, requests before play, signatures by finger, second entry, totals without games."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournament.models.devices


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0006_protocols'),
    ]

    operations = [
        migrations.AddField(
            model_name='approval',
            name='oral',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name='command',
            name='base',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='command',
            name='kind',
            field=models.CharField(default='record', max_length=10),
        ),
        migrations.AddField(
            model_name='command',
            name='sequence',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='redeals',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='code',
            field=models.CharField(default=tournament.models.devices.new_code, max_length=4),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='totals',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='wrong_codes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='signature',
            name='strokes',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='double_entry',
            field=models.BooleanField(default=False, verbose_name='double entry'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='wifi_name',
            field=models.CharField(blank=True, max_length=32, verbose_name='Wi-Fi of the hall'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='wifi_password',
            field=models.CharField(blank=True, max_length=63, verbose_name='Wi-Fi password'),
        ),
        migrations.AddField(
            model_name='user',
            name='table_code',
            field=models.CharField(blank=True, max_length=128),
        ),
        migrations.AlterField(
            model_name='approval',
            name='requested_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='game',
            name='source',
            field=models.CharField(choices=[('paper', 'From paper'), ('live', 'Live at the table'), ('totals', 'Totals only')], max_length=6),
        ),
        migrations.AlterField(
            model_name='game',
            name='written_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='scoresheet',
            name='source',
            field=models.CharField(choices=[('paper', 'From paper'), ('live', 'Live at the table'), ('totals', 'Totals only')], default='paper', max_length=6),
        ),
        migrations.AlterField(
            model_name='signature',
            name='confirmed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='signature',
            name='kind',
            field=models.CharField(choices=[('desk', 'Confirmed at the desk'), ('paper', 'Signed on paper'), ('table', 'Signed on the device of the table'), ('phone', 'Signed on their own phone')], max_length=5),
        ),
        migrations.CreateModel(
            name='SecondLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('record', models.JSONField()),
                ('command', models.CharField(max_length=40, unique=True)),
                ('typed_at', models.DateTimeField()),
                ('scoresheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='second_lines', to='tournament.scoresheet')),
                ('typed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='TableDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('state', models.CharField(choices=[('active', 'Active'), ('replaced', 'Replaced'), ('locked', 'Locked')], default='active', max_length=8)),
                ('label', models.CharField(blank=True, max_length=60)),
                ('wrong_codes', models.PositiveSmallIntegerField(default=0)),
                ('enrolled_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('locked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('scoresheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='devices', to='tournament.scoresheet')),
            ],
            options={
                'ordering': ['scoresheet', 'number'],
            },
        ),
        migrations.CreateModel(
            name='SigningLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('content_hash', models.CharField(max_length=64)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signing_links', to='tournament.seat')),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signing_links', to='tournament.tabledevice')),
            ],
            options={
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SignatureRefusal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('content_hash', models.CharField(max_length=64)),
                ('refused_at', models.DateTimeField()),
                ('lapsed_at', models.DateTimeField(blank=True, null=True)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refusals', to='tournament.seat')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refusals', to='tournament.tabledevice')),
            ],
            options={
                'ordering': ['refused_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ApprovalRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('contract', models.CharField(max_length=20)),
                ('suit', models.CharField(blank=True, max_length=1)),
                ('hand', models.JSONField(blank=True, default=list)),
                ('section', models.CharField(max_length=12)),
                ('key', models.CharField(max_length=40, unique=True)),
                ('state', models.CharField(choices=[('requested', 'Requested'), ('granted', 'Granted'), ('refused', 'Refused'), ('withdrawn', 'Withdrawn')], default='requested', max_length=9)),
                ('requested_at', models.DateTimeField()),
                ('at_table', models.BooleanField(default=False)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='request', to='tournament.game')),
                ('scoresheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='tournament.scoresheet')),
                ('supervisor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='tournament.tabledevice')),
            ],
            options={
                'ordering': ['requested_at', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='approval',
            name='device',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='approvals', to='tournament.tabledevice'),
        ),
        migrations.AddField(
            model_name='command',
            name='device',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='commands', to='tournament.tabledevice'),
        ),
        migrations.AddField(
            model_name='game',
            name='device',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournament.tabledevice'),
        ),
        migrations.AddField(
            model_name='signature',
            name='device',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='signatures', to='tournament.tabledevice'),
        ),
        migrations.AddConstraint(
            model_name='command',
            constraint=models.UniqueConstraint(condition=models.Q(('device__isnull', False)), fields=('device', 'sequence'), name='device_sequence_applied_once'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('written_by__isnull', False), ('device__isnull', False), _connector='OR'), name='game_says_who_wrote_it'),
        ),
        migrations.AddConstraint(
            model_name='signature',
            constraint=models.CheckConstraint(condition=models.Q(('confirmed_by__isnull', False), ('device__isnull', False), _connector='OR'), name='signature_says_who_recorded_it'),
        ),
        migrations.AddConstraint(
            model_name='secondline',
            constraint=models.UniqueConstraint(fields=('scoresheet', 'number'), name='second_line_typed_once'),
        ),
        migrations.AddConstraint(
            model_name='secondline',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='second_line_from_1'),
        ),
        migrations.AddConstraint(
            model_name='tabledevice',
            constraint=models.UniqueConstraint(fields=('scoresheet', 'number'), name='device_number_given_once'),
        ),
        migrations.AddConstraint(
            model_name='tabledevice',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'active')), fields=('scoresheet',), name='one_active_device_a_scoresheet'),
        ),
        migrations.AddConstraint(
            model_name='tabledevice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state', 'active')), models.Q(models.Q(('state', 'active'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='ended_device_says_when'),
        ),
        migrations.AddConstraint(
            model_name='tabledevice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'locked'), _negated=True), ('locked_by__isnull', False), _connector='OR'), name='locked_device_says_by_whom'),
        ),
        migrations.AddConstraint(
            model_name='signaturerefusal',
            constraint=models.UniqueConstraint(condition=models.Q(('lapsed_at__isnull', True)), fields=('seat',), name='one_refusal_in_force_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='signaturerefusal',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='refusal_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='approvalrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'requested')), fields=('scoresheet',), name='one_open_request_a_scoresheet'),
        ),
        migrations.AddConstraint(
            model_name='approvalrequest',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['requested', 'withdrawn']), models.Q(('decided_at__isnull', False), ('supervisor__isnull', False)), _connector='OR'), name='decided_request_names_its_supervisor'),
        ),
    ]
