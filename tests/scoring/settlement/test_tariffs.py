"""Tariff files: complete, without unknown keys, without contradictions; each refusal names the key."""

from pathlib import Path

import pytest

from scoring.errors import ScoringError, problem
from scoring.ruleset import bundled_rulesets, load_ruleset
from scoring.tariffs import bundled_tariffs, check_tariff, load_tariff, parse_tariff

OFFICIAL = load_tariff("official").text
SOCIAL = load_tariff("social-10-20").text


def test_the_bundled_tariffs() -> None:
    palatinate = ("palatinate-10", "palatinate-20", "palatinate-50")
    assert bundled_tariffs() == (
        *("official", *palatinate, "social-10-20", "social-10-20-50", "social-10-50", "social-5-20"),
    )
    for name in bundled_tariffs():
        tariff = load_tariff(name)
        assert tariff.id == name
        assert check_tariff(tariff.text) == ()
        assert set(tariff.settings) == set(tariff.sections)
    assert [load_tariff(name).unit_cents for name in bundled_tariffs()] == [10, 10, 20, 50, 10, 10, 10, 5]


@pytest.mark.parametrize(
    ("tariff", "contract", "level", "cents"),
    [
        # 4.2.4, a unit of 10 cents (4.2.1).
        ("official", "rufer", "simple", 10),
        ("official", "rufer", "schneider", 20),
        ("official", "rufer", "schwarz", 30),
        ("official", "solo", "simple", 50),
        ("official", "solo", "schneider", 60),
        ("official", "solo", "schwarz", 70),
        ("official", "wenz", "simple", 50),
        ("official", "wenz", "schneider", 60),
        ("official", "wenz", "schwarz", 70),
        ("official", "solo-tout", "fixed", 100),
        ("official", "wenz-tout", "fixed", 100),
        ("official", "sie", "fixed", 200),
        # Overview, Payments: the first rate is that of the Rufer, the last that of a soloist.
        ("social-5-20", "rufer", "simple", 5),
        ("social-5-20", "rufer", "schneider", 10),
        ("social-5-20", "solo", "simple", 20),
        ("social-5-20", "wenz", "schwarz", 30),
        ("social-5-20", "ramsch", "fixed", 5),
        ("social-10-20", "rufer", "simple", 10),
        ("social-10-20", "solo", "schneider", 30),
        ("social-10-20", "geier-tout", "fixed", 40),
        ("social-10-20", "bettel", "fixed", 20),
        ("social-10-20", "bettel-brett", "fixed", 40),
        ("social-10-20", "ramsch-tout", "fixed", 40),
        ("social-10-20", "sie", "fixed", 80),
        ("social-10-50", "rufer", "simple", 10),
        ("social-10-50", "suit-wenz", "simple", 50),
        ("social-10-50", "suit-geier-tout", "fixed", 100),
        # Overview, Payments: 10 cents for Schneider, 20 for a Rufer and for Schwarz, 50 for Wenz and Solo.
        ("social-10-20-50", "rufer", "simple", 20),
        ("social-10-20-50", "rufer", "schneider", 30),
        ("social-10-20-50", "rufer", "schwarz", 40),
        ("social-10-20-50", "solo", "simple", 50),
        ("social-10-20-50", "solo", "schneider", 60),
        ("social-10-20-50", "solo", "schwarz", 70),
        ("social-10-20-50", "hochzeit", "schneider", 60),
        ("social-10-20-50", "kreuz", "schwarz", 40),
        ("social-10-20-50", "muss", "simple", 20),
        ("social-10-20-50", "sie", "fixed", 200),
    ],
)
def test_what_games_cost(tariff: str, contract: str, level: str, cents: int) -> None:
    prices = load_tariff(tariff)
    assert prices.prices[contract].plain(level) * prices.unit_cents == cents


