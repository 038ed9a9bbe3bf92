"""One language of a page, and sentences of the other one on it."""

import re
from pathlib import Path
from typing import Any

import polib

from tests.e2e.read_aloud import in_browser

CATALOGUE = Path(__file__).parents[2] / "tournament" / "locale" / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%%|%\(\w+\)[sd]|\{\w+\}")
# The product's name, and the cells of the club's own list.
IN_ANY_LANGUAGE = {"", "Spielliste", "Summe", "ja", "nein"}


def sentences() -> list[tuple[str, str]]:
    """English and German of every sentence of the catalogue, with its plural."""
    pairs = []
    for entry in polib.pofile(str(CATALOGUE)):
        if entry.obsolete:
            continue
        if entry.msgid_plural:
            pairs += [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        else:
            pairs.append((entry.msgid, entry.msgstr))
    return pairs


def patterns(own: set[str], other: set[str]) -> re.Pattern[str]:
    """Matches a sentence of `own`, whatever its placeholders hold; words of both languages are left out."""
    sentence_patterns = []
    for sentence in own - other:
        words = re.findall(r"[^\W\d_]{2,}", PLACEHOLDER.sub(" ", sentence))
        # "%(name)s an" would fit too much: a sentence with placeholders needs some words of its own.
        if len(words) >= (3 if PLACEHOLDER.search(sentence) else 1):
            parts = [re.escape(" ".join(part.split())) for part in PLACEHOLDER.split(sentence)]
            sentence_patterns.append(r"\s*.+?\s*".join(parts))
    return re.compile("|".join(f"(?:{text})" for text in sentence_patterns))


def foreign_to(language: str) -> re.Pattern[str]:
    """Matches the sentences of the other language."""
    english, german = (set(side) for side in zip(*sentences(), strict=True))
    return patterns(english, german) if language == "de" else patterns(german, english)


def foreign(page: Any, language: str, wrong: re.Pattern[str]) -> list[str]:
    """The texts in the browser that are not in the language of the page, which its `lang` names."""
    return foreign_texts(in_browser(page), language, wrong)


def foreign_texts(reading: tuple[str | None, list[str]], language: str, wrong: re.Pattern[str]) -> list[str]:
    """The same for a page that tests/e2e/read_aloud.py has read."""
    lang, texts = reading
    assert lang == language
    shortened = {" ".join(text.split()) for text in texts}
    return sorted(text for text in shortened - IN_ANY_LANGUAGE if wrong.fullmatch(text))
