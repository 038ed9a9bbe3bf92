"""Who pays whom after a game: 4.2, 3.4.17, the overview's Settlement and Pot, line by line."""

import pytest

from scoring.errors import ScoringError
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset, parse_ruleset
from scoring.settlement import MoneyTable, Settlement, in_cents, settle
from scoring.tariffs import Tariff, load_tariff, parse_tariff
from tests.rules import PLUS_ONCE, changed_rules
from tests.scoring.settlement.settling import refusal, units

RUFER = {"contract": "rufer", "declarer": 1, "partner": 3}
SOLO = {"contract": "solo", "declarer": 1}
TOUT = {"contract": "solo-tout", "declarer": 1}
WENZ = {"contract": "wenz", "declarer": 1}
RAMSCH = {"contract": "ramsch", "loser": 2}
WON = {"result": "won"}
DRAWN = changed_rules(
    "schafkopfschule-2023",
    ("defenders_win = { value = 60", "defenders_win = { value = 61"),
    ('drawn = { value = "dealt-again"', 'drawn = { value = "no-points"'),
)
LOST = {"result": "lost"}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param((RUFER, WON), (1, -1, 1, -1), id="4.2.4-rufer"),
        pytest.param((RUFER, LOST), (-1, 1, -1, 1), id="4.2.4-both-losers-pay-both-winners"),
        pytest.param((RUFER, WON, {"level": "schneider"}), (2, -2, 2, -2), id="4.2.4-schneider"),
        pytest.param((RUFER, WON, {"level": "schwarz"}), (3, -3, 3, -3), id="4.2.4-schwarz-is-the-whole-bonus"),
        pytest.param((SOLO, WON), (15, -5, -5, -5), id="4.2.4-solo"),
        pytest.param((SOLO, LOST, {"level": "schwarz"}), (-21, 7, 7, 7), id="4.2.4-solo-lost-schwarz"),
        pytest.param((WENZ, WON, {"level": "schneider"}), (18, -6, -6, -6), id="4.2.4-wenz-schneider"),
        pytest.param((SOLO, {"card_points": 91, "tricks": 7}), (18, -6, -6, -6), id="4.1.3-by-card-points"),
        pytest.param((RUFER, WON, {"runners": 2}), (1, -1, 1, -1), id="4.2.2-two-runners-are-none"),
        pytest.param((RUFER, WON, {"runners": 3}), (4, -4, 4, -4), id="4.2.2-from-three-on"),
        pytest.param((RUFER, LOST, {"runners": 4}), (-5, 5, -5, 5), id="4.2.2-to-the-winners-whoever-held-them"),
        pytest.param((RUFER, WON, {"runners": 14}), (15, -15, 15, -15), id="4.2.2-fourteen"),
        pytest.param((WENZ, WON, {"runners": 2}), (21, -7, -7, -7), id="4.2.2-wenz-from-two"),
        pytest.param((WENZ, WON, {"runners": 1}), (15, -5, -5, -5), id="4.2.2-wenz-one"),
        pytest.param((SOLO, LOST, {"runners": 13}), (-54, 18, 18, 18), id="4.2.2-solo-thirteen"),
        pytest.param((SOLO, WON, {"runners": 5, "claimed": 4}), (27, -9, -9, -9), id="4.2.3-only-the-claimed"),
        pytest.param((SOLO, WON, {"runners": 5, "claimed": 0}), (15, -5, -5, -5), id="4.2.3-none-claimed"),
        pytest.param((SOLO, WON, {"runners": 5, "claimed": 6}), (27, -9, -9, -9), id="4.2.3-one-too-many"),
        pytest.param((SOLO, WON, {"runners": 3, "claimed": 5}), (18, -6, -6, -6), id="4.2.3-two-too-many"),
        pytest.param((SOLO, WON, {"runners": 2, "claimed": 3}), (6, -2, -2, -2), id="4.2.3-three-that-are-none"),
        pytest.param((RUFER, WON, {"runners": 2, "claimed": 3}), (-2, 2, -2, 2), id="4.2.3-the-winner-pays"),
        pytest.param((RUFER, WON, {"runners": 4, "claimed": 5, "doublings": 1}), (8, -8, 8, -8), id="4.2.3-with-stoss"),
        pytest.param((TOUT, WON), (30, -10, -10, -10), id="4.2.4-tout"),
        pytest.param((TOUT, LOST), (-30, 10, 10, 10), id="4.2.4-tout-lost"),
        pytest.param((TOUT, WON, {"runners": 4}), (54, -18, -18, -18), id="4.2.4-tout-value-and-runners-twice"),
        pytest.param((TOUT, WON, {"runners": 4, "claimed": 5}), (48, -16, -16, -16), id="4.2.3-in-a-tout"),
        pytest.param((SOLO, WON, {"doublings": 1}), (30, -10, -10, -10), id="4.2.4-stoss"),
        pytest.param(
            (SOLO, WON, {"level": "schneider", "runners": 3, "doublings": 2}), (108, -36, -36, -36), id="4.2.4-retour"
        ),
        pytest.param((TOUT, WON, {"runners": 3, "doublings": 1}), (96, -32, -32, -32), id="4.2.4-tout-stoss"),
        pytest.param((TOUT, WON, {"doublings": 2}), (120, -40, -40, -40), id="4.2.4-tout-retour"),
        pytest.param(({"contract": "sie", "declarer": 2},), (-20, 60, -20, -20), id="reading-28-sie"),
        pytest.param(
            ({"contract": "sie", "declarer": 2, "runners": 8, "doublings": 1},),
            (-20, 60, -20, -20),
            id="2.9.2-sie-is-not-played",
        ),
        pytest.param((TOUT, WON, {"late_tout": True, "level": "schneider"}), (18, -6, -6, -6), id="2.8.2-late-tout"),
        pytest.param((TOUT, LOST, {"first": True}), (-30, 10, 10, 10), id="5.2.15-touches-points-only"),
        pytest.param((SOLO, WON, {"level": "schwarz", "first": True}), (21, -7, -7, -7), id="5.2.15-schwarz"),
        pytest.param((SOLO, WON, {"approved": False}), (15, -5, -5, -5), id="5.2.14-approval-is-the-sheets"),
        pytest.param((SOLO, WON, {"struck": True, "runners": 4}), (0, 0, 0, 0), id="5.2.17-struck"),
    ],
)
def test_official(parts: tuple[dict[str, object], ...], expected: tuple[int, ...]) -> None:
    assert units("official", *parts) == expected


