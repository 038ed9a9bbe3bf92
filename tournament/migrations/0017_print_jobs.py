"""Print jobs: some tables of a match as one file, made beside the server."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0016_retention'),
    ]

    operations = [
        migrations.CreateModel(
            name='PrintJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('names', 'With names, to write on'), ('capitals', 'With names in block letters'), ('filled', 'As they stand now'), ('sealed', 'Sealed, as a zip with an index')], max_length=8)),
                ('printed', models.JSONField()),
                ('language', models.CharField(max_length=5)),
                ('address', models.CharField(blank=True, max_length=200)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('working', 'Being made'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('failed', 'Failed')], default='waiting', max_length=9)),
                ('done', models.PositiveSmallIntegerField(default=0)),
                ('problem', models.CharField(blank=True, max_length=40)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='print_jobs', to='tournament.match')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
    ]
