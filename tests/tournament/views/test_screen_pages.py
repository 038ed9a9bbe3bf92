"""The pages for the projector: the seats from A to Z, the draw as it happens, and one's own seat after both."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.seats import exchange_seats
from tournament.models import ClosedList, Draw, Match, Seat, Tournament, User
from tournament.services.acting import act
from tournament.sheet.acts.tables import NameScorekeeper


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "supervisor")


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return tournament


@pytest.fixture
def match(tournament: Tournament) -> Match:
    return tournament.matches.get(number=1)


def page(client: Client, name: str, *args: object, **query: object) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    html = " ".join(page_of(answer).split())
    assert not re.search(r"\b1980\b", html)  # a date of birth; the digits of a hash may contain it
    return html


def seats_page(client: Client, tournament: Tournament, **query: object) -> str:
    return page(client, "screen_seats", tournament.slug, **query)


def draw_page(client: Client, match: Match) -> str:
    return page(client, "screen_draw", match.tournament.slug, match.number)


def names(html: str) -> list[tuple[str, ...]]:
    """The rows of the seats: initial, name, start number, table, seat."""
    name = r"<li><b[^>]*>(.*?)</b><span>(.+?) <small>(\d+)</small></span>"
    return re.findall(name + r"<strong>.*?</span> (\d+)</strong><em>.*?</span> (\d+)<", html)


def lots(html: str) -> list[list[int]]:
    """The tables of the show, each with its start numbers by seat."""
    tables = re.findall(r'<li class="draw-table".*?</ol>', html)
    return [[int(number) for number in re.findall(r"<small>(\d+)</small></span>", table)] for table in tables]


def exchange(match: Match, actor: User, one: int, other: int) -> None:
    seats = Seat.objects.select_related("scoresheet", "match__tournament").filter(match=match)
    pair = [seats.get(participant__start_number=number) for number in (one, other)]
    exchange_seats(first=pair[0], second=pair[1], actor=actor, reason="falsch gesessen")


def test_the_addresses_are_short() -> None:
    assert reverse("screen_seats", args=["f"]) == "/t/f/board/"
    assert reverse("screen_draw", args=["f", 2]) == "/t/f/draw/2/show/"


def test_before_anything_is_closed(client: Client, match: Match) -> None:
    for html in (seats_page(client, match.tournament), draw_page(client, match)):
        assert "The lots are not drawn yet." in html
        assert "As soon as the lots of match 1 are drawn, they appear here." in html
    assert "match 2" in seats_page(client, match.tournament, match=2)


def test_the_closed_list_with_its_digits_and_never_the_secret(client: Client, match: Match, organiser: User) -> None:
    closed = close_list(match=match, actor=organiser)
    for html in (seats_page(client, match.tournament), draw_page(client, match)):
        assert "The list is closed: 8 participants" in html
        assert closed.list_hash in html
        assert closed.commitment in html
        assert ClosedList.objects.get().secret not in html


def test_the_seats_from_a_to_z(client: Client, match: Match, organiser: User) -> None:
    draw_lots(match, organiser)
    html = seats_page(client, match.tournament)
    assert "Match 1: who sits where" in html
    rows = names(html)
    assert [(mark, name) for mark, name, *_ in rows] == [
        ("A", "Aigner Gretl"), ("B", "Bäuml Franz"), ("H", "Huber Bene"), ("L", "Löffler Centa"),
        ("O", "Obermaier Anna"), ("R", "Reiter Hias"), ("S", "Süß Dirk"), ("Z", "Zöllner Eva"),
    ]  # fmt: skip
    seats = Seat.objects.values_list("participant__start_number", "scoresheet__table_number", "number")
    assert sorted(tuple(map(int, row[2:])) for row in rows) == sorted(seats)


def test_the_seats_shows_the_newest_match_or_the_one_asked_for(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    draw_lots(tournament.matches.get(number=1), organiser)
    closed = close_list(match=tournament.matches.get(number=2), actor=organiser)
    html = seats_page(client, tournament)
    assert "Match 1: who sits where" in html
    assert "Match 2: the list is closed, the lots are drawn next." in html
    assert "The list is closed: 8 participants" in seats_page(client, tournament, match=2)
    reopen_list(closed=closed, actor=organiser)
    draw_lots(tournament.matches.get(number=2), organiser)
    assert "Match 2: who sits where" in seats_page(client, tournament)
    assert "Match 1: who sits where" in seats_page(client, tournament, match=1)
    for wrong in ("3", "0", "x", "²", "1 "):
        assert client.get(reverse("screen_seats", args=[tournament.slug]), {"match": wrong}).status_code == 404


def test_the_show_is_what_was_published(client: Client, match: Match, organiser: User) -> None:
    draw = draw_lots(match, organiser)
    html = draw_page(client, match)
    assert lots(html) == draw.lots
    assert "All 8 lots are drawn." in html
    assert f"<code>{draw.list_hash}</code>" in html
    assert f"<code>{draw.protocol['seed']}</code>" in html
    assert reverse("public_draw", args=[match.tournament.slug, 1]) in html


def test_an_exchanged_seat(client: Client, match: Match, organiser: User) -> None:
    """The show stays as it was drawn; the seats and one's own page show the new seat."""
    draw = draw_lots(match, organiser)
    one, other = draw.lots[0][1], draw.lots[1][2]
    exchange(match, organiser, one, other)
    assert lots(draw_page(client, match)) == draw.lots
    places = {int(row[2]): row[3:] for row in names(seats_page(client, match.tournament))}
    assert (places[one], places[other]) == (("2", "3"), ("1", "2"))
    sentence = "The management changed this seat after the draw"
    html = page(client, "public_seat", match.tournament.slug, q=one)
    assert "<span>Table <b>2</b></span> <span>Seat <b>3</b></span>" in html
    assert sentence in html
    assert sentence not in page(client, "public_seat", match.tournament.slug, q=draw.lots[0][0])