def mistake(offender: int, kind: str = "mistake", **more: object) -> dict[str, object]:
    return {"sanction": {"kind": kind, "offender": offender, **more}}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param((RUFER, mistake(2)), (2, -4, 2, 0), id="3.4.17-rufer"),
        pytest.param((RUFER, mistake(3)), (0, 2, -4, 2), id="3.4.17-rufer-partner"),
        pytest.param((SOLO, mistake(1)), (-18, 6, 6, 6), id="3.4.17-soloist"),
        pytest.param((WENZ, mistake(4)), (18, 0, 0, -18), id="3.4.17-defender"),
        pytest.param((TOUT, mistake(1)), (-30, 10, 10, 10), id="3.4.17-tout-without-schneider"),
        pytest.param((TOUT, mistake(2)), (30, -30, 0, 0), id="3.4.17-tout-defender"),
        pytest.param((SOLO, mistake(1), {"runners": 5, "doublings": 2}), (-18, 6, 6, 6), id="3.4.17-nothing-else-paid"),
        pytest.param((TOUT, mistake(1), {"first": True}), (-30, 10, 10, 10), id="3.4.17-tout-of-the-first-game"),
        pytest.param((TOUT, mistake(1), {"late_tout": True}), (-18, 6, 6, 6), id="3.4.17-late-tout"),
        pytest.param((SOLO, mistake(3, "revealed-cards", revealer=2)), (18, -18, 0, 0), id="3.4.18-same-side"),
        pytest.param(
            (RUFER, mistake(3, "revealed-cards", revealer=2, points=[2, -4, 0, 2])), (2, -4, 0, 2), id="3.4.18-across"
        ),
        pytest.param((SOLO, mistake(1, "invalid-bid")), (-15, 5, 5, 5), id="2.4.10-the-simple-loss"),
        pytest.param((TOUT, mistake(1, "invalid-bid")), (-30, 10, 10, 10), id="2.4.10-tout"),
        pytest.param((RUFER, mistake(1, "invalid-bid")), (-2, 1, 0, 1), id="2.4.10-rufer-the-bidder-alone"),
        pytest.param(
            ({"contract": "rufer", "declarer": 1}, mistake(1, "invalid-bid", points=[-2, 1, 1, 0])),
            (-2, 1, 1, 0),
            id="2.4.10-without-a-partner",
        ),
        pytest.param(
            ({"contract": "sie", "declarer": 1}, mistake(1, points=[-3, 1, 1, 1])), (-60, 20, 20, 20), id="a-ruling"
        ),
        pytest.param(
            ({"contract": "sie", "declarer": 1}, mistake(1, points=[0, 0, 0, 0])),
            (0, 0, 0, 0),
            id="a-ruling-of-nothing",
        ),
    ],
)
def test_a_sanction_is_paid_in_proportion(parts: tuple[dict[str, object], ...], expected: tuple[int, ...]) -> None:
    assert units("official", *parts) == expected


