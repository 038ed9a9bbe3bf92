"""`./run check NOUN` finds the tests of a noun in every layer, and none that a browser drives."""

import pytest

from tests.noun import files_of, main, nouns_of_layers


def test_the_same_noun_in_every_layer():
    files = files_of("approvals")
    assert "tests/tournament/services/test_approvals.py" in files
    assert "tests/tournament/views/test_approvals.py" in files
    assert [file for file in files if "e2e" in file] == []


def test_a_word_is_a_whole_word():
    """A drawn signature is not about the draw."""
    assert [file for file in files_of("draw") if "drawn" in file] == []


@pytest.mark.parametrize(("plural", "noun"), [("matches", "match"), ("draws", "draw"), ("entries", "entry")])
def test_plural_and_singular_are_one_noun(plural, noun):
    assert files_of(plural) == files_of(noun) != []


def test_a_folder_is_a_noun():
    assert "tests/tournament/lots/test_seating.py" in files_of("lots")


def test_an_unknown_noun_names_the_known_ones(capsys):
    assert main("nonsense") == 1
    assert "draw" in capsys.readouterr().err
    assert len(nouns_of_layers()) > 30