def test_a_tariff_suits_the_rules_whose_games_it_prices() -> None:
    official, social = load_tariff("official"), load_tariff("social-5-20")
    assert official.unpriced(load_ruleset("schafkopfschule-2007")) == ()
    assert "geier" in official.unpriced(load_ruleset("social"))
    assert social.unpriced(load_ruleset("social-short")) == ()
    assert social.unpriced(load_ruleset("schafkopfschule-2023")) == ()
    assert social.unpriced(load_ruleset("palatinate-three")) == ("simple", "heart-solo", "solo-du", "heart-solo-du")
    assert all(load_tariff(name).unpriced(load_ruleset("house-10-60")) for name in bundled_tariffs())
    point = load_tariff("palatinate-50")
    suited = [name for name in bundled_rulesets() if not point.unpriced(load_ruleset(name))]
    assert suited == ["asserufen", "palatinate-three"]


def test_load_by_path_is_the_same_tariff(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(OFFICIAL, encoding="utf-8")
    assert load_tariff(file) is load_tariff(str(file)) is load_tariff("official")
    for name in ("nowhere", str(tmp_path)):
        with pytest.raises(ScoringError) as refused:
            load_tariff(name)
        assert (refused.value.code, refused.value.context["name"]) == ("tariff_unknown", name)
        assert str(refused.value).startswith(f"There is no tariff {name}: ")
        assert "official, palatinate-10, " in str(refused.value)
    with pytest.raises(ScoringError) as refused:
        load_tariff("no\0where")
    assert refused.value.code == "tariff_unreadable"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ScoringError) as refused:
        load_tariff(file)
    assert refused.value.code == "tariff_unreadable"


@pytest.mark.parametrize("text", ["format = ", "a = 1\na = 2"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    for act in (check_tariff, parse_tariff):
        with pytest.raises(ScoringError) as refused:
            act(text)
        assert refused.value.code == "tariff_unreadable"


@pytest.mark.parametrize("line", sorted({line for line in OFFICIAL.splitlines() if " = " in line and line[0] != "#"}))
def test_no_line_can_be_left_out(line: str) -> None:
    problems = check_tariff(OFFICIAL.replace(f"{line}\n", "", 1))
    assert problems[0].code == "tariff_key_missing"
    assert problems[0].context["key"].endswith(line.split(" = ")[0])


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ("format = 2", "format = 3", "value_bad", "format"),
        ('id = "official"', 'id = ""', "value_bad", "id"),
        ("unit_cents = { value = 10,", "unit_cents = { value = 0,", "value_bad", "unit_cents"),
        ("unit_cents = { value = 10,", "unit_cents = { value = 2.5,", "value_bad", "unit_cents"),
        ('rules = "schafkopfschule-2023"', 'rules = "of-the-house"', "contradiction", "rules"),
        ("[pot]", "[pots]", "key_missing", "pot"),
        ("[pot]", "[pots]", "key_misspelt", "pots"),
        ("[pot]", "[pot]\ncolour = 1", "key_unknown", "pot.colour"),
        ("laying = { value = false", "laying = { value = 2", "value_bad", "doublings.laying"),
        ('2, section = "3.3.3" }', "2 }", "key_missing", "doublings.most.section"),
        ("[contracts.wenz]", "[contracts.whist]", "key_unknown", "contracts.whist"),
        ("simple = 5, schneider = 6", "simple = 5, schneider = 4", "contradiction", "contracts.solo.values"),
        ('level = "simple"', 'level = "best"', "value_bad", "contracts.solo-tout.values.level"),
        ("from = 2, most = 4", "from = 2, most = 5", "contradiction", "contracts.wenz.runners.most"),
        ("from = 2, most = 4", "from = 5, most = 4", "contradiction", "contracts.wenz.runners.most"),
    ],
)
def test_a_wrong_key_is_named(old: str, new: str, code: str, key: str) -> None:
    assert old in OFFICIAL
    problems = check_tariff(OFFICIAL.replace(old, new, 1))
    assert (f"tariff_{code}", key) in [(problem.code, problem.context["key"]) for problem in problems]
    with pytest.raises(ScoringError):
        parse_tariff(OFFICIAL.replace(old, new, 1))