def test_annikas_solo() -> None:
    """Overview, Settlement: 91 card points and the three highest Obers at 10/20 are 60 cents from each."""
    tariff = load_tariff("social-10-20")
    amounts = units("social-10-20", SOLO, {"card_points": 91, "tricks": 7, "runners": 3})
    assert in_cents(tariff, amounts) == (180, -60, -60, -60)
    assert in_cents(tariff, amounts, 5) == (90, -30, -30, -30)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param(({"contract": "geier", "declarer": 1}, WON, {"runners": 2}), (12, -4, -4, -4), id="geier"),
        pytest.param(({"contract": "suit-wenz", "declarer": 1}, WON, {"runners": 2}), (6, -2, -2, -2), id="suit-wenz"),
        pytest.param(
            ({"contract": "suit-geier-tout", "declarer": 1}, LOST, {"runners": 3}),
            (-30, 10, 10, 10),
            id="suit-geier-tout",
        ),
        pytest.param(
            ({**RUFER, "contract": "hochzeit"}, WON, {"level": "schneider", "runners": 3}),
            (10, -10, 10, -10),
            id="hochzeit",
        ),
        pytest.param(({"contract": "kreuz", "declarer": 2}, LOST), (1, -1, 1, -1), id="kreuz-partner-opposite"),
        pytest.param(
            ({**RUFER, "contract": "muss"}, {"card_points": 60, "tricks": 4}), (1, -1, 1, -1), id="muss-wins-with-60"
        ),
        pytest.param(({**RUFER, "contract": "muss"}, WON, {"doublings": 1}), (1, -1, 1, -1), id="muss-knows-no-contra"),
        pytest.param(({"contract": "bettel", "declarer": 4}, WON), (-2, -2, -2, 6), id="bettel"),
        pytest.param(
            ({"contract": "bettel-brett", "declarer": 4}, {"tricks": 1, "card_points": 4}),
            (4, 4, 4, -12),
            id="bettel-brett",
        ),
        pytest.param(
            ({"contract": "ramsch-tout", "declarer": 4}, WON, {"doublings": 1}), (-8, -8, -8, 24), id="ramsch-tout"
        ),
        pytest.param((SOLO, WON, {"doublings": 5}), (192, -64, -64, -64), id="sub-resub-and-on"),
        pytest.param(
            (SOLO, WON, {"laid": 1, "knocked": 2, "doublings": 1}), (96, -32, -32, -32), id="laid-and-knocked"
        ),
        pytest.param(
            ({"contract": "sie", "declarer": 1}, {"laid": 1}), (48, -16, -16, -16), id="a-sie-is-doubled-by-laying"
        ),
        pytest.param((RAMSCH,), (1, -3, 1, 1), id="ramsch"),
        pytest.param((RAMSCH, {"jungfrauen": [1]}), (2, -6, 2, 2), id="ramsch-jungfrau"),
        pytest.param((RAMSCH, {"jungfrauen": [1, 3]}), (4, -12, 4, 4), id="ramsch-two-jungfrauen"),
        pytest.param((RAMSCH, {"jungfrauen": [1], "laid": 1}), (4, -12, 4, 4), id="ramsch-laid"),
        pytest.param(
            ({"contract": "ramsch", "card_points_by_seat": [50, 40, 30, 0], "tricks_by_seat": [3, 3, 2, 0]},),
            (-6, 2, 2, 2),
            id="ramsch-by-card-points",
        ),
        pytest.param(
            ({"contract": "ramsch", "card_points_by_seat": [120, 0, 0, 0], "tricks_by_seat": [8, 0, 0, 0]},),
            (6, -2, -2, -2),
            id="durchmarsch",
        ),
    ],
)
def test_optional_contracts_at_10_20(parts: tuple[dict[str, object], ...], expected: tuple[int, ...]) -> None:
    assert units("social-10-20", *parts) == expected


