"""Posters of all rulesets, read back by a PDF reader: one page of A3, every figure, changed values."""

import pytest
from django.utils import translation

from scoring.ruleset import bundled_rulesets, load_ruleset, parse_ruleset, ruleset_text
from tests.tournament.exports.printed_rules import TABLES, figures, pdf_reader, printed, words
from tests.worlds.factories import make_tournament
from tournament.proof.seals.keys import grouped
from tournament.rulesets.exports.poster import poster_pdf
from tournament.rulesets.exports.sections import IN_DATA
from tournament.rulesets.exports.words import cite
from tournament.rulesets.words.notices import NOTICES

A3 = (297 / 25.4 * 72, 420 / 25.4 * 72)
LANGUAGES = ("de", "en")


def test_the_table_of_every_bundled_ruleset_is_typed_here():
    assert sorted(TABLES) == list(bundled_rulesets())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset_id", bundled_rulesets())
def test_one_page_with_every_figure_every_notice_and_the_key_of_the_seals(ruleset_id, language, seal):
    ruleset = load_ruleset(ruleset_id)
    pdf = printed(poster_pdf, ruleset_id, language)
    with translation.override(language):
        notices = [cite(NOTICES[code], section) for code, section in ruleset.codes.items() if code not in IN_DATA]
    assert [tuple(page.mediabox[2:]) for page in pdf_reader(pdf).pages] == [pytest.approx(A3, abs=0.1)]
    text = words(pdf)
    assert figures(text) == figures(TABLES[ruleset_id])
    assert [notice for notice in notices if " ".join(notice.split()) not in text] == []
    limits = ruleset.limits
    assert f" {limits.declarer_wins} {limits.declarer_out_of_schneider} " in text
    assert f" {limits.defenders_win} {limits.defenders_out_of_schneider} " in text
    assert ruleset_id in text
    assert grouped(seal.fingerprint) in text


def test_the_2023_poster_word_by_word():
    text = words(printed(poster_pdf, "schafkopfschule-2023"))
    assert "Solo, Wenz won +6 −2 +9 −3 +12 −4 lost +2 −6 +3 −9 +4 −12 Solo Tout, Wenz Tout won +18 −6" in text
    assert (
        "In the first game of a match these count as a simple game only: "
        "Solo Tout and Wenz Tout; Schwarz in Solo and Wenz (5.2.15)."
    ) in text
    assert "Always before the first card: Solo Tout, Wenz Tout and Sie (5.2.14)." in text
    assert "From no. 5 on one sheet, counted together: Solo, Wenz, Solo Tout and Wenz Tout (5.2.16)." in text
    assert (
        "Mistake in play, cards revealed: Rufer −4; Solo and Wenz −9; Solo Tout and Wenz Tout −18 (3.4.17; 3.4.18)."
    ) in text
    assert (
        "Ranking, in this order most points in all more Sie played more Touts won more Touts played "
        "more Solos and Wenzen won more Solos and Wenzen played the lot decides"
    ) in text


def test_the_house_poster_says_runners_contra_and_the_table_of_five():
    text = words(printed(poster_pdf, "house-10-60"))
    assert "Each runner counts 10 more for every winner and loser (H 6)." in text
    assert "From 2 runners on: Wenz and Wenz Tout (H 5)." in text
    assert "A Stoss (Contra) and one Retour are allowed (H 4)." in text
    assert "Each doubles the base value; Schneider, Schwarz and runners are added undoubled (H 6)." in text
    assert "At a table of 5 the dealer sits out and scores nothing (H 4)." in text
    assert "Durchmarsch from 91 card points +60 −20" in text
    assert "Ranking, in this order most points in all the place is shared" in text


def test_fonts_are_ours_and_embedded():
    """The signs of the French suits, too: they are letters of the same font."""
    fonts = pdf_reader(printed(poster_pdf, "palatinate-three")).pages[0]["/Resources"]["/Font"].values()
    descriptors = [
        font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object() for font in fonts
    ]
    assert [descriptor for descriptor in descriptors if not {"/FontFile2", "/FontFile3"} & set(descriptor)] == []
    names = {descriptor["/FontName"].split("+")[1] for descriptor in descriptors}
    assert names == {"Paper-Sans", "Paper-Sans-Semi-Bold", "Paper-Serif-Semi-Bold"}


