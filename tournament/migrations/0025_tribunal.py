"""The tribunal is a role of its own: it decides appeals (5.1.3)."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0024_witnesses"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="tribunal",
            field=models.BooleanField(default=False, verbose_name="tribunal"),
        ),
    ]
