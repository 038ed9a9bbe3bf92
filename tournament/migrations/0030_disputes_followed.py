"""Upheld disputes wait until they are followed up; a refusal to sign can be overruled by a final decision."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def note_what_waits(apps, schema_editor):
    """Open disputes wait, and so do upheld ones: no older log says that one was followed up."""
    steps = apps.get_model("tournament", "DisputeStep").objects
    disputes = apps.get_model("tournament", "Dispute").objects
    outcomes = dict(steps.exclude(outcome="").order_by("pk").values_list("dispute", "outcome"))
    upheld = [dispute for dispute, outcome in outcomes.items() if outcome == "upheld"]
    disputes.filter(models.Q(state__in=["raised", "appealed"]) | models.Q(pk__in=upheld)).update(waits=True)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0029_games_kept'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='disputestep',
            name='dispute_step_has_a_reason',
        ),
        migrations.RemoveConstraint(
            model_name='disputestep',
            name='final_decision_has_an_outcome',
        ),
        migrations.AddField(
            model_name='dispute',
            name='waits',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='disputestep',
            name='follow_up',
            field=models.CharField(blank=True, choices=[('corrected', 'Corrected'), ('declined', 'Nothing to correct')], max_length=9),
        ),
        migrations.AddField(
            model_name='signaturerefusal',
            name='dispute',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='signaturerefusal',
            name='overruled_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='signaturerefusal',
            name='overruled_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('to__in', ['raised', 'appealed', 'final']), _negated=True), ('follow_up', 'corrected'), _connector='OR'), name='dispute_step_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', ''), ('to', 'final'), _negated=True), models.Q(('follow_up', ''), _negated=True), _connector='OR'), name='final_decision_has_an_outcome'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(('follow_up', ''), models.Q(('for_seat', None), ('outcome', '')), _connector='OR'), name='follow_up_decides_nothing'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(('follow_up', 'declined'), ('reason', ''), _negated=True), name='declined_follow_up_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='signaturerefusal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('dispute', None), ('overruled_at', None), ('overruled_by', None)), models.Q(('dispute__isnull', False), ('overruled_at__isnull', False), ('overruled_by__isnull', False)), _connector='OR'), name='overruled_refusal_says_by_whom'),
        ),
        migrations.RunPython(note_what_waits, migrations.RunPython.noop),
    ]
