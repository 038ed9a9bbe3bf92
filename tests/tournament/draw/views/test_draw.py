"""The way to the lots at the desk: closing the list, drawing, and somebody who was faster in another window."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, page_of
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.enums import ClosedListState, LotSource
from tournament.models import ClosedList, Draw, Participant, Tournament, User


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def organiser(client: Client, db: None) -> Client:
    client.force_login(make_user("organiser", full_name="Olga Orga"))
    return client


@pytest.fixture
def other(db: None) -> User:
    """Another organiser in another window."""
    return make_user("organiser", username="bene", full_name="Bene Huber")


def flat(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(page_of(answer).split())


def page(client: Client, name: str, tournament: Tournament, number: int = 1, **query: str) -> str:
    return flat(client.get(reverse(name, args=[tournament.slug, number]), query))


def press(client: Client, name: str, tournament: Tournament, number: int = 1, **data: object) -> Any:
    return client.post(reverse(name, args=[tournament.slug, number]), data, follow=True)


def close(client: Client, tournament: Tournament, number: int = 1, **data: object) -> ClosedList:
    """Press the button with the settings as the page shows them; return the list that is then closed."""
    press(client, "list_close", tournament, number, **{"source": "system", "even_seats": "on", **data})
    return ClosedList.objects.get(match__tournament=tournament, match__number=number, state=ClosedListState.CLOSED)


def withdraw(*players: Participant) -> None:
    Participant.objects.filter(pk__in=[player.pk for player in players]).update(withdrawn=True)


def test_two_presses_from_the_list_to_the_tables(organiser: Client, tournament: Tournament) -> None:
    withdraw(make_participants(tournament, 9)[4])
    html = page(organiser, "match", tournament)
    assert '<dd class="decided">8</dd>' in html
    assert "<dd>2 tables of 4</dd>" in html
    assert "5 Zöllner Eva" in html
    assert (html.count("btn-primary"), '<details class="draw-settings">' in html) == (1, True)
    answer = press(organiser, "list_close", tournament, source="system")
    assert answer.redirect_chain == [(reverse("match", args=[tournament.slug, 1]), 302)]
    html, closed = flat(answer), ClosedList.objects.get()
    assert (html.count("btn-primary"), "The list is closed" in html) == (1, True)
    assert (closed.list_hash in html, closed.commitment in html, closed.secret in html) == (True, True, False)
    assert reverse("public_draw", args=[tournament.slug, 1]) in html
    (closing,) = re.findall(r'name="closing" value="(\d+)"', html)
    answer = press(organiser, "draw", tournament, closing=closing)
    assert answer.redirect_chain == [(reverse("match", args=[tournament.slug, 1]), 302)]
    assert messages_of(answer) == ["The lots of match 1 are drawn and published."]
    draw = Draw.objects.get()
    html = flat(answer)
    assert all(draw.protocol[name] in html for name in ("seed", "list_hash", "commitment", "secret"))
    assert "Olga Orga" in html


def test_three_participants_name_a_number_each(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament, source="numbers")
    html = page(organiser, "match", tournament)
    assert [html.count(f'name="{name}_{one}"') for name in ("witness", "number") for one in (1, 2, 3)] == [1] * 6
    typed = {"witness_1": "7", "witness_2": " 2 ", "witness_3": "5", "number_1": "12 34", "number_2": "007"}
    answer = press(organiser, "draw", tournament, closing=closed.number, number_3="1.000.000", **typed)
    assert messages_of(answer) == [
        "Spaces and dots were left out: 1234, 1000000.",
        "The lots of match 1 are drawn and published.",
    ]
    protocol = Draw.objects.get().protocol
    assert (protocol["hall"], protocol["witnesses"]) == (["1234", "007", "1000000"], [7, 2, 5])
    assert lots.verify(protocol) == []
    html = flat(answer)
    assert ("7 Aigner Gretl, 2 Huber Bene, 5 Zöllner Eva" in html, "1234 · 007 · 1000000" in html) == (True, True)


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"number_2": "12a"}, "number_2", "“12a” is no number. Please type digits only."),
        ({"number_2": "1.5"}, "number_2", "“1.5” is no number. Please type digits only."),
        ({"number_2": ""}, "number_2", "Row 2: the number named is missing."),
        ({"witness_2": ""}, "witness_2", "Row 2: the start number is missing."),
        ({"number_2": "1" * 21}, "number_2", "A number has 20 digits at most."),
        ({"witness_3": "Anna"}, "witness_3", "“Anna” is no number. Please type digits only."),
        ({"witness_3": "99"}, "witness_3", "Nobody has start number 99. Please check who witnesses the draw."),
        (
            {"witness_3": "9" * 20},
            "witness_3",
            f"Nobody has start number {'9' * 20}. Please check who witnesses the draw.",
        ),
        (
            {"witness_3": "1"},
            "witness_3",
            "Three different participants name a number each. Please give the start number of each of them.",
        ),
    ],
)
def test_a_wrong_number_has_its_sentence_and_what_was_typed_stays(
    organiser: Client, tournament: Tournament, typed: dict[str, str], field: str, sentence: str
) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament, source="numbers")
    data = {f"witness_{one}": str(one) for one in (1, 2, 3)} | {f"number_{one}": f"{one} {one}" for one in (1, 2, 3)}
    answer = press(organiser, "draw", tournament, closing=closed.number, **{**data, **typed})
    form = answer.context["form"]
    assert form.errors == {field: [sentence]}
    assert [name for name in form.fields if form.fields[name].widget.attrs.get("autofocus")] == [field]
    assert {name: form[name].value() for name in data} == {**data, **typed}
    assert messages_of(answer) == [sentence]
    assert not Draw.objects.exists()


def test_all_that_is_wrong_is_said_at_once_and_on_top(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament, source="numbers")
    data = {"witness_1": "99", "number_1": "7", "witness_2": "3", "number_2": "x", "witness_3": "3", "number_3": ""}
    answer = press(organiser, "draw", tournament, closing=closed.number, **data)
    three = "Three different participants name a number each. Please give the start number of each of them."
    assert answer.context["form"].errors == {
        "witness_1": ["Nobody has start number 99. Please check who witnesses the draw."],
        "number_2": ["“x” is no number. Please type digits only."],
        "witness_3": [three],
        "number_3": ["Row 3: the number named is missing."],
    }
    (message,) = messages_of(answer)
    assert message == (
        "Nobody has start number 99. Please check who witnesses the draw. “x” is no number. Please type digits only. "
        f"{three} Row 3: the number named is missing."
    )
    assert not Draw.objects.exists()


def test_a_lottery_is_one_field(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    answer = press(organiser, "list_close", tournament, source="lottery", note="")
    assert list(answer.context["form"].errors) == ["note"]
    html = flat(answer)
    assert '<details class="draw-settings" open>' in html
    assert '<label for="id_note">Which lottery, of which day</label>' in html
    assert messages_of(answer) == [
        "Please say which lottery counts, and of which day: the list is closed before its numbers are known."
    ]
    closed = close(organiser, tournament, source="lottery", note="Lotto 6 aus 49, Samstag")
    assert "Lotto 6 aus 49, Samstag" in page(organiser, "match", tournament)
    answer = press(organiser, "draw", tournament, closing=closed.number, hall="4, 17 x 31")
    assert answer.context["form"].errors == {"hall": ["“x” is no number. Please type digits only."]}
    answer = press(organiser, "draw", tournament, closing=closed.number, hall="")
    assert answer.context["form"].errors == {
        "hall": ["Please type the numbers of the lottery: digits only, one to twelve numbers."]
    }
    answer = press(organiser, "draw", tournament, closing=closed.number, hall="4, 17 23 - 31/40;49", witnesses="3 8")
    assert messages_of(answer) == ["The lots of match 1 are drawn and published."]
    protocol = Draw.objects.get().protocol
    assert (protocol["hall"], protocol["witnesses"]) == (["4", "17", "23", "31", "40", "49"], [3, 8])


def test_witnesses_look_on_at_every_source(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament)
    answer = press(organiser, "draw", tournament, closing=closed.number, witnesses="3 99")
    sentence = "Nobody has start number 99. Please check who witnesses the draw."
    assert answer.context["form"].errors == {"witnesses": [sentence]}
    assert '<details class="draw-settings" open>' in flat(answer)
    answer = press(organiser, "draw", tournament, closing=closed.number, witnesses="1 2 3 4")
    assert messages_of(answer) == ["At most three different participants witness the draw."]
    press(organiser, "draw", tournament, closing=closed.number, witnesses="3, 1")
    assert Draw.objects.get().protocol["witnesses"] == [3, 1]


def test_the_settings_are_chosen_once(organiser: Client, tournament: Tournament) -> None:
    """Closed again after opening, and in the next match, the list keeps its settings; only the lottery is another."""
    make_participants(tournament, 8)
    close(organiser, tournament, source="lottery", note="Lotto am Samstag", avoid_clubs="on")
    press(organiser, "list_open", tournament)
    form = organiser.get(reverse("match", args=[tournament.slug, 1])).context["form"]
    values = {name: form[name].value() for name in form.fields}
    assert values == {"avoid_clubs": True, "source": LotSource.LOTTERY, "note": "Lotto am Samstag"}
    closed = close(organiser, tournament, source="lottery", note="Lotto am Samstag", avoid_clubs="on")
    press(organiser, "draw", tournament, closing=closed.number, hall="1 2 3")
    form = organiser.get(reverse("match", args=[tournament.slug, 2])).context["form"]
    values = {name: form[name].value() for name in form.fields}
    assert values == {"avoid_clubs": True, "even_seats": True, "source": LotSource.LOTTERY, "note": ""}


def test_rules_with_tables_of_three_and_four_are_asked(organiser: Client, db: None) -> None:
    tournament = make_tournament(rules="palatinate-three")
    make_participants(tournament, 12)
    form = organiser.get(reverse("match", args=[tournament.slug, 1])).context["form"]
    assert form.fields["usual"].choices == [(3, "4 tables of 3"), (4, "3 tables of 4")]
    assert close(organiser, tournament, usual=4).terms["tables"] == [4, 4, 4]
    press(organiser, "list_open", tournament)
    form = organiser.get(reverse("match", args=[tournament.slug, 1])).context["form"]
    assert form["usual"].value() == 4
    # Seven players fill the tables in only one way, so there is no question.
    withdraw(*tournament.participants.all()[7:])
    assert "usual" not in organiser.get(reverse("match", args=[tournament.slug, 1])).context["form"].fields
    assert close(organiser, tournament).terms["tables"] == [4, 3]


# ---------------------------------------------------------------------------------- somebody was faster elsewhere


def test_a_second_press_is_told_who_drew(organiser: Client, tournament: Tournament, other: User) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament)
    press(organiser, "draw", tournament, closing=closed.number)
    for name, data in (("draw", {"closing": closed.number}), ("list_close", {"source": "system"}), ("list_open", {})):
        answer = press(organiser, name, tournament, **data)
        (sentence,) = messages_of(answer)
        assert sentence.startswith("Match 1 is drawn already: Olga Orga, ")
        assert answer.redirect_chain == [(reverse("match", args=[tournament.slug, 1]), 302)]
    assert Draw.objects.count() == 1


def test_a_list_that_another_closed(organiser: Client, tournament: Tournament, other: User) -> None:
    make_participants(tournament, 8)
    closed = close_list(match=tournament.matches.get(number=1), actor=other, avoid_clubs=True)
    answer = press(organiser, "list_close", tournament, source="system")
    (sentence,) = messages_of(answer)
    assert sentence.startswith("The list is closed already: Bene Huber, ")
    assert ClosedList.objects.get() == closed


def test_a_list_that_another_opened(organiser: Client, tournament: Tournament, other: User) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament)
    reopen_list(closed=closed, actor=other)
    answer = press(organiser, "draw", tournament, closing=closed.number)
    assert messages_of(answer) == ["The list was opened again in the meantime. Please close it, then draw."]
    close(organiser, tournament)
    assert messages_of(press(organiser, "list_open", tournament)) == [
        "The list is open again; nothing was drawn from it."
    ]
    assert messages_of(press(organiser, "list_open", tournament)) == ["The list is open already."]
    assert messages_of(press(organiser, "list_renew", tournament)) == ["The list is open already."]
    assert not Draw.objects.exists()


def test_only_the_list_that_was_looked_at_is_drawn(organiser: Client, tournament: Tournament, other: User) -> None:
    make_participants(tournament, 8)
    closed = close(organiser, tournament)
    reopen_list(closed=closed, actor=other)
    new = close_list(match=tournament.matches.get(number=1), actor=other)
    for closing in (closed.number, "", "x"):
        answer = press(organiser, "draw", tournament, closing=closing)
        assert messages_of(answer) == [
            "The list was opened and closed again in the meantime. Please look at its fingerprint, then draw."
        ]
        assert new.list_hash in flat(answer)
    assert not Draw.objects.exists()
    press(organiser, "draw", tournament, closing=new.number)
    assert Draw.objects.get().closed_list == new


def test_match_2_leads_to_match_1(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    html = page(organiser, "match", tournament, 2)
    assert "Match 1 has to be drawn before match 2." in html
    assert f'<a class="btn btn-primary" href="{reverse("match", args=[tournament.slug, 1])}">To match 1</a>' in html


def test_matches_that_are_still_played_are_named(organiser: Client, db: None, other: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), other)
    assert "<strong>Match 1 is still being played.</strong>" in page(organiser, "match", tournament, 2)
    press(organiser, "tables_keep", tournament, 2)
    assert "<strong>Matches 1 and 2 are still being played.</strong>" in page(organiser, "match", tournament, 3)


def test_the_sentence_about_published_lots_and_its_section(organiser: Client, tournament: Tournament) -> None:
    sentence = "once published they may not be changed"
    assert f"{sentence} (5.2.2).</p>" in page(organiser, "match", tournament)
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), make_user("organiser", username="second"))
    html = flat(press(organiser, "draw_discard", tournament, reason="Ein Tisch steht doppelt."))
    assert ("Ein Tisch steht doppelt." in html, sentence in html) == (True, False)
    house = make_tournament("Hausturnier", "haus", "house-10-60")
    assert f"{sentence}.</p>" in page(organiser, "match", house)


def test_rules_that_keep_the_tables_need_one_press(organiser: Client, db: None, other: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    players = make_participants(tournament, 9)
    draw_lots(tournament.matches.get(number=1), other)
    html = page(organiser, "match", tournament, 2)
    assert ("The tables stay." in html, "Close the list" in html, html.count("btn-primary")) == (True, False, 1)
    withdraw(players[0])
    html = page(organiser, "match", tournament, 2)
    assert ("The list has changed since match 1." in html, "Close the list" in html) == (True, True)
    assert messages_of(press(organiser, "tables_keep", tournament, 2)) == [
        "The tables cannot stay: not everyone is there, or these rules draw anew. Please close the list."
    ]
    Participant.objects.update(withdrawn=False)
    answer = press(organiser, "tables_keep", tournament, 2)
    assert messages_of(answer) == ["The tables stay as they are. The sheets are open."]
    assert "as in match 1" in flat(answer)


# ------------------------------------------------------------------------------------------------ who may, and what not


@pytest.mark.parametrize("role", ["supervisor", "desk"])
def test_others_see_that_the_organiser_draws(client: Client, tournament: Tournament, role: str, other: User) -> None:
    make_participants(tournament, 8)
    client.force_login(make_user(role))
    html = page(client, "match", tournament)
    assert ("The organiser draws the lots." in html, "Close the list" in html) == (True, False)
    closed = close_list(match=tournament.matches.get(number=1), actor=other)
    html = page(client, "match", tournament)
    assert (closed.list_hash in html, "Draw the lots" in html, "Open the list" in html) == (True, False, False)
    for name in ("list_close", "list_open", "list_renew", "draw", "draw_discard", "tables_keep"):
        assert client.post(reverse(name, args=[tournament.slug, 1])).status_code == 403
    assert not Draw.objects.exists()


@pytest.mark.parametrize("name", ["list_close", "list_open", "list_renew", "draw", "draw_discard", "house_player"])
def test_strangers_and_wrong_methods(client: Client, organiser: Client, tournament: Tournament, name: str) -> None:
    make_participants(tournament, 8)
    assert organiser.get(reverse(name, args=[tournament.slug, 1])).status_code == 405
    assert organiser.post(reverse(name, args=[tournament.slug, 7])).status_code == 404
    assert organiser.post(reverse(name, args=["nowhere", 1])).status_code == 404
    organiser.logout()
    answer = client.post(reverse(name, args=[tournament.slug, 1]))
    assert answer.headers["Location"].startswith(reverse("login"))
    assert (Draw.objects.count(), ClosedList.objects.count()) == (0, 0)


def test_the_table_plan_both_ways(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    assert organiser.get(reverse("table_plan", args=[tournament.slug, 1])).status_code == 404
    draw = draw_lots(tournament.matches.get(number=1), make_user("organiser", username="second"))
    by_table = page(organiser, "table_plan", tournament)
    numbers = [int(number) for number in re.findall(r"<small>(\d+)</small>", by_table)]
    assert numbers == [number for table in draw.lots for number in table]
    by_name = page(organiser, "table_plan", tournament, by="name")
    names = re.findall(r"<span>(\w+ \w+) <small>", by_name)
    assert names == [
        "Aigner Gretl", "Bäuml Franz", "Huber Bene", "Löffler Centa",
        "Obermaier Anna", "Reiter Hias", "Süß Dirk", "Zöllner Eva",
    ]  # fmt: skip
