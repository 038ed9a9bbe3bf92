"""The lots of a full tie drawn by hand (5.4.2): the order, who looked on, and that nobody claims a seed."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.damage.tampering import triggers_off
from tests.tournament.views.reading import words
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
from tournament.models import Event, Participant, TieLots, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import draw_tie_lots, enter_tie_lots


@pytest.fixture
def chef(db: None) -> User:
    return make_user("organiser", username="chef", full_name="Vroni Turnier")


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Anna, Bene, Centa and Dirk are equal in everything; Eva looks on."""
    tournament = make_tournament()
    players = make_participants(tournament, 5)[:4]
    for match in tournament.matches.all():
        make_scoresheet(match, players, [0, 0, 0, 0])
    return tournament


def enter(tournament: Tournament, actor: User, order: list[int], witnesses: list[int]) -> TieLots:
    return enter_tie_lots(tournament=tournament, actor=actor, order=order, witnesses=witnesses)


def faults(tournament: Tournament) -> list[str]:
    return [fault.what for fault in audit_tournament(tournament).faults if "lots of a tie" in fault.what]


def test_the_order_from_the_hat_decides(tournament: Tournament, chef: User) -> None:
    row = enter(tournament, chef, [3, 1, 4, 2], [5])
    standings = overall_standings(tournament)
    assert [(line.place, line.start_number) for line in standings.lines] == [(1, 3), (2, 1), (3, 4), (4, 2)]
    assert (row.seed, row.is_by_hand) == ("", True)
    payload = json.loads(Event.objects.get(kind="tie.lots_drawn").payload)
    assert payload["witnesses"] == [Participant.objects.get(start_number=5).pk]
    (lots,) = standings.lots
    assert (lots.by_hand, lots.drawn_by, lots.witnesses) == (True, "Vroni Turnier", ("5 Zöllner Eva",))
    assert faults(tournament) == []


@pytest.mark.parametrize(
    ("order", "witnesses", "code"),
    [
        ([3, 1, 4], [5], "not_a_tie"),
        ([3, 1, 4, 5], [5], "not_a_tie"),
        ([3, 1, 4, 2, 2], [5], "not_a_tie"),
        ([3, 1, 4, 2], [], "witnesses"),
        ([3, 1, 4, 2], [5, 5], "witnesses"),
        ([3, 1, 4, 2], [1, 2, 3, 4], "witnesses"),
        ([3, 1, 4, 2], [99], "unknown_witness"),
    ],
)
def test_what_is_no_draw_is_refused(
    tournament: Tournament, chef: User, order: list[int], witnesses: list[int], code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        enter(tournament, chef, order, witnesses)
    assert (refusal.value.code, TieLots.objects.count()) == (code, 0)


def test_it_is_entered_once(tournament: Tournament, chef: User) -> None:
    enter(tournament, chef, [3, 1, 4, 2], [5])
    with pytest.raises(Refused) as refusal:
        enter(tournament, chef, [1, 3, 4, 2], [5])
    assert refusal.value.code == "lots_drawn"


def test_whoever_joins_is_drawn_in_without_turning_round_what_was_announced(tournament: Tournament, chef: User) -> None:
    enter(tournament, chef, [3, 1, 4, 2], [5])
    more = [*make_participants(tournament, 3, first=6), Participant.objects.get(start_number=5)]
    for match in tournament.matches.all():
        make_scoresheet(match, more, [0, 0, 0, 0], table=2)
    with pytest.raises(Refused) as refusal:
        enter(tournament, chef, [1, 3, 4, 2, 5, 6, 7, 8], [5])
    assert refusal.value.code == "order_stays"
    enter(tournament, chef, [8, 3, 7, 1, 4, 6, 2, 5], [5])
    assert [line.start_number for line in overall_standings(tournament).lines] == [8, 3, 7, 1, 4, 6, 2, 5]
    assert faults(tournament) == []


def test_the_log_notices_another_order_and_another_witness(tournament: Tournament, chef: User) -> None:
    row = enter(tournament, chef, [3, 1, 4, 2], [5])
    with triggers_off():
        TieLots.objects.filter(pk=row.pk).update(witnesses=[])
    assert len(faults(tournament)) == 2
    with triggers_off():
        TieLots.objects.filter(pk=row.pk).update(witnesses=row.witnesses, order=sorted(row.order))
    assert len(faults(tournament)) == 1


def test_the_page_takes_the_order_and_everyone_is_told(tournament: Tournament, chef: User, client: Client) -> None:
    client.force_login(chef)
    address = reverse("tie_lots_by_hand", args=[tournament.slug])
    assert address in client.get(reverse("standings", args=[tournament.slug])).content.decode()
    wrong = client.post(address, {"order": "3 1 x 2", "witnesses": "5"})
    assert "“x” is no start number." in words(wrong)
    assert 'value="3 1 x 2"' in wrong.content.decode()
    short = client.post(address, {"order": "3 1 4", "witnesses": "5"})
    assert "Please type the start numbers of one tie, each of them once: 1, 2, 3, 4." in words(short)
    answer = client.post(address, {"order": "3, 1, 4, 2", "witnesses": "5"}, follow=True)
    assert "Drawn by hand, entered by Vroni Turnier, " in words(answer)
    public = words(Client().get(reverse("public_standings", args=[tournament.slug])))
    assert "looked on: 5 Zöllner Eva" in public
    assert "No lot is to be drawn now." in words(client.get(address))


def test_the_computer_still_draws(tournament: Tournament, chef: User) -> None:
    (row,) = draw_tie_lots(tournament=tournament, actor=chef)
    assert (row.witnesses, row.is_by_hand, faults(tournament)) == ([], False, [])
