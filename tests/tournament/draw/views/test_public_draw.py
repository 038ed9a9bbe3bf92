"""The page of a draw for everyone: before, closed, drawn, drawn again, tables kept; and the protocol as a file."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import discard_draw, draw_match
from tournament.enums import LotSource
from tournament.models import ClosedList, Draw, Match, Tournament, User

HTMX = {"HX-Request": "true"}


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return tournament


@pytest.fixture
def match(tournament: Tournament) -> Match:
    return tournament.matches.get(number=1)


def page(client: Client, match: Match, **query: object) -> str:
    answer = client.get(reverse("public_draw", args=[match.tournament.slug, match.number]), query)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    html = page_of(answer).split("<template")[0]
    assert re.findall(r"\b1980\b", html) == []
    return " ".join(html.split())


def facts(html: str) -> dict[str, str]:
    """The rows of all lists of terms, without their tags."""
    rows = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", html)
    return {term: " ".join(re.sub(r"<[^>]+>", "", value).split()) for term, value in rows}


def protocol(client: Client, match: Match, **query: object) -> Any:
    answer = client.get(reverse("draw_protocol", args=[match.tournament.slug, match.number]), query)
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_the_address_is_short(match: Match) -> None:
    assert reverse("public_draw", args=["f", 1]) == "/t/f/draw/1/"


def test_before_the_list_is_closed(client: Client, match: Match) -> None:
    html = page(client, match)
    assert "The list is not closed yet." in html
    assert "Recompute" not in html
    assert "What came before" not in html
    assert client.get(reverse("public_draw", args=[match.tournament.slug, 9])).status_code == 404
    assert client.get(reverse("public_draw", args=["nowhere", 1])).status_code == 404
    assert client.post(reverse("public_draw", args=[match.tournament.slug, 1])).status_code == 405


def test_a_closed_list_shows_who_and_how_and_never_the_secret(client: Client, match: Match, organiser: User) -> None:
    match.tournament.participants.filter(start_number=7).update(fixed_table=1, fixed_seat=2)
    match.tournament.participants.filter(start_number__gt=6).update(club="SC Andechs")
    closed = close_list(match=match, actor=organiser, source=LotSource.LOTTERY, note="6 aus 49", avoid_clubs=True)
    html = page(client, match)
    assert facts(html) == {
        "Closed by": "Olga Orga",
        "Participants": "8",
        "Tables": "2 tables of 4",
        "Members of one club": "Not at one table, as far as the numbers allow",
        "Fixed places": "7 Aigner Gretl: table 1, seat 2",
        "Chance comes from": "The digits of a lottery: 6 aus 49",
        "Fingerprint of the list": closed.list_hash,
        "Seal of the secret number": closed.commitment,
    }
    assert re.findall(r'<td class="number">(\d+)</td><th scope="row">([^<]+)</th></tr>', html)[1] == ("2", "Huber Bene")
    assert html.count('<th scope="row">') == 8
    assert closed.secret not in html
    assert "Recompute" not in html
    assert client.get(reverse("draw_protocol", args=[match.tournament.slug, 1])).status_code == 404


def test_the_draw_says_all_that_the_lots_follow_from(client: Client, match: Match, organiser: User) -> None:
    closed = close_list(match=match, actor=organiser, source=LotSource.NUMBERS)
    draw = draw_match(closed=closed, actor=organiser, hall=["7", "042", "99"], witnesses=[1, 2, 3])
    html = page(client, match)
    terms = facts(html)
    assert terms["Drawn by"] == "Olga Orga"
    assert terms["Witnesses"] == "1 Obermaier Anna, 2 Huber Bene, 3 Löffler Centa"
    assert terms["Chance comes from"] == "Three participants name a number each"
    assert terms["Numbers of the hall"] == "7 · 042 · 99"
    digits = ("Fingerprint of the list", "Seal of the secret number", "Secret number", "Number of the draw")
    names = ("list_hash", "commitment", "secret", "seed")
    assert [terms[term] for term in digits] == [draw.protocol[name] for name in names]
    assert terms["How often it was closed"] == "once"
    assert "Opponents again" not in terms
    cell = r'<td class="number">(\d+)</td>'
    rows = re.findall(f'{cell}<th scope="row">[^<]+</th>{cell}{cell}', html)
    places = {number: (t, s) for t, table in enumerate(draw.lots, 1) for s, number in enumerate(table, 1)}
    assert {int(number): (int(table), int(seat)) for number, table, seat in rows} == places


def test_the_numbers_of_a_lottery_are_none_of_the_hall(client: Client, match: Match, organiser: User) -> None:
    closed = close_list(match=match, actor=organiser, source=LotSource.LOTTERY, note="6 aus 49, 28.11.2026")
    draw_match(closed=closed, actor=organiser, hall=["3", "44"])
    html = page(client, match)
    assert facts(html)["Numbers of the lottery"] == "3 · 44"
    assert "6 aus 49, 28.11.2026. The numbers of the lottery are added at the draw." in html
    assert "Numbers of the hall" not in html


def test_what_could_not_be_avoided_is_counted_and_named(client: Client, match: Match, organiser: User) -> None:
    draw_lots(match, organiser)
    second = match.tournament.matches.get(number=2)
    draw = draw_lots(second, organiser, avoid_clubs=True)
    terms = facts(page(client, second))
    # Eight players of one club at two tables of four: in every draw two of the four meet again.
    assert draw.meetings["again"] == 4
    count_text, those = terms["Opponents again"].split(" avoided ")
    assert count_text == "4 pairs meet again; it could not be"
    names = {one.start_number: f"{one.start_number} {one.list_name}" for one in match.tournament.participants.all()}
    repetitions = lots.repeats(lots.Terms.from_json(draw.protocol), draw.lots)
    assert those == "; ".join(f"{names[one]} – {names[other]}" for one, other in repetitions.again)
    assert terms["Members of one club"].startswith("12 pairs share a table; it could not be avoided ")
    assert terms["Members of one club"].count(" – ") == 12
    assert terms["Same seat again"] == "Nobody"


def test_of_many_pairs_the_first_are_named(client: Client, match: Match, organiser: User) -> None:
    make_participants(match.tournament, 12, first=9)
    draw_lots(match, organiser, avoid_clubs=True)
    text = facts(page(client, match))["Members of one club"]
    assert text.startswith("30 pairs share a table")
    assert (text.count(" – "), text.endswith("; and more: 18")) == (12, True)


def test_own_lot_by_start_number(client: Client, match: Match, organiser: User) -> None:
    draw = draw_lots(match, organiser)
    ((table, seat),) = [(t, row.index(2) + 1) for t, row in enumerate(draw.lots, 1) if 2 in row]
    html = page(client, match, number=" 2 ")
    assert f"<span>Table <b>{table}</b></span> <span>Seat <b>{seat}</b></span>" in html
    assert html.count('class="is-own"') == 1
    for unknown in ("77", "x", "²", "2<b>"):
        html = page(client, match, number=unknown)
        assert "Not in this draw." in html
        assert "2<b>" not in html


def test_closings_and_discarded_draws_stay_seen(client: Client, match: Match, organiser: User) -> None:
    first = close_list(match=match, actor=organiser)
    assert "What came before" not in page(client, match)
    reopen_list(closed=first, actor=organiser)
    html = page(client, match)
    assert "The list is not closed yet." in html
    assert "nothing was drawn from it" in html
    assert first.list_hash in html
    old = draw_lots(match, organiser)
    discard_draw(match=match, actor=organiser, reason="Two guests forgotten <b>")
    html = page(client, match)
    assert "The list is not closed yet." in html
    assert "Reason: Two guests forgotten &lt;b&gt;" in html
    assert client.get(reverse("draw_protocol", args=[match.tournament.slug, 1])).status_code == 404
    new = draw_lots(match, organiser)
    html = page(client, match)
    assert facts(html)["How often it was closed"] == "3 times, see below"
    assert f"/t/{match.tournament.slug}/draw/1.json?draw=1" in html
    # The same list closed again has the same fingerprint; only the seals distinguish two closings.
    for closed in match.closed_lists.all():
        assert (html.count(closed.list_hash), html.count(closed.commitment)) == (4, 2 if closed.number == 3 else 1)
    assert protocol(client, match, draw=1)["lots"] == old.lots
    assert protocol(client, match)["lots"] == new.lots
    assert protocol(client, match, draw=2)["draw"] == 2


def test_kept_tables_lead_to_the_draw_that_holds_on(client: Client, organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    first, second = tournament.matches.order_by("number")[:2]
    draw_lots(first, organiser)
    draw_of_second = draw_lots(second, organiser)
    assert draw_of_second.keeps is not None
    html = page(client, second)
    assert "By these rules the lots of match 1 hold for this match too" in html
    assert "The tables stay" in html
    assert f'href="/t/{tournament.slug}/draw/1/"' in html
    assert "Recompute" not in html
    assert facts(html)["Tables"] == "2 tables of 4"
    assert protocol(client, second)["algorithm"] == "kept"


def test_a_draw_of_the_first_algorithm_is_shown_and_checked(client: Client, match: Match, organiser: User) -> None:
    entrants, seed = list(range(1, 9)), "07" * 32
    order = lots.shuffle(entrants, seed)
    published = {
        "algorithm": "spielliste-1", "match": 1, "entrants": entrants, "seed": seed, "lots": [order[:4], order[4:]],
        "entrants_hash": lots.sha256_text(",".join(map(str, entrants))),
    }  # fmt: skip
    Draw.objects.create(match=match, protocol=published, drawn_by=organiser, drawn_at="2026-11-01T12:00Z")
    terms = facts(page(client, match))
    assert (terms["Number of the draw"], terms["Fingerprint of the list"]) == (seed, published["entrants_hash"])
    assert {"Secret number", "Numbers of the hall", "Chance comes from"}.isdisjoint(terms)
    assert lots.verify(protocol(client, match)) == []


def test_the_protocol_is_a_file_that_holds_and_names_nobody(client: Client, match: Match, organiser: User) -> None:
    draw = draw_lots(match, organiser)
    answer = client.get(reverse("draw_protocol", args=[match.tournament.slug, 1]))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="feldkirchen-2026-1-lots.json"'
    content = json.loads(answer.content)
    assert lots.verify(content) == []
    assert {name: content[name] for name in ("tournament", "draw", "drawn_at")} == {
        "tournament": "feldkirchen-2026",
        "draw": 1,
        "drawn_at": draw.drawn_at.isoformat(),
    }
    assert {name: value for name, value in content.items() if name in draw.protocol} == draw.protocol
    assert "Huber" not in answer.content.decode()
    for wrong in ("2", "0", "x", "²", "-1", "1 ", "99999999999999999999"):
        query = {"draw": wrong}
        assert client.get(reverse("draw_protocol", args=[match.tournament.slug, 1]), query).status_code == 404


def test_204_until_the_draw_changes(client: Client, match: Match, organiser: User) -> None:
    url = reverse("public_draw", args=[match.tournament.slug, 1])
    steps = [
        lambda: close_list(match=match, actor=organiser),
        lambda: reopen_list(closed=ClosedList.objects.get(), actor=organiser),
        lambda: draw_lots(match, organiser),
        lambda: discard_draw(match=match, actor=organiser, reason="Guests"),
    ]
    for step in steps:
        html = client.get(url, headers=HTMX).content.decode()
        assert "<html" not in html
        (version,) = re.findall(r"v=([\d-]+)", html)
        assert client.get(url, {"v": version}, headers=HTMX).status_code == 204
        step()
        assert client.get(url, {"v": version}, headers=HTMX).status_code == 200


def test_the_import_map_is_allowed_by_its_nonce_and_nothing_else(client: Client, match: Match) -> None:
    answer = client.get(reverse("public_draw", args=[match.tournament.slug, 1]))
    (nonce,) = re.findall(r'<script type="importmap" nonce="([^"]+)">', answer.content.decode())
    assert f"script-src 'self' 'nonce-{nonce}';" in answer.headers["Content-Security-Policy"] + ";"
    other = client.get(reverse("public_tables", args=[match.tournament.slug]))
    assert "nonce" not in other.headers["Content-Security-Policy"]
    (names,) = re.findall(r"<script type=\"importmap\"[^>]*>(.*?)</script>", answer.content.decode())
    modules = {f"draw/{name}" for name in ("check", "door", "lots", "page", "protocol", "words")}
    assert json.loads(names)["imports"].keys() == modules | {"js-sha256"}


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(client: Client, organiser: User, count: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, count)
    match = tournament.matches.get(number=1)
    draw_lots(match, organiser)
    discard_draw(match=match, actor=organiser, reason="Guests")
    draw_lots(match, organiser)
    url = reverse("public_draw", args=[tournament.slug, 1])
    # match 1; draws 1, closings 1, names 1, replaced 1, matches 1
    with django_assert_num_queries(7):
        (version,) = re.findall(r"v=([\d-]+)", client.get(url).content.decode())
    with django_assert_num_queries(3):
        assert client.get(url, {"v": version}, headers=HTMX).status_code == 204
