"""The parts of a ruleset's form: what stands under which heading, and what can be added or removed there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext as _

from scoring.contracts import BY_CARD_POINTS, EVERYONE, KINDS, LEVELS
from scoring.notices import LANGUAGES
from scoring.notices import NOTICES as CODES
from scoring.reader import NO_SECTION
from tournament.rulesets.forms.changes import addable
from tournament.rulesets.forms.rulesets import HEADINGS, Item, RulesetForm
from tournament.rulesets.forms.text import Document
from tournament.rulesets.words.labels import GROUPS, TOPICS, Topic
from tournament.rulesets.words.sentences import SECTION, RulesetFault, part_name, setting_label, value_words

# The settings in which rulesets differ most stand beside the headings, so that nobody has to open them all.
SUMMARIES = {
    "extent": "match.matches",
    "dealing": "match.all_pass",
    "contracts": "match.counting",
    "winning": "limits.declarer_wins",
    "touts": "approvals.always",
    "forbidden": "doublings.rule",
    "places": "ranking.full_tie",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A button in the form; `change` tells `change_document` what it does."""

    change: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adding:
    """What can be added below a key, with names."""

    key: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A heading of the form, or a card under it. `more` and `more_actions` are seldom needed.

    `summary` tells in a few words what is set while the heading is closed; `adding` is what can be added.
    """

    key: str
    title: str
    help: str = ""
    summary: str = ""
    items: tuple[Item, ...] = ()
    more: tuple[Item, ...] = ()
    parts: tuple["Part", ...] = ()
    actions: tuple[Action, ...] = ()
    more_actions: tuple[Action, ...] = ()
    adding: Adding | None = None
    faults: tuple[str, ...] = ()

    def holds(self, key: str) -> bool:
        """Return whether a key stands in this part or below it."""
        return any(key == place or key.startswith(f"{place}.") for place in self.places() if place)

    @property
    def is_wrong(self) -> bool:
        """Whether this part, or one below it, has a fault."""
        below = any(item.faults for item in (*self.items, *self.more)) or any(part.is_wrong for part in self.parts)
        return bool(self.faults) or below

    @property
    def more_is_wrong(self) -> bool:
        return any(item.faults for item in self.more)

    def places(self) -> Iterator[str]:
        """The keys at which a fault can be shown."""
        yield self.key
        yield from (item.key for item in (*self.items, *self.more))
        for part in self.parts:
            yield from part.places()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeItem:
    """A notice that may be ticked, with its section."""

    key: str
    code: str
    label: str
    ticked: bool
    section: str | None
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNotice:
    """A sentence of the ruleset's own, in two languages."""

    key: str
    words: Mapping[str, str]
    section: str | None
    on_sheet: bool
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedFault:
    """A fault and the key where it is shown: that of its field, or of the nearest part."""

    fault: RulesetFault
    place: str


def heading_items(form: RulesetForm) -> list[Item]:
    """Return the fields for name, short name, edition and source."""
    return [form.item(key) for key in HEADINGS]


def form_parts(form: RulesetForm) -> list[Part]:
    """Return the headings of the form in the order of a sheet of rules; the notices are separate."""
    return [_topic(form, name, topic) for name, topic in TOPICS.items()]


def notice_items(form: RulesetForm) -> list[NoticeItem]:
    """Return the notices with a code that the rules do not contradict, and all that are ticked."""
    ticked = {notice["code"]: notice for notice in _notices(form) if "code" in notice}
    return [
        NoticeItem(
            key=f"notices.{code}",
            code=code,
            label=part_name(code),
            ticked=code in ticked,
            section=_notice_section(form, ticked.get(code, {})),
            faults=_faults(form, f"notices.{code}"),
        )
        for code in CODES
        if code in ticked or CODES[code](form.rules.settings)
    ]


