"""The form that edits a ruleset field by field. It is made from the document and read back into a document.

It declares no fields: each value has its dotted key as name, its section has `section:` before that, and scoring says
what each may hold and what is wrong.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.errors import Problem
from scoring.notices import LANGUAGES, NOTICES
from scoring.reader import CONTRADICTION, NO_SECTION, Field
from scoring.ruleset import Ruleset, examine_ruleset
from tournament.rulesets.forms.text import OF_TABLES, TABLES, Document, text_of_document
from tournament.rulesets.words.sentences import (
    SECTION,
    RulesetFault,
    faults_of,
    setting_help,
    setting_label,
    value_words,
)
from tournament.selectors.tournaments import spelled_out

BEFORE_SECTION = "section:"
HEADINGS = ("title", "id", "edition", "source")
LONGEST_ID = 60
# Lists whose order means something.
ORDERED = ("bidding.order", "ranking.tie_break")
# Headings, tables and settings that change no figure of the point table.
_BESIDE_POINTS = (
    *HEADINGS,
    *("bidding", "first_game", "approvals", "permits", "sanctions", "ranking", "notices"),
    *("match.all_pass", "match.fewest_matches", "match.matches", "match.minimum_age", "match.packets"),
    *("match.first_dealer", "match.games_per_player", "match.deals_per_round"),
)

_OWN_NOTICE = re.compile(r"notices\.([0-9]{1,3})\.(?:de|en)")
_OF_NOTICE = re.compile(r"notices\.([0-9]+)(.*)")
_NAME = re.compile(r"[a-z_]+(\.[a-z_-]+){1,4}")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOption:
    """One of the values that a field may have, and whether it has it now."""

    value: str
    label: str
    is_selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One field as the page shows it: `text` to type in, `options` to choose from, `places` to choose from in order.

    `kind` is that of a Field, or "order". `section` is None where the whole table has one section.
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
        """Whether this field is the section number of a whole table."""
        return self.key.endswith(SECTION)

    @property
    def is_chosen(self) -> bool:
        """Whether one of its options is chosen."""
        return any(option.is_selected for option in self.options)


class RulesetForm:
    """A ruleset being edited. `base` is the text it was made from, whose comments stay above unchanged values.

    `sentences` are the numbers that the page gives to the sentences of the ruleset's own, if they are not 1, 2, 3.
    """

    def __init__(self, document: Document, *, base: str = "", sentences: Sequence[int] = ()) -> None:
        self.document = document
        self.sentences = sentences
        self.text = text_of_document(document, base)
        rules, problems = examine_ruleset(self.text)
        self.rules: Ruleset = rules
        self.faults: list[RulesetFault] = [self._numbered(fault) for fault in faults_of(problems, rules.fields)]
        self.is_sound = not problems
        """Whether a tournament could be played by it."""

    @property
    def has_points(self) -> bool:
        """Whether the point table can be trusted: whatever is wrong changes none of its figures."""
        return all(fault.key.startswith(_BESIDE_POINTS) for fault in self.faults)

    def refuse(self, key: str, text: str) -> None:
        """Add a service's refusal to its field, or to the whole form."""
        self.faults.append(self._numbered(RulesetFault(key=key, name=setting_label(key) if key else "", text=text)))

    def item(self, key: str) -> Item:
        """Return one field of the form, with its value as it was given."""
        value, section = self._at(key)
        field = self.rules.fields.get(key, Field(kind="text"))
        kind = "order" if key in ORDERED else field.kind
        values = list(value) if isinstance(value, list | tuple) else [value]
        return Item(
            key=key,
            kind=kind,
            label=setting_label(key),
            help=setting_help(key),
            text="" if value in field.allowed and kind == "integer" else ", ".join(str(part) for part in values),
            options=_options(key, field, values),
            places=_places(key, field, values) if kind == "order" else (),
            section=section,
            faults=tuple(fault.text for fault in self.faults if fault.key in (key, f"{key}{SECTION}")),
        )

    def sentence_number(self, place: int) -> int:
        """Return the page's number of a sentence of the ruleset's own by its place among them, from 1."""
        return self.sentences[place - 1] if self.sentences else place

    def _numbered(self, fault: RulesetFault) -> RulesetFault:
        """Return the fault of a sentence of the ruleset's own with the sentence's number on the page."""
        match = _OF_NOTICE.fullmatch(fault.key)
        if match is None:
            return fault
        number = self.sentence_number(sum("code" not in one for one in self.document["notices"][: int(match[1])]))
        name = _("Sentence %(number)s") % {"number": number}
        return replace(fault, key=f"notices.{number}{match[2]}", name=name)

    def _at(self, key: str) -> tuple[object, str | None]:
        """Return the value of a key, and its section if it has one of its own."""
        value: object = self.document
        for part in key.split("."):
            value = value.get(part, "") if isinstance(value, dict) else ""
        if isinstance(value, dict):
            return value.get("value", ""), str(value.get("section", ""))
        return value, None


def id_of_title(title: str) -> str:
    """Make a short name from the name of the rules."""
    return re.sub("[-_]+", "-", spelled_out(title))[:LONGEST_ID].strip("-")


