"""The migrations hold what the models say, and each has a name given by hand."""

from pathlib import Path

from django.core.management import call_command

import tournament.migrations


def test_no_model_change_without_a_migration(db):
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_named_by_hand():
    names = [path.stem for path in Path(tournament.migrations.__file__).parent.glob("[0-9]*.py")]
    assert names
    assert [name for name in names if "_auto_" in name] == []
