"""Words for everything that scoring says: every code has its sentence, every contract its name."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from scoring.contracts import KINDS, LEVELS
from scoring.errors import MESSAGES, Problem, ScoringError
from scoring.games import RESULTS
from scoring.parts import SANCTION_KINDS
from scoring.results import DRAWN_GAME
from scoring.ruleset import CRITERIA
from tournament.words import labels


def test_every_sentence_of_scoring_is_said_in_german() -> None:
    with translation.override("de"):
        assert [code for code, sentence in MESSAGES.items() if gettext(sentence) == sentence] == []


def test_every_word_of_scoring_is_translated() -> None:
    assert set(labels.CONTRACTS) == set(KINDS)
    # A drawn game has no level.
    decided = {(result, level) for result in RESULTS for level in LEVELS}
    assert set(labels.RESULTS) == decided | {(DRAWN_GAME, "simple")}
    assert set(SANCTION_KINDS) <= set(labels.SANCTIONS)
    assert {"points", *CRITERIA, "lot"} == set(labels.CRITERIA)


@pytest.mark.parametrize(("points", "text"), [(6, "+6"), (0, "0"), (-12, "−12")])
def test_points_bear_their_sign(points: int, text: str) -> None:
    assert labels.signed(points) == text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ScoringError("not_zero_sum", points=(-1, 1, 1, 0), sum=1), "The points −1 +1 +1 0 sum to +1, not to 0."),
        (
            ScoringError("seat_not_at_table", field="entry", seats=4, found=7),
            "Entry: there is no seat 7, only 1 to 4.",
        ),
        (ScoringError("field_not_used", field="level", contract="solo-tout"), "Level has no meaning in Solo Tout."),
        (
            ScoringError("no_such_points", value=7, seats="13"),
            "No game gives +7 points to the seats 13 and only to them.",
        ),
        (
            ScoringError("ruling_contradicts", points=(-6, 2, 2, 2), section="3.4.17", seat=1, figure=-9),
            "The points entered −6 +2 +2 +2 contradict 3.4.17: seat 1 gets −9.",
        ),
        (ScoringError("unknown_sanction", kind="wrong-deal"), "There is no sanction wrong deal in this ruleset."),
        (
            ScoringError("first_contradicts", stated=True, game=2),
            "The record says first: yes, but it is game 2 of the sheet.",
        ),
        (
            Problem(code="first_game_counts_less", context={"scored_as": "wenz", "section": "5.2.15"}, game=1),
            "In the first game this counts less, as Wenz (5.2.15).",
        ),
    ],
)
def test_a_refusal_of_scoring_in_words(error: ScoringError | Problem, text: str) -> None:
    assert labels.scoring_sentence(error) == text
    refused = labels.refused(error)
    assert (str(refused), refused.code) == (text, error.code)


def test_what_was_typed_is_quoted_as_it_is() -> None:
    error = ScoringError("entry_unreadable", entry="100 % {sure}")
    assert str(labels.refused(error)) == "The entry 100 % {sure} cannot be read."


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [((), []), ((4,), ["4"]), ((4, 5), ["4", "5"]), ((4, 9, 12, 13, 14), ["4", "9", "12–14"]), ((1, 2, 3), ["1–3"])],
)
def test_long_runs_of_table_numbers_are_ranges(numbers, texts):
    assert labels.ranges(numbers) == texts
