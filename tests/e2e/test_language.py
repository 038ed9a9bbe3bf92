"""A page speaks one language: no English sentence on a German page, no German one on an English page."""

import re
from pathlib import Path
from typing import Any

import polib
import pytest

from tests.e2e.conftest import Device
from tests.e2e.hall import make_hall, pages
from tests.factories import make_user

pytestmark = pytest.mark.e2e

CATALOGUE = Path(__file__).parents[2] / "tournament" / "locale" / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%%|%\(\w+\)[sd]|\{\w+\}")
# The product's name, and what stands in the cells of the club's own list.
IN_ANY_LANGUAGE = {"", "Spielliste", "Summe", "ja", "nein"}
# What people read or hear: every text, and the attributes that stand for one.
READ_ALOUD = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    // The switch names each language in itself; a key of a file is called what it is called there.
    const apart = "script, style, body [lang], [translate=no]";
    if (!walker.currentNode.parentElement.closest(apart)) found.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) found.push(element.getAttribute(name) ?? "");
  }
  for (const element of document.querySelectorAll("[data-new], [data-offline], [data-unknown]")) {
    found.push(...Object.values(element.dataset));
  }
  return found;
}"""


def sentences() -> list[tuple[str, str]]:
    """English and German of every sentence of the catalogue, its plural too."""
    found = []
    for entry in polib.pofile(str(CATALOGUE)):
        if entry.obsolete:
            continue
        if entry.msgid_plural:
            found += [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        else:
            found.append((entry.msgid, entry.msgstr))
    return found


def patterns(own: set[str], other: set[str]) -> re.Pattern[str]:
    """Matches a sentence of `own`, whatever stands in its placeholders; words that both languages have are left out."""
    told = []
    for sentence in own - other:
        words = re.findall(r"[^\W\d_]{2,}", PLACEHOLDER.sub(" ", sentence))
        # "%(name)s an" would fit too much: a sentence with placeholders needs some words of its own.
        if len(words) >= (3 if PLACEHOLDER.search(sentence) else 1):
            parts = [re.escape(" ".join(part.split())) for part in PLACEHOLDER.split(sentence)]
            told.append(r"\s*.+?\s*".join(parts))
    return re.compile("|".join(f"(?:{text})" for text in told))


def foreign_to(language: str) -> re.Pattern[str]:
    """Matches the sentences that a page of this language does not speak."""
    english, german = (set(side) for side in zip(*sentences(), strict=True))
    return patterns(english, german) if language == "de" else patterns(german, english)


def foreign(page: Any, language: str, wrong: re.Pattern[str]) -> list[str]:
    """The texts of a page that are not of its language; it says itself which that is."""
    assert page.locator("html").get_attribute("lang") == language
    texts = {" ".join(text.split()) for text in page.evaluate(READ_ALOUD)}
    return sorted(text for text in texts - IN_ANY_LANGUAGE if wrong.fullmatch(text))


def test_every_page_speaks_english(device: Device) -> None:
    """That each speaks German holds test_accessible.py, which opens them all anyway."""
    actor, wrong = make_hall(), foreign_to("en")
    inside, outside = device(actor), device()
    found = {}
    for wanted in pages():
        page = outside if wanted.public else inside
        wanted.open(page)
        found[wanted.label] = foreign(page, "en", wrong)
    assert {label: texts for label, texts in found.items() if texts} == {}


def test_the_language_is_chosen_on_the_page(device: Device) -> None:
    page = device(make_user("organiser", full_name="K. Reiter"), language="de")
    page.goto("/")
    page.locator('.languages button[value="en"]').click()
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator('.languages button[value="de"]').click()
    assert page.locator("html").get_attribute("lang") == "de"


def test_the_check_finds_a_foreign_sentence(device: Device) -> None:
    page = device(make_user("organiser", full_name="K. Reiter"), language="de")
    page.goto("/")
    assert foreign(page, "de", foreign_to("de")) == []
    page.evaluate("() => { document.querySelector('h1, h2').textContent = 'Game 7 was struck.'; }")
    assert foreign(page, "de", foreign_to("de")) == ["Game 7 was struck."]
