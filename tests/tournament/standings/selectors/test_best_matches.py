"""The best matches count, or the places in them are added up: readings 47 and 48, on every list."""

import json
import re

import pytest

from scoring.ruleset import ruleset_text
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament
from tournament.enums import TournamentState
from tournament.models import Match, Participant, Tournament
from tournament.proof.seals.standings_data import content_hash, standings_faults, standings_head, version_of
from tournament.standings.selectors.documents import ranking_lines
from tournament.standings.selectors.release import content_of, standings_of
from tournament.standings.selectors.standings import match_standings, overall_standings
from tournament.standings.selectors.words import match_figures, own_sentences, remark_text

pytestmark = pytest.mark.django_db


def tournament_with(*, matches: int = 3, **settings: str) -> tuple[Tournament, list[Participant]]:
    """A tournament of four by the rules of 2023 with these settings of the ranking, and this number of matches."""
    text = ruleset_text("schafkopfschule-2023")
    for key, value in {"fewest_matches": str(matches), "matches": str(matches), **settings}.items():
        text, count = re.subn(rf"(?m)^({key} = \{{ value = )[^,]+,", rf"\g<1>{value},", text)
        assert count == 1
    tournament = make_tournament()
    tournament.frozen_ruleset, tournament.state = text, TournamentState.RUNNING
    tournament.save()
    for number in range(3, matches + 1):
        Match.objects.create(tournament=tournament, number=number)
    return tournament, make_participants(tournament, 4)


def play(tournament: Tournament, players: list[Participant], *sheets: list[int], **counts: list[int]) -> None:
    """Play the first matches at one table; the counters are those of match 1."""
    for match, points in zip(tournament.matches.all(), sheets, strict=False):
        make_scoresheet(match, players, points, **(counts if match.number == 1 else {}))


def ranked(tournament: Tournament) -> list[tuple[object, ...]]:
    """Place, start number, total, sum of places, what decided, and the matches that do not count."""
    return [
        (line.place, line.start_number, line.total, line.place_sum, line.decided_by, line.uncounted)
        for line in overall_standings(tournament).lines
    ]


def test_reading_47_the_best_two_of_three_count() -> None:
    tournament, four = tournament_with(best_matches="2")
    play(tournament, four, [10, 2, -4, -8], [-9, 5, 3, 1], [8, -6, 4, -6])
    assert ranked(tournament) == [
        (1, 1, 18, 0, "points", (2,)),
        (2, 2, 7, 0, None, (3,)),
        (2, 3, 7, 0, None, (1,)),
        (4, 4, -5, 0, "points", (1,)),
    ]


def test_reading_47_every_match_counts_while_there_are_no_more() -> None:
    tournament, four = tournament_with(best_matches="2")
    play(tournament, four, [10, 2, -4, -8], [-9, 5, 3, 1])
    assert [line[2:] for line in ranked(tournament)] == [
        (7, 0, "points", ()),
        (1, 0, "points", ()),
        (-1, 0, "points", ()),
        (-7, 0, "points", ()),
    ]


def test_reading_47_of_equal_matches_the_one_with_more_counts_counts() -> None:
    """Bene has +4 twice; the match with his Solos counts, and its counters alone decide against Anna."""
    tournament, four = tournament_with(best_matches="1", matches=2)
    play(tournament, four, [4, 4, -4, -4], [0, 4, -2, -2], solos_won=[1, 2, 0, 0], solos_played=[3, 2, 0, 0])
    assert ranked(tournament)[:2] == [(1, 2, 4, 0, "solos_won", (2,)), (2, 1, 4, 0, "solos_won", (2,))]
    assert [line.solos_won for line in overall_standings(tournament).lines] == [2, 1, 0, 0]


def test_reading_48_the_lowest_sum_of_places_wins_and_points_decide_between_equal_sums() -> None:
    tournament, four = tournament_with(sums='"places"')
    play(tournament, four, [30, 2, -16, -16], [-2, 5, -4, 1], [1, 2, 3, -6])
    # Anna 1 + 3 + 3, Bene 2 + 1 + 2, Centa 3 + 4 + 1, Dirk 3 + 2 + 4: Centa and Dirk share the third place of match 1.
    assert ranked(tournament) == [
        (1, 2, 9, 5, "place_sum", ()),
        (2, 1, 29, 7, "place_sum", ()),
        (3, 3, -17, 8, "place_sum", ()),
        (4, 4, -21, 9, "place_sum", ()),
    ]
    assert [line.match_places for line in overall_standings(tournament).lines] == [
        (2, 1, 2),
        (1, 3, 3),
        (3, 4, 1),
        (3, 2, 4),
    ]
    # The ranking of one match is by points alone.
    assert [line.start_number for line in match_standings(tournament, 1).lines] == [1, 2, 3, 4]


