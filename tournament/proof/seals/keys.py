"""The key that seals documents: made at set-up beside the hall's own authority, or given by the club as PKCS#12.

The private key stays in its file and is never in a row, a log or an archive. Others need only the certificate.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.files import write_whole
from tournament.network.certificates import begin_certificate, key_usage, write_key
from tournament.refusals import Refused

# Documents are read for decades. A certificate must be valid on the day of the seal, not on the day of the check.
AUTHORITY_DAYS, SEAL_DAYS = 365 * 30, 365 * 20
PEM = serialization.Encoding.PEM


@dataclass(frozen=True, slots=True, kw_only=True)
class SealKey:
    """A key on the curve P-256, its certificate, and the certificates that vouch for it, the authority's last."""

    key: ec.EllipticCurvePrivateKey = field(repr=False)
    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...]

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the public key, 64 hexadecimal digits. The poster and every seal show it."""
        return fingerprint_of(self.key.public_key())

    @property
    def pem(self) -> str:
        """The certificate and the certificates that vouch for it, as PEM. They are public."""
        return "".join(one.public_bytes(PEM).decode() for one in (self.certificate, *self.chain))


def fingerprint_of(public: ec.EllipticCurvePublicKey) -> str:
    """Return SHA-256 over the public key (SubjectPublicKeyInfo, DER), 64 hexadecimal digits."""
    der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    digest = hashes.Hash(hashes.SHA256())
    digest.update(der)
    return digest.finalize().hex()


def grouped(digits: str) -> str:
    """Group hexadecimal digits so that people can compare them: 7F3A 91C2 …"""
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4)).upper()


def short_fingerprint(fingerprint: str) -> str:
    """Return the first digits of a fingerprint, for places without room for all: 7F3A 91C2 E04B 55D1."""
    return grouped(fingerprint[:16])


def seal_folder() -> Path:
    """Return the folder of this installation's keys: that of the hall's authority and that of the seal."""
    folder: Path = settings.VAR_DIR / "ca"
    return folder


def seal_key() -> SealKey:
    """Return the key to seal with now. Takes about a millisecond.

    Refused: seal_key_missing, seal_key_unreadable, seal_passphrase_wrong, seal_key_unsuitable, seal_key_expired.
    """
    key = _own_file(Path(settings.SEAL_PKCS12)) if settings.SEAL_PKCS12 else _made_file(seal_folder())
    now, certificate = datetime.now(UTC), key.certificate
    if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
        raise Refused(
            _(
                "The key that seals documents holds from %(first)s to %(last)s only. Please check the date of this "
                "computer, or give the installation a new key."
            ),
            code="seal_key_expired",
            first=date_format(certificate.not_valid_before_utc.date()),
            last=date_format(certificate.not_valid_after_utc.date()),
        )
    return key


def make_seal_key(folder: Path) -> SealKey:
    """Make the seal's authority and the key that it vouches for, in `folder`, readable only by their owner."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.now(UTC)
    root, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    short = fingerprint_of(key.public_key())[:8].upper()
    issuer, subject = _name(f"Spielliste authority {short}"), _name(f"Spielliste seal {short}")
    authority = (
        begin_certificate(issuer, issuer, root.public_key(), now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(root.public_key()), critical=False)
        .sign(root, hashes.SHA256())
    )
    certificate = (
        begin_certificate(subject, issuer, key.public_key(), now, SEAL_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs_certificates=False, signs_documents=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root.public_key()), critical=False)
        .sign(root, hashes.SHA256())
    )
    # The authority's key is thrown away, so that nobody can use it to vouch for another key.
    seal = SealKey(key=key, certificate=certificate, chain=(authority,))
    # The key is written last: after a power cut between the two files, both are made again.
    write_whole(folder / "seal.pem", seal.pem.encode(), 0o600)
    write_key(folder / "seal.key", key)
    return seal


def _made_file(folder: Path) -> SealKey:
    try:
        pem, key = (folder / "seal.pem").read_bytes(), (folder / "seal.key").read_bytes()
    except FileNotFoundError:
        raise _missing(folder / "seal.key") from None
    except OSError as error:
        raise _unreadable(folder / "seal.key") from error
    try:
        certificate, *chain = x509.load_pem_x509_certificates(pem)
        return _suitable(serialization.load_pem_private_key(key, password=None), certificate, chain)
    except (ValueError, TypeError) as error:
        raise _unreadable(folder / "seal.key") from error


def _own_file(path: Path) -> SealKey:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise _unreadable(path) from error
    passphrase = settings.SEAL_PASSPHRASE.encode() or None
    try:
        key, certificate, chain = pkcs12.load_key_and_certificates(content, passphrase)
    except ValueError as error:
        if "password" in str(error).lower():
            raise Refused(
                _("The passphrase of the key that seals documents is wrong: SEAL_PASSPHRASE in .env, for %(file)s."),
                code="seal_passphrase_wrong",
                file=path.name,
            ) from None
        raise _unreadable(path) from error
    if key is None or certificate is None:
        raise _unreadable(path)
    return _suitable(key, certificate, chain)


def _suitable(key: object, certificate: x509.Certificate, chain: list[x509.Certificate]) -> SealKey:
    """Check the kind of the key: the seal on paper has room for only one kind. Refused: seal_key_unsuitable."""
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise Refused(
            _("The key that seals documents must be one on the curve P-256 (prime256v1). Please have one made."),
            code="seal_key_unsuitable",
        )
    if certificate.public_key() != key.public_key():
        raise Refused(
            _("The certificate belongs to another key than the one that seals documents. Please put the pair back."),
            code="seal_key_unsuitable",
        )
    return SealKey(key=key, certificate=certificate, chain=tuple(chain))


def _missing(path: Path) -> Refused:
    return Refused(
        _(
            "The key that seals documents is missing: %(file)s. Please put it back from the backup, or have a new one "
            "made: manage.py make_seal_key."
        ),
        code="seal_key_missing",
        file=path.name,
    )


def _unreadable(path: Path) -> Refused:
    return Refused(
        _("The key that seals documents cannot be read: %(file)s. Please put it back from the backup."),
        code="seal_key_unreadable",
        file=path.name,
    )


def _name(words: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words)])
