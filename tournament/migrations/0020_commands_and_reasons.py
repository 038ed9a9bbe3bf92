"""Games name their commands, reasons have the salt of their hash, one name for who acted, discarding is a state."""

import json
from typing import Any

from django.conf import settings
from django.db import migrations, models

from tournament.proof.integrity.append_only import (
    create_retention_triggers,
    create_root_triggers,
    create_triggers,
    drop_retention_triggers,
    drop_root_triggers,
    drop_triggers,
)


def open_tables(apps: Any, schema_editor: Any) -> None:
    """Triggers read the scoresheets, and SQLite builds their table anew for another column."""
    drop_triggers(schema_editor.connection)
    drop_retention_triggers(schema_editor.connection)
    drop_root_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection)
    create_retention_triggers(schema_editor.connection)
    create_root_triggers(schema_editor.connection)


def discard_by_state(apps: Any, schema_editor: Any) -> None:
    apps.get_model("tournament", "Scoresheet").objects.filter(discarded=True).update(state="discarded")


def name_commands(apps: Any, schema_editor: Any) -> None:
    """By the log, in which games were written, taken back and moved to other lines."""
    games = apps.get_model("tournament", "Game").objects
    events = apps.get_model("tournament", "Event").objects.filter(scoresheet__isnull=False)
    kinds = ["game.recorded", "game.taken_back", "lines.inserted", "lines.taken_out"]
    for sheet in games.order_by("scoresheet").values_list("scoresheet", flat=True).distinct():
        commands: dict[int, str] = {}
        told = events.filter(scoresheet=sheet, kind__in=kinds).order_by("sequence").values_list("kind", "payload")
        for kind, payload in told:
            read = json.loads(payload)
            commands = _after(commands, kind, read["number"], read.get("command"))
        for number, command in commands.items():
            if command:
                games.filter(scoresheet=sheet, number=number).update(command=command)


def name_logins(apps: Any, schema_editor: Any) -> None:
    """Requests and refusals of a login: their rows did not say of whom, the log does, in the same order."""
    for model, sheet, kind in (
        ("ApprovalRequest", "scoresheet", "request.made"),
        ("SignatureRefusal", "seat__scoresheet", "signature.refused"),
    ):
        rows = apps.get_model("tournament", model).objects
        events = apps.get_model("tournament", "Event").objects.filter(kind=kind)
        for key in rows.filter(device=None).values_list(sheet, flat=True).distinct():
            actors = events.filter(scoresheet=key).order_by("sequence").values_list("actor", flat=True)
            for row, actor in zip(rows.filter(**{sheet: key}).order_by("pk"), actors, strict=True):
                if row.device_id is None:
                    rows.filter(pk=row.pk).update(login=actor)


ACTED = ("approval", "approvalrequest", "game", "signature", "signaturerefusal")


def a_login() -> Any:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )


def a_device() -> Any:
    return models.ForeignKey(
        "tournament.tabledevice", null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss"
    )


def says_who_acted(model: str) -> models.CheckConstraint:
    one = models.Q(("login__isnull", False), ("device__isnull", False), _connector="OR")
    return models.CheckConstraint(condition=one, name=f"{model}_says_who_acted")


def _after(commands: dict[int, Any], kind: str, number: int, command: str | None) -> dict[int, Any]:
    if kind == "game.recorded":
        return {**commands, number: command}
    if kind == "lines.inserted":
        return {line + (line >= number): one for line, one in commands.items()}
    left = {line: one for line, one in commands.items() if line != number}
    if kind == "lines.taken_out":
        return {line - (line > number): one for line, one in left.items()}
    return left


class Migration(migrations.Migration):
    # PostgreSQL builds no index on rows that the same transaction has just changed.
    atomic = False
    dependencies = [("tournament", "0019_supervisor_code")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.AlterField(
            "scoresheet",
            "state",
            models.CharField(
                choices=[
                    ("open", "Open"),
                    ("complete", "Complete"),
                    ("signed", "Signed"),
                    ("accepted", "Accepted"),
                    ("void", "Void"),
                    ("discarded", "Discarded"),
                ],
                default="open",
                max_length=9,
            ),
        ),
        migrations.RunPython(discard_by_state, migrations.RunPython.noop),
        migrations.RemoveConstraint("scoresheet", "one_scoresheet_a_table"),
        migrations.RemoveConstraint("scoresheet", "one_table_a_pack"),
        migrations.RemoveField("scoresheet", "discarded"),
        migrations.AddConstraint(
            "scoresheet",
            models.UniqueConstraint(
                condition=models.Q(("state", "discarded"), _negated=True),
                fields=("match", "table_number"),
                name="one_scoresheet_a_table",
            ),
        ),
        migrations.AddConstraint(
            "scoresheet",
            models.UniqueConstraint(
                condition=models.Q(
                    models.Q(("state", "discarded"), _negated=True), models.Q(("pack", ""), _negated=True)
                ),
                fields=("match", "pack"),
                name="one_table_a_pack",
            ),
        ),
        migrations.AddField("game", "command", models.CharField(max_length=40, null=True)),
        migrations.RunPython(name_commands, migrations.RunPython.noop),
        migrations.AddConstraint(
            "game",
            models.UniqueConstraint(
                condition=models.Q(("command__isnull", False)),
                fields=("scoresheet", "command"),
                name="command_wrote_one_game",
            ),
        ),
        migrations.AddField("correction", "salt", models.CharField(max_length=32, null=True)),
        migrations.AddField("tablechange", "salt", models.CharField(max_length=32, null=True)),
        migrations.AddField("signaturerefusal", "salt", models.CharField(max_length=32, null=True)),
        migrations.RenameField("approvalrequest", "key", "command"),
        migrations.AlterField("approvalrequest", "command", models.CharField(max_length=40)),
        migrations.AlterField("secondline", "command", models.CharField(max_length=40)),
        migrations.RemoveConstraint("game", "game_says_who_wrote_it"),
        migrations.RemoveConstraint("signature", "signature_says_who_recorded_it"),
        migrations.RenameField("game", "written_by", "login"),
        migrations.RenameField("approval", "requested_by", "login"),
        migrations.RenameField("signature", "confirmed_by", "login"),
        migrations.AddField("approvalrequest", "login", a_login()),
        migrations.AddField("signaturerefusal", "login", a_login()),
        migrations.RunPython(name_logins, migrations.RunPython.noop),
        *(migrations.AlterField(model, "device", a_device()) for model in ACTED),
        *(migrations.AddConstraint(model, says_who_acted(model)) for model in ACTED),
        migrations.RunPython(close_tables, open_tables),
    ]
