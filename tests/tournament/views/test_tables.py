"""The acts of the management at a table, from its page: what is shown, done and refused, and to whom."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import PARTS, address, login, messages_of, text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tests.worlds.played import decide, first_sheet, play
from tests.worlds.sheets import accept, fill, sign
from tournament.enums import SheetState, Source
from tournament.models import Participant, Scoresheet, Seat, TableChange, Tournament, User
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act
from tournament.services.tables import issue_pack
from tournament.sheet.acts.sources import SetSource

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(db: None) -> tuple[Tournament, User]:
    """Two tables of match 1 with nothing written, and a login with every role."""
    return play(tables=2, entries=[])


@pytest.fixture
def boss(hall: tuple[Tournament, User]) -> Client:
    return login(hall[1])


def sheet(table: int = 1) -> Scoresheet:
    return Scoresheet.objects.select_related("match__tournament").get(table_number=table)


def seat(table: int, number: int) -> Seat:
    seats = Seat.objects.select_related("participant", "scoresheet")
    return seats.get(scoresheet__table_number=table, number=number)


def exchange(first: Seat, second: Seat, **more: object) -> dict[str, object]:
    """The data that the page of an exchange posts."""
    return {
        "seat": first.number,
        "left": first.participant.start_number,
        "other_table": second.scoresheet.table_number,
        "other_seat": second.number,
        "came": second.participant.start_number,
        "reason": "mixed up",
        **more,
    }


def problems(answer: Any) -> str:
    return str(answer.context["reply"].text)


def test_the_sheet_shows_its_table(boss: Client) -> None:
    page = text(boss.get(address("scoresheet")))
    name = seat(1, 1).participant
    assert f"<dt>Scorekeeper</dt><dd>Seat 1 · {name}</dd>" in page
    assert '<dt>Cards</dt><dd><span class="soft">no number yet</span></dd>' in page
    assert f"<dt>First dealer</dt><dd>Seat 1 · {name}</dd>" in page
    assert page.count('class="keeps-list"') == 1
    boss.post(address("pack_issue"), {"pack": "14"})
    assert "<dt>Cards</dt><dd>14</dd>" in text(boss.get(address("scoresheet")))


REPLACE = "/tournaments/feldkirchen-2026/1/1/seats/3/replace/"
ACTS = ["Name another scorekeeper", "Name the first dealer", "Issue cards", "Mend a wrong seat"]


@pytest.mark.parametrize(
    ("role", "acts"), [("desk", []), ("supervisor", ACTS[:3]), ("organiser", ACTS)], ids=["desk", "supervisor", "boss"]
)
def test_each_sees_what_he_may_do(hall: object, role: str, acts: list[str]) -> None:
    client = login(make_user(role, username="other"))
    page = text(client.get(address("scoresheet")))
    assert [act for act in ACTS if act in page] == acts
    codes = [
        client.post(address("scorekeeper"), {"seat": 1}).status_code,
        client.post(address("first_dealer"), {"seat": 1}).status_code,
        client.post(reverse("first_dealers", args=["feldkirchen-2026", 1]), {"seat": 1}).status_code,
        client.post(address("pack_issue"), {"pack": "14"}).status_code,
        client.post(address("pack_replace"), {"pack": "14"}).status_code,
        client.get(reverse("packs", args=["feldkirchen-2026", 1])).status_code,
        client.get(address("seats_exchange")).status_code,
        client.get(REPLACE).status_code,
    ]
    allowed = {"desk": [403] * 8, "supervisor": [302] * 5 + [200, 403, 403], "organiser": [302] * 5 + [200] * 3}
    assert codes == allowed[role]


def test_another_scorekeeper_before_the_start(boss: Client) -> None:
    answer = boss.post(address("scorekeeper"), {"seat": 3})
    assert answer.status_code == 302
    assert sheet().scorekeeper == 3
    assert messages_of(boss, sheet()) == ["The scorekeeper is entered."]


def test_during_play_the_page_asks_whether_all_agree(hall: tuple[Tournament, User], boss: Client) -> None:
    act(sheet(), SetSource(source=Source.LIVE), actor=hall[1])
    assert "Everyone at the table agrees" not in text(boss.get(address("scoresheet")))
    write(sheet(), 1, "r12+", hall[1])
    assert "Everyone at the table agrees" in text(boss.get(address("scoresheet")))
    answer = boss.post(address("scorekeeper"), {"seat": 2})
    assert (answer.status_code, sheet().scorekeeper) == (422, 1)
    assert problems(answer) == "Play has begun: another player may keep the sheet only if all players agree (5.3.1)."
    # The choice is kept, and that part of the page stays open.
    page = text(answer)
    assert '<option value="2" selected>' in page
    assert "<details open>" in page
    boss.post(address("scorekeeper"), {"seat": 2, "all_agree": "on"})
    assert sheet().scorekeeper == 2
    assert "Scorekeeper from game 2 on: " in text(boss.get(address("scoresheet")))


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "This field is required."),
        ({"seat": 9}, "Select a valid choice. 9 is not one of the available choices."),
        ({"seat": 2, "after_game": "x"}, "Enter a whole number."),
        ({"seat": 2, "after_game": 33}, "There is no line 33: a sheet has 32 lines."),
    ],
)
def test_what_names_no_scorekeeper(boss: Client, form: dict[str, object], sentence: str) -> None:
    answer = boss.post(address("scorekeeper"), form)
    assert (answer.status_code, problems(answer), sheet().scorekeeper) == (422, sentence, 1)


def test_cards_are_issued_corrected_and_replaced(boss: Client) -> None:
    boss.post(address("pack_issue"), {"pack": "14"})
    assert messages_of(boss, sheet()) == ["The number of the cards is entered."]
    page = text(boss.get(address("scoresheet")))
    assert "Replace the cards" in page
    assert "Only correct the number" in page
    boss.post(address("pack_issue"), {"pack": "15"})
    assert (sheet().pack, TableChange.objects.count()) == ("15", 0)
    boss.post(address("pack_replace"), {"pack": "R7", "after_game": "7"})
    assert messages_of(boss, sheet())[-1] == "The cards are replaced."
    assert sheet().pack == "R7"
    assert "After game 7 cards 15 replaced by R7 (3.4.3)" in text(boss.get(address("scoresheet")))


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        ("", "This field is required."),
        ("15", "Cards 15 lie at table 2."),
        ("=15", "“=15” begins like a formula of a spreadsheet. Please write it without “=” in front."),
        ("1234567890123", "Ensure this value has at most 12 characters (it has 13)."),
    ],
)
def test_what_is_no_pack(hall: tuple[Tournament, User], boss: Client, pack: str, sentence: str) -> None:
    issue_pack(scoresheet=sheet(2), pack="15", actor=hall[1])
    answer = boss.post(address("pack_issue"), {"pack": pack})
    assert (answer.status_code, problems(answer), sheet().pack) == (422, sentence, "")


def test_a_settled_table_offers_only_the_seats(hall: tuple[Tournament, User], boss: Client) -> None:
    accept(sign(fill(sheet(), hall[1]), hall[1]), hall[1])
    page = text(boss.get(address("scoresheet")))
    assert [act for act in ACTS if act in page] == ACTS[3:]
    answer = boss.post(address("scorekeeper"), {"seat": 2})
    assert problems(answer) == "This sheet is settled; nothing changes at its table any more."
    Scoresheet.objects.filter(table_number=1).update(state=SheetState.VOID)
    assert "Mend a wrong seat" not in text(boss.get(address("scoresheet")))


def test_the_page_hears_of_changes_at_the_table(hall: tuple[Tournament, User], boss: Client) -> None:
    version = sheet().version
    issue_pack(scoresheet=sheet(), pack="14", actor=hall[1])
    answer = boss.get(address("scoresheet"), {"v": version}, headers=PARTS)
    assert "<dd>14</dd>" in answer.json()["parts"]["table_part"]


def test_rules_of_another_house_have_no_sections_of_the_schools() -> None:
    tournament, actor = make_tournament(rules="house-10-60"), make_user("organiser", "supervisor", "desk")
    make_participants(tournament, 4)
    draw_lots(tournament.matches.get(number=1), actor)
    client = login(actor)
    assert "printed on the sheets." in text(client.get(reverse("packs", args=[tournament.slug, 1])))
    write(sheet(), 1, "r12+", actor)
    answer = client.post(address("scorekeeper"), {"seat": 2})
    assert problems(answer) == "Play has begun: another player may keep the sheet only if all players agree."
    client.post(address("scorekeeper"), {"seat": 2, "all_agree": "on"})
    client.post(address("pack_issue"), {"pack": "14"})
    answer = client.post(address("pack_issue"), {"pack": "15"})
    assert problems(answer) == "Cards 14 are played with at this table already. Please have them replaced."
    client.post(address("pack_replace"), {"pack": "15"})
    scorekeeper, cards = sheet_view(sheet()).remarks
    assert ", all agreed · " in scorekeeper
    assert "cards 14 replaced by 15 · " in cards


# --- The first dealer ---


def test_2_2_2_the_first_dealer_of_a_table(hall: tuple[Tournament, User], boss: Client) -> None:
    answer = boss.post(address("first_dealer"), {"seat": 3})
    assert (answer.status_code, sheet().first_dealer, sheet(2).first_dealer) == (302, 3, 1)
    assert messages_of(boss, sheet()) == ["The first dealer is entered."]
    page = text(boss.get(address("scoresheet")))
    assert f"<dt>First dealer</dt><dd>Seat 3 · {seat(1, 3).participant}</dd>" in page
    assert "Name the first dealer" in page
    write(sheet(), 1, "r12+", hall[1])
    assert "Name the first dealer" not in text(boss.get(address("scoresheet")))
    answer = boss.post(address("first_dealer"), {"seat": 2})
    assert (answer.status_code, sheet().first_dealer) == (409, 3)
    assert problems(answer) == "Something is written on this sheet already: its first dealer stays."
    assert boss.post(address("first_dealer"), {"seat": 9}).status_code == 422


def test_2_2_2_the_first_dealer_of_all_tables(hall: tuple[Tournament, User], boss: Client) -> None:
    dealers, page = (reverse(name, args=["feldkirchen-2026", 1]) for name in ("first_dealers", "packs"))
    answer = boss.post(dealers, {"seat": 4}, follow=True)
    assert answer.redirect_chain == [(page, 302)]
    assert (sheet().first_dealer, sheet(2).first_dealer) == (4, 4)
    assert "The first dealer of all tables is entered." in text(answer)
    assert text(answer).count("Seat 4 · ") == 2
    assert '<option value="4" selected>Seat 4</option>' in text(answer)
    write(sheet(2), 1, "r12+", hall[1])
    assert "Table 2 plays already." in text(boss.post(dealers, {"seat": 1}, follow=True))
    assert "Select a valid choice." in text(boss.post(dealers, {"seat": 5}, follow=True))
    assert (sheet().first_dealer, sheet(2).first_dealer) == (4, 4)


# --- All packs of a match ---


def test_the_packs_of_all_tables(boss: Client) -> None:
    page = reverse("packs", args=["feldkirchen-2026", 1])
    assert text(boss.get(page)).count("no number yet") == 2
    answer = boss.post(page, {"first": "14"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["The cards of all tables are numbered."]
    assert [(row.table, row.pack) for row in answer.context["tables"]] == [(1, "14"), (2, "15")]
    assert reverse("packs", args=["feldkirchen-2026", 1]) in text(
        boss.get(reverse("match", args=["feldkirchen-2026", 1]))
    )


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("", "This field is required."),
        ("0", "Ensure this value is greater than or equal to 1."),
        ("x", "Enter a whole number."),
        ("100000", "Ensure this value is less than or equal to 99999."),
    ],
)
def test_what_is_no_first_number(boss: Client, first: str, sentence: str) -> None:
    answer = boss.post(reverse("packs", args=["feldkirchen-2026", 1]), {"first": first})
    assert (answer.status_code, answer.context["form"].errors["first"]) == (200, [sentence])
    assert set(Scoresheet.objects.values_list("pack", flat=True)) == {""}


def test_a_table_that_plays_keeps_its_cards(hall: tuple[Tournament, User], boss: Client) -> None:
    page = reverse("packs", args=["feldkirchen-2026", 1])
    boss.post(page, {"first": "1"})
    write(sheet(2), 1, "r12+", hall[1])
    answer = boss.post(page, {"first": "14"})
    sentence = "Table 2 plays with its cards already. Please issue the others table by table."
    assert answer.context["form"].errors["first"] == [sentence]
    assert 'value="14"' in text(answer)


def test_before_the_draw_there_are_no_tables(boss: Client) -> None:
    for answer in (boss.get(reverse("packs", args=["feldkirchen-2026", 2])),):
        assert (answer.status_code, answer["Location"]) == (302, reverse("match", args=["feldkirchen-2026", 2]))
    assert boss.get(reverse("packs", args=["feldkirchen-2026", 9])).status_code == 404


# --- Two seats exchanged ---


def test_first_it_says_what_would_change(hall: tuple[Tournament, User], boss: Client) -> None:
    write(sheet(2), 1, "r12+", hall[1])
    first, second = seat(1, 2), seat(2, 3)
    page = text(boss.get(address("seats_exchange"), {"seat": 2, "person": second.participant.start_number}))
    assert f'Table 1, seat 2</dt><dd>{second.participant} <span class="soft">instead of {first.participant}' in page
    assert f'Table 2, seat 3</dt><dd>{first.participant} <span class="soft">instead of {second.participant}' in page
    assert "Table 2: 1 game is written. Its points stay with the seats." in page
    assert "Table 1: " not in page
    assert "lapse" not in page
    assert TableChange.objects.count() == 0


def test_it_says_whose_signatures_lapse(db: None) -> None:
    tournament, actor = play()
    decide(first_sheet(tournament), actor)
    sign(first_sheet(tournament), actor, 1)
    page = text(login(actor).get(address("seats_exchange"), {"seat": 1, "person": seat(1, 2).participant.last_name}))
    assert "Table 1: 32 games are written. Their points stay with the seats." in page
    assert page.count("The signatures of table 1 lapse.") == 1


def test_then_it_is_done(boss: Client) -> None:
    first, second = seat(1, 2), seat(2, 3)
    answer = boss.post(address("seats_exchange"), exchange(first, second))
    assert (answer.status_code, answer["Location"]) == (302, sheet().get_absolute_url())
    assert (seat(1, 2).participant, seat(2, 3).participant) == (second.participant, first.participant)
    assert messages_of(boss, sheet()) == ["The seats are exchanged. The sheet says so below its lines."]
    page = text(boss.get(address("scoresheet")))
    assert f"Seat 2 exchanged with table 2, seat 3: here now {second.participant}, there {first.participant}" in page


def test_a_second_press_changes_nothing(boss: Client) -> None:
    first, second = seat(1, 2), seat(2, 3)
    for _press in range(2):
        boss.post(address("seats_exchange"), exchange(first, second))
    assert seat(1, 2).participant == second.participant
    assert TableChange.objects.count() == 2
    assert "Somebody else sits there by now. Please look at both tables again." in messages_of(boss, sheet())


def test_without_a_reason_what_would_change_stays(boss: Client) -> None:
    first, second = seat(1, 2), seat(2, 3)
    answer = boss.post(address("seats_exchange"), exchange(first, second, reason=""))
    assert answer.context["form"].errors["reason"] == ["This field is required."]
    assert f'{second.participant} <span class="soft">instead of {first.participant}' in text(answer)
    answer = boss.post(address("seats_exchange"), exchange(first, second, reason="=x"))
    assert "begins like a formula" in answer.context["form"].non_field_errors()[0]
    assert TableChange.objects.count() == 0


def test_a_finished_tournament_says_so(boss: Client) -> None:
    first, second = seat(1, 2), seat(2, 3)
    Tournament.objects.update(state="finished")
    answer = boss.post(address("seats_exchange"), exchange(first, second))
    assert "The tournament is finished and its ranking official." in text(answer)
    assert seat(1, 2).participant == first.participant


@pytest.mark.parametrize("changed", [{"seat": "x"}, {"other_table": ""}, {"came": 99}, {"left": 10**30}])
def test_a_form_that_was_tampered_with_changes_nothing(boss: Client, changed: dict[str, object]) -> None:
    answer = boss.post(address("seats_exchange"), exchange(seat(1, 2), seat(2, 3), **changed))
    assert (answer.status_code, TableChange.objects.count()) == (302, 0)


def test_several_fit_and_one_is_chosen(boss: Client) -> None:
    answer = boss.get(address("seats_exchange"), {"seat": 1, "person": "er"})
    page = text(answer)
    assert "Several fit. Who should sit there?" in page
    names = {"Obermaier", "Huber", "Löffler", "Zöllner", "Aigner", "Reiter"} - {seat(1, 1).participant.last_name}
    assert {row.participant.last_name for row in answer.context["found"]} == names
    for row in answer.context["found"]:
        assert f'href="?seat=1&person={row.participant.start_number}"' in page


@pytest.mark.parametrize("person", ["99", "Nobody", "²", "%"])
def test_nobody_fits(boss: Client, person: str) -> None:
    answer = boss.get(address("seats_exchange"), {"seat": 1, "person": person})
    sentence = "Nobody else of this match fits. Please check the number or the name."
    assert answer.context["form"].errors["person"] == [sentence]


def test_nobody_changes_places_with_himself(boss: Client) -> None:
    number = seat(1, 1).participant.start_number
    answer = boss.get(address("seats_exchange"), {"seat": 1, "person": number})
    assert list(answer.context["form"].errors) == ["person"]


@pytest.mark.parametrize("query", [{}, {"seat": "1"}, {"seat": "9", "person": "1"}, {"seat": "1", "person": "x" * 90}])
def test_what_is_missing_is_asked_for(boss: Client, query: dict[str, str]) -> None:
    answer = boss.get(address("seats_exchange"), query)
    assert answer.status_code == 200
    assert "Who should sit there" in text(answer)
    assert answer.context.get("first") is None


# --- Somebody else takes the seat of a player who did not come ---


@pytest.mark.parametrize("typed", ["9" * 5000, "q " * 20_000], ids=["digits", "words"])
def test_whatever_is_typed_somebody_is_only_not_found(hall: tuple[Tournament, User], boss: Client, typed: str) -> None:
    late = make_participants(hall[0], 1, first=99)[0]
    form = {"seat": 3, "person": typed}
    substitute = reverse("substitute", args=["feldkirchen-2026", seat(1, 3).participant.start_number])
    answers = [boss.get(place, form) for place in (address("seats_exchange"), REPLACE, substitute)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert late.last_name not in text(answers[1])


def test_a_late_comer_is_entered_and_takes_the_seat(hall: tuple[Tournament, User], boss: Client) -> None:
    absent = seat(1, 3).participant
    for start in (address("scoresheet"), reverse("participant_edit", args=["feldkirchen-2026", absent.start_number])):
        assert REPLACE in text(boss.get(start))
    nobody = text(boss.get(address("seats_exchange"), {"seat": 3, "person": "wirt"}))
    assert f"{REPLACE}?person=wirt" in nobody
    assert "Everyone on the list has a seat in this match." in text(boss.get(REPLACE))
    entered = {"new": "1", "last_name": "Wirt", "first_name": "Vroni", "house": "on"}
    answer = boss.post(REPLACE, entered)
    page = text(answer)
    assert ("Vroni Wirt" in page, "Is at least 16 years old and accepts the rules (5.2.12)" in page) == (True, True)
    entered |= dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', page))
    form = {**entered, "reason": "was stuck in traffic", "accepts_rules": "on"}
    refused = boss.post(REPLACE, {**form, "accepts_rules": ""})
    assert refused.context["form"].errors == {"accepts_rules": ["This field is required."]}
    twice = boss.post(REPLACE, {**form, "last_name": absent.last_name, "first_name": absent.first_name})
    assert list(twice.context["form"].errors) == ["last_name"]
    # Nobody is on the list without the seat, at whichever step it failed.
    assert Participant.objects.count() == 8
    for _press in range(2):
        boss.post(REPLACE, form)
    assert Participant.objects.count() == 9
    assert (str(seat(1, 3).participant), seat(1, 3).participant.house) == ("Vroni Wirt", True)
    assert TableChange.objects.count() == 1
    sentence = f"Vroni Wirt instead of {absent}"
    assert f"Seat 3: {sentence}, before the first game (was stuck in traffic)" in text(boss.get(address("scoresheet")))
    match = text(boss.get(reverse("match", args=["feldkirchen-2026", 1])))
    assert ("<dt>Seat 3 at table 1</dt>" in match, "was stuck in traffic" in match) == (True, True)
    # Only the hall's staff sees why somebody did not come.
    public = text(Client().get(reverse("public_draw", args=["feldkirchen-2026", 1])))
    assert (sentence in public, "was stuck in traffic" in public) == (True, False)


def test_once_a_game_is_written_nobody_else_takes_a_seat(hall: tuple[Tournament, User], boss: Client) -> None:
    write(sheet(), 1, "r12+", hall[1])
    answer = boss.get(REPLACE)
    assert answer["Location"] == sheet().get_absolute_url()
    assert messages_of(boss, sheet()) == ["Table 1 plays already: nobody else can take a seat there any more."]
    assert REPLACE not in text(boss.get(address("scoresheet")))
