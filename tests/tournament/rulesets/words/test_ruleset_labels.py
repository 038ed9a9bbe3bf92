"""Every key of a ruleset file has words, and every fault a sentence: no page shows a code."""

from functools import cache

import pytest
from django.utils import translation

from scoring.contracts import KINDS
from scoring.errors import Problem, problem
from scoring.parts import SANCTION_KINDS
from scoring.ruleset import Ruleset, bundled_rulesets, examine_ruleset, load_ruleset
from tournament.rulesets.forms.changes import change_document
from tournament.rulesets.forms.text import document_of, text_of_document
from tournament.rulesets.words.labels import GROUPS, LABELS, VALUES, pattern
from tournament.rulesets.words.notices import NOTICES
from tournament.rulesets.words.sentences import (
    faults_of,
    setting_help,
    setting_label,
    setting_name,
    value_words,
)
from tournament.words import labels


def everything() -> Ruleset:
    """The rules of 2023 with every contract, permit and sanction that exists, each contract with limits of its own."""
    document = document_of(load_ruleset("schafkopfschule-2023").text)
    for change, choices in (("contracts", KINDS), ("permits", KINDS), ("sanctions", SANCTION_KINDS)):
        for choice in choices:
            rules = examine_ruleset(text_of_document(document))[0]
            document = change_document(document, rules, f"add {change}", choice)
    for name in ("rufer", "hochzeit"):
        rules = examine_ruleset(text_of_document(document))[0]
        document = change_document(document, rules, f"limits contracts.{name}", "")
        document = change_document(document, rules, f"multiple contracts.{name}", "")
    rules = examine_ruleset(text_of_document(document))[0]
    return examine_ruleset(text_of_document(change_document(document, rules, "multiple contracts.sie", "")))[0]


NAMES = [*bundled_rulesets(), "everything"]


@cache
def rules_of(name: str) -> Ruleset:
    return everything() if name == "everything" else load_ruleset(name)


def test_everything_is_everything() -> None:
    rules = rules_of("everything")
    assert (set(rules.contracts), set(rules.sanctions)) == (set(KINDS), set(SANCTION_KINDS))


@pytest.mark.parametrize("name", NAMES)
def test_every_key_has_words_and_every_value_too(name: str) -> None:
    rules = rules_of(name)
    for key, field in rules.fields.items():
        assert pattern(key) in LABELS, key
        assert key.split(".")[0] in GROUPS
        assert setting_label(key) not in key, key
        for option in field.allowed:
            words = {**VALUES.get(pattern(key), {}), **labels.CONTRACTS, **labels.CRITERIA}
            assert isinstance(option, int) or option in words, (key, option)


def test_no_words_are_left_over() -> None:
    keys = {pattern(key) for rules in map(rules_of, NAMES) for key in rules.fields}
    assert set(LABELS) - keys == {
        *("title", "id", "edition", "source", "contracts.*.values"),
        *("contracts.*.values.announced", "contracts.*.runners.values"),  # no bundled file has them
    }
    assert set(VALUES) - keys == set()
    options = {
        (pattern(key), str(option))
        for rules in map(rules_of, NAMES)
        for key in rules.fields
        for option in rules.fields[key].allowed
    }
    assert {(key, value) for key, words in VALUES.items() for value in words} - options == set()
    assert set(GROUPS) == {key.split(".")[0] for key in keys} | {"notices"}


@pytest.mark.parametrize(
    ("key", "name", "helped"),
    [
        (
            "match.pack",
            "Match and table · Number of cards",
            "24: the short pack, without Eights and Sevens; 20: without Nines, too.",
        ),
        ("contracts.solo-tout.values.times", "Contracts and values · Solo Tout · So many times", ""),
        ("contracts.solo.runners.section", "Contracts and values · Solo · Section", ""),
        ("permits.wenz-tout.runners", "What a hand needs for a Tout · Wenz Tout · Runners in the hand", ""),
        ("sanctions.mistake.penalties.rufer.minus", "Sanctions · mistake in play · Rufer · Minus points", ""),
        ("sanctions.wrong-deal.penalties.deal", "Sanctions · wrong deal · Wrong deal", ""),
        ("notices.no-time-limit", f"Notices · {NOTICES['no-time-limit']}", ""),
        ("edition", "Edition", "A date or a year, as printed on your rules."),
        ("of.nothing", "of.nothing", ""),
    ],
)
def test_the_whole_name_of_a_key(key: str, name: str, helped: str) -> None:
    assert (setting_name(key), setting_help(key)) == (name, helped)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("match.seats", (4, 5), "4, 5"),
        ("match.surrender", False, "no"),
        ("approvals.always", ("solo-tout", "sie"), "Solo Tout, Sie"),
        ("approvals.always", (), "none"),
        ("ranking.tie_break", ("sie_played",), "Sie played"),
        ("match.all_pass", "ramsch", "a Ramsch is played"),
        ("contracts.solo.counts_as", "solo", "Solo or Wenz"),
        ("doublings.most", "any", "as often as one likes"),
    ],
)
def test_values_in_words(key: str, value: object, words: str) -> None:
    assert value_words(key, value) == words


