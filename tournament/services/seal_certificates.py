"""Keeping the public certificate of every key that seals here, so that its seals can always be verified."""

from django.utils import timezone

from tournament.models import SealCertificate
from tournament.seals.keys import SealKey


def keep_certificate(key: SealKey) -> None:
    """Store the certificate of a key that seals, if it is new. The caller owns the transaction."""
    made = {"certificate": key.pem, "first_used_at": timezone.now()}
    SealCertificate.objects.get_or_create(fingerprint=key.fingerprint, defaults=made)
