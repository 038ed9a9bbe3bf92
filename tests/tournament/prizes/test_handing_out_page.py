"""The page on which prizes are handed out, and its papers."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament.enums import Release
from tournament.models import Prize, PrizeAct, Seat, Tournament, User
from tournament.prizes.selectors.handing_out import handing_out
from tournament.services import versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    tournament, players, actor = ranked()
    put_out(tournament, 1, "place", argument="1-2", cents=1000)
    put_out(tournament, 1, "place", argument="1")
    Prize.objects.filter(number=2).update(words="<b>Schinken</b>")
    client = Client()
    client.force_login(actor)
    return tournament, players, client


def address(tournament):
    return reverse("prize_handing_out", args=[tournament.slug])


def page(client, tournament, query=""):
    return client.get(address(tournament) + query).content.decode()


def act(client, tournament, **fields):
    return client.post(address(tournament), fields, follow=True).content.decode()


def test_a_number_two_enters(hall):
    """`17` Enter finds the person, whose button has the cursor: Enter gives everything."""
    tournament, (anna, *_), client = hall
    assert "20.00\xa0€ · still to be paid: 20.00\xa0€" in page(client, tournament)
    html = page(client, tournament, "?q=1")
    assert f'name="give" value="{anna.pk}" autofocus' in html
    assert "Huber" not in html.partition("<form method")[2].partition("</form>")[2]
    answer = act(client, tournament, give=anna.pk)
    assert "1 Anna Obermaier: 1 Preis 1 10.00\xa0€, Given" in answer
    assert PrizeAct.objects.count() == 2
    assert "1 prize is still owed" in answer
    assert "20.00\xa0€ · still to be paid: 10.00\xa0€" in answer
    assert "Given already by K. Reiter" in act(client, tournament, give=anna.pk)
    handed_out = PrizeAct.objects.first()
    assert "Undone" in act(client, tournament, undo=handed_out.pk)


def test_the_field_is_empty_for_the_next_number_and_the_page_says_who_gets_nothing(hall):
    tournament, (*_, last), client = hall
    for query in ("?q=1", f"?q={last.start_number}", "?q=x%3Cb%3E", "?q=4711"):
        assert ' value="' not in page(client, tournament, query).partition('id="q"')[2].partition(">")[0]
    assert f"{last.numbered_name}</span> gets no prize." in page(client, tournament, f"?q={last.start_number}")
    assert "x&lt;b&gt;</span>”: nobody who gets a prize fits." in page(client, tournament, "?q=x%3Cb%3E")
    assert "4711</span>”: nobody who gets a prize fits." in page(client, tournament, "?q=4711")


def test_what_people_type_is_no_markup(hall):
    tournament, _players, client = hall
    assert "&lt;b&gt;Schinken" in page(client, tournament)
    assert "<b>Schinken" not in page(client, tournament)


@pytest.mark.parametrize("value", ["", "x", "9-9", "-", "1-x", "٤", "9" * 40])
def test_what_no_button_sends(hall, value):
    tournament, _players, client = hall
    assert "Nothing is owed here" in act(client, tournament, give=value)
    assert not PrizeAct.objects.exists()


def test_the_next_one_gets_what_is_waived(hall):
    tournament, (anna, *_), client = hall
    ham = Prize.objects.get(number=2)
    assert "Waived" in act(client, tournament, waive=f"{anna.pk}-{ham.pk}")
    assert "moved up" in page(client, tournament, "?q=2")
    # Who waived stays on the page, even with nothing left to get, and may take it after all.
    Prize.objects.get(number=1).delete()
    waived = PrizeAct.objects.get()
    for query, name in (("", "Anna Obermaier"), ("?q=anna", "Anna Obermaier"), ("?by=name", "Obermaier Anna")):
        html = page(client, tournament, query)
        assert f'name="undo" value="{waived.pk}"' in html
        assert f"1 {name}" in html
    assert "Undone: 1 Anna Obermaier" in act(client, tournament, undo=waived.pk)
    assert f'name="give" value="{anna.pk}-{ham.pk}"' in page(client, tournament)


def test_a_choice_is_undone_until_the_prize_is_given(hall):
    tournament, (anna, *_), client = hall
    (bottle,) = put_out(tournament, 1)
    choice = PrizeAct.objects.create(
        tournament=tournament, participant=anna, prize=bottle, kind="chosen",
        acted_by=User.objects.first(), acted_at=timezone.now(),
    )  # fmt: skip
    versions.bump(tournament)
    undo = f'name="undo" value="{choice.pk}"'
    assert undo in page(client, tournament)
    act(client, tournament, give=f"{anna.pk}-{bottle.pk}")
    assert undo not in page(client, tournament)
    act(client, tournament, undo=PrizeAct.objects.get(kind="given").pk)
    assert "Undone: 1 Anna Obermaier" in act(client, tournament, undo=choice.pk)
    assert [hand.prize.number for hand in handing_out(tournament).hands] == [1, 1, 2]


@pytest.mark.parametrize(
    ("query", "back"),
    [
        ("", "#receiver-{key}"),
        ("?owed=1&by=name", "?owed=1&by=name#receiver-{key}"),
        # Two Enters a person: the field is empty for the next number and has the cursor.
        ("?q=1&by=name", "?by=name"),
    ],
)
def test_the_list_stays_as_it_was_asked_for(hall, query, back):
    tournament, (anna, *_), client = hall
    answer = client.post(address(tournament) + query, {"give": anna.pk})
    assert answer["Location"] == address(tournament) + back.format(key=anna.pk)
    handed_out = PrizeAct.objects.first()
    answer = client.post(address(tournament) + query, {"undo": handed_out.pk})
    assert answer["Location"].startswith(address(tournament) + query)
    answer = client.post(address(tournament) + query, {"undo": handed_out.pk})
    assert answer["Location"] == address(tournament) + query


def test_a_raffle_that_nobody_drew_is_still_owed(hall):
    tournament, _players, client = hall
    put_out(tournament, 1, "raffle")
    html = page(client, tournament)
    assert "1 is still to be drawn" in html
    assert "A lot among 4 people decides." in html
    assert reverse("prize_lots", args=[tournament.slug]) in html
    client.force_login(make_user("desk", username="theke"))
    html = page(client, tournament)
    assert "1 is still to be drawn" in html
    assert reverse("prize_lots", args=[tournament.slug]) not in html


def test_what_changed_stands_on_top(hall):
    tournament, (anna, bene, *_), client = hall
    act(client, tournament, give=anna.pk)
    Seat.objects.filter(participant=bene).update(points=90, plus=90, minus=0)
    versions.bump(tournament)
    html = page(client, tournament)
    assert "Changed after it was given" in html
    assert "now due to" in html
    assert "2 Bene Huber" in html


def test_who_may(hall):
    tournament, _players, _client = hall
    client = Client()
    client.force_login(make_user("tribunal"))
    assert client.get(address(tournament)).status_code == 403
    assert client.get(reverse("prize_list_pdf", args=[tournament.slug, "list"])).status_code == 403


@pytest.mark.parametrize("query", ["", "?by=name"])
@pytest.mark.parametrize("kind", ["list", "receipts"])
def test_the_papers(hall, kind, query):
    tournament, _players, client = hall
    answer = client.get(reverse("prize_list_pdf", args=[tournament.slug, kind]) + query)
    assert answer.content.startswith(b"%PDF")
    assert client.get(reverse("prize_list_pdf", args=[tournament.slug, "other"])).status_code == 404


@pytest.mark.parametrize("kind", ["list", "receipts"])
def test_the_papers_write_names_as_they_are_sorted(hall, kind, monkeypatch):
    tournament, (anna, *_), client = hall
    pages = []
    monkeypatch.setattr("tournament.prizes.documents.render_pages", lambda page, **_more: pages.append(page) or b"%PDF")
    for query in ("", "?by=name"):
        client.get(reverse("prize_list_pdf", args=[tournament.slug, kind]) + query)
    assert ["1 Anna Obermaier" in page for page in pages] == [True, False]
    assert ["1 Obermaier Anna" in page for page in pages] == [False, True]
    assert all(f"<small>{anna.club}</small>" in page for page in pages)


@pytest.mark.parametrize("kind", ["list", "receipts"])
def test_the_papers_say_that_they_are_not_for_the_hall_while_results_are_held_back(hall, kind, monkeypatch):
    tournament, _players, client = hall
    pages = []
    monkeypatch.setattr("tournament.prizes.documents.render_pages", lambda page, **_more: pages.append(page) or b"%PDF")
    names = []
    for release in (Release.OPEN, Release.FROZEN):
        Tournament.objects.filter(pk=tournament.pk).update(release=release)
        answer = client.get(reverse("prize_list_pdf", args=[tournament.slug, kind]))
        names.append("not-for-the-hall" in answer["Content-Disposition"].lower())
    assert names == ["Not for the hall" in page for page in pages] == [False, True]


def test_what_is_owed_is_listed_without_what_was_given(hall):
    tournament, (anna, *_), client = hall
    (bottle,) = put_out(tournament, 1, "place", argument="1")
    versions.bump(tournament)
    act(client, tournament, give=f"{anna.pk}-{bottle.pk}")
    undo_button = f'name="undo" value="{PrizeAct.objects.get().pk}"'
    assert undo_button in page(client, tournament)
    owed = page(client, tournament, "?owed=1")
    assert f'id="receiver-{anna.pk}"' in owed
    assert undo_button not in owed
