"""Nobody in the hall learns more than was released: two worlds that differ only in what came after answer alike.

From one tournament, held back at one moment, worlds go on in which other things happen. Every public address is asked
in each of them as everybody, as the devices of tables, and as a player with a signing link. Every answer must be the
same byte for byte in all of them: status, headers, body, and the version from which the server hands it out again.
"""

import datetime as dt
import difflib
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.template import defaulttags
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.addresses import ALL, PUBLIC
from tests.worlds.factories import draw_lots, make_user, write
from tests.worlds.played import accept, correct
from tests.worlds.prize_giving import put_out
from tests.worlds.short_tournament import ONE_MATCH, short_tournament
from tournament.cards.services import make_cards
from tournament.cards.tokens import token_of
from tournament.ceremony.selectors import Running
from tournament.ceremony.services import begin_ceremony, prepare_ceremony, step_ceremony
from tournament.devices.services.devices import enrol_device
from tournament.devices.services.signing_links import make_signing_link
from tournament.enums import SignatureKind
from tournament.exports.documents import issue_document
from tournament.models import Ceremony, Document, Prize, PrizeGroup, Scoresheet, StartCard, Tournament, User
from tournament.prizes.kinds import Criterion, PerHead
from tournament.prizes.selectors import awards_of
from tournament.prizes.selectors.turns import choosing_of
from tournament.prizes.services.acts import allow_choosing, choose, waive
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.screens.codes import code_of, new_token
from tournament.screens.scenes import Scene
from tournament.screens.services import change_screen, name_screen
from tournament.screens.views.hall import COOKIE as SCREEN_COOKIE
from tournament.selectors import sheets
from tournament.selectors.versions import hall_version
from tournament.server.answers import BASIS
from tournament.services.acting import act
from tournament.services.tournaments import finish_tournament
from tournament.sheet.acts.signatures import SignSeats
from tournament.standings.exports.standings import issue_standings
from tournament.standings.selectors import cache as kept_standings
from tournament.standings.selectors import release
from tournament.standings.services.release import freeze, publish, unfreeze
from tournament.standings.services.standings import draw_tie_lots
from tournament.standings.views import cache as standings_cache

pytestmark = [pytest.mark.django_db, pytest.mark.proof]
SLUG, TABLES, GAMES = "glonn-2026", 4, 4
# All tables play the same games, so that places are equal and lots decide.
ENTRIES = ["r12+", "r13-", "s2+", "r34++"]
# Random in each answer, and telling nothing.
RANDOM = re.compile(
    r'name="(?:command|csrfmiddlewaretoken)" value="\w+"|nonce(?:="|-)[\w+/=-]+|(?:data-csrf=|"X-CSRFToken": )"\w+"'
)
# They tell of the installation, and of no tournament.
# The handbook reads no row at all (tests/tournament/handbook/test_pages.py).
HANDBOOK = {"handbook", "handbook_page", "handbook_picture", "handbook_booklet", "handbook_emergency"}
ELSEWHERE = HANDBOOK | {
    "login", "login_link", "logout", "set_language", "service_worker", "table_manifest", "trust_certificate",
}  # fmt: skip
Answers = dict[str, tuple[Any, ...]]


class Hall:
    """A one-match tournament with four tables: 1 is accepted and its device still there, 2 is being played on paper,
    3 is accepted and sealed, 4 is written by its device."""

    def __init__(self) -> None:
        self.actor: User = make_user("organiser", "supervisor", "desk", full_name="K. Reiter")
        self.tournament: Tournament = short_tournament(self.actor, rules=ONE_MATCH, players=4 * TABLES)
        draw_lots(self.tournament.matches.get(), self.actor)
        put_out(self.tournament, 1, Criterion.PLACE, argument="1")
        self.devices = {table: self.enrol(table) for table in (1, 4)}
        for table, games in enumerate((GAMES, 2, GAMES, 1), start=1):
            self.play(table, games)
        content = self.sheet(1).content_hash
        self.link = make_signing_link(scoresheet=self.sheet(1), seat=2, content=content, device=self.devices[1][0])
        act(self.sheet(1), SignSeats(seats=(1,), how=SignatureKind.DESK, content=content), actor=self.actor)
        accept(self.sheet(1), self.actor)
        accept(self.sheet(3), self.actor)
        issue_document(scoresheet=self.sheet(3), actor=self.actor)
        self.document = Document.objects.get()
        # The own sheet of this card's player is accepted: nothing that others do shows on the own page.
        make_cards(tournament=self.tournament, first=1, last=4 * TABLES, actor=self.actor)
        number = self.sheet(1).seats.get(number=2).participant.start_number
        self.card = token_of(StartCard.objects.get(number=number).salt)
        self.screen = new_token()
        screen = name_screen(tournament=self.tournament, code=code_of(self.screen), name="Saal", actor=self.actor)
        change_screen(screen=screen, name="Saal", scenes=[one.value for one in Scene], seconds=20, actor=self.actor)

    def sheet(self, table: int) -> Scoresheet:
        rows = Scoresheet.objects.select_related("match__tournament")
        return rows.get(match__tournament=self.tournament, table_number=table)

    def play(self, table: int, to: int) -> None:
        """Type the games of a table up to this one."""
        sheet = self.sheet(table)
        for number in range(sheet.games.count() + 1, to + 1):
            write(sheet, number, ENTRIES[number - 1], self.actor)

    def enrol(self, table: int) -> tuple[Any, str]:
        return enrol_device(scoresheet=self.sheet(table), code=self.sheet(table).code, take_over=True, label="Android")

    def do(self, service: Callable[..., Any]) -> None:
        service(tournament=self.tournament, actor=self.actor)
        self.tournament.refresh_from_db()


