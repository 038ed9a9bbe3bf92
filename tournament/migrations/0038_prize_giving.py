"""What the hall may know of the results, prizes, the prize-giving, screens in the hall and challenge cups."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0037_correction_of_dispute_undone'),
    ]

    operations = [
        migrations.CreateModel(
            name='Ceremony',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('winners_only', models.BooleanField(default=False, verbose_name='only who gets a prize')),
                ('first_place_shown', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='from which place')),
                ('script', models.JSONField(blank=True, default=dict)),
                ('ranking_hash', models.CharField(blank=True, max_length=64)),
                ('step', models.PositiveSmallIntegerField(default=0)),
                ('shown', models.JSONField(blank=True, default=list)),
                ('paused', models.BooleanField(default=False)),
                ('begun_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'ceremonies',
            },
        ),
        migrations.CreateModel(
            name='Cup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, unique=True, verbose_name='cup')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='CupWinner',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField(verbose_name='year')),
                ('name', models.CharField(max_length=140, verbose_name='winner')),
                ('salt', models.CharField(editable=False, max_length=32, null=True)),
                ('entered_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['-year', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='FrozenRanking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.JSONField()),
                ('frozen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('data', models.BinaryField()),
                ('content_type', models.CharField(max_length=10)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('added_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('words', models.CharField(max_length=120, verbose_name='prize')),
                ('donor', models.CharField(blank=True, max_length=80, verbose_name='donor')),
                ('cents', models.PositiveIntegerField(blank=True, null=True, verbose_name='money')),
                ('value_cents', models.PositiveIntegerField(blank=True, null=True, verbose_name='value')),
                ('criterion', models.CharField(choices=[('place', 'Places'), ('woman', 'Best woman'), ('youth', 'Best youth'), ('oldest', 'Oldest'), ('club', 'Best of a club'), ('newcomer', 'Best newcomer'), ('sies', 'Most Sies'), ('touts', 'Most Touts won'), ('solos', 'Most Solos won'), ('sheet', 'Highest single sheet'), ('minus', 'Most minus points'), ('match', 'Best of a match'), ('table', 'Table winners'), ('raffle', 'Raffle among all who are present'), ('choice', 'To be chosen, in order of the places')], max_length=8, verbose_name='who gets it')),
                ('argument', models.CharField(blank=True, max_length=120)),
                ('count', models.PositiveSmallIntegerField(default=1, verbose_name='how many')),
                ('shown', models.CharField(choices=[('line', 'as a line'), ('highlight', 'highlighted'), ('screen', 'on a screen of its own'), ('list', 'as part of a list'), ('not', 'not at all')], default='line', max_length=9, verbose_name='in the prize-giving')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='PrizeAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('chosen', 'Chosen'), ('later', 'Comes later'), ('absent', 'Not here'), ('waived', 'Waived'), ('given', 'Given')], max_length=6)),
                ('cents', models.PositiveIntegerField(blank=True, null=True)),
                ('acted_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PrizeGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='group')),
                ('per_head', models.CharField(choices=[('several', 'several'), ('one', 'one of this group'), ('overall', 'one of all such groups')], default='several', max_length=7, verbose_name='prizes a head')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PublicLot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entrants', models.JSONField()),
                ('kept', models.JSONField(blank=True, default=list)),
                ('prize_number', models.PositiveSmallIntegerField()),
                ('commitment', models.CharField(max_length=64)),
                ('secret', models.CharField(max_length=64)),
                ('numbers', models.JSONField(blank=True, default=list)),
                ('order', models.JSONField(blank=True, default=list)),
                ('closed_at', models.DateTimeField()),
                ('drawn_at', models.DateTimeField(blank=True, null=True)),
                ('given_up_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('scenes', models.JSONField(blank=True, default=list)),
                ('seconds', models.PositiveSmallIntegerField(default=20, verbose_name='seconds for each')),
                ('message', models.CharField(blank=True, max_length=160, verbose_name='message')),
                ('message_until', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('named_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='participant',
            name='forgotten_participant_has_no_name',
        ),
        migrations.AddField(
            model_name='participant',
            name='newcomer',
            field=models.BooleanField(blank=True, null=True, verbose_name='here for the first time'),
        ),
        migrations.AddField(
            model_name='participant',
            name='shown_name',
            field=models.CharField(blank=True, choices=[('name', 'by name'), ('number', 'by start number only'), ('hidden', 'not at all')], default='', max_length=6, verbose_name='name in public'),
        ),
        migrations.AddField(
            model_name='participant',
            name='woman',
            field=models.BooleanField(blank=True, null=True, verbose_name='woman'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='hall_names',
            field=models.CharField(choices=[('name', 'by name'), ('number', 'by start number only'), ('hidden', 'not at all')], default='name', max_length=6, verbose_name='names in the hall'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='hall_version',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='release',
            field=models.CharField(choices=[('open', 'Open'), ('frozen', 'Frozen'), ('revealing', 'Being announced'), ('published', 'Published')], default='open', max_length=9),
        ),
        migrations.AddField(
            model_name='tournament',
            name='sharing',
            field=models.CharField(choices=[('same', 'each the same'), ('divided', 'the sum of their places, divided'), ('lot', 'the lot decides')], default='divided', max_length=7, verbose_name='what equal places get'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='web_names',
            field=models.CharField(choices=[('name', 'by name'), ('number', 'by start number only'), ('hidden', 'not at all')], default='number', max_length=6, verbose_name='names on the web'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.CheckConstraint(condition=models.Q(('forgotten', False), models.Q(('birth_date', None), ('birth_year', None), ('club', ''), ('first_name', ''), ('last_name__startswith', '#'), ('newcomer', None), ('paid', False), ('phone', ''), ('remark', ''), ('title', ''), ('woman', None)), _connector='OR'), name='forgotten_participant_has_no_name'),
        ),
        migrations.AddField(
            model_name='ceremony',
            name='begun_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ceremony',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='ceremony', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='cupwinner',
            name='cup',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='winners', to='tournament.cup'),
        ),
        migrations.AddField(
            model_name='cupwinner',
            name='entered_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='cupwinner',
            name='participant',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cups_won', to='tournament.participant'),
        ),
        migrations.AddField(
            model_name='frozenranking',
            name='frozen_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='frozenranking',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='frozen_ranking', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='picture',
            name='added_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='picture',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pictures', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='prize',
            name='picture',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournament.picture'),
        ),
        migrations.AddField(
            model_name='prize',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='prizeact',
            name='acted_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='prizeact',
            name='participant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prize_acts', to='tournament.participant'),
        ),
        migrations.AddField(
            model_name='prizeact',
            name='prize',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='tournament.prize'),
        ),
        migrations.AddField(
            model_name='prizeact',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prize_acts', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='prizeact',
            name='undone_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='prizegroup',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prize_groups', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='prize',
            name='group',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournament.prizegroup'),
        ),
        migrations.AddField(
            model_name='publiclot',
            name='closed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='publiclot',
            name='drawn_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='publiclot',
            name='prize',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lots', to='tournament.prize'),
        ),
        migrations.AddField(
            model_name='publiclot',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='public_lots', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='screen',
            name='named_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='screen',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='screens', to='tournament.tournament'),
        ),
        migrations.AddConstraint(
            model_name='cupwinner',
            constraint=models.UniqueConstraint(fields=('cup', 'year'), name='cup_won_once_a_year'),
        ),
        migrations.AddConstraint(
            model_name='picture',
            constraint=models.UniqueConstraint(fields=('tournament', 'sha256'), name='picture_held_once'),
        ),
        migrations.AddConstraint(
            model_name='picture',
            constraint=models.CheckConstraint(condition=models.Q(('content_type__in', ['image/jpeg', 'image/png'])), name='picture_is_jpeg_or_png'),
        ),
        migrations.AddConstraint(
            model_name='prizeact',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'chosen'), ('undone_at', None)), fields=('prize',), name='prize_chosen_once'),
        ),
        migrations.AddConstraint(
            model_name='prizeact',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'chosen'), ('undone_at', None)), fields=('participant',), name='participant_chooses_once'),
        ),
        migrations.AddConstraint(
            model_name='prizeact',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'given'), ('undone_at', None)), fields=('participant', 'prize'), name='prize_given_once'),
        ),
        migrations.AddConstraint(
            model_name='prizeact',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'waived'), ('undone_at', None)), fields=('participant', 'prize'), name='prize_waived_once'),
        ),
        migrations.AddConstraint(
            model_name='prizeact',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['chosen', 'waived', 'given']), ('prize__isnull', False)), models.Q(('kind__in', ['later', 'absent']), ('prize', None)), _connector='OR'), name='prize_act_names_its_prize'),
        ),
        migrations.AddConstraint(
            model_name='prizeact',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('undone_at', None), ('undone_by', None)), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False)), _connector='OR'), name='prize_act_says_who_undid_it'),
        ),
        migrations.AddConstraint(
            model_name='prizegroup',
            constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='prize_group_named_once'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='prize_number_given_once'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('number__range', (1, 999))), name='prize_number_from_1_to_999'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('count__range', (1, 500))), name='prize_for_1_to_500'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('words', ''), _negated=True), name='prize_has_words'),
        ),
        migrations.AddConstraint(
            model_name='publiclot',
            constraint=models.UniqueConstraint(condition=models.Q(('drawn_at', None), ('given_up_at', None), ('prize__isnull', False)), fields=('tournament', 'prize'), name='one_open_list_for_a_prize'),
        ),
        migrations.AddConstraint(
            model_name='publiclot',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('prize', None), ('prize_number', 0)), models.Q(('prize__isnull', False), ('prize_number__range', (1, 999))), _connector='OR'), name='lot_keeps_the_number_of_its_prize'),
        ),
        migrations.AddConstraint(
            model_name='publiclot',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('drawn_at', None), ('drawn_by', None), ('order', [])), models.Q(('drawn_at__isnull', False), ('drawn_by__isnull', False), models.Q(('order', []), _negated=True)), _connector='OR'), name='drawn_lot_has_its_order'),
        ),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.UniqueConstraint(fields=('name',), name='screen_named_once'),
        ),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.CheckConstraint(condition=models.Q(('seconds__range', (5, 600))), name='scene_for_5_to_600_seconds'),
        ),
    ]
