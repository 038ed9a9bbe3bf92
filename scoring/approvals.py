"""Which games need approval: Touts and Sie always (5.2.14), the 5th and later Solos and Wenzen (5.2.16, reading 13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from scoring.parts import BY_PLAYER
from scoring.points import GameScore
from scoring.ruleset import Ruleset


class Asks(IntEnum):
    """When a kind of game needs an approval (5.2.14, 5.2.16). A browser counts the games, the server decides."""

    NEVER = 0
    COUNTED = 1
    ALWAYS = 2


KEYS = {Asks.ALWAYS: "approvals.always", Asks.COUNTED: "approvals.counted_from"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalNeed:
    """A game that needs approval; `granted` is None while it is undecided."""

    game: int
    section: str | None
    granted: bool | None


def contracts_of(ruleset: Ruleset, score: GameScore) -> set[str]:
    """Return the contracts that a score can be of: one, or for a written line all that count alike."""
    if score.scored_as is not None:
        return {score.scored_as}
    contracts = ruleset.contracts.items()
    return {key for key, contract in contracts if score.counts_as and contract.counts_as == score.counts_as}


def is_counted(ruleset: Ruleset, score: GameScore) -> bool:
    """Return whether such a game is counted for approvals from the nth on (5.2.16)."""
    names = contracts_of(ruleset, score)
    return bool(names) and names <= set(ruleset.approvals.counted)


def free_games(
    ruleset: Ruleset, games_before: Sequence[tuple[int, int]], seats: int, *, before: int | None = None
) -> tuple[int, ...]:
    """Return how many games counted by 5.2.16 each seat may still play without a request; at 0 or less it needs one.

    `counted` are the games so far, each with its soloist; only those `before` this game are considered.
    """
    rules = ruleset.approvals
    soloists = [soloist for game, soloist in games_before if before is None or game < before]
    played = (soloists.count(seat) if rules.counted_by == BY_PLAYER else len(soloists) for seat in range(1, seats + 1))
    return tuple(rules.counted_from - 1 - games for games in played)


def asks_approval(ruleset: Ruleset, contracts: set[str]) -> Asks:
    """Return when such a game needs approval. `contracts` is one contract, or all that a written line can be."""
    if contracts and contracts <= set(ruleset.approvals.always):
        return Asks.ALWAYS
    return Asks.COUNTED if contracts and contracts <= set(ruleset.approvals.counted) else Asks.NEVER


def approval_section(ruleset: Ruleset, contracts: set[str], free: int) -> str | None:
    """Return the rule by which a game needs approval: always (5.2.14), from the nth on (5.2.16), or None.

    `contracts` is one contract, or all that a written line can be; `free` is what free_games says of the soloist.
    """
    asks = asks_approval(ruleset, contracts)
    needed = asks == Asks.ALWAYS or (asks == Asks.COUNTED and free <= 0)
    return ruleset.section(KEYS[asks]) if needed else None
