"""The page of the cash boxes: fees, boxes, taking, reversing, counting; who may, and what it says."""

import html
import re
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from tests.worlds.cash import cash_tournament
from tests.worlds.factories import make_tournament, make_user
from tournament.models import CashBox, CashCount, CashEntry, Participant
from tournament.money.services import close_box, open_box, set_fees, take_fee

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    return cash_tournament()


@pytest.fixture
def desk(client, world):
    client.force_login(world.actor)
    return client


def url(world, name, *args):
    return reverse(name, args=[world.tournament.slug, *args])


def text(answer):
    plain = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", html.unescape(plain)).replace("\xa0", " ")


def page(client, world):
    return text(client.get(url(world, "cash")))


def test_the_sum_that_must_lie_in_the_box_is_always_there(desk, world):
    shown = page(desk, world)
    assert "Must lie in it: 50.00 €" in shown
    assert "no till and no receipts. The program takes no payments" in shown
    assert "8 still owe the fee" in shown
    assert "Taken in all: 0.00 € · still owed: 80.00 €" in shown
    answer = desk.post(url(world, "cash_take", 2), {"kind": "2"}, follow=True)
    assert "2 Bene Huber: 15.00 €, Kasse 1." in text(answer)
    shown = page(desk, world)
    assert "Must lie in it: 65.00 €" in shown
    assert "7 still owe the fee" in shown


def test_the_second_time_says_who_took_it(desk, world):
    for _twice in range(2):
        answer = desk.post(url(world, "cash_take", 2), {"kind": "1"}, follow=True)
    assert "Bene Huber has paid already: 10.00 €" in text(answer)
    assert CashEntry.objects.count() == 1


@pytest.mark.parametrize("kind", ["", "9", "²", "-1", "999999999999"])
def test_a_fee_that_is_not_there(desk, world, kind):
    assert desk.post(url(world, "cash_take", 2), {"kind": kind}).status_code == 404


def test_two_boxes_and_this_browser_s(desk, world):
    desk.post(url(world, "cash_box_open"), {"name": "Kasse 2", "float_cents": "20"})
    desk.post(url(world, "cash_take", 1), {"kind": "1"})
    desk.post(url(world, "cash_box_here", world.box.pk))
    desk.post(url(world, "cash_take", 2), {"kind": "1"})
    assert list(CashEntry.objects.values_list("box__name", flat=True)) == ["Kasse 2", "Kasse 1"]


def test_with_two_boxes_and_none_chosen_nothing_is_taken(desk, world):
    open_box(tournament=world.tournament, name="Kasse 2", float_cents=0, actor=world.actor)
    answer = desk.post(url(world, "cash_take", 1), {"kind": "1"}, follow=True)
    assert "Please choose first which cash box stands here." in text(answer)
    assert not CashEntry.objects.exists()


def test_reversed_with_a_reason_and_withdrawn_in_one_act(desk, world):
    entry = take_fee(participant=world.players[0], kind=None, box=world.box, actor=world.actor)
    answer = desk.post(url(world, "cash_reverse", entry.pk), {"reason": ""}, follow=True)
    assert "Please say why." in text(answer)
    answer = desk.post(url(world, "cash_reverse", entry.pk), {"reason": "krank", "withdraw": "1"}, follow=True)
    assert "1 Anna Obermaier: 10.00 € given back." in text(answer)
    assert Participant.objects.get(start_number=1).withdrawn
    shown = page(desk, world)
    assert "−10.00 €" in shown
    assert "krank" in shown


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name_1": "Mitglieder", "cents_1": "-5"}, "“-5” is no amount."),
        ({"name_1": "Mitglieder", "cents_1": "1000000"}, "A fee is 0 to 1000.00 €."),
        ({"name_1": "Mitglieder", "cents_1": "1000001"}, "is too much"),
        ({"name_1": "Mitglieder"}, "Please give the sum; 0 where nothing is owed."),
        ({"cents_1": "10"}, "Please name this fee."),
        ({"name_1": "A", "cents_1": "1", "name_2": "A", "cents_2": "2"}, "Two fees have the same name."),
    ],
)
def test_fees_that_cannot_be(desk, world, fields, sentence):
    answer = desk.post(url(world, "cash_fees"), fields)
    assert answer.status_code == 422
    assert sentence in text(answer)


