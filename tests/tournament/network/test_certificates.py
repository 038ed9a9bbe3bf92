"""The hall's own authority: what it vouches for, who may read its key, when it issues a new certificate."""

import hashlib
import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from tournament.network import certificates
from tournament.network.certificates import authority, fingerprint, permitted, server_certificate

NAMES = ["192.168.178.20", "laptop.local", "localhost", "127.0.0.1", "::1"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ca"


def issued(chain: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificates(chain.read_bytes())[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_device_that_trusts_the_authority_trusts_the_server(folder: Path, name: str) -> None:
    chain, _key = server_certificate(folder, NAMES)
    root = authority(folder)
    assert root is not None
    subject: x509.GeneralName
    try:
        subject = x509.IPAddress(ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    verifier = PolicyBuilder().store(Store([root])).build_server_verifier(subject)
    assert verifier.verify(issued(chain), [])[-1] == root


def test_the_certificate_is_for_servers_only(folder: Path) -> None:
    """Apple's devices require it."""
    chain, _key = server_certificate(folder, NAMES)
    usages = issued(chain).extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usages) == [ExtendedKeyUsageOID.SERVER_AUTH]


def test_keys_are_their_owner_s(folder: Path) -> None:
    chain, key = server_certificate(folder, NAMES)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, key, folder / "authority.key")}
    assert modes == {"ca": 0o700, "server.key": 0o600, "authority.key": 0o600}
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key)


def test_a_tablet_whose_clock_is_a_day_late_believes_it(folder: Path) -> None:
    chain, _key = server_certificate(folder, NAMES)
    root = authority(folder)
    assert root is not None
    now = datetime.now(UTC)
    for certificate, days in ((issued(chain), 397), (root, 3650)):
        assert certificate.not_valid_before_utc < now - timedelta(days=1)
        assert certificate.not_valid_after_utc - certificate.not_valid_before_utc == timedelta(days=days)


def test_no_page_of_the_internet_can_be_forged(folder: Path) -> None:
    """A stolen key can sign anything, but devices that trust the authority do not accept it for such names."""
    server_certificate(folder, NAMES)
    forged, key = folder / "forged.pem", folder / "forged.key"
    root = authority(folder)
    assert root is not None
    certificates._make_server_certificate(
        forged, key, root, certificates.load_key(folder / "authority.key"), ["bank.example"]
    )
    verifier = PolicyBuilder().store(Store([root])).build_server_verifier(x509.DNSName("bank.example"))
    with pytest.raises(VerificationError):
        verifier.verify(issued(forged), [])


def test_the_certificate_stays_until_something_changes(folder: Path) -> None:
    chain, _key = server_certificate(folder, NAMES)
    first, issuer = issued(chain), authority(folder)
    server_certificate(folder, NAMES[:2])
    assert issued(chain) == first
    server_certificate(folder, ["192.168.2.5", *NAMES])
    assert issued(chain) != first
    assert authority(folder) == issuer, "tablets need not be visited again"


def test_it_is_renewed_in_its_last_month(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "SERVER_DAYS", certificates.LAST_DAYS + 1)
    chain, _key = server_certificate(folder, NAMES)
    short = issued(chain)
    monkeypatch.undo()
    server_certificate(folder, NAMES)
    assert issued(chain) != short


def test_after_another_authority_the_server_follows(folder: Path) -> None:
    chain, _key = server_certificate(folder, NAMES)
    (folder / "authority.pem").unlink()
    server_certificate(folder, NAMES)
    root = authority(folder)
    assert root is not None
    issued(chain).verify_directly_issued_by(root)


@pytest.mark.parametrize("old", ["junk", "authority"])
def test_a_certificate_that_cannot_be_used_is_made_anew(folder: Path, old: str) -> None:
    """That of the authority is for no address at all."""
    chain, _key = server_certificate(folder, ["localhost"])
    content = b"junk" if old == "junk" else (folder / "authority.pem").read_bytes()
    chain.write_bytes(content)
    server_certificate(folder, ["localhost"])
    assert chain.read_bytes() != content


def test_the_fingerprint_is_what_devices_show(folder: Path) -> None:
    server_certificate(folder, NAMES)
    root = authority(folder)
    assert root is not None
    der = ssl.PEM_cert_to_DER_cert((folder / "authority.pem").read_text())
    assert fingerprint(root).replace(":", "").lower() == hashlib.sha256(der).hexdigest()
    assert len(fingerprint(root)) == 95


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((name, True) for name in NAMES),
        ("laptop.fritz.box", True),
        ("fd00::20", True),
        ("100.64.0.3", False),
        ("203.0.113.7", False),
        ("172.32.0.1", False),
        ("2001:db8::1", False),
        ("laptop", False),
        ("spielliste.example.org", False),
        ("notlocal", False),
    ],
)
def test_private_networks_only(name: str, expected: bool) -> None:
    assert permitted(name) is expected
