"""The search: all words or most of them, umlauts in both spellings, the sentence around, headings first."""

import pytest
from django.utils.safestring import SafeString

from tournament.handbook.markdown import Section
from tournament.handbook.pages import HandbookPage
from tournament.handbook.search import LONGEST_EXCERPT, MOST_FOUND, folded_text, search_handbook


def page(*sections: tuple[str, str], title: str = "Die Auswertung", name: str = "auswertung") -> HandbookPage:
    """A page with these headings and texts."""
    parts = tuple(
        Section(anchor=f"a{number}", heading=heading, level=2, blocks=(text,))
        for number, (heading, text) in enumerate(sections, 1)
    )
    nothing = SafeString("")
    return HandbookPage(number="04", name=name, title=title, summary="", lead=nothing, html=nothing, sections=parts)


PAGE = page(
    ("Prüfsumme", "Jede Runde ergibt 0. Größer oder kleiner darf sie nie sein! Dann fehlt etwas."),
    ("Fehler suchen", "Stimmt die Prüfsumme nicht, hilft z.B. das Papier."),
    ("Unterschrift", "Alle vier unterschreiben."),
)


@pytest.mark.parametrize("query", ["Prüfsumme", "pruefsumme", "PRÜFSUMME", "prüf", "Pru\u0308fsumme"])
def test_umlauts_and_capitals_do_not_matter(query: str) -> None:
    assert [match.heading for match in search_handbook([PAGE], query)] == ["Prüfsumme", "Fehler suchen"]


@pytest.mark.parametrize("query", ["größer", "groesser", "grösser", "GROESSER"])
def test_the_sharp_s_is_two(query: str) -> None:
    assert [match.excerpt for match in search_handbook([PAGE], query)] == [
        "<mark>Größer</mark> oder kleiner darf sie nie sein!"
    ]


def test_all_words_must_be_there_in_any_order() -> None:
    assert [match.heading for match in search_handbook([PAGE], "papier prüfsumme")] == ["Fehler suchen"]


def test_where_no_section_holds_all_words_those_with_most_are_better_than_nothing() -> None:
    assert [match.heading for match in search_handbook([PAGE], "papier unterschreiben")] == [
        "Fehler suchen", "Unterschrift",
    ]  # fmt: skip
    assert [match.heading for match in search_handbook([PAGE], "papier prüfsumme heimgehen")] == ["Fehler suchen"]
    assert search_handbook([PAGE], "heimgehen") == []


def test_the_title_of_the_page_helps_but_is_not_enough() -> None:
    assert [match.heading for match in search_handbook([PAGE], "auswertung papier")] == ["Fehler suchen"]
    assert search_handbook([PAGE], "auswertung") == []


def test_a_match_leads_to_its_section_with_the_sentence_around() -> None:
    (match,) = search_handbook([PAGE], "papier")
    assert (match.page, match.address) == ("Die Auswertung", "/hilfe/auswertung/#a2")
    assert match.excerpt == "Stimmt die Prüfsumme nicht, hilft z.B. das <mark>Papier</mark>."


@pytest.mark.parametrize("query", ["", "   ", "!?", "<b>", "'"])
def test_nothing_is_looked_for(query: str) -> None:
    assert search_handbook([page(("Ort", "Straße"))], query) == []


def test_what_looks_like_html_is_text() -> None:
    (match,) = search_handbook([page(("Zeichen", "Ein <b>Satz</b> & mehr."))], "satz")
    assert match.excerpt == "Ein &lt;b&gt;<mark>Satz</mark>&lt;/b&gt; &amp; mehr."


def test_a_long_sentence_is_cut_around_the_word() -> None:
    (match,) = search_handbook([page(("Lang", "wort " * 100 + "Nadel" + " heu" * 100))], "nadel")
    assert "<mark>Nadel</mark>" in match.excerpt
    assert match.excerpt.startswith("… wort")
    assert match.excerpt.endswith("heu …")
    assert len(match.excerpt) < LONGEST_EXCERPT + len("<mark></mark>… …")


def test_a_list_that_is_too_long_ends() -> None:
    many = page(*[(f"Abschnitt {number}", "Karten") for number in range(MOST_FOUND + 5)])
    assert len(search_handbook([many], "karten")) == MOST_FOUND


def test_folding_keeps_its_signs_apart() -> None:
    assert folded_text("Süß Œuvre ÄÖÜ café") == "suess œuvre aeoeue cafe"
