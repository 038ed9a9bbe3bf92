"""Documents are counted for each sheet and name the key that sealed them; the public certificates of these keys."""

from typing import Any

from django.db import migrations, models

from tournament.proof.integrity.append_only import create_triggers, drop_triggers

DOCUMENT, CERTIFICATE = ["tournament_document"], ["tournament_sealcertificate"]


def open_documents(apps: Any, schema_editor: Any) -> None:
    drop_triggers(schema_editor.connection, DOCUMENT)


def close_documents(apps: Any, schema_editor: Any) -> None:
    create_triggers(schema_editor.connection, DOCUMENT)


def count_versions(apps: Any, schema_editor: Any) -> None:
    """The documents of each sheet from 1 on, in the order in which they were issued."""
    counted: dict[int, int] = {}
    documents = apps.get_model("tournament", "Document").objects.order_by("created_at", "pk")
    for document in documents.defer("pdf"):
        counted[document.scoresheet_id] = counted.get(document.scoresheet_id, 0) + 1
        document.number = counted[document.scoresheet_id]
        document.save(update_fields=["number"])


class Migration(migrations.Migration):
    # PostgreSQL builds no index on rows that the same transaction has just changed.
    atomic = False
    dependencies = [("tournament", "0012_seats_taken_over")]

    operations = [
        # SQLite builds the table anew for a constraint, and its triggers would be lost without a word.
        migrations.RunPython(open_documents, close_documents),
        migrations.AddField("document", "number", models.PositiveSmallIntegerField(default=0), preserve_default=False),
        migrations.AddField("document", "key_fingerprint", models.CharField(blank=True, max_length=64), preserve_default=False),
        migrations.RunPython(count_versions, migrations.RunPython.noop),
        migrations.RemoveConstraint("document", "one_document_a_state_of_the_sheet"),
        migrations.AddConstraint(
            "document",
            models.UniqueConstraint(fields=("scoresheet", "number"), name="versions_of_a_sheet_counted_once"),
        ),
        migrations.AddConstraint(
            "document",
            models.UniqueConstraint(
                condition=models.Q(("key_fingerprint", ""), _negated=True),
                fields=("scoresheet", "head_hash"),
                name="one_sealed_document_an_acceptance",
            ),
        ),
        migrations.RunPython(close_documents, open_documents),
        migrations.CreateModel(
            name="SealCertificate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64, unique=True)),
                ("certificate", models.TextField()),
                ("imported", models.BooleanField(default=False)),
                ("first_used_at", models.DateTimeField()),
            ],
            options={"ordering": ["first_used_at", "pk"]},
        ),
        migrations.RunPython(
            lambda apps, schema_editor: create_triggers(schema_editor.connection, CERTIFICATE),
            lambda apps, schema_editor: drop_triggers(schema_editor.connection, CERTIFICATE),
        ),
    ]
