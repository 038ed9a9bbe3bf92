"""Substitutes, void sheets, disputes, exclusions and warnings: what 5.1 and 5.2.11 give to the management."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers


def open_tables(apps: Any, schema_editor: Any) -> None:
    """Changes at tables get new kinds; SQLite rebuilds the table for that."""
    drop_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0025_tribunal'),
    ]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.CreateModel(
            name='ConductNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'Warning'), ('exclusion', 'Exclusion'), ('report', 'Report of given points')], max_length=9)),
                ('offence', models.CharField(choices=[('revoke', 'did not follow suit'), ('out-of-turn', 'played or led out of turn'), ('hint', 'gave a hint about the game'), ('tricks', 'looked through the tricks'), ('exposed', 'showed a card on purpose'), ('hand', 'had too many or too few cards'), ('revealed', 'threw the cards down before the decision'), ('marked', 'marked or bent a card'), ('dealing', 'dealt, shuffled or cut wrongly'), ('peeked', 'looked at another hand, or let the own be seen'), ('counted', 'counted aloud'), ('insult', 'was unfair or insulting'), ('protest', 'protested loudly'), ('breach', 'broke the rules on purpose'), ('sheet', 'falsified the sheet'), ('cheating', 'cheated'), ('gift', 'gave points away'), ('other', 'something else')], max_length=16)),
                ('game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('salt', models.CharField(max_length=32, null=True)),
                ('noted_at', models.DateTimeField()),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('cheating', models.BooleanField(default=False)),
                ('late', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('raised', 'Raised'), ('decided', 'Decided'), ('appealed', 'Appealed'), ('final', 'Finally decided'), ('withdrawn', 'Withdrawn')], max_length=9)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='DisputeStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.CharField(choices=[('raised', 'Raised'), ('decided', 'Decided'), ('appealed', 'Appealed'), ('final', 'Finally decided'), ('withdrawn', 'Withdrawn')], max_length=9)),
                ('outcome', models.CharField(blank=True, choices=[('upheld', 'Upheld'), ('rejected', 'Rejected')], max_length=8)),
                ('for_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('salt', models.CharField(max_length=32, null=True)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('salt', models.CharField(max_length=32, null=True)),
                ('appointed_at', models.DateTimeField()),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='tablechange',
            name='changed_seats_have_a_reason',
        ),
        migrations.AddField(
            model_name='participant',
            name='excluded',
            field=models.BooleanField(default=False, verbose_name='excluded'),
        ),
        migrations.AlterField(
            model_name='tablechange',
            name='kind',
            field=models.CharField(choices=[('scorekeeper', 'Scorekeeper'), ('pack', 'Cards'), ('seats', 'Seats'), ('replaced', 'Seat given to somebody else'), ('substitute', 'Substitute'), ('totals', 'Totals'), ('voided', 'Declared void'), ('restored', 'Declared valid again')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.CheckConstraint(condition=models.Q(('excluded', False), ('withdrawn', True), _connector='OR'), name='excluded_participant_is_withdrawn'),
        ),
        migrations.AddConstraint(
            model_name='tablechange',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['seats', 'replaced', 'substitute', 'voided', 'restored']), ('reason', ''), _negated=True), name='changed_seats_have_a_reason'),
        ),
        migrations.AddField(
            model_name='conductnote',
            name='noted_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='conductnote',
            name='participant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conduct_notes', to='tournament.participant'),
        ),
        migrations.AddField(
            model_name='conductnote',
            name='scoresheet',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='conduct_notes', to='tournament.scoresheet'),
        ),
        migrations.AddField(
            model_name='conductnote',
            name='taken_back_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='conductnote',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conduct_notes', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='conductnote',
            name='towards',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_towards', to='tournament.participant'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='scoresheet',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='tournament.scoresheet'),
        ),
        migrations.AddField(
            model_name='disputestep',
            name='device',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='tournament.tabledevice'),
        ),
        migrations.AddField(
            model_name='disputestep',
            name='dispute',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='tournament.dispute'),
        ),
        migrations.AddField(
            model_name='disputestep',
            name='login',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='substitution',
            name='appointed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='substitution',
            name='came',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitute_for', to='tournament.participant'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='left',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutes', to='tournament.participant'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournament.match'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='taken_back_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='substitution',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournament.tournament'),
        ),
        migrations.AddConstraint(
            model_name='conductnote',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'exclusion'), ('taken_back_at', None)), fields=('participant',), name='excluded_once'),
        ),
        migrations.AddConstraint(
            model_name='conductnote',
            constraint=models.CheckConstraint(condition=models.Q(('game', None), ('scoresheet__isnull', False), _connector='OR'), name='game_of_a_note_has_its_sheet'),
        ),
        migrations.AddConstraint(
            model_name='conductnote',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'warning'), models.Q(('reason', ''), _negated=True), _connector='OR'), name='exclusion_and_report_have_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='conductnote',
            constraint=models.CheckConstraint(condition=models.Q(('towards', None), ('kind', 'report'), _connector='OR'), name='only_a_report_names_another'),
        ),
        migrations.AddConstraint(
            model_name='conductnote',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_back_at', None), ('taken_back_by', None)), models.Q(('taken_back_at__isnull', False), ('taken_back_by__isnull', False)), _connector='OR'), name='note_says_who_took_it_back'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('cheating', True), ('late', True), _negated=True), name='cheating_has_no_deadline'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('late', True), ('number', None), _negated=True), name='late_dispute_names_its_game'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(('login__isnull', False), ('device__isnull', False), _connector='OR'), name='disputestep_says_who_acted'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), ('to__in', ['raised', 'appealed', 'final']), _negated=True), name='dispute_step_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(('outcome', ''), ('to', 'final'), _negated=True), name='final_decision_has_an_outcome'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('left',), name='one_substitute_a_participant'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('came',), name='substitute_for_one_participant'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.CheckConstraint(condition=models.Q(('left', models.F('came')), _negated=True), name='nobody_substitutes_themselves'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.CheckConstraint(condition=models.Q(('game__gte', 1)), name='substitute_comes_at_a_game'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='substitution_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_back_at', None), ('taken_back_by', None)), models.Q(('taken_back_at__isnull', False), ('taken_back_by__isnull', False)), _connector='OR'), name='substitution_says_who_took_it_back'),
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
