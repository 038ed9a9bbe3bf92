"""The notices that a sheet and the wall carry, and what the rules must say for each to be true."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.worth import SCORED

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset

_ALWAYS: Callable[["Ruleset"], bool] = lambda ruleset: True  # noqa: E731

NOTICES: Mapping[str, Callable[["Ruleset"], bool]] = MappingProxyType(
    {
        "organiser-and-management": _ALWAYS,
        "rules-are-binding": _ALWAYS,
        "no-time-limit": _ALWAYS,
        "fair-conduct": _ALWAYS,
        "no-hints": _ALWAYS,
        "cards-hidden": _ALWAYS,
        "no-counting-aloud": _ALWAYS,
        "everything-on-the-table": _ALWAYS,
        "no-onlookers": _ALWAYS,
        "dealing-two-packets-of-four": lambda ruleset: ruleset.packets == (4, 4),
        "dealing-four-packets-of-two": lambda ruleset: ruleset.packets == (2, 2, 2, 2),
        "dealing-two-packets-of-three": lambda ruleset: ruleset.packets == (3, 3),
        "dealing-three-skat-four-three": lambda ruleset: ruleset.packets == (3, 4, 3),
        "second-shuffle-no-cut": _ALWAYS,
        "cut-at-least-three": _ALWAYS,
        "cut-up-to-three-times": _ALWAYS,
        "all-pass-same-dealer": lambda ruleset: ruleset.all_pass == "same-dealer",  # noqa: S105
        "all-pass-next-dealer": lambda ruleset: ruleset.all_pass == "next-dealer",  # noqa: S105
        "all-pass-ramsch": lambda ruleset: ruleset.all_pass == "ramsch",  # noqa: S105
        "no-bock-rounds": _ALWAYS,
        "no-stoss": lambda ruleset: ruleset.doublings.rule != SCORED,
        "stoss-while-one-card-lies": lambda ruleset: ruleset.doublings.rule == SCORED,
        "play-to-the-end": lambda ruleset: not ruleset.surrender,
        "laying-down-ends-the-game": _ALWAYS,
        "schneider-unasked": _ALWAYS,
        "approval-before-play": lambda ruleset: bool(ruleset.approvals.always or ruleset.approvals.counted),
        "first-game-no-tout": lambda ruleset: bool(ruleset.first_game.touts),
        "corrections-by-supervisor": _ALWAYS,
        "sign-after-checking": _ALWAYS,
        "complain-at-once": _ALWAYS,
        "no-recourse-to-law": _ALWAYS,
    }
)
"""By code: whether the ruleset agrees, so that the wall cannot say other than the computer scores."""
