"""The public certificates of all keys that ever sealed something here: with them old seals can still be verified."""

from django.utils import timezone

from tournament.models import SealCertificate
from tournament.seals.keys import SealKey


def keep_certificate(key: SealKey) -> None:
    """Keep the certificate of a key that is about to seal, only once; the caller owns the transaction."""
    made = {"certificate": key.pem, "first_used_at": timezone.now()}
    SealCertificate.objects.get_or_create(fingerprint=key.fingerprint, defaults=made)
