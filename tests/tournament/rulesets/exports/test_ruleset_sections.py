"""What a player must know stands on poster and leaflet, in the words of its section and with its number."""

import re

import pytest
from django.utils import translation

from scoring.ruleset import Ruleset, load_ruleset, parse_ruleset, ruleset_text
from tests.tournament.exports.printed_rules import printed, words
from tournament.rulesets.exports.course import late_tout_sentences, runner_definition_sentences, trump_sentences
from tournament.rulesets.exports.leaflet import leaflet_pdf
from tournament.rulesets.exports.poster import poster_pdf
from tournament.rulesets.exports.sentences import doubling_sentences, first_game_sentences

OF_BOTH = (
    "Recourse to law is excluded (5.1.2).",
    "Nobody is entitled to take part (5.1.2).",
    "Complaints are made at once (5.1.3).",
    "Cheating and repeated revokes lead to exclusion from the tournament; the entry fee is not paid back (5.1.4).",
    "Tables and seats are drawn beforehand; the lots are not changed (5.2.2).",
    "Everyone plays in person; nobody may stand in (5.2.9).",
    "Only the cards that the organiser hands out are used (5.2.10).",
    "tells the supervisor at once; anyone may point out a breach of the rules (5.2.18).",
    "the management names him beforehand. If all agree, another keeps it (5.3.1).",
    "Every player checks the sheet and signs it before it is handed in (5.3.2).",
    "The points of Solo and Wenz are circled (5.3.3).",
    "The checksum must be 0 after each round, and so must that of the match (5.3.3).",
    "Corrections, deletions and later changes on the sheet only with the supervisor's signature (5.3.4).",
    "Through the signatures the sheets are documents; they are kept for 6 months (5.3.5).",
    "All cards measure 56 × 100 mm and have the same back; Sixes are removed beforehand (1.2).",
    "A Tout is announced before the first card is led; announced later it counts as a plain Solo or Wenz (2.8.2).",
    "Sanctions are imposed by the supervisor only (3.4.18).",
    "Rufer and Solo: Obers, then Unters, in the order Acorns, Leaves, Hearts, Bells; then the trump suit.",
    "Runners are the highest trumps of one side without a gap, from the highest on: "
    "Ober of Acorns in Rufer and Solo; Unter of Acorns in Wenz.",
)
OF_2023 = (
    "The cards have the Bavarian or the Franconian picture (1.2).",
    "intentional breaches of the rules and falsified sheets lead to exclusion from the tournament (5.1.5).",
    "A game that is not allowed is deleted from the sheet and not replayed (5.2.17).",
    "but before the next shuffle, that a player did not follow suit, he has lost (3.4.15).",
    "Not counted in the first game of a match: Sie (2.9.1).",
)
OF_2007 = (
    "The cards have the Bavarian picture (1.2).",
    "Loud protest, intentional wrong play and intentional wrong entries on the sheet lead to exclusion "
    "from the tournament (5.1.5).",
    "A game that was not approved is struck from the sheet (5.2.17).",
    "but before the cut, that a player gave a wrong card, he has lost (3.4.15).",
    "Not counted in the very first game of the tournament: Sie (2.9.1).",
)
OF_THE_HOUSE = (
    "The tables are drawn; changing tables is not allowed (H 3).",
    "first and last name on the sheet in clear block letters and signs it at the end of each table (H 3).",
    "Dealer and cutter do not look at the cards, neither before nor during nor after shuffling and cutting (H 4).",
    "Cheating, knowingly wrong entries and too loud a protest are punished with exclusion from the tournament (H 6).",
    "the game director or the players name him before play begins (H 6).",
    "Every player checks the sheet (H 6).",
    "The game director's decisions are final; there is no appeal (H 8).",
    "The game director's instructions are followed; irregularities are reported to him without delay (H 8).",
)