@pytest.mark.parametrize(
    ("tariff", "parts", "code"),
    [
        ("official", (SOLO,), "result_missing"),
        ("official", ({"contract": "geier", "declarer": 1}, WON), "contract_not_played"),
        ("official", ({"contract": "sie", "declarer": 1, "first": True},), "sie_does_not_count"),
        ("official", (SOLO, WON, {"doublings": 3}), "number_out_of_range"),
        ("official", (SOLO, WON, {"laid": 1}), "not_in_tariff"),
        ("official", (SOLO, WON, {"knocked": 1}), "not_in_tariff"),
        ("official", (SOLO, WON, {"pot": 1}), "not_in_tariff"),
        ("official", (SOLO, WON, {"claimed": 3}), "runners_missing"),
        ("official", (SOLO, WON, {"runners": 15}), "number_out_of_range"),
        ("official", ({"written": [-3, 1, 1, 1]},), "no_such_outcome"),
        ("official", ({"written": [-3, 1, 1, 1], "first": True},), "no_such_outcome"),
        ("social-5-20", (SOLO, WON, {"laid": 5}), "number_out_of_range"),
        ("social-5-20", (SOLO, mistake(1)), "unknown_sanction"),
    ],
)
def test_what_cannot_be_settled(tariff: str, parts: tuple[dict[str, object], ...], code: str) -> None:
    assert refusal(tariff, *parts) == code


def test_by_other_rules_than_its_own() -> None:
    short, house = load_ruleset("social-short"), load_ruleset("house-10-60")
    tariff = load_tariff("social-10-20")
    six_tricks = record_from_json({**SOLO, "card_points": 120, "tricks": 6})
    assert settle(tariff, six_tricks, ruleset=short).units == (12, -4, -4, -4)
    assert settle(tariff, six_tricks).units == (9, -3, -3, -3)  # with eight tricks, of which two went to the others
    five = {**SOLO, "seats": 5, "sits_out": 4, "result": "won"}
    assert settle(tariff, record_from_json(five), ruleset=house).units == (6, -2, -2, 0, -2)
    # H 4: the others share the cost of an illegal card; a wrong deal has no price.
    illegal = {**RUFER, **mistake(2, "illegal-card")}
    with pytest.raises(ScoringError) as refused:
        settle(tariff, record_from_json(illegal), ruleset=house)
    assert refused.value.code == "settle_uneven"
    illegal = {**SOLO, **mistake(2, "illegal-card")}
    assert settle(tariff, record_from_json(illegal), ruleset=house).units == (3, -9, 3, 3)
    with pytest.raises(ScoringError) as refused:
        settle(tariff, record_from_json({"seats": 4, **mistake(2, "wrong-deal")}), ruleset=house)
    assert refused.value.code == "settle_no_contract"
    with pytest.raises(ScoringError) as refused:
        settle(tariff, record_from_json({**RUFER, **WON, "contract": "rufer-tout"}), ruleset=house)
    assert refused.value.code == "settle_no_price"


def test_a_ramsch_by_other_prices() -> None:
    text = load_tariff("social-10-20").text
    start = text.index("[contracts.ramsch]")
    once = parse_tariff(text.replace("value = [2, 4]", "value = [3]"))
    doubled = parse_tariff(
        text[:start] + text[start:].replace("doubled = { value = false", "doubled = { value = true", 1)
    )
    assert settle(once, record_from_json({**RAMSCH, "jungfrauen": [1, 3]})).units == (3, -9, 3, 3)
    assert settle(doubled, record_from_json({**RAMSCH, "doublings": 1})).units == (2, -6, 2, 2)
    assert settle(doubled, record_from_json({**RAMSCH})).units == (1, -3, 1, 1)


