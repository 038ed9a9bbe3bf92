"""Naming a screen by its code, steering it, messages with their time, and who may."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.worlds.factories import make_tournament, make_user
from tournament.models import Event, Screen, Tournament, User
from tournament.proof.services.audit_installation import installation_differences
from tournament.refusals import Refused
from tournament.screens.codes import READABLE
from tournament.screens.scenes import Scene
from tournament.screens.services import (
    LONGEST_WAIT,
    MOST_SCREENS,
    change_screen,
    forget_screen,
    name_screen,
    note_presence,
    send_to_screens,
)

pytestmark = pytest.mark.django_db
KINDS = "screen."


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def actor() -> User:
    return make_user("desk")


@contextmanager
def refused(code: str) -> Iterator[pytest.ExceptionInfo[Refused]]:
    with pytest.raises(Refused) as refusal:
        yield refusal
    assert refusal.value.code == code


def add_screen(tournament: Tournament, actor: User, code: str = "KXF 4RT", name: str = "Beamer Saal") -> Screen:
    return name_screen(tournament=tournament, code=code, name=name, actor=actor)


def events() -> list[tuple[str, dict[str, Any]]]:
    rows = Event.objects.filter(kind__startswith=KINDS).order_by("pk")
    assert set(rows.values_list("tournament", flat=True)) <= {None}
    return [(event.kind, json.loads(event.payload)) for event in rows]


def faults() -> list[str]:
    """What the audit says of screens; logins made for a test have no beginning in the chain."""
    return [
        text
        for text in installation_differences(Event.objects.filter(tournament=None).order_by("sequence"))
        if "screen" in text
    ]


def test_a_screen_is_named_by_the_code_that_it_shows(tournament: Tournament, actor: User) -> None:
    screen = add_screen(tournament, actor, " kxf-4rt ")
    assert (screen.code, screen.name, screen.tournament, screen.seen_at) == ("KXF4RT", "Beamer Saal", tournament, None)
    assert screen.scenes == Scene.values
    [(kind, payload)] = events()
    assert kind == "screen.named"
    assert payload == {
        "screen": screen.pk, "code": "KXF4RT", "tournament": tournament.pk, "scenes": Scene.values, "seconds": 20,
    }  # fmt: skip
    assert faults() == []


def test_the_same_code_is_the_same_screen(tournament: Tournament, actor: User) -> None:
    first = add_screen(tournament, actor)
    Screen.objects.update(scenes=["ranking"], message="Bratwurst ist da")
    other = make_tournament("Aichach 2026", "aichach-2026")
    again = name_screen(tournament=other, code="KXF4RT", name="", actor=actor)
    assert (again.pk, again.name, again.tournament, again.message) == (first.pk, "Beamer Saal", other, "")
    assert again.version > first.version


@pytest.mark.parametrize(
    ("code", "name", "why"),
    [
        ("", "Theke", "no_code"), ("KXF4R", "Theke", "no_code"), ("0IO158", "Theke", "no_code"),
        ("<script>", "Theke", "no_code"), ("ACE FHK", "", "no_name"), ("ACE FHK", " \u200b ", "no_name"),
        ("ACE FHK", "beamer saal", "name_taken"), ("ACE FHK", "x" * 41, "too_long"),
    ],
)  # fmt: skip
def test_what_cannot_be_named_is_said(tournament: Tournament, actor: User, code: str, name: str, why: str) -> None:
    note_presence(add_screen(tournament, actor))
    with refused(why):
        add_screen(tournament, actor, code, name)
    assert Screen.objects.count() == 1
    assert len(events()) == 1


def test_a_name_whose_screen_was_never_seen_goes_over_to_the_right_code(tournament: Tournament, actor: User) -> None:
    wrong = add_screen(tournament, actor, "XXX XXX")
    right = add_screen(tournament, actor, "KXF 4RT", "beamer saal")
    assert (right.pk, right.code, Screen.objects.count()) == (wrong.pk, "KXF4RT", 1)
    assert faults() == []
    note_presence(right)
    with refused("name_taken"):
        add_screen(tournament, actor, "ACE FHK")


def test_two_hundred_screens_and_no_more(tournament: Tournament, actor: User) -> None:
    codes = [f"{READABLE[place // 18]}{READABLE[place % 18]}ACEF" for place in range(MOST_SCREENS)]
    Screen.objects.bulk_create(
        Screen(code=code, name=code, tournament=tournament, named_by=actor, named_at=timezone.now()) for code in codes
    )
    with refused("too_many_screens") as refusal:
        add_screen(tournament, actor)
    assert "200" in str(refusal.value)
    add_screen(tournament, actor, codes[0], "Theke")  # one that has a name may get another one
    forget_screen(screen=Screen.objects.get(code=codes[1]), actor=actor)
    add_screen(tournament, actor)
    assert Screen.objects.count() == MOST_SCREENS


def test_a_screen_shows_what_the_desk_chooses(tournament: Tournament, actor: User) -> None:
    screen = add_screen(tournament, actor)
    screen = change_screen(screen=screen, name="Theke", scenes=["ranking", "seats", "fire"], seconds=30, actor=actor)
    assert (screen.name, screen.scenes, screen.seconds) == ("Theke", ["seats", "ranking"], 30)
    before = screen.version
    same = change_screen(screen=screen, name="Theke", scenes=["seats", "ranking"], seconds=30, actor=actor)
    assert same.version == before
    assert [kind for kind, _payload in events()] == ["screen.named", "screen.changed"]
    assert faults() == []
    as_typed: dict[str, Any] = {"screen": screen, "name": "T", "scenes": ["seats"], "seconds": 9, "actor": actor}
    for wrong, why in (({"scenes": []}, "no_scene"), ({"seconds": 4}, "seconds"), ({"seconds": 601}, "seconds")):
        with refused(why):
            change_screen(**as_typed | wrong)


def test_a_message_goes_to_all_screens_of_the_tournament_alone(tournament: Tournament, actor: User) -> None:
    mine, other = add_screen(tournament, actor), make_tournament("Aichach 2026", "aichach-2026")
    add_screen(tournament, actor, "ACE FHK", "Theke")
    theirs = add_screen(other, actor, "ACE FHL", "Bühne")
    until = timezone.now() + timedelta(minutes=20)
    assert send_to_screens(tournament=tournament, text="Durchgang 2", until=until, actor=actor) == 2
    texts = dict(Screen.objects.values_list("name", "message"))
    assert texts == {"Beamer Saal": "Durchgang 2", "Theke": "Durchgang 2", "Bühne": ""}
    assert Screen.objects.get(pk=mine.pk).message_until == until
    assert Screen.objects.get(pk=theirs.pk).version == theirs.version
    assert "Durchgang" not in str(events())
    assert send_to_screens(tournament=tournament, text="", until=None, actor=actor, screen=mine) == 1
    assert Screen.objects.get(pk=mine.pk).message == ""
    assert [kind for kind, _payload in events()][-2:] == ["screen.message", "screen.message_taken_back"]


@pytest.mark.parametrize("away", [timedelta(seconds=-1), timedelta(), LONGEST_WAIT + timedelta(minutes=1)])
def test_a_time_that_is_past_is_said(tournament: Tournament, actor: User, away: timedelta) -> None:
    add_screen(tournament, actor)
    with refused("is_past"):
        send_to_screens(tournament=tournament, text="Pause", until=timezone.now() + away, actor=actor)


def test_a_message_that_nobody_would_read_is_said(tournament: Tournament, actor: User) -> None:
    with refused("no_screen"):
        send_to_screens(tournament=tournament, text="Pause", until=None, actor=actor)


def test_a_forgotten_screen_is_gone(tournament: Tournament, actor: User) -> None:
    screen = add_screen(tournament, actor)
    forget_screen(screen=screen, actor=actor)
    assert not Screen.objects.exists()
    assert faults() == []
    with refused("screen_forgotten"):
        change_screen(screen=screen, name="T", scenes=["seats"], seconds=9, actor=actor)


@pytest.mark.parametrize("role", ["supervisor", "tribunal"])
def test_who_may_not(tournament: Tournament, actor: User, role: str) -> None:
    screen, other = add_screen(tournament, actor), make_user(role)
    for act in (
        lambda: add_screen(tournament, other, "ACE FHK", "Theke"),
        lambda: change_screen(screen=screen, name="T", scenes=["seats"], seconds=9, actor=other),
        lambda: send_to_screens(tournament=tournament, text="Pause", until=None, actor=other),
        lambda: forget_screen(screen=screen, actor=other),
    ):
        with refused("not_allowed"):
            act()
    assert len(events()) == 1


def test_when_it_was_seen_is_written_once_a_minute(tournament: Tournament, actor: User) -> None:
    screen = add_screen(tournament, actor)
    note_presence(screen)
    first = Screen.objects.get().seen_at
    assert first is not None
    note_presence(screen)
    assert Screen.objects.get().seen_at == first
    for at in (first - timedelta(minutes=1), first + timedelta(hours=1)):  # a minute ago; before the clock was set back
        screen.seen_at = at
        note_presence(screen)
        assert Screen.objects.get().seen_at != at
    assert screen.version == Screen.objects.get().version


@pytest.mark.parametrize(
    "change",
    [{"seconds": 21}, {"scenes": ["ranking"]}, {"tournament": None}, {"code": "ACEFHK"}, "deleted", "named_by"],
    ids=["seconds", "scenes", "tournament", "code", "deleted", "named_by"],
)
def test_the_audit_notices_a_row_that_nobody_wrote(tournament: Tournament, actor: User, change: Any) -> None:
    screen = add_screen(tournament, actor)
    if change == "deleted":
        screen.delete()
    else:
        Screen.objects.update(**({"named_by": make_user("organiser")} if change == "named_by" else change))
    assert len(faults()) == 1
