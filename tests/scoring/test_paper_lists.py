"""The sixteen lists of fixtures/listen.txt: the faults that the rules find in each, and no others."""

import pytest

from scoring.ruleset import Ruleset
from scoring.sheets import evaluate_sheet
from scoring.shorthand import parse_entry
from tests.records import changed
from tests.scoring.paper import read_lists

LISTS = read_lists()
PROBLEMS = {
    5: [(11, "not_zero_sum")],
    9: [(19, "not_zero_sum"), (20, "not_zero_sum")],
    14: [(8, "no_such_outcome")],
}
PENDING = {3: [22, 24, 31]}
WRONG_RUNNING_TOTALS = {11: [24]}
CLEAN = [1, 2, 4, 6, 7, 8, 10, 12, 13, 15, 16]


def test_sixteen_lists_of_32_games() -> None:
    assert sorted(LISTS) == list(range(1, 17))
    assert all([line.no for line in paper.lines] == list(range(1, 33)) for paper in LISTS.values())
    assert all(len(paper.running) == 8 for paper in LISTS.values())


@pytest.mark.parametrize("table", sorted(LISTS))
def test_what_the_rules_find(ruleset: Ruleset, table: int) -> None:
    sheet = evaluate_sheet(ruleset, LISTS[table].records())
    assert [(problem.game, problem.code) for problem in sheet.problems] == PROBLEMS.get(table, [])
    assert [line.no for line in sheet.lines if line.pending] == PENDING.get(table, [])
    assert {line.section for line in sheet.lines if line.pending} == ({"5.2.16"} if table in PENDING else set())
    assert sheet.complete == (table in CLEAN or table == 11)
    assert sheet.checksum == 0


@pytest.mark.parametrize("table", [*CLEAN, 11])
def test_running_totals_of_the_lists_without_a_bad_game(ruleset: Ruleset, table: int) -> None:
    paper = LISTS[table]
    rounds = evaluate_sheet(ruleset, paper.records()).rounds
    wrong = [part.to for part, totals in zip(rounds, paper.running, strict=True) if part.running != totals]
    assert wrong == WRONG_RUNNING_TOTALS.get(table, [])


def test_list_11_writes_11_for_1(ruleset: Ruleset) -> None:
    rounds = evaluate_sheet(ruleset, LISTS[11].records()).rounds
    assert LISTS[11].running[5] == (-9, 9, 11, -1)
    assert rounds[5].running == (-9, 9, 1, -1)


@pytest.mark.parametrize("table", sorted(LISTS))
def test_every_good_line_can_be_typed_as_it_stands(ruleset: Ruleset, table: int) -> None:
    bad = {game for game, _ in PROBLEMS.get(table, [])}
    for line in LISTS[table].lines:
        if line.no in bad:
            continue
        entry = " ".join(f"{value:+d}" for value in line.points)
        record = parse_entry(ruleset, entry, first=line.no == 1)
        assert (record.paper.written, record.paper.circled) == (line.points, line.circled)


@pytest.mark.parametrize(
    ("table", "game", "ruling"),
    [(5, 11, (-1, 1, 1, -1)), (14, 8, None)],
)
def test_after_the_ruling_the_list_is_complete(
    ruleset: Ruleset, table: int, game: int, ruling: tuple[int, ...] | None
) -> None:
    records = LISTS[table].records()
    bad = records[game - 1]
    records[game - 1] = bad.decided(struck=True) if ruling is None else changed(bad, written=ruling)
    assert evaluate_sheet(ruleset, records).complete


def test_list_3_is_complete_once_the_supervisor_granted_or_refused(ruleset: Ruleset) -> None:
    records = LISTS[3].records()
    for game, approved in ((22, True), (24, False), (31, True)):
        records[game - 1] = records[game - 1].decided(approved=approved)
    sheet = evaluate_sheet(ruleset, records)
    assert sheet.complete
    assert [(part.game, part.granted) for part in sheet.approvals] == [(22, True), (24, False), (31, True)]
    assert sheet.lines[23].struck
