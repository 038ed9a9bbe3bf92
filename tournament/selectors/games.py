"""What the desk's page needs to read an entry: the table of outcomes in words, and the comparison of running totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.contracts import BY_DEAL, PARTNERSHIP
from scoring.points import outcome_table
from scoring.records import record_to_json
from scoring.ruleset import Ruleset
from tournament import labels
from tournament.selectors.scoresheets import SheetView

# How an outcome stands to the approvals of 5.2.14 and 5.2.16: the browser adds up, the server decides.
NEVER, COUNTED, ALWAYS = 0, 1, 2


def entry_table(ruleset: Ruleset, names: Sequence[str], *, first: bool) -> dict[str, list[Any]]:
    """Canonical entry -> [words, points by seat, circled seat or None, NEVER | COUNTED | ALWAYS].

    The browser looks up and never computes; `first` is for the first game of a match (5.2.15). `names` by seat.
    """
    asks = {"tout": ALWAYS, "sie": ALWAYS, "solo": COUNTED}
    return {
        text: [
            labels.describe(record_to_json(outcome.record), names),
            list(outcome.score.points),
            outcome.score.circled,
            asks.get(outcome.score.counts_as or "", NEVER),
        ]
        for text, outcome in outcome_table(ruleset, first=first).items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractChoice:
    """A contract to choose by fields: its letters in shorthand and which fields it `asks` for, space separated."""

    letters: str
    label: str
    asks: str


def contract_choices(ruleset: Ruleset) -> tuple[ContractChoice, ...]:
    """The contracts of a ruleset in its own order."""
    found = []
    for contract in ruleset.contracts.values():
        kind = contract.kind
        asks = ["partner"] if kind.family == PARTNERSHIP else []
        asks += ["result"] if kind.decided_by != BY_DEAL else []
        asks += ["level"] if len(kind.levels) > 1 else []
        found.append(ContractChoice(letters=kind.letters, label=str(labels.CONTRACTS[kind.key]), asks=" ".join(asks)))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Running totals on paper against those counted, after game `to`, by seat; `agrees_if` are undecided games."""

    to: int
    paper: tuple[int, ...]
    counted: tuple[int, ...]
    agrees: bool
    agrees_if: tuple[int, ...]


def compare_running(view: SheetView, paper: Sequence[int]) -> Comparison:
    """Hold the totals that the paper shows against the lines written so far (5.3.3).

    Undecided games count 0 here while the scorekeeper counted them: where that is the whole difference, say so.
    """
    lines = view.evaluated.lines
    written = [line for line in lines if line.record is not None]
    counted = tuple(sum(column) for column in zip(*(line.points for line in lines), strict=True))
    pending = [line for line in written if line.pending and line.score]
    if_granted = list(counted)
    for line in pending:
        assert line.score is not None
        if_granted = [total + points for total, points in zip(if_granted, line.score.points, strict=True)]
    agrees = tuple(paper) == counted
    return Comparison(
        to=written[-1].no if written else 0,
        paper=tuple(paper),
        counted=counted,
        agrees=agrees,
        agrees_if=tuple(line.no for line in pending) if not agrees and tuple(paper) == tuple(if_granted) else (),
    )
