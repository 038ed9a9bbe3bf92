"""Verify a sealed scoresheet from the file alone: no database, no network, no Spielliste running.

    python3 docs/verify_sheet.py FILE.pdf [--key seal.pem]
    python3 docs/verify_sheet.py SIEGEL1… --key seal.pem [--names "Anna Obermaier" "Bene Huber" …]

Needs Python 3.11, the command `openssl` and, for the points, the folder `scoring` of Spielliste beside `docs`. Nothing
else: no package has to be installed. docs/documents.md says in words what is done here, for who has none of these.

Exit 0: it holds; 1: it does not, with all that is wrong; 2: wrong usage. Whether a later version replaces the sheet
cannot be known from a file: compare its version and check code with the archive's list of documents.
"""

import argparse
import base64
import hashlib
import json
import re
import struct
import subprocess
import sys
import tempfile
import unicodedata
import zlib
from pathlib import Path

SCHEMA = b'"spielliste-scoresheet"'
SEAL = struct.Struct(">4s6s6sHHHB8s5i")


class NotValid(Exception):
    """Nothing more can be said; the text is why."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Verify a sealed scoresheet from the file alone.")
    parser.add_argument("document", help="a sealed PDF, or the text of a paper seal (SIEGEL1…)")
    parser.add_argument("--key", metavar="PEM", help="the certificate or public key of the installation: seal.pem")
    words = "the players as printed, by seat, without what stands in brackets (for a paper seal)"
    parser.add_argument("--names", nargs="+", default=[], help=words)
    options = parser.parse_args()
    try:
        if options.document.upper().startswith("SIEGEL1"):
            if not options.key:
                parser.error("a paper seal is checked with a public key: --key seal.pem")
            problems = verify_paper(options.document, options.key, options.names)
        else:
            problems = verify_pdf(Path(options.document).read_bytes(), options.key)
    except NotValid as reason:
        problems = [str(reason)]
    except OSError as error:
        parser.error(str(error))
    for problem in problems:
        say(f"WRONG: {problem}")
    print("NOT VALID" if problems else "HOLDS")
    return 1 if problems else 0


# A sealed PDF


def verify_pdf(pdf: bytes, key: str | None) -> list[str]:
    """Check the signature over the whole file, then what is attached to it."""
    signed, signature = signed_part(pdf)
    certificate = openssl_verify(signed, signature)
    found = fingerprint(certificate)
    print(f"sealed with the key {grouped(found)}")
    problems = []
    if key is None:
        print("no --key given: compare this fingerprint with the poster of the rules or the protocol of the draw")
    elif fingerprint(Path(key).read_bytes()) != found:
        problems.append("sealed with another key than the one given")
    return problems + verify_data(attached(pdf))


def signed_part(pdf: bytes) -> tuple[bytes, bytes]:
    """The bytes that are signed and the signature (CMS, DER). They must be the whole file but the signature itself."""
    ranges = re.findall(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]", pdf)
    if not ranges:
        raise NotValid("there is no seal in this file")
    if len(ranges) > 1:
        raise NotValid("there is more than one signature in this file: something was added to it")
    start, length, second, rest = map(int, ranges[0])
    if start != 0 or second + rest != len(pdf) or not 0 < length < second < len(pdf):
        raise NotValid("the seal does not cover the whole file: something was added to it or cut off")
    hole = pdf[length:second]
    if not re.fullmatch(rb"<[0-9A-Fa-f]+>", hole):
        raise NotValid("the seal does not cover the whole file: there is more than a signature in its gap")
    der = bytes.fromhex(hole[1:-1].decode())
    return pdf[:length] + pdf[second:], der[: der_length(der)]


def der_length(der: bytes) -> int:
    """How long the first value is: what follows are zeros that fill the room left for the signature."""
    if len(der) < 4 or der[0] != 0x30:
        raise NotValid("the signature cannot be read")
    if der[1] < 0x80:
        return 2 + der[1]
    count = der[1] & 0x7F
    return 2 + count + int.from_bytes(der[2 : 2 + count], "big")


def openssl_verify(signed: bytes, signature: bytes) -> bytes:
    """Check the signature with its own certificate and return that, as PEM. Whose it is, the fingerprint says."""
    with tempfile.TemporaryDirectory() as folder:
        content, der, signer = (Path(folder) / name for name in ("content", "signature", "signer.pem"))
        content.write_bytes(signed)
        der.write_bytes(signature)
        asked = ["cms", "-verify", "-binary", "-inform", "DER", "-in", str(der), "-content", str(content)]
        if openssl(*asked, "-noverify", "-signer", str(signer), "-out", "/dev/null").returncode:
            raise NotValid("the file was changed after it was sealed")
        return signer.read_bytes()


def attached(pdf: bytes) -> dict:
    """The data of the sheet. They lie in the file as a stream, as they are or deflated."""
    for found in re.finditer(rb"stream\r?\n", pdf):
        stream = pdf[found.end() : pdf.find(b"endstream", found.end())]
        try:
            content = zlib.decompressobj().decompress(stream, 5_000_000)
        except zlib.error:
            content = stream
        if SCHEMA in content[:200]:
            return json.loads(content)
    raise NotValid("the data of a scoresheet are not in this file")


def verify_data(data: dict) -> list[str]:
    """Recompute what can be recomputed: points from the games, and the hashes down to the check code."""
    tell(data)
    rules, sheet, chain = data["rules"], data["sheet"], data["chain"]
    problems = []
    if sha256(rules["toml"]) != rules["sha256"]:
        problems.append("the rules in the file are not the ones it names")
    content = {
        "tournament": data["tournament"]["id"],
        "rules": rules["sha256"],
        "match": sheet["match"],
        "table": data["table"],
        "seats": [player["id"] for player in data["players"]],
        "games": sheet.get("games") or [],
    }
    if "totals" in sheet:
        content["totals"] = sheet["totals"]
    if sha256(canonical(content)) != data["content_hash"]:
        problems.append("the file does not say what the players signed")
    payload = canonical({"content_hash": data["content_hash"]})
    link = [chain["previous"], chain["events"], "sheet.accepted", chain["actor"] or "", chain["at"], payload]
    if sha256("\n".join(map(str, link))) != chain["head"]:
        problems.append("the check code does not follow from the acceptance")
    return problems + verify_points(data)


def verify_points(data: dict) -> list[str]:
    """What `python -m scoring sheet --attached` says."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    try:
        from scoring.attached import evaluate_attached
        from scoring.errors import ScoringError
    except ImportError:
        return ["the folder scoring is not beside docs: the points were not counted"]
    try:
        evaluated, differs = evaluate_attached(data)
    except ScoringError as error:
        return [f"rules or games cannot be read: {error}"]
    problems = [problem.message for problem in evaluated.missing]
    for found in differs:
        where = f"game {found.game}: " if found.game else ""
        problems.append(f"{where}{found.code} is stated as {found.stated}, but {found.derived} follows")
    if not problems:
        print("the points follow from the games by the rules in the file")
    return problems