def test_a_tariff_that_asks_no_claims_refuses_them() -> None:
    text = load_tariff("official").text
    unclaimed = parse_tariff(text.replace("claimed = { value = true", "claimed = { value = false"))
    assert settle(unclaimed, record_from_json({**SOLO, **WON, "runners": 4})).units == (27, -9, -9, -9)
    with pytest.raises(ScoringError) as refused:
        settle(unclaimed, record_from_json({**SOLO, **WON, "runners": 4, "claimed": 4}))
    assert refused.value.code == "not_in_tariff"


def test_the_pot_of_a_table() -> None:
    """Overview, Pot: every player pays in for a redeal; only the next declarer wins or doubles the pot."""
    table = MoneyTable(tariff=load_tariff("social-10-20"))
    games: tuple[tuple[dict[str, object], tuple[int, ...], int], ...] = (
        ({**RUFER, **WON}, (1, -1, 1, -1), 0),
        ({**RUFER, **LOST, "passed": 1}, (-1 - 1 - 4, 1 - 1, -1 - 1, 1 - 1), 8),
        ({**RAMSCH}, (1, -3, 1, 1), 8),  # no declarer
        ({**SOLO, **WON, "struck": True, "passed": 1}, (-1, -1, -1, -1), 12),
        ({**SOLO, **LOST, "declarer": 2, "passed": 2}, (2 - 2, -6 - 2 - 20, 2 - 2, 2 - 2), 40),
        ({"contract": "sie", "declarer": 3}, (-8, -8, 24 + 40, -8), 0),
        ({**SOLO, **WON, "pot": 7}, (6 + 7, -2, -2, -2), 0),
        ({**SOLO, **LOST, "pot": 7, "passed": 3}, (-6 - 7, 2, 2, 2), 14),
    )
    for record, expected, pot in games:
        before = table.pot
        settlement = table.settle(record_from_json(record))
        assert settlement == Settlement(units=expected, pot=pot)
        if "pot" not in record:
            assert sum(settlement.units) == before - pot
        assert table.pot == pot
    with pytest.raises(ScoringError):
        table.settle(record_from_json(SOLO))
    assert table.pot == 14


def test_the_pot_after_a_sanction_goes_by_the_declarers_points() -> None:
    text = load_tariff("official").text
    tariff = parse_tariff(text.replace("sweetener = { value = 0", "sweetener = { value = 1"))

    def after(record: dict[str, object]) -> Settlement:
        return settle(tariff, record_from_json(record), pot=4)

    assert after({**SOLO, **mistake(1)}) == Settlement(units=(-22, 6, 6, 6), pot=8)
    assert after({**SOLO, **mistake(2)}) == Settlement(units=(22, -18, 0, 0), pot=0)
    assert after({**RUFER, **mistake(3)}) == Settlement(units=(0, 2, -4, 2), pot=4)
    # A Rufer known by its points has no known declarer, so nobody is known to have the pot.
    with pytest.raises(ScoringError) as refused:
        after({"written": [1, -1, 1, -1]})
    assert refused.value.code == "settle_needs_contract"
    assert after({"written": [6, -2, -2, -2]}) == Settlement(units=(19, -5, -5, -5), pot=0)


def by_points(**pot: object) -> Tariff:
    """A tariff of the social rules that pays points, with this pot."""
    contracts = ", ".join(f'"{name}"' for name in load_ruleset("social").contracts)
    text = load_tariff("palatinate-10").text.replace("palatinate-three", "social")
    text = text.replace(text[text.index("contracts = ") : text.index("# ", text.index("contracts = "))], "@")
    text = text.replace("@", f'contracts = {{ value = [{contracts}], section = "–" }}\n')
    values = {"sweetener": 0, "won_by": '"declarer"', "most": '"any"'} | pot
    lines = [f'{key} = {{ value = {value}, section = "Pot" }}' for key, value in values.items()]
    return parse_tariff(text[: text.index("[pot]")] + "\n".join(["[pot]", *lines]))


