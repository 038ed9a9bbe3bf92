"""What the installation's chain says of rows that are written once. Services write it, the audit compares it."""

from datetime import UTC
from typing import Any

from tournament.models import ImportedTournament, Removal, Restore, RulesetVersion, SealCertificate, TariffVersion
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.sheet.actors import reason_of


def ruleset_payload(version: RulesetVersion) -> dict[str, Any]:
    """A version of an own ruleset, by the hash of its text."""
    based_on = version.based_on
    return {
        "ruleset": version.ruleset.slug,
        "origin": version.ruleset.origin,
        "number": version.number,
        "sha256": sha256(version.text),
        "based_on": [based_on.ruleset.slug, based_on.number] if based_on else None,
    }


def tariff_payload(version: TariffVersion) -> dict[str, Any]:
    """A version of an own tariff, by the hash of its text."""
    return {"tariff": version.tariff.slug, "number": version.number, "sha256": sha256(version.text)}


def certificate_payload(row: SealCertificate) -> dict[str, Any]:
    """A certificate, by the fingerprint of its key and its own hash."""
    return {"fingerprint": row.fingerprint, "imported": row.imported, "sha256": sha256(row.certificate)}


def import_payload(imported: ImportedTournament) -> dict[str, str]:
    """Where an imported tournament came from."""
    return {
        "archive": imported.archive_sha256,
        "key": imported.key_fingerprint,
        "ids": sha256(canonical(imported.ids)),
    }


def restore_payload(restore: Restore) -> dict[str, str]:
    """A restore: which copy took the place of what was there."""
    return {"restore": restore.key, "copy": restore.copy, "copied_at": restore.copied_at.astimezone(UTC).isoformat()}


def removal_payload(removal: Removal) -> dict[str, object]:
    """A removal, its reason by its hash; a rehearsal needs none."""
    return {
        "tournament": removal.tournament_key,
        "removal": removal.pk,
        "rehearsal": removal.rehearsal,
        "address": removal.address,
        "reason": reason_of(removal.reason, removal.salt).digest if removal.reason else "",
    }
