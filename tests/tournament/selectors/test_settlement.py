"""The money of a sheet: units and running cents of each seat, what cannot be settled, who pays whom."""

from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import changed, recorded
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet
from tests.worlds.sheets import QUIET, fill, fresh, grant, line, refuse, strike
from tournament.models import Scoresheet, Tournament, User
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.settlement import MoneyView, Payment, money_view, payments
from tournament.services.acting import act
from tournament.tariffs.selectors import tariff_choices


def money(sheet: Scoresheet, tariff: str = "official") -> MoneyView:
    Tournament.objects.update(tariff_id=tariff)
    settlement = money_view(sheet_view(fresh(sheet)))
    assert settlement is not None
    return settlement


def units(settlement: MoneyView) -> dict[int, tuple[int, ...]]:
    return {row.number: tuple(unit for unit, _ in row.cells) for row in settlement.lines}


def test_without_a_tariff_there_is_no_money(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+"])
    assert money_view(sheet_view(fresh(sheet))) is None
    Tournament.objects.update(tariff_id="one-that-is-gone")
    assert money_view(sheet_view(fresh(sheet))) is None
    assert [name for name, _ in tariff_choices()] == [
        *("", "official", "palatinate-10", "palatinate-20", "palatinate-50"),
        *("social-10-20", "social-10-20-50", "social-10-50", "social-5-20"),
    ]


def test_units_and_running_cents(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r13+", "s2++", "w4-"])
    settlement = money(sheet)
    assert (settlement.unit_cents, settlement.names) == (10, ("Anna", "Bene", "Centa", "Dirk"))
    assert [row.cells for row in settlement.lines] == [
        ((1, 10), (-1, -10), (1, 10), (-1, -10)),
        ((-6, -50), (18, 170), (-6, -50), (-6, -70)),
        ((5, 0), (5, 220), (5, 0), (-15, -220)),
    ]
    assert (settlement.units, settlement.cents, settlement.pot) == ((0, 22, 0, -22), (0, 220, 0, -220), 0)
    assert settlement.payments == (Payment(payer="Dirk", payee="Bene", cents=220),)
    assert (settlement.unsettled, settlement.unsaid) == ((), "1–3")


def test_a_whole_sheet_costs_no_query(sheet: Scoresheet, desk: User, django_assert_num_queries: Any) -> None:
    fill(sheet, desk)
    Tournament.objects.update(tariff_id="official")
    view = sheet_view(fresh(sheet))
    with django_assert_num_queries(0):
        settlement = money_view(view)
    assert settlement is not None
    rows = [[unit for unit, _ in row.cells] for row in settlement.lines]
    assert len(rows) == len(QUIET)
    for seat, columns in enumerate(zip(*rows, strict=True)):
        assert [row.cells[seat][1] for row in settlement.lines] == [10 * units for units in accumulate(columns)]
    assert sum(settlement.units) == 0
    assert view.checksum == 0
    assert [seat.points for seat in view.seats] == list(view.evaluated.totals)


def test_runners_pay_and_do_not_score(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+"])
    for number, more in ((2, {"runners": 4}), (3, {"runners": 4, "claimed": 5}), (4, {"doublings": 1})):
        plain = line(number, "s1+").record
        act(sheet, line(number, changed(plain, **more)), actor=desk)
    settlement = money(sheet)
    # 5.2.4: the Stoss of game 4 is not permitted and has no effect (reading 11).
    assert units(settlement) == {
        1: (1, 1, -1, -1),
        2: (27, -9, -9, -9),
        3: (24, -8, -8, -8),
        4: (15, -5, -5, -5),
    }
    assert [(row.number, row.runners, row.claimed) for row in settlement.runners] == [
        (1, None, None), (4, None, None), (2, 4, None), (3, 4, 5),
    ]  # fmt: skip
    assert (settlement.unsaid, settlement.claims, settlement.can_say) == ("1, 4", True, True)
    assert [seat.points for seat in sheet_view(fresh(sheet)).seats] == [19, -5, -7, -7]


def test_approvals_strikes_and_the_first_game(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["s1+++", "st2+", "wt3-", "sie4", "r12+"])
    strike(sheet, 5, supervisor)
    grant(sheet, 2, supervisor)
    refuse(sheet, 3, supervisor)
    settlement = money(sheet)
    assert units(settlement) == {
        1: (21, -7, -7, -7),  # 5.2.15 makes it a simple Solo in the points only
        2: (-10, 30, -10, -10),
        3: (0, 0, 0, 0),
        4: (),
        5: (0, 0, 0, 0),
    }
    assert [(row.number, row.word, row.reason) for row in settlement.unsettled] == [
        (4, "Sie", "The approval is missing.")
    ]


def test_lines_known_by_their_points(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["6 1", "6 2", "1 13"])
    settlement = money(sheet)
    assert units(settlement) == {1: (), 2: (-5, 15, -5, -5), 3: (1, -1, 1, -1)}
    (row,) = settlement.unsettled
    assert row.reason == "From the points +6 −2 −2 −2 alone nobody can tell what the game was worth in money."


def test_the_pot_of_social_games(db: None, desk: User) -> None:
    tournament = make_tournament(rules="social")
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    games: list[dict[str, Any]] = [
        {"contract": "solo", "suit": "E", "declarer": 1, "result": "lost", "passed": 1},
        {"contract": "geier", "declarer": 2, "result": "won", "runners": 2, "doublings": 1},
        {"contract": "ramsch", "loser": 3, "jungfrauen": (1,), "passed": 2},
    ]
    for number, game in enumerate(games, 1):
        act(sheet, line(number, recorded(**game)), actor=desk)
    settlement = money(sheet, "social-10-20")
    assert units(settlement) == {1: (-11, 1, 1, 1), 2: (-8, 32, -8, -8), 3: (0, 0, -8, 0)}
    assert (settlement.cents, settlement.pot) == ((-190, 330, -150, -70), 80)
    assert sum(settlement.cents) + settlement.pot == 0
    assert settlement.payments == (
        Payment(payer="Anna", payee="Bene", cents=190),
        Payment(payer="Centa", payee="Bene", cents=140),
        Payment(payer="Dirk", payee="the pot", cents=70),
        Payment(payer="Centa", payee="the pot", cents=10),
    )


@given(st.lists(st.integers(-5000, 5000), min_size=3, max_size=5))
def test_payments_even_every_balance(balances: list[int]) -> None:
    balances = [*balances, -sum(balances)]
    names = [str(number) for number in range(len(balances))]
    remaining = dict(zip(names, balances, strict=True))
    transfers = list(payments(names, balances))
    for payment in transfers:
        assert payment.cents > 0
        remaining[payment.payer] += payment.cents
        remaining[payment.payee] -= payment.cents
    assert set(remaining.values()) == {0}
    assert len(transfers) < len(names)


@pytest.mark.parametrize(
    ("balances", "expected"),
    [
        ([0, 0, 0, 0], []),
        ([30, -10, -10, -10], [("b", "a", 10), ("c", "a", 10), ("d", "a", 10)]),
        ([-50, 20, 30, 0], [("a", "c", 30), ("a", "b", 20)]),
        ([-50, 20, 50, -20], [("a", "c", 50), ("d", "b", 20)]),
    ],
)
def test_few_payments(balances: list[int], expected: list[tuple[str, str, int]]) -> None:
    assert [(payment.payer, payment.payee, payment.cents) for payment in payments("abcd", balances)] == expected


def test_balances_without_a_counterpart_stay() -> None:
    """Nothing that is computed wrongly elsewhere keeps a page busy for ever."""
    assert list(payments(["Anna", "Bene", "Centa"], [10, -4, 0])) == [Payment(payer="Bene", payee="Anna", cents=4)]