def test_the_pot_of_a_pair() -> None:
    """Pot: it "can only be won by the successful declaring pair in a Rufer; both doubling the pot if they lose"."""
    text = load_tariff("social-10-20").text
    table = MoneyTable(tariff=parse_tariff(text.replace('won_by = { value = "declarer"', 'won_by = { value = "pair"')))
    games: tuple[tuple[dict[str, object], tuple[int, ...], int], ...] = (
        ({**RUFER, **LOST, "passed": 1}, (-1 - 1 - 2, 1 - 1, -1 - 1 - 2, 1 - 1), 8),
        ({**SOLO, **WON}, (6, -2, -2, -2), 8),  # a soloist neither wins nor doubles it
        ({**SOLO, **LOST}, (-6, 2, 2, 2), 8),
        ({**RAMSCH}, (1, -3, 1, 1), 8),
        ({**RUFER, **WON}, (1 + 4, -1, 1 + 4, -1), 0),
        ({**RUFER, **WON, "pot": 7}, (1 + 4, -1, 1 + 3, -1), 0),  # the declarer has the odd unit
        ({**RUFER, **LOST, "pot": 7}, (-1 - 4, 1, -1 - 3, 1), 14),
    )
    for record, expected, pot in games:
        assert table.settle(record_from_json(record)) == Settlement(units=expected, pot=pot)


def test_a_pot_that_is_full() -> None:
    """Nobody pays in once a further round of sweeteners would be too much, and a lost game only fills it up."""
    table = MoneyTable(tariff=by_points(sweetener=1, won_by='"pair"', most=10))
    passed = table.settle(record_from_json({**SOLO, **WON, "passed": 3}))
    assert passed == Settlement(units=(6 - 2, -2 - 2, -2 - 2, -2 - 2), pot=8)
    lost = table.settle(record_from_json({**RUFER, **LOST}))
    assert lost == Settlement(units=(-1 - 1, 1, -1 - 1, 1), pot=10)
    again = table.settle(record_from_json({**RUFER, **LOST, "passed": 1}))
    assert again == Settlement(units=(-1, 1, -1, 1), pot=10)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({**RUFER, **WON, "doublings": 1}, (2, -2, 2, -2)),
        ({**RAMSCH, "jungfrauen": [1]}, (2, -6, 2, 2)),
        ({"contract": "sie", "declarer": 2}, (-8, 24, -8, -8)),
        # A line from paper: its points say what is paid.
        ({"written": [-2, 6, -2, -2]}, (-2, 6, -2, -2)),
        ({"written": [2, -2, 2, -2]}, (2, -2, 2, -2)),
    ],
)
def test_a_tariff_by_points_pays_what_the_sheet_says(record: dict[str, object], expected: tuple[int, ...]) -> None:
    assert settle(by_points(), record_from_json(record)) == Settlement(units=expected, pot=0)


def test_a_tariff_by_points_knows_laying_only_where_the_rules_do() -> None:
    with pytest.raises(ScoringError) as refused:
        settle(by_points(), record_from_json({**SOLO, **WON, "laid": 1}))
    assert refused.value.code == "not_in_tariff"
    rules = parse_ruleset(load_ruleset("social").text.replace("laying = { value = false", "laying = { value = true"))
    laid = settle(by_points(), record_from_json({**SOLO, **WON, "laid": 1}), ruleset=rules)
    assert laid.units == (12, -4, -4, -4)


def test_an_official_thrown_in_deal_costs_nothing() -> None:
    assert units("official", SOLO, WON, {"passed": 3}) == (15, -5, -5, -5)


@pytest.mark.parametrize("tariff", ["official", "palatinate-10"])
def test_what_only_points_tell_is_not_paid_where_nobody_loses_any(tariff: str) -> None:
    """A line of paper, a sanction, and points themselves: these rules write only what the winners get."""
    with pytest.raises(ScoringError) as refused:
        settle(load_tariff(tariff), record_from_json({"written": [10, 10, 0, 0]}), ruleset=PLUS_ONCE)
    assert refused.value.code == "points_without_sum"
    if tariff == "official":
        solo = record_from_json(SOLO | WON)
        assert settle(load_tariff(tariff), solo, ruleset=PLUS_ONCE).units == (15, -5, -5, -5)


def test_a_drawn_line_of_paper_pays_nothing() -> None:
    record = record_from_json({"written": [0, 0, 0, 0]})
    assert settle(load_tariff("social-10-20"), record, ruleset=DRAWN).units == (0, 0, 0, 0)
