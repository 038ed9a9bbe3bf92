"""Calls of tables for a supervisor."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0031_standings_documents'),
    ]

    operations = [
        migrations.CreateModel(
            name='TableCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('called_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournament.tabledevice')),
                ('scoresheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournament.scoresheet')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at', None), ('taken_back_at', None)), fields=('scoresheet',), name='one_open_call_a_table'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('answered_by', None)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='call_says_who_answered'), models.CheckConstraint(condition=models.Q(('answered_at', None), ('taken_back_at', None), _connector='OR'), name='answered_call_is_not_taken_back')],
            },
        ),
    ]
