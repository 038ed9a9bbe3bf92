"""Ruleset files: complete, without unknown keys, without contradictions; each refusal names the key."""

from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.ruleset import (
    Ruleset,
    bundled_rulesets,
    changed_settings,
    load_ruleset,
    parse_ruleset,
    ruleset_text,
)


def refusal(text: str) -> ScoringError:
    with pytest.raises(ScoringError) as refused:
        parse_ruleset(text)
    return refused.value


def test_the_bundled_ruleset(ruleset: Ruleset) -> None:
    assert bundled_rulesets() == ("schafkopfschule-2023",)
    assert (ruleset.id, ruleset.edition) == ("schafkopfschule-2023", "2023-03-16")
    assert (ruleset.games_per_match, ruleset.games_per_round, ruleset.matches, ruleset.seats) == (32, 4, 2, (4,))
    assert (ruleset.minimum_age, ruleset.new_draw_each_match, ruleset.full_tie) == (16, True, "lot")
    assert ruleset.section("match.minimum_age") == "5.2.12"
    assert ruleset.text == ruleset_text("schafkopfschule-2023")


def test_every_setting_has_its_section(ruleset: Ruleset) -> None:
    assert set(ruleset.settings) == set(ruleset.sections)
    assert all(section[0].isdigit() for section in ruleset.sections.values())
    assert all(section[0].isdigit() for section in ruleset.notices.values())


def test_a_copy_is_the_same_ruleset_and_a_changed_one_names_its_changes(ruleset: Ruleset) -> None:
    assert parse_ruleset(ruleset_text("schafkopfschule-2023")) is ruleset
    assert changed_settings(ruleset) == ()
    text = ruleset.text.replace("minimum_age = { value = 16", "minimum_age = { value = 18")
    text = text.replace("penalties = { rufer = 2, solo = 6", "penalties = { rufer = 4, solo = 6")
    assert changed_settings(parse_ruleset(text)) == (
        ("match.minimum_age", 18, 16),
        ("sanctions.invalid-bid.penalties.rufer", 4, 2),
    )
    own = parse_ruleset(ruleset.text.replace('id = "schafkopfschule-2023"', 'id = "my-own"'))
    assert changed_settings(own) == ()


def test_load_by_path(ruleset: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(ruleset.text, encoding="utf-8")
    assert load_ruleset(file) is ruleset
    assert load_ruleset(str(file)) is ruleset
    for name in ("nowhere", str(tmp_path), "no\0where"):
        with pytest.raises(ScoringError):
            load_ruleset(name)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ScoringError) as refused:
        load_ruleset(file)
    assert refused.value.code == "ruleset_unreadable"


def test_no_line_of_the_file_can_be_left_out(ruleset: Ruleset) -> None:
    lines = ruleset.text[: ruleset.text.index("[notices]")].splitlines()
    notices = ruleset.text[ruleset.text.index("[notices]") :]
    settings = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    assert len(settings) > 50
    for number in settings:
        error = refusal("\n".join([*lines[:number], *lines[number + 1 :], notices]))
        assert error.code == "ruleset_key_missing"
        assert str(error.context["key"]).split(".")[-1] == lines[number].split(" = ")[0]


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ("[limits]", "[limits]\nextra = 1", "ruleset_key_unknown", "limits.extra"),
        ("[notices]", "[more]\nx = 1\n[notices]", "ruleset_key_unknown", "more"),
        ("[contracts.sie]", "[contracts.bettel]", "ruleset_key_unknown", "contracts.bettel"),
        ("[sanctions.mistake]", "[sanctions.gossip]", "ruleset_key_unknown", "sanctions.gossip"),
        ("values = { fixed = 8 }", "values = { simple = 8 }", "ruleset_key_missing", "contracts.sie.values.fixed"),
        ('{ value = 61, section = "4.1.2" }', "61", "ruleset_value_bad", "limits.declarer_wins"),
        ('{ value = 61, section = "4.1.2" }', "{ value = 61 }", "ruleset_key_missing", "limits.declarer_wins.section"),
        ("value = 61,", 'value = 61, why = "x",', "ruleset_key_unknown", "limits.declarer_wins.why"),
        ("value = 61,", "value = true,", "ruleset_value_bad", "limits.declarer_wins"),
        ("value = 61,", "value = 62,", "ruleset_contradiction", "limits.defenders_win"),
        ("value = 31,", "value = 62,", "ruleset_contradiction", "limits.declarer_out_of_schneider"),
        (
            "games_per_round = { value = 4",
            "games_per_round = { value = 5",
            "ruleset_contradiction",
            "match.games_per_round",
        ),
        ("value = [4, 4]", "value = [4, 3]", "ruleset_contradiction", "match.packets"),
        ("value = [4],", "value = [5],", "ruleset_value_bad", "match.seats"),
        ('value = "same-dealer"', 'value = "next-dealer"', "ruleset_value_bad", "match.all_pass"),
        ("simple = 1, schneider = 2", "simple = 2, schneider = 1", "ruleset_contradiction", "contracts.rufer.values"),
        ("simple = 1,", "simple = 0,", "ruleset_value_bad", "contracts.rufer.values.simple"),
        (
            "{ rufer = 2, solo = 6",
            "{ rufer = 2, solo = 7",
            "ruleset_contradiction",
            "sanctions.invalid-bid.penalties.solo",
        ),
        (
            'tie_break = { value = ["sie_played", ',
            'tie_break = { value = ["luck", ',
            "ruleset_value_bad",
            "ranking.tie_break",
        ),
        ('"solos_won", "solos_played"]', '"solos_won", "solos_won"]', "ruleset_value_bad", "ranking.tie_break"),
        ("[contracts.wenz]", "[contracts.wenz2]", "ruleset_key_unknown", "contracts.wenz2"),
        ('title = "Schafkopf rules of the Schafkopf School"', "title = 3", "ruleset_value_bad", "title"),
    ],
)
def test_refusals_name_the_key(ruleset: Ruleset, old: str, new: str, code: str, key: str) -> None:
    assert old in ruleset.text
    error = refusal(ruleset.text.replace(old, new, 1))
    assert (error.code, error.context["key"]) == (code, key)
    assert key in str(error)


def test_a_tout_without_its_base_contradicts(ruleset: Ruleset) -> None:
    start = ruleset.text.index("[contracts.wenz]")
    end = ruleset.text.index("[contracts.solo-tout]")
    error = refusal(ruleset.text[:start] + ruleset.text[end:])
    assert (error.code, error.context["key"]) == ("ruleset_contradiction", "contracts.wenz-tout")


def test_text_that_is_no_toml() -> None:
    assert refusal("id = ").code == "ruleset_unreadable"
    assert refusal("").code == "ruleset_key_missing"
