"""A screen shows no more than the hall may see: while the ranking stands still, and while it is announced."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.ceremony.hall import Hall
from tests.worlds.prize_giving import put_out
from tournament.ceremony.services import pause_ceremony
from tournament.models import Match, Participant, Prize, PrizeAct, Screen, Seat, User
from tournament.prizes.kinds import PrizeActKind
from tournament.screens.codes import code_of, new_token
from tournament.screens.scenes import Has, Scene
from tournament.screens.selectors import desk_screens, states
from tournament.screens.views.hall import COOKIE
from tournament.services import versions
from tournament.standings.services.release import freeze

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true", "Accept-Language": "de"}


@pytest.fixture
def hall() -> Hall:
    return Hall()


def screen(hall: Hall, *scenes: str) -> Client:
    client, token = Client(headers={"Accept-Language": "de"}), new_token()
    client.cookies[COOKIE] = token
    Screen.objects.create(
        code=code_of(token), name=token[:40], tournament=hall.tournament, scenes=list(scenes or Scene.values),
        named_by=hall.actor, named_at=timezone.now(),
    )  # fmt: skip
    return client


def answer_of(client: Client, mark: str = "") -> Any:
    return client.get("/schirm/", {"shown": mark}, headers=PART)


def text(client: Client) -> str:
    return " ".join(answer_of(client).content.decode().split())


def mark(client: Client) -> str:
    return text(client).partition('data-mark="')[2].partition('"')[0]


def win(hall: Hall, number: int, points: int) -> None:
    seat = Seat.objects.filter(participant=hall.players[number - 1]).earliest("pk")
    Seat.objects.filter(pk=seat.pk).update(points=seat.points + points, plus=seat.plus + points)
    versions.bump(Match.objects.get(pk=seat.match_id))


def test_a_ranking_that_stands_still_tells_nothing_of_what_comes_in(hall: Hall) -> None:
    client = screen(hall, "ranking", "progress")
    win(hall, 8, 100)
    assert "+91" in text(client)  # −9 and 100
    freeze(tournament=hall.tournament, actor=hall.actor)
    before, shown_mark = text(client), mark(client)
    assert "+91" in before
    win(hall, 8, 100)
    assert answer_of(client, shown_mark).status_code == 204, "not even that something came in"
    assert "+191" not in text(client)
    assert 'data-kind="progress"' not in "".join(text(client) for _ in range(3))


def test_the_prize_giving_comes_first_and_nobody_is_shown_before_the_step(hall: Hall) -> None:
    every, ranking = screen(hall), screen(hall, "ranking")
    hall.begin()
    assert 'data-kind="ceremony"' in text(every)
    announced: set[str] = set()
    names = {player.last_name for player in hall.players}
    for number in range(len(hall.running.steps)):
        hall.step(number)
        assert 'data-kind="ceremony"' in text(every)
        announced |= {name for name in names if name in text(every)}
        assert {name for name in names if name in text(ranking)} <= announced
    hall.end()
    assert {name for name in names if name in text(ranking)} == names
    assert 'data-kind="honours"' in text(screen(hall, "honours"))


def test_the_desk_reads_why_nothing_is_shown(hall: Hall) -> None:
    def waits() -> dict[str, bool]:
        return {one.screen.scenes[0]: one.waits for one in desk_screens(hall.tournament)[0]}

    for scene in ("progress", "pictures", "ranking"):
        screen(hall, scene)
    hall.tournament.matches.update(state="playing")
    assert waits() == {"progress": False, "pictures": False, "ranking": False}
    freeze(tournament=hall.tournament, actor=hall.actor)
    hall.tournament.refresh_from_db()
    assert waits() == {"progress": True, "pictures": False, "ranking": False}
    hall.tournament.matches.update(state="closed")
    assert waits()["progress"] is False


def test_the_first_game_of_a_match_is_not_told(hall: Hall) -> None:
    client = screen(hall, "ranking", "pictures")
    hall.tournament.matches.update(state="drawn")
    freeze(tournament=hall.tournament, actor=hall.actor)
    assert 'data-kind="ranking"' in text(client)
    shown_mark = mark(client)
    hall.tournament.matches.update(state="playing")
    assert answer_of(client, shown_mark).status_code == 204


def test_in_a_pause_and_after_the_end_a_screen_shows_the_prize_giving_alone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kinds(client: Client) -> set[str]:
        names, now = set(), timezone.now()
        for seconds in range(0, 240, 20):
            monkeypatch.setattr(timezone, "now", lambda late=seconds: now + dt.timedelta(seconds=late))
            names.add(text(client).partition('data-kind="')[2].partition('"')[0])
        monkeypatch.setattr(timezone, "now", lambda: now)
        return names

    every, two, other = screen(hall), screen(hall, "ceremony", "ranking"), screen(hall, "ranking")
    hall.begin()
    hall.step(2)
    hall.call(pause_ceremony, paused=True)
    assert (kinds(every), kinds(two), kinds(other)) == ({"ceremony"}, {"ceremony"}, {"ranking"})
    # A choosing that was not finished does not take the screen from it.
    put_out(hall.tournament, 2)
    choose = {"tournament": hall.tournament, "acted_by": hall.actor, "kind": PrizeActKind.LATER}
    PrizeAct.objects.create(participant=hall.players[0], acted_at=timezone.now() - dt.timedelta(minutes=1), **choose)
    hall.end()
    assert (kinds(every), kinds(two), kinds(other)) == ({"honours"}, {"ceremony"}, {"ranking"})
    PrizeAct.objects.create(
        participant=hall.players[4], acted_at=timezone.now() + dt.timedelta(minutes=1), **choose
    )  # fmt: skip
    assert (kinds(every), kinds(two)) == ({"prizes"}, {"ceremony"})


def prizes_now(hall: Hall) -> Has:
    return states(hall.tournament, [Scene.PRIZES], timezone.now())[Scene.PRIZES]


def test_who_waives_the_prize_of_a_place_chooses_nothing(hall: Hall) -> None:
    put_out(hall.tournament, 3)
    waive(hall.players[0], hall.place_prizes[0], hall.actor)
    assert prizes_now(hall) == Has.NOTHING


def test_a_choosing_that_nobody_goes_on_with_does_not_keep_the_screen(hall: Hall) -> None:
    prizes = put_out(hall.tournament, 2)
    waive(hall.players[0], prizes[0], hall.actor)
    assert prizes_now(hall) == Has.NOW
    for player in hall.players[1:]:
        waive(player, prizes[0], hall.actor)
    assert prizes_now(hall) == Has.SOMETHING


def waive(player: Participant, prize: Prize, actor: User) -> None:
    PrizeAct.objects.create(
        tournament=prize.tournament, participant=player, prize=prize, kind=PrizeActKind.WAIVED, acted_by=actor,
        acted_at=timezone.now(),
    )  # fmt: skip


def test_whoever_leads_reads_of_a_message_on_a_screen_and_takes_it_back(hall: Hall) -> None:
    presenter = Client()
    presenter.force_login(hall.actor)
    screen(hall, "ceremony")
    hall.begin()
    lead = hall.address("ceremony_lead")
    version = re.search(r"\?v=([\d-]+)", presenter.get(lead).content.decode())
    assert version
    presenter.post(hall.address("screens_message"), {"text": "Bitte das Auto wegfahren", "until": ""})
    page = presenter.get(lead, {"v": version[1]}, headers={"HX-Request": "true"}).content.decode()
    assert "A message covers the prize-giving" in page
    assert "Bitte das Auto wegfahren" in page
    presenter.post(hall.address("screens_message"), {"take_back": "1"})
    assert "A message covers" not in presenter.get(lead).content.decode()
