"""A ruleset's document written as a file: complete, readable, with the comments of what stayed the same."""

import re
from typing import Any

import pytest

from scoring.ruleset import bundled_rulesets, check_ruleset, parse_ruleset, ruleset_text
from tournament.rulesets.forms.text import document_of, text_of_document

FIRST_FORM = "schafkopfschule-2023"


def without_line_breaks_in_lists(text: str) -> str:
    return re.sub(r"\[\n\s+(.*?),\n\]", lambda match: f"[{' '.join(match[1].split())}]", text, flags=re.DOTALL)


def comparable(text: str) -> list[str]:
    """The lines without the empty ones; a list over several lines becomes one line."""
    return [line for line in without_line_breaks_in_lists(text).splitlines() if line]


@pytest.mark.parametrize("name", bundled_rulesets())
def test_a_bundled_file_comes_out_as_it_went_in(name: str) -> None:
    text = ruleset_text(name)
    result = text_of_document(document_of(text), text)
    assert document_of(result) == document_of(text)
    assert comparable(result) == comparable(text)
    assert check_ruleset(result) == ()


def changed(**values: Any) -> dict[str, Any]:
    return document_of(ruleset_text(FIRST_FORM)) | values


def test_a_comment_over_what_was_changed_goes() -> None:
    base = ruleset_text(FIRST_FORM)
    document = document_of(base)
    document["doublings"]["most"]["value"] = 3
    result = text_of_document(document, base)
    comment = "# Stoss, Retour and so on: ignored, scored, or an automatic loss of the side that doubled first."
    assert (comment in base, comment in result) == (True, False)
    assert [line for line in comparable(base) if line.startswith("#") and line not in result] == [comment]


def test_the_first_lines_speak_of_the_file_that_bears_the_id() -> None:
    base = ruleset_text(FIRST_FORM)
    assert base.startswith("# Schafkopf rules of the Schafkopf School")
    assert text_of_document(changed(), base).startswith("# Schafkopf rules of the Schafkopf School")
    assert text_of_document(changed(id="club"), base).startswith('format = 3\nid = "club"')


def test_without_a_base_there_are_no_comments() -> None:
    assert "#" not in text_of_document(changed())


def test_a_contract_taken_out_takes_its_comment_along() -> None:
    base = ruleset_text(FIRST_FORM)
    document = document_of(base)
    del document["contracts"]["sie"]
    result = text_of_document(document, base)
    comment = "# It is laid open at once and not played (2.9.2)"
    assert (comment in base, comment in result) == (True, False)
    assert "[contracts.sie]" not in result
    assert "# Highest first; of equal bids" in result


@pytest.mark.parametrize(
    "title", ['Anna "Nanni" O\\M', "tab\tand\nline", "\x7f\x00\x1f", "Süß ♠ 𝔖", "'''", '"""', "# no comment", "[x]"]
)
def test_any_text_survives(title: str) -> None:
    result = text_of_document(changed(title=title))
    assert document_of(result)["title"] == title


def test_keys_that_are_no_bare_words_are_quoted() -> None:
    strange = {"a b": "1", 'c"d': "2", "": "3"}
    document = changed() | {"permits": strange, "notices": [strange]}
    again = document_of(text_of_document(document))
    assert (again["permits"], again["notices"]) == (strange, [strange])


def test_empty_tables_stand_in_the_file() -> None:
    document = changed(permits={}, sanctions={"mistake": {"section": "1", "penalties": {}}}, notices=[])
    result = text_of_document(document)
    assert all(f"\n[{name}]\n" in result for name in ("permits", "sanctions.mistake.penalties"))
    assert check_ruleset(result) == ()


def test_a_table_that_nobody_knows_is_kept_for_scoring_to_refuse() -> None:
    result = text_of_document(changed(odd={"x": 1}))
    assert [(problem.code, problem.context["key"]) for problem in check_ruleset(result)] == [
        ("ruleset_key_unknown", "odd")
    ]


def test_a_file_of_the_first_form_is_written_in_the_present_one() -> None:
    old = """
id = "old"
title = "Old"
edition = "1"
source = "s"
[match]
games_per_match = { value = 32, section = "5.2.1" }
games_per_round = { value = 4, section = "2.4.15" }
seats = { value = [4], section = "1" }
matches = { value = 2, section = "1" }
new_draw_each_match = { value = true, section = "1" }
minimum_age = { value = 16, section = "1" }
first_dealer = { value = 1, section = "1" }
all_pass = { value = "same-dealer", section = "1" }
packets = { value = [4, 4], section = "1" }
stoss = { value = "ignored", section = "1" }
counting = { value = "plus-and-minus", section = "1" }
pack = { value = 32, section = "1" }
[limits]
declarer_wins = { value = 61, section = "1" }
defenders_win = { value = 60, section = "1" }
declarer_out_of_schneider = { value = 31, section = "1" }
defenders_out_of_schneider = { value = 30, section = "1" }
[contracts.rufer]
section = "1"
values = { simple = 1, schneider = 2, schwarz = 3 }
circled = { value = false, section = "1" }
counts_as = { value = "none", section = "1" }
[first_game]
touts = { value = [], section = "1" }
schwarz = { value = [], section = "1" }
reduced_to = { value = "simple", section = "1" }
uncounted = { value = [], section = "1" }
uncounted_in = { value = "every", section = "1" }
[approvals]
always = { value = [], section = "1" }
counted = { value = [], section = "1" }
counted_from = { value = 0, section = "1" }
counted_by = { value = "sheet", section = "1" }
[sanctions]
[ranking]
tie_break = { value = [], section = "1" }
full_tie = { value = "lot", section = "1" }
[notices]
"""
    assert check_ruleset(old) == ()
    result = text_of_document(document_of(old), old)
    assert result.startswith("format = 3\n")
    assert dict(parse_ruleset(result).settings) == dict(parse_ruleset(old).settings)
