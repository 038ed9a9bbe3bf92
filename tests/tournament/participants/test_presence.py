"""Presence between the matches: the ticks of match 1 do not stay for match 2, and the chairs are counted."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import draw_lots, make_participants, make_user
from tournament.draw.selectors.draw import preflight
from tournament.models import Event, Match, Participant, Tournament, User
from tournament.participants.selectors.presence import presence
from tournament.participants.services.arrivals import all_arrived, begin_presence, set_arrived
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import create_tournament

BASIS: dict[str, object] = {
    "name": "Feldkirchen",
    "day": dt.date(2026, 11, 28),
    "organiser": "SV Feldkirchen",
    "ruleset_id": "schafkopfschule-2023",
}


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "desk", full_name="Olga Orga")


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Eight players, all ticked off, and match 1 drawn."""
    tournament = create_tournament(actor=organiser, **BASIS)
    make_participants(tournament, 8)
    all_arrived(tournament=tournament, arrived=True, actor=organiser)
    draw_lots(match_of(tournament, 1), organiser)
    return tournament


def match_of(tournament: Tournament, number: int) -> Match:
    return Match.objects.select_related("tournament").get(tournament=tournament, number=number)


def one_of(tournament: Tournament, number: int) -> Participant:
    return tournament.participants.get(start_number=number)


def obstacle_codes(tournament: Tournament, number: int) -> list[str]:
    return [one.code for one in preflight(match_of(tournament, number)).obstacles]


def test_the_ticks_of_match_1_say_who_came_and_do_not_count_for_match_2(
    tournament: Tournament, organiser: User
) -> None:
    # Somebody went home after match 1 was drawn: for match 2 nobody is ticked off yet, so nobody counts as absent.
    set_arrived(participant=one_of(tournament, 3), arrived=False, actor=organiser)
    assert tournament.participants.filter(arrived=True).count() == 7
    assert (obstacle_codes(tournament, 2), preflight(match_of(tournament, 2)).arrived) == ([], 0)
    begin_presence(match=match_of(tournament, 2), actor=organiser)
    assert tournament.participants.filter(arrived=True).count() == 0
    assert obstacle_codes(tournament, 2) == []
    set_arrived(participant=one_of(tournament, 1), arrived=True, actor=organiser)
    assert obstacle_codes(tournament, 2) == ["not_present"]
    kinds = Event.objects.filter(kind__startswith="presence.").values_list("kind", "payload")
    assert list(kinds) == [("presence.begun", '{"match":2}')]
    faults = [fault.what for fault in audit_tournament(tournament).faults]
    assert [what for what in faults if "presen" in what] == []


def test_begun_once_and_never_for_a_match_before(tournament: Tournament, organiser: User) -> None:
    begin_presence(match=match_of(tournament, 2), actor=organiser)
    set_arrived(participant=one_of(tournament, 1), arrived=True, actor=organiser)
    begin_presence(match=match_of(tournament, 2), actor=organiser)
    assert one_of(tournament, 1).arrived
    with pytest.raises(Refused) as refusal:
        begin_presence(match=match_of(tournament, 1), actor=organiser)
    assert refusal.value.code == "presence_later"


def test_the_count_is_compared_with_the_chairs(tournament: Tournament, organiser: User) -> None:
    assert presence(match_of(tournament, 1)).sentence == "As many people as chairs."
    begin_presence(match=match_of(tournament, 2), actor=organiser)
    for number in range(1, 7):
        set_arrived(participant=one_of(tournament, number), arrived=True, actor=organiser)
    here = presence(match_of(tournament, 2))
    assert (here.chairs, len(here.present), here.sentence) == (8, 6, "2 chairs are empty.")
    assert [one.start_number for one in here.missing] == [7, 8]
    for name in ("Xaver", "Zenzi", "Wastl"):
        add_participant(tournament=tournament, first_name=name, last_name="Neu", actor=organiser)
    assert presence(match_of(tournament, 2)).sentence == "1 has no chair."


def test_who_comes_late_sees_the_free_seats_and_what_a_table_lacks(tournament: Tournament, organiser: User) -> None:
    set_arrived(participant=one_of(tournament, 5), arrived=False, actor=organiser)
    add_participant(tournament=tournament, first_name="Xaver", last_name="Neu", actor=organiser)
    here = presence(match_of(tournament, 1))
    assert [seat.participant.start_number for seat in here.free] == [5]
    assert ([one.start_number for one in here.late], here.late_missing) == ([9], 3)


def test_house_players_and_the_waiting_list_follow(tournament: Tournament, organiser: User) -> None:
    ready = add_participant(tournament=tournament, first_name="Wirt", last_name="Neu", house=True, actor=organiser)
    withdraw_participant(participant=ready, actor=organiser)
    Tournament.objects.filter(pk=tournament.pk).update(most_players=8)
    add_participant(tournament=tournament, first_name="Xaver", last_name="Neu", actor=organiser)
    assert [one.start_number for one in presence(match_of(tournament, 2)).followers] == [9, 10]


def test_the_page_of_a_match(client: Client, tournament: Tournament, organiser: User) -> None:
    client.force_login(organiser)
    page = reverse("presence", args=[tournament.slug, 2])
    assert "The ticks are those of match 1." in words(client.get(page))
    assert "Chairs: 8 · there: 0 · not ticked off yet: 8" in words(
        client.post(reverse("presence_begin", args=[tournament.slug, 2]), follow=True)
    )
    answer = client.post(reverse("presence_tick", args=[tournament.slug, 2]), {"q": "3"}, follow=True)
    assert messages_of(answer) == ["There: 3 Löffler Centa"]
    assert "7 chairs are empty." in words(answer)
    answer = client.post(reverse("presence_tick", args=[tournament.slug, 2]), {"q": "77"})
    assert "Nobody has start number 77." in words(answer)
    address = reverse("participant_arrived", args=[tournament.slug, 4]) + "?match=2&presence"
    assert "6 chairs are empty." in words(client.post(address, follow=True))
    late = words(client.get(reverse("presence", args=[tournament.slug, 1])))
    assert "By now presence is ticked off for match 2." in late
