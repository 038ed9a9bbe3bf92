"""The commands about rules and prices: their lists, `show`, and what `check` finds."""

from pathlib import Path

from scoring.ruleset import bundled_rulesets, load_ruleset, ruleset_text
from scoring.show import ruleset_page
from scoring.tariffs import bundled_tariffs, tariff_text
from tests.scoring.command_line import RULES, raw


def test_the_rulesets_and_the_tariffs() -> None:
    assert raw("rulesets").stdout.decode("utf-8").split() == list(bundled_rulesets())
    assert raw("tariffs").stdout.decode("utf-8").split() == list(bundled_tariffs())


def test_a_ruleset_is_shown_by_id_or_path(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(ruleset_text(RULES), encoding="utf-8")
    for name in (RULES, str(file)):
        process = raw("show", name)
        assert process.returncode == 0
        assert process.stdout.decode("utf-8") == ruleset_page(load_ruleset(RULES)) + "\n"


def check(file: Path, content: str | bytes) -> tuple[int, list[str]]:
    """Return the exit status of `check` and the lines on standard output."""
    file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    process = raw("check", str(file))
    return process.returncode, process.stdout.decode("utf-8").splitlines()


def test_check_says_that_a_ruleset_holds_or_all_that_is_wrong(tmp_path: Path) -> None:
    file, good = tmp_path / "own.toml", ruleset_text(RULES)
    assert check(file, good) == (0, ["The ruleset holds."])
    bad = good.replace("value = 61,", "value = 0,").replace("minimum_age", "age").replace("[4, 4]", '"4\\n\\u001b4"')
    assert check(file, bad) == (
        1,
        [
            "The ruleset's key limits.declarer_wins must be a whole number from 1 to 120, not 0.",
            "The ruleset lacks the key match.minimum_age.",
            'The ruleset\'s key match.packets must be a list of whole numbers, not "4  4".',
            "The ruleset has a key that does not exist: match.age.",
        ],
    )
    assert check(file, good.replace("value = 61,", "value = 60,")) == (
        1,
        [
            "The ruleset contradicts itself at limits.defenders_win: "
            "Together with what the declarer needs it must be at least 121, or both sides could win."
        ],
    )
    status, lines = check(file, "id = ")
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("The ruleset cannot be read: ")


def test_a_warning_stands_beside_a_ruleset_that_holds_and_changes_no_status() -> None:
    """H 4: an illegal card in the house costs at most 60, whatever was announced."""
    process = raw("check", "house-10-60")
    assert (process.returncode, process.stdout.decode("utf-8").splitlines()) == (
        0,
        [
            "Warning: illegal-card in rufer-tout costs 30 points, but the game lost 120 (H 4).",
            "Warning: illegal-card in solo-tout costs 60 points, but the game lost 240 (H 4).",
            "Warning: illegal-card in wenz-tout costs 60 points, but the game lost 240 (H 4).",
            "The ruleset holds; look at the warnings.",
        ],
    )
    assert raw("check", RULES).stdout == b"The ruleset holds.\n"


def test_check_knows_a_tariff(tmp_path: Path) -> None:
    assert (raw("check", "official").returncode, raw("check", "official").stdout) == (0, b"The tariff holds.\n")
    bad = tariff_text("official").replace("unit_cents = { value = 10,", "unit_cents = { value = 0,")
    assert check(tmp_path / "own.toml", bad.replace("[pot]", "[pots]")) == (
        1,
        [
            "The tariff's key unit_cents must be a whole number from 1 to 100000, not 0.",
            "The tariff lacks the key pot.",
            "The tariff has a key that does not exist: pots. Is pot meant?",
        ],
    )
