"""The ways out of each obstacle to a draw: one press, and back on the page of the draw."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import draw_match
from tournament.enums import ClosedListState, LotSource
from tournament.models import ClosedList, Draw, Participant, Tournament, User


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def olga(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def organiser(client: Client, olga: User) -> Client:
    client.force_login(olga)
    return client


def page(client: Client, tournament: Tournament) -> Any:
    answer = client.get(reverse("match", args=[tournament.slug, 1]))
    assert answer.status_code == 200
    return answer


def press(client: Client, tournament: Tournament, button: str, **data: str) -> Any:
    """Press the button with these words: send its form as it is on the page, to the form's address."""
    html = page(client, tournament).content.decode()
    for form in re.findall(r"<form.*?</form>", html, re.DOTALL):
        label = " ".join(re.sub(r"<[^>]+>", " ", form[form.index("<button") :]).split())
        if label == button:
            action = re.search(r'action="([^"]+)"', form)[1]
            hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
            answer = client.post(action, {**hidden, **data}, follow=True)
            assert (
                answer.request["PATH_INFO"] == reverse("match", args=[tournament.slug, 1]) or not answer.redirect_chain
            )
            return answer
    raise AssertionError(f"There is no button “{button}”.")


def listed(tournament: Tournament) -> list[int]:
    return list(tournament.participants.filter(withdrawn=False).values_list("start_number", flat=True))


def codes(answer: Any) -> list[str]:
    return [obstacle.code for obstacle in answer.context["preflight"].obstacles]


def test_too_many_are_taken_off_one_by_one_and_taken_back(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 6)
    # The two surplus players registered last; behind them those who registered before, the newest first.
    take_off = re.findall(r"Take off the list : (\d+)", words(page(organiser, tournament)))
    assert take_off == ["5", "6", "4", "3", "2"]
    answer = press(organiser, tournament, "Take off the list : 6 Bäuml Franz")
    assert messages_of(answer) == ["Franz Bäuml is withdrawn and keeps start number 6."]
    assert codes(answer) == ["does_not_divide"]
    answer = press(organiser, tournament, "Take off the list : 5 Zöllner Eva")
    assert (codes(answer), listed(tournament)) == ([], [1, 2, 3, 4])
    assert answer.content.decode().count("btn-primary") == 1
    answer = press(organiser, tournament, "Plays after all : 6 Bäuml Franz")
    assert (messages_of(answer), listed(tournament)) == (
        ["Franz Bäuml plays again, with start number 6."],
        [1, 2, 3, 4, 6],
    )