def test_reading_48_equal_sums_are_decided_by_points() -> None:
    tournament, four = tournament_with(sums='"places"', matches=2)
    play(tournament, four, [5, 4, -4, -5], [3, 9, -5, -7])
    assert ranked(tournament)[:2] == [(1, 2, 13, 3, "points", ()), (2, 1, 8, 3, "points", ())]
    first, second = overall_standings(tournament).lines[:2]
    assert remark_text(first, final=True) == "ahead of place 2: more points"
    assert own_sentences(second, final=True) == [
        "Place 2, sum of places 3, points: 8",
        "",
        "behind place 1: fewer points (8 against 13)",
    ]


def test_reading_48_whoever_has_no_sheet_of_a_match_is_behind_all_who_have_one() -> None:
    tournament, four = tournament_with(sums='"places"', matches=2)
    late = make_participants(tournament, 1, first=5)
    play(tournament, four, [5, 4, -4, -5])
    make_scoresheet(tournament.matches.get(number=2), [*four[:3], *late], [1, 2, -10, 7])
    lines = {line.start_number: line for line in overall_standings(tournament).lines}
    assert {number: line.match_places for number, line in lines.items()} == {
        1: (1, 3), 2: (2, 2), 3: (3, 4), 4: (4, 5), 5: (5, 1),
    }  # fmt: skip


def test_reading_48_the_best_matches_are_those_with_the_lowest_places() -> None:
    tournament, four = tournament_with(sums='"places"', best_matches="2")
    play(tournament, four, [30, 2, -16, -16], [-2, 5, -4, 1], [1, 2, 3, -6])
    anna = next(line for line in overall_standings(tournament).lines if line.start_number == 1)
    # Two third places: the one with more points counts.
    assert (anna.place_sum, anna.total, anna.uncounted) == (4, 31, (2,))


def test_lists_strike_what_does_not_count_and_say_so() -> None:
    tournament, four = tournament_with(sums='"places"', best_matches="2")
    play(tournament, four, [30, 2, -16, -16], [-2, 5, -4, 1], [1, 2, 3, -6])
    anna = next(line for line in overall_standings(tournament).lines if line.start_number == 1)
    assert [(figure.text, figure.counts) for figure in match_figures(anna)] == [
        ("+30 (1.)", True), ("−2 (3.)", False), ("+1 (3.)", True),
    ]  # fmt: skip
    assert "match 2 does not count" in remark_text(anna, final=True)


def test_a_frozen_ranking_keeps_what_counts() -> None:
    tournament, four = tournament_with(sums='"places"', best_matches="2")
    play(tournament, four, [30, 2, -16, -16], [-2, 5, -4, 1], [1, 2, 3, -6])
    standings = overall_standings(tournament)
    assert standings_of(json.loads(json.dumps(content_of(standings))), tournament).lines == standings.lines


@pytest.mark.parametrize("settings", [{}, {"best_matches": "2"}, {"sums": '"places"'}], ids=["all", "best", "places"])
def test_the_sealed_ranking_adds_up(settings: dict[str, str]) -> None:
    tournament, four = tournament_with(**settings)
    play(tournament, four, [30, 2, -16, -16], [-2, 5, -4, 1], [1, 2, 3, -6])
    lines = ranking_lines(overall_standings(tournament))
    content = content_hash(lines)
    data = {
        "tournament": {"slug": "x", "day": "2026-11-28"},
        "document": {"version": 1},
        "matches": [1, 2, 3],
        "lines": lines,
        "content_hash": content,
        "head": standings_head(slug="x", day="2026-11-28", version=1, content=content),
    }
    assert (list(standings_faults(data)), version_of(lines)) == ([], 2 if settings else 1)
    lines[0]["total"] += 1
    assert "totals" in list(standings_faults(data))
    if "place_sum" in lines[0]:
        lines[0]["total"] -= 1
        lines[0]["place_sum"] += 1
        assert "totals" in list(standings_faults(data))
