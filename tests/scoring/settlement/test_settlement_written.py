"""Lines known only by their points are settled where every possible game with these points pays the same."""

import pytest

from scoring.errors import ScoringError
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset, parse_ruleset
from scoring.settlement import settle
from scoring.tariffs import load_tariff, parse_tariff
from tests.scoring.settlement.settling import refusal, units


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ((1, -1, 1, -1), (1, -1, 1, -1)),
        ((2, -2, -2, 2), (2, -2, -2, 2)),
        ((-2, 6, -2, -2), (-5, 15, -5, -5)),  # Solo and Wenz cost the same
        ((3, 3, -9, 3), (6, 6, -18, 6)),
        ((-4, 12, -4, -4), (-7, 21, -7, -7)),
        ((-6, 18, -6, -6), (-10, 30, -10, -10)),
        ((24, -8, -8, -8), (60, -20, -20, -20)),
    ],
)
def test_a_line_known_by_its_points(line: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert units("official", {"written": list(line)}) == expected


def test_a_line_is_not_settled_where_its_points_can_be_of_games_of_other_price() -> None:
    text = load_tariff("official").text
    dear = parse_tariff(text.replace("simple = 5, schneider = 6", "simple = 4, schneider = 6", 1))
    record = record_from_json({"written": [-2, 6, -2, -2]})
    with pytest.raises(ScoringError) as refused:
        settle(dear, record)
    assert refused.value.code == "settle_needs_contract"
    # Runners and doublings are contained in these points.
    assert refusal("social-10-20", {"written": [-2, 6, -2, -2]}) == "settle_needs_contract"
    # 5.2.15: a Solo of the first game may have been a Tout.
    assert refusal("official", {"written": [-2, 6, -2, -2], "first": True}) == "settle_needs_contract"
    assert units("official", {"written": [1, -1, 1, -1], "first": True}) == (1, -1, 1, -1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scored = { value = false", "scored = { value = true"),
        ('rule = { value = "ignored", section = "5.2.4"', 'rule = { value = "scored", section = "3.3.3"'),
    ],
)
def test_points_that_hold_runners_or_doublings_tell_no_price(old: str, new: str) -> None:
    text = load_ruleset("schafkopfschule-2023").text
    assert old in text
    rules = parse_ruleset(text.replace(old, new).replace('[[notices]]\ncode = "no-stoss"\nsection = "5.2.4"\n', ""))
    record = record_from_json({"written": [-2, 6, -2, -2]})
    with pytest.raises(ScoringError) as refused:
        settle(load_tariff("official"), record, ruleset=rules)
    assert refused.value.code == "settle_needs_contract"


def test_a_line_says_by_its_circle_and_price_what_it_can_be() -> None:
    text = load_ruleset("schafkopfschule-2023").text
    wenz = text.index("[contracts.wenz]")
    unringed = text[:wenz] + text[wenz:].replace("circled = { value = true", "circled = { value = false", 1)
    tariff = load_tariff("official").text
    dear = parse_tariff(tariff.replace("simple = 5, schneider = 6", "simple = 4, schneider = 6", 1))
    line = {"written": [-2, 6, -2, -2]}
    # Without a circle it is the Wenz, which has none by these rules; with one it is the Solo.
    assert settle(dear, record_from_json(line), ruleset=parse_ruleset(unringed)).units == (-5, 15, -5, -5)
    ringed = record_from_json({**line, "circled": 2})
    assert settle(dear, ringed, ruleset=parse_ruleset(unringed)).units == (-4, 12, -4, -4)


@pytest.mark.parametrize(
    ("contract", "tariff", "line", "expected"),
    [
        ("geier", "official", [-2, 6, -2, -2], None),  # it may have been a game without a price
        ("geier", "social-10-50", [-2, 6, -2, -2], (-5, 15, -5, -5)),
        ("ramsch", "official", [1, -3, 1, 1], None),
        ("ramsch", "social-10-50", [1, -3, 1, 1], None),  # points do not tell the price of a Jungfrau
    ],
)
def test_a_line_by_rules_with_one_contract_more(
    contract: str, tariff: str, line: list[int], expected: tuple[int, ...] | None
) -> None:
    social, text = load_ruleset("social").text, load_ruleset("schafkopfschule-2023").text
    more = social[social.index(f"[contracts.{contract}]") :].split("\n\n")[0]
    text = text.replace("[contracts.sie]", f"{more}\n\n[contracts.sie]")
    if contract != "ramsch":
        text = text.replace('"wenz", "rufer"]', f'"wenz", "{contract}", "rufer"]')
    record, rules = record_from_json({"written": line}), parse_ruleset(text)
    if expected is not None:
        assert settle(load_tariff(tariff), record, ruleset=rules).units == expected
        return
    with pytest.raises(ScoringError) as refused:
        settle(load_tariff(tariff), record, ruleset=rules)
    assert refused.value.code == "settle_needs_contract"
