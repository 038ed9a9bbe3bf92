"""The money of a sheet beside its points (5.2.8): what each game paid, the running sums, who pays whom at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.games import GameRecord
from scoring.results import is_drawn
from scoring.ruleset import Ruleset
from scoring.settlement import MoneyTable, in_cents
from scoring.sheets import EvaluatedLine, EvaluatedSheet
from scoring.tariffs import POINTS, Tariff
from scoring.worth import SCORED
from tournament.enums import SETTLED, SheetState
from tournament.models import Scoresheet, Tournament
from tournament.selectors.contracts import runner_numbers
from tournament.selectors.scoresheets import SheetView
from tournament.sheet.state import Sheet
from tournament.words import labels
from tournament.words.game_labels import possible_contracts
from tournament.words.tariff_labels import tariff_title


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyLine:
    """One written game. `cells` are (units of this game, cents so far) by seat; without them `reason` says why."""

    number: int
    word: str
    cells: tuple[tuple[int, int], ...]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnersLine:
    """A written game for which the tariff pays runners: how many it had and how many were claimed, None if not said."""

    number: int
    word: str
    runners: int | None
    claimed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A payment: from whom, to whom, how many cents; the pot is one of the names."""

    payer: str
    payee: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyView:
    """The money of a table. `units` and `cents` are the sums by seat, `pot` the cents left in the pot at the end."""

    tariff: str
    unit_cents: int
    names: tuple[str, ...]
    lines: tuple[MoneyLine, ...]
    units: tuple[int, ...]
    cents: tuple[int, ...]
    pot: int
    payments: tuple[Payment, ...]
    unsettled: tuple[MoneyLine, ...]
    by_points: bool
    """Whether the points of the sheet are paid, not a price for each game."""
    runners: tuple[RunnersLine, ...]
    """The games whose runners only money asks for; they can be said until the sheet is accepted."""
    claims: bool
    """Whether only claimed runners are paid."""
    can_say: bool
    doubled: bool
    """Whether the tariff's doublings are paid; they are not if the ruleset permits none."""
    sweetener: int
    """Cents that everyone pays into the pot for a deal thrown in; 0 means there is no pot."""

    @property
    def unsaid(self) -> str:
        """The games whose runners nobody has said, as people say them: "1, 3–5"; "" for none."""
        return ", ".join(labels.ranges([line.number for line in self.runners if line.runners is None]))

    @property
    def sums(self) -> tuple[tuple[int, int], ...]:
        """The last line: units and cents of each seat."""
        return tuple(zip(self.units, self.cents, strict=True))

    @property
    def columns(self) -> int:
        """How many columns the seats take."""
        return 2 * len(self.names)


def money_view(view: SheetView) -> MoneyView | None:
    """Return the money of this sheet, None if the tournament has no tariff. No query: the view holds everything."""
    tournament = view.scoresheet.match.tournament
    if tournament.tariff is None:
        return None
    table = _table(tournament, tournament.tariff)
    units = [0] * len(view.seats)
    lines = tuple(_lines(view, table, units))
    cents, pot = in_cents(table.tariff, units), table.pot * table.tariff.unit_cents
    return MoneyView(
        tariff=tariff_title(table.tariff),
        unit_cents=table.tariff.unit_cents,
        names=view.names,
        lines=lines,
        units=tuple(units),
        cents=cents,
        pot=pot,
        payments=tuple(payments([*view.names, _("the pot")], [*cents, pot])),
        unsettled=tuple(line for line in lines if line.reason),
        by_points=table.tariff.pays == POINTS,
        runners=tuple(_runners(view, table.tariff)),
        claims=table.tariff.claims,
        can_say=view.sheet.state not in SETTLED,
        doubled=table.tariff.scale.doublings.rule == tournament.ruleset.doublings.rule == SCORED,
        sweetener=table.tariff.sweetener * table.tariff.unit_cents,
    )


def seat_cents(scoresheet: Scoresheet, sheet: EvaluatedSheet) -> tuple[int, ...] | None:
    """Return the cents of each seat as in money_view, None if the tournament has no tariff. No query."""
    tournament = scoresheet.match.tournament
    if tournament.tariff is None:
        return None
    table, units = _table(tournament, tournament.tariff), [0] * len(sheet.totals)
    for line in sheet.lines:
        if line.record is not None:
            paid, _reason = _paid(scoresheet, table, line, len(units))
            units = [before + unit for before, unit in zip(units, paid or [0] * len(units), strict=True)]
    return in_cents(table.tariff, units)


