"""From rows to scoring: records with their approvals, points as written, and what the content hash covers."""

import dataclasses

import pytest

from scoring.points import score_game
from scoring.records import GameRecord
from scoring.shorthand import parse_entry
from tests.records import changed, recorded
from tests.round_trip import read_sheet
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet, write
from tests.worlds.sheets import RULESET, approval, fill, fresh, grant, refuse
from tournament.enums import ApprovalState, Source
from tournament.models import Scoresheet, User
from tournament.selectors.sheet_rows import TABLES, with_approvals
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.sheet.acts.approvals import section_for_approval
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.lines import points_as_written
from tournament.sheet.state import Approval, Sheet, WrittenGame


@pytest.mark.parametrize(
    ("entry", "section"),
    [
        ("r12+", None),
        ("1 12", None),
        ("r12!1", None),
        ("s1+", "5.2.16"),
        ("w4---", "5.2.16"),
        ("6 2", "5.2.16"),
        ("s1!3", "5.2.16"),
        ("st1-", "5.2.14"),
        ("wt3+", "5.2.14"),
        ("18 2", "5.2.14"),
        ("sie4", "5.2.14"),
        ("24 4", "5.2.14"),
    ],
)
def test_by_which_section_a_kind_of_game_may_need_approval(entry: str, section: str | None) -> None:
    score = score_game(RULESET, parse_entry(RULESET, entry))
    assert section_for_approval(RULESET, score) == section


def test_a_tout_of_the_first_game_is_a_solo() -> None:
    record = parse_entry(RULESET, "st1+", first=True).placed(first=True)
    assert section_for_approval(RULESET, score_game(RULESET, record)) == "5.2.16"


def test_holes_are_none_and_decisions_are_carried(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    for number in (2, 4, 5):
        write(sheet, number, "st1+", desk)
    grant(sheet, 4, supervisor)
    refuse(sheet, 5, supervisor)
    loaded = read_sheet(sheet)
    states = {number: game.approval and game.approval.state for number, game in loaded.games.items()}
    assert states == {2: "requested", 4: "granted", 5: "refused"}
    records = loaded.records[:6]
    assert [record and record.decision.approved for record in records] == [None, None, None, True, False, None]
    assert [record is None for record in records] == [True, False, True, False, False, True]


def test_each_table_takes_one_query(sheet: Scoresheet, desk: User, django_assert_num_queries: object) -> None:
    fill(sheet, desk, ["r12+", "st1+", "st2+"])
    with django_assert_num_queries(len(TABLES)):  # type: ignore[operator]
        loaded = read_sheet(sheet)
    assert [game.approval and game.approval.supervisor for game in loaded.games.values()] == [None, None, None]


@pytest.mark.parametrize(
    ("number", "record", "points", "circled"),
    [
        (1, {"contract": "solo", "declarer": 1, "result": "won", "level": "schwarz"}, (6, -2, -2, -2), 1),
        (2, {"contract": "solo", "declarer": 1, "result": "won", "level": "schwarz"}, (12, -4, -4, -4), 1),
        (2, {"contract": "solo", "declarer": 1, "result": "won", "struck": True}, (6, -2, -2, -2), 1),
        (2, {"written": [-2, 6, -2, -2], "circled": 2}, (-2, 6, -2, -2), 2),
        # A struck line stays readable as it was on the paper.
        (2, {"written": [-1, 1, 1, 0]}, (-1, 1, 1, 0), None),
    ],
)
def test_points_as_they_were_written(
    number: int, record: dict[str, object], points: tuple[int, ...], circled: int | None
) -> None:
    assert points_as_written(RULESET, number, record) == (points, circled)


def test_match_and_first_dealer_place_the_sheet(sheet: Scoresheet) -> None:
    sheet.first_dealer = 3
    assert [line.dealer for line in read_sheet(sheet).evaluated.lines[:5]] == [3, 4, 1, 2, 3]


def hash_of(sheet: Sheet, seats: list[int], records: list[GameRecord | None]) -> str:
    """The content hash of the sheet with these participants and games; a decision on a game makes an approval."""
    games = {number: game_of(record) for number, record in enumerate(records, 1) if record is not None}
    return dataclasses.replace(sheet, seats=tuple(seats), games=games).content_hash


def game_of(record: GameRecord) -> WrittenGame:
    decided = {True: ApprovalState.GRANTED, False: ApprovalState.REFUSED}.get(record.decision.approved)
    approvals = () if decided is None else (Approval(section="5.2.16", state=decided),)
    record = record.decided(approved=None)
    return WrittenGame(record=record, source=Source.PAPER, command="", approvals=approvals)


def test_what_the_content_hash_tells_apart(sheet: Scoresheet) -> None:
    state = sheet_state(sheet)
    won = recorded(contract="solo", declarer=1, result="won")
    base = ([1, 2, 3, 4], [won, None])
    different = [
        ([2, 1, 3, 4], [won, None]),
        ([1, 2, 3, 4], [None, won]),
        ([1, 2, 3, 4], [won, won]),
        ([1, 2, 3, 4], [changed(won, declarer=2), None]),
        ([1, 2, 3, 4], [won.decided(approved=True), None]),
        ([1, 2, 3, 4], [won.decided(approved=False), None]),
        ([1, 2, 3, 4], [won.decided(struck=True), None]),
    ]
    hashes = [hash_of(state, *content) for content in (base, *different)]
    assert len(set(hashes)) == len(hashes)
    assert hash_of(state, *base) == hashes[0]
    other_table = hash_of(dataclasses.replace(state, table=2), *base)
    sheet.match.tournament.frozen_ruleset += "\n# changed"
    assert len({hashes[0], other_table, hash_of(sheet_state(sheet), *base)}) == 3


def test_two_sheets_with_the_same_games_have_different_hashes(desk: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    first, second = (fill(open_scoresheet(tournament, match=number), desk, ["r12+"]) for number in (1, 2))
    assert first.content_hash != second.content_hash


def test_the_way_there_does_not_matter(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    straight = fill(sheet, desk, ["r12+", "st1+"]).content_hash
    grant(sheet, 2, supervisor)
    granted = fresh(sheet).content_hash
    refuse(sheet, 2, supervisor)
    refused = fresh(sheet).content_hash
    grant(sheet, 2, supervisor)
    assert fresh(sheet).content_hash == granted
    assert len({straight, granted, refused}) == 3
    act(sheet, TakeBackGame(number=1), actor=desk)
    write(sheet, 1, "r12+", desk)
    assert fresh(sheet).content_hash == granted
    assert approval(sheet, 2).state == "granted"


def test_approvals_that_are_newer_than_the_state_are_left_out(sheet: Scoresheet, desk: User) -> None:
    """An answer is made after the commit: another desk may have written the next game meanwhile."""
    fill(sheet, desk, ["s2+", "w2+", "s3-", "w4-", "s1+"])
    state = sheet_state(fresh(sheet))
    write(sheet, 6, "s2+", desk)
    loaded = with_approvals(fresh(sheet), state)
    assert [number for number, game in loaded.games.items() if game.approval and game.approval.row] == [5]
    assert loaded.evaluated is state.evaluated
