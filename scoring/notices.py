"""The notices for the sheet and the wall: those with a code, what must be true for each, and sentences of a ruleset."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

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


NOTICES: Mapping[str, Agrees] = MappingProxyType(
    {
        "organiser-and-management": _always,
        "rules-are-binding": _always,
        "no-time-limit": _always,
        "fair-conduct": _always,
        "no-hints": _always,
        "cards-hidden": _always,
        "no-counting-aloud": _always,
        "everything-on-the-table": _always,
        "no-onlookers": _always,
        "dealing-two-packets-of-four": _if("match.packets", (4, 4)),
        "dealing-four-packets-of-two": _if("match.packets", (2, 2, 2, 2)),
        "dealing-two-packets-of-three": _if("match.packets", (3, 3)),
        "dealing-three-skat-four-three": _if("match.packets", (3, 4, 3)),
        "second-shuffle-no-cut": _always,
        "cut-at-least-three": _always,
        "cut-up-to-three-times": _always,
        "all-pass-same-dealer": _if("match.all_pass", "same-dealer"),
        "all-pass-next-dealer": _if("match.all_pass", "next-dealer"),
        "all-pass-ramsch": _if("match.all_pass", "ramsch"),
        "all-pass-schieberamsch": _if("match.all_pass", "schieberamsch"),
        "all-pass-muss": _if("match.all_pass", "muss"),
        "all-pass-kreuz": _if("match.all_pass", "kreuz"),
        "no-bock-rounds": _if("bock.after", ()),
        "no-stoss": _if("doublings.rule", IGNORED, *LOSING_RULES),
        "stoss-while-one-card-lies": _if("doublings.rule", SCORED),
        "play-to-the-end": _if("match.surrender", False),
        "laying-down-ends-the-game": _always,
        "schneider-unasked": _always,
        "approval-before-play": _if_any("approvals.always", "approvals.counted"),
        "first-game-no-tout": _if_any("first_game.touts"),
        "corrections-by-supervisor": _always,
        "sign-after-checking": _always,
        "complain-at-once": _always,
        "no-recourse-to-law": _always,
    }
)
"""By code: whether the ruleset agrees, so that the wall never contradicts the scoring."""