begin = Hall


@pytest.fixture
def hall(world: Hall) -> Hall:
    return world


def quiet(hall: Hall) -> None:
    """Nothing happens."""


def games(hall: Hall) -> None:
    """The table on paper goes on, and is complete."""
    hall.play(2, GAMES)


def correction(hall: Hall) -> None:
    """A sealed sheet is corrected, accepted again and sealed again."""
    correct(hall.sheet(3), 2, "r13++", hall.actor, reason="verzählt")
    accept(hall.sheet(3), hall.actor)
    issue_document(scoresheet=hall.sheet(3), actor=hall.actor)


def opened(hall: Hall) -> None:
    """A sealed sheet is corrected and waits for its signatures."""
    correct(hall.sheet(3), 2, "s2-", hall.actor, reason="verzählt")


def over(hall: Hall) -> None:
    """Everything comes in: the last sheets, checkpoint and lots; the ranking is sealed, the tournament finished."""
    for table in (2, 4):
        hall.play(table, GAMES)
        accept(hall.sheet(table), hall.actor)
    make_due_checkpoints()
    with pytest.MonkeyPatch.context() as chance:
        chance.setattr(secrets, "token_hex", lambda length: "ab" * length)
        hall.do(draw_tie_lots)
    hall.do(finish_tournament)
    issue_standings(tournament=hall.tournament, actor=hall.actor)


def addresses(hall: Hall) -> Iterator[tuple[str, str]]:
    """Yield every address that everybody may ask, with its name."""
    values = {
        "slug": SLUG, "number": 1, "match": 1, "table": 1, "start_number": 1, "pk": 1, "lot": 1,
        "code": hall.document.head_hash[:12], "sha256": "0" * 64,
    }  # fmt: skip
    for name in PUBLIC:
        if name in ELSEWHERE:
            continue
        values["token"] = hall.card if name.startswith("own_") else hall.link
        path = reverse(name, kwargs={key: values[key] for key in ALL[name].pattern.converters})
        yield name, path
        if name in ("public_standings", "public_seat"):
            yield from ((name, f"{path}?q={text}") for text in ("1", "Huber", "e", "niemand"))
        if name in ("public_standings", "screen_ranking"):
            yield from ((name, f"{path}?page={page}") for page in (1, 2, 9))
        if name in ("public_tables", "screen_seats"):
            yield name, f"{path}?match=1"
    for number in range(2, 4 * TABLES + 2):
        yield "public_player", reverse("public_player", args=[SLUG, number])
    yield "public_player", reverse("public_player", args=[SLUG, 4711])
    for table in range(1, TABLES + 1):
        for name in ("table_page", "table_state"):
            yield name, reverse(name, args=[SLUG, 1, table])


def crawl(hall: Hall, *, devices: tuple[int, ...] = (1, 4)) -> Answers:
    """Ask every address as everybody, as devices and as the screen; return all that an answer tells."""
    for memory in (kept_standings._rankings, release._rankings, standings_cache._shared_pages, sheets._remembered):
        memory.clear()
    tournament = Tournament.objects.get(slug=SLUG)
    answers: Answers = {}
    who = {"everybody": Client()}
    for table in devices:
        who[f"table {table}"] = client = Client()
        client.cookies["spielliste_table"] = hall.devices[table][1]
    who["screen"] = Client()
    who["screen"].cookies[SCREEN_COOKIE] = hall.screen
    with at_ten():
        for name, path in addresses(hall):
            for person, client in who.items():
                if (person == "screen") != (name == "hall_screen"):
                    continue  # any other browser is shown a code by chance
                if person.startswith("table") and not name.startswith(("table", "public_standings")):
                    continue
                answers[f"{person}: {path}"] = content_of(client.get(path))
                joined = "&" if "?" in path else "?"
                address = f"{path}{joined}v={hall_version(tournament)}"
                answers[f"{person}: {path} part"] = content_of(client.get(address, headers={"HX-Request": "true"}))
        answers["code"] = content_of(Client().get("/v/", {"code": hall.document.head_hash[:12]}))
        file = SimpleUploadedFile("x.pdf", bytes(hall.document.pdf))
        answers["upload"] = content_of(Client().post("/v/", {"document": file}))
    return answers


