"""What a browser in the hall shows, and the desk's page that steers it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.worlds.factories import draw_lots, make_participants, make_scoresheet, make_tournament, make_user
from tournament.enums import ShownName
from tournament.models import Picture, Prize, PrizeGroup, Screen, Tournament, User
from tournament.screens.codes import code_of, new_token, spaced
from tournament.screens.services import MOST_SCREENS, name_screen
from tournament.screens.views import parts
from tournament.screens.views.hall import COOKIE
from tournament.selectors.progress import Progress, TableProgress
from tournament.services import versions

pytestmark = pytest.mark.django_db
ADDRESS = "/schirm/"
PART = {"HX-Request": "true"}
GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 64)
    return tournament


@pytest.fixture
def actor() -> User:
    return make_user("organiser", "desk")


@pytest.fixture
def desk(actor: User) -> Client:
    client = Client(headers=GERMAN)
    client.force_login(actor)
    return client


def open_screen() -> tuple[Client, str]:
    """A browser that opens the address for the first time, and its code."""
    client = Client(headers=GERMAN)
    answer = client.get(ADDRESS)
    assert answer.status_code == 200
    return client, code_of(client.cookies[COOKIE].value)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def kind(answer: Any) -> str:
    match = re.search(r'data-kind="(\w+)"', answer.content.decode())
    return match[1] if match else ""


def mark(answer: Any) -> str:
    match = re.search(r'data-mark="([\w-]+)"', answer.content.decode())
    assert match
    return match[1]


def client_of_screen(tournament: Tournament, actor: User, *scenes: str, name: str = "Beamer Saal") -> Client:
    client, code = open_screen()
    name_screen(tournament=tournament, code=code, name=name, actor=actor)
    if scenes:
        Screen.objects.filter(code=code).update(scenes=list(scenes))
    return client


def test_a_new_browser_shows_its_code_and_nothing_is_written() -> None:
    client, code = open_screen()
    answer = client.get(ADDRESS)
    assert spaced(code) in text(answer)
    assert answer["Cache-Control"] == "private, no-cache"
    assert not Screen.objects.exists()
    assert len({open_screen()[1] for _ in range(20)}) == 20


def test_the_cookie_is_the_screens_alone() -> None:
    client, _code = open_screen()
    morsel = client.cookies[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "Lax", ADDRESS)
    assert morsel["max-age"] > 60 * 60 * 24 * 365
    assert morsel.value not in client.get(ADDRESS).content.decode()


@pytest.mark.parametrize("cookie", ["", "x", "A" * 500, "<script>", "KXF4RT"])
def test_an_invented_cookie_gets_a_code_of_its_own(tournament: Tournament, actor: User, cookie: str) -> None:
    client_of_screen(tournament, actor)
    client = Client(headers=GERMAN)
    client.cookies[COOKIE] = cookie
    answer = client.get(ADDRESS)
    assert kind(answer) == "code"
    assert "Feldkirchen" not in text(answer)
    assert client.cookies[COOKIE].value != cookie


def test_a_stranger_sees_only_his_own_code(tournament: Tournament, actor: User) -> None:
    client_of_screen(tournament, actor)
    client = Client(headers=GERMAN)
    client.cookies[COOKIE] = token = new_token()
    assert spaced(code_of(token)) in text(client.get(ADDRESS))
    assert Screen.objects.get().seen_at is None


def test_a_browser_without_cookies_is_told_so() -> None:
    answer = Client(headers=GERMAN).get(ADDRESS, headers=PART)
    assert kind(answer) == "cookie"
    assert COOKIE not in answer.cookies


def test_a_named_screen_shows_its_scene_and_is_noted(tournament: Tournament, actor: User) -> None:
    client = client_of_screen(tournament, actor)
    assert kind(client.get(ADDRESS)) == "seats_left"
    assert Screen.objects.get().seen_at is not None
    draw_lots(tournament.matches.get(number=1), actor)
    answer = client.get(ADDRESS, headers=PART)
    assert kind(answer) == "draw"
    assert "<html" not in text(answer)
    again = client.get(ADDRESS, {"shown": mark(answer)}, headers=PART)
    assert (again.status_code, again.content) == (204, b"")


def test_other_news_change_nothing(tournament: Tournament, actor: User) -> None:
    client = client_of_screen(tournament, actor, "seats")
    draw_lots(tournament.matches.get(number=1), actor)
    before = client.get(ADDRESS, headers=PART)
    assert kind(before) == "seats"
    versions.bump(tournament)
    assert client.get(ADDRESS, {"shown": mark(before)}, headers=PART).status_code == 204


def test_a_screen_shows_its_own_tournament_alone(tournament: Tournament, actor: User) -> None:
    other = make_tournament("Aichach 2026", "aichach-2026")
    make_participants(other, 8)
    for one in (tournament, other):
        draw_lots(one.matches.get(number=1), actor)
    mine, theirs = client_of_screen(tournament, actor, "seats"), client_of_screen(other, actor, "seats", name="Theke")
    assert ("Aichach" in text(mine.get(ADDRESS)), "Feldkirchen 2026" in text(mine.get(ADDRESS))) == (False, True)
    assert ("Aichach" in text(theirs.get(ADDRESS)), "Feldkirchen 2026" in text(theirs.get(ADDRESS))) == (True, False)


def test_a_message_goes_before_everything_until_its_time(tournament: Tournament, actor: User) -> None:
    client = client_of_screen(tournament, actor, "seats")
    draw_lots(tournament.matches.get(number=1), actor)
    until = timezone.localtime() + timedelta(minutes=20)
    Screen.objects.update(message="Durchgang 2", message_until=until)
    answer = client.get(ADDRESS)
    assert f"Durchgang 2 um {until:%H:%M}" in text(answer)
    assert re.search(r'data-until="\d{10}"', text(answer))
    assert ">19:59</p>" in text(answer)
    # A clock that runs on is the same picture.
    assert client.get(ADDRESS, {"shown": mark(answer)}, headers=PART).status_code == 204
    Screen.objects.update(message_until=timezone.now())
    assert kind(client.get(ADDRESS, headers=PART)) == "seats"
    Screen.objects.update(message="<b>Bratwurst</b>", message_until=None)
    assert "&lt;b&gt;Bratwurst&lt;/b&gt;" in text(client.get(ADDRESS))


def test_without_a_script_the_page_refreshes_itself_and_lists_come_page_by_page(
    tournament: Tournament, actor: User
) -> None:
    client = client_of_screen(tournament, actor, "seats")
    draw_lots(tournament.matches.get(number=1), actor)
    assert '<noscript><meta http-equiv="refresh" content="5; url=/schirm/?plain=1"></noscript>' in text(
        client.get(ADDRESS)
    )
    plain = text(client.get(ADDRESS, {"plain": 1}))
    assert '<meta http-equiv="refresh" content="10">' in plain
    assert "<script" not in plain
    assert 0 < plain.count("<li>") <= 22


def test_the_ranking_pages_by_itself(tournament: Tournament, actor: User, monkeypatch: Any) -> None:
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    match, players = tournament.matches.get(number=1), list(tournament.participants.order_by("start_number"))
    match.state = "playing"
    match.save()
    for at in range(0, 64, 4):
        make_scoresheet(match, players[at : at + 4], [3, 1, -1, -3], table=at // 4 + 1)
    client, pages, begin = client_of_screen(tournament, actor, "ranking"), [], timezone.now()
    for turn in range(7):
        monkeypatch.setattr(timezone, "now", lambda turn=turn: begin + timedelta(seconds=10 * turn))
        page = re.search(r"Seite (\d) von 7", text(client.get(ADDRESS)))
        assert page
        pages.append(int(page[1]))
    assert sorted(pages) == [1, 2, 3, 4, 5, 6, 7]
    assert pages == [(pages[0] - 1 + turn) % 7 + 1 for turn in range(7)]


def test_how_far_tables_are_is_told_only_while_nothing_is_held_back(tournament: Tournament, actor: User) -> None:
    client = client_of_screen(tournament, actor, "progress")
    draw_lots(tournament.matches.get(number=1), actor)
    answer = client.get(ADDRESS)
    assert kind(answer) == "progress"
    assert text(answer).count("<small>Tisch</small>") == 16
    for release in ("frozen", "revealing"):
        Tournament.objects.update(release=release)
        assert kind(client.get(ADDRESS)) == "idle"


def test_the_desk_names_a_screen_and_steers_it(tournament: Tournament, actor: User, desk: Client) -> None:
    client, code = open_screen()
    page = reverse("screens", args=[tournament.slug])
    assert "Noch kein Schirm" in text(desk.get(page))
    answer = desk.post(reverse("screen_name", args=[tournament.slug]), {"code": spaced(code), "name": "Beamer Saal"})
    assert answer["Location"] == page
    words = text(desk.get(page))
    assert "noch nicht gesehen" in words
    assert "war es ein anderer Code" in words
    client.get(ADDRESS, headers=PART)
    assert "noch nicht gesehen" not in text(desk.get(page, headers=PART))
    screen = Screen.objects.get()
    edit = reverse("screen", args=[tournament.slug, screen.pk])
    assert "Beamer Saal" in text(desk.get(edit))
    answer = desk.post(edit, {"name": "Theke", "scenes": ["ranking", "pictures"], "seconds": "30"})
    assert answer["Location"] == page
    screen.refresh_from_db()
    assert (screen.name, screen.scenes, screen.seconds) == ("Theke", ["ranking", "pictures"], 30)
    message = reverse("screens_message", args=[tournament.slug])
    assert desk.post(message, {"text": "Bratwurst ist da", "until": ""}).status_code == 302
    assert "Bratwurst ist da" in text(client.get(ADDRESS))
    assert "Bratwurst ist da" in text(desk.get(page))
    assert desk.post(message, {"take_back": "1"}).status_code == 302
    assert kind(client.get(ADDRESS)) == "idle"
    preview = desk.get(reverse("screen_preview", args=[tournament.slug, screen.pk]))
    assert kind(preview) == "idle"
    assert COOKIE not in preview.cookies
    assert desk.post(reverse("screen_forget", args=[tournament.slug, screen.pk])).status_code == 302
    assert kind(client.get(ADDRESS)) == "code"


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        ("screen_name", {"code": "XX", "name": "Theke"}, "ist kein Code eines Schirms"),
        ("screen_name", {"code": "ACE FHK", "name": "beamer saal"}, "Es gibt schon einen Schirm"),
        ("screen_name", {"code": "ACE FHK", "name": ""}, "Bitte geben Sie dem Schirm einen Namen"),
        ("screens_message", {"text": "", "until": ""}, "field-error"),
        ("screens_message", {"text": "x" * 161, "until": ""}, "field-error"),
        ("screens_message", {"text": "Pause", "until": "25:00"}, "field-error"),
    ],
)
def test_what_cannot_be_done_is_said(
    tournament: Tournament, actor: User, desk: Client, name: str, typed: dict[str, str], words: str
) -> None:
    client_of_screen(tournament, actor).get(ADDRESS)
    answer = desk.post(reverse(name, args=[tournament.slug]), typed)
    assert answer.status_code == 422
    assert words in text(answer)
    assert Screen.objects.count() == 1


@pytest.mark.parametrize("typed", [{"scenes": []}, {"seconds": "4"}, {"seconds": "x"}, {"scenes": ["fire"]}])
def test_a_screen_that_would_show_nothing_is_said(
    tournament: Tournament, actor: User, desk: Client, typed: dict[str, Any]
) -> None:
    client_of_screen(tournament, actor)
    address = reverse("screen", args=[tournament.slug, Screen.objects.get().pk])
    answer = desk.post(address, {"name": "Theke", "scenes": ["seats"], "seconds": "20"} | typed)
    assert answer.status_code == 422
    assert "field-error" in text(answer)


def test_a_screen_of_another_evening_is_taken_over(tournament: Tournament, actor: User, desk: Client) -> None:
    other = make_tournament("Aichach 2026", "aichach-2026")
    client_of_screen(other, actor)
    page = text(desk.get(reverse("screens", args=[tournament.slug])))
    assert "Schirme, die etwas anderes zeigen" in page
    screen = Screen.objects.get()
    answer = desk.get(reverse("screen", args=[tournament.slug, screen.pk]), follow=True)
    assert "Dieser Schirm zeigt dieses Turnier nicht mehr." in text(answer)
    desk.post(reverse("screen_name", args=[tournament.slug]), {"code": screen.code})
    screen.refresh_from_db()
    assert (screen.tournament, screen.name) == (tournament, "Beamer Saal")


def test_two_hundred_screens(
    tournament: Tournament, actor: User, desk: Client, django_assert_max_num_queries: Any
) -> None:
    """The list of all of them costs no more than that of one, and the next one is refused in words."""
    draw_lots(tournament.matches.get(number=1), actor)
    tokens = [new_token() for _ in range(MOST_SCREENS)]
    Screen.objects.bulk_create(
        Screen(
            code=code_of(token), name=f"Schirm {place}", tournament=tournament, scenes=["seats"],
            named_by=actor, named_at=timezone.now(),
        )
        for place, token in enumerate(tokens)
    )  # fmt: skip
    page = reverse("screens", args=[tournament.slug])
    with django_assert_max_num_queries(25):
        assert text(desk.get(page)).count("Wer wo sitzt") == MOST_SCREENS
    answer = desk.post(reverse("screen_name", args=[tournament.slug]), {"code": "ACE FHK", "name": "Noch einer"})
    assert (answer.status_code, "200 Schirme haben schon einen Namen" in text(answer)) == (422, True)
    client = Client(headers=GERMAN)
    client.cookies[COOKIE] = tokens[0]
    first = client.get(ADDRESS, headers=PART)
    for token in tokens:
        client.cookies[COOKIE] = token
        with django_assert_max_num_queries(16):
            assert client.get(ADDRESS, {"shown": mark(first)}, headers=PART).status_code == 204
    assert Screen.objects.filter(seen_at=None).count() == 0


@pytest.mark.parametrize("role", ["supervisor", "tribunal"])
def test_who_may_not_steer(tournament: Tournament, role: str) -> None:
    client = Client(headers=GERMAN)
    client.force_login(make_user(role))
    assert client.get(reverse("screens", args=[tournament.slug])).status_code == 403


def test_nothing_on_a_screen_needs_a_login(tournament: Tournament, actor: User) -> None:
    """The session of a login changes nothing: not even a desk's own laptop shows more on its screen."""
    client = client_of_screen(tournament, actor, "seats")
    draw_lots(tournament.matches.get(number=1), actor)
    before = client.get(ADDRESS).content.split(b'id="hall"')[1].split(b"</body>")[0]
    cookie = client.cookies[COOKIE].value
    client.force_login(actor)
    client.cookies[COOKIE] = cookie
    after = client.get(ADDRESS).content.split(b'id="hall"')[1].split(b"</body>")[0]
    steady = re.compile(rb'data-(now|before)="\d+"')
    assert steady.sub(b"", before) == steady.sub(b"", after)
    assert settings.SESSION_COOKIE_NAME in client.cookies


