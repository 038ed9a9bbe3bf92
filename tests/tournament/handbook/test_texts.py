"""The texts of the handbook: complete in both languages, paired, and every link, picture and term in its place."""

import re

import pytest

from tests.e2e.pictures import PICTURES
from tests.glossary import entries
from tests.house.own_files import ROOT
from tournament.handbook.addresses import link_of, picture_of
from tournament.handbook.files import FOLDERS, picture_file, text_files
from tournament.handbook.markdown import Rendered, Targets, render
from tournament.handbook.pages import handbook_pages
from tournament.handbook.search import folded_text

NAMES = (
    "schnellstart abend turnierleitung auswertung aufsicht listenfuehrer spieler notfall notfallblatt regeln pruefen "
    "netz datenschutz begriffe einlass"
).split()
LANGUAGES = sorted(FOLDERS)
GLOSSARY = "begriffe"
LONGEST_LINE = 120
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)]*)\)")
CODE = re.compile(r"`[^`]*`")


def sources(language: str) -> dict[str, str]:
    """The Markdown of each page by its name."""
    return {file.name: file.source for file in text_files(language)}


def links(language: str) -> list[tuple[str, bool, str]]:
    """Every link and picture: the page on which it stands, whether it is a picture, where it leads."""
    return [
        (name, bool(picture), target)
        for name, source in sources(language).items()
        for picture, target in LINK.findall(CODE.sub("", source))
    ]


def rendered(source: str) -> Rendered:
    return render(source, Targets(anchor=str, link=str, picture=lambda _target: {}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pages_are_there(language: str) -> None:
    assert [file.name for file in text_files(language)] == NAMES
    assert [file.number for file in text_files(language)] == [f"{number:02}" for number in range(1, len(NAMES) + 1)]
    assert len(list(FOLDERS[language].iterdir())) == len(NAMES)


def test_both_files_of_a_pair_have_the_same_anchors_in_the_same_order() -> None:
    german, english = (
        {page.name: [section.anchor for section in page.sections] for page in handbook_pages(language)}
        for language in ("de", "en")
    )
    assert german == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_begins_with_title_and_summary_and_its_headings_have_anchors(language: str) -> None:
    wrong = []
    for page in handbook_pages(language):
        anchors = [section.anchor for section in page.sections if section.anchor]
        if not page.title or not page.summary or len(set(anchors)) != len(anchors):
            wrong.append(page.name)
        wrong += [
            f"{page.name}: {section.heading}"
            for section in page.sections[1:]
            if not section.heading or (section.level == 2 and not section.anchor) or section.level not in (2, 3)
        ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_section_and_names_the_file(language: str) -> None:
    files = {file.path.name: file.name for file in text_files(language)}
    anchors = {page.name: {section.anchor for section in page.sections} | {""} for page in handbook_pages(language)}
    wrong = []
    for name, is_picture, target in links(language):
        if is_picture:
            continue
        link = link_of(target)
        page = files.get(target.partition("#")[0], "") if link and link.number else name
        if link is None or link.anchor not in anchors.get(page, set()):
            wrong.append(f"{name}: {target}")
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_and_said_in_words(language: str) -> None:
    pictures = [(name, target) for name, is_picture, target in links(language) if is_picture]
    names = {target: picture_of(target) for _name, target in pictures}
    assert [pair for pair in pictures if not names[pair[1]] or not picture_file(str(names[pair[1]]))] == []
    readme = re.findall(r"docs/pictures/([\w-]+)\.png", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert {str(name) for name in names.values()} | set(readme) == {picture.name for picture in PICTURES}
    text = "".join(sources(language).values())
    assert re.findall(r"!\[\]", text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_raw_html_and_no_long_line(language: str) -> None:
    wrong = []
    for name, source in sources(language).items():
        for number, line in enumerate(source.splitlines(), 1):
            if len(line) > LONGEST_LINE or re.search(r"</?[a-zA-Z!]", CODE.sub("", line)):
                wrong.append(f"{name}, line {number}")
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_stands_in_the_glossary(language: str) -> None:
    """Every word of docs/words.md that pages use has its line."""
    text = folded_text(" ".join(sources(language)[GLOSSARY].split()))
    words = [
        entry.german if language == "de" else entry.word for entry in entries() if not entry.german.startswith("–")
    ]
    terms = [re.sub(r" \([^)]*\)", "", part).strip() for word in words for part in word.split(",")]
    assert len(terms) > 60
    assert [term for term in terms if folded_text(term) not in text] == []


def test_what_looks_like_html_in_a_text_is_shown_as_it_is() -> None:
    page = rendered("# Titel\n\nEin <b>Satz</b> und [ein Wort](javascript:alert) & mehr.\n")
    assert page.lead == (
        '<p class="summary">Ein &lt;b&gt;Satz&lt;/b&gt; und [ein Wort](javascript:alert) &amp; mehr.</p>\n'
    )
