"""Any acts on one sheet in any order: its figures, its state and its log follow from its lines.

A machine writes, takes back, corrects, strikes, restores, decides, signs and accepts on a short sheet (8 lines,
approval from the 3rd Solo or Wenz). It compares each step with figures counted here from a table typed by hand.
"""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.round_trip import sheet_differences
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import accept, approval, correct, faults, fresh, line, points, requests, sign, strike
from tournament.enums import ApprovalState
from tournament.models import Scoresheet, Signature
from tournament.refusals import Refused
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.sheet.acts.corrections import RestoreGame, TakeBackCorrection
from tournament.sheet.acts.games import RetypeGame
from tournament.sheet.acts.take_backs import TakeBackGame

LINES, FREE = 8, 2
# Entry -> points, the soloist whose counters it changes, and the kind it counts as (5.2.7, 3.4.17, 5.4.2).
ENTRIES: dict[str, tuple[tuple[int, ...], int, str]] = {
    "r12+": ((1, 1, -1, -1), 0, ""),
    "2 24": ((-2, 2, -2, 2), 0, ""),
    "r34!4": ((2, 2, 0, -4), 0, ""),
    "s2+": ((-2, 6, -2, -2), 2, "solo"),
    "-6 3": ((2, 2, -6, 2), 3, "solo"),
    "w4--": ((3, 3, 3, -9), 4, "solo"),
    "st1+": ((18, -6, -6, -6), 1, "tout"),
    "-18 3": ((6, 6, -18, 6), 3, "tout"),
    "sie2": ((-8, 24, -8, -8), 2, "sie"),
}
LOST = {"-6 3", "w4--", "-18 3"}
SECTIONS = {"solo": "5.2.16", "tout": "5.2.14", "sie": "5.2.14", "": ""}
DECISIONS = [ApprovalState.GRANTED, ApprovalState.REFUSED]
serial = itertools.count()


@dataclass
class Kept:
    """A line as the machine remembers it."""

    entry: str
    struck: bool = False
    corrected: bool = False
    decision: str = ""
    before: tuple[str, bool] | None = None
    """Entry and strike before the last correction, if that can be taken back."""


@dataclass
class Figures:
    """The figures of a sheet, counted naively."""

    points: dict[int, tuple[int, ...]] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    counters: list[tuple[str, int, bool]] = field(default_factory=list)


def count(lines: dict[int, Kept]) -> Figures:
    """Count a sheet line by line, by the rules and without scoring."""
    figures, solos = Figures(), 0
    for number, entered in sorted(lines.items()):
        values, soloist, counts_as = ENTRIES[entered.entry]
        if entered.struck or entered.decision == "refused":
            figures.points[number] = (0, 0, 0, 0)
            continue
        asks = counts_as in ("tout", "sie") or (counts_as == "solo" and solos >= FREE)
        solos += counts_as in ("solo", "tout")
        if asks and not entered.decision:
            figures.waiting.add(number)
            figures.points[number] = (0, 0, 0, 0)
            continue
        figures.points[number] = values
        if counts_as:
            figures.counters.append((counts_as, soloist, entered.entry not in LOST))
    return figures


