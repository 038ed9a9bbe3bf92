"""The protocol of a draw, read back by a PDF reader: who, when, from what, every lot, and the events before."""

import json
import re
from typing import Any

import pytest
from django.utils import timezone

from tests.tournament.exports.printed_draws import fonts, pdf_reader, words
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.exports.draw_protocol import draw_protocol_pdf
from tournament.draw.selectors.draw_protocol import draw_protocol, draw_protocols
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import discard_draw, draw_match, enter_lots
from tournament.enums import LotSource
from tournament.models import Draw, Event, Match, Participant, Tournament, User
from tournament.proof.seals.keys import SealKey, grouped

ADDRESS = "http://192.168.0.7:8000/t/feldkirchen-2026/draw/1/"


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return tournament


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)


def printed(tournament: Tournament, number: int = 1, draw: int | None = None, address: str = ADDRESS) -> str:
    protocol = draw_protocol(match(tournament, number), draw)
    assert protocol is not None
    return words(draw_protocol_pdf(protocol, address=address))


def in_the_hall(tournament: Tournament, actor: User) -> Draw:
    """A match drawn with three numbers of the hall and one fixed seat, after the list was opened once."""
    reopen_list(closed=close_list(match=match(tournament), actor=actor), actor=actor)
    Participant.objects.filter(start_number=5).update(fixed_table=2, fixed_seat=3)
    closed = close_list(match=match(tournament), actor=actor, source=LotSource.NUMBERS, avoid_clubs=True)
    return draw_match(closed=closed, actor=actor, hall=["17", "4711", "99"], witnesses=[1, 4, 2])


def test_all_that_was_closed_drawn_and_seen(tournament: Tournament, organiser: User) -> None:
    draw = in_the_hall(tournament, organiser)
    text, content = printed(tournament), draw.protocol
    assert re.search(r"List closed \d+/\d+/20\d\d \d+:\d+, Olga Orga Drawn \d+/\d+/20\d\d \d+:\d+", text)
    assert "Witnesses 1 Obermaier Anna, 4 Süß Dirk, 2 Huber Bene Participants 8 Tables 2 tables of 4" in text
    assert "Fixed places 5 Zöllner Eva: table 2, seat 3" in text
    assert "Chance comes from Three participants name a number each" in text
    assert "Clubs kept apart, as far as the numbers allow" in text
    assert f"{content['meetings']['clubs']} pairs share a table; it could not be avoided" in text
    for label, value in [
        ("Fingerprint of the list", content["list_hash"]),
        ("Seal of the secret number", content["commitment"]),
        ("Secret number", content["secret"]),
        ("Numbers of the hall", "17 · 4711 · 99"),
        ("Number of the draw", content["seed"]),
        ("Algorithm", "spielliste-2"),
    ]:
        assert f"{label} {value}" in text
    for witness in ("1 Obermaier Anna", "4 Süß Dirk", "2 Huber Bene"):
        assert f"Witness · {witness}" in text
    assert "Tournament management · SV Feldkirchen" in text


def test_the_numbers_of_a_lottery_are_none_of_the_hall(tournament: Tournament, organiser: User) -> None:
    lottery = {"source": LotSource.LOTTERY, "note": "6 aus 49, 28.11.2026"}
    draw_match(
        closed=close_list(match=match(tournament), actor=organiser, **lottery), actor=organiser, hall=["3", "44"]
    )
    text = printed(tournament)
    assert "Numbers of the lottery 3 · 44 (6 aus 49, 28.11.2026)" in text
    assert "of the hall" not in text


def test_every_lot_with_its_name(tournament: Tournament, organiser: User) -> None:
    draw = draw_lots(match(tournament), organiser)
    names = dict(Participant.objects.values_list("start_number", "last_name"))
    text = printed(tournament)
    for table, numbers in enumerate(draw.lots, start=1):
        rows = [rf"{seat} {number} {names[number]} \w+" for seat, number in enumerate(numbers, start=1)]
        assert re.search(rf"{table} " + " ".join(rows), text)


