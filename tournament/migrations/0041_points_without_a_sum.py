"""A game's points sum to 0, or none is negative: some rules write the winners' points alone."""

from typing import Any

from django.db import migrations, models

from tournament.proof.integrity.append_only import create_root_triggers, drop_root_triggers


def open_tables(apps: Any, schema_editor: Any) -> None:
    """SQLite builds the table of games anew, and its triggers would go with the old one."""
    drop_root_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_root_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0040_shelves_of_rulesets")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.RemoveConstraint("game", "points_of_a_game_sum_to_0"),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=models.Q(
                    points_1=0
                    - models.F("points_2")
                    - models.F("points_3")
                    - models.F("points_4")
                    - models.F("points_5")
                )
                | models.Q(points_1__gte=0, points_2__gte=0, points_3__gte=0, points_4__gte=0, points_5__gte=0),
                name="points_of_a_game_sum_to_0_or_none_is_negative",
            ),
        ),
        migrations.RunPython(close_tables, open_tables),
    ]
