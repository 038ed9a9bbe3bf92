"""The key of the seals: who may read it, what vouches for it, and a sentence for every possible fault."""

import hashlib
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

from tournament.proof.seals.keys import SealKey, fingerprint_of, grouped, make_seal_key, seal_key
from tournament.refusals import Refused


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "ca"


def code_of(trouble: pytest.ExceptionInfo[Refused]) -> str:
    assert "%(" not in str(trouble.value)
    return trouble.value.code


def test_made_once_it_seals_from_then_on(folder: Path) -> None:
    first = make_seal_key(folder)
    second = seal_key()
    assert (second.fingerprint, second.certificate, second.chain) == (first.fingerprint, first.certificate, first.chain)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}
    assert modes == {"ca": 0o700, "seal.key": 0o600, "seal.pem": 0o600}


def test_half_a_pair_is_made_anew(folder: Path) -> None:
    """The power failed between the two files: what is there is not a key yet."""
    make_seal_key(folder)
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert [path.name for path in files] == ["seal.pem", "seal.key"]
    (folder / "seal.key").unlink()
    assert make_seal_key(folder).fingerprint == seal_key().fingerprint


def test_its_authority_vouches_for_it_for_twenty_years(seal: SealKey) -> None:
    (authority,) = seal.chain
    seal.certificate.verify_directly_issued_by(authority)
    assert (seal.certificate.not_valid_after_utc - datetime.now(UTC)).days in range(7200, 7300)
    assert authority.not_valid_after_utc > seal.certificate.not_valid_after_utc
    usage = seal.certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    assert (usage.digital_signature, usage.content_commitment, usage.key_cert_sign) == (True, True, False)


def test_the_fingerprint_is_that_of_the_public_key(seal: SealKey) -> None:
    """The same as `openssl x509 -pubkey | openssl pkey -pubin -outform der | sha256sum` prints."""
    public: Any = seal.certificate.public_key()
    der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    assert seal.fingerprint == fingerprint_of(public) == hashlib.sha256(der).hexdigest()
    assert grouped("7f3a91c2e0") == "7F3A 91C2 E0"


def test_the_key_itself_is_in_nothing_that_is_printed(seal: SealKey) -> None:
    secret = seal.key.private_numbers().private_value
    assert str(secret) not in repr(seal)
    assert "PRIVATE" not in seal.pem


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("seal.key", None, "seal_key_missing"),
        ("seal.pem", None, "seal_key_missing"),
        ("seal.key", b"", "seal_key_unreadable"),
        ("seal.key", b"-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n", "seal_key_unreadable"),
        ("seal.pem", b"no certificate", "seal_key_unreadable"),
    ],
)
def test_a_key_that_is_lost_or_broken(folder: Path, name: str, content: bytes | None, code: str) -> None:
    make_seal_key(folder)
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(Refused) as trouble:
        seal_key()
    assert code_of(trouble) == code


def test_a_certificate_of_another_key(folder: Path, tmp_path: Path) -> None:
    make_seal_key(folder)
    make_seal_key(tmp_path / "other")
    (tmp_path / "other" / "seal.key").replace(folder / "seal.key")
    with pytest.raises(Refused) as trouble:
        seal_key()
    assert code_of(trouble) == "seal_key_unsuitable"


def club_file(settings: Any, path: Path, *, days: int = 10, key: Any = None, passphrase: bytes = b"Herz Solo") -> Any:
    """The club's own PKCS#12, as another authority issues it; valid for this many days from yesterday on."""
    key = key or ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "SV Feldkirchen")])
    since = datetime.now(UTC) - timedelta(days=1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(min(since, since + timedelta(days=days - 1)))
        .not_valid_after(since + timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    locked = serialization.BestAvailableEncryption(passphrase)
    path.write_bytes(pkcs12.serialize_key_and_certificates(b"club", key, certificate, None, locked))
    settings.SEAL_PKCS12, settings.SEAL_PASSPHRASE = str(path), "Herz Solo"
    return key


def test_the_club_s_own_key(settings: Any, tmp_path: Path) -> None:
    key = club_file(settings, tmp_path / "club.p12")
    assert seal_key().fingerprint == fingerprint_of(key.public_key())


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"days": 0}, "seal_key_expired"),
        ({"passphrase": b"Wenz"}, "seal_passphrase_wrong"),
        ({"key": rsa.generate_private_key(public_exponent=65537, key_size=2048)}, "seal_key_unsuitable"),
        ({"key": ec.generate_private_key(ec.SECP384R1())}, "seal_key_unsuitable"),
    ],
)
def test_a_key_of_the_club_that_cannot_seal(settings: Any, tmp_path: Path, options: Any, code: str) -> None:
    club_file(settings, tmp_path / "club.p12", **options)
    with pytest.raises(Refused) as trouble:
        seal_key()
    assert code_of(trouble) == code


@pytest.mark.parametrize(
    ("content", "code"), [(None, "seal_key_missing"), (b"", "seal_key_unreadable"), (b"0\x82", "seal_key_unreadable")]
)
def test_a_file_of_the_club_that_is_none(settings: Any, tmp_path: Path, content: bytes | None, code: str) -> None:
    settings.SEAL_PKCS12 = str(tmp_path / "club.p12")
    if content is not None:
        Path(settings.SEAL_PKCS12).write_bytes(content)
    with pytest.raises(Refused) as trouble:
        seal_key()
    assert code_of(trouble) == code
