"""A sheet of every ruleset at every size of its table, from the first entry to the acceptance."""

import secrets
from collections.abc import Iterator

import pytest

from scoring.points import outcome_table
from scoring.records import GameRecord, Sanction, record_from_json
from scoring.sheets import dealer_of
from tests.records import recorded
from tests.rules import RULES, make_tournament_by
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import faults, fresh, grant, refusal
from tournament.enums import SheetState, SignatureKind
from tournament.models import Approval, Game, Scoresheet, User
from tournament.proof.exports.sheet_data import sheet_json
from tournament.proof.seals.sheet_data import read_data, recomputed
from tournament.rulesets.services import create_ruleset
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.signatures import SignSeats
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.standings import overall_standings

TABLES = [(name, seats) for name, ruleset in RULES.items() for seats in ruleset.seats]


@pytest.fixture
def actor(db: None) -> User:
    return make_user("organiser", "supervisor", "desk", username="k.reiter")


def opened(name: str, seats: int) -> Scoresheet:
    tournament = make_tournament_by(name)
    make_participants(tournament, seats)
    return open_scoresheet(tournament, seats=seats)


def entries(sheet: Scoresheet, seats: int) -> Iterator[str]:
    """Every entry that shorthand, points and sanctions allow, one after the other, as far as there are lines."""
    ruleset = sheet.match.tournament.ruleset
    for number in range(1, ruleset.games(seats) + 1):
        dealer = dealer_of(ruleset, number, seats=seats)
        absent = dealer if seats > ruleset.players else None
        texts = list(outcome_table(ruleset, first=number == 1, seats=seats, sits_out=absent))
        yield texts[number * 37 % len(texts)]


def record(sheet: Scoresheet, number: int, game: GameRecord, actor: User) -> Game:
    act(sheet, RecordGame(number=number, record=game, key=secrets.token_hex(16)), actor=actor)
    return sheet.games.get(number=number)


def retype(sheet: Scoresheet, number: int, game: GameRecord, actor: User) -> None:
    key = sheet.games.get(number=number).command
    act(sheet, RetypeGame(number=number, record=game, key=secrets.token_hex(16), seen=key), actor=actor)


