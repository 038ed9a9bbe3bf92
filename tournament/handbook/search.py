"""The search in the handbook: sections with all words, or with most of them, and a sentence of each.

ä is ae, ß is ss.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournament.handbook.addresses import page_address
from tournament.handbook.markdown import Section
from tournament.handbook.pages import HandbookPage

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
MOST_FOUND = 40
# Longer searches and more words are nobody's.
MOST_SIGNS, MOST_WORDS = 100, 8
# After a point that ends an abbreviation the next word is small.
SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+(?=[^\sa-zäöü])")
LONGEST_EXCERPT = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """A section that fits, with the sentence around the first word of it."""

    page: str
    heading: str
    address: str
    excerpt: SafeString


def folded_text(text: str) -> str:
    """Return the text as it is compared: small letters, umlauts in two letters, no accents."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(UMLAUTS))
    return apart if apart.isascii() else "".join(one for one in apart if not unicodedata.combining(one))


def query_words(query: str) -> list[str]:
    """Return the words that are looked for."""
    return re.findall(r"[^\W_]+", folded_text(unicodedata.normalize("NFC", query[:MOST_SIGNS])))[:MOST_WORDS]


def search_handbook(pages: Iterable[HandbookPage], query: str) -> list[SearchHit]:
    """Return the sections that hold all words, those first whose heading holds them; none for an empty query.

    Where no section holds all, those that hold the most of them.
    """
    words = query_words(query)
    held = [(len(_words_of(page, section, words)), page, section) for page, section in _sections(pages, words)]
    most = max((count for count, _page, _section in held), default=0)
    fits = [(_rank(section, words), page, section) for count, page, section in held if count == most]
    fits.sort(key=lambda fit: fit[0])  # within a rank in the order of the book
    return [
        SearchHit(
            page=page.title,
            heading=section.heading,
            address=page_address(page.name, section.anchor),
            excerpt=_excerpt(section, words),
        )
        for _rank_of_fit, page, section in fits[:MOST_FOUND]
    ]


def _sections(pages: Iterable[HandbookPage], words: list[str]) -> Iterator[tuple[HandbookPage, Section]]:
    """The sections that hold a word themselves: the title alone would bring every section of its page."""
    for page in pages:
        for section in page.sections:
            own = folded_text(" ".join([section.heading, *section.blocks]))
            if any(word in own for word in words):
                yield page, section


def _words_of(page: HandbookPage, section: Section, words: list[str]) -> list[str]:
    """The words that stand in this section or in the title of its page."""
    text = folded_text(" ".join([page.title, section.heading, *section.blocks]))
    return [word for word in words if word in text]


def _rank(section: Section, words: list[str]) -> int:
    """0 if the heading holds all words, 1 if it holds one, 2 for the text alone."""
    held = sum(word in folded_text(section.heading) for word in words)
    return 0 if held == len(words) else 1 if held else 2


def _excerpt(section: Section, words: list[str]) -> SafeString:
    """The sentence that holds most of the words, with the words marked."""
    sentences = [one for block in section.blocks for one in SENTENCE_ENDS.split(block)]
    best = max(sentences, key=lambda one: sum(word in folded_text(one) for word in words), default="")
    return _marked(_shortened(best, words), words)


def _shortened(sentence: str, words: list[str]) -> str:
    if len(sentence) <= LONGEST_EXCERPT:
        return sentence
    begin = max(0, min((place for place, _end in _places(sentence, words)), default=0) - LONGEST_EXCERPT // 3)
    begin = sentence.rfind(" ", 0, begin) + 1 if begin else 0
    cut = sentence[begin : begin + LONGEST_EXCERPT].rsplit(" ", 1)[0]
    return f"{'… ' if begin else ''}{cut} …"


def _marked(sentence: str, words: list[str]) -> SafeString:
    parts, done = [], 0
    for begin, end in _places(sentence, words):
        if begin >= done:
            parts += [escape(sentence[done:begin]), "<mark>", escape(sentence[begin:end]), "</mark>"]
            done = end
    return mark_safe("".join([*parts, escape(sentence[done:])]))  # noqa: S308  every part is escaped


def _places(sentence: str, words: list[str]) -> list[tuple[int, int]]:
    """Where the words stand in the sentence as it is written: one folded sign may be two."""
    origins = [place for place, sign in enumerate(sentence) for _ in folded_text(sign)]
    text = folded_text(sentence)
    places = [match.span() for word in words for match in re.finditer(re.escape(word), text)]
    return sorted((origins[begin], origins[end - 1] + 1) for begin, end in places)