def test_pictures_are_those_of_no_prize(tournament: Tournament, actor: User) -> None:
    def picture(name: str) -> Picture:
        return Picture.objects.create(
            tournament=tournament, name=name, data=b"1", content_type="image/png", width=40, height=30,
            sha256=name[0] * 64, added_by=actor, added_at=timezone.now(),
        )  # fmt: skip

    client = client_of_screen(tournament, actor, "pictures")
    assert kind(client.get(ADDRESS)) == "idle"
    group = PrizeGroup.objects.create(tournament=tournament, name="Sachpreise")
    prize = Prize(tournament=tournament, group=group, number=1, words="Fass", criterion="place", argument="1")
    prize.picture = picture("fass")
    prize.save()
    assert kind(client.get(ADDRESS)) == "idle"
    picture("<logo>")
    assert kind(client.get(ADDRESS)) == "pictures"
    assert "<logo>" not in text(client.get(ADDRESS))


def test_the_name_of_a_picture_names_nobody_who_is_not_shown(tournament: Tournament, actor: User) -> None:
    client = client_of_screen(tournament, actor, "pictures")
    person = tournament.participants.earliest("start_number")
    Picture.objects.create(
        tournament=tournament, name=f"{person} mit Pokal", data=b"1", content_type="image/png", width=40, height=30,
        sha256="a" * 64, added_by=actor, added_at=timezone.now(),
    )  # fmt: skip
    assert str(person) in client.get(ADDRESS).content.decode()
    tournament.participants.filter(pk=person.pk).update(shown_name=ShownName.HIDDEN)
    versions.bump_hall(tournament)
    page = client.get(ADDRESS).content.decode()
    assert 'alt="N. N. mit Pokal"' in page
    assert str(person) not in page


@pytest.mark.parametrize(("of", "size", "pages"), [(48, 48, 1), (49, 25, 2), (120, 40, 3)])
def test_tables_are_parted_into_pages_of_one_size(
    tournament: Tournament, actor: User, monkeypatch: Any, of: int, size: int, pages: int
) -> None:
    tables = tuple(
        TableProgress(table=table, state="open", written=table, disputed=False, by_lines=True)
        for table in range(1, of + 1)
    )
    monkeypatch.setattr(parts, "match_progress", lambda tournament: (Progress(match=1, tables=tables),))
    tournament.matches.update(state="playing")
    client, numbers_in_all, begin = client_of_screen(tournament, actor, "progress"), set(), timezone.now()
    for turn in range(pages):
        monkeypatch.setattr(timezone, "now", lambda turn=turn: begin + timedelta(seconds=10 * turn))
        numbers = re.findall(r"<small>Tisch</small> <b>(\d+)</b>", text(client.get(ADDRESS)))
        assert len(numbers) <= size
        numbers_in_all |= set(numbers)
    assert len(numbers_in_all) == of