def test_its_link_in_the_event_log_and_the_key_of_the_seals(
    tournament: Tournament, organiser: User, seal: SealKey
) -> None:
    draw = draw_lots(match(tournament), organiser)
    event = Event.objects.get(kind="draw.published")
    assert json.loads(event.payload) == draw.protocol
    text = printed(tournament)
    assert f"event {event.sequence} of the tournament: {event.hash}" in text
    assert f"Key of the seals {grouped(seal.fingerprint)}" in text


def test_how_to_check_it(tournament: Tournament, organiser: User) -> None:
    draw = draw_lots(match(tournament), organiser)
    text = printed(tournament)
    assert f"any phone recomputes every lot: {ADDRESS}" in text
    assert "python -m tournament.lots verify feldkirchen-2026-1-lots.json" in text
    assert f"printf 'spielliste-2:%s' {draw.protocol['secret']} | sha256sum" in text
    # On a computer that phones cannot reach yet the page is named all the same, and first.
    text = printed(tournament, address="")
    path = "recomputes every lot: /t/feldkirchen-2026/draw/1/"
    assert text.index("How to check it") < text.index(path) < text.index("With the saved protocol")


def test_who_draws_until_it_suits_is_seen(tournament: Tournament, organiser: User) -> None:
    first = in_the_hall(tournament, organiser)
    discard_draw(match=match(tournament), actor=organiser, reason="Startnummer 14 fehlte")
    second = draw_lots(match(tournament), organiser)
    text = printed(tournament)
    assert re.search(r"Draw 1, \d+/\d+/20\d\d \d+:\d+, Olga Orga\. Discarded .* Reason: Startnummer 14 fehlte", text)
    assert text.count("Fingerprint of the list") == 1 + 3
    assert "opened again" in text
    assert (first.protocol["seed"] in text, second.protocol["seed"] in text) == (False, True)


def test_a_draw_that_was_taken_back_says_so(tournament: Tournament, organiser: User) -> None:
    first = draw_lots(match(tournament), organiser)
    discard_draw(match=match(tournament), actor=organiser, reason="Startnummer 14 fehlte")
    assert draw_protocol(match(tournament)) is None
    draw_lots(match(tournament), organiser)
    text = printed(tournament, draw=1)
    assert "taken back" in text
    assert re.search(r"Taken back\. Discarded .* by Olga Orga, .* Reason: Startnummer 14 fehlte", text)
    assert first.protocol["seed"] in text
    assert "verify feldkirchen-2026-1-lots-1.json" in text
    # Later events are not part of it, nor is the page that recomputes the lots in force.
    assert "any phone" not in text
    assert "What came before" not in text
    assert "taken back" not in printed(tournament).lower()


def test_kept_tables_bring_the_protocol_of_their_lots(db: None, organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 9)
    first = draw_lots(match(tournament), organiser)
    draw_lots(match(tournament, 2), organiser)
    draw_lots(match(tournament, 3), organiser)
    protocol = draw_protocol(match(tournament, 3))
    assert protocol is not None
    pdf = draw_protocol_pdf(protocol)
    text = words(pdf)
    assert len(pdf_reader(pdf).pages) == 2
    assert "The tables stay. By these rules the lots of match 1 hold for this match too" in text
    assert "Tables 1 table of 5, 1 table of 4" in text
    event, published = Event.objects.filter(kind="draw.kept").last(), Event.objects.get(kind="draw.published")
    assert event is not None
    assert f"event {event.sequence} of the tournament: {event.hash}" in text
    assert f"event {published.sequence} of the tournament: {published.hash}" in text
    assert first.protocol["seed"] in text
    assert text.count("Page 1 of 1") == 2


