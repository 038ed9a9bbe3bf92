"""The form that edits a ruleset field by field: made from the document itself, read back into one.

What is sent is no set of declared fields: a value is named by its dotted key, its section by `section:` before it, and
scoring's own reading says what each may hold and what is wrong.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from scoring.errors import Problem
from scoring.notices import NOTICES
from scoring.reader import Field
from scoring.ruleset import Ruleset, examine_ruleset
from tournament.forms.ruleset_text import OF_TABLES, TABLES, Document, text_of_document
from tournament.selectors.tournaments import spelled_out
from tournament.words.ruleset_sentences import (
    SECTION,
    RulesetFault,
    faults_of,
    setting_help,
    setting_label,
    value_words,
)

BEFORE_SECTION = "section:"
NO_SECTION = "–"
HEADINGS = ("title", "id", "edition", "source")
LONGEST_ID = 60
# Lists whose order says something.
ORDERED = ("bidding.order", "ranking.tie_break")

_NAME = re.compile(r"[a-z_]+(\.[a-z_-]+){1,4}")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOption:
    """One of the values a field may have, and whether it has it."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One field as the page shows it: `text` for typing, `options` for choosing, `places` for choosing in order.

    `kind` is a Field's, or order. `section` is None where the section is that of the whole table.
    """

    key: str
    kind: str
    label: str
    help: str
    text: str
    options: tuple[FieldOption, ...] = ()
    places: tuple[tuple[FieldOption, ...], ...] = ()
    section: str | None = None
    faults: tuple[str, ...] = ()

    @property
    def is_section(self) -> bool:
        """Whether it is the section number of a whole table."""
        return self.key.endswith(SECTION)

    @property
    def is_chosen(self) -> bool:
        """Whether it has one of its options."""
        return any(option.chosen for option in self.options)


class RulesetForm:
    """A ruleset while it is edited. `base` is the text it was made from: its comments stay over what stays the same."""

    def __init__(self, document: Document, *, base: str = "") -> None:
        self.document = document
        self.text = text_of_document(document, base)
        rules, problems = examine_ruleset(self.text)
        self.rules: Ruleset = rules
        self.faults: list[RulesetFault] = faults_of(problems, rules.fields)
        self.is_sound = not problems
        """Whether a tournament could be played by it."""

    def refuse(self, key: str, text: str) -> None:
        """Add what a service refused to a field, or to the whole form."""
        self.faults.append(RulesetFault(key=key, name=setting_label(key) if key else "", text=text))

    def item(self, key: str) -> Item:
        """One field of the form, with its value as it was given."""
        value, section = self._at(key)
        field = self.rules.fields.get(key, Field(kind="text"))
        kind = "order" if key in ORDERED else field.kind
        given = list(value) if isinstance(value, list | tuple) else [value]
        return Item(
            key=key,
            kind=kind,
            label=setting_label(key),
            help=setting_help(key),
            text="" if value in field.allowed and kind == "integer" else ", ".join(str(part) for part in given),
            options=_options(key, field, given),
            places=_places(key, field, given) if kind == "order" else (),
            section=section,
            faults=tuple(fault.text for fault in self.faults if fault.key in (key, f"{key}{SECTION}")),
        )

    def _at(self, key: str) -> tuple[object, str | None]:
        """The value of a key, and the section where it has one of its own."""
        value: object = self.document
        for part in key.split("."):
            value = value.get(part, "") if isinstance(value, dict) else ""
        if isinstance(value, dict):
            return value.get("value", ""), str(value.get("section", ""))
        return value, None


def id_of_title(title: str) -> str:
    """The short name made from the name of the rules."""
    return re.sub("[-_]+", "-", spelled_out(title))[:LONGEST_ID].strip("-")


def posted_document(data: QueryDict) -> Document:
    """The document of what the browser sent; what cannot be understood stays as it was typed, for scoring to refuse.

    A notice that the rules contradict is left out: nobody has to untick what is not true any more.
    """
    fields = examine_ruleset(text_of_document(_document(data, {})))[0].fields
    document = _document(data, fields)
    rules, problems = examine_ruleset(text_of_document(document))
    if all(_of_notice(problem) for problem in problems):
        document["notices"] = {
            code: section
            for code, section in document["notices"].items()
            if code not in NOTICES or NOTICES[code](rules.settings)
        }
    return document


def _of_notice(problem: Problem) -> bool:
    return str(problem.context.get("key", "")).startswith("notices.")


def _document(data: QueryDict, known: Mapping[str, Field]) -> Document:
    document: Document = {key: data.get(key, "").strip() for key in ("id", "title", "edition", "source")}
    # Who gives no short name has it made from the name.
    document["id"] = document["id"] or id_of_title(document["title"])
    document |= {table: {} for table in TABLES}
    notices = data.getlist("notices")
    for name in data:
        key = name.removeprefix(BEFORE_SECTION)
        if not _NAME.fullmatch(key) or (key.startswith("notices.") and key.removeprefix("notices.") not in notices):
            continue
        if name.startswith(BEFORE_SECTION):
            # A list of which nothing is ticked sends its section alone.
            section = data.get(name, "").strip() or NO_SECTION
            value: object = {"value": _value(data.getlist(key), known.get(key)), "section": section}
        elif f"{BEFORE_SECTION}{key}" in data:
            continue
        elif key.endswith(SECTION) or key.startswith("notices."):
            value = data.get(name, "").strip() or NO_SECTION
        else:
            value = _value(data.getlist(key), known.get(key))
        _put(document, key.split("."), value)
    for table in OF_TABLES:
        document[table] = {key: entry for key, entry in document[table].items() if isinstance(entry, dict)}
    for sanction in document["sanctions"].values():
        sanction.setdefault("penalties", {})
    return document


def _put(document: Document, path: Sequence[str], value: object) -> None:
    table = document
    for part in path[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            return
    table.setdefault(path[-1], value)


def _value(given: list[str], field: Field | None) -> object:
    """What was sent as the field means it, or the text itself."""
    last = given[-1].strip() if given else ""
    if field is None:
        return last
    match field.kind:
        case "flag":
            return "true" in given
        case "integer":
            words = [word for word in given if word in field.allowed]
            return words[0] if words else _whole(last)
        case "integers":
            parts = [_whole(part) for part in re.split(r"[\s,;+]+", last) if part]
            return parts if parts and all(isinstance(part, int) for part in parts) else last
        case "choices":
            return [_allowed(part, field) for part in given if part]
    return _allowed(last, field)


def _whole(text: str) -> object:
    return int(text) if _WHOLE.fullmatch(text) else text


def _allowed(text: str, field: Field) -> object:
    return next((option for option in field.allowed if str(option) == text), text)


def _options(key: str, field: Field, given: Sequence[object]) -> tuple[FieldOption, ...]:
    if field.kind == "flag":
        return (FieldOption(value="true", label=setting_label(key), chosen=given == [True]),)
    return tuple(
        FieldOption(value=str(option), label=value_words(key, option), chosen=option in given)
        for option in field.allowed
    )


def _places(key: str, field: Field, given: Sequence[object]) -> tuple[tuple[FieldOption, ...], ...]:
    """As many places as there are values, each with all of them to choose from."""
    return tuple(
        tuple(
            FieldOption(value=str(option), label=value_words(key, option), chosen=given[place : place + 1] == [option])
            for option in field.allowed
        )
        for place in range(len(field.allowed))
    )