@pytest.mark.parametrize(
    ("detail", "sentence"),
    [
        (
            problem("bidding_incomplete", contract="solo-tout"),
            "Every contract must stand in the order: Solo Tout is missing.",
        ),
        (problem("penalty_shares_uneven", players=3), "3 players cannot share this equally."),
        (problem("base_missing", base="wenz"), "It can fall back to Wenz, which is missing: add it, too."),
        (problem("partners_need_four"), "Partners need four who play."),
    ],
)
def test_a_contradiction_in_words(detail: Problem, sentence: str) -> None:
    contradiction = problem("ruleset_contradiction", key="match.seats", detail=detail)
    assert [fault.text for fault in faults_of([contradiction], {})] == [sentence]
    assert labels.scoring_sentence(contradiction) == f"The ruleset contradicts itself at match.seats: {sentence}"


def test_a_contradiction_is_said_in_german() -> None:
    contradiction = problem("ruleset_contradiction", key="match.packets", detail=problem("packets_no_hand"))
    with translation.override("de"):
        assert labels.scoring_sentence(contradiction) == (
            "Die Regeldatei widerspricht sich bei match.packets: "
            "Die Päckchen müssen zusammen so viele Karten ergeben, wie jeder bekommt."
        )


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ('title = "Schafkopf rules of the Schafkopf School"', "title = 3", [("title", "Needed: a text.")]),
        ('id = "schafkopfschule-2023"', 'id = "Our rules"', [
            ("id", "Needed: small letters, digits and hyphens, at most 60 of them."),
        ]),
        ("minimum_age = { value = 16", 'minimum_age = { value = "old"', [
            ("match.minimum_age", "Needed: a whole number from 0 to 120."),
        ]),
        ("packets = { value = [4, 4]", 'packets = { value = "4+4"', [
            ("match.packets", "Needed: whole numbers from 1 to 10, separated by commas."),
        ]),
        ('full_tie = { value = "lot"', 'full_tie = { value = "dice"', [
            ("ranking.full_tie", "Needed: one of: a lot decides, the place is shared."),
        ]),
        ("most = { value = 2", 'most = { value = "often"', [
            ("doublings.most", "Needed: a whole number from 0 to 20, or: as often as one likes."),
        ]),
        ("seats = { value = [4]", "seats = { value = [4, 4]", [
            ("match.seats", "Entry 2, 4, stands there already."),
        ]),
        ("seats = { value = [4]", "seats = { value = [4, 6]", [
            ("match.seats", "Entry 2, 6, is not possible. Needed: each at most once, of: 3, 4, 5."),
        ]),
        ("[ranking]", "[ranking]\nfull_ties = 1", [
            ("ranking.full_ties", "There is nothing of this name in a ruleset."),
        ]),
        ("surrender = { value = false", 'surrender = { value = "no"', [("match.surrender", "Needed: yes or no.")]),
        ('surrender = { value = false, section = "3.1.6" }', "", [("match.surrender", "This is missing.")]),
        ("[ranking]", "[ranking]\ntoss = 1", [("ranking.toss", "There is nothing of this name in a ruleset.")]),
        ("defenders_win = { value = 60", "defenders_win = { value = 59", [
            ("limits.defenders_win",
             "Together with what the declarer needs it must be at least 121, or both sides could win."),
        ]),
        # A contradiction that is only caused by the value read in place of the bad one is not reported.
        ("simple = 1, schneider = 2", 'simple = 1, schneider = ""', [
            ("contracts.rufer.values.schneider", "Needed: a whole number from 1 to 10000."),
        ]),
    ],
)  # fmt: skip
def test_a_fault_names_its_key_and_what_is_needed(old: str, new: str, faults: list[tuple[str, str]]) -> None:
    text = load_ruleset("schafkopfschule-2023").text
    assert old in text
    rules, problems = examine_ruleset(text.replace(old, new, 1))
    assert [(fault.key, fault.text) for fault in faults_of(problems, rules.fields)] == faults