def posted_document(data: QueryDict) -> Document:
    """Make a document of what the browser sent. Values that make no sense stay as they are; scoring refuses them.

    A notice that the rules now contradict is left out, so that nobody has to untick it.
    """
    fields = examine_ruleset(text_of_document(_document(data, {})))[0].fields
    document = _document(data, fields)
    rules, problems = examine_ruleset(text_of_document(document))
    if all(_leaves_settings(problem) for problem in problems):
        document["notices"] = [
            notice
            for notice in document["notices"]
            if notice.get("code") not in NOTICES or NOTICES[notice["code"]](rules.settings)
        ]
    return document


def posted_sentences(data: QueryDict) -> tuple[int, ...]:
    """Return the numbers that the page gave to the sentences of the ruleset's own, without the empty ones."""
    return tuple(int(name) for name in _notices(data) if name.isdigit())


def _leaves_settings(problem: Problem) -> bool:
    """Whether all settings can be read in spite of a problem."""
    return problem.code == CONTRADICTION or str(problem.context.get("key", "")).startswith("notices.")


def _document(data: QueryDict, fields: Mapping[str, Field]) -> Document:
    document: Document = {key: data.get(key, "").strip() for key in ("id", "title", "edition", "source")}
    # Without a short name, one is made from the name.
    document["id"] = document["id"] or id_of_title(document["title"])
    if "section" in data:
        document["section"] = data.get("section", "").strip() or NO_SECTION
    document |= {table: {} for table in TABLES}
    for name in data:
        key = name.removeprefix(BEFORE_SECTION)
        if not _NAME.fullmatch(key) or key.startswith("notices."):
            continue
        if name.startswith(BEFORE_SECTION):
            # A list with nothing ticked sends its section alone.
            section = data.get(name, "").strip() or NO_SECTION
            value: object = {"value": _value(data.getlist(key), fields.get(key)), "section": section}
        elif f"{BEFORE_SECTION}{key}" in data:
            continue
        elif key.endswith(SECTION):
            value = data.get(name, "").strip() or NO_SECTION
        else:
            value = _value(data.getlist(key), fields.get(key))
        _set_value(document, key.split("."), value)
    for table in OF_TABLES:
        document[table] = {key: entry for key, entry in document[table].items() if isinstance(entry, dict)}
    for sanction in document["sanctions"].values():
        sanction.setdefault("penalties", {})
    document["notices"] = list(_notices(data).values())
    return document


def _notices(data: QueryDict) -> dict[str, Document]:
    """Return the notices that are ticked or typed, in the order in which they stood; new ones come last.

    By their code, or by the number that the page gave to a sentence of the ruleset's own.
    """
    notices: dict[str, Document] = {}
    for code in data.getlist("notices"):
        notices[code] = {"code": code, **_section(data, f"notices.{code}")}
    for number in dict.fromkeys(match[1] for name in data if (match := _OWN_NOTICE.fullmatch(name))):
        key = f"notices.{number}"
        words = {language: " ".join(data.get(f"{key}.{language}", "").split()) for language in LANGUAGES}
        if any(words.values()):
            on_sheet = {"on_sheet": True} if data.get(f"{key}.on_sheet") else {}
            given = {language: text for language, text in words.items() if text}
            notices[number] = {**given, **_section(data, f"{key}{SECTION}"), **on_sheet}
    order = dict.fromkeys(name for name in (*data.getlist("notice_order"), *notices) if name in notices)
    return {name: notices[name] for name in order}


def _section(data: QueryDict, name: str) -> Document:
    """Return the section of a notice where the rules have sections."""
    return {"section": data.get(name, "").strip() or NO_SECTION} if name in data else {}


def _set_value(document: Document, path: Sequence[str], value: object) -> None:
    table = document
    for part in path[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            return
    table.setdefault(path[-1], value)


def _value(texts: list[str], field: Field | None) -> object:
    """Turn what was sent into the field's kind of value; return the text itself where that fails."""
    last = texts[-1].strip() if texts else ""
    if field is None:
        return last
    match field.kind:
        case "flag":
            return "true" in texts
        case "integer":
            words = [word for word in texts if word in field.allowed]
            return words[0] if words else _whole(last)
        case "integers":
            parts = [_whole(part) for part in re.split(r"[\s,;+]+", last) if part]
            return parts if parts and all(isinstance(part, int) for part in parts) else last
        case "choices":
            return [_allowed(part, field) for part in texts if part]
    return _allowed(last, field)


def _whole(text: str) -> object:
    return int(text) if _WHOLE.fullmatch(text) else text


def _allowed(text: str, field: Field) -> object:
    return next((option for option in field.allowed if str(option) == text), text)


def _options(key: str, field: Field, values: Sequence[object]) -> tuple[FieldOption, ...]:
    if field.kind == "flag":
        return (FieldOption(value="true", label=setting_label(key), is_selected=values == [True]),)
    return tuple(
        FieldOption(value=str(option), label=value_words(key, option), is_selected=option in values)
        for option in field.allowed
    )


def _places(key: str, field: Field, values: Sequence[object]) -> tuple[tuple[FieldOption, ...], ...]:
    """Return as many places as there are values, each with all values to choose from."""
    return tuple(
        tuple(
            FieldOption(
                value=str(option), label=value_words(key, option), is_selected=values[place : place + 1] == [option]
            )
            for option in field.allowed
        )
        for place in range(len(field.allowed))
    )