def test_two_of_one_table_exchanged_are_both_told(client: Client, match: Match, organiser: User) -> None:
    table = draw_lots(match, organiser).lots[0]
    exchange(match, organiser, table[0], table[3])
    items = [
        "The management changed this seat" in page(client, "public_seat", match.tournament.slug, q=number)
        for number in table
    ]
    assert items == [True, False, False, True]


def test_lots_taken_back_say_so_everywhere(client: Client, match: Match, organiser: User) -> None:
    draw_lots(match, organiser)
    discard_draw(match=match, actor=organiser, reason="ein Teilnehmer fehlte")
    for html in (seats_page(client, match.tournament), draw_page(client, match)):
        assert "New lots follow" in html
        assert "The lots of match 1 were taken back before play." in html
    for name in ("public_tables", "public_seat"):
        html = page(client, name, match.tournament.slug, **({"q": "2"} if name == "public_seat" else {}))
        assert "The lots of match 1 were taken back before play." in html
        assert "not drawn yet" not in html.lower()
        assert "<b>1</b>" not in html
    draw = draw_lots(match, organiser)
    assert lots(draw_page(client, match)) == draw.lots
    for name in ("screen_seats", "public_tables", "public_seat"):
        assert "were taken back" not in page(client, name, match.tournament.slug)


def test_lots_of_a_second_match_taken_back_leave_the_first_on_the_seats(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    draw_lots(tournament.matches.get(number=1), organiser)
    draw_lots(tournament.matches.get(number=2), organiser)
    discard_draw(match=tournament.matches.get(number=2), actor=organiser, reason="zu früh")
    html = seats_page(client, tournament)
    assert "Match 1: who sits where" in html
    assert "Match 2: the lots were taken back, new ones follow." in html


def test_tables_that_stay_are_no_draw(client: Client, organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    first = draw_lots(tournament.matches.get(number=1), organiser)
    draw_lots(tournament.matches.get(number=2), organiser)
    html = draw_page(client, tournament.matches.get(number=2))
    assert "The tables of match 1 stay." in html
    assert "data-kept" in html
    assert lots(html) == first.lots
    assert "Fingerprint" not in html


def test_ones_own_seat_tells_who_deals_and_who_writes(client: Client, match: Match, organiser: User) -> None:
    table = draw_lots(match, organiser).lots[0]
    act(match.scoresheets.get(table_number=1), NameScorekeeper(seat=3), actor=organiser)
    html = page(client, "public_seat", match.tournament.slug, q=table[1])
    duties = re.findall(r"Seat (\d)</span> .*?</li>", html), re.findall(r"<li.*?</li>", html)
    matches = [re.findall(r"<small>(.*?)</small>", line) for line in duties[1] if "Seat" in line]
    assert duties[0] == ["1", "2", "3", "4"]
    assert matches == [["deals first"], [], ["keeps the sheet"], []]


@pytest.mark.parametrize(("text", "by_name"), [("7", False), ("huber", True), ("", False)])
def test_the_start_number_comes_first_and_the_name_opens_when_used(
    client: Client, tournament: Tournament, text: str, by_name: bool
) -> None:
    html = page(client, "public_seat", tournament.slug, q=text)
    number = re.search(r'<input [^>]*id="q"[^>]*>', html)
    assert number
    assert 'inputmode="numeric"' in number[0]
    assert f'value="{"" if by_name else text}"' in number[0]
    assert ('<details class="seat-by-name" open>' in html) == by_name


@pytest.mark.parametrize(("host", "is_told"), [("testserver", True), ("127.0.0.1", False), ("localhost", False)])
def test_phones_are_told_an_address_that_they_reach(
    client: Client, match: Match, organiser: User, host: str, is_told: bool
) -> None:
    draw_lots(match, organiser)
    answer = client.get("/t/feldkirchen-2026/board/", headers={"host": f"{host}:8000"}).content.decode()
    assert (f"{host}:8000/t/feldkirchen-2026/seat/" in answer) == is_told
    answer = client.get("/t/feldkirchen-2026/draw/1/show/", headers={"host": f"{host}:8000"}).content.decode()
    assert (f"{host}:8000/t/feldkirchen-2026/draw/1/" in answer) == is_told
    # A path without the computer's address helps nobody.
    assert ("Check the draw" in answer) == is_told


def test_nobody_writes_here(client: Client, match: Match) -> None:
    for name, args in (("screen_seats", ["feldkirchen-2026"]), ("screen_draw", ["feldkirchen-2026", 1])):
        assert client.post(reverse(name, args=args)).status_code == 405
        assert client.get(reverse(name, args=["nowhere", *args[1:]])).status_code == 404
    assert client.get(reverse("screen_draw", args=["feldkirchen-2026", 3])).status_code == 404


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(client: Client, organiser: User, count: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, count)
    match = tournament.matches.get(number=1)
    draw_lots(match, organiser)
    assert len(Draw.objects.get().entrants) == count
    # tournament 1, numbers of matches 1, version 1, drawn 1, plan 1, names 1, next match 1, its list 1, taken back 1
    with django_assert_num_queries(10):
        client.get(reverse("screen_seats", args=[tournament.slug]))
    # match with its tournament 1, version 1, draw 1, names 1
    with django_assert_num_queries(4):
        client.get(reverse("screen_draw", args=[tournament.slug, 1]))