def test_a_count_is_compared_in_words_before_the_box_is_closed(desk, world):
    way = url(world, "cash_close", world.box.pk)
    assert "must lie in it: 50.00 €" in text(desk.get(way))
    answer = text(desk.post(way, {"piece_2000": "2", "piece_500": "1", "piece_200": "2", "compare": "1"}))
    assert "Counted 49.00 €" in answer
    assert "1.00 € is missing." in answer
    answer = text(desk.post(way, {"piece_5000": "1", "compare": "1"}))
    assert "It is exactly right." in answer
    answer = text(desk.post(way, {"piece_10000": "1", "close": "1", "witness": "Bene"}))
    assert "100.00 € are counted, 50.00 € must lie in it." in answer
    assert "Two people count" in text(desk.post(way, {"piece_5000": "1", "close": "1"}))
    desk.post(way, {"piece_5000": "1", "close": "1", "witness": "Bene Huber"})
    assert CashCount.objects.get().witness == "Bene Huber"
    shown = page(desk, world)
    assert "50.00 € counted by Anna Kasse and Bene Huber" in shown
    answer = desk.post(url(world, "cash_open_again", world.box.pk), {"reason": "einer kam noch"}, follow=True)
    assert "Kasse 1 is open again." in text(answer)


def test_the_printed_count_has_both_names(desk, world):
    count = close_box(box=world.box, pieces={5000: 1}, witness="Bene Huber", actor=world.actor)
    answer = desk.get(url(world, "cash_count_pdf", count.pk))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("roles", "statuses"), [(["supervisor"], (200, 302, 403, 403)), (["tribunal"], (403, 403, 403, 403))]
)
def test_who_may(client, world, roles, statuses):
    client.force_login(make_user(*roles))
    answers = (
        client.get(url(world, "cash")),
        client.post(url(world, "cash_take", 1), {"kind": "1"}),
        client.post(url(world, "cash_fees"), {}),
        client.get(url(world, "cash_close", world.box.pk)),
    )
    assert tuple(answer.status_code for answer in answers) == statuses


def test_without_fees_the_list_has_only_the_tick(client, world):
    other = make_tournament("Moosach 2026", "moosach-2026")
    Participant.objects.create(tournament=other, start_number=1, first_name="A", last_name="B", paid=True)
    Participant.objects.create(tournament=other, start_number=2, first_name="C", last_name="D")
    client.force_login(world.actor)
    shown = text(client.get(reverse("participants", args=["moosach-2026"])))
    assert "registered, paid in advance" in shown
    assert "owes" not in shown
    assert "Must lie in it" not in text(client.get(reverse("cash", args=["moosach-2026"])))


def test_the_list_and_its_excel_say_who_owes(desk, world):
    take_fee(participant=world.players[0], kind=world.guests, box=world.box, actor=world.actor)
    shown = text(desk.get(url(world, "participants")))
    assert "registered, paid" in shown
    assert "registered, owes the fee" in shown
    sheet = load_workbook(BytesIO(desk.get(url(world, "participants_excel")).content)).active
    assert [sheet.cell(row, 12).value for row in (1, 2, 3)] == ["Fee", "Gäste: paid", "Mitglieder: owes the fee"]
    assert [sheet.cell(row, 11).value for row in (1, 2)] == ["Paid", None]


def test_an_entry_in_a_box_keeps_the_participant_on_the_list(desk, world):
    take_fee(participant=world.players[0], kind=None, box=world.box, actor=world.actor)
    desk.post(url(world, "participant_delete", 1), {"sure": "on"})
    assert Participant.objects.filter(start_number=1).exists()


def test_the_page_asks_the_same_number_of_queries_for_8_and_for_40(client):
    counts = []
    for slug, people in (("eight", 8), ("forty", 40)):
        world = cash_tournament(slug, people)
        for player in world.players[: people // 2]:
            take_fee(participant=player, kind=None, box=world.box, actor=world.actor)
        client.force_login(world.actor)
        client.get(url(world, "cash"))
        with CaptureQueriesContext(connection) as captured:
            client.get(url(world, "cash"))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_boxes_of_another_tournament_are_not_there(desk, world):
    other = make_tournament("Moosach 2026", "moosach-2026")
    set_fees(tournament=other, fees=[("A", 100)], actor=world.actor)
    box = open_box(tournament=other, name="Kasse 1", float_cents=0, actor=world.actor)
    assert desk.post(url(world, "cash_box_here", box.pk)).status_code == 404
    assert CashBox.objects.count() == 2
