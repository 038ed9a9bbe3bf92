"""The sanctions of a ruleset in full: who bears what and who gets it. The figures come from scoring such games."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.contracts import EVERYONE, KINDS, PARTNERSHIP
from scoring.parts import INVALID_BID, REVEALED_CARDS, WRONG_DEAL, SanctionRule
from scoring.points import score_game
from scoring.records import Decision, GamePlace, GameRecord, Play, Sanction
from scoring.ruleset import Ruleset
from tournament.rulesets.exports.table import at_table
from tournament.rulesets.exports.words import cite, contract_list, sections_text
from tournament.words.labels import SANCTIONS, signed


@dataclass(frozen=True, slots=True)
class Shares:
    """The points of one error: of whoever erred, of each partner ("" where there is none), of each other player."""

    who: str
    own: str
    mates: str
    others: str


@dataclass(frozen=True, slots=True)
class SanctionTable:
    """One kind of error: its name, its section, and a row of (contracts, shares) for the contracts treated alike."""

    title: str
    rows: tuple[tuple[str, Shares], ...]
    section: str


def sanction_tables(ruleset: Ruleset) -> list[SanctionTable]:
    """Return a table for each kind of error that has figures of its own (3.4.17, 2.4.10, H 4)."""
    return [_table(ruleset, rule) for rule in ruleset.sanctions.values() if rule.kind != REVEALED_CARDS]


def revealed_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell who pays where cards are revealed after a mistake (3.4.18); across the sides the supervisor rules."""
    rule = ruleset.sanctions.get(REVEALED_CARDS)
    if rule is not None:
        yield cite(
            _("Whoever reveals his cards after another's mistake bears its minus points; who made the mistake gets 0."),
            rule.section,
        )
        yield _("Where the two are on opposite sides, the supervisor rules on the points of the others.")
        yield cite(_("Sanctions are imposed by the supervisor only."), rule.section)


def _table(ruleset: Ruleset, rule: SanctionRule) -> SanctionTable:
    title = str(SANCTIONS[rule.kind])
    contracts: dict[Shares, list[str]] = {}
    if rule.kind == WRONG_DEAL:
        rows = tuple((_("table of %(seats)s") % {"seats": seats}, _dealt(ruleset, seats)) for seats in ruleset.seats)
    else:
        for key in rule.penalties:
            for shares in _played(ruleset, rule.kind, key):
                contracts.setdefault(shares, []).append(key)
        rows = tuple((contract_list(keys), shares) for shares, keys in contracts.items())
    return SanctionTable(title[:1].upper() + title[1:], rows, sections_text([rule.section]))


def _dealt(ruleset: Ruleset, seats: int) -> Shares:
    dealer = 1 if seats > ruleset.players else None
    record = GameRecord(
        decision=Decision(sanction=Sanction(kind=WRONG_DEAL, offender=1)), place=GamePlace(seats=seats, sits_out=dealer)
    )
    own, *others = score_game(ruleset, record).points
    return Shares(_("the dealer"), signed(own), "", signed(others[0]))


def _played(ruleset: Ruleset, kind: str, key: str) -> list[Shares]:
    contract = KINDS[key]
    seats = range(1, ruleset.players + 1)
    if contract.family == EVERYONE:
        return [
            _shares(
                ruleset,
                GameRecord(play=Play(contract=key), decision=Decision(sanction=Sanction(kind=kind, offender=1))),
                {1},
                _("anyone"),
            )
        ]
    partner = (3 if contract.opposite else 2) if contract.family == PARTNERSHIP else None
    side = {1, partner or 1}
    rows = []
    for offender in (1,) if kind == INVALID_BID else (1, next(seat for seat in seats if seat not in side)):
        record = GameRecord(
            play=Play(contract=key, declarer=1, partner=partner),
            decision=Decision(sanction=Sanction(kind=kind, offender=offender)),
        )
        mates = side if offender in side else set(seats) - side
        rows.append(_shares(ruleset, record, mates, _("the declarer") if offender == 1 else _("a defender")))
    alike = len({(row.own, row.mates, row.others) for row in rows}) == 1 and len(rows) > 1
    return [Shares(_("anyone"), rows[0].own, rows[0].mates, rows[0].others)] if alike else rows


def _shares(ruleset: Ruleset, record: GameRecord, side: set[int], who: str) -> Shares:
    points = score_game(ruleset, at_table(ruleset, record)).points
    offender = record.decision.sanction.offender if record.decision.sanction else 1
    mates = {points[seat - 1] for seat in side if seat != offender}
    others = {points[seat - 1] for seat in range(1, ruleset.players + 1) if seat not in side and seat != offender}
    return Shares(who, signed(points[offender - 1]), *(_each(values) for values in (mates, others)))


def _each(values: set[int]) -> str:
    return ", ".join(signed(value) for value in sorted(values))
