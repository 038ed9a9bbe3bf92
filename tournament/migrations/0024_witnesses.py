"""Names stand in the log as salted hashes; each chain of an older log gets a link that witnesses them as they are."""

from datetime import UTC
from typing import Any

from django.db import migrations, models
from django.utils import timezone

from tournament.proof.integrity.append_only import create_triggers, drop_triggers
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import FIRST_HASH, link_hash, sha256
from tournament.proof.integrity.names import BORN, LOGIN, PERSON, TOURNAMENT, names_hash, new_salt
from tournament.sheet.actors import reason_of


def open_tables(apps: Any, schema_editor: Any) -> None:
    """Discarded draws get a column, and the triggers name every column; older rows get their salts."""
    drop_triggers(schema_editor.connection)


def close_tables(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection)


def witness(apps: Any, schema_editor: Any) -> None:
    """Give every row its salt and append a link to the chain of each tournament, and to that of the installation."""
    model: Any = lambda name: apps.get_model("tournament", name)  # noqa: E731
    origins = {row.tournament_id: row for row in model("ImportedTournament").objects.all()}
    for tournament in model("Tournament").objects.order_by("pk"):
        there = origins[tournament.pk].ids if tournament.pk in origins else {}
        told = _tournament(model, tournament, there)
        if model("Event").objects.filter(tournament=tournament, scoresheet=None).exists():
            _append(model("Event"), "tournament.witnessed", told, tournament=tournament)
    logins = []
    for user in model("User").objects.order_by("pk"):
        _salt(user, "salt")
        logins.append([user.pk, names_hash(user, LOGIN, user.salt)])
    first = dict(
        model("Event").objects.filter(scoresheet=None, sequence=1).exclude(tournament=None)
        .order_by("tournament").values_list("tournament", "hash")
    )  # fmt: skip
    told = {
        "logins": logins,
        "tournaments": [[key, first.get(key, "")] for key in model("Tournament").objects.values_list("pk", flat=True)],
        "rulesets": [_ruleset(row) for row in model("RulesetVersion").objects.order_by("pk")],
        "certificates": [
            {"fingerprint": row.fingerprint, "imported": row.imported, "sha256": sha256(row.certificate)}
            for row in model("SealCertificate").objects.order_by("pk")
        ],
        "imported": [_imported(row, first) for row in origins.values()],
        "restores": [
            {"restore": row.key, "copy": row.copy, "copied_at": row.copied_at.astimezone(UTC).isoformat()}
            for row in model("Restore").objects.order_by("pk")
        ],
        "settled": [
            [row.key, row.settled_by_id, row.settled_at.isoformat()]
            for row in model("Restore").objects.exclude(settled_at=None).order_by("pk")
        ],
    }
    if logins:
        _append(model("Event"), "installation.witnessed", told, tournament=None)


def _tournament(model: Any, tournament: Any, there: Any) -> dict[str, Any]:
    """What the link says of a tournament. An imported one is told by the keys that its log has."""
    _salt(tournament, "salt")
    people = []
    for row in model("Participant").objects.filter(tournament=tournament, forgotten=False).order_by("pk"):
        _salt(row, "salt", "birth_salt")
        key = there.get("participant", {}).get(str(row.pk), row.pk)
        born = names_hash(row, BORN, row.birth_salt)
        people.append([key, names_hash(row, PERSON, row.salt), born])
    reasons = []
    for row in model("DiscardedDraw").objects.filter(draw__match__tournament=tournament).order_by("pk"):
        if tournament.state != "purged":
            _salt(row, "salt")
            reasons.append([row.draw.match.number, row.draw.number, reason_of(row.reason, row.salt).digest])
    words = tournament.forgotten_words
    return {
        "names": names_hash(tournament, TOURNAMENT, tournament.salt),
        "people": people,
        "words": sha256(canonical(words)) if words else "",
        "reasons": reasons,
    }


def _salt(row: Any, *columns: str) -> None:
    for column in columns:
        setattr(row, column, new_salt())
    row.save(update_fields=columns)


def _ruleset(row: Any) -> dict[str, Any]:
    based_on = row.based_on
    return {
        "ruleset": row.ruleset.slug,
        "origin": row.ruleset.origin,
        "number": row.number,
        "sha256": sha256(row.text),
        "based_on": [based_on.ruleset.slug, based_on.number] if based_on else None,
    }


def _imported(row: Any, first: dict[int, str]) -> dict[str, Any]:
    return {
        "tournament": row.tournament_id,
        "first": first.get(row.tournament_id, ""),
        "archive": row.archive_sha256,
        "key": row.key_fingerprint,
        "ids": sha256(canonical(row.ids)),
    }


def _append(events: Any, kind: str, told: dict[str, Any], tournament: Any) -> None:
    """Append a link as services/events.py does."""
    newest = events.objects.filter(tournament=tournament, scoresheet=None).order_by("-sequence").first()
    at, text = timezone.now(), canonical(told)
    sequence, previous = (newest.sequence + 1, newest.hash) if newest else (1, FIRST_HASH)
    signed = link_hash(previous=previous, sequence=sequence, kind=kind, actor=None, at=at.isoformat(), payload=text)
    events.objects.create(
        tournament=tournament, sequence=sequence, kind=kind, at=at, payload=text, previous_hash=previous, hash=signed
    )


def a_salt(**more: Any) -> Any:
    return models.CharField(max_length=32, null=True, **more)


class Migration(migrations.Migration):
    # PostgreSQL alters no table with rows that the same transaction has just changed.
    atomic = False
    dependencies = [("tournament", "0023_restores")]

    operations = [
        migrations.RunPython(open_tables, close_tables),
        migrations.AddField("approval", "salt", a_salt()),
        migrations.AddField("discardeddraw", "salt", a_salt()),
        migrations.AddField("participant", "salt", a_salt(editable=False)),
        migrations.AddField("participant", "birth_salt", a_salt(editable=False)),
        migrations.AddField("tournament", "salt", a_salt(editable=False)),
        migrations.AddField("user", "salt", a_salt(editable=False)),
        migrations.RunPython(witness, migrations.RunPython.noop, atomic=True),
        migrations.RunPython(close_tables, open_tables),
    ]
