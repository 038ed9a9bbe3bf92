"""Ruleset files: complete, without unknown keys, without contradictions; each refusal names the key."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.errors import Problem, ScoringError, problem
from scoring.formats import upgraded
from scoring.reader import read_document
from scoring.ruleset import (
    Ruleset,
    _read_ruleset,
    bundled_rulesets,
    changed_settings,
    check_ruleset,
    load_ruleset,
    parse_ruleset,
    ruleset_text,
)

FIXTURES = Path(__file__).parents[2] / "fixtures" / "rules"


def refusal(text: str) -> ScoringError:
    with pytest.raises(ScoringError) as refused:
        parse_ruleset(text)
    return refused.value


def test_the_bundled_ruleset(ruleset: Ruleset) -> None:
    assert bundled_rulesets() == (
        "asserufen",
        "house-10-60",
        "palatinate-three",
        "schafkopfschule-2007",
        "schafkopfschule-2023",
        "social",
        "social-short",
    )
    assert (ruleset.id, ruleset.edition) == ("schafkopfschule-2023", "2023-03-16")
    assert (ruleset.games(4), ruleset.games_in_round(4), ruleset.matches, ruleset.seats) == (32, 4, 2, (4,))
    assert (ruleset.minimum_age, ruleset.seating, ruleset.full_tie) == (16, "drawn", "lot")
    assert ruleset.section("match.minimum_age") == "5.2.12"
    assert ruleset.text == ruleset_text("schafkopfschule-2023")


def test_every_setting_has_its_section(ruleset: Ruleset) -> None:
    assert set(ruleset.settings) == set(ruleset.sections)
    assert all(section[0].isdigit() for section in ruleset.sections.values())
    assert all(section[0].isdigit() for section in ruleset.codes.values())


def test_a_copy_is_the_same_ruleset_and_a_changed_one_names_its_changes(ruleset: Ruleset) -> None:
    assert parse_ruleset(ruleset_text("schafkopfschule-2023")) is ruleset
    assert changed_settings(ruleset) == ()
    text = ruleset.text.replace("minimum_age = { value = 16", "minimum_age = { value = 18")
    text = text.replace("rufer = { minus = 2,", "rufer = { minus = 4,")
    assert changed_settings(parse_ruleset(text)) == (
        ("match.minimum_age", 18, 16),
        ("sanctions.invalid-bid.penalties.rufer.minus", 4, 2),
    )
    own = parse_ruleset(ruleset.text.replace('id = "schafkopfschule-2023"', 'id = "my-own"'))
    assert changed_settings(own) == ()


def test_load_by_path(ruleset: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(ruleset.text, encoding="utf-8")
    assert load_ruleset(file) is ruleset
    assert load_ruleset(str(file)) is ruleset
    for name in ("nowhere", str(tmp_path)):
        with pytest.raises(ScoringError) as refused:
            load_ruleset(name)
        assert refused.value.code == "ruleset_unknown"
    with pytest.raises(ScoringError) as refused:
        load_ruleset("no\0where")
    assert refused.value.code == "ruleset_unreadable"
    assert refused.value.context == {"detail": problem("file_not_opened", told="embedded null byte")}
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ScoringError) as refused:
        load_ruleset(file)
    assert refused.value.code == "ruleset_unreadable"
    assert refused.value.context == {"detail": problem("file_not_utf8")}


def _left_out(data: dict[str, object], path: str = "") -> Iterator[tuple[str, dict[str, object]]]:
    """Yield every key with the document without it."""
    for key, value in data.items():
        dotted = f"{path}.{key}" if path else key
        yield dotted, {other: part for other, part in data.items() if other != key}
        if isinstance(value, dict):
            for inner, without in _left_out(value, dotted):
                yield inner, {**data, key: without}


@pytest.mark.parametrize("name", bundled_rulesets())
def test_no_key_of_a_file_can_be_left_out(name: str) -> None:
    may_go = ("contracts.", "permits.", "sanctions.", "notices.")
    count = 0
    for key, without in _left_out(tomllib.loads(ruleset_text(name))):
        optional = key.startswith(may_go) and (key.count(".") == 1 or ".penalties." in key or key.endswith(".limits"))
        if optional and not key.endswith((".minus", ".borne_by", ".shared_by")):
            continue
        if (key.startswith("contracts.") and key.endswith(".section") and key.count(".") > 2) or key == "notices":
            continue  # A contract's own values have its section; rules need not remind of anything.
        count += 1
        problems = _problems_of(without)
        assert problems, key
        if key != "format":
            keys = [str(problem.context.get("key")) for problem in problems]
            assert any(part == key or part.startswith(f"{key}.") or key.startswith(f"{part}.") for part in keys), (
                key,
                keys,
            )
    assert count > 200


def _problems_of(data: dict[str, object]) -> tuple[Problem, ...]:
    try:
        return read_document(upgraded(data), lambda root: _read_ruleset(root, ""))[1]
    except ScoringError as error:
        return (problem(error.code, **error.context),)


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ("[limits]", "[limits]\nextra = 1", "ruleset_key_unknown", "limits.extra"),
        ("[ranking]", "[more]\nx = 1\n[ranking]", "ruleset_key_unknown", "more"),
        ("[contracts.sie]", "[contracts.bettel2]", "ruleset_entry_bad", "bidding.order"),
        ("[contracts.sie]", "[contracts.bettel2]\n[contracts.sie]", "ruleset_key_misspelt", "contracts.bettel2"),
        ("[sanctions.mistake]", "[sanctions.gossip]\n[sanctions.mistake]", "ruleset_key_unknown", "sanctions.gossip"),
        ("values = { fixed = 8 }", "values = { simple = 8 }", "ruleset_key_missing", "contracts.sie.values.fixed"),
        ('{ value = 61, section = "4.1.2" }', "61", "ruleset_value_bad", "limits.declarer_wins"),
        ('{ value = 61, section = "4.1.2" }', "{ value = 61 }", "ruleset_key_missing", "limits.declarer_wins.section"),
        ("value = 61,", 'value = 61, why = "x",', "ruleset_key_unknown", "limits.declarer_wins.why"),
        ("value = 61,", "value = true,", "ruleset_value_bad", "limits.declarer_wins"),
        ("value = 61,", "value = 60,", "limits_below_121", "limits.defenders_win"),
        ("value = 31,", "value = 62,", "limit_above_declarer_wins", "limits.declarer_out_of_schneider"),
        (
            "deals_per_round = { value = 1",
            "deals_per_round = { value = 0",
            "ruleset_value_bad",
            "match.deals_per_round",
        ),
        ('id = "schafkopfschule-2023"', 'id = "Ä b"', "ruleset_value_bad", "id"),
        (
            'rule = { value = "ignored", section = "5.2.4" }\nmost = { value = 2,',
            'rule = { value = "scored", section = "5.2.4" }\nmost = { value = 0,',
            "doublings_none_allowed",
            "doublings.most",
        ),
        ("value = [4, 4]", "value = [4, 3]", "packets_no_hand", "match.packets"),
        ("value = [4],", "value = [6],", "ruleset_entry_bad", "match.seats"),
        ("value = [4],", "value = [3],", "seats_impossible", "match.seats"),
        ("value = [4],", "value = [],", "seats_impossible", "match.seats"),
        ('value = "same-dealer"', 'value = "next-dealer"', "notice_not_true", "notices.all-pass-same-dealer"),
        ('value = "same-dealer"', 'value = "ramsch"', "all_pass_contract_missing", "match.all_pass"),
        ("format = 3", "format = 4", "ruleset_value_bad", "format"),
        (
            "fewest_matches = { value = 2",
            "fewest_matches = { value = 3",
            "fewest_above_matches",
            "match.fewest_matches",
        ),
        ("best_matches = { value = 0", "best_matches = { value = 3", "best_above_matches", "ranking.best_matches"),
        ("takes_over = { value = false", "takes_over = { value = true", "takes_over_unscored", "doublings.takes_over"),
        (
            'counting = { value = "plus-and-minus", section = "5.2.7" }\nagainst_soloist = { value = "full"',
            'counting = { value = "plus-once", section = "5.2.7" }\nagainst_soloist = { value = "share"',
            "share_uneven",
            "contracts.solo.values",
        ),
        (
            "from = 2, most = 4, times = 1",
            "from = 5, most = 3, times = 1",
            "runners_end_too_early",
            "contracts.wenz.runners.most",
        ),
        (
            "from = 2, most = 4, times = 1",
            "from = 2, most = 4, times = 1, values = [10, 15]",
            "runner_values_incomplete",
            "contracts.wenz.runners.values",
        ),
        ("fixed = 8", "fixed = 1000000000", "ruleset_value_bad", "contracts.sie.values.fixed"),
        ('code = "no-stoss"', 'code = "no-hints"', "notice_twice", "notices.10"),
        ('code = "no-stoss"', 'code = "no-stoss"\nde = "x"', "notice_code_or_words", "notices.4"),
        ('code = "no-stoss"\n', "", "notice_code_or_words", "notices.4"),
        ('code = "no-stoss"\n', f'de = "{"x" * 10_000}"\n', "ruleset_value_bad", "notices.4.de"),
        ('code = "no-stoss"\n', 'fr = "x"\n', "ruleset_key_unknown", "notices.4.fr"),
        ('code = "no-stoss"\n', 'de = "x"\non_sheet = "yes"\n', "ruleset_value_bad", "notices.4.on_sheet"),
        (
            "values = { fixed = 6 }",
            'values = { times = 2, of = "solo", level = "fixed" }',
            "ruleset_value_bad",
            "contracts.solo-tout.values.level",
        ),
        (
            "values = { fixed = 6 }",
            'values = { times = 2, of = "wenz-tout", level = "fixed" }\nx = 1',
            "ruleset_key_unknown",
            "contracts.solo-tout.x",
        ),
        ("from = 2, most = 4", "from = 5, most = 4", "runners_end_too_early", "contracts.wenz.runners.most"),
        ('side_suits = "ace-or-ace-ten"', 'side_suits = "ace"', "ruleset_value_bad", "permits.solo-tout.side_suits"),
        ("simple = 1, schneider = 2", "simple = 3, schneider = 2", "levels_descend", "contracts.rufer.values"),
        ("simple = 1,", "simple = 0,", "ruleset_value_bad", "contracts.rufer.values.simple"),
        (
            "solo = { minus = 6",
            "solo = { minus = 7",
            "penalty_shares_uneven",
            "sanctions.invalid-bid.penalties.solo",
        ),
        (
            'tie_break = { value = ["sie_played", ',
            'tie_break = { value = ["luck", ',
            "ruleset_entry_bad",
            "ranking.tie_break",
        ),
        ('"solos_won", "solos_played"]', '"solos_won", "solos_won"]', "ruleset_entry_twice", "ranking.tie_break"),
        ("[contracts.wenz]", "[contracts.wenz2]\n[contracts.wenz]", "ruleset_key_unknown", "contracts.wenz2"),
        ('title = "Schafkopf rules of the Schafkopf School"', "title = 3", "ruleset_value_bad", "title"),
    ],
)
def test_refusals_name_the_key(ruleset: Ruleset, old: str, new: str, code: str, key: str) -> None:
    assert old in ruleset.text
    error = refusal(ruleset.text.replace(old, new, 1))
    # For a contradiction the table says which key is named.
    problem_at_key = error.context["detail"] if error.code == "ruleset_contradiction" else error
    assert (problem_at_key.code, error.context["key"]) == (code, key)
    assert key in str(error)


def test_a_tout_without_its_base_contradicts(ruleset: Ruleset) -> None:
    start = ruleset.text.index("[contracts.wenz]")
    end = ruleset.text.index("[contracts.solo-tout]")
    keys = {problem.context["key"] for problem in check_ruleset(ruleset.text[:start] + ruleset.text[end:])}
    assert "contracts.wenz-tout" in keys
    assert {"bidding.order", "first_game.schwarz", "approvals.counted"} <= keys


def test_every_problem_is_found_at_once(ruleset: Ruleset) -> None:
    text = ruleset.text.replace("value = 61", "value = 0").replace("fixed = 8", 'fixed = "8"')
    text = text.replace("[bidding]", "[gossip]\n[bidding]").replace('"no-stoss"', "5")
    assert [(problem.code, problem.context["key"]) for problem in check_ruleset(text)] == [
        ("ruleset_value_bad", "limits.declarer_wins"),
        ("ruleset_value_bad", "contracts.sie.values.fixed"),
        ("ruleset_value_bad", "notices.4.code"),
        ("ruleset_key_unknown", "gossip"),
    ]
    assert check_ruleset(ruleset.text) == ()


@pytest.mark.parametrize(
    ("old", "new", "sentences"),
    [
        (
            'always = { value = ["solo-tout", "wenz-tout", "sie"]',
            'always = { value = ["solo-tuot", "wenz-tout", 3, "wenz-tout"]',
            [
                'Entry 1 of the ruleset\'s list approvals.always must be one of rufer, solo, wenz, solo-tout, '
                'wenz-tout, sie, not "solo-tuot".',
                "Entry 3 of the ruleset's list approvals.always must be one of rufer, solo, wenz, solo-tout, "
                "wenz-tout, sie, not 3.",
                'Entry 4 of the ruleset\'s list approvals.always, "wenz-tout", stands there already.',
            ],
        ),
        (
            "packets = { value = [4, 4]",
            'packets = { value = [4, "4", 0]',
            [
                "Entry 2 of the ruleset's list match.packets must be a whole number from 1 to 10, not \"4\".",
                "Entry 3 of the ruleset's list match.packets must be a whole number from 1 to 10, not 0.",
            ],
        ),
        (
            "\nmatches = { value",
            "\nmaches = { value",
            [
                "The ruleset lacks the key match.matches.",
                "The ruleset has a key that does not exist: match.maches. Is match.matches meant?",
            ],
        ),
        (
            "value = 61,",
            "valeu = 61,",
            [
                "The ruleset has a key that does not exist: limits.declarer_wins.valeu. "
                "Is limits.declarer_wins.value meant?",
                "The ruleset lacks the key limits.declarer_wins.value.",
            ],
        ),
        (
            'code = "no-stoss"',
            'code = "no-stos"',
            ["The ruleset has a key that does not exist: notices.no-stos. Is notices.no-stoss meant?"],
        ),
        (
            "[sanctions.mistake]",
            "[sanctions.mistkae]",
            [
                # Its penalties are still under the right name.
                "The ruleset lacks the key sanctions.mistake.section.",
                "The ruleset has a key that does not exist: sanctions.mistkae. Is sanctions.mistake meant?",
            ],
        ),
        (
            "[contracts.rufer]",
            "[contracts.rufer]\nlimit = 3",
            ["The ruleset has a key that does not exist: contracts.rufer.limit. Is contracts.rufer.limits meant?"],
        ),
        # No key is suggested: the nearest would be contracts.wenz, which the file has already.
        ("[contracts.rufer]", "[contracts.wenzz]\n[contracts.rufer]", [
            "The ruleset has a key that does not exist: contracts.wenzz.",
        ]),
    ],
)  # fmt: skip
def test_an_entry_is_named_and_so_is_the_key_that_was_meant(
    ruleset: Ruleset, old: str, new: str, sentences: list[str]
) -> None:
    assert old in ruleset.text
    assert [problem.message for problem in check_ruleset(ruleset.text.replace(old, new, 1))] == sentences


FIRST_FORM = Path(__file__).parent / "schafkopfschule-2023-first-form.toml"


def test_the_first_form_of_a_file_reads_as_the_same_rules(ruleset: Ruleset) -> None:
    old = parse_ruleset(FIRST_FORM.read_text(encoding="utf-8"))
    assert old.settings == ruleset.settings
    assert old.permits == ruleset.permits
    assert old.text == FIRST_FORM.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("id = ", 1, 6, "Invalid value"),
        ('format = 3\nid = "x\n', 2, 8, "Illegal character '\\n'"),
        ("a = 1\na = 2", 2, 6, "Cannot overwrite a value"),
    ],
)
def test_text_that_is_no_toml(text: str, line: int, column: int, message: str) -> None:
    refused = refusal(text)
    detail = problem("toml_malformed", told=message, line=line, column=column)
    assert (refused.code, refused.context) == ("ruleset_unreadable", {"detail": detail})
    assert str(refused) == f"The ruleset cannot be read: Line {line}, column {column} is no TOML: {message}."


def test_an_empty_text_lacks_everything() -> None:
    assert refusal("").code == "ruleset_key_missing"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("title = " + "9" * 5000, "toml_number_too_large"),
        ("title = 0x" + "f" * 5000, "toml_number_too_large"),
        ("title = " + "[" * 50 + "]" * 50, "toml_too_deep"),
        ("title" + ".a" * 900 + " = 1", "toml_too_deep"),
    ],
)
def test_what_nobody_could_be_shown_is_not_read(ruleset: Ruleset, line: str, code: str) -> None:
    refused = refusal(ruleset.text.replace(f'title = "{ruleset.title}"', line))
    assert (refused.code, refused.context) == ("ruleset_unreadable", {"detail": problem(code)})


def test_what_is_of_no_form_at_all_is_told_as_of_the_present_one() -> None:
    assert refusal('match = "of four"').code == "ruleset_key_missing"


def test_a_missing_table_is_one_problem(ruleset: Ruleset) -> None:
    start, end = ruleset.text.index("[doublings]"), ruleset.text.index("# No deal counts double")
    problems = check_ruleset(ruleset.text[:start] + ruleset.text[end:])
    assert [(problem.code, problem.context["key"]) for problem in problems] == [("ruleset_key_missing", "doublings")]


def test_a_file_may_begin_with_a_byte_order_mark(ruleset: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "notepad.toml"
    file.write_text(ruleset.text, encoding="utf-8-sig")
    assert load_ruleset(file) is ruleset


def test_a_file_of_the_second_form_means_what_it_meant() -> None:
    """Its table of notices becomes a list, its flag for a new draw the seating; the rest is what nobody could say."""
    text = (FIXTURES / "g40.toml").read_text(encoding="utf-8")
    assert text.startswith("#")
    assert "\nformat = 2\n" in text
    rules = parse_ruleset(text)
    new = {
        "match.fewest_matches": rules.matches,
        "match.seating": "drawn",
        "match.against_soloist": "full",
        "limits.drawn": "dealt-again",
        "doublings.laying": False,
        "doublings.knocking": False,
        "doublings.takes_over": False,
        "runners.missing": rules.runner_value,
        "runners.missing_borne_by": "side",
        "first_game.reduced_in": "every",
        "ranking.best_matches": 0,
        "ranking.sums": "points",
    }
    assert {key: rules.settings[key] for key in new} == new
    assert (rules.section("match.seating"), rules.codes["no-stoss"]) == ("5.2.2", "5.2.4")
    with_bock = text.replace("[doublings]\n", '[bock]\nafter = { value = 5, section = "1" }\n\n[doublings]\n')
    assert [str(problem.context["key"]) for problem in check_ruleset(with_bock)] == [
        "bock.after",
        "bock.deals",
    ]
    with_limit = text.replace("[limits]\n", '[limits]\ndrawn = { value = "maybe", section = "1" }\n')
    assert [str(problem.context["key"]) for problem in check_ruleset(with_limit)] == ["limits.drawn"]
    broken = text.replace("new_draw_each_match = { value = true", 'new_draw_each_match = { value = "often"')
    assert {str(problem.context["key"]) for problem in check_ruleset(broken)} >= {"match.seating"}


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("solo = { value = 0", "solo = { value = 10", "bonuses.solo"),
        ("hearts = { value = 0", "hearts = { value = 10", "bonuses.hearts"),
        (
            'sitting_out = { value = "scores-nothing"',
            'sitting_out = { value = "with-defenders"',
            "contracts.solo.values",
        ),
    ],
)
def test_what_a_soloist_loses_is_shared_without_a_rest(old: str, new: str, key: str) -> None:
    """With 30 and 60 three share; bonuses, runners and the dealer of a table of five must fit, too."""
    sharing = (
        ('counting = { value = "plus-and-minus"', 'counting = { value = "plus-once"'),
        ('against_soloist = { value = "full"', 'against_soloist = { value = "share"'),
        ("seats = { value = [4]", "seats = { value = [4, 5]"),
        ("simple = 2, schneider = 3, schwarz = 4", "simple = 30, schneider = 60, schwarz = 90"),
    )
    text = ruleset_text("schafkopfschule-2023").split("\n[[notices]]")[0]
    for before, after in sharing:
        text = text.replace(before, after)
    keys = {str(problem.context["key"]) for problem in check_ruleset(text.replace(old, new))}
    assert key in keys - {str(problem.context["key"]) for problem in check_ruleset(text)}


def test_a_value_without_a_section_has_that_of_its_table_or_of_the_file() -> None:
    text = ruleset_text("schafkopfschule-2023")
    limits = re.sub(
        r"\{ value = (\d+), section = .* \}", r"\1", text[text.index("[limits]") : text.index("[doublings]")]
    )
    plain = text[: text.index("[limits]")] + limits + text[text.index("[doublings]") :]
    assert {problem.code for problem in check_ruleset(plain)} == {"ruleset_value_bad"}
    own = parse_ruleset(plain.replace("[limits]", '[limits]\nsection = "4.1"'))
    assert (own.limits, own.section("limits.declarer_wins")) == (load_ruleset("schafkopfschule-2023").limits, "4.1")
    whole = parse_ruleset(plain.replace("\nsource", '\nsection = "–"\nsource'))
    assert (whole.section("limits.declarer_wins"), whole.section("match.players")) == ("–", "1.2.1")
    (fault,) = check_ruleset(plain.replace("[limits]", '[limits]\nsection = ""'))[:1]
    assert (fault.code, fault.context["key"]) == ("ruleset_value_bad", "limits.section")


def test_sentences_of_its_own_stand_among_the_notices_in_their_order() -> None:
    text = ruleset_text("schafkopfschule-2023").replace(
        "[[notices]]", '[[notices]]\nde = "Süße Grüße"\non_sheet = true\n\n[[notices]]', 1
    )
    first, second, *_rest = parse_ruleset(text).notices
    assert (first.code, dict(first.words), first.section, first.on_sheet) == ("", {"de": "Süße Grüße"}, "–", True)
    assert (second.code, second.on_sheet) == ("dealing-two-packets-of-four", False)