def test_later_matches_count_what_could_not_be_avoided(tournament: Tournament, organiser: User) -> None:
    draw_lots(match(tournament), organiser)
    second = draw_lots(match(tournament, 2), organiser)
    assert second.meetings["again"] > 0
    text = printed(tournament, 2)
    assert f"Opponents again {second.meetings['again']} pairs meet again; it could not be avoided" in text
    names = {one.start_number: f"{one.start_number} {one.list_name}" for one in Participant.objects.all()}
    pairs = lots.repeats(lots.Terms.from_json(second.protocol), second.lots).again
    assert "avoided " + "; ".join(f"{names[one]} – {names[other]}" for one, other in pairs) in text
    assert "Seats spread over the matches, as far as the numbers allow" in text


def test_a_draw_of_the_first_algorithm(tournament: Tournament, organiser: User) -> None:
    content = {
        "algorithm": "spielliste-1", "match": 1, "entrants": [1, 2, 3, 4], "entrants_hash": "ab" * 32,
        "seed": "cd" * 32, "lots": [[3, 1, 4, 2]],
    }  # fmt: skip
    Draw.objects.create(match=match(tournament), protocol=content, drawn_by=organiser, drawn_at=timezone.now())
    text = printed(tournament)
    assert f"Fingerprint of the list {'ab' * 32} Number of the draw {'cd' * 32} Algorithm spielliste-1" in text
    assert ("Secret number" in text, "sha256sum" in text, "In the event log" in text) == (False, False, False)
    assert re.search(r"1 1 3 Löffler Centa 2 1 Obermaier Anna 3 4 Süß Dirk 4 2 Huber Bene", text)


def test_all_lots_of_a_large_hall(db: None, organiser: User, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, 200)
    draw = draw_lots(match(tournament), organiser)
    first_match = match(tournament)
    with django_assert_num_queries(8):
        protocol = draw_protocol(first_match)
    assert protocol is not None
    pdf = draw_protocol_pdf(protocol)
    pages = pdf_reader(pdf).pages
    assert len(pages) == 3
    lots = " ".join(" ".join(page.extract_text().split()) for page in pages[1:])
    rows = [
        f"{seat} {number} Nachname{number} Vorname{number}"
        for table in draw.lots for seat, number in enumerate(table, 1) if number > 8
    ]  # fmt: skip
    assert [row for row in rows if row not in lots] == []
    assert fonts(pdf) == {"Paper-Sans", "Paper-Sans-Semi-Bold", "Paper-Serif-Semi-Bold"}


def test_lots_by_hand_are_said_to_be_drawn_by_hand(tournament: Tournament, organiser: User) -> None:
    closed = close_list(match=match(tournament), actor=organiser, source=LotSource.HAND)
    places = [(number, 1 + number % 2, (number + 1) // 2) for number in range(1, 9)]
    enter_lots(closed=closed, actor=organiser, places=places, witnesses=[3])
    text = printed(tournament)
    assert re.search(r"Entered \d+/\d+/20\d\d \d+:\d+, Olga Orga Witnesses 3 Löffler Centa", text)
    assert "Drawn by hand. People drew these lots in the hall; the tournament management entered them." in text
    assert not re.search("Secret number|Number of the draw|recomputes", text)


def test_additional_tables_have_a_protocol_of_their_own(tournament: Tournament, organiser: User) -> None:
    draw_match(closed=close_list(match=match(tournament), actor=organiser), actor=organiser)
    make_participants(tournament, 4, first=9)
    draw_match(closed=close_list(match=match(tournament), actor=organiser, additional=True), actor=organiser)
    first, second = draw_protocols(match(tournament))
    text = words(draw_protocol_pdf(first, second, address=ADDRESS))
    assert text.count("Protocol of the draw") == 2
    own = printed(tournament, draw=2)
    assert "Draw 2 · Additional table 3" in own
    assert "Participants 4 Drawn are those who had no seat; everyone else stays where they sit" in own
    assert "feldkirchen-2026-1-lots-2.json" in own
    assert "Obermaier" not in own
