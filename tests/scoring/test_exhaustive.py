"""Every contract of every bundled ruleset, by every player, with every number of card points and tricks.

A possible game must get the same score as from the naive scoring; an impossible one is refused with a code.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest

from scoring.contracts import BY_CARD_POINTS, EVERYONE, PARTNERSHIP
from scoring.errors import MESSAGES, ScoringError
from scoring.games import check_game
from scoring.points import GameScore, score_game
from scoring.records import record_from_json
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from tests.scoring import naive

CONTRACTS = [(ruleset, contract) for ruleset in bundled_rulesets() for contract in load_ruleset(ruleset).contracts]
TWO_SIDES = [(ruleset, key) for ruleset, key in CONTRACTS if key != "ramsch"]
BY_POINTS = [
    (ruleset, key)
    for ruleset, key in CONTRACTS
    if load_ruleset(ruleset).contracts[key].kind.decided_by == BY_CARD_POINTS
]
TABLES = [(ruleset, seats) for ruleset in bundled_rulesets() for seats in load_ruleset(ruleset).seats]
holdable = cache(naive.holdable)


def ids(pairs: list[tuple[str, Any]]) -> list[str]:
    return [f"{ruleset}-{second}" for ruleset, second in pairs]


def tables(ruleset: Ruleset) -> Iterator[tuple[int, int | None]]:
    """Yield the seats of every table and who sits out: nobody, or seat 2 for all dealers."""
    for seats in ruleset.seats:
        yield seats, None if seats == ruleset.players else 2


def suits(ruleset: Ruleset, contract: str) -> tuple[str | None, ...]:
    return ruleset.suits(contract) if ruleset.needs_suit(contract) else (None,)


def played(ruleset: Ruleset, contract: str, seats: int, sitter: int | None) -> Iterator[dict[str, Any]]:
    """Yield a game by every declarer, with every partner, in every suit that matters."""
    at_table = [seat for seat in range(1, seats + 1) if seat != sitter]
    partners = at_table if ruleset.contracts[contract].kind.family == PARTNERSHIP else [None]
    for declarer, partner, suit in product(at_table, partners, suits(ruleset, contract)):
        if declarer != partner:
            fields = {"declarer": declarer, "partner": partner, "suit": suit, "sits_out": sitter}
            yield {"contract": contract, **{name: value for name, value in fields.items() if value is not None}}


def scored(ruleset: Ruleset, game: dict[str, Any]) -> GameScore | str:
    """Return the score, or the code of the refusal; any other exception fails the test."""
    try:
        return score_game(ruleset, record_from_json(game))
    except ScoringError as error:
        return error.code if error.code in MESSAGES else f"no sentence for {error.code}"


def agrees(ruleset: Ruleset, game: dict[str, Any], seats: int, *, first: bool = False) -> None:
    score = scored(ruleset, {**game, "first": True} if first else game)
    expected = naive.score(ruleset.id, game, seats=seats, first=first)
    assert isinstance(score, GameScore), (game, score)
    assert sum(score.points) == 0
    won = None if score.won_by is None else score.won_by == "declarer"
    actual = list(score.points), won, score.level, score.scored_as
    assert actual == (expected.points, expected.won, expected.level, expected.contract), game


@pytest.mark.parametrize(("name", "contract"), TWO_SIDES, ids=ids(TWO_SIDES))
def test_all_that_can_occur_is_scored_as_the_documents_say(name: str, contract: str) -> None:
    ruleset = load_ruleset(name)
    opposite = ruleset.contracts[contract].kind.opposite
    for seats, sitter in tables(ruleset):
        at = [seat for seat in range(1, seats + 1) if seat != sitter]
        for game in played(ruleset, contract, seats, sitter):
            if opposite and abs(at.index(game["partner"]) - at.index(game["declarer"])) != 2:
                assert scored(ruleset, {**game, "result": "won"}) == "partner_not_opposite"
            elif contract == "sie":
                agrees(ruleset, game, seats)
            else:
                for tricks, possible in enumerate(holdable(name)):
                    for card_points in possible:
                        agrees(ruleset, {**game, "card_points": card_points, "tricks": tricks}, seats)


@pytest.mark.parametrize(("name", "contract"), TWO_SIDES, ids=ids(TWO_SIDES))
def test_what_tricks_cannot_hold_is_refused(name: str, contract: str) -> None:
    ruleset = load_ruleset(name)
    game = next(
        game
        for game in played(ruleset, contract, ruleset.players, None)
        if game.get("partner", 3) == 3 and game["declarer"] == 1
    )
    for card_points, tricks in product(range(-1, 122), range(-1, naive.hand(name) + 2)):
        possible = 0 <= tricks <= naive.hand(name) and card_points in holdable(name)[tricks]
        score = scored(ruleset, {**game, "card_points": card_points, "tricks": tricks})
        assert isinstance(score, GameScore) == (possible and contract != "sie"), (card_points, tricks, score)


@pytest.mark.parametrize(("name", "contract"), TWO_SIDES, ids=ids(TWO_SIDES))
def test_runners_and_doublings_by_every_result(name: str, contract: str) -> None:
    ruleset = load_ruleset(name)
    kind = ruleset.contracts[contract].kind
    trumps, doublings = kind.trumps(ruleset.deck), range(3)
    for seats, sitter in tables(ruleset):
        at = [seat for seat in range(1, seats + 1) if seat != sitter]
        game = next(game for game in played(ruleset, contract, seats, sitter) if game.get("partner", at[2]) == at[2])
        levels = ("simple", "schneider", "schwarz") if kind.decided_by == BY_CARD_POINTS else (None,)
        results = ("won",) if contract == "sie" else ("won", "lost")
        for suit, result, level in product(suits(ruleset, contract), results, levels):
            ending = {
                **game,
                "result": result,
                **({"level": level} if level else {}),
                **({"suit": suit} if suit else {}),
            }
            for runners, raised in product(range(trumps + 1), doublings):
                agrees(ruleset, {**ending, "runners": runners, "doublings": raised}, seats)
            assert scored(ruleset, {**ending, "runners": trumps + 1}) == "number_out_of_range"


@pytest.mark.parametrize(("name", "contract"), TWO_SIDES, ids=ids(TWO_SIDES))
def test_the_first_game_and_a_late_tout(name: str, contract: str) -> None:
    ruleset = load_ruleset(name)
    for game in played(ruleset, contract, ruleset.players, None):
        if contract == "sie":
            if name in naive.SCHULE:
                assert scored(ruleset, {**game, "first": True}) == "sie_does_not_count"
            continue
        if game.get("partner", 3) != 3 or game["declarer"] != 1:
            continue
        for tricks, possible in enumerate(holdable(name)):
            for card_points in possible:
                cards = {**game, "card_points": card_points, "tricks": tricks}
                agrees(ruleset, cards, ruleset.players, first=True)
                late = {**cards, "late_tout": True}
                if contract in naive.TOUTS:
                    agrees(ruleset, late, ruleset.players)
                    agrees(ruleset, late, ruleset.players, first=True)
                else:
                    assert scored(ruleset, late) == "late_tout_needs_tout"


@pytest.mark.parametrize(("name", "contract"), BY_POINTS, ids=ids(BY_POINTS))
def test_more_card_points_and_tricks_never_score_less(name: str, contract: str) -> None:
    ruleset = load_ruleset(name)
    game = next(played(ruleset, contract, ruleset.players, None))
    if ruleset.contracts[contract].kind.opposite:
        game["partner"] = 3
    values: dict[tuple[int, int], int] = {}
    for tricks, possible in enumerate(holdable(name)):
        for card_points in possible:
            score = scored(ruleset, {**game, "card_points": card_points, "tricks": tricks})
            assert isinstance(score, GameScore)
            values[card_points, tricks] = score.points[game["declarer"] - 1]
    ordered = sorted(values)
    for less, more in pairwise(ordered):
        # With a skat a side can have card points without a trick, which is Schwarz whatever they are (4.1.4).
        assert (more[1] == 0 and less[1] > 0) or values[less] <= values[more], (less, more)
    by_tricks = {tricks: [values[pair] for pair in ordered if pair[1] == tricks] for _, tricks in ordered}
    assert all(series == sorted(series) for series in by_tricks.values())
    assert max(by_tricks[0]) < min(value for tricks, series in by_tricks.items() if tricks for value in series)
    assert min(by_tricks[naive.hand(name)]) == max(values.values())


# Limits for the card points of the declarer's side: won, Schneider. All values between two limits are the same.
BAVARIAN = [(0, 30, "lost", "schneider"), (31, 60, "lost", "simple"), (61, 90, "won", "simple")]
BAVARIAN += [(91, 120, "won", "schneider")]
PALATINATE = [(0, 29, "lost", "schneider"), (30, 60, "lost", "simple"), (61, 90, "won", "simple")]
PALATINATE += [(91, 120, "won", "schneider")]
MUSS = [(0, 29, "lost", "schneider"), (30, 59, "lost", "simple"), (60, 89, "won", "simple")]
MUSS += [(90, 120, "won", "schneider")]


@pytest.mark.parametrize(("name", "contract"), BY_POINTS, ids=ids(BY_POINTS))
def test_the_limits_are_exactly_where_the_documents_put_them(name: str, contract: str) -> None:
    ruleset = load_ruleset(name)
    game = next(played(ruleset, contract, ruleset.players, None))
    if ruleset.contracts[contract].kind.opposite:
        game["partner"] = 3
    limits = MUSS if contract == "muss" else PALATINATE if name in naive.PALATINATE else BAVARIAN
    for tricks, possible in enumerate(holdable(name)):
        if tricks in (0, naive.hand(name)):
            continue
        for first, last, result, level in limits:
            for card_points in possible.intersection(range(first, last + 1)):
                score = scored(ruleset, {**game, "card_points": card_points, "tricks": tricks})
                assert isinstance(score, GameScore)
                ending = score.won_by, score.level
                assert ending == ({"won": "declarer", "lost": "defenders"}[result], level), (card_points, tricks)


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=ids(TABLES))
def test_every_ramsch(name: str, seats: int) -> None:
    """Every ending settled at the table, and card points distributed over the seats in steps."""
    ruleset = load_ruleset(name)
    if "ramsch" not in ruleset.contracts:
        assert scored(ruleset, {"contract": "ramsch", "loser": 1}) == "contract_not_played"
        return
    assert ruleset.contracts["ramsch"].kind.family == EVERYONE
    sitter = None if seats == ruleset.players else 2
    game = {"contract": "ramsch", **({"sits_out": sitter} if sitter else {})}
    playing = [seat for seat in range(1, seats + 1) if seat != sitter]
    for seat in playing:
        agrees(ruleset, {**game, "durchmarsch": seat}, seats)
        others = [other for other in playing if other != seat]
        for maidens in ([], others[:1], others[:2], others[1:2], others[1:]):
            agrees(ruleset, {**game, "loser": seat, "jungfrauen": maidens}, seats)
        assert scored(ruleset, {**game, "loser": seat, "jungfrauen": others}) == "ramsch_contradicts"
    count = 0
    hand, possible = naive.hand(name), holdable(name)
    for some_tricks in product(range(hand + 1), repeat=3):
        if sum(some_tricks) > hand:
            continue
        for some in combinations_with_replacement((0, 11, 20, 30, 40, 45, 91, 120), 3):
            if sum(some) > 120:
                continue
            card_points, tricks = [0] * seats, [0] * seats
            playing = [*playing[1:], playing[0]]
            for index, seat in enumerate(playing):
                card_points[seat - 1] = (*some, 120 - sum(some))[index]
                tricks[seat - 1] = (*some_tricks, hand - sum(some_tricks))[index]
            record = {**game, "card_points_by_seat": card_points, "tricks_by_seat": tricks}
            if any(card_points[seat - 1] not in possible[tricks[seat - 1]] for seat in playing):
                assert scored(ruleset, record) == "tricks_contradict_card_points"
                continue
            problems = [problem.code for problem in check_game(ruleset, record_from_json(record))]
            if problems == ["tricks_contradict_card_points"]:
                continue  # two of them together have more than so few tricks can hold
            count += 1
            if problems == ["ramsch_needs_loser"]:
                worst = max((card_points[seat - 1], tricks[seat - 1]) for seat in playing)
                losers = [seat for seat in playing if (card_points[seat - 1], tricks[seat - 1]) == worst]
                assert len(losers) > 1
                record["loser"] = losers[0]
            agrees(ruleset, record, seats)
    assert count > 100
