"""Challenge cups: who won them over the years, what is refused, what the log knows, the pages and the print."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.damage.tampering import triggers_off
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
from tests.worlds.played import finished_tournament
from tournament.enums import ShownName
from tournament.models import Cup, CupWinner, Event, Participant, Tournament, User
from tournament.participants.services.retention import forget_participant
from tournament.proof.services.audit import audit_installation
from tournament.refusals import Refused
from tournament.results.services import add_cup, enter_winner, enter_winners, rename_cup, take_back_winner
from tournament.standings.selectors.standings import overall_standings


@pytest.fixture
def vroni(db: Any) -> User:
    return make_user("organiser", username="vroni", full_name="Vroni Turnier")


@pytest.fixture
def players(vroni: User) -> list[Participant]:
    tournament = make_tournament()
    players = make_participants(tournament, 4)
    make_scoresheet(tournament.matches.get(number=1), players, [30, 10, -10, -30])
    return players


def years(cup: Cup) -> list[tuple[int, str]]:
    return [(winner.year, winner.shown_name) for winner in cup.winners.all()]


def logged() -> list[tuple[str, dict[str, Any]]]:
    events = Event.objects.filter(kind__startswith="cup.").order_by("sequence")
    return [(event.kind, json.loads(event.payload)) for event in events]


def faults() -> list[str]:
    return [fault.what for fault in audit_installation().faults if "cup" in fault.what]


def test_winners_of_earlier_years_and_of_this_one(vroni: User, players: list[Participant]) -> None:
    cup = add_cup(name=" Wanderpokal  SV ", actor=vroni)
    new = enter_winners(cup=cup, text="2019 Huber Sepp\n1958 Xaver Alt", actor=vroni)
    won = enter_winner(cup=cup, participant=players[0], actor=vroni)
    assert len(new) == 2
    assert cup.name == "Wanderpokal SV"
    assert years(cup) == [(2026, "Anna Obermaier"), (2019, "Huber Sepp"), (1958, "Xaver Alt")]
    assert enter_winner(cup=cup, participant=players[0], actor=vroni) == won
    assert enter_winners(cup=cup, text="2019 Huber Sepp\n2026 Anna Obermaier", actor=vroni) == []
    assert [kind for kind, _payload in logged()] == ["cup.added", "cup.won", "cup.won", "cup.won"]
    assert "Huber" not in json.dumps(logged())
    assert faults() == []


def test_a_cup_is_named_otherwise_and_a_winner_taken_back(vroni: User) -> None:
    cup = add_cup(name="Pokal", actor=vroni)
    rename_cup(cup=cup, name="Pokal", actor=vroni)
    rename_cup(cup=cup, name="Großer Pokal", actor=vroni)
    [winner] = enter_winners(cup=cup, text="2019 Huber Sepp", actor=vroni)
    take_back_winner(winner=winner, actor=vroni)
    assert years(cup) == []
    with pytest.raises(Refused) as refused:
        take_back_winner(winner=winner, actor=vroni)
    assert refused.value.code == "winner_gone"
    assert [kind for kind, _payload in logged()] == ["cup.added", "cup.renamed", "cup.won", "cup.taken_back"]
    assert faults() == []


def test_what_is_refused(vroni: User, players: list[Participant]) -> None:
    cup = add_cup(name="Pokal", actor=vroni)
    enter_winner(cup=cup, participant=players[0], actor=vroni)
    desk = make_user("desk", username="desk")
    acts: dict[str, Callable[[], object]] = {
        "not_allowed": lambda: add_cup(name="Anderer", actor=desk),
        "cup_there": lambda: add_cup(name="pokal", actor=vroni),
        "no_name": lambda: add_cup(name="", actor=vroni),
        "year_taken": lambda: enter_winner(cup=cup, participant=players[1], actor=vroni),
        "unreadable_lines": lambda: enter_winners(cup=cup, text="2019 Huber\n2026 Bene Huber\nSepp", actor=vroni),
    }
    for code, act in acts.items():
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == code
    assert "Line 3" in str(refused.value)
    assert "2026 was won by Anna Obermaier" in str(refused.value)
    assert years(cup) == [(2026, "Anna Obermaier")]


def test_who_is_forgotten_is_forgotten_here_too(vroni: User, players: list[Participant]) -> None:
    cup = add_cup(name="Pokal", actor=vroni)
    enter_winner(cup=cup, participant=players[0], actor=vroni)
    Tournament.objects.update(
        state="finished", keep_until="2027-06-01", frozen_ruleset=players[0].tournament.ruleset.text
    )
    forget_participant(participant=Participant.objects.get(pk=players[0].pk), actor=vroni)
    assert years(cup) == [(2026, "Participant 1")]
    assert CupWinner.objects.get().salt is None
    assert faults() == []
    other = add_cup(name="Anderer", actor=vroni)
    with pytest.raises(Refused) as refused:
        enter_winner(cup=other, participant=players[0], actor=vroni)
    assert refused.value.code == "forgotten"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"name": "Otto Schwindel"}, "the name of the winner of a challenge cup"),
        ({"year": 2018}, "winner of a challenge cup"),
        ({"participant": None}, "winner of a challenge cup"),
        ({"name": "", "salt": None}, "the name of the winner of a challenge cup"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else None,
)
def test_the_audit_notices_a_changed_winner(
    vroni: User, players: list[Participant], change: dict[str, Any], what: str
) -> None:
    cup = add_cup(name="Pokal", actor=vroni)
    enter_winner(cup=cup, participant=players[0], actor=vroni)
    with triggers_off():
        CupWinner.objects.update(**change)
    assert any(fault.startswith(what) for fault in faults())


def test_the_audit_notices_a_winner_or_cup_that_nobody_entered(vroni: User) -> None:
    cup = Cup.objects.create(name="Schwarzer Pokal")
    CupWinner.objects.create(cup=cup, year=2019, name="Otto", entered_by=vroni, entered_at="2026-01-01T00:00Z")
    assert len(faults()) == 2


def test_the_pages(vroni: User, players: list[Participant], client: Client) -> None:
    client.force_login(vroni)
    answer = client.post(reverse("cups"), {"name": "<b>Pokal</b>"}, follow=True)
    cup = Cup.objects.get()
    assert "&lt;b&gt;Pokal" in answer.content.decode()
    answer = client.post(reverse("cup", args=[cup.pk]), {"text": "2019 Huber Sepp\nunsinn"})
    assert (answer.status_code, cup.winners.count()) == (422, 0)
    assert "unsinn" in answer.content.decode()
    client.post(reverse("cup", args=[cup.pk]), {"text": "2019 Huber Sepp"})
    page = reverse("tournament_cups", args=["feldkirchen-2026"])
    assert "1. Obermaier Anna" in client.get(page).content.decode()
    client.post(page, {"cup": cup.pk, "participant": players[0].pk})
    assert years(cup) == [(2026, "Anna Obermaier"), (2019, "Huber Sepp")]
    assert "Every cup has its winner" in client.get(page).content.decode()
    assert "Anna Obermaier" in client.get(reverse("cups")).content.decode()
    client.post(reverse("cup_rename", args=[cup.pk]), {"name": "Großer Pokal"})
    assert client.post(reverse("cup_rename", args=[cup.pk]), {"name": ""}).status_code == 422
    client.post(reverse("cup_take_back", args=[cup.pk, 2019]))
    assert client.post(reverse("cup_take_back", args=[cup.pk, 2019]), follow=True).status_code == 200
    assert years(cup) == [(2026, "Anna Obermaier")]


def test_the_print(vroni: User, client: Client) -> None:
    cup = add_cup(name="Wanderpokal", actor=vroni)
    enter_winners(cup=cup, text="\n".join(f"{year} Huber <i>Sepp</i>" for year in range(1950, 2026)), actor=vroni)
    client.force_login(vroni)
    answer = client.get(reverse("cup_print", args=[cup.pk]))
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert answer["Content-Type"] == "application/pdf"
    assert text.count("Huber <i>Sepp</i>") == 76


@pytest.mark.parametrize(
    ("wish", "place", "name"),
    [
        (ShownName.HIDDEN, 1, "without a name"),
        (ShownName.NUMBER, 1, "{name}"),
        (ShownName.NUMBER, 4, "No. {number}"),
        (ShownName.NAME, 4, "{name}"),
    ],
    ids=["hidden", "number-first", "number-fourth", "name"],
)
def test_the_print_names_winners_as_the_hall_may_read_them(
    db: None, client: Client, wish: str, place: int, name: str
) -> None:
    tournament, actor = finished_tournament()
    Tournament.objects.update(hall_names=wish)
    line = next(line for line in overall_standings(tournament).lines if line.place == place)
    cup = add_cup(name="Pokal", actor=actor)
    enter_winners(cup=cup, text="2019 Huber Sepp", actor=actor)
    winner = enter_winner(cup=cup, participant=Participant.objects.get(pk=line.participant), actor=actor)
    name = name.format(name=winner.shown_name, number=line.start_number)
    client.force_login(actor)
    answer = client.get(reverse("cup_print", args=[cup.pk]))
    text = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())
    assert f"{winner.year} {name} 2019 Huber Sepp" in text
    page = client.get(reverse("cup", args=[cup.pk])).content.decode()
    assert winner.shown_name in page
    assert (f"on the print: {name}" in page) is (name != winner.shown_name)
