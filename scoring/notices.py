"""The notices for the sheet and the wall, and what the rules must say for each to be true."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scoring.worth import IGNORED, LOSES, SCORED

Agrees = Callable[[Mapping[str, object]], bool]
"""A test of a ruleset's settings, by dotted key."""


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
        "all-pass-muss": _if("match.all_pass", "muss"),
        "all-pass-kreuz": _if("match.all_pass", "kreuz"),
        "no-bock-rounds": _always,
        "no-stoss": _if("doublings.rule", IGNORED, LOSES),
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
