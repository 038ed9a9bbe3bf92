"""The German catalogue is complete: every sentence of code and templates, compiled, with the same placeholders."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.glossary import entries

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = Path("tournament/locale/de/LC_MESSAGES/django.po")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")


@pytest.fixture(scope="module")
def as_the_code_wants_it(tmp_path_factory):
    """The catalogue after makemessages in a copy of the tree; a missing sentence is untranslated there."""
    if shutil.which("xgettext") is None:
        reason = "no xgettext here: apt-get install gettext"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    copy = tmp_path_factory.mktemp("catalogue")
    not_copied = shutil.ignore_patterns("vendor", "__pycache__", "migrations")
    for room in ("tournament", "templates", "scoring"):
        shutil.copytree(ROOT / room, copy / room, ignore=not_copied)
    shutil.copy(ROOT / "manage.py", copy)
    (copy / CATALOGUE).parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", "de", "--no-location", "--verbosity", "0"],
        cwd=copy,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings"},
        check=True,
    )
    return [entry for entry in polib.pofile(str(copy / CATALOGUE)) if not entry.obsolete]


def test_every_sentence_is_translated(as_the_code_wants_it):
    assert [entry.msgid for entry in as_the_code_wants_it if not entry.translated()] == []


def test_no_sentence_is_left_over(as_the_code_wants_it):
    sentences = {entry.msgid for entry in as_the_code_wants_it}
    assert [entry.msgid for entry in polib.pofile(str(ROOT / CATALOGUE)) if entry.msgid not in sentences] == []


@pytest.mark.parametrize(
    "path",
    [path for room in ("scoring", "tournament") for path in sorted((ROOT / room).rglob("*.py"))],
    ids=lambda path: path.name,
)
def test_every_sentence_of_the_code_is_found(path):
    """The older xgettext finds no call within an f-string, and none under a name of our own."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    within = [call for text in nodes if isinstance(text, ast.JoinedStr) for call in ast.walk(text)]
    calls = {call.func.id for call in within if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}
    names = [name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names]
    renamed = {name.asname for name in names if "gettext" in name.name and name.asname} - {"_"}
    assert (sorted(call for call in calls if call == "_" or "gettext" in call), sorted(renamed)) == ([], [])


def test_placeholders_are_the_same_on_both_sides():
    wrong = []
    for entry in polib.pofile(str(ROOT / CATALOGUE)):
        # The German forms of a plural may leave out the number ("ein Teilnehmer"), but must not invent a field.
        originals = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for form, text in (entry.msgstr_plural or {None: entry.msgstr}).items():
            translations = set(PLACEHOLDER.findall(text))
            if translations - originals if form == 0 else translations != originals:
                wrong.append((entry.msgid, text))
    assert wrong == []


def test_the_compiled_catalogue_is_this_catalogue():
    compiled = polib.mofile(str(ROOT / CATALOGUE.with_suffix(".mo")))
    assert texts(compiled) == texts(polib.pofile(str(ROOT / CATALOGUE)))


def texts(catalogue):
    return {
        (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in catalogue.translated_entries()
    }


# "Place" is also where a tournament is held; the sheet is what the product is named after.
OTHERWISE = {"place": "Ort", "Scoresheet": "Spielliste"}


def test_the_words_of_the_glossary_are_translated_as_it_says():
    """A word with a context of its own must not give its translation to the same word without one."""
    catalogue = {entry.msgid: entry.msgstr for entry in polib.pofile(str(ROOT / CATALOGUE)) if not entry.msgctxt}
    rows = [(entry.word, entry.german) for entry in entries() if not set(",–") & set(entry.german)]
    expected = {word: german for word, german in rows if word in catalogue}
    expected |= {word.capitalize(): german for word, german in rows if word.capitalize() in catalogue}
    assert len(expected) > 20
    assert {word: catalogue[word] for word in expected} == expected | {
        word: german for word, german in OTHERWISE.items() if word in expected
    }