def tell(data: dict) -> None:
    """What the sheet says, in short."""
    tournament, document = data["tournament"], data["document"] or {}
    say(f"{tournament['name']}, {tournament['day']}, match {data['sheet']['match']}, table {data['table']}")
    say(f"version {document.get('version')}, check code {code(data['chain']['head'])}, rules: {data['rules']['title']}")
    for player, total in zip(data["players"], data["result"]["totals"], strict=True):
        say(f"  {player['seat']} {player['name']}: {total:+d}")


def say(text: str) -> None:
    """A line of what a stranger's file says: no name in it moves the cursor, or begins a line of its own."""
    print("".join(sign if sign.isprintable() else " " for sign in text))


# A paper seal


def verify_paper(text: str, key: str, names: list[str]) -> list[str]:
    """Check the text of a paper seal with the public key, and the names where they are given."""
    text = "".join(text.split()).upper()
    try:
        content = base64.b32decode(text[7:].translate(str.maketrans("89", "YZ")))
    except ValueError:
        raise NotValid("this is not the whole of a seal") from None
    if len(content) != SEAL.size + 64:
        raise NotValid("this is not the whole of a seal")
    payload, r, s = content[: SEAL.size], content[SEAL.size : -32], content[-32:]
    begins, _tournament, check, match, table, version, seats, hashed, *totals = SEAL.unpack(payload)
    found = fingerprint(Path(key).read_bytes())
    if not found.startswith(begins.hex()):
        raise NotValid(f"sealed with another key: its fingerprint begins with {grouped(begins.hex())}")
    if not openssl_verify_raw(text[:7].encode() + payload, der_signature(r, s), key):
        raise NotValid("the seal does not fit what it says: mistyped or forged")
    print(f"sealed with the key {grouped(found)}")
    print(f"match {match}, table {table}, version {version}, check code {code(check.hex())}")
    print(f"totals by seat: {totals[:seats]}")
    if names and sha256(unicodedata.normalize("NFC", "\n".join(names)))[:16] != hashed.hex():
        return ["the seal is of other names"]
    return []


def openssl_verify_raw(signed: bytes, signature: bytes, key: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        content, der, public = (Path(folder) / name for name in ("content", "signature", "public.pem"))
        content.write_bytes(signed)
        der.write_bytes(signature)
        public.write_bytes(public_key(Path(key).read_bytes()))
        asked = ["dgst", "-sha256", "-verify", str(public), "-signature", str(der), str(content)]
        return openssl(*asked).returncode == 0


def der_signature(r: bytes, s: bytes) -> bytes:
    """r and s as OpenSSL wants them: two whole numbers in a sequence."""
    numbers = b""
    for part in (r, s):
        value = part.lstrip(b"\0") or b"\0"
        value = b"\0" + value if value[0] >= 0x80 else value
        numbers += bytes([2, len(value)]) + value
    return bytes([0x30, len(numbers)]) + numbers


# Both


def fingerprint(pem: bytes) -> str:
    """SHA-256 over the public key (SubjectPublicKeyInfo, DER), in hex digits."""
    body = public_key(pem).decode().split("-----")[2]
    return hashlib.sha256(base64.b64decode(body)).hexdigest()


def public_key(pem: bytes) -> bytes:
    """The public key as PEM, of a public key or of the first certificate in a file."""
    if b"CERTIFICATE" not in pem:
        return pem
    return openssl("x509", "-pubkey", "-noout", given=pem).stdout


def openssl(*asked: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["openssl", *asked], input=given, capture_output=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        raise NotValid("the command openssl is missing: nothing was checked") from None


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def grouped(digits: str) -> str:
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4)).upper()


def code(head: str) -> str:
    return "-".join((head[:4], head[4:8], head[8:12])).upper()


if __name__ == "__main__":
    sys.exit(main())
