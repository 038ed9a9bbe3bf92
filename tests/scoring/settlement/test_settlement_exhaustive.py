"""Every game of every tariff against a second settlement, which is written here from 4.2 and the overview."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.records import GameRecord
from scoring.settlement import MoneyTable, settle
from scoring.tariffs import load_tariff
from tests.records import recorded

RATES = {
    # Rufer, Wenz and Solo, in units; doublings allowed.
    "official": (1, 5, 2),
    "social-5-20": (1, 4, 6),
    "social-10-20": (1, 2, 6),
    "social-10-50": (1, 5, 6),
    "social-10-20-50": (2, 5, 6),
}
PLAYED_BY_TWO = ("rufer", "hochzeit", "kreuz", "muss")
ALONE = ("solo", "wenz", "geier", "suit-wenz", "suit-geier")
TOUTS = tuple(f"{name}-tout" for name in ALONE)
BETTELS = ("bettel", "bettel-brett", "ramsch-tout")
OFFICIAL = ("rufer", "solo", "wenz", "solo-tout", "wenz-tout", "sie")
LONGEST = {"rufer": 14, "hochzeit": 14, "kreuz": 14, "muss": 14, "solo": 13, "suit-wenz": 10, "suit-geier": 10}


def naive_value(tariff: str, game: GameRecord) -> int:
    """The amount that each loser of a Rufer pays, or that each defender of a soloist pays or gets."""
    partners_rate, soloists_rate, _ = RATES[tariff]
    name = game.play.contract or ""
    plain = name.removesuffix("-tout")
    runners = min(game.play.runners or 0, LONGEST.get(plain, 4))
    if name in BETTELS or name == "sie" or runners < (2 if plain in ("wenz", "geier") else 3):
        runners = 0
    paid = claimed = runners if game.money.claimed is None else game.money.claimed
    for _ in range(runners, claimed):  # 4.2.3: each unit too many is given back, and one more with it
        paid -= 2
    doublings = (game.play.laid or 0) + (game.play.knocked or 0)
    if name not in ("muss", "sie"):
        doublings += game.play.doublings or 0
    if name in PLAYED_BY_TWO:
        total = partners_rate + paid
    elif name in ("sie", *BETTELS):
        total = {"sie": 4, "bettel": 1, "bettel-brett": 2, "ramsch-tout": 2}[name] * soloists_rate + paid
    else:
        total = soloists_rate + paid
    total += {None: 0, "simple": 0, "schneider": 1, "schwarz": 2}[game.end.level]
    if (name.endswith("-tout") and name not in BETTELS) or name == "hochzeit":
        total *= 2
    return total * 2**doublings


def naive_units(tariff: str, game: GameRecord) -> list[int]:
    value = naive_value(tariff, game) * (1 if game.end.result == "won" else -1)
    units = [0, 0, 0, 0]
    declarers = (
        [game.play.declarer, game.play.partner] if game.play.contract in PLAYED_BY_TWO else [game.play.declarer] * 3
    )
    defenders = [seat for seat in (1, 2, 3, 4) if seat not in declarers]
    # In a Rufer each loser settles with one of the winners; a soloist settles with each of the three.
    for declarer, defender in zip(declarers, defenders, strict=True):
        units[(declarer or 0) - 1] += value
        units[defender - 1] -= value
    return units


def contracts_of(tariff: str) -> tuple[str, ...]:
    return OFFICIAL if tariff == "official" else (*PLAYED_BY_TWO, *ALONE, *TOUTS, *BETTELS, "sie")


def longest_runners(contract: str, result: str, level: str | None) -> int:
    """As many as one side can hold; a soloist with every trick holds them alone, and eight in a Solo are a Sie."""
    if contract == "sie" or contract in BETTELS:
        return 0
    longest = LONGEST.get(contract.removesuffix("-tout"), 4)
    has_all = result == "won" and (level == "schwarz" or contract.endswith("-tout"))
    if contract in PLAYED_BY_TWO or not has_all:
        return longest
    return min(longest, 7 if contract.startswith("solo") else 8)


def games(contract: str, most_doublings: int) -> list[GameRecord]:
    """Every way in which such a game can end, declared by seat 1, with seat 3 where there is a partner."""
    levels = ("simple", "schneider", "schwarz") if contract in (*PLAYED_BY_TWO, *ALONE) else (None,)
    results = ("won",) if contract == "sie" else ("won", "lost")
    partner = 3 if contract in PLAYED_BY_TWO else None
    return [
        recorded(
            contract=contract, declarer=1, partner=partner, result=result, level=level,
            runners=runners, claimed=claimed, doublings=doublings,
        )
        for result, level, doublings in product(results, levels, range(most_doublings + 1))
        for runners in range((8 if contract == "sie" else longest_runners(contract, result, level)) + 1)
        for claimed in (None, 0, runners // 2, runners, min(runners + 2, 14))
    ]  # fmt: skip


@pytest.mark.parametrize("tariff", RATES)
def test_every_game_of_a_tariff(tariff: str) -> None:
    loaded = load_tariff(tariff)
    assert set(contracts_of(tariff)) == set(loaded.prices) - {"ramsch"}
    for contract in contracts_of(tariff):
        for game in games(contract, min(RATES[tariff][2], 3)):
            settlement = settle(loaded, game)
            assert sum(settlement.units) == 0, game
            assert (list(settlement.units), settlement.pot) == (naive_units(tariff, game), 0), game


SEATS = st.permutations([1, 2, 3, 4])
RUNNERS = st.integers(0, 14)


@st.composite
def played(draw: st.DrawFn, tariff: str) -> GameRecord:
    contract = draw(st.sampled_from(contracts_of(tariff)))
    seats = draw(SEATS)
    social = tariff != "official"
    result = "won" if contract == "sie" else draw(st.sampled_from(["won", "lost"]))
    level = draw(st.sampled_from(["simple", "schneider", "schwarz"])) if contract in (*PLAYED_BY_TWO, *ALONE) else None
    longest = longest_runners(contract, result, level)
    if contract == "kreuz":
        seats[1] = (seats[0] + 1) % 4 + 1
    return recorded(
        contract=contract,
        declarer=seats[0],
        partner=seats[1] if contract in PLAYED_BY_TWO else None,
        result=result,
        level=level,
        runners=(runners := draw(st.integers(0, longest))),
        claimed=draw(st.none() | st.integers(0, min(longest, runners + 3))),
        doublings=draw(st.none() | st.integers(0, RATES[tariff][2])),
        laid=draw(st.none() | st.integers(0, 4)) if social else None,
        knocked=draw(st.none() | st.integers(0, 4)) if social else None,
        passed=draw(st.none() | st.integers(0, 3)),
        struck=draw(st.sampled_from([None, None, None, True])),
    )


@given(st.data(), st.sampled_from(sorted(RATES)))
def test_a_whole_table_with_its_pot(data: st.DataObject, tariff: str) -> None:
    """In every seating, game by game, the amounts of all seats and of the pot add up to 0."""
    table = MoneyTable(tariff=load_tariff(tariff))
    purses, pot = [0, 0, 0, 0], 0
    for game in data.draw(st.lists(played(tariff), min_size=1, max_size=8)):
        settlement, before = table.settle(game), list(purses)
        if tariff != "official":
            for _ in range(game.place.passed or 0):
                purses = [purse - 1 for purse in purses]
                pot += 4
        if not game.decision.struck:
            purses = [purse + unit for purse, unit in zip(purses, naive_units(tariff, game), strict=True)]
            seat = (game.play.declarer or 0) - 1
            if game.end.result == "won":
                purses[seat], pot = purses[seat] + pot, 0
            else:
                purses[seat], pot = purses[seat] - pot, 2 * pot
        assert settlement.pot == pot
        assert sum(purses) + pot == 0
        assert list(settlement.units) == [now - then for now, then in zip(purses, before, strict=True)]
