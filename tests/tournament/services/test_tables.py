"""Scorekeepers and cards: set before play, changed during it, refusals, the log."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.damage.tampering import tamper
from tests.worlds.factories import make_user, write
from tests.worlds.played import ENTRIES, accept, decide, first_sheet, play
from tests.worlds.sheets import faults, fresh, kinds, payload, refusal
from tournament.enums import SheetState, Source, TournamentState
from tournament.models import Event, Match, Scoresheet, TableChange, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.services.acting import act
from tournament.services.tables import issue_pack, issue_packs, name_first_dealers, replace_pack
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.tables import NameFirstDealer, NameScorekeeper

pytestmark = pytest.mark.django_db


def changes(sheet: Scoresheet) -> list[tuple[str, int, dict[str, object]]]:
    return [(row.kind, row.after_game, row.told) for row in TableChange.objects.filter(scoresheet=sheet)]


def table(number: int) -> Scoresheet:
    return Scoresheet.objects.select_related("match__tournament").get(table_number=number, match__number=1)


def packs() -> list[str]:
    return list(Scoresheet.objects.order_by("table_number").values_list("pack", flat=True))


def sits(sheet: Scoresheet, seat: int) -> int:
    return sheet.seats.get(number=seat).participant_id


def test_before_the_start_the_scorekeeper_is_indicated() -> None:
    """5.3.1: no player has to agree, and the sheet has nothing to report; the log has."""
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    assert sheet.scorekeeper == 1
    act(sheet, NameScorekeeper(seat=3), actor=actor)
    assert (fresh(sheet).scorekeeper, fresh(sheet).version, changes(sheet)) == (3, 1, [])
    change = {"from": 1, "to": 3, "left": sits(sheet, 1), "came": sits(sheet, 3)}
    assert payload(sheet, "table.scorekeeper") == change
    assert audit_tournament(tournament).faults == ()


def test_during_play_all_players_must_agree() -> None:
    tournament, actor = play(entries=["r12+", "s3+"])
    sheet = first_sheet(tournament)
    answer = refusal(lambda: act(sheet, NameScorekeeper(seat=4), actor=actor))
    sentence = "Play has begun: another player may keep the sheet only if all players agree (5.3.1)."
    assert answer == ("not_all_agree", sentence)
    act(sheet, NameScorekeeper(seat=4, all_agree=True), actor=actor)
    details = {"from": 1, "to": 4, "left": sits(sheet, 1), "came": sits(sheet, 4)}
    assert changes(sheet) == [("scorekeeper", 2, details)]
    change = TableChange.objects.get()
    assert payload(sheet, "table.scorekeeper") == {"after_game": 2, **details}
    assert (change.changed_by, fresh(sheet).scorekeeper) == (actor, 4)
    assert audit_tournament(tournament).faults == ()


def test_there_is_no_such_game() -> None:
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    answer = refusal(lambda: act(sheet, NameScorekeeper(seat=2, after_game=33), actor=actor))
    assert answer == ("no_such_line", "There is no line 33: a sheet has 32 lines.")


def test_nobody_sits_there() -> None:
    tournament, actor = play(entries=[])
    answer = refusal(lambda: act(first_sheet(tournament), NameScorekeeper(seat=5), actor=actor))
    assert answer == ("no_such_seat", "There is no seat 5 at this table.")


def test_2_2_2_the_management_names_who_deals_first_at_one_table() -> None:
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    act(sheet, NameFirstDealer(seat=3), actor=actor)
    assert (fresh(sheet).first_dealer, fresh(sheet).version, changes(sheet)) == (3, 1, [])
    assert payload(sheet, "table.first_dealer") == {"seat": 3, "came": sits(sheet, 3)}
    assert audit_tournament(tournament).faults == ()
    Scoresheet.objects.update(first_dealer=2)
    assert [fault.what for fault in audit_tournament(tournament).faults] == ["its first dealer is 2, the log says 3"]


def test_2_2_2_and_at_all_tables_of_a_match() -> None:
    tournament, actor = play(tables=3, entries=[])
    match = tournament.matches.get(number=1)
    act(table(2), NameFirstDealer(seat=4), actor=actor)
    before = Match.objects.get(pk=match.pk).version
    name_first_dealers(match=match, actor=actor, seat=4)
    assert set(Scoresheet.objects.values_list("first_dealer", flat=True)) == {4}
    assert [kinds(table(number)) for number in (1, 2, 3)] == [["table.first_dealer"]] * 3
    assert Match.objects.get(pk=match.pk).version == before + 1
    assert audit_tournament(tournament).faults == ()
    write(table(2), 1, "r12+", actor)
    answer = refusal(lambda: name_first_dealers(match=match, actor=actor, seat=1))
    assert answer == ("play_began", "Table 2 plays already. Please name the first dealer of the others table by table.")
    name_first_dealers(match=match, actor=actor, seat=4)
    assert refusal(lambda: name_first_dealers(match=match, actor=actor, seat=5))[0] == "no_such_seat"


def test_packs_are_numbered_in_the_order_of_the_tables() -> None:
    tournament, actor = play(tables=3, entries=[])
    match = tournament.matches.get(number=1)
    before = Match.objects.get(pk=match.pk).version
    issue_packs(match=match, actor=actor, first=14)
    assert (packs(), TableChange.objects.count()) == (["14", "15", "16"], 0)
    assert payload(table(2), "table.pack") == {"old": "", "new": "15"}
    assert [table(number).version for number in (1, 2, 3)] == [1, 1, 1]
    assert Match.objects.get(pk=match.pk).version > before
    # From 14, 15, 16 to 15, 16, 17: no pack may be at two tables, not even on the way.
    issue_packs(match=match, actor=actor, first=15)
    issue_packs(match=match, actor=actor, first=15)
    assert (packs(), kinds(table(1))) == (["15", "16", "17"], ["table.pack", "table.pack"])
    assert audit_tournament(tournament).faults == ()


def test_nobody_loses_the_cards_that_are_played_with() -> None:
    tournament, actor = play(tables=3, entries=[])
    match = tournament.matches.get(number=1)
    issue_packs(match=match, actor=actor, first=1)
    write(table(2), 1, "r12+", actor)
    sentence = "Table 2 plays with its cards already. Please issue the others table by table."
    assert refusal(lambda: issue_packs(match=match, actor=actor, first=2)) == ("pack_in_play", sentence)
    assert packs() == ["1", "2", "3"]


def test_a_table_that_plays_without_a_number_gets_one_late() -> None:
    tournament, actor = play(tables=2, entries=["r12+"])
    issue_packs(match=tournament.matches.get(number=1), actor=actor, first=7)
    assert (packs(), TableChange.objects.count()) == (["7", "8"], 0)
    assert audit_tournament(tournament).faults == ()


@pytest.mark.parametrize("first", [0, -3, 100_000])
def test_the_first_number_must_be_one(first: int) -> None:
    tournament, actor = play(entries=[])
    answer = refusal(lambda: issue_packs(match=tournament.matches.get(number=1), actor=actor, first=first))
    sentence = "Please give the number of the first pack: a whole number from 1 to 99999."
    assert answer == ("no_number", sentence)


def test_cards_are_issued_once_the_match_is_drawn() -> None:
    tournament, actor = play(entries=[])
    answer = refusal(lambda: issue_packs(match=tournament.matches.get(number=2), actor=actor, first=1))
    assert answer == ("not_drawn", "Match 2 is not drawn.")


def test_the_number_of_queries_does_not_grow_with_the_tables(django_assert_max_num_queries) -> None:
    tournament, actor = play(tables=30, entries=[])
    with django_assert_max_num_queries(22):
        issue_packs(match=tournament.matches.get(number=1), actor=actor, first=1)
    assert packs() == [str(number) for number in range(1, 31)]


def test_one_table_gets_its_cards() -> None:
    tournament, actor = play(tables=2, entries=[])
    issue_pack(scoresheet=table(1), pack="  R 7 ", actor=actor)
    issue_pack(scoresheet=table(1), pack="R 7", actor=actor)
    assert (packs(), kinds(table(1)).count("table.pack")) == (["R 7", ""], 1)
    # A slip of the pen before play is no change of the cards.
    issue_pack(scoresheet=table(1), pack="17", actor=actor)
    assert (packs(), changes(table(1))) == (["17", ""], [])
    answer = refusal(lambda: issue_pack(scoresheet=table(2), pack="17", actor=actor))
    assert answer == ("pack_elsewhere", "Cards 17 lie at table 1.")
    assert audit_tournament(tournament).faults == ()


@pytest.mark.parametrize(
    ("pack", "code"), [("", "no_number"), (" \u200b ", "no_number"), ("=1+1", "formula"), ("1234567890123", "too_long")]
)
def test_what_is_no_number_of_a_pack(pack: str, code: str) -> None:
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    assert refusal(lambda: issue_pack(scoresheet=sheet, pack=pack, actor=actor))[0] == code
    assert refusal(lambda: replace_pack(scoresheet=sheet, pack=pack, actor=actor))[0] == code


def test_marked_cards_are_replaced_and_both_numbers_stay() -> None:
    """3.4.3: immediately after the end of the game."""
    tournament, actor = play(tables=2, entries=ENTRIES[:7])
    issue_packs(match=tournament.matches.get(number=1), actor=actor, first=14)
    sheet = table(1)
    replace_pack(scoresheet=sheet, pack="31", actor=actor)
    details = {"old": "14", "new": "31"}
    assert (packs(), changes(sheet)) == (["31", "15"], [("pack", 7, details)])
    assert payload(sheet, "table.pack") == {"after_game": 7, **details}
    replace_pack(scoresheet=sheet, pack="31", actor=actor)
    assert TableChange.objects.count() == 1
    assert refusal(lambda: replace_pack(scoresheet=sheet, pack="15", actor=actor))[0] == "pack_elsewhere"
    # The bent pack is at no table any more.
    replace_pack(scoresheet=sheet, pack="14", actor=actor)
    assert [change["new"] for _kind, _after, change in changes(sheet)] == ["31", "14"]
    answer = refusal(lambda: issue_pack(scoresheet=sheet, pack="40", actor=actor))
    sentence = "Cards 14 are played with at this table already. Please have them replaced (3.4.3)."
    assert answer == ("pack_in_play", sentence)
    assert audit_tournament(tournament).faults == ()


def test_cards_replaced_at_a_paper_table_say_after_which_game() -> None:
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    answer = refusal(lambda: replace_pack(scoresheet=sheet, pack="31", actor=actor))
    sentence = "No cards are issued to this table yet. Please enter the number of those that lie there first."
    assert answer == ("no_pack", sentence)
    issue_pack(scoresheet=sheet, pack="14", actor=actor)
    replace_pack(scoresheet=sheet, pack="31", actor=actor, after_game=7)
    assert changes(sheet) == [("pack", 7, {"old": "14", "new": "31"})]
    assert refusal(lambda: replace_pack(scoresheet=sheet, pack="32", actor=actor, after_game=33))[0] == "no_such_line"


@pytest.fixture
def settled(db: None) -> tuple[User, Scoresheet]:
    """An accepted sheet, and who accepted it."""
    tournament, actor = play()
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    issue_pack(scoresheet=sheet, pack="14", actor=actor)
    accept(sheet, actor)
    return actor, sheet


def test_nothing_changes_at_a_settled_table(settled: tuple[User, Scoresheet]) -> None:
    actor, sheet = settled
    sentence = "This sheet is settled; nothing changes at its table any more."
    for change in (
        lambda: act(sheet, NameScorekeeper(seat=2, all_agree=True), actor=actor),
        lambda: issue_pack(scoresheet=sheet, pack="15", actor=actor),
        lambda: replace_pack(scoresheet=sheet, pack="15", actor=actor),
    ):
        assert refusal(change) == ("sheet_settled", sentence)
    answer = refusal(lambda: issue_packs(match=sheet.match, actor=actor, first=15))
    assert answer[0] == "pack_in_play"
    assert fresh(sheet).state == SheetState.ACCEPTED


def test_nothing_changes_in_a_finished_tournament() -> None:
    tournament, actor = play(entries=["r12+"])
    sheet = first_sheet(tournament)
    Tournament.objects.update(state=TournamentState.FINISHED)
    for change in (
        lambda: act(sheet, NameScorekeeper(seat=2, all_agree=True), actor=actor),
        lambda: issue_pack(scoresheet=sheet, pack="15", actor=actor),
        lambda: replace_pack(scoresheet=sheet, pack="15", actor=actor),
        lambda: issue_packs(match=sheet.match, actor=actor, first=15),
    ):
        assert refusal(change)[0] == "tournament_finished"


@pytest.mark.parametrize("role", ["desk", "supervisor", "organiser"])
def test_the_management_and_the_supervisor_arrange_tables(role: str) -> None:
    tournament, _actor = play(entries=[])
    sheet, actor = first_sheet(tournament), make_user(role, username="other")
    changes = [
        lambda: act(sheet, NameScorekeeper(seat=2), actor=actor),
        lambda: issue_pack(scoresheet=sheet, pack="14", actor=actor),
        lambda: replace_pack(scoresheet=sheet, pack="15", actor=actor),
        lambda: issue_packs(match=sheet.match, actor=actor, first=20),
    ]
    for change in changes:
        if role == "desk":
            assert refusal(change)[0] == "not_allowed"
        else:
            change()
    assert (fresh(sheet).scorekeeper, fresh(sheet).pack) == ((1, "") if role == "desk" else (2, "20"))


def test_at_a_live_table_the_games_written_say_how_far_it_is() -> None:
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    act(sheet, SetSource(source=Source.LIVE), actor=actor)
    issue_pack(scoresheet=sheet, pack="14", actor=actor)
    write(sheet, 1, "r12+", actor)
    replace_pack(scoresheet=sheet, pack="31", actor=actor)
    assert changes(sheet)[0][1] == 1


def test_the_database_holds_one_table_a_pack() -> None:
    _tournament, actor = play(tables=2, entries=[])
    issue_pack(scoresheet=table(1), pack="14", actor=actor)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_scoresheet SET pack = '14'")


# Statement and the finding of verify_audit about it.
FALSIFIED = {
    "who keeps the sheet": (
        "UPDATE tournament_scoresheet SET scorekeeper = 2",
        ["its scorekeeper is 2, the log says 4"],
    ),
    "the cards": ("UPDATE tournament_scoresheet SET pack = '99'", ['its pack is "99", the log says "31"']),
    "when it was": (
        "UPDATE tournament_tablechange SET after_game = 9 WHERE kind = 'pack'",
        ["change at the table 2: after game is 9, the log says 2"],
    ),
    "what it was": (
        """UPDATE tournament_tablechange SET told = '{"old": "13", "new": "31"}' WHERE kind = 'pack'""",
        ['change at the table 2: told is {"new":"31","old":"13"}, the log says {"new":"31","old":"14"}'],
    ),
    "a row taken out": (
        "DELETE FROM tournament_tablechange WHERE kind = 'pack'",
        [
            'change at the table 2 is missing, the log says {"after_game":2,"changed_at":"{at}",'
            '"changed_by_id":{by},"kind":"pack","told":{"new":"31","old":"14"}}'
        ],
    ),
}


def test_the_audit_notices_a_falsified_table(subtests) -> None:
    tournament, actor = play(entries=["r12+", "s3+"])
    sheet = first_sheet(tournament)
    issue_pack(scoresheet=sheet, pack="14", actor=actor)
    act(sheet, NameScorekeeper(seat=4, all_agree=True), actor=actor)
    replace_pack(scoresheet=sheet, pack="31", actor=actor)
    assert faults(sheet) == []
    row = TableChange.objects.get(kind="pack")
    at, by = row.changed_at.isoformat(), str(actor.pk)
    for case, (sql, lines) in FALSIFIED.items():
        with subtests.test(case), transaction.atomic():
            tamper(sql)
            assert faults(sheet) == [line.replace("{at}", at).replace("{by}", by) for line in lines]
            transaction.set_rollback(True)
    assert Event.objects.filter(kind__startswith="table.").count() == 3