def test_whoever_came_late_goes_and_the_player_of_the_house_stays(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    make_participants(tournament, 1, first=9)
    assert codes(page(organiser, tournament)) == ["does_not_divide"]
    answer = press(organiser, tournament, "Take off the list : 8 Reiter Hias")
    assert (codes(answer), listed(tournament)) == ([], [1, 2, 3, 4, 5, 6, 7, 9])


def test_players_of_the_house_fill_up_a_table(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 6)
    answer = press(organiser, tournament, "Enter participant", last_name="Wirt", first_name="Xaver")
    assert messages_of(answer) == ["Start number 7: Xaver Wirt."]
    # Another one is missing: the form is there again, with the cursor in its field.
    assert re.search(r'name="last_name"[^>]* autofocus', answer.content.decode())
    answer = press(organiser, tournament, "Enter participant", last_name="Wirt", first_name="Vroni")
    assert (codes(answer), listed(tournament)) == ([], [1, 2, 3, 4, 5, 6, 7, 8])
    house = tournament.participants.filter(house=True)
    assert [row.start_number for row in house] == [7, 8]
    assert "autofocus" not in answer.content.decode()


def test_an_empty_list_leads_to_the_participants(organiser: Client, tournament: Tournament) -> None:
    answer = page(organiser, tournament)
    assert (codes(answer), "Enter a player of the house" in words(answer)) == (["too_few"], False)
    address = reverse("participants", args=[tournament.slug])
    assert f'<a class="btn btn-primary" href="{address}">To the participants</a>' in answer.content.decode()
    make_participants(tournament, 3)
    answer = press(organiser, tournament, "Enter participant", last_name="Wirt", first_name="Xaver")
    assert codes(answer) == []


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"last_name": "", "first_name": "Xaver"}, {"last_name": ["This field is required."]}),
        ({"last_name": "Wirt", "first_name": "123"}, {"first_name": ["“123” is no name: it has no letters."]}),
        (
            {"last_name": "Huber", "first_name": "Bene"},
            {
                "last_name": [
                    "Bene Huber is registered already, with start number 2. "
                    "Another person of this name is told apart by the club or the date of birth, which both need."
                ]
            },
        ),
    ],
)
def test_a_wrong_name_has_its_sentence_and_stays(
    organiser: Client, tournament: Tournament, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    make_participants(tournament, 7)
    answer = press(organiser, tournament, "Enter participant", **typed)
    assert answer.context["house"].errors == errors
    html = answer.content.decode()
    assert all(sentence in words(answer) for sentences in errors.values() for sentence in sentences)
    assert all(f'value="{value}"' in html for value in typed.values() if value)
    assert re.findall(r'<input[^>]* name="(\w+)"[^>]* autofocus', html) == list(errors)
    assert len(listed(tournament)) == 7


def test_all_are_there_after_all(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    Participant.objects.filter(start_number__lte=5).update(arrived=True)
    assert codes(page(organiser, tournament)) == ["not_present"]
    answer = press(organiser, tournament, "is there : 7 Aigner Gretl")
    assert "2 participants are not ticked off as present: 6 Bäuml Franz, 8 Reiter Hias." in words(answer)
    answer = press(organiser, tournament, "All are there")
    assert (codes(answer), messages_of(answer)) == ([], ["Everyone on the list is there."])


def test_whoever_did_not_come_is_taken_off(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    Participant.objects.filter(start_number__lte=4).update(arrived=True)
    names = "5 Zöllner Eva, 6 Bäuml Franz, 7 Aigner Gretl, 8 Reiter Hias"
    text = words(page(organiser, tournament))
    assert f"Take the 4 missing off the list 4 participants are withdrawn: {names}. Withdraw" in text
    answer = press(organiser, tournament, "Withdraw")
    assert (codes(answer), listed(tournament)) == ([], [1, 2, 3, 4])
    assert messages_of(answer) == ["4 participants are withdrawn."]
    assert "Withdrawn, not drawn (4)" in words(answer)
    # Pressed by mistake in front of everyone: one press takes it back.
    answer = press(organiser, tournament, "All 4 play after all")
    assert (messages_of(answer), listed(tournament)) == (["4 participants play again."], [1, 2, 3, 4, 5, 6, 7, 8])
    assert codes(answer) == ["not_present"]


def test_the_absent_who_still_play_cannot_be_taken_off(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    open_scoresheet(tournament)
    Participant.objects.filter(start_number__gt=4).update(arrived=True)
    answer = organiser.post(reverse("absent_withdraw", args=[tournament.slug]) + "?match=2", follow=True)
    assert answer.request["PATH_INFO"] == reverse("match", args=[tournament.slug, 2])
    assert messages_of(answer) == [
        "Anna Obermaier has a seat at table 1 of match 1, but no game is written yet: the organiser gives the seat "
        "to somebody else, on the page of the entry, or takes the lots back under “Draw anew” on the page of the match."
    ]
    assert len(listed(tournament)) == 8


def test_a_player_of_the_house_is_there_by_being_entered(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 7)
    Participant.objects.update(arrived=True)
    answer = press(organiser, tournament, "Enter participant", last_name="Wirt", first_name="Xaver")
    assert codes(answer) == []


def test_the_date_of_birth_is_corrected_and_the_way_leads_back(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    Participant.objects.filter(start_number=2).update(birth_date=dt.date(2018, 1, 1))
    answer = page(organiser, tournament)
    assert codes(answer) == ["under_age"]
    address = reverse("participant_edit", args=[tournament.slug, 2]) + "?match=1"
    assert f'href="{address}"' in answer.content.decode()
    typed = organiser.get(address).context["form"].initial | {"birth_date": "1.1.1981"}
    answer = organiser.post(address, {name: value or "" for name, value in typed.items()}, follow=True)
    assert answer.request["PATH_INFO"] == reverse("match", args=[tournament.slug, 1])
    assert codes(answer) == []


def test_the_too_young_are_taken_off(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 5)
    Participant.objects.filter(start_number=2).update(birth_date=dt.date(2018, 1, 1))
    answer = press(organiser, tournament, "Take off the list : 2 Huber Bene")
    assert (codes(answer), listed(tournament)) == ([], [1, 3, 4, 5])


def test_a_place_that_is_not_there_leads_to_its_entry(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    Participant.objects.filter(start_number=2).update(fixed_table=9, fixed_seat=1)
    answer = page(organiser, tournament)
    assert codes(answer) == ["no_such_place"]
    assert reverse("participant_edit", args=[tournament.slug, 2]) + "?match=1" in answer.content.decode()
    assert "Change the place of Huber Bene" in words(answer)


# --------------------------------------------------------------------------- between closing the list and drawing


def closed_list(tournament: Tournament, olga: User, **options: Any) -> ClosedList:
    return close_list(match=tournament.matches.get(number=1), actor=olga, **options)


def test_withdrawn_between_closing_and_drawing(organiser: Client, tournament: Tournament, olga: User) -> None:
    make_participants(tournament, 8)
    closed = closed_list(tournament, olga)
    Participant.objects.filter(start_number=3).update(withdrawn=True)
    draw = reverse("draw", args=[tournament.slug, 1])
    answer = organiser.post(draw, {"closing": closed.number})
    assert codes(answer) == ["does_not_divide", "list_changed"]
    assert "Withdrawn since the list was closed: 3 Löffler Centa." in words(answer)
    assert not Draw.objects.exists()
    # One player for another: one press closes the list again.
    answer = press(organiser, tournament, "Enter participant", last_name="Wirt", first_name="Xaver")
    assert codes(answer) == ["list_changed"]
    answer = press(organiser, tournament, "Open the list and close it anew")
    assert messages_of(answer) == ["The list was closed again: it has a new fingerprint."]
    assert codes(answer) == []
    first, second = ClosedList.objects.order_by("number")
    assert (first.state, second.state) == (ClosedListState.REOPENED, ClosedListState.CLOSED)
    assert second.terms["entrants"] == [1, 2, 4, 5, 6, 7, 8, 9]
    press(organiser, tournament, "Draw the lots")
    assert Draw.objects.get().closed_list == second


def test_what_was_changed_can_be_undone(organiser: Client, tournament: Tournament, olga: User) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    closed = closed_list(tournament, olga)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=False)
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    assert codes(page(organiser, tournament)) == ["list_changed"]
    press(organiser, tournament, "Plays after all : 1 Obermaier Anna")
    answer = press(organiser, tournament, "Take off the list : 9 Nachname9 Vorname9")
    assert codes(answer) == []
    press(organiser, tournament, "Draw the lots")
    assert Draw.objects.get().closed_list == closed


def test_numbers_named_for_a_list_are_not_carried_over(organiser: Client, tournament: Tournament, olga: User) -> None:
    """The numbers may be known already, so closing again takes two presses there, and the numbers are typed again."""
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    closed_list(tournament, olga, source=LotSource.NUMBERS)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=False)
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    answer = page(organiser, tournament)
    assert "Open the list and close it anew" not in words(answer)
    assert answer.content.decode().count("btn-primary") == 1
    answer = press(organiser, tournament, "Open the list")
    assert codes(answer) == []
    assert answer.context["form"]["source"].value() == LotSource.NUMBERS


def test_a_list_that_cannot_be_closed_anew_stays_closed(organiser: Client, tournament: Tournament, olga: User) -> None:
    make_participants(tournament, 8)
    closed = closed_list(tournament, olga)
    Participant.objects.filter(start_number=3).update(withdrawn=True)
    answer = organiser.post(reverse("list_renew", args=[tournament.slug, 1]), follow=True)
    assert messages_of(answer)[0].startswith("1 is missing for a table of four: 7 are on the list.")
    assert ClosedList.objects.get().state == ClosedListState.CLOSED
    assert ClosedList.objects.get() == closed


# --------------------------------------------------------------------------------------------------------- who may


def test_the_desk_mends_the_list_and_does_not_draw(client: Client, tournament: Tournament, olga: User) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=True)
    closed_list(tournament, olga)
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    Participant.objects.filter(pk=players[8].pk).update(withdrawn=False)
    client.force_login(make_user("desk"))
    answer = page(client, tournament)
    assert "Open the list" not in words(answer).replace("Please open the list", "")
    press(client, tournament, "Plays after all : 1 Obermaier Anna")
    answer = press(client, tournament, "Take off the list : 9 Nachname9 Vorname9")
    assert codes(answer) == []


def test_without_a_role_there_are_no_buttons(client: Client, tournament: Tournament) -> None:
    make_participants(tournament, 7)
    Participant.objects.filter(start_number=1).update(arrived=True)
    client.force_login(make_user())
    html = page(client, tournament).content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    assert "1 is missing for a table of four" in main
    assert "<form" not in main
    house = reverse("house_player", args=[tournament.slug, 1])
    assert client.post(house, {"last_name": "Wirt", "first_name": "Xaver"}).status_code == 403
    assert len(listed(tournament)) == 7


def test_a_house_player_after_the_draw_comes_too_late_for_it(
    organiser: Client, tournament: Tournament, olga: User
) -> None:
    make_participants(tournament, 8)
    draw_match(closed=closed_list(tournament, olga), actor=olga)
    answer = organiser.post(
        reverse("house_player", args=[tournament.slug, 1]), {"last_name": "Wirt", "first_name": "Xaver"}, follow=True
    )
    (sentence,) = messages_of(answer)
    assert sentence.startswith("Match 1 is drawn already: Olga Orga, ")
    assert len(listed(tournament)) == 8
