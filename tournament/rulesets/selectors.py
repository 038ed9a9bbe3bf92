"""The list of rulesets, one ruleset with its versions and its settings by heading, and differences between two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from tournament.enums import Shelf
from tournament.models import OwnRuleset, RulesetVersion, Tournament
from tournament.rulesets.words.labels import GROUPS
from tournament.rulesets.words.notices import notice_words
from tournament.rulesets.words.sentences import edition_words, part_name, setting_label, setting_name, value_words
from tournament.words.labels import ruleset_title


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetLine:
    """A ruleset in the list; `version` is its newest, None for a bundled one. `open` tournaments follow it."""

    id: str
    title: str
    edition: str
    version: RulesetVersion | None
    open: int

    @property
    def is_hidden(self) -> bool:
        return self.version is not None and self.version.ruleset.shelf == Shelf.HIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRuleset:
    """A ruleset as its page shows it. An own one has the version shown, all versions (newest first), its origin."""

    rules: Ruleset
    own: OwnRuleset | None = None
    version: RulesetVersion | None = None
    versions: tuple[RulesetVersion, ...] = ()
    origin: Ruleset | None = None

    @property
    def is_newest(self) -> bool:
        return not self.versions or self.version == self.versions[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingLine:
    """A setting in words, with its section."""

    name: str
    value: str
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingDifference:
    """A setting that differs between two rulesets, in words; "" if one lacks it."""

    name: str
    mine: str
    theirs: str


def rulesets() -> list[RulesetLine]:
    """Return the bundled rulesets, then the installation's own by title, the hidden ones last. Two queries."""
    counts = Tournament.objects.filter(frozen_ruleset="").values_list("ruleset_id").annotate(Count("pk"))
    following: dict[str, int] = dict(counts.order_by())
    lines = [_line(load_ruleset(name), None, following) for name in bundled_rulesets()] + sorted(
        (_line(version.rules, version, following) for version in _newest()),
        key=lambda line: (line.is_hidden, line.title.casefold()),
    )
    return lines


def ruleset_choices(kept: str = "") -> list[tuple[str, str]]:
    """Return the rulesets that a tournament may choose by id and title, the bundled ones first. One query.

    `kept` is the id of one that it has already: it stays, even hidden.
    """
    bundled = [(name, ruleset_title(load_ruleset(name))) for name in bundled_rulesets()]
    offered = [one for one in _newest() if one.ruleset.shelf == Shelf.OFFERED or one.ruleset.slug == kept]
    own = [(version.rules.id, ruleset_title(version.rules)) for version in offered]
    return bundled + sorted(own, key=lambda choice: choice[1].casefold())


def shown_ruleset(ruleset_id: str, number: int | None = None) -> ShownRuleset:
    """Return a bundled ruleset, or a version of an own one, by default the newest. At most two queries.

    Raises OwnRuleset.DoesNotExist or RulesetVersion.DoesNotExist.
    """
    if ruleset_id in bundled_rulesets() and number is None:
        return ShownRuleset(rules=load_ruleset(ruleset_id))
    own = OwnRuleset.objects.select_related("shelved").exclude(shelved__shelf=Shelf.DELETED).get(slug=ruleset_id)
    versions = tuple(own.versions.select_related("created_by", "based_on__ruleset").order_by("-number"))
    version = next((one for one in versions if number in (None, one.number)), None)
    if version is None:
        raise RulesetVersion.DoesNotExist
    return ShownRuleset(rules=version.rules, own=own, version=version, versions=versions, origin=_origin(own))


def played_rules(tournament: Tournament) -> ShownRuleset:
    """Return the rules of a tournament: its frozen copy, or those it would follow today. At most three queries."""
    try:
        current = shown_ruleset(tournament.ruleset_id)
    except OwnRuleset.DoesNotExist:
        return ShownRuleset(rules=tournament.ruleset)
    if not tournament.frozen_ruleset:
        return current
    version = next((one for one in current.versions if one.text == tournament.frozen_ruleset), None)
    return ShownRuleset(rules=tournament.ruleset, own=current.own, version=version, origin=current.origin)


def settings_by_heading(ruleset: Ruleset) -> list[tuple[str, list[SettingLine]]]:
    """Return every setting with its section under the headings of the file; each contract and sanction has its own."""
    groups: dict[str, list[SettingLine]] = {}
    # The details of contracts come last: the point table already shows what they are worth.
    for key in sorted(ruleset.settings, key=lambda key: key.startswith("contracts.")):
        if not ruleset.decides(key) or key.endswith((".penalties.borne_by", ".borne_by", ".shared_by")):
            continue  # one line tells the bearers together with the minus points
        heading, name = _heading(key)
        line = SettingLine(name=name, value=_setting_words(ruleset, key), section=ruleset.sections[key])
        groups.setdefault(heading, []).append(line)
    notices = [SettingLine(name=notice_words(notice), value="", section=notice.section) for notice in ruleset.notices]
    if notices:
        groups[str(GROUPS["notices"].label)] = notices
    return list(groups.items())


