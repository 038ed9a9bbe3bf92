"""The list of matches and the page of a drawn match."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.views.reading import messages_of, page_of, words
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament.enums import MatchState, SheetState
from tournament.models import Match, User
from tournament.selectors.versions import tournament_version

HTMX = {"HX-Request": "true"}


@pytest.fixture
def actor(client: Client, db: None) -> User:
    user = make_user("organiser", "supervisor")
    client.force_login(user)
    return user


@pytest.fixture
def match(actor: User) -> Match:
    tournament = make_tournament()
    make_participants(tournament, 12)
    return draw_lots(tournament.matches.get(number=1), actor).match


def set_state(match: Match, state: SheetState, tables: list[int], actor: User) -> None:
    accepted = {"accepted_by": actor, "accepted_at": timezone.now()} if state == SheetState.ACCEPTED else {}
    match.scoresheets.filter(table_number__in=tables).update(state=state, **accepted)


def page(client: Client, match: Match) -> str:
    answer = client.get(reverse("match", args=[match.tournament.slug, match.number]))
    assert answer.status_code == 200
    return " ".join(page_of(answer).split())


def primary(html: str) -> str:
    (button,) = html.split('<a class="btn btn-primary" href="')[1:]
    return button[: button.index("</a>")]


def test_one_next_step_from_the_first_sheet_to_the_next_match(client: Client, match: Match, actor: User) -> None:
    html = page(client, match)
    assert "No sheet is complete yet." in html
    assert primary(html) == f'{reverse("scoresheet", args=[match.tournament.slug, 1, 1])}">To the sheet of table 1'
    overview = client.get(match.tournament.get_absolute_url()).content.decode()
    for needed in ("table_plan_pdf", "table_cards_pdf", "match_pdf"):
        assert reverse(needed, args=[match.tournament.slug, 1]) in overview
    assert "Put out" in html
    write(match.scoresheets.get(table_number=1), 1, "r13+", actor)
    assert "Put out" not in page(client, match)
    assert "Put out" not in client.get(match.tournament.get_absolute_url()).content.decode()
    set_state(match, SheetState.COMPLETE, [1, 3], actor)
    html = page(client, match)
    link = reverse("scoresheet", args=[match.tournament.slug, 1, 2])
    assert f'<strong>Missing.</strong> Table <a href="{link}">2</a>' in html
    assert primary(html).endswith(">To the sheet of table 2")
    set_state(match, SheetState.ACCEPTED, [2, 3], actor)
    html = page(client, match)
    assert "2 of 3 sheets accepted" in html
    assert primary(html).endswith(">Go on with table 1")
    set_state(match, SheetState.ACCEPTED, [1], actor)
    assert primary(page(client, match)) == f'{reverse("match", args=[match.tournament.slug, 2])}">Draw match 2'
    second = draw_lots(match.tournament.matches.get(number=2), actor).match
    set_state(second, SheetState.ACCEPTED, [1, 2, 3], actor)
    assert primary(page(client, second)) == f'{reverse("standings", args=[match.tournament.slug])}">To the standings'


def test_an_up_to_date_page_gets_nothing_new(client: Client, match: Match, actor: User) -> None:
    url = reverse("match", args=[match.tournament.slug, 1])
    version = tournament_version(match.tournament)
    assert f"{url}?v={version}" in page(client, match)
    assert client.get(url, {"v": version}, headers=HTMX).status_code == 204
    write(match.scoresheets.get(table_number=2), 1, "r13+", actor)
    answer = client.get(url, {"v": version}, headers=HTMX)
    assert answer.status_code == 200
    assert "1 of 32" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_the_list_of_matches(client: Client, match: Match) -> None:
    answer = client.get(reverse("matches", args=[match.tournament.slug]))
    html = " ".join(page_of(answer).split())
    assert f'href="{reverse("match", args=[match.tournament.slug, 1])}">To the sheets</a>' in html
    assert f'href="{reverse("match", args=[match.tournament.slug, 2])}">To the draw</a>' in html


def test_only_with_a_login(client: Client, match: Match) -> None:
    client.logout()
    for name, arguments in [("matches", []), ("match", [1]), ("table_plan", [1])]:
        answer = client.get(reverse(name, args=[match.tournament.slug, *arguments]))
        assert answer.headers["Location"].startswith(reverse("login"))


def test_unknown_matches(client: Client, match: Match) -> None:
    assert client.get(reverse("match", args=[match.tournament.slug, 3])).status_code == 404
    assert client.get(reverse("match", args=["nowhere", 1])).status_code == 404
    assert client.get(reverse("matches", args=["nowhere"])).status_code == 404
    assert client.post(reverse("matches", args=[match.tournament.slug])).status_code == 405


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(client: Client, actor: User, count: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, count)
    draw_lots(tournament.matches.get(number=1), actor)
    version = tournament_version(tournament)
    # session and login 2, match with tournament 1, version 1, sheets 1, all matches 1, draw and its history 4,
    # lots at the door 1
    with django_assert_num_queries(11):
        client.get(reverse("match", args=[tournament.slug, 1]))
    with django_assert_num_queries(4):
        client.get(reverse("match", args=[tournament.slug, 1]), {"v": version}, headers=HTMX)


# ------------------------------------------------------------------------------------------------ drawing anew


def take_back(client: Client, match: Match, reason: str) -> Any:
    address = reverse("draw_discard", args=[match.tournament.slug, match.number])
    return client.post(address, {"reason": reason}, follow=True)


def test_lots_are_taken_back_with_a_reason_and_their_protocol_stays(client: Client, match: Match) -> None:
    html = page(client, match)
    assert ("Draw anew" in html, "Lots taken back" in html) == (True, False)
    answer = take_back(client, match, "Ein Tisch steht doppelt.")
    assert messages_of(answer) == ["The lots are taken back; their protocol is kept. Please draw anew."]
    assert "Close the list" in words(answer)
    draw_lots(match.tournament.matches.get(number=1), User.objects.get())
    for html in (page(client, match), " ".join(page_of(answer).split())):
        assert "Ein Tisch steht doppelt." in html
        protocol = reverse("draw_protocol", args=[match.tournament.slug, 1]) + "?draw=1"
        assert f'href="{protocol}"' in html
    assert client.get(protocol).json()["draw"] == 1


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("", "Please give the reason: only a reasoned act of the management takes published lots back (5.2.2)."),
        ("x" * 201, "Ensure this value has at most 200 characters (it has 201)."),
        ("=SUM(1)", "“=SUM(1)” begins like a formula of a spreadsheet. Please write it without “=” in front."),
    ],
)
def test_a_reason_that_is_none_stays_beside_its_sentence(
    client: Client, match: Match, reason: str, sentence: str
) -> None:
    answer = take_back(client, match, reason)
    assert answer.context["discard_form"].errors == {"reason": [sentence]}
    assert messages_of(answer) == [sentence]
    assert answer.context["discard_form"].fields["reason"].widget.attrs["autofocus"]
    html = " ".join(page_of(answer).split())
    assert (reason in html, "<details open> <summary>Draw anew</summary>" in html) == (True, True)
    match.refresh_from_db()
    assert match.state == MatchState.DRAWN


def test_why_lots_hold(client: Client, match: Match, actor: User) -> None:
    sheets = match.scoresheets.order_by("table_number")
    for sheet in (sheets[0], sheets[2]):
        write(sheet, 1, "r13+", actor)
    sentence = "Games are written at tables 1 and 3: these lots hold. A wrong seat can be mended on its sheet."
    html = page(client, match)
    assert (sentence in html, "Take the lots back" in html) == (True, False)
    answer = take_back(client, match, "Zu spät")
    assert sentence in words(answer)
    second = draw_lots(match.tournament.matches.get(number=2), actor).match
    assert "Take the lots back" in page(client, second)
    assert match.draws.filter(discard=None).count() == 1


def test_a_later_match_holds_the_earlier_one(client: Client, match: Match, actor: User) -> None:
    draw_lots(match.tournament.matches.get(number=2), actor)
    html = page(client, match)
    sentence = "Match 2 is drawn already: match 1 cannot be drawn anew."
    assert (sentence in html, "Take the lots back" in html) == (True, False)


def test_taken_back_in_two_windows(client: Client, match: Match) -> None:
    version = tournament_version(match.tournament)
    take_back(client, match, "Falscher Saal")
    assert messages_of(take_back(client, match, "Falscher Saal")) == ["Match 1 is not drawn."]
    assert messages_of(take_back(client, match, "")) == ["The lots of this match are taken back already."]
    # A page of the match that is open elsewhere reloads, so that it does not show sheets that are gone.
    answer = client.get(reverse("match", args=[match.tournament.slug, 1]), {"v": version}, headers=HTMX)
    assert (answer.headers["HX-Refresh"], answer.content) == ("true", b"")


def test_others_see_the_protocol_and_do_not_draw_anew(client: Client, match: Match) -> None:
    client.force_login(make_user("desk", username="dora"))
    html = page(client, match)
    assert (match.draws.get().list_hash in html, "Draw anew" in html) == (True, False)
    assert take_back(client, match, "Falscher Saal").status_code == 403


def test_the_protocol_says_in_words_what_could_not_be_avoided(client: Client, match: Match, actor: User) -> None:
    second = draw_lots(match.tournament.matches.get(number=2), actor, avoid_clubs=True).match
    again = second.draws.get().meetings["again"]
    page = words(client.get(reverse("match", args=[match.tournament.slug, 2])))
    sentence = "pair meets again" if again == 1 else "pairs meet again"
    assert f"Opponents again {again} {sentence}; it could not be avoided" in page
    assert "Members of one club 18 pairs share a table; it could not be avoided" in page