def test_the_first_form_of_a_file_reads_as_the_same_tariff() -> None:
    """Before it could say who wins the pot, each tariff had prices, and its pot was a declarer's without an end."""
    newer = ("pays = ", "won_by = ", 'most = { value = "any", section = "2.4.13" }')
    lines = [line for line in OFFICIAL.splitlines() if not line.startswith(newer)]
    first = "\n".join(lines).replace("format = 2", "format = 1")
    assert len(lines) == len(OFFICIAL.splitlines()) - 3
    assert check_tariff(first) == ()
    old, new = parse_tariff(first), parse_tariff(OFFICIAL)
    assert (old.settings, old.sections) == (new.settings, new.sections)


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ('"simple", "assrufen"', '"assrufen"', "contradiction", "contracts.simple"),
        ('"simple", "assrufen"', '"simple", "whist"', "entry_bad", "contracts"),
        ('pays = { value = "points"', 'pays = { value = "cards"', "value_bad", "pays"),
        ("[pot]", "[runners]\nvalue = 1\n[pot]", "key_unknown", "runners"),
        ('most = { value = "any"', "most = { value = 0", "value_bad", "pot.most"),
        ('won_by = { value = "declarer"', 'won_by = { value = "all"', "value_bad", "pot.won_by"),
    ],
)
def test_a_wrong_key_of_a_tariff_by_points_is_named(old: str, new: str, code: str, key: str) -> None:
    text = load_tariff("palatinate-10").text
    assert old in text
    faults = [(fault.code, fault.context["key"]) for fault in check_tariff(text.replace(old, new, 1))]
    assert (f"tariff_{code}", key) in faults


def test_it_prices_the_games_of_its_rules_and_no_others() -> None:
    sie = OFFICIAL[OFFICIAL.index("# It is laid open") :]
    contradiction = {"key": "contracts.sie", "detail": problem("price_missing", rules="schafkopfschule-2023")}
    assert check_tariff(OFFICIAL.replace(sie, "")) == (problem("tariff_contradiction", **contradiction),)
    geier = SOCIAL[SOCIAL.index("[contracts.geier]") : SOCIAL.index("# With a trump suit, as in a Solo")]
    contradiction = {"key": "contracts.geier", "detail": problem("price_not_needed", rules="schafkopfschule-2023")}
    assert check_tariff(f"{OFFICIAL}\n{geier}") == (problem("tariff_contradiction", **contradiction),)


def test_rules_that_are_not_there_are_named_as_the_reason() -> None:
    (fault,) = check_tariff(OFFICIAL.replace('rules = "schafkopfschule-2023"', 'rules = "of-the-house"'))
    unknown = {"name": "of-the-house", "bundled": bundled_rulesets()}
    assert fault.context == {"key": "rules", "detail": problem("ruleset_unknown", **unknown)}
    assert fault.message.startswith("The tariff contradicts itself at rules: There is no ruleset of-the-house: ")


def test_a_ramsch_says_what_jungfrau_and_durchmarsch_cost() -> None:
    for key in ("jungfrau_factors", "durchmarsch"):
        line = next(line for line in SOCIAL.splitlines() if line.startswith(key))
        assert [(fault.code, fault.context["key"]) for fault in check_tariff(SOCIAL.replace(f"{line}\n", ""))] == [
            ("tariff_key_missing", f"contracts.ramsch.{key}")
        ]


@pytest.mark.parametrize(("cents", "well"), [(1, True), (100_000, True), (0, False), (100_001, False)])
def test_a_unit_is_at_least_a_cent(cents: int, well: bool) -> None:
    text = OFFICIAL.replace("unit_cents = { value = 10,", f"unit_cents = {{ value = {cents},")
    assert (check_tariff(text) == ()) == well