def content_of(answer: Any) -> tuple[Any, ...]:
    body = b"".join(answer) if answer.streaming else answer.content
    text = RANDOM.sub("", body.decode("latin-1"))
    headers = {name: RANDOM.sub("", value) for name, value in answer.items()}
    cookies = sorted(name for name in answer.cookies)
    basis = answer.wsgi_request.META.get(BASIS)
    return answer.status_code, headers, cookies, basis, text


@contextmanager
def at_ten() -> Iterator[None]:
    """The clock stands, for pages say what time it is, and when something happened."""
    ten = dt.datetime(2026, 11, 28, 22, tzinfo=dt.UTC)

    class Clock(dt.datetime):
        now = classmethod(lambda _cls, tz=None: ten.astimezone(tz))

    with pytest.MonkeyPatch.context() as clock:
        clock.setattr(timezone, "now", lambda: ten)
        clock.setattr(defaulttags, "datetime", Clock)
        yield


def in_world(hall: Hall, happens: Callable[[Hall], None], **more: Any) -> Answers:
    """The answers of a world in which this happens; afterwards it is as if it never had."""
    with transaction.atomic():
        with at_ten():
            happens(hall)
        answers = crawl(hall, **more)
        transaction.set_rollback(True)
    hall.tournament.refresh_from_db()
    return answers


def differences(one: Answers, other: Answers) -> dict[str, list[str]]:
    """What differs, by address."""
    assert one.keys() == other.keys()
    return {path: list(_differing(one[path], other[path])) for path in one if one[path] != other[path]}


def same(one: Answers, other: Answers) -> None:
    """Fail with what differs."""
    lines_by_path = differences(one, other)
    if lines_by_path:
        pytest.fail(
            "\n".join(f"{path}\n  " + "\n  ".join(lines) for path, lines in lines_by_path.items()), pytrace=False
        )


