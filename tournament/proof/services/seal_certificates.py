"""Keeping the public certificate of every key that seals here, so that its seals can always be verified."""

from django.db import transaction
from django.utils import timezone

from tournament.models import SealCertificate
from tournament.proof.seals.keys import SealKey
from tournament.proof.services.witnesses import certificate_payload
from tournament.services.events import write_event
from tournament.services.locks import lock_installation


def keep_certificate(key: SealKey) -> None:
    """Store the certificate of a key that seals here, if it is new."""
    keep_certificates({key.fingerprint: key.pem}, own=key.fingerprint)


@transaction.atomic
def keep_certificates(certificates: dict[str, str], *, own: str) -> None:
    """Store those of these certificates ({fingerprint: PEM}) that are new; all but `own` are another installation's."""
    fingerprints = set(
        SealCertificate.objects.filter(fingerprint__in=certificates).values_list("fingerprint", flat=True)
    )
    for fingerprint in sorted(certificates.keys() - fingerprints):
        lock_installation()
        defaults = {"certificate": certificates[fingerprint], "first_used_at": timezone.now()}
        row, is_new = SealCertificate.objects.get_or_create(
            fingerprint=fingerprint, defaults=defaults | {"imported": fingerprint != own}
        )
        if is_new:
            write_event(kind="installation.certificate_kept", actor=None, payload=certificate_payload(row))
