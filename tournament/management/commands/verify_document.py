"""manage.py verify_document: is a document ours, unchanged and in force, and do its points follow from its games?"""

import dataclasses
import json
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError
from django.utils.translation import gettext as _

from tournament.management.terminal_command import TerminalCommand
from tournament.person.names import printable
from tournament.proof.seals.handed_in import MOST_BYTES
from tournament.proof.selectors.verdict_words import words_of
from tournament.proof.selectors.verification import Verdict, verify_document
from tournament.server.disk import os_words
from tournament.words.labels import signed

# Exit codes from best to worst; several files give the worst: valid, not in force, not valid.
WORST = (0, 3, 1)


class Command(TerminalCommand):
    """Exit 0: valid and in force; 3: sealed and unchanged, but replaced, withdrawn or not known here; 1: not valid;
    2: wrong usage or a file that cannot be opened. Several files give the worst of their codes."""

    help = (
        "Verify sealed PDFs, workbooks, photos of a seal and files with the text of a seal; - is standard input. "
        "Exit 0 valid and in force, 3 sealed but not in force here, 1 not valid, 2 usage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a document, a photo, a text file, or -")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each file")
        parser.add_argument("--key", metavar="PEM", help="a public key or certificate to be believed besides ours")
        parser.add_argument(
            "--names",
            nargs="+",
            default=[],
            metavar="NAME",
            help="the players as printed, by seat: a paper seal is compared with them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        keys = [_public_key(options["key"])] if options["key"] else []
        # Try all names first, so that a mistyped one does not stop a long list in the middle.
        for name in options["files"]:
            _read_file(name, most=0)
        worst = 0
        for name in options["files"]:
            try:
                with _opened(name) as file:
                    verdict = verify_document(file, keys=keys, names=options["names"])
            except (OperationalError, ProgrammingError) as error:
                sentence = _(
                    "The database cannot be read: %(why)s. Start Spielliste once, or check the file alone: %(how)s"
                )
                how = "python docs/verify_sheet.py FILE"
                raise CommandError(sentence % {"why": error, "how": how}, returncode=2) from None
            self._write_verdict(name, verdict, as_json=options["json"])
            worst = max(worst, verdict.exit_code, key=WORST.index)
        if worst:
            sys.exit(worst)

    def _write_verdict(self, name: str, verdict: Verdict, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps({"file": name, **verdict_codes(verdict)}))
            return
        words = words_of(verdict, login=True)
        self._line(f"{name}: {words.headline}")
        for sentence in words.sentences:
            self._line(f"  {sentence}")
        for fact in words.facts:
            self._line(f"  {fact.term}: {fact.text}")
        if verdict.content:
            content = verdict.content
            place = _("match %(match)s, table %(table)s") % {"match": content.match, "table": content.table}
            self._line("  " + ", ".join(filter(None, [content.tournament, content.day, place])))
            for player in content.players:
                self._line(f"  {player.seat} {player.name} {signed(player.total)}")
        if verdict.ranking_content:
            self._line(f"  {verdict.ranking_content.tournament}, {verdict.ranking_content.day}")
            for line in verdict.ranking_content.lines:
                self._line(f"  {line.place or '–'} {line.start_number} {line.name} {signed(line.total)}")

    def _line(self, text: str) -> None:
        """Print text with a stranger's names: none may move the cursor, or fake a line that says "Valid"."""
        self.stdout.write(printable(text))


def verdict_codes(verdict: Verdict) -> dict[str, Any]:
    """The verdict for scripts, in codes instead of words; docs/documents.md lists them."""
    content = verdict.content
    version, newer = verdict.version or verdict.ranking, verdict.newer or verdict.newer_ranking
    return {
        "exit": verdict.exit_code,
        "answer": verdict.answer.value,
        "kind": verdict.kind,
        "problem": verdict.problem,
        "seal": {
            "of": verdict.origin.value,
            "fingerprint": verdict.fingerprint,
            "sealed_at": verdict.signed_at and verdict.signed_at.isoformat(),
        },
        "unchanged": verdict.unchanged,
        "follows": verdict.follows,
        "faults": [{"code": code, "game": game} for code, game in verdict.faults],
        "differs": list(verdict.differs),
        "names_agree": verdict.names_agree,
        "version": version and version.document.number,
        "superseded_at": version and version.superseded_at and version.superseded_at.isoformat(),
        "in_force": newer.document.number if newer else version and version.current and version.document.number,
        "says": content
        and {
            "tournament": content.tournament,
            "day": content.day,
            "match": content.match,
            "table": content.table,
            "version": content.version,
            "check_code": content.check_code,
            "players": [
                {"seat": player.seat, "name": player.name, "total": player.total} for player in content.players
            ],
        },
        "standings": verdict.ranking_content and dataclasses.asdict(verdict.ranking_content),
    }


def _read_file(name: str, *, most: int = MOST_BYTES + 1) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise CommandError(f"{name}: {os_words(error)}", returncode=2) from None


def _opened(name: str) -> IO[bytes]:
    file = tempfile.SpooledTemporaryFile(MOST_BYTES)  # noqa: SIM115  whoever asked closes it
    file.write(_read_file(name))
    return file


def _public_key(name: str) -> ec.EllipticCurvePublicKey:
    pem = _read_file(name)
    try:
        key = x509.load_pem_x509_certificate(pem).public_key() if b"CERTIFICATE" in pem else load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        no_key = _("%(file)s: no public key and no certificate of a key on the curve P-256")
        raise CommandError(no_key % {"file": name}, returncode=2)
    return key