def points(game: Game, seats: int) -> list[int]:
    return [getattr(game, f"points_{seat}") for seat in range(1, seats + 1)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_from_the_first_entry_to_the_acceptance(name: str, seats: int, actor: User) -> None:
    sheet = opened(name, seats)
    for number, entry in enumerate(entries(sheet, seats), 1):
        write(sheet, number, entry, actor)
    for approval in Approval.objects.filter(game__scoresheet=sheet, state="requested"):
        grant(sheet, approval.game.number, actor)
    view = sheet_view(fresh(sheet))
    assert (view.missing, view.checksum, view.evaluated.problems) == ((), 0, ())
    assert fresh(sheet).state == SheetState.COMPLETE
    for row in sheet.games.all():
        # Every record can be scored by itself: it says who sat out, where somebody did.
        placed = record_from_json(row.record)
        dealer = view.lines[row.number - 1].dealer
        assert placed.place.sits_out == (dealer if seats > RULES[name].players else None)
        assert sum(points(row, seats)) == 0
    content = fresh(sheet).content_hash
    for seat in range(1, seats + 1):
        assert fresh(sheet).state == SheetState.COMPLETE
        act(sheet, SignSeats(seats=(seat,), how=SignatureKind.DESK, content=content), actor=actor)
    act(sheet, AcceptSheet(content=content), actor=actor)
    assert fresh(sheet).state == SheetState.ACCEPTED
    assert faults(sheet) == []
    assert differences(sheet.match.tournament) == []
    view = sheet_view(fresh(sheet))
    # The data in the document is complete, and any changed figure is found.
    carried = read_data(sheet_json(view))
    assert recomputed(carried) == ()
    assert carried["result"]["games"] == [points(row, seats) for row in sheet.games.all()]
    totals = {line.start_number: line.total for line in overall_standings(sheet.match.tournament).lines}
    assert totals == {seat.start_number: seat.points for seat in view.seats}


def test_a_ramsch_with_its_jungfrauen_runners_and_contra(actor: User) -> None:
    sheet = opened("house-10-60", 5)
    ramsch = record(sheet, 1, recorded(contract="ramsch", loser=3, jungfrauen=(2,)), actor)
    assert (points(ramsch, 5), ramsch.record["sits_out"]) == ([0, 20, -60, 20, 20], 1)
    march = record(sheet, 2, recorded(contract="ramsch", durchmarsch=4), actor)
    assert points(march, 5) == [-20, 0, -20, 60, -20]
    # Contra doubles the base of 20, three runners add 10 each.
    solo = recorded(contract="solo", declarer=1, result="won", runners=3, doublings=1)
    assert points(record(sheet, 3, solo, actor), 5) == [210, -70, 0, -70, -70]
    texts = [row.text for row in sheet_view(fresh(sheet)).lines[:3]]
    assert texts == [
        "Ramsch, Centa lost, Jungfrau: Bene",
        "Ramsch, Durchmarsch by Dirk",
        "Solo, Anna, won, 3 runners, Contra",
    ]
    words = [row.word for row in sheet_view(fresh(sheet)).lines[:3]]
    assert words == ["Ramsch", "Ramsch", "Solo"]


def test_a_line_that_can_be_several_games_says_so(actor: User) -> None:
    sheet = opened("house-10-60", 4)
    write(sheet, 1, "-30 10 10 10", actor)
    # A lost Solo or Wenz, or a Ramsch with a Jungfrau.
    write(sheet, 2, "-60 20 20 20", actor)
    # Schneider, or a Rufer with a Contra and more: a Rufer in any case.
    write(sheet, 3, "20 13", actor)
    view = sheet_view(fresh(sheet))
    assert [(row.word, row.text) for row in view.lines[:3]] == [
        ("Ramsch", "Ramsch: −30 +10 +10 +10"),
        ("ambiguous", "ambiguous: −60 +20 +20 +20"),
        ("Rufer", "Rufer: +20 −20 +20 −20"),
    ]


def test_who_deals_and_sits_out_cannot_play(actor: User) -> None:
    sheet = opened("house-10-60", 5)
    solo = recorded(contract="solo", declarer=2, result="won")
    code, _sentence = refusal(lambda: record(sheet, 2, solo, actor))
    assert code == "sitter_does_not_play"


def test_a_deal_thrown_in_moves_the_dealers_below(actor: User) -> None:
    sheet = opened("palatinate-three", 4)
    write(sheet, 1, "hs2+", actor)
    write(sheet, 2, "hs1+", actor)
    write(sheet, 3, "hs1+", actor)
    assert [row.record["sits_out"] for row in sheet.games.all()] == [1, 2, 3]
    again = recorded(contract="heart-solo", declarer=1, result="won", passed=1)
    retype(sheet, 2, again, actor)
    view = sheet_view(fresh(sheet))
    assert [row.dealer for row in view.lines[:5]] == [1, 3, 4, 1, 2]
    assert [row.record["sits_out"] for row in sheet.games.all()] == [1, 3, 4]
    assert (view.lines[1].entry, view.lines[1].text) == (
        "hs1+ p",
        "Heart Solo, Anna, won, 1 deal thrown in before",
    )
    # The dealer scores with the defenders, so the points do not tell who sat out.
    assert points(sheet.games.get(number=3), 4) == [9, -3, -3, -3]
    assert faults(sheet) == []


def test_who_now_sits_out_did_not_play(actor: User) -> None:
    sheet = opened("palatinate-three", 4)
    write(sheet, 1, "hs3+", actor)
    write(sheet, 2, "hs3+", actor)
    again = recorded(contract="heart-solo", declarer=3, result="won", passed=1)
    retype(sheet, 1, again, actor)
    row = sheet_view(fresh(sheet)).lines[1]
    act(sheet, StrikeGame(number=2, reason=reason_given("falsch")), actor=actor)
    assert sheet_view(fresh(sheet)).lines[1].struck
    restored = recorded(contract="heart-solo", declarer=4, result="won")
    act(sheet, CorrectGame(number=2, record=restored, reason=reason_given("Geber verwechselt")), actor=actor)
    # The old game cannot be scored in its new line; it counted nothing.
    assert [cell.plus for cell in sheet_view(fresh(sheet)).lines[1].old_values[0].cells] == [None] * 4
    assert (row.dealer, row.problems) == (3, ("Seat 3 deals and sits out; it cannot be Declarer.",))
    assert points(sheet.games.get(number=2), 4) == [-3, -3, -3, 9]
    assert faults(sheet) == []


@pytest.mark.parametrize("name", ["house-10-60"])
def test_nothing_is_thrown_in_where_a_ramsch_is_played(name: str, actor: User) -> None:
    sheet = opened(name, 4)
    code, sentence = refusal(lambda: write(sheet, 2, "r12+ p2", actor))
    assert (code, sentence) == ("no_deal_thrown_in", "If all pass, Ramsch is played (H 4); no deal is thrown in.")


@pytest.mark.parametrize("seats", [4, 5])
def test_a_wrong_deal_is_the_dealers_before_any_contract(seats: int, actor: User) -> None:
    sheet = opened("house-10-60", seats)
    wrong = recorded(sanction=Sanction(kind="wrong-deal", offender=3))
    assert refusal(lambda: record(sheet, 2, wrong, actor))[0] == "offender_must_be_dealer"
    game = record(sheet, 3, wrong, actor)
    shares = {4: [20, 20, -60, 20], 5: [15, 15, -60, 15, 15]}
    assert (points(game, seats), game.supervisor) == (shares[seats], actor)
    row = sheet_view(fresh(sheet)).lines[2]
    assert (row.word, row.text) == ("Sanction", "Sanction, wrong deal by Centa")


def test_more_points_than_a_sheet_can_hold_are_refused(actor: User) -> None:
    sheet = opened("asserufen", 4)
    many = recorded(contract="heart-solo", declarer=1, result="won", doublings=20)
    code, sentence = refusal(lambda: record(sheet, 2, many, actor))
    assert code == "beyond_the_sheet"
    assert sentence.startswith("A game of more than 32767 points cannot be kept.")
    most = recorded(contract="heart-solo", declarer=1, result="won", doublings=100)
    assert refusal(lambda: record(sheet, 2, most, actor))[0] in ("beyond_the_sheet", "number_out_of_range")
    assert record(sheet, 2, recorded(contract="heart-solo", declarer=1, result="won", doublings=5), actor)


def test_another_first_dealer_is_counted_again_alike(actor: User) -> None:
    text = RULES["house-10-60"].text.replace('id = "house-10-60"', 'id = "fourth-deals"')
    create_ruleset(actor=actor, text=text.replace("first_dealer = { value = 1", "first_dealer = { value = 4"))
    tournament = make_tournament(rules="fourth-deals")
    make_participants(tournament, 5)
    sheet = open_scoresheet(tournament, seats=5)
    write(sheet, 1, "s1+", actor)
    assert sheet.games.get().record["sits_out"] == 4
    assert differences(sheet.match.tournament) == []
    assert faults(sheet) == []
