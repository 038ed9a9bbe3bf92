"""Lines known only by their points, by every bundled ruleset: accepted if and only if a game can end with them."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contracts import BY_CARD_POINTS, BY_DEAL, EVERYONE, KINDS, PARTNERSHIP
from scoring.endings import COUNTED_DOUBLINGS, readings
from scoring.games import check_game
from scoring.points import outcome_table, score_game
from scoring.records import GameRecord
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from tests.records import changed, recorded

TABLES = [
    (name, seats, sits_out)
    for name in bundled_rulesets()
    for seats in load_ruleset(name).seats
    for sits_out in ([None] if seats == load_ruleset(name).players else range(1, seats + 1))
]


@st.composite
def games(draw: st.DrawFn) -> tuple[Ruleset, GameRecord]:
    """A scorable game of any ruleset and table."""
    name, seats, sits_out = draw(st.sampled_from(TABLES))
    ruleset = load_ruleset(name)
    kind = KINDS[draw(st.sampled_from(list(ruleset.contracts)))]
    players = [seat for seat in range(1, seats + 1) if seat != sits_out]
    place = recorded(contract=kind.key, seats=seats if sits_out else None, sits_out=sits_out)
    if kind.family == EVERYONE:
        loser = draw(st.sampled_from(players))
        others = [seat for seat in players if seat != loser]
        maidens = tuple(draw(st.lists(st.sampled_from(others), unique=True, max_size=len(others) - 1)))
        won = draw(st.booleans()) and not maidens
        ended = {"durchmarsch": loser} if won else {"loser": loser}
        return ruleset, changed(place, **ended, jungfrauen=maidens)
    pairs = [
        (players[one], players[other])
        for one, other in permutations(range(len(players)), 2)
        if not kind.opposite or abs(one - other) == 2
    ]
    declarer, partner = draw(st.sampled_from(pairs))
    suits = ruleset.suits(kind.key)
    scored = ruleset.doublings.rule == "scored"
    return ruleset, changed(
        place,
        declarer=declarer,
        partner=partner if kind.family == PARTNERSHIP else None,
        suit=draw(st.sampled_from(suits)) if suits else None,
        result="won" if kind.decided_by == BY_DEAL else draw(st.sampled_from(["won", "lost"])),
        level=draw(st.sampled_from(["simple", "schneider", "schwarz"])) if kind.decided_by == BY_CARD_POINTS else None,
        runners=draw(st.integers(0, kind.trumps(ruleset.deck))) if ruleset.runners_scored else None,
        doublings=draw(st.integers(0, min(COUNTED_DOUBLINGS, ruleset.doublings.most))) if scored else None,
    )


@given(games())
def test_whatever_a_game_ends_with_is_a_line(game: tuple[Ruleset, GameRecord]) -> None:
    ruleset, record = game
    score = score_game(ruleset, record)
    line = recorded(
        written=score.points, circled=score.circled, seats=len(score.points), sits_out=record.place.sits_out
    )
    assert check_game(ruleset, line) == []
    line_score = score_game(ruleset, line)
    assert line_score.points == score.points
    # What the line says of the game must be true of it; what it leaves open it does not say.
    for field in ("won_by", "scored_as", "level", "soloist"):
        assert getattr(line_score, field) in (None, getattr(score, field))


@pytest.mark.parametrize(
    ("name", "points", "fits"),
    [
        ("schafkopfschule-2023", (24, -8, -8, -8), True),
        ("schafkopfschule-2023", (-24, 8, 8, 8), False),  # A Sie cannot be lost.
        ("schafkopfschule-2023", (-2, -2, 2, 2), True),
        ("schafkopfschule-2023", (4, -4, 4, -4), False),
        ("house-10-60", (10, -10, 10, -10), True),
        ("house-10-60", (20, -20, 20, -20), True),
        ("house-10-60", (40, -40, 40, -40), True),  # 3 runners, or Retour.
        ("house-10-60", (25, -25, 25, -25), False),
        ("house-10-60", (-15, 5, 5, 5), False),
        ("house-10-60", (-30, 10, 10, 10), True),  # A Ramsch.
        ("house-10-60", (30, -10, -10, -10), False),  # No Ramsch costs so little.
        ("house-10-60", (-120, 40, 40, 40), True),
        ("house-10-60", (240, -80, -80, -80), True),
        ("house-10-60", (180, -60, -60, -60), True),  # A Wenz with Contra and 2 runners.
        ("palatinate-three", (2, -1, -1), True),
        ("palatinate-three", (44, -22, -22), True),
        ("palatinate-three", (-44, 22, 22), True),
        ("palatinate-three", (3, -1, -2), False),
        ("asserufen", (6, -6, 6, -6), True),
        ("asserufen", (6, -2, -2, -2), True),
        ("social", (4, 4, -4, -4), True),  # A Hochzeit, or a Rufer with Stoss.
        ("social", (7, 7, -7, -7), False),
        ("social", (-3, 1, 1, 1), True),
        ("social", (3, -1, -1, -1), False),
        ("social", (-12, 4, 4, 4), True),
    ],
)  # fmt: skip
def test_lines_from_the_documents(name: str, points: tuple[int, ...], fits: bool) -> None:
    codes = [problem.code for problem in check_game(load_ruleset(name), recorded(written=points))]
    assert codes in ([[], ["circled_missing"]] if fits else [["no_such_outcome"]])


def test_partners_in_a_kreuz_face_one_another() -> None:
    ways = readings(load_ruleset("social"), 4)
    across = {way.contract for way in ways[1, -1, 1, -1]}
    beside = {way.contract for way in ways[1, 1, -1, -1]}
    assert across - beside == {"kreuz"}


@pytest.mark.parametrize(("sits_out", "fits"), [(5, True), (2, False), (None, True)])
def test_who_sits_out_has_no_points(sits_out: int | None, fits: bool) -> None:
    line = recorded(written=(60, -20, -20, -20, 0), seats=5, sits_out=sits_out)
    assert (check_game(load_ruleset("house-10-60"), line) == []) == fits


def test_a_palatinate_dealer_scores_with_the_opponents() -> None:
    ruleset = load_ruleset("palatinate-three")
    assert check_game(ruleset, recorded(written=(6, -2, -2, -2), seats=4, sits_out=4)) == []
    assert check_game(ruleset, recorded(written=(4, -2, -2, 0), seats=4, sits_out=4)) != []
    assert check_game(ruleset, recorded(written=(-2, -2, -2, 6), seats=4, sits_out=4)) != []


@pytest.mark.parametrize("name", bundled_rulesets())
def test_every_plain_game_can_be_typed_by_its_points(name: str) -> None:
    ruleset = load_ruleset(name)
    table = outcome_table(ruleset)
    for outcome in list(table.values()):
        circled = outcome.score.circled
        text = ("*" if circled else "") + " ".join(str(value) for value in outcome.score.points)
        if outcome.record.decision.sanction is None:
            assert table[text].score.points == outcome.score.points
            assert table[text].score.circled == circled


@pytest.mark.parametrize(
    ("declarer", "partner", "sits_out", "codes"),
    [
        (1, 4, 2, []),
        (1, None, 2, []),
        (1, 3, 2, ["partner_not_opposite"]),
        (5, 3, 4, ["partner_not_opposite"]),
        (5, 2, 4, []),
        (2, 4, 2, ["sitter_does_not_play"]),
    ],
)
def test_opposite_are_those_of_the_four_who_play(
    declarer: int, partner: int | None, sits_out: int, codes: list[str]
) -> None:
    record = recorded(contract="kreuz", declarer=declarer, partner=partner, result="won", seats=5, sits_out=sits_out)
    assert [problem.code for problem in check_game(load_ruleset("social"), record)] == codes