def unsaid_games(scoresheet: Scoresheet, sheet: Sheet) -> list[dict[str, Any]]:
    """Return the games whose runners the table can still say for the money: number, id, and the numbers to choose
    from. No query."""
    tournament = scoresheet.match.tournament
    tariff, ruleset = tournament.tariff, tournament.ruleset
    if tariff is None or sheet.state != SheetState.OPEN:
        return []
    lines = [line for line in sheet.evaluated.lines if pays_runners(ruleset, tariff, line)]
    return [
        {
            "number": line.no,
            "game": sheet.games[line.no].command,
            "numbers": runner_numbers(ruleset, line.record, tariff),
        }
        for line in lines
        if line.record is not None and line.record.play.runners is None
    ]


def payments(names: Sequence[str], balances: Sequence[int]) -> Iterator[Payment]:
    """Yield who pays whom so that balances (in cents, sum 0) become even: the largest debtor pays the largest creditor.

    This takes fewer payments than there are names, but not always the fewest possible. What has no counterpart stays.
    """
    open_balances = dict(enumerate(balances))
    while min(open_balances.values(), default=0) < 0 < max(open_balances.values()):
        payer, payee = (
            min(open_balances, key=lambda at: open_balances[at]),
            max(open_balances, key=lambda at: open_balances[at]),
        )
        cents = min(-open_balances[payer], open_balances[payee])
        open_balances[payer] += cents
        open_balances[payee] -= cents
        yield Payment(payer=names[payer], payee=names[payee], cents=cents)


def _lines(view: SheetView, table: MoneyTable, units: list[int]) -> Iterator[MoneyLine]:
    """Yield the written lines in order and add what they pay to `units`."""
    words = {line.number: line.word for line in view.lines}
    for line in view.evaluated.lines:
        if line.record is None:
            continue
        paid, reason = _paid(view.scoresheet, table, line, len(view.seats))
        cells: tuple[tuple[int, int], ...] = ()
        if not reason:
            units[:] = [before + unit for before, unit in zip(units, paid, strict=True)]
            cells = tuple(zip(paid, in_cents(table.tariff, units), strict=True))
        yield MoneyLine(number=line.no, word=words[line.no], cells=cells, reason=reason)


def pays_runners(ruleset: Ruleset, tariff: Tariff, line: EvaluatedLine) -> bool:
    """Return whether only money asks how many runners this game had, and the tariff pays them."""
    record = line.record
    if record is None or ruleset.runners_scored or line.struck or record.decision.unplayed:
        return False
    if record.decision.sanction is not None or is_drawn(ruleset, record):
        return False  # 3.4.17: a sanction is settled without runners
    possible = (record.play.contract,) if record.play.contract else possible_contracts(ruleset, record)
    return any(tariff.pays_runners(contract) for contract in possible)


def _runners(view: SheetView, tariff: Tariff) -> Iterator[RunnersLine]:
    """Yield the games whose runners can be said, those first of which nobody has said them."""
    words = {line.number: line.word for line in view.lines}
    lines = [line for line in view.evaluated.lines if pays_runners(view.sheet.terms.ruleset, tariff, line)]
    for line in sorted(lines, key=lambda line: line.record is None or line.record.play.runners is not None):
        assert line.record is not None
        claimed = line.record.money.claimed
        yield RunnersLine(number=line.no, word=words[line.no], runners=line.record.play.runners, claimed=claimed)


def _table(tournament: Tournament, tariff: Tariff) -> MoneyTable:
    return MoneyTable(tariff=tariff, ruleset=tournament.ruleset)


def _paid(scoresheet: Scoresheet, table: MoneyTable, line: EvaluatedLine, seats: int) -> tuple[tuple[int, ...], str]:
    """Return what a written line pays to each seat, or () and why it pays nothing yet."""
    if line.pending:
        return (), _("The approval is missing.")
    try:
        return table.settle(_record(scoresheet, line, seats)).units, ""
    except ScoringError as error:
        return (), labels.scoring_sentence(error)


def _record(scoresheet: Scoresheet, line: EvaluatedLine, seats: int) -> GameRecord:
    """Return a written line's record in its place on the sheet, as it is paid."""
    assert line.record is not None
    record = line.record.decided(struck=True if line.struck else None).placed(
        first=line.no == 1, match=scoresheet.match.number, seats=seats, sits_out=line.sits_out
    )
    if scoresheet.match.tournament.ruleset.doublings.rule == SCORED:
        return record
    # 5.2.4: a Stoss that is not permitted has no effect (reading 11).
    return replace(record, play=replace(record.play, doublings=None))
