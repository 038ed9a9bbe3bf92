"""The pages of a lot before everybody: closed, drawn, recomputed; no secret before, no name that hides."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament import lots
from tournament.models import Participant, Prize, PublicLot

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    tournament, players, actor = ranked()
    (prize,) = put_out(tournament, 1, "raffle")
    prize.words = f"Most von {players[3]}"
    prize.save()
    Participant.objects.filter(pk=players[3].pk).update(shown_name="hidden")
    client = Client()
    client.force_login(actor)
    return tournament, players, client


def act(client, tournament, **fields):
    return client.post(reverse("prize_lots", args=[tournament.slug]), fields, follow=True).content.decode()


def public(tournament, name, *key):
    return Client().get(reverse(name, args=[tournament.slug, *key]))


def test_from_the_list_to_the_file(hall):
    tournament, _players, client = hall
    assert "No lot is drawn at the moment." in public(tournament, "screen_lot").content.decode()
    assert (
        "A raffle with paid tickets may need a permit"
        in client.get(reverse("prize_lots", args=[tournament.slug])).content.decode()
    )
    page = act(client, tournament, prize="1")
    assert "let people in the hall call out numbers" in page
    lot = PublicLot.objects.get()
    for name, *key in (["screen_lot"], ["public_lot", 1], ["lot_file", 1]):
        text = public(tournament, name, *key).content.decode()
        assert lot.commitment in text
        assert lot.secret not in text
    assert "1 Anna Obermaier" in public(tournament, "screen_lot").content.decode()
    assert "one to twelve numbers" in act(client, tournament, draw=lot.pk, numbers="sieben")
    assert "The lot is drawn." in act(client, tournament, draw=lot.pk, numbers="7, 042")
    protocol = public(tournament, "lot_file", 1).json()
    assert lots.verify_lot(protocol) == []
    assert protocol["hall"] == ["7", "042"]
    for name, *key in (["screen_lot"], ["public_lot", 1]):
        text = public(tournament, name, *key).content.decode()
        assert "Dirk" not in text
        assert "Most von N. N." in text
        assert "Anna Obermaier" in text
    html = public(tournament, "screen_lot").content.decode()
    assert "This one has won" in html
    assert f"http://testserver/t/{tournament.slug}/lot/1/" in html
    # The rank of the lot is not taken for the start number: that stands behind the name.
    assert re.search(r"<li[^>]*>\s*<span[^>]*>Anna Obermaier</span> <small[^>]*>No. 1</small>\s*</li>", html)
    assert "never drawn again" in act(client, tournament, draw=lot.pk, numbers="8")


def test_who_may_and_what_is_not_there(hall):
    tournament, _players, client = hall
    desk = Client()
    desk.force_login(make_user("desk", username="theke"))
    assert desk.get(reverse("prize_lots", args=[tournament.slug])).status_code == 403
    assert public(tournament, "public_lot", 99).status_code == 404
    assert public(tournament, "lot_file", 99).status_code == 404
    assert client.post(reverse("prize_lots", args=[tournament.slug]), {"draw": "99"}).status_code == 404
    assert client.post(reverse("prize_lots", args=[tournament.slug]), {"prize": "x"}).status_code == 404
    act(client, tournament, prize="1")
    lot = PublicLot.objects.get()
    assert "given up" in act(client, tournament, give_up=lot.pk)
    assert "given up before" in public(tournament, "public_lot", 1).content.decode()


def test_every_list_tells_what_became_of_the_others(hall):
    """A second list after one that was given up is said to be the second: nobody tries until the result suits them."""
    tournament, _players, client = hall
    act(client, tournament, prize="1")
    first = PublicLot.objects.get()
    assert "This is list" not in public(tournament, "screen_lot").content.decode()
    act(client, tournament, give_up=first.pk)
    act(client, tournament, prize="1")
    second = PublicLot.objects.last()
    for name, *key in (["screen_lot"], ["public_lot", 2]):
        text = public(tournament, name, *key).content.decode()
        assert "This is list 2." in text
        assert "List 1 was given up at" in text
        assert reverse("public_lot", args=[tournament.slug, 1]) in text
    act(client, tournament, draw=second.pk, numbers="7")
    assert "List 1 was given up at" in public(tournament, "screen_lot").content.decode()
    text = public(tournament, "public_lot", 1).content.decode()
    assert "This is list 1." in text
    assert "List 2 was drawn at" in text


def test_the_hall_sees_the_lot_about_which_something_was_done_last(hall):
    tournament, _players, client = hall
    put_out(tournament, 1, "raffle")
    act(client, tournament, prize="1")
    act(client, tournament, prize="2")
    assert "Lot for prize 2" in public(tournament, "screen_lot").content.decode()
    act(client, tournament, draw=PublicLot.objects.first().pk, numbers="7")
    assert "Lot for prize 1" in public(tournament, "screen_lot").content.decode()
    act(client, tournament, draw=PublicLot.objects.last().pk, numbers="7")
    assert "Lot for prize 2" in public(tournament, "screen_lot").content.decode()


@pytest.mark.parametrize(
    ("count", "listed", "following", "more"), [(1, 1, 8, False), (50, 50, 0, False), (70, 60, 0, True)]
)
def test_a_raffle_for_many_shows_all_of_them_that_fit(count, listed, following, more):
    tournament, _players, actor = ranked(76)
    put_out(tournament, 1, "raffle")
    Prize.objects.update(count=count)
    client = Client()
    client.force_login(actor)
    act(client, tournament, prize="1")
    act(client, tournament, draw=PublicLot.objects.get().pk, numbers="7")
    text = public(tournament, "screen_lot").content.decode()
    assert text.count('class="is-winner"') == min(count, 60)
    assert text.split('class="lot-order')[1].split("</ol>")[0].count("<li") == listed
    # Who follows stands apart: nobody of them reads as a winner.
    assert ("Next in line" in text) == bool(following)
    if following:
        rest = text.split('class="lot-order lot-next" start="2"')[1].split("</ol>")[0]
        assert (rest.count("<li"), "is-winner" in rest) == (following, False)
    assert ("10 more have won and stand at the address below." in text) == more
