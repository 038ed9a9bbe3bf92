"""A ruleset's settings and faults in the user's language. Knows the words for its keys, but no rules and no rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.contracts import KINDS
from scoring.errors import Problem
from scoring.reader import Field
from tournament.rulesets.words.labels import EXPECTED, GROUPS, LABELS, VALUES, pattern
from tournament.rulesets.words.notices import NOTICES
from tournament.words import labels

SECTION = ".section"
# Problems with a value. A contradiction further up may only come from the value read in its place.
_BAD = ("ruleset_value_bad", "ruleset_entry_bad", "ruleset_entry_twice")
# Editions of bundled files whose document names no date.
EDITIONS: Mapping[str, Any] = {"undated": gettext_lazy("undated")}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetFault:
    """A fault of a ruleset: its key, the key's name, and a sentence that does not repeat the name."""

    key: str
    name: str
    text: str


def edition_words(edition: str) -> str:
    """Return an edition in words; a date or a year stays as it is."""
    return str(EDITIONS.get(edition, edition))


def contract_name(key: str) -> str:
    """Return the name of a contract."""
    return str(labels.CONTRACTS.get(key, key))


def setting_label(key: str) -> str:
    """Return the name of a setting under the heading of its table."""
    if key.endswith(SECTION):
        return _("Section")
    words = LABELS.get(pattern(key))
    return str(words.label) if words else key


def setting_help(key: str) -> str:
    """Return a sentence about a setting, "" if its name is enough."""
    words = LABELS.get(pattern(key))
    return str(words.help) if words else ""


def part_name(key: str) -> str:
    """Return the name of an entry of contracts, permits, sanctions or notices, by its own key in the table."""
    if key == "deal":
        return _("Wrong deal")
    if key in labels.SANCTIONS:
        return str(labels.SANCTIONS[key])
    return str(NOTICES[key]) if key in NOTICES else contract_name(key)


def setting_name(key: str) -> str:
    """Return the whole name of a key: "Contracts and values · Solo · Simple"."""
    parts = key.split(".")
    words = [str(GROUPS[parts[0]].label)] if parts[0] in GROUPS else []
    if parts[0] in ("contracts", "permits", "sanctions", "notices"):
        words += [part_name(part) for part in parts[1:2]]
    if parts[0] == "sanctions" and len(parts) > 3:
        words.append(part_name(parts[3]))
    if pattern(key.removesuffix(SECTION)) in LABELS:
        words.append(setting_label(key.removesuffix(SECTION)))
    if key.endswith(SECTION):
        words.append(_("Section"))
    return " · ".join(words) or key


def value_words(key: str, value: object) -> str:
    """Return the value of a setting in words, several as a list."""
    if isinstance(value, list | tuple):
        return ", ".join(value_words(key, part) for part in value) or _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if not isinstance(value, str):
        return str(value)
    words = VALUES.get(pattern(key), {}).get(value)
    if words is None and value in KINDS:
        return contract_name(value)
    return str(words or labels.CRITERIA.get(value) or value)


def faults_of(problems: Iterable[Problem], fields: Mapping[str, Field]) -> list[RulesetFault]:
    """Return the faults that `examine_ruleset` found, as sentences; `fields` are those that it read.

    A contradiction that only comes from the harmless value in place of a bad one is left out.
    """
    listed = list(problems)
    bad = [str(problem.context["key"]) for problem in listed if problem.code in _BAD]
    faults = []
    for problem in listed:
        key = str(problem.context.get("key", ""))
        if problem.code == "ruleset_contradiction" and any(other.startswith(f"{key}.") for other in bad):
            continue
        faults.append(RulesetFault(key=key, name=setting_name(key), text=_sentence(problem, key, fields.get(key))))
    return faults


def _sentence(problem: Problem, key: str, field: Field | None) -> str:
    match problem.code:
        case "ruleset_unreadable" | "ruleset_contradiction":
            return _detail_sentence(problem)
        case "ruleset_key_missing":
            return _("This is missing.")
        case "ruleset_key_unknown":
            return _("There is nothing of this name in a ruleset.")
        case "ruleset_key_misspelt":
            return _("There is nothing of this name in a ruleset. Is %(nearest)s meant?") % problem.context
        case "ruleset_entry_bad" | "ruleset_entry_twice":
            return _entry_sentence(problem, key, field)
        case "ruleset_value_bad":
            return _("Needed: %(expected)s.") % {"expected": _expected(key, field, str(problem.context["expected"]))}
    return labels.scoring_sentence(problem)


def _entry_sentence(problem: Problem, key: str, field: Field | None) -> str:
    words = {**problem.context, "expected": _expected(key, field, str(problem.context.get("expected", "")))}
    if problem.code == "ruleset_entry_twice":
        return _("Entry %(number)s, %(found)s, stands there already.") % words
    return _("Entry %(number)s, %(found)s, is not possible. Needed: %(expected)s.") % words


def _detail_sentence(problem: Problem) -> str:
    detail = problem.context["detail"]
    assert isinstance(detail, Problem)
    if detail.code == "toml_malformed":
        # The parser's reason is English and about the grammar of TOML, so it is left out.
        return _("Line %(line)s, column %(column)s cannot be read.") % detail.context
    return labels.scoring_sentence(detail)


def _expected(key: str, field: Field | None, expected: str) -> str:
    if field is None:
        # A plain text has no field. A table, or a pair of value and section, can be wrong only in a file.
        return str(EXPECTED.get(expected, expected))
    options = ", ".join(value_words(key, option) for option in field.allowed)
    bounds = {"least": field.least, "most": field.most, "options": options}
    match field.kind:
        case "integer" if field.allowed:
            return _("a whole number from %(least)s to %(most)s, or: %(options)s") % bounds
        case "integer":
            return _("a whole number from %(least)s to %(most)s") % bounds
        case "integers":
            return _("whole numbers from %(least)s to %(most)s, separated by commas") % bounds
        case "flag":
            return _("yes or no")
        case "choices":
            return _("each at most once, of: %(options)s") % bounds
    return _("one of: %(options)s") % bounds