def test_french_cards_have_their_own_suits():
    text = words(printed(poster_pdf, "palatinate-three"))
    assert "♣♠♥♦" in text.replace(" ", "")
    assert "Simple Game in Clubs, Spades and Diamonds won +3 −1" in text
    assert "Simple Game in Hearts, Solo won +6 −2" in text


CHANGES = [
    ("simple = 2, schneider = 3, schwarz = 4", "simple = 5, schneider = 7, schwarz = 9", "+6 −2", "+15 −5"),
    ("{ fixed = 6 }", '{ times = 2, of = "solo", level = "schwarz" }', "+18 −6", "+54 −18"),
    ("counted_from = { value = 5,", "counted_from = { value = 7,", "From no. 5 on", "From no. 7 on"),
    ('full_tie = { value = "lot"', 'full_tie = { value = "shared"', "the lot decides", "the place is shared"),
    ("rufer = { minus = 4,", "rufer = { minus = 8,", "Rufer −4", "Rufer −8"),
    ("declarer_out_of_schneider = { value = 31", "declarer_out_of_schneider = { value = 30", "61 31", "61 30"),
    ("scored = { value = false", "scored = { value = true", "Runners do not count", "From 2 runners on: Wenz"),
    ('all_pass = { value = "same-dealer"', 'all_pass = { value = "next-dealer"', "same dealer deals again (5.2.5)", ""),
    ("all-pass-same-dealer", "all-pass-next-dealer", "", "next dealer deals (5.2.5)"),
]  # fmt: skip


def test_a_changed_value_changes_the_poster():
    """The wall shows the values that the computer counts by; a notice that contradicts them was refused before."""
    after = ruleset_text("schafkopfschule-2023")
    for old, new, _lost, _there in CHANGES:
        assert old in after
        after = after.replace(old, new)
    before, changed = words(printed(poster_pdf, "schafkopfschule-2023")), words(poster_pdf(parse_ruleset(after)))
    assert [lost for _old, _new, lost, _there in CHANGES if lost not in before] == []
    assert [lost for _old, _new, lost, _there in CHANGES if lost and lost in changed] == []
    assert [there for _old, _new, _lost, there in CHANGES if there and there in before] == []
    assert [there for _old, _new, _lost, there in CHANGES if there not in changed] == []


def test_large_figures_do_not_run_into_one_another():
    """Three columns with the widest figures that the loader accepts: still one page, with gaps between the figures."""
    text = ruleset_text("schafkopfschule-2023").replace("simple = 2, schneider = 3, schwarz = 4", "{}")
    text = text.replace("{ {} }", "{ simple = 8000, schneider = 9000, schwarz = 10000 }")
    pdf = poster_pdf(parse_ruleset(text))
    assert len(pdf_reader(pdf).pages) == 1
    assert "+24000 −8000 +27000 −9000 +30000 −10000" in words(pdf)


@pytest.mark.django_db
def test_a_tournament_names_itself_its_organiser_and_its_management():
    tournament = make_tournament(name="Größtes Schafkopfrennen in Süß")
    tournament.organiser, tournament.management = "SV Häuslfeld", "Centa Löffler"
    text = words(poster_pdf(tournament.ruleset, tournament))
    assert text.startswith("Größtes Schafkopfrennen in Süß")
    assert "Rules: Schafkopf School 2023 · 28/11/2026 · Feldkirchen" in text
    assert "Organiser: SV Häuslfeld · Tournament management: Centa Löffler" in text


def test_german_is_german():
    text = words(printed(poster_pdf, "schafkopfschule-2023", "de"))
    assert "Wenz gewonnen +6 −2 +9 −3 +12 −4 verloren +2 −6" in text
    assert "Laufende zählen nicht in den Punkten (5.2.8)." in text
    assert "Stoß und Retour sind nicht erlaubt (5.2.4)." in text


def test_many_sentences_of_a_club_are_divided_among_the_columns():
    """Twenty of the longest: still one page, with every one of them."""
    longest = ("Sentence of a club that likes to write " * 11)[:390]
    own = "".join(f'\n[[notices]]\nen = "{number:02}: {longest}."\n' for number in range(20))
    pdf = poster_pdf(parse_ruleset(ruleset_text("house-10-60") + own))
    assert len(pdf_reader(pdf).pages) == 1
    text = words(pdf)
    assert [number for number in range(20) if f"{number:02}: Sentence of a club" not in text] == []
