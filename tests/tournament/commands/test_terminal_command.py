"""What a command says at its end: the sentence alone, in the language of the installation."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.management.commands.restore import Command


def test_a_command_ends_with_its_sentence_alone(german: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        Command().run_from_argv(["manage.py", "restore", "nowhere.spielliste", "--dry-run"])
    assert (ended.value.code, capsys.readouterr().err) == (1, "Es gibt keine Kopie „nowhere.spielliste“.\n")


def test_whoever_calls_it_gets_the_error_itself() -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("restore", "nowhere", dry_run=True)
