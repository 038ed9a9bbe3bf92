"""manage.py check_copy FILE: check a copy and write a report for the page “Backup”, which starts this command."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import translation

from tournament.backup.services.checked_restores import check_and_report
from tournament.management.terminal_command import TerminalCommand


class Command(TerminalCommand):
    help = (
        "Check a copy, write a report for its page, and touch nothing else. Reads its passphrase from standard input."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--mark", required=True, help="names this check in the report")
        parser.add_argument("--language", default="", help="of the sentences in the report")

    def handle(self, *args: Any, file: Path, mark: str, language: str, **options: Any) -> None:
        passphrase = sys.stdin.buffer.read().decode()
        with translation.override(language or None):
            check_and_report(file, passphrase, mark=mark)
