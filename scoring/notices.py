"""The notices for the sheet and the wall: those with a code, what must be true for each, and sentences of a ruleset."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.cards import Deck
from scoring.errors import problem
from scoring.reader import TomlTable
from scoring.worth import IGNORED, LOSING_RULES, SCORED

LANGUAGES = ("de", "en")
LONGEST_NOTICE = 400
MOST_NOTICES = 80

Agrees = Callable[[Mapping[str, object]], bool]
"""A test of a ruleset's settings, by dotted key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One notice: a code of NOTICES, or a sentence of the ruleset's own in German, English or both.

    `on_sheet` prints it on the scoresheet, too.
    """

    code: str
    words: Mapping[str, str]
    """By language; empty if there is a code."""
    section: str
    on_sheet: bool


def read_notices(root: TomlTable) -> tuple[Notice, ...]:
    """Read the list of notices; each has a code, or words in at least one language."""
    notices: list[Notice] = []
    for number, entry in enumerate(root.tables("notices", MOST_NOTICES), 1):
        words = {language: entry.optional_text(language, LONGEST_NOTICE) for language in LANGUAGES}
        notice = Notice(
            code=entry.option("code", tuple(NOTICES)),
            words=MappingProxyType({language: text for language, text in words.items() if text}),
            section=entry.optional_section(),
            on_sheet=entry.optional_flag("on_sheet"),
        )
        if root.sound and bool(notice.code) == bool(notice.words):
            root.contradiction(f"notices.{number}", problem("notice_code_or_words"))
        if notice.code and notice.code in [other.code for other in notices]:
            root.contradiction(f"notices.{number}", problem("notice_twice"))
        notices.append(notice)
    return tuple(notices)


def _always(settings: Mapping[str, object]) -> bool:
    return True


def _if(key: str, *values: object) -> Agrees:
    return lambda settings: settings.get(key) in values


def _if_any(*keys: str) -> Agrees:
    return lambda settings: any(settings.get(key) for key in keys)


def _all(*tests: Agrees) -> Agrees:
    return lambda settings: all(agrees(settings) for agrees in tests)


def _deals_skat(settings: Mapping[str, object]) -> bool:
    pack, players = settings.get("match.pack"), settings.get("match.players")
    return isinstance(pack, int) and isinstance(players, int) and Deck(pack, players).skat > 0


def _plays_tout(settings: Mapping[str, object]) -> bool:
    return any(key.startswith("contracts.") and key.split(".")[1].endswith("-tout") for key in settings)


NOTICES: Mapping[str, Agrees] = MappingProxyType(
    {
        "organiser-and-management": _always,
        "no-entitlement": _always,
        "rules-are-binding": _always,
        "no-time-limit": _always,
        "lots-not-changed": _always,
        "no-changing-tables": _always,
        "no-substitution": _always,
        "fair-conduct": _always,
        "no-hints": _always,
        "no-criticising": _always,
        "cards-hidden": _always,
        "no-counting-aloud": _always,
        "everything-on-the-table": _always,
        "no-onlookers": _always,
        "report-given-points": _always,
        "exclusion-cheating-revokes": _always,
        "exclusion-breaches": _always,
        "exclusion-wrong-play": _always,
        "exclusion-cheating-protest": _always,
        "picture-bavarian-franconian": _if("match.cards", "german"),
        "picture-bavarian": _if("match.cards", "german"),
        "identical-backs-no-sixes": _if("match.cards", "german"),
        "issued-packs-only": _always,
        "dealing-two-packets-of-four": _if("match.packets", (4, 4)),
        "dealing-four-packets-of-two": _if("match.packets", (2, 2, 2, 2)),
        "dealing-two-packets-of-three": _if("match.packets", (3, 3)),
        "dealing-three-skat-four-three": _if("match.packets", (3, 4, 3)),
        "skat-stays-closed": _deals_skat,
        "second-shuffle-no-cut": _always,
        "cut-at-least-three": _always,
        "cut-up-to-three-times": _always,
        "pack-not-looked-at": _always,
        "all-pass-same-dealer": _if("match.all_pass", "same-dealer"),
        "all-pass-next-dealer": _if("match.all_pass", "next-dealer"),
        "all-pass-ramsch": _if("match.all_pass", "ramsch"),
        "all-pass-schieberamsch": _if("match.all_pass", "schieberamsch"),
        "all-pass-muss": _if("match.all_pass", "muss"),
        "all-pass-kreuz": _if("match.all_pass", "kreuz"),
        "no-bock-rounds": _if("bock.after", ()),
        "no-stoss": _if("doublings.rule", IGNORED, *LOSING_RULES),
        "stoss-while-one-card-lies": _all(_if("doublings.rule", SCORED), _if("doublings.takes_over", False)),
        "kontra-until-own-card": _if("doublings.rule", SCORED),
        "play-to-the-end": _if("match.surrender", False),
        "laying-down-ends-the-game": _always,
        "late-tout": _plays_tout,
        "revoke-until-next-shuffle": _always,
        "revoke-until-cut": _always,
        "schneider-unasked": _always,
        "approval-before-play": _if_any("approvals.always", "approvals.counted"),
        "disallowed-games-deleted": _if_any("approvals.always", "approvals.counted"),
        "unapproved-games-struck": _if_any("approvals.always", "approvals.counted"),
        "first-game-no-tout": _if_any("first_game.touts"),
        "scorekeeper-by-management": _always,
        "scorekeeper-by-director": _always,
        "names-in-block-letters": _always,
        "everyone-checks": _always,
        "sign-after-checking": _always,
        "checksum-is-zero": _if("match.counting", "plus-and-minus"),
        "corrections-by-supervisor": _always,
        "sheets-are-documents": _always,
        "management-may-void": _always,
        "complain-at-once": _always,
        "director-is-final": _if("match.final_say", "director"),
        "follow-the-director": _always,
        "no-recourse-to-law": _always,
    }
)
"""By code: whether the ruleset agrees, so that the wall never contradicts the scoring."""
