"""What is typed behind a game: runners, Contra, what was laid, announced, claimed. Which of it counts, and its text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.contracts import BY_CARD_POINTS
from scoring.parts import Contract
from scoring.records import GameRecord, given_fields
from scoring.ruleset import Ruleset
from scoring.tariffs import Tariff
from scoring.worth import LOSING_RULES, OFFENDER_PAYS, SCORED

RUNNERS, WITHOUT, CONTRA, LAID, KNOCKED, ANNOUNCED, CLAIMED = "l", "o", "c", "le", "kl", "an", "v"
SUFFIX_LETTERS = {
    RUNNERS: "runners",
    WITHOUT: "without",
    CLAIMED: "claimed",
    ANNOUNCED: "announced",
    CONTRA: "doublings",
    LAID: "laid",
    KNOCKED: "knocked",
}
"""How each suffix begins, and the field that it says. None is the letters of a contract, nor a mark of the desk."""

_SUFFIX = re.compile(
    r"(?P<announced>an)|le(?P<laid>[0-9])|kl(?P<knocked>[0-9])|(?P<held>[lo])(?P<runners>[0-9]{1,2})"
    r"|(?P<doublings>c{1,9})(?P<doubled_by>[0-9])?|v(?P<claimed>[0-9]{1,2})"
)
SUFFIXES = rf"(?:{re.sub(r'[(][?]P<[a-z_]+>', '(?:', _SUFFIX.pattern)})*"
"""The pattern of all suffixes of an entry, in any order."""

SUFFIX_FIELDS = ("runners", "without", "announced", "doublings", "doubled_by", "laid", "knocked", "claimed")
"""The fields of a record that a suffix can say."""


def counted_fields(ruleset: Ruleset, contract: Contract, tariff: Tariff | None = None) -> Iterator[str]:
    """Yield the fields of SUFFIX_FIELDS that decide what such a game is worth, in points or by the tariff in money."""
    price, doublings = contract.price, ruleset.doublings
    scored = ruleset.runners_scored and price.runners.most > 0
    paid = tariff is not None and tariff.pays_runners(contract.kind.key)
    if scored or paid:
        yield "runners"
    if scored and ruleset.tells_missing:
        yield "without"
    if paid and tariff is not None and tariff.claims:
        yield "claimed"
    if price.announced and contract.kind.decided_by == BY_CARD_POINTS:
        yield "announced"
    if price.doubled and doublings.rule in (SCORED, *LOSING_RULES):
        yield "doublings"
        if doublings.rule == OFFENDER_PAYS:
            yield "doubled_by"
    money = tariff.scale.doublings if tariff is not None else doublings
    if doublings.laying or money.laying:
        yield "laid"
    if doublings.knocking or money.knocking:
        yield "knocked"


def only_for_money(ruleset: Ruleset) -> tuple[str, ...]:
    """Return those of SUFFIX_FIELDS that never count in the points of these rules: the players do not sign them."""
    kept = (
        ("runners", ruleset.runners_scored),
        ("laid", ruleset.doublings.laying),
        ("knocked", ruleset.doublings.knocking),
    )
    return ("claimed", *(name for name, counts in kept if not counts))


def without_money(ruleset: Ruleset, record: GameRecord) -> GameRecord:
    """Return the record as the players sign it: money is never part of the points, and of no official sheet (5.2.8)."""
    names = only_for_money(ruleset)
    if not given_fields(record).keys() & set(names):
        return record
    nothing: dict[str, Any] = {name: None for name in names if name != "claimed"}
    return replace(record, play=replace(record.play, **nothing), money=replace(record.money, claimed=None))


def with_suffixes(record: GameRecord, text: str) -> GameRecord | None:
    """Return the record with what the suffixes say; None if one of them stands twice or cannot be read."""
    values: dict[str, Any] = {}
    at = 0
    while at < len(text):
        suffix = _SUFFIX.match(text, at)
        if suffix is None:
            return None
        said = _values(suffix)
        if said.keys() & values.keys():
            return None
        values |= said
        at = suffix.end()
    claimed = values.pop("claimed", None)
    changed = replace(record, play=replace(record.play, **values))
    return changed if claimed is None else replace(changed, money=replace(changed.money, claimed=claimed))


def suffixes_of(record: GameRecord) -> str:
    """Return the suffixes of a record in their usual order, each after a space: " l4 c"."""
    play, texts = record.play, []
    if play.runners is not None:
        texts.append(f"{WITHOUT if play.without else RUNNERS}{play.runners}")
    if record.money.claimed is not None:
        texts.append(f"{CLAIMED}{record.money.claimed}")
    if play.announced:
        texts.append(ANNOUNCED)
    if play.doublings:
        texts.append(f"{CONTRA * play.doublings}{play.doubled_by or ''}")
    texts += [f"{letters}{count}" for letters, count in ((LAID, play.laid), (KNOCKED, play.knocked)) if count]
    return "".join(f" {text}" for text in texts)


def without_suffixes(record: GameRecord) -> GameRecord:
    """Return the plain game without what a suffix says."""
    if not given_fields(record).keys() & set(SUFFIX_FIELDS):
        return record
    nothing: dict[str, Any] = dict.fromkeys(SUFFIX_FIELDS[:-1])
    play = replace(record.play, **nothing)
    return replace(record, play=play, money=replace(record.money, claimed=None))


def _values(suffix: re.Match[str]) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: int(suffix[name]) for name in ("runners", "laid", "knocked", "doubled_by", "claimed") if suffix[name]
    }
    if suffix["held"] == WITHOUT:
        values["without"] = True
    if suffix["announced"]:
        values["announced"] = True
    if suffix["doublings"]:
        values["doublings"] = len(suffix["doublings"])
    return values
