"""Random games that the rules allow, as somebody types them or as a phone sends them. Knows no sheet and no rows."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from scoring.cards import card_points_by_tricks
from scoring.points import outcome_table
from scoring.records import Decision, GameRecord, Play, PlayEnd, Sanction
from scoring.ruleset import Ruleset
from scoring.sanctions import sanction_figures

SEATS = (1, 2, 3, 4)
ALONE, TOUTS = ("solo", "wenz"), ("solo-tout", "wenz-tout")
SANCTION, POINTS = "sanction", "points"
# How often a kind of entry is chosen. A tie is easier made where only Rufer are played.
LIVELY = {"rufer": 50, "solo": 14, "wenz": 9, "solo-tout": 5, "wenz-tout": 4, "sie": 3, SANCTION: 7, POINTS: 8}
QUIET = {"rufer": 1}
# Whatever is said beside a game changes no points (5.2.4, 5.2.8): runners and Stoss.
MOST_STOSS = 2


@cache
def entries_by_kind(ruleset: Ruleset, *, first: bool) -> Mapping[str, tuple[str, ...]]:
    """Return every entry that can be typed for a line: by contract, sanctions and bare points by themselves."""

    def kind_of(entry: str) -> str:
        record = table[entry].record
        if record.paper.written is not None:
            return POINTS
        return SANCTION if record.decision.sanction is not None else record.play.contract or ""

    table = outcome_table(ruleset, first=first, seats=len(SEATS))
    return {kind: tuple(sorted(group)) for kind, group in groupby(sorted(table, key=kind_of), kind_of)}


def random_entry(chance: random.Random, ruleset: Ruleset, weights: Mapping[str, int], *, first: bool) -> str:
    """Return what somebody types for a game: "r13++", "s2!3", "6 2", perhaps with deals thrown in before, "p2"."""
    entries = entries_by_kind(ruleset, first=first)
    kinds = [kind for kind in weights if kind in entries]
    [kind] = chance.choices(kinds, [weights[kind] for kind in kinds])
    entry = chance.choice(entries[kind])
    if kind in ALONE and chance.random() < 0.05:
        entry += " t"  # 2.8.2
    return f"{entry} p{chance.randint(1, 3)}" if chance.random() < 0.08 else entry


def random_record(chance: random.Random, ruleset: Ruleset, weights: Mapping[str, int], *, first: bool) -> GameRecord:
    """Return a game with its card points and tricks, or ended by any of the sanctions."""
    kinds = [kind for kind in weights if kind in ruleset.contracts and not (first and kind in uncounted(ruleset))]
    [contract] = chance.choices(kinds, [weights[kind] for kind in kinds])
    declarer, partner = chance.sample(SEATS, 2)
    play = Play(contract=contract, declarer=declarer, partner=partner if contract == "rufer" else None)
    if SANCTION in weights and contract != "sie" and chance.random() < 0.25:
        return sanctioned_record(chance, ruleset, play, first=first)
    if contract == "sie":
        return GameRecord(play=play)
    late = contract in TOUTS and chance.random() < 0.2
    play = Play(
        contract=contract,
        declarer=declarer,
        partner=play.partner,
        called=chance.choice(["E", "G", "S", None]) if contract == "rufer" else None,
        suit=chance.choice([*ruleset.suits(contract), None]) if "solo" in contract else None,
        runners=chance.choice([None, None, 2, 3]),
        doublings=chance.choice([None, None, None, *range(1, MOST_STOSS + 1)]),
        late_tout=late or None,
    )
    return GameRecord(play=play, end=random_end(chance, ruleset, tout=contract in TOUTS and not late, first=first))


def uncounted(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the contracts that do not count in the first game of this match (2.9.1)."""
    return tuple(ruleset.first_game.uncounted)


def random_end(chance: random.Random, ruleset: Ruleset, *, tout: bool, first: bool) -> PlayEnd:
    """Return card points and tricks of the declarer's side, or the words for them (4.1)."""
    if tout and not first and chance.random() < 0.5:
        return PlayEnd(result=chance.choice(["won", "lost"]))
    if not tout and chance.random() < 0.3:
        level = chance.choice([None, "simple", "schneider", "schwarz"])
        return PlayEnd(result=chance.choice(["won", "lost"]), level=level)
    tricks = chance.choice([8, 8, *range(9)]) if tout else chance.randint(0, 8)
    points = chance.choice(sorted(card_points_by_tricks(ruleset.deck)[tricks]))
    return PlayEnd(card_points=points, tricks=tricks)


def sanctioned_record(chance: random.Random, ruleset: Ruleset, play: Play, *, first: bool) -> GameRecord:
    """Return a game that the supervisor ended (3.4.17, 3.4.18, 2.4.10), with a ruling where the rules leave it open."""
    kind = chance.choice(["mistake", "mistake", "revealed-cards", "invalid-bid"])
    offender, revealer = chance.sample(SEATS, 2)
    if kind == "invalid-bid":
        offender = play.declarer or offender
        if chance.random() < 0.5:
            play = Play(contract=play.contract, declarer=play.declarer)  # it ended before the partner was known
    sanction = Sanction(kind=kind, offender=offender, revealer=revealer if kind == "revealed-cards" else None)
    record = GameRecord(play=play, decision=Decision(sanction=sanction)).placed(first=first or None)
    figures = sanction_figures(ruleset, record, sanction, len(SEATS))
    if None not in figures and chance.random() < 0.7:
        return record.placed(first=None)
    return record.placed(first=None).decided(sanction=replace(sanction, points=ruled(chance, figures)))


def ruled(chance: random.Random, figures: Sequence[int | None]) -> tuple[int, ...]:
    """Return the points that a supervisor enters: the figures of the rules, and anything else that sums to 0."""
    points = [chance.randint(-9, 9) if figure is None else figure for figure in figures]
    if None in figures:
        last = max(at for at, figure in enumerate(figures) if figure is None)
        points[last] -= sum(points)
    return tuple(points)
