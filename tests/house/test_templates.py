"""No template shows a word that cannot be translated."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
# The contents of these elements are translated, computed or never shown.
NOT_SHOWN = re.compile(
    r"\{%-?\s*blocktrans(?:late)?\b.*?\{%-?\s*endblocktrans(?:late)?\s*%\}"
    r"|\{%\s*block main_class\s*%\}.*?\{%\s*endblock\s*%\}"
    r"|\{%\s*comment\b.*?\{%\s*endcomment\s*%\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->",
    re.DOTALL,
)
SPOKEN = {"alt", "aria-label", "aria-description", "content", "label", "placeholder", "title", "value"}
UNSPOKEN = {"script", "style", "code"}
# The same in every language: our own name, keys, formats, names of languages.
ALLOWED = {"Spielliste", "Enter", "Esc", "PDF", "Excel", "A4", "Deutsch", "English"}
WORD = re.compile(r"[^\W\d_]{2,}")


class Words(HTMLParser):
    """Collects the words that a person sees or hears."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.silent = 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in UNSPOKEN
        names = dict(attrs)
        for name, value in attrs:
            # Only <input type="submit"> shows its value; a meta tag is for machines.
            on_button = tag == "input" and names.get("type") in {"submit", "button"}
            visible = name in SPOKEN and (name != "value" or on_button)
            if visible and tag != "meta":
                self.collect(value or "")

    def handle_endtag(self, tag):
        self.silent -= tag in UNSPOKEN

    def handle_data(self, data):
        if not self.silent:
            self.collect(data)

    def collect(self, text):
        self.found += [word for word in WORD.findall(text) if word not in ALLOWED]


def words(template):
    parser = Words()
    parser.feed(NOT_SHOWN.sub("", template))
    parser.close()
    return parser.found


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_word_outside_translate_tags(path):
    assert words(path.read_text(encoding="utf-8")) == []


def test_the_search_itself():
    assert words("<p title='Titel'>Hallo {{ name }}</p>{% translate 'Bye' %}") == ["Titel", "Hallo"]
    assert words("{% blocktranslate %}Hallo{% endblocktranslate %}<input value='code'><script>let it</script>") == []
    assert words("<input type='submit' value='Los'>") == ["Los"]
