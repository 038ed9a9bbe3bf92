"""The point table of a ruleset as it is printed. Every figure comes from scoring such a game. Knows no page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.contracts import BY_DEAL, EVERYONE, LEVELS, PARTNERSHIP, Kind
from scoring.parts import RamschRule
from scoring.points import score_game
from scoring.records import GameRecord, Play, PlayEnd, RamschEnd
from scoring.ruleset import Ruleset
from tournament.rulesets.exports.words import contract_list, listed, suit_names
from tournament.words.labels import signed

FOUR = 4


@dataclass(frozen=True, slots=True)
class Figures:
    """What each winner gets and each loser pays, with signs."""

    plus: str
    minus: str


@dataclass(frozen=True, slots=True)
class PointRow:
    """One way to end: its figures, one for each level or a single one; `result` is "" where it makes no difference."""

    result: str
    figures: tuple[Figures, ...]


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Contracts that are worth the same: their names, how they can end, their sections."""

    names: tuple[str, ...]
    rows: tuple[PointRow, ...]
    sections: tuple[str, ...]

    @property
    def name(self) -> str:
        """The names as one text."""
        return ", ".join(self.names)

    @property
    def has_levels(self) -> bool:
        """Whether its rows have three figures: simple, Schneider and Schwarz."""
        return len(self.rows[0].figures) == len(LEVELS)


def point_groups(ruleset: Ruleset) -> tuple[PointGroup, ...]:
    """Return the table in the ruleset's order. Contracts, or suits of one, with equal figures share a group (5.2.7)."""
    groups: dict[tuple[PointRow, ...], list[tuple[str, tuple[str, ...]]]] = {}
    for key in ruleset.contracts:
        for rows, suits in _variants(ruleset, key).items():
            groups.setdefault(rows, []).append((key, suits))
    return tuple(
        PointGroup(
            names=tuple(_name(ruleset, key, suits) for key, suits in members),
            rows=rows,
            sections=tuple(dict.fromkeys(ruleset.contracts[key].section for key, _suits in members)),
        )
        for rows, members in groups.items()
    )


def _name(ruleset: Ruleset, key: str, suits: tuple[str, ...]) -> str:
    name = contract_list([key])
    if not suits:
        return name
    return _("%(contract)s in %(suits)s") % {"contract": name, "suits": listed(suit_names(ruleset, suits))}


def printed_seats(ruleset: Ruleset) -> int:
    """Return for how many at the table the figures are printed: four, where the ruleset knows such tables."""
    return FOUR if FOUR in ruleset.seats else ruleset.usual_seats


def at_table(ruleset: Ruleset, record: GameRecord) -> GameRecord:
    """Place a record at the printed table; where one more sits there than plays, the last seat deals and sits out."""
    seats = printed_seats(ruleset)
    return record.placed(seats=seats, sits_out=seats if seats > ruleset.players else None)


def _variants(ruleset: Ruleset, key: str) -> dict[tuple[PointRow, ...], tuple[str, ...]]:
    """Return the rows of a contract, with the suits for which they hold; no suits where they make no difference."""
    if not ruleset.needs_suit(key):
        return {tuple(_rows(ruleset, key, None)): ()}
    variants: dict[tuple[PointRow, ...], tuple[str, ...]] = {}
    for suit in ruleset.suits(key):
        rows = tuple(_rows(ruleset, key, suit))
        variants[rows] = (*variants.get(rows, ()), suit)
    return variants if len(variants) > 1 else dict.fromkeys(variants, ())


def _rows(ruleset: Ruleset, key: str, suit: str | None) -> Iterator[PointRow]:
    contract = ruleset.contracts[key]
    kind = contract.kind
    if kind.family == EVERYONE and contract.ramsch is not None:
        yield from _ramsch_rows(ruleset, key, contract.ramsch)
        return
    won = _results(ruleset, kind, suit, "won")
    if kind.decided_by == BY_DEAL:
        yield PointRow("", won)
        return
    lost = _results(ruleset, kind, suit, "lost")
    if won == lost:
        yield PointRow("", won)
    else:
        yield PointRow(_("won"), won)
        yield PointRow(_("lost"), lost)


def _results(ruleset: Ruleset, kind: Kind, suit: str | None, result: str) -> tuple[Figures, ...]:
    levels: tuple[str | None, ...] = LEVELS if kind.levels == LEVELS else (None,)
    # Where partners face one another, the partner must be the seat opposite.
    partner = (3 if kind.opposite else 2) if kind.family == PARTNERSHIP else None
    return tuple(
        _figures(
            ruleset,
            GameRecord(
                play=Play(contract=kind.key, declarer=1, partner=partner, suit=suit),
                end=PlayEnd(result=None if kind.decided_by == BY_DEAL else result, level=level),
            ),
        )
        for level in levels
    )


def _ramsch_rows(ruleset: Ruleset, key: str, rule: RamschRule) -> Iterator[PointRow]:
    """Return a row for each number of Jungfrauen that multiplies the points, and one for the Durchmarsch (H 6)."""
    titles = [_("without a Jungfrau"), _("one Jungfrau"), _("two Jungfrauen")]
    # At least one player besides the loser takes a trick, else it would be a Durchmarsch.
    most = min(len(rule.jungfrau_factors), ruleset.players - max(2, rule.losers))
    for number, title in enumerate(titles[: most + 1]):
        end = RamschEnd(
            loser=1,
            second_loser=2 if rule.losers > 1 else None,
            jungfrauen=tuple(range(1 + rule.losers, 1 + rule.losers + number)),
        )
        record = GameRecord(play=Play(contract=key), ramsch=end)
        yield PointRow(title, (_figures(ruleset, record),))
    if rule.durchmarsch:
        limit = (
            _("Durchmarsch, every trick")
            if rule.needs_all_tricks
            else _("Durchmarsch from %(points)s card points") % {"points": rule.durchmarsch_from}
        )
        swept = GameRecord(play=Play(contract=key), ramsch=RamschEnd(durchmarsch=1))
        yield PointRow(limit, (_figures(ruleset, swept),))


def _figures(ruleset: Ruleset, record: GameRecord) -> Figures:
    points = score_game(ruleset, at_table(ruleset, record)).points
    return Figures(signed(max(points)), signed(min(points)))