def own_notices(form: RulesetForm, *, one_more: bool = False) -> list[OwnNotice]:
    """Return the sentences of the ruleset's own; if there are none, or for one more, an empty one to type in."""
    own = [notice for notice in _notices(form) if "code" not in notice]
    places = enumerate([*own, {}] if one_more or not own else own, 1)
    return [_own_notice(form, form.sentence_number(place), notice) for place, notice in places]


def _own_notice(form: RulesetForm, number: int, notice: Document) -> OwnNotice:
    key = f"notices.{number}"
    return OwnNotice(
        key=key,
        words={language: str(notice.get(language, "")) for language in LANGUAGES},
        section=_notice_section(form, notice),
        on_sheet=notice.get("on_sheet") is True,
        faults=_faults(form, *(f"{key}{part}" for part in ("", ".de", ".en", SECTION))),
    )


def notice_order(form: RulesetForm) -> list[str]:
    """Return the notices in their order: the code, or the number of a sentence of the ruleset's own."""
    numbers = count(1)
    return [str(notice["code"] if "code" in notice else next(numbers)) for notice in _notices(form)]


def notices_summary(form: RulesetForm) -> str:
    """Tell, beside the heading, how many there are."""
    number = len(_notices(form))
    return str(number) if number else _("none")


def _notices(form: RulesetForm) -> list[Document]:
    notices = form.document.get("notices", [])
    return [notice for notice in notices if isinstance(notice, dict)] if isinstance(notices, list) else []


def _notice_section(form: RulesetForm, notice: Document) -> str | None:
    """Return the section of a notice, None where the rules have none anywhere."""
    return None if "section" in form.document else str(notice.get("section", NO_SECTION))


def placed_faults(form: RulesetForm) -> list[PlacedFault]:
    """Return every fault with its place; "" is the form itself."""
    places = {*HEADINGS, *(key for part in form_parts(form) for key in part.places())}
    places |= {item.key for item in notice_items(form)} | {item.key for item in own_notices(form)}
    return [PlacedFault(fault=fault, place=_place(fault.key, places)) for fault in form.faults]


def _place(key: str, places: set[str]) -> str:
    while key and key not in places:
        key = key.rpartition(".")[0]
    return key


def _topic(form: RulesetForm, name: str, topic: Topic) -> Part:
    items = tuple(form.item(key) for key in topic.keys if key in form.rules.fields)
    parts = tuple(_group(form, table) for table in topic.tables)
    return Part(
        key=name if name not in topic.tables else f"topic-{name}",
        title=str(topic.words.label),
        help=str(topic.words.help),
        summary=_summary(form, name),
        items=items,
        parts=parts,
    )


def _group(form: RulesetForm, name: str) -> Part:
    words = GROUPS[name]
    parts: tuple[Part, ...] = ()
    items: tuple[Item, ...] = ()
    adding = None
    if name in ("contracts", "permits", "sanctions"):
        # Scoring does not read what it does not know; the fault at the heading names it.
        entries: Mapping[str, object] = getattr(form.rules, name)
        build = {"contracts": _contract, "permits": _permit, "sanctions": _sanction}[name]
        parts, adding = tuple(build(form, key) for key in entries), _adding(form, name)
    else:
        items = (*_items(form, name), *_section(form, name))
    return Part(
        key=name,
        title=str(words.label),
        items=items,
        parts=parts,
        adding=adding,
        faults=_faults(form, name),
    )


def _summary(form: RulesetForm, name: str) -> str:
    key = SUMMARIES[name]
    if key not in form.rules.settings:
        return ""
    return f"{setting_label(key)}: {value_words(key, form.rules.settings[key])}"


