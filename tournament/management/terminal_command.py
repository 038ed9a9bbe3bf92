"""The command that people type: what ends it is a sentence, without the name of an error before it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class TerminalCommand(BaseCommand):
    _called_from_command_line: bool  # of Django

    def execute(self, *args: Any, **options: Any) -> Any:
        """Run the command. Called from the terminal, it ends with the sentence of a CommandError."""
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            # Other code that calls the command gets the error, and so do system checks, which print their own.
            if not self._called_from_command_line or options["traceback"] or type(error) is not CommandError:
                raise
            self.stderr.write(str(error))
            sys.exit(error.returncode)