@pytest.mark.parametrize(
    ("ruleset_id", "sentences"),
    [
        ("schafkopfschule-2023", (*OF_BOTH, *OF_2023)),
        ("schafkopfschule-2007", (*OF_BOTH, *OF_2007)),
        ("house-10-60", OF_THE_HOUSE),
    ],
)
@pytest.mark.parametrize("make", [poster_pdf, leaflet_pdf])
def test_all_that_a_player_must_know(ruleset_id, sentences, make):
    text = words(printed(make, ruleset_id))
    # Only the leaflet has the sanctions in full.
    wanted = [each for each in sentences if make is leaflet_pdf or "(3.4.18)" not in each]
    assert [each for each in wanted if each not in text] == []


def test_no_print_says_more_than_its_section():
    """2.9.1 says nothing of who deals, 5.2.4 nothing of the effect, and H nothing of who may sanction."""
    official, house = load_ruleset("schafkopfschule-2023"), load_ruleset("house-10-60")
    assert [each for each in first_game_sentences(official) if "deals" in each] == []
    assert list(doubling_sentences(official)) == []
    assert "by the supervisor only" not in words(printed(leaflet_pdf, house.id))


def test_what_counts_less_in_the_first_match_only_says_so():
    text = ruleset_text("schafkopfschule-2023")
    once = re.sub(r"(?m)^(reduced_in = \{ value = )[^,]+,", r'\g<1>"first",', text)
    assert "In the very first game of the tournament these count" in next(first_game_sentences(parse_ruleset(once)))
    assert "In the first game of a match these count" in next(first_game_sentences(parse_ruleset(text)))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("make", [poster_pdf, leaflet_pdf])
@pytest.mark.parametrize("ruleset_id", ["palatinate-three", "asserufen"])
def test_palatinate_prints_have_no_bavarian_words(ruleset_id, make, language):
    text = words(printed(make, ruleset_id, language))
    bavarian = (
        r"\b(Wenz\w*|Sau|Säue|Obers?|Unters?|Eichel|Gras|Schellen|Acorns|Leaves|Bells|Touts?|Rufer|Rufspiel|Sie-\w+)\b"
    )
    assert re.findall(bavarian, text) == []


def short(pack: int) -> Ruleset:
    """The short social rules with a pack of 24 or 20 cards."""
    text = ruleset_text("social-short").replace("pack = { value = 24", f"pack = {{ value = {pack}")
    if pack == 20:
        text = text.replace("packets = { value = [3, 3]", "packets = { value = [3, 2]")
        text = text.replace('\n[[notices]]\ncode = "dealing-two-packets-of-three"\nsection = "Other variations"\n', "")
    return parse_ruleset(text)


@pytest.mark.parametrize(
    ("ruleset", "sentence"),
    [
        (
            load_ruleset("schafkopfschule-2023"),
            "Wenz: Unters, in the order Acorns, Leaves, Hearts, Bells. Within a suit: Ace, Ten, King, Ober, 9, 8, 7.",
        ),
        (
            short(24),
            "Wenz: Unters, in the order Acorns, Leaves, Hearts, Bells. Within a suit: Ace, Ten, King, Ober, 9.",
        ),
        (short(20), "Geier: Obers, in the order Acorns, Leaves, Hearts, Bells. Within a suit: Ace, Ten, King, Unter."),
        (
            load_ruleset("palatinate-three"),
            "Simple Game, Solo and Heart Solo: Queens, then Jacks, in the order Clubs, Spades, Hearts, Diamonds; "
            "then the trump suit. Within a suit: Ace, Ten, King, 9, 8, 7.",
        ),
    ],
)
def test_the_order_of_the_trumps(ruleset, sentence):
    assert sentence in list(trump_sentences(ruleset))


def test_runners_begin_with_the_queen_of_clubs_in_the_palatinate():
    sentence = "Runners are the highest trumps of one side without a gap, from the Queen of Clubs on."
    assert list(runner_definition_sentences(load_ruleset("palatinate-three"))) == [sentence]
    with translation.override("de"):
        assert "von Kreuz-Dame an" in next(runner_definition_sentences(load_ruleset("asserufen")))


def test_a_late_tout_is_told_only_where_the_rules_say_so():
    assert list(late_tout_sentences(load_ruleset("house-10-60"))) == []