def _differing(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> Iterator[str]:
    for here, there in zip(mine[:-1], theirs[:-1], strict=True):
        if here != there:
            yield f"{here} / {there}"
    lines = difflib.unified_diff(mine[-1].splitlines(), theirs[-1].splitlines(), lineterm="", n=0)
    yield from (line[:300] for line in islice(lines, 2, 12))


WORLDS = [games, correction, opened, over]


@pytest.mark.parametrize("happens", WORLDS, ids=lambda world: world.__name__)
def test_while_the_ranking_stands_still_nobody_learns_what_comes_in(hall: Hall, happens: Callable[..., None]) -> None:
    hall.do(freeze)
    # Table 4 sees its own sheet, which it writes itself.
    devices = (1,) if happens is over else (1, 4)
    before = in_world(hall, quiet, devices=devices)
    same(before, in_world(hall, happens, devices=devices))


@pytest.mark.parametrize("happens", WORLDS, ids=lambda world: world.__name__)
def test_the_crawl_sees_the_difference_where_nothing_is_held_back(hall: Hall, happens: Callable[..., None]) -> None:
    lines_by_path = differences(in_world(hall, quiet), in_world(hall, happens))
    paths = {path.partition(": ")[2] for path in lines_by_path}
    assert {f"/t/{SLUG}/", f"/t/{SLUG}/screen/", f"/t/{SLUG}/version/"} <= paths
    if happens in (correction, opened):
        assert "upload" in lines_by_path


def test_once_published_everybody_sees_everything(hall: Hall) -> None:
    hall.do(freeze)
    frozen = in_world(hall, over, devices=(1,))

    def published(hall: Hall) -> None:
        over(hall)
        hall.do(publish)

    def never_held_back(hall: Hall) -> None:
        hall.do(unfreeze)
        over(hall)

    answers = in_world(hall, published, devices=(1,))
    assert answers[f"everybody: /t/{SLUG}/"] != frozen[f"everybody: /t/{SLUG}/"]
    assert "held back" not in answers[f"everybody: /t/{SLUG}/log/"][-1]
    ranking = table_of(in_world(hall, never_held_back, devices=(1,)))
    assert table_of(answers) == ranking != table_of(frozen)


def table_of(answers: Answers) -> str:
    text: str = answers[f"everybody: /t/{SLUG}/"][-1]
    return text[text.index("<table") : text.index("</table>")]


def settled(hall: Hall) -> None:
    """Every sheet is accepted and the lots are drawn; two places, a raffle and the table give one prize a head."""
    for table in (2, 4):
        hall.play(table, GAMES)
        accept(hall.sheet(table), hall.actor)
    make_due_checkpoints()
    hall.do(draw_tie_lots)
    put_out(hall.tournament, 1, Criterion.PLACE, argument="2")
    put_out(hall.tournament, 1, Criterion.RAFFLE)
    put_out(hall.tournament, 4)
    PrizeGroup.objects.update(per_head=PerHead.ONE_OVERALL)


def waived(hall: Hall) -> None:
    """The first place does not take the prize: all move up, and the first place chooses."""
    first = next(award for award in awards_of(hall.tournament).awards if award.place == 1)
    waive(tournament=hall.tournament, actor=hall.actor, participant=first.participant, prize=first.prize)


@pytest.mark.parametrize("happens", [correction, waived], ids=lambda world: world.__name__)
def test_the_names_that_are_called_do_not_follow_what_comes_later(hall: Hall, happens: Callable[..., None]) -> None:
    settled(hall)
    hall.do(freeze)
    allow_choosing(tournament=hall.tournament, actor=hall.actor, before_hall=True)
    turn = choosing_of(hall.tournament).turns.queue[0]
    number = Prize.objects.filter(criterion=Criterion.CHOICE).earliest("number").number
    choose(tournament=hall.tournament, actor=hall.actor, participant=turn, number=number)
    same(in_world(hall, quiet, devices=(1,)), in_world(hall, happens, devices=(1,)))


def test_a_raffle_does_not_tell_who_has_won_already(hall: Hall) -> None:
    settled(hall)
    hall.do(freeze)

    def raffled(hall: Hall) -> None:
        with pytest.MonkeyPatch.context() as chance:
            chance.setattr(secrets, "token_hex", lambda length: "ab" * length)
            prize = Prize.objects.get(criterion=Criterion.RAFFLE)
            lot = close_prize_lot(tournament=hall.tournament, actor=hall.actor, prize=prize)
            draw_lot(lot=lot, actor=hall.actor, numbers=["7"])

    def waived_and_raffled(hall: Hall) -> None:
        waived(hall)
        raffled(hall)

    same(in_world(hall, raffled, devices=(1,)), in_world(hall, waived_and_raffled, devices=(1,)))


def begin_announcing(hall: Hall, *, first: int) -> None:
    """Everything came in; start number `first` leads by a correction that the hall knows nothing of. Begin."""
    over(hall)
    prepare_ceremony(tournament=hall.tournament, actor=hall.actor, winners_only=False, first_place_shown=None)
    hall.do(begin_ceremony)
    ceremony = Ceremony.objects.get()
    people = announced(ceremony, first=1)
    lines = ceremony.script["ranking"]["lines"]
    hidden = [line for line in lines if line["participant"] not in people]
    for line in hidden:
        line["total"] += 100 * first
        line["match_points"] = [points + 100 * first for points in line["match_points"]]
        line["ahead"] = line["behind"] = None
    ceremony.save()
    hall.tournament.refresh_from_db()


def announced(ceremony: Ceremony, *, first: int) -> set[int]:
    """Whose lines the first steps announce."""
    return {key for step in ceremony.script["steps"][: 1 + first] for key in step["lines"]}


def step(hall: Hall, to: int) -> None:
    mark = Running(ceremony=Ceremony.objects.get()).mark
    step_ceremony(tournament=hall.tournament, actor=hall.actor, to=to, mark=mark)
    hall.tournament.refresh_from_db()


@pytest.mark.parametrize("steps", [0, 1])
def test_while_results_are_announced_nobody_learns_what_comes_next(hall: Hall, steps: int) -> None:
    hall.do(freeze)

    def world(first: int) -> Callable[[Hall], None]:
        def happens(hall: Hall) -> None:
            begin_announcing(hall, first=first)
            if steps:
                step(hall, steps)

        return happens

    # The codes of these documents differ, because each world seals its own.
    one, other = (in_world(hall, world(first), devices=(1,)) for first in (1, 2))
    same(one, other)
    assert one[f"everybody: /t/{SLUG}/"][0] == 200
