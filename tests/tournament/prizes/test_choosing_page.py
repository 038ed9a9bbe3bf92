"""The page where prizes are chosen, and the screen in the hall, without a browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament.enums import Release
from tournament.models import Ceremony, Picture, Prize, PrizeAct, Seat, Tournament
from tournament.prizes.entry import ChoosingEntry, read_prize_entry
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.services.acts import allow_choosing, put_off
from tournament.selectors.versions import hall_version
from tournament.services import versions
from tournament.standings.selectors.release import content_of
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.release import freeze, unfreeze

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("47", ChoosingEntry("chosen", 47)),
        (" 7 ", ChoosingEntry("chosen", 7)),
        ("120", ChoosingEntry("chosen", 120)),
        ("S", ChoosingEntry("later")),
        ("+", ChoosingEntry("later")),
        ("n", ChoosingEntry("absent")),
        ("-", ChoosingEntry("absent")),
        ("v", ChoosingEntry("waived")),
        ("z", ChoosingEntry("undo")),
        ("", None),
        ("1200", None),
        ("4x", None),
        ("٤", None),
    ],
)
def test_what_is_typed(text, entry):
    assert read_prize_entry(text) == entry


@pytest.fixture
def hall():
    tournament, players, actor = ranked()
    put_out(tournament, 3)
    client = Client()
    client.force_login(actor)
    return tournament, players, client


def note(client, tournament, **fields):
    return client.post(reverse("prize_choosing", args=[tournament.slug]), fields, follow=True)


def test_number_and_enter_without_script(hall):
    tournament, (anna, bene, *_), client = hall
    page = client.get(reverse("prize_choosing", args=[tournament.slug])).content.decode()
    assert f'name="participant" value="{anna.pk}"' in page
    answer = note(client, tournament, participant=anna.pk, entry="2").content.decode()
    assert "2 Preis 2 → 1 Anna Obermaier" in answer
    assert f'name="participant" value="{bene.pk}"' in answer
    act = PrizeAct.objects.get()
    assert "Undone" in note(client, tournament, last=act.pk, entry="z").content.decode()
    assert f'name="participant" value="{anna.pk}"' in note(client, tournament, entry="").content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"entry": "x"}, "neither the number of a prize"),
        ({"entry": "<b>"}, "neither the number of a prize"),
        ({"entry": "9"}, "There is no prize 9"),
        ({"entry": "2", "participant": "0"}, "somebody else’s turn"),
        ({"entry": "2", "participant": "-1"}, "somebody else’s turn"),
        ({"entry": "2", "participant": "9" * 40}, "somebody else’s turn"),
        ({"entry": "z"}, "nothing to undo"),
        ({"undo": "77"}, "nothing to undo"),
        ({"again": "77"}, "in the row already"),
    ],
)
def test_what_is_refused_is_a_sentence(hall, fields, sentence):
    tournament, (anna, *_), client = hall
    answer = note(client, tournament, **{"participant": anna.pk} | fields).content.decode()
    assert sentence in answer
    assert not PrizeAct.objects.exists()


def test_the_other_desk_is_polled(hall):
    tournament, (anna, *_), client = hall
    address = reverse("prize_choosing", args=[tournament.slug])
    part = client.get(address, headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    version = part.context["version"]
    assert client.get(f"{address}?v={version}", headers={"HX-Request": "true"}).status_code == 204
    put_off(tournament=tournament, actor=make_user("desk"), participant=anna.pk, kind=PrizeActKind.ABSENT)
    assert client.get(f"{address}?v={version}", headers={"HX-Request": "true"}).status_code == 200
    assert note(client, tournament, again=anna.pk).context["choosing"].turn.participant == anna.pk


def screen(tournament: Tournament) -> str:
    return Client().get(reverse("screen_prizes", args=[tournament.slug])).content.decode()


def release(tournament: Tournament, state: Release) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(release=state, hall_names="number")


HELD_BACK = [Release.FROZEN, Release.REVEALING]


@pytest.mark.parametrize("state", HELD_BACK)
def test_while_results_are_held_back_nobody_is_named_before_the_management_opens_the_choosing(hall, state):
    tournament, (anna, *_), client = hall
    release(tournament, state)
    assert "not being chosen yet" in screen(tournament)
    assert "No. 1" not in screen(tournament)
    answer = note(client, tournament, participant=anna.pk, entry="2").content.decode()
    assert "only the management opens the choosing" in answer
    assert "the hall reads who is called, the first place first" in answer
    assert not PrizeAct.objects.exists()
    assert "The hall reads who is called here" in note(client, tournament, allow="1").content.decode()
    assert "No. 1" in screen(tournament)
    note(client, tournament, participant=anna.pk, entry="2")
    # Called to the front is announced, by the name that the person wishes, and without a place.
    assert "No. 2" in screen(tournament)
    assert "Bene" not in screen(tournament)


@pytest.mark.parametrize("entry", ["n", "s", "v", "2"])
@pytest.mark.parametrize("state", HELD_BACK)
def test_the_desk_calls_nobody_before_the_management_opens_the_choosing(hall, state, entry):
    tournament, (anna, *_), client = hall
    release(tournament, state)
    desk = Client()
    desk.force_login(make_user("desk", "supervisor", username="theke"))
    note(desk, tournament, participant=anna.pk, entry=entry)
    page = note(desk, tournament, allow="1").content.decode()
    assert "Open the choosing before the hall" not in page
    assert "not being chosen yet" in screen(tournament)
    note(client, tournament, allow="1")
    note(desk, tournament, participant=anna.pk, entry="2")
    assert "No. 2" in screen(tournament)


@pytest.mark.parametrize("state", HELD_BACK)
def test_the_screen_keeps_to_the_order_that_was_opened(hall, state):
    """A correction after it changes who comes next; the hall learns it once the choosing is opened anew."""
    tournament, (anna, bene, centa, _dirk), client = hall
    release(tournament, state)
    note(client, tournament, allow="1")
    note(client, tournament, participant=anna.pk, entry="2")
    before, version = called(tournament), hall_version(tournament)
    assert before == ["No. 2", "No. 3"]
    Seat.objects.filter(participant=centa).update(points=25, plus=25, minus=0)
    versions.bump(tournament)
    assert (called(tournament), hall_version(tournament)) == (before, version)
    assert "The order has changed" in note(client, tournament, participant=bene.pk, entry="1").content.decode()
    assert (called(tournament), hall_version(tournament)) == (before, version)
    note(client, tournament, allow="1")
    assert called(tournament) == ["No. 3", "No. 2"]


def test_held_back_anew_the_choosing_has_to_be_opened_anew(hall):
    tournament, _players, client = hall
    actor = make_user("organiser", username="k")
    freeze(tournament=tournament, actor=actor)
    note(client, tournament, allow="1")
    assert "not being chosen yet" not in screen(tournament)
    unfreeze(tournament=tournament, actor=actor)
    freeze(tournament=tournament, actor=actor)
    assert "not being chosen yet" in screen(tournament)


def test_before_the_ranking_is_final_one_decision_opens_the_choosing_before_the_hall():
    tournament, (anna, *_), actor = ranked(state="complete")
    put_out(tournament, 3)
    client = Client()
    client.force_login(actor)
    release(tournament, Release.FROZEN)
    page = client.get(reverse("prize_choosing", args=[tournament.slug])).content.decode()
    assert "not final" in page
    assert "the hall reads who is called, the first place first" in page
    note(client, tournament, allow="1")
    note(client, tournament, participant=anna.pk, entry="2")
    assert "No. 2" in screen(tournament)


def test_going_on_with_handing_out_opens_no_choosing():
    tournament, _players, actor = ranked(state="complete")
    put_out(tournament, 3)
    release(tournament, Release.FROZEN)
    version = hall_version(tournament)
    allow_choosing(tournament=tournament, actor=actor)
    assert hall_version(tournament) == version
    assert "not being chosen yet" in screen(tournament)


def test_whose_line_was_announced_may_be_named_and_called(hall):
    tournament, (anna, bene, centa, _dirk), client = hall
    release(tournament, Release.REVEALING)
    script = {
        "steps": [{"lines": [bene.pk]}, {"lines": [anna.pk]}],
        "ranking": content_of(overall_standings(tournament)),
    }
    ceremony = Ceremony.objects.create(tournament=tournament, script=script, shown=[0])
    assert called(tournament) == []
    ceremony.shown = [0, 1]
    ceremony.save()
    assert called(tournament) == ["No. 1", "No. 2"]
    # The screen goes by the ranking of the prize-giving.
    for points in (25, 10):
        Seat.objects.filter(participant=centa).update(points=points, plus=points, minus=0)
        versions.bump(tournament)
        assert called(tournament) == ["No. 1", "No. 2"]
    for person, number in ((anna, "2"), (bene, "1")):
        note(client, tournament, participant=person.pk, entry=number)
    assert PrizeAct.objects.count() == 2
    assert called(tournament) == []
    answer = note(client, tournament, participant=centa.pk, entry="3").content.decode()
    assert "only the management opens the choosing" in answer


def called(tournament: Tournament) -> list[str]:
    return re.findall(r"No\. \d", screen(tournament))


def test_the_screen_of_an_open_tournament_names_the_first_three(hall):
    tournament, _players, _client = hall
    release(tournament, Release.PUBLISHED)
    html = screen(tournament)
    assert "Obermaier" in html
    assert "Preis 3" in html
    assert "Metzgerei Huber" in html


def test_the_screen_names_no_donor_who_is_not_shown(hall):
    """The full name, in either order; a shop of the same name is somebody else."""
    tournament, (*_, last), client = hall
    Prize.objects.filter(number=3).update(words=f"Most von {last}", donor=f"{last.last_name} {last.first_name}")
    release(tournament, Release.PUBLISHED)
    html = screen(tournament)
    assert "Most von No. 4" in html
    assert last.last_name not in html
    assert last.last_name in client.get(reverse("prize_choosing", args=[tournament.slug])).content.decode()
    Prize.objects.filter(number=3).update(words="Most", donor=f"Metzgerei {last.last_name}")
    versions.bump(tournament)
    assert f"Metzgerei {last.last_name}" in screen(tournament)


@pytest.mark.parametrize("more", [0, 60], ids=["few", "many"])
def test_the_screen_shows_the_picture_of_a_prize_that_is_left(hall, more):
    tournament, _players, _client = hall
    put_out(tournament, more)
    picture = Picture.objects.create(
        tournament=tournament, name="Schinken", data=b"x", content_type="image/jpeg", width=4, height=3,
        sha256="a" * 64, added_by=make_user("organiser", username="k"), added_at=timezone.now(),
    )  # fmt: skip
    Prize.objects.filter(number=2).update(picture=picture)
    assert reverse("public_picture", args=[tournament.slug, picture.sha256]) in screen(tournament)


def test_who_wants_none_may_want_one_after_all(hall):
    tournament, (anna, bene, *_), client = hall
    note(client, tournament, participant=anna.pk, entry="v")
    page = note(client, tournament, participant=bene.pk, entry="n").content.decode()
    assert f'id="again-{anna.pk}" name="again" value="{anna.pk}">Wants one after all' in page
    assert f'id="again-{bene.pk}" name="again" value="{bene.pk}">Is here now' in page
    assert "1 Anna Obermaier: Wants none" in page


def test_only_the_desk_chooses():
    tournament, _players, _actor = ranked()
    client = Client()
    address = reverse("prize_choosing", args=[tournament.slug])
    assert client.get(address).status_code == 302
    client.force_login(make_user("tribunal"))
    assert client.get(address).status_code == 403
