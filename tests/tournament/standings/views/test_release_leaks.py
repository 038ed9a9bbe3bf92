"""The leaks of other programs while results are held back, each by itself; the crawl looks for all others."""

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_user
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet, play_match
from tests.worlds.prize_giving import put_out, ranked
from tests.worlds.sheets import fresh
from tournament.devices.services.devices import enrol_device
from tournament.exports.documents import issue_document
from tournament.models import Document, Prize, PrizeGroup, Scoresheet, Tournament, User
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.refusals import Refused
from tournament.standings.exports.standings import issue_standings
from tournament.standings.services.release import freeze

pytestmark = pytest.mark.django_db
PUBLIC = "/t/feldkirchen-2026/"
Evening = tuple[Tournament, User]


def begin() -> Evening:
    """Match 1 is accepted and sealed, and the results are held back; then match 2 is played, and match 1 corrected."""
    tournament, actor = accepted_tournament()
    issue_document(scoresheet=first_sheet(tournament), actor=actor)
    freeze(tournament=tournament, actor=actor)
    play_match(tournament, 2, ["r12+"] * 32, actor)
    accept(Scoresheet.objects.get(match__number=2), actor)
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor, reason="verzählt")
    accept(sheet, actor)
    issue_document(scoresheet=fresh(sheet), actor=actor)
    return tournament, actor


def page(path: str = "", **query: str) -> str:
    return Client().get(PUBLIC + path, query).content.decode()


def test_no_page_counts_what_came_in(world: Evening) -> None:
    for text in (page(), page("screen/"), page("board/"), page("log/")):
        assert not re.search(r"sheets? counts?|Tables? \d+ of match|events?</dt>|Every sheet is settled", text)
    assert set(re.findall(r'<td[^>]*data-column="match_2"[^>]*>([^<]*)<', page())) == {"—"}


def test_no_page_says_how_long_something_has_been_there(world: Evening) -> None:
    """“0 min ago” beside the leader tells who has just won."""
    assert not re.search(r"\d+ min|second", page() + page("screen/") + page("1/"))


def test_the_own_page_stands_still_and_has_neither_curve_nor_sheets(world: Evening) -> None:
    text = page("1/")
    assert "missing on purpose" in text
    assert "<svg" not in text.partition("<main")[2]
    assert "Points after each game" not in text
    assert "verzählt" not in text
    assert "Match 2: table 1, seat" in text


def test_the_own_box_of_a_search_says_the_same(world: Evening) -> None:
    text = page(q="1")
    assert "Points after each game" not in text
    assert "You play match" not in text


def test_a_correction_is_seen_nowhere(world: Evening) -> None:
    old, new = Document.objects.order_by("number")
    bodies = {Client().get(f"/v/{one.head_hash[:12]}/").content for one in (old, new)}
    texts = [re.sub(r"[0-9a-f]{12}|nonce-[^']+|nonce=\"[^\"]+\"", "", text.decode()) for text in bodies]
    assert len(set(texts)) == 1
    assert "after the prize-giving" in texts[0]
    assert not re.search(r"Replaced by|, in force|version 2|Obermaier", texts[0])


@pytest.mark.parametrize("number", [1, 2])
def test_a_file_says_what_it_says_itself_and_no_more(world: Evening, number: int) -> None:
    pdf = bytes(Document.objects.get(number=number).pdf)
    text = Client().post("/v/", {"document": SimpleUploadedFile("x.pdf", pdf)}).content.decode()
    assert "The seal is genuine and nothing was changed since." in text
    assert f"version {number}" in text
    assert "Opened again" not in text
    assert "holds the same" not in text


def test_the_code_of_the_sealed_ranking_tells_nothing(world: Evening) -> None:
    tournament, actor = world
    document = issue_standings(tournament=tournament, actor=actor)
    text = Client().get(f"/v/{document.head_hash[:12]}/").content.decode()
    assert "after the prize-giving" in text
    assert "Final standings" not in text


def test_logins_are_told_what_a_document_is_worth(world: Evening) -> None:
    _tournament, actor = world
    client = Client()
    client.force_login(actor)
    text = client.get(f"/v/{Document.objects.get(number=1).head_hash[:12]}/").content.decode()
    assert "Replaced by a later version" in text


@pytest.mark.parametrize(
    ("code", "refusal_code"), [(lambda sheet: sheet.code, "sheet_settled"), (lambda _sheet: "0000", "wrong_code")]
)
def test_only_who_knows_the_code_of_a_table_learns_that_its_sheet_is_settled(
    world: Evening, code: Callable[[Scoresheet], str], refusal_code: str
) -> None:
    sheet = first_sheet(world[0])
    assert "settled" not in Client().get("/table/feldkirchen-2026/1/1/").content.decode()
    with pytest.raises(Refused) as refused:
        enrol_device(scoresheet=sheet, code=code(sheet), take_over=True, label="")
    assert refused.value.code == refusal_code


def final_and_frozen() -> tuple[Tournament, User]:
    """The ranking is final and held back: the first two places win money, one prize a head; three gifts, a raffle."""
    tournament, _players, actor = ranked(slug="glonn-2026")
    put_out(tournament, 2, "place", argument="1-2", cents=1000)
    put_out(tournament, 1, "raffle")
    put_out(tournament, 3)
    freeze(tournament=tournament, actor=actor)
    return tournament, actor


@pytest.mark.parametrize("key", ["n", "s", "v", "4"])
def test_no_desk_shows_who_comes_first(db: None, key: str) -> None:
    final_and_frozen()
    desk = Client()
    desk.force_login(make_user("desk", "supervisor", username="theke"))
    address = reverse("prize_choosing", args=["glonn-2026"])
    turn = desk.get(address).context["choosing"].turn
    desk.post(address, {"participant": turn.participant, "act": key})
    html = Client().get("/t/glonn-2026/prizes/").content.decode()
    assert "not being chosen yet" in html
    assert not re.search("Obermaier|Huber|Löffler|Süß", html)


def test_the_list_of_a_raffle_names_the_winners_of_other_prizes_too(db: None) -> None:
    tournament, actor = final_and_frozen()
    PrizeGroup.objects.update(per_head="overall")
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=Prize.objects.get(criterion="raffle"))
    assert Client().get("/t/glonn-2026/lot/1.json").json()["entrants"] == [1, 2, 3, 4]
    draw_lot(lot=lot, actor=actor, numbers=["7"])
    assert "is-winner" not in Client().get("/t/glonn-2026/lot/").content.decode()


def test_the_version_that_open_pages_ask_for_does_not_grow(world: Evening) -> None:
    tournament, actor = world
    before = page("version/")
    correct(first_sheet(tournament), 2, "r13++", actor)
    assert page("version/") == before
