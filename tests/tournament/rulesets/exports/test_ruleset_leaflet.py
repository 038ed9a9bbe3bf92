"""Leaflets of all rulesets, read back by a PDF reader: two to four pages of A5, all sections, who organises."""

import re

import pytest
from django.utils import translation

from scoring.ruleset import bundled_rulesets, check_ruleset, load_ruleset, parse_ruleset, ruleset_text
from tests.tournament.exports.printed_rules import (
    PALATINATE,
    PALATINATE_OF_THREE,
    SCHAFKOPFSCHULE,
    TABLES,
    figures,
    pdf_reader,
    printed,
    words,
)
from tests.worlds.factories import make_tournament
from tournament.rulesets.exports.leaflet import leaflet_pdf
from tournament.rulesets.exports.sections import IN_DATA
from tournament.rulesets.exports.words import cite
from tournament.rulesets.words.notices import NOTICES

A5 = (148 / 25.4 * 72, 210 / 25.4 * 72)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("ruleset_id", bundled_rulesets())
def test_two_to_four_pages_with_every_figure_and_every_notice(ruleset_id, language):
    ruleset = load_ruleset(ruleset_id)
    pdf = printed(leaflet_pdf, ruleset_id, language)
    with translation.override(language):
        notices = [cite(NOTICES[code], section) for code, section in ruleset.codes.items() if code not in IN_DATA]
    pages = pdf_reader(pdf).pages
    assert 2 <= len(pages) <= 4
    assert [tuple(page.mediabox[2:]) for page in pages] == [pytest.approx(A5, abs=0.1)] * len(pages)
    text = words(pdf)
    assert figures(text) == figures(TABLES[ruleset_id])
    assert [notice for notice in notices if " ".join(notice.split()) not in text] == []


def test_the_2023_leaflet_says_how_a_match_runs():
    text = words(printed(leaflet_pdf, "schafkopfschule-2023"))
    for sentence in (
        "2 matches are played, each with a new draw of the seats (5.4.1; 5.2.2).",
        "A match at a table of 4: 32 games in rounds of 4 (5.2.1).",
        "Minimum age: 16 years (5.2.12).",
        "Each player is dealt packets of 4 and 4 cards (5.2.3).",
        "If all pass, the same dealer deals again (5.2.5).",
        "Sie the 8 highest trumps in one hand, laid open at once Solo Tout as Solo, but every trick must be taken",
        "Rufer with whoever holds the called Ace; trumps: Obers, Unters and Hearts",
        "of equal bids the one in front by seating, whatever the suit (2.4.4).",
        "Solo Tout: at least 3 runners; in each other suit held the Ace, or Ace and Ten (5.2.14).",
        "Wenz Tout: at least 2 runners, or 3 trumps with the highest among them;",
        "Whoever reveals his cards after another's mistake bears its minus points;",
        "The supervisor decides disputes; the tribunal, to which one may appeal, has the last word (5.1.3).",
    ):
        assert sentence in text


@pytest.mark.parametrize(
    ("ruleset_id", "rows"),
    [
        pytest.param(
            "schafkopfschule-2023",
            [
                "Rufer anyone −4 0 +2",
                "Solo and Wenz the declarer −9 – +3",
                "Solo and Wenz a defender −9 0 +9",
                "Solo Tout and Wenz Tout the declarer −18 – +6",
                "Solo Tout and Wenz Tout a defender −18 0 +18",
                "Rufer the declarer −2 0 +1",
                "Solo and Wenz the declarer −6 – +2",
            ],
            id="3.4.17 2.4.10",
        ),
        pytest.param(
            "house-10-60",
            [
                "Rufer and Rufer Tout anyone −30 +10 +10",
                "a defender −60 +20 +20",
                "Ramsch anyone −30 – +10",
                "table of 4 the dealer −60 – +20",
                "table of 5 the dealer −60 – +15",
            ],
            id="H 4",
        ),
    ],
)
def test_sanctions_say_who_bears_and_who_shares(ruleset_id, rows):
    text = words(printed(leaflet_pdf, ruleset_id))
    assert [row for row in rows if row not in text] == []


@pytest.mark.parametrize("ruleset_id", ["schafkopfschule-2023", "house-10-60"])
def test_where_all_tables_have_five_the_figures_are_those_of_who_plays(ruleset_id):
    text = re.sub(r"(?m)^seats = .*", 'seats = { value = [5], section = "–" }', ruleset_text(ruleset_id))
    assert check_ruleset(text) == ()
    assert figures(words(leaflet_pdf(parse_ruleset(text)))) == figures(TABLES[ruleset_id])


@pytest.mark.parametrize(
    ("ruleset_id", "seats", "printed", "sentence"),
    [
        ("palatinate-three", "[3]", PALATINATE_OF_THREE, ""),
        (
            "palatinate-three",
            "[4]",
            PALATINATE,
            "At a table of 4 the dealer sits out and wins or loses like a defender.",
        ),
        (
            "schafkopfschule-2023",
            "[4, 5]",
            SCHAFKOPFSCHULE,
            "At a table of 5 the dealer sits out and wins or loses like a defender: one more for the declarer.",
        ),
    ],
)
def test_the_figures_are_those_of_the_table_that_is_drawn(ruleset_id, seats, printed, sentence):
    """The drawn table is one of four where the ruleset has it; a sentence says what differs at another table."""
    text = re.sub(r"(?m)^seats = .*", f'seats = {{ value = {seats}, section = "–" }}', ruleset_text(ruleset_id))
    text = re.sub(r"(?m)^sitting_out = .*", 'sitting_out = { value = "with-defenders", section = "–" }', text)
    printout = words(leaflet_pdf(parse_ruleset(text)))
    assert figures(printout) == figures(printed)
    assert sentence in printout
    assert ("fewer" in printout, "sits out" in printout) == (False, bool(sentence))


def test_palatinate_says_skat_schenken_and_the_fourth_at_the_table():
    text = words(printed(leaflet_pdf, "palatinate-three"))
    for sentence in (
        "2 cards lie in the skat and count for the declarer.",
        "The defenders may give up (Schenken): accepted, the game is won without Schneider and Schwarz.",
        "At a table of 4 the dealer sits out and wins or loses like a defender. "
        "At a table of 3 the declarer has one opponent fewer.",
        "Heart Solo alone; trumps: Queens, Jacks and Hearts",
        "32 cards, from the Ace to the 7: Clubs, Spades, Hearts, Diamonds.",
    ):
        assert sentence in text


@pytest.mark.django_db
def test_organiser_and_management_stand_on_the_leaflet_of_a_tournament():
    """5.1.1: where the management is not the organiser, everyone sees it; else the organiser is named."""
    tournament = make_tournament()
    alone = words(leaflet_pdf(tournament.ruleset, tournament))
    assert "Organiser: SV Feldkirchen · Tournament management: SV Feldkirchen" in alone
    tournament.management = "Centa Löffler"
    other = words(leaflet_pdf(tournament.ruleset, tournament))
    assert "Organiser: SV Feldkirchen · Tournament management: Centa Löffler" in other
