"""The hall's own certificate authority. It is made once and signs certificates for this machine. Knows no page.

A thief could use it, so only the owner can read its key, and it can vouch only for private networks. A device that
trusts it trusts it for nothing on the internet.
"""

import socket
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tournament.files import write_whole
from tournament.network.private_networks import PRIVATE_NETWORKS

# Besides private networks the authority may vouch for the names that routers give. No registry sells them, except
# fritz.box, which every FRITZ!Box answers itself.
DOMAINS = ["localhost", "local", "lan", "home", "home.arpa", "internal", "fritz.box"]

AUTHORITY_DAYS = 3650
# Apple's devices accept 398 days at most. A start within a certificate's last 30 days renews it.
SERVER_DAYS, LAST_DAYS = 397, 30
# A certificate begins this long before now, because the clock of a tablet may be a day late.
BEFORE = timedelta(days=2)


def permitted(name: str) -> bool:
    """Whether the authority may vouch for this address or name."""
    try:
        address = ip_address(name)
    except ValueError:
        return any(name == domain or name.endswith(f".{domain}") for domain in DOMAINS)
    return any(address.version == network.version and address in network for network in PRIVATE_NETWORKS)


def authority(folder: Path) -> x509.Certificate | None:
    """The certificate that devices are to trust; None before the first start with HTTPS."""
    path = folder / "authority.pem"
    return x509.load_pem_x509_certificate(path.read_bytes()) if path.exists() else None


def fingerprint(certificate: x509.Certificate) -> str:
    """The SHA-256 of the certificate as devices show it: 32 pairs of digits."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def server_certificate(folder: Path, names: list[str]) -> tuple[Path, Path]:
    """Return the files of certificate chain and key for these addresses and names; make them where the old do not fit.

    The first time this also makes the authority. All files are in `folder`; only their owner can read the keys.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    issuer = authority(folder) or _make_authority(folder)
    chain, key = folder / "server.pem", folder / "server.key"
    if not (chain.exists() and key.exists() and _holds(chain, issuer, names)):
        _make_server_certificate(chain, key, issuer, load_key(folder / "authority.key"), names)
    return chain, key


def _holds(chain: Path, issuer: x509.Certificate, names: list[str]) -> bool:
    """Whether the old certificate is issued by this authority, stays valid for some time and has all these names."""
    try:
        certificate = x509.load_pem_x509_certificate(chain.read_bytes())
        certificate.verify_directly_issued_by(issuer)
        alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    names_held = {
        str(value) for kind in (x509.DNSName, x509.IPAddress) for value in alternatives.get_values_for_type(kind)
    }
    remaining = certificate.not_valid_after_utc - datetime.now(UTC)
    return remaining > timedelta(days=LAST_DAYS) and set(names) <= names_held


def _make_authority(folder: Path) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    # Host and day tell the authorities apart on a device that trusts several.
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, f"Spielliste {socket.gethostname()} {now:%Y-%m-%d}"[:64])]
    )
    certificate = (
        begin_certificate(name, name, key.public_key(), now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.NameConstraints([*map(x509.IPAddress, PRIVATE_NETWORKS), *map(x509.DNSName, DOMAINS)], None),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    write_key(folder / "authority.key", key)
    write_whole(folder / "authority.pem", certificate.public_bytes(serialization.Encoding.PEM), 0o600)
    return certificate


def _make_server_certificate(
    chain: Path, key_file: Path, issuer: x509.Certificate, issuer_key: ec.EllipticCurvePrivateKey, names: list[str]
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Spielliste")])
    public: ec.EllipticCurvePublicKey = issuer_key.public_key()
    certificate = (
        begin_certificate(name, issuer.subject, key.public_key(), datetime.now(UTC), SERVER_DAYS)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)
        .sign(issuer_key, hashes.SHA256())
    )
    write_key(key_file, key)
    pem = serialization.Encoding.PEM
    write_whole(chain, certificate.public_bytes(pem) + issuer.public_bytes(pem), 0o600)


def begin_certificate(
    subject: x509.Name, issuer: x509.Name, public: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    """Begin a certificate with the parts that all of ours share. It is valid from `now` less BEFORE."""
    since = now - BEFORE
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(since + timedelta(days=days))
    )


def key_usage(*, signs_certificates: bool, signs_documents: bool = False) -> x509.KeyUsage:
    """The permitted uses of a key: signing certificates, or signatures, which for a seal also bind the signer."""
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=signs_documents,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        address: IPv4Address | IPv6Address = ip_address(name)
    except ValueError:
        return x509.DNSName(name)
    return x509.IPAddress(address)


def load_key(path: Path) -> ec.EllipticCurvePrivateKey:
    """Read the private key in this file."""
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Write the private key to a file that only its owner can read."""
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    write_whole(path, pem, 0o600)