def ruleset_differences(mine: Ruleset, theirs: Ruleset) -> list[SettingDifference]:
    """Return every setting that differs; a contract, permit or sanction that one side lacks is a single difference."""
    settings: dict[str, SettingDifference] = {}
    for key in dict.fromkeys((*theirs.settings, *mine.settings)):
        if mine.settings.get(key) == theirs.settings.get(key):
            continue
        part = next((part for part in _parts(key) if _lacks(mine, part) or _lacks(theirs, part)), "")
        name = part or (f"{key.partition('.values.')[0]}.values" if ".values." in key else key)
        settings.setdefault(name, _difference(name, mine, theirs))
    return [*settings.values(), *_notice_differences(mine, theirs)]


def _notice_differences(mine: Ruleset, theirs: Ruleset) -> Iterator[SettingDifference]:
    """Yield each notice that only one of them has; of a sentence of its own, its words."""
    heading = str(GROUPS["notices"].label)
    my_words, their_words = ([notice_words(notice) for notice in rules.notices] for rules in (mine, theirs))
    for words in dict.fromkeys((*their_words, *my_words)):
        if (words in my_words) != (words in their_words):
            has = {True: _("yes"), False: _("no")}
            yield SettingDifference(
                name=f"{heading} · {words}", mine=has[words in my_words], theirs=has[words in their_words]
            )


def _newest() -> Iterator[RulesetVersion]:
    numbers = RulesetVersion.objects.filter(ruleset=OuterRef("ruleset")).order_by("-number").values("number")[:1]
    versions = RulesetVersion.objects.filter(number=Subquery(numbers))
    offered = versions.exclude(ruleset__shelved__shelf=Shelf.DELETED)
    yield from offered.select_related("created_by", "ruleset__shelved")


def _line(rules: Ruleset, version: RulesetVersion | None, following: Mapping[str, int]) -> RulesetLine:
    return RulesetLine(
        id=rules.id,
        title=ruleset_title(rules),
        edition=edition_words(rules.edition),
        version=version,
        open=following.get(rules.id, 0),
    )


def _origin(own: OwnRuleset) -> Ruleset | None:
    try:
        return load_ruleset(own.origin) if own.origin in bundled_rulesets() else None
    except ScoringError:
        return None


def _heading(key: str) -> tuple[str, str]:
    """Return the heading of a setting, and the setting's name under it."""
    parts = key.split(".")
    heading = str(GROUPS[parts[0]].label)
    if parts[0] not in ("contracts", "permits", "sanctions"):
        return heading, setting_label(key)
    heading = part_name(parts[1]) if parts[0] == "contracts" else f"{heading}: {part_name(parts[1])}"
    return heading, part_name(parts[3]) if parts[0] == "sanctions" else setting_label(key)


def _setting_words(ruleset: Ruleset, key: str) -> str:
    """Return a setting's value in words; for a penalty all of its values."""
    if not key.startswith("sanctions."):
        return value_words(key, ruleset.settings[key])
    cell = key.removesuffix(".minus")
    words = {
        name: value_words(f"{cell}.{name}", ruleset.settings[f"{cell}.{name}"]) for name in ("borne_by", "shared_by")
    }
    return _("−%(minus)s: %(borne_by)s; plus points: %(shared_by)s") % {"minus": ruleset.settings[key], **words}


def _parts(key: str) -> Iterator[str]:
    """Yield the contract, permit, sanction or penalty that a key belongs to."""
    parts = key.split(".")
    if parts[0] in ("contracts", "permits", "sanctions"):
        yield ".".join(parts[:2])
    if parts[0] == "sanctions" and len(parts) > 3:
        yield ".".join(parts[:4])


def _lacks(ruleset: Ruleset, part: str) -> bool:
    return not any(key.startswith(f"{part}.") for key in ruleset.settings)


def _difference(name: str, mine: Ruleset, theirs: Ruleset) -> SettingDifference:
    return SettingDifference(
        name=setting_name(name), mine=_difference_words(mine, name), theirs=_difference_words(theirs, name)
    )


def _difference_words(ruleset: Ruleset, name: str) -> str:
    """Return a setting's value; for a whole part, whether it is there."""
    if name.endswith(".values"):
        return _values(ruleset, name)
    if name in ruleset.fields:
        return value_words(name, ruleset.settings[name])
    return value_words(name, not _lacks(ruleset, name)) if name in _parts(name) else ""


def _values(ruleset: Ruleset, name: str) -> str:
    """Return the values of a contract: "1 / 2 / 3", or the contract that they are a multiple of."""
    words = {
        key.rpartition(".")[2]: value_words(key, value)
        for key, value in ruleset.settings.items()
        if key.startswith(f"{name}.")
    }
    if "of" not in words:
        return " / ".join(words.values())
    multiple = f"{words['times']} × {words['of']}"
    return f"{multiple} ({words['level']})" if "level" in words else multiple
