"""The keys in an unpacked copy: one that no server could start with is noticed before it is put into place."""

from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tournament.backup.copies.damage import damaged_copy
from tournament.backup.copies.packing import KEYS, SECRET

# Of the hall's authority, of the server and of the seal: a certificate and its key.
PAIRS = ("authority", "server", "seal")


def check_keys(folder: Path) -> None:
    """Check the secret key, the certificates and their keys that a copy has. Refused: copy_damaged.

    It need not have any: what is missing is made anew, or asked for when it is needed.
    """
    try:
        _check_secret(folder / SECRET)
        for name in PAIRS:
            _check_pair(folder / KEYS / f"{name}.pem", folder / KEYS / f"{name}.key")
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise damaged_copy() from None


def _check_secret(file: Path) -> None:
    if file.exists():
        secret = file.read_bytes().strip()
        if not secret or not secret.isascii():
            raise ValueError("no secret key")


def _check_pair(certificates: Path, key_file: Path) -> None:
    """Raises ValueError, TypeError, UnsupportedAlgorithm."""
    key = serialization.load_pem_private_key(key_file.read_bytes(), password=None) if key_file.exists() else None
    if key and not (isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1)):
        raise ValueError("a key of another kind")
    if certificates.exists():
        own = x509.load_pem_x509_certificates(certificates.read_bytes())[0]
        if key and own.public_key() != key.public_key():
            raise ValueError("the certificate of another key")