def _contract(form: RulesetForm, name: str) -> Part:
    key = f"contracts.{name}"
    kind = KINDS[name]
    entry = form.document["contracts"][name]
    values = entry.get("values", {})
    # The fields read as a sentence: so many times the value of this contract at that level.
    items = sorted(_items(form, f"{key}.values"), key=lambda item: not item.key.endswith(".times"))
    own_items = tuple(item for item in _items(form, key) if ".values." not in item.key and ".limits." not in item.key)
    runners = tuple(item for item in own_items if ".runners." in item.key)
    names = ("losers", "jungfrau_factors", "durchmarsch", "durchmarsch_from", "durchmarsch_beats_jungfrau")
    ramsch = tuple(item for item in own_items if item.key.rpartition(".")[2] in names)
    switch = (
        Action(change=f"own {key}", label=_("Figures of its own"))
        if "of" in values
        else Action(change=f"multiple {key}", label=_("A multiple of another contract"))
    )
    limits = Action(change=f"limits {key}", label=_("Own card points for it"))
    together = Action(
        change=f"together {key}",
        label=_("Each runner the same")
        if "values" in entry.get("runners", {})
        else _("A value for each number of runners"),
    )
    announced = Action(
        change=f"announced {key}",
        label=_("Schneider is not announced") if "announced" in values else _("Schneider can be announced"),
    )
    has_announced = kind.levels == LEVELS and "of" not in values
    return Part(
        key=key,
        title=part_name(name),
        items=(*items, *_section(form, key), *ramsch),
        more=(
            *runners,
            *_section(form, f"{key}.runners"),
            *(item for item in own_items if item not in ramsch and item not in runners),
        ),
        parts=(_limits(form, key),) if "limits" in entry else (),
        actions=(switch,),
        more_actions=(
            *([announced] if has_announced else []),
            *([together] if kind.family != EVERYONE else []),
            *([limits] if kind.decided_by == BY_CARD_POINTS and "limits" not in entry else []),
            Action(change=f"remove {key}", label=_("Take out")),
        ),
        faults=_faults(form, key, f"{key}.values"),
    )


def _limits(form: RulesetForm, key: str) -> Part:
    return Part(
        key=f"{key}.limits",
        title=_("Card points of this contract"),
        items=_items(form, f"{key}.limits"),
        actions=(Action(change=f"remove {key}.limits", label=_("As for all contracts")),),
        faults=_faults(form, f"{key}.limits"),
    )


def _permit(form: RulesetForm, name: str) -> Part:
    key = f"permits.{name}"
    return Part(
        key=key,
        title=part_name(name),
        items=(*_items(form, key), *_section(form, key)),
        actions=(Action(change=f"remove {key}", label=_("Take out")),),
        faults=_faults(form, key),
    )


def _sanction(form: RulesetForm, kind: str) -> Part:
    key = f"sanctions.{kind}"
    return Part(
        key=key,
        title=part_name(kind),
        items=_section(form, key),
        parts=tuple(_penalty(form, f"{key}.penalties.{name}") for name in form.rules.sanctions[kind].penalties),
        actions=(Action(change=f"remove {key}", label=_("Take out the whole sanction")),),
        adding=_adding(form, "sanctions", kind, "penalties"),
        faults=_faults(form, key, f"{key}.penalties"),
    )


def _penalty(form: RulesetForm, key: str) -> Part:
    return Part(
        key=key,
        title=part_name(key.rpartition(".")[2]),
        items=_items(form, key),
        actions=(Action(change=f"remove {key}", label=_("Take out these minus points")),),
        faults=_faults(form, key),
    )


def _items(form: RulesetForm, key: str) -> tuple[Item, ...]:
    """Return the fields below a key."""
    return tuple(form.item(name) for name in form.rules.fields if name.startswith(f"{key}."))


def _section(form: RulesetForm, key: str) -> tuple[Item, ...]:
    """Return the field for the section of a whole table, where it has one of its own."""
    table: object = form.document
    for part in key.split("."):
        table = table.get(part) if isinstance(table, dict) else None
    return (form.item(f"{key}{SECTION}"),) if isinstance(table, dict) and "section" in table else ()


def _adding(form: RulesetForm, *key: str) -> Adding | None:
    options = tuple((name, part_name(name)) for name in addable(form.rules, form.document, *key))
    return Adding(key=".".join(key), options=options) if options else None


def _faults(form: RulesetForm, *keys: str) -> tuple[str, ...]:
    return tuple(fault.text for fault in form.faults if fault.key in keys)