class SheetMachine(RuleBasedStateMachine):
    """One sheet, one supervisor: acts that the machine expects to be refused must be refused, and the others done."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[int, Kept] = {}
        self.state = "open"
        self.signed: set[int] = set()
        self.ever_signed: set[int] = set()
        self.hashes: dict[str, object] = {}

    @initialize(entries=st.lists(st.sampled_from(sorted(ENTRIES)), max_size=LINES))
    def begin(self, entries: list[str]) -> None:
        name = f"machine-{next(serial)}"
        tournament = make_tournament(slug=name)
        make_participants(tournament, 4)
        self.actor = make_user("desk", "supervisor", username=name)
        sheet = open_scoresheet(tournament)
        rules = tournament.frozen_ruleset
        for key, value in (("games_per_player", LINES), ("counted_from", FREE + 1)):
            rules = re.sub(f"{key} = {{ value = [0-9]+", f"{key} = {{ value = {value}", rules)
        tournament.frozen_ruleset = rules
        tournament.save()
        self.sheet: Scoresheet = fresh(sheet)
        assert self.sheet.match.tournament.ruleset.games(4) == LINES
        for number, entry in enumerate(entries, 1):
            self.record(number, entry)

    def expect(self, code: str, act: Callable[[], object]) -> bool:
        """Do it, or see it refused with this code; return whether it was done."""
        if code:
            with pytest.raises(Refused) as refused:
                act()
            assert refused.value.code == code
            return False
        act()
        return True

    def changed(self) -> None:
        """After a change of content signatures lapse, and the state follows from the lines."""
        self.signed = set()
        complete = len(self.lines) == LINES and not count(self.lines).waiting
        self.state = "complete" if complete else "open"

    @rule(number=st.integers(1, LINES), entry=st.sampled_from(sorted(ENTRIES)))
    def record(self, number: int, entry: str) -> None:
        code = self.not_first(number, entry)
        code = code or ("sheet_not_open" if self.state != "open" else "line_taken" if number in self.lines else "")
        if code != "skip" and self.expect(code, lambda: write(self.sheet, number, entry, self.actor)):
            self.lines[number] = Kept(entry)
            self.changed()

    @rule(decision=st.sampled_from(DECISIONS), entry=st.sampled_from(["r12+", "s2+"]))
    def finish(self, decision: ApprovalState, entry: str) -> None:
        """Write the missing lines, decide what waits, sign."""
        for number in range(1, LINES + 1):
            if number not in self.lines:
                self.record(number, entry)
        while waiting := count(self.lines).waiting:
            self.decided(min(waiting), decision)
        self.sign({1, 2, 3, 4})

    @rule(index=st.integers(0, LINES), entry=st.sampled_from(sorted(ENTRIES)))
    def retype(self, index: int, entry: str) -> None:
        number = self.line_of(index)
        code = self.not_first(number, entry) or self.not_back(number)
        typed = line(number, "r12+" if code == "skip" else entry)
        retyped = RetypeGame(number=number, record=typed.record, key=typed.key)
        if code != "skip" and self.expect(code, lambda: act(self.sheet, retyped, actor=self.actor)):
            self.lines[number] = Kept(entry)
            self.changed()

    @rule(index=st.integers(0, LINES))
    def take_back(self, index: int) -> None:
        number = self.line_of(index)
        happened = self.expect(
            self.not_back(number), lambda: act(self.sheet, TakeBackGame(number=number), actor=self.actor)
        )
        if happened:
            del self.lines[number]
            self.changed()

    @rule(index=st.integers(0, LINES), entry=st.sampled_from(sorted(ENTRIES)))
    def correct(self, index: int, entry: str) -> None:
        number = self.line_of(index)
        line = self.lines.get(number)
        code = self.not_first(number, entry)
        if not code:
            same = line is not None and line.entry == entry and not line.struck
            code = "not_written" if line is None else "nothing_changed" if same else ""
        if code != "skip" and self.expect(code, lambda: correct(self.sheet, number, entry, self.actor)):
            assert line is not None
            line.before = line.entry, line.struck
            if SECTIONS[ENTRIES[line.entry][2]] != SECTIONS[ENTRIES[entry][2]]:
                line.decision = ""
            line.entry, line.struck, line.corrected = entry, False, True
            self.changed()

    @rule(index=st.integers(0, LINES))
    def strike(self, index: int) -> None:
        number = self.line_of(index)
        line = self.lines.get(number)
        struck = line is not None and (line.struck or line.decision == "refused")
        code = "not_written" if line is None else "nothing_changed" if struck else ""
        if self.expect(code, lambda: strike(self.sheet, number, self.actor)):
            assert line is not None
            line.before = line.entry, False
            line.struck = line.corrected = True
            self.changed()

    @rule(index=st.integers(0, LINES))
    def restore(self, index: int) -> None:
        number = self.line_of(index)
        line = self.lines.get(number)
        refused = line is not None and line.decision == "refused"
        code = "not_written" if line is None else "nothing_changed" if not line.struck else ""
        code = code or ("approval_refused" if refused else "")
        restored = RestoreGame(number=number, reason=reason_given("after all"))
        if self.expect(code, lambda: act(self.sheet, restored, actor=self.actor)):
            assert line is not None
            line.before, line.struck = (line.entry, True), False
            self.changed()

    @rule(index=st.integers(0, LINES))
    def take_back_correction(self, index: int) -> None:
        number = self.line_of(index)
        line = self.lines.get(number)
        code = "not_written" if line is None else "no_correction" if line.before is None else ""
        if not code and line is not None and line.before == (line.entry, line.struck):
            code = "nothing_changed"
        undone = TakeBackCorrection(number=number, reason=reason_given("by mistake"))
        if self.expect(code, lambda: act(self.sheet, undone, actor=self.actor)):
            assert line is not None
            assert line.before is not None
            entry, line.struck = line.before
            if SECTIONS[ENTRIES[line.entry][2]] != SECTIONS[ENTRIES[entry][2]]:
                line.decision = ""
            line.entry, line.before = entry, None
            self.changed()

    @rule(index=st.integers(0, LINES), decision=st.sampled_from(DECISIONS))
    def decide(self, index: int, decision: ApprovalState) -> None:
        if numbers := sorted(requests(self.sheet)):
            self.decided(numbers[index % len(numbers)], decision)

    def decided(self, number: int, decision: ApprovalState) -> None:
        line, row = self.lines[number], approval(self.sheet, number)
        code = "already_decided" if line.decision == decision else ""
        if self.expect(code, lambda: decide_approval_of_game(approval=row, state=decision, actor=self.actor)):
            line.decision = decision.value
            self.changed()

    @rule(seats=st.sets(st.integers(1, 4), min_size=1))
    def sign(self, seats: set[int]) -> None:
        code = "" if self.state in ("complete", "signed") else "not_complete"
        if self.expect(code, lambda: sign(self.sheet, self.actor, *seats)):
            self.signed |= seats
            self.ever_signed |= seats
            self.state = "signed" if len(self.signed) == 4 else self.state

    @rule()
    def accept(self) -> None:
        code = "" if self.state in ("signed", "accepted") else "not_signed"
        if self.expect(code, lambda: accept(self.sheet, self.actor)):
            self.state = "accepted"

    def line_of(self, index: int) -> int:
        """A written line if there is one; index 0 may give any line."""
        numbers = sorted(self.lines)
        return numbers[index % len(numbers)] if numbers and index else 1 + len(numbers) % LINES

    def not_first(self, number: int, entry: str) -> str:
        """Touts and Sie are different in the first game (5.2.15, 2.9.1): other tests cover that."""
        return "skip" if number == 1 and ENTRIES[entry][2] in ("tout", "sie") else ""

    def not_back(self, number: int) -> str:
        if self.state != "open" and (self.state != "complete" or self.ever_signed):
            return "sheet_not_open"
        line = self.lines.get(number)
        if line is None:
            return "not_written"
        if self.ever_signed == {1, 2, 3, 4}:  # 5.3.5: a signed sheet is a document, whatever lapsed since
            return "signed_before"
        return "decided_by_supervisor" if line.corrected or line.decision else ""

    @invariant()
    def figures(self) -> None:
        figures = count(self.lines)
        assert points(self.sheet) == figures.points
        assert all(sum(values) == 0 for values in figures.points.values())
        for index, seat in enumerate(self.sheet.seats.order_by("number")):
            column = [values[index] for values in figures.points.values()]
            mine = [(kind, won) for kind, soloist, won in figures.counters if soloist == seat.number]
            kinds = [kind for kind, _won in mine]
            assert (seat.points, seat.plus, seat.minus) == (
                sum(column),
                sum(value for value in column if value > 0),
                -sum(value for value in column if value < 0),
            )
            assert (seat.sie_played, seat.touts_played, seat.solos_played) == (
                kinds.count("sie"),
                kinds.count("tout"),
                kinds.count("solo"),
            )
            assert (seat.touts_won, seat.solos_won) == (mine.count(("tout", True)), mine.count(("solo", True)))

    @invariant()
    def approvals(self) -> None:
        decided = {number: line.decision for number, line in self.lines.items() if line.decision}
        states = dict.fromkeys(count(self.lines).waiting, "requested") | decided
        assert requests(self.sheet) == {
            number: (SECTIONS[ENTRIES[self.lines[number].entry][2]], state) for number, state in states.items()
        }

    @invariant()
    def states(self) -> None:
        row = fresh(self.sheet)
        assert row.state == self.state
        assert (row.accepted_by is not None) == (self.state == "accepted")
        valid = Signature.objects.filter(seat__scoresheet=row, lapsed_at=None)
        assert {signature.seat.number for signature in valid.select_related("seat")} == self.signed
        assert {signature.content_hash for signature in valid} <= {row.content_hash}

    @invariant()
    def content(self) -> None:
        """Two states of one sheet have the same content hash exactly when they have the same content."""
        content = sorted((number, line.entry, line.struck, line.decision) for number, line in self.lines.items())
        row = fresh(self.sheet)
        if row.content_hash:
            assert self.hashes.setdefault(row.content_hash, content) == content
            assert [key for key, value in self.hashes.items() if value == content] == [row.content_hash]

    @invariant()
    def log(self) -> None:
        assert faults(self.sheet) == []

    @invariant()
    def rows(self) -> None:
        """The sheet that is read from the rows is the one that the events fold to, field by field."""
        assert sheet_differences(self.sheet) == {}


@pytest.mark.django_db
def test_any_history_of_a_sheet() -> None:
    run_state_machine_as_test(
        SheetMachine, settings=settings(max_examples=15, stateful_step_count=15, deadline=None, print_blob=True)
    )
