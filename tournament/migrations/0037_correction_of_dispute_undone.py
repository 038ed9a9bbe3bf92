"""A correction that followed a dispute up can be undone: then the dispute waits again."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0036_place_rules'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='disputestep',
            name='dispute_step_has_a_reason',
        ),
        migrations.AlterField(
            model_name='disputestep',
            name='follow_up',
            field=models.CharField(blank=True, choices=[('corrected', 'Corrected'), ('declined', 'Nothing to correct'), ('undone', 'The correction is undone')], max_length=9),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('to__in', ['raised', 'appealed', 'final']), _negated=True), ('follow_up__in', ['corrected', 'undone']), _connector='OR'), name='dispute_step_has_a_reason'),
        ),
    ]
