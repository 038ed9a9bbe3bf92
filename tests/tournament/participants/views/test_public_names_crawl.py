"""With everybody hidden, or there by number only, no public address says anybody's name: before, during and after.

Every address that needs no login is asked, so that a new one is, too. Tables and signing pages know the names.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.addresses import ALL, PUBLIC
from tests.worlds.archived import login
from tests.worlds.factories import choose_places, draw_lots, write
from tests.worlds.played import accept, correct, decide, letters, play_match
from tests.worlds.prize_giving import put_out
from tests.worlds.short_tournament import RULES, TWO_MATCHES
from tournament.ceremony.selectors import Running
from tournament.ceremony.services import begin_ceremony, prepare_ceremony, step_ceremony
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.seats import exchange_seats
from tournament.exports.documents import issue_document
from tournament.models import Ceremony, Document, Scoresheet, Seat, StandingsDocument, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.participants.services.public_names import set_public_names
from tournament.participants.services.substitutes import enter_substitute
from tournament.prizes.kinds import Criterion
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.rulesets.services import create_ruleset
from tournament.screens.codes import code_of, new_token
from tournament.screens.scenes import Scene
from tournament.screens.services import change_screen, name_screen
from tournament.screens.views.hall import COOKIE
from tournament.services.tournaments import create_tournament
from tournament.standings.exports.standings import issue_standings
from tournament.standings.selectors import cache as kept_standings
from tournament.standings.selectors import release
from tournament.standings.selectors.release import hall_ranking
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.release import freeze, publish
from tournament.standings.services.standings import draw_tie_lots
from tournament.standings.views import cache as standings_cache

pytestmark = pytest.mark.django_db
# They tell of the installation, or are for those who sit at a table.
ELSEWHERE = {"login", "login_link", "logout", "set_language", "service_worker", "table_manifest", "trust_certificate"}
NAME, CLUB = "Zwiebelbauer", "Gmundner"
GAMES = ["r12+", "r13-", "s2+", "r34++"]


class World:
    """A tournament of eight whose every last name begins with NAME."""

    def __init__(self) -> None:
        roles = ("organiser", "supervisor", "desk")
        self.actor: User = login("lindner", "R. Lindner", *roles)
        text = (RULES / f"{TWO_MATCHES}.toml").read_text()
        create_ruleset(actor=self.actor, text=text, origin="schafkopfschule-2023")
        self.tournament: Tournament = create_tournament(
            actor=self.actor, name="Glonn 2026", day=dt.date(2026, 11, 28), organiser="SV Glonn",
            ruleset_id=TWO_MATCHES,
        )  # fmt: skip
        for number in range(8):
            self.add(number)
        self.screen = new_token()
        self.shown = name_screen(tournament=self.tournament, code=code_of(self.screen), name="Saal", actor=self.actor)

    def add(self, number: int) -> None:
        first, last, club = f"Vorname{letters(number)}", f"{NAME}{letters(number)}", f"{CLUB} SV"
        add_participant(tournament=self.tournament, first_name=first, last_name=last, club=club, actor=self.actor)

    def sheets(self, match: int) -> list[Scoresheet]:
        rows = Scoresheet.objects.in_force().filter(match__tournament=self.tournament, match__number=match)
        return list(rows.select_related("match__tournament").order_by("table_number"))

    def do(self, service: Callable[..., object], **values: object) -> None:
        service(tournament=self.tournament, actor=self.actor, **values)
        self.tournament.refresh_from_db()


def before(world: World) -> None:
    """The list is open."""


def during(world: World) -> None:
    """Lots were taken back, seats exchanged, a substitute came, a game was corrected: the reasons name people."""
    first = world.tournament.matches.get(number=1)
    draw_lots(first, world.actor)
    discard_draw(match=first, actor=world.actor, reason=f"{NAME}a kam zu spät.")
    draw_lots(first, world.actor)
    one, two = world.sheets(1)
    seats = Seat.objects.select_related("participant", "match__tournament", "scoresheet__match__tournament")
    exchange_seats(
        first=seats.get(scoresheet=one, number=1), second=seats.get(scoresheet=two, number=2), actor=world.actor,
        reason=f"{NAME}b saß falsch",
    )  # fmt: skip
    for number, entry in enumerate(GAMES, start=1):
        write(one, number, entry, world.actor)
    decide(one, world.actor)
    correct(one, 2, "r24++", world.actor, reason=f"{NAME}c hat sich verzählt")
    accept(one, world.actor)
    issue_document(scoresheet=one, actor=world.actor)
    for number, entry in enumerate(GAMES[:2], start=1):
        write(two, number, entry, world.actor)
    choose_places(world.tournament, world.actor)
    enter_substitute(
        participant=seats.get(scoresheet=two, number=3).participant, match=1, game=3, actor=world.actor,
        reason=f"{NAME}d musste heim", accepts_rules=True, first_name="Zenzi", last_name=f"{NAME}zz",
    )  # fmt: skip


def frozen(world: World) -> None:
    """The ranking stands still."""
    during(world)
    world.do(freeze)


def played(world: World) -> None:
    """Both matches are accepted; there is a prize to draw for, and one for each place."""
    for number in (1, 2):
        play_match(world.tournament, number, GAMES, world.actor)
        for sheet in world.sheets(number):
            decide(sheet, world.actor)
            accept(sheet, world.actor)
    if overall_standings(world.tournament).open_ties:
        world.do(draw_tie_lots)
    for sheet in world.sheets(1)[:1]:
        issue_document(scoresheet=sheet, actor=world.actor)
    put_out(world.tournament, 1, Criterion.PLACE, argument="1-8")
    world.tournament.refresh_from_db()


def raffle(world: World) -> None:
    """A raffle: its list is closed, and one more was drawn."""
    played(world)
    for is_drawn in (True, False):
        [prize] = put_out(world.tournament, 1, Criterion.RAFFLE)
        lot = close_prize_lot(tournament=world.tournament, prize=prize, actor=world.actor)
        if is_drawn:
            draw_lot(lot=lot, numbers=["1", "22", "333"], actor=world.actor)
    world.tournament.refresh_from_db()


def choosing(world: World) -> None:
    """Prizes are chosen in the order of places."""
    played(world)
    put_out(world.tournament, 4, Criterion.CHOICE)
    world.tournament.refresh_from_db()


def revealing(world: World) -> None:
    """Some places are announced."""
    played(world)
    world.do(freeze)
    world.do(prepare_ceremony, winners_only=False, first_place_shown=None)
    world.do(begin_ceremony)
    for to in range(1, len(Ceremony.objects.get().script["steps"]) - 1):
        world.do(step_ceremony, to=to, mark=Running(ceremony=Ceremony.objects.get()).mark)


def after(world: World) -> None:
    """Everything is sealed and published."""
    played(world)
    issue_standings(tournament=world.tournament, actor=world.actor)
    world.do(freeze)
    world.do(publish)


def pages(world: World) -> Iterator[tuple[str, str]]:
    """Yield every public address and what it answers."""
    client = Client()
    client.cookies[COOKIE] = world.screen
    for path in (path for name in PUBLIC for path in _paths(name, world)):
        if "/schirm/" in path:
            for scene in Scene:
                change_screen(screen=world.shown, name="Saal", scenes=[scene.value], seconds=20, actor=world.actor)
                yield f"{path} {scene}", client.get(path).content.decode()
            continue
        for part in ({}, {"HX-Request": "true"}):
            answer = client.get(path, headers=part)
            text = b"".join(answer) if answer.streaming else answer.content
            yield f"{path}{' part' if part else ''}", text.decode("utf-8", "replace")


def _paths(name: str, world: World) -> Iterator[str]:
    # The handbook reads no row at all.
    if name in ELSEWHERE or name.startswith(("table_", "sign", "handbook")):
        return
    parameters = ALL[name].pattern.converters
    codes = [row.head_hash for model in (Document, StandingsDocument) for row in model._base_manager.all()]
    several: dict[str, Iterable[object]] = {
        "slug": [world.tournament.slug], "number": [1, 2], "match": [1, 2], "start_number": range(1, 10),
        "token": ["x"],
        "lot": range(1, 1 + max(world.tournament.public_lots.count(), 1)),
        "code": [code[:12] for code in codes] or ["x"], "sha256": ["0" * 64],
    }  # fmt: skip
    kwargs_of_paths: list[dict[str, object]] = [{}]
    for key in parameters:
        kwargs_of_paths = [{**one, key: value} for one in kwargs_of_paths for value in several[key]]
    for values in kwargs_of_paths:
        path = reverse(name, kwargs=values)
        yield path
        if name in ("public_standings", "public_seat"):
            yield from (f"{path}?q={text}" for text in ("1", "2", "Nr", "ohne", "without", "a"))
        if name == "public_draw":
            yield from (f"{path}?number={number}" for number in (1, 2))


def crawl(world: World) -> dict[str, str]:
    for memory in (
        kept_standings._rankings,
        release._rankings,
        release._public_rankings,
        standings_cache._shared_pages,
    ):
        memory.clear()
    return dict(pages(world))


def leaks(answers: dict[str, str], *words: str) -> list[str]:
    """What stands around each of these words, with the address."""
    hits = [(path, text, text.index(word)) for path, text in answers.items() for word in words if word in text]
    return [f"{path}: {text[max(at - 80, 0) : at + 40]}" for path, text, at in hits]


WORLDS = [before, during, frozen, played, raffle, choosing, revealing, after]


@pytest.mark.parametrize("happens", WORLDS, ids=lambda world: world.__name__)
def test_nobody_who_is_hidden_is_named(happens: Callable[[World], None]) -> None:
    world = World()
    happens(world)
    answers = crawl(world)
    if happens is not before:
        assert leaks(answers, NAME), "the crawl would not see a name"
    world.do(set_public_names, hall_names="hidden", web_names="hidden")
    assert leaks(crawl(world), NAME, CLUB) == []


@pytest.mark.parametrize("happens", [during, raffle, revealing, after], ids=lambda world: world.__name__)
def test_who_is_there_by_number_is_named_only_if_they_won(happens: Callable[[World], None]) -> None:
    world = World()
    happens(world)
    world.do(set_public_names, hall_names="number", web_names="number")
    ranking = hall_ranking(world.tournament, 10**6).standings
    won = {line.participant for line in ranking.lines if line.place and line.place <= 3 and ranking.final}
    people = world.tournament.participants.exclude(pk__in=won)
    assert leaks(crawl(world), *people.values_list("first_name", flat=True)) == []
    assert won or leaks(crawl(world), NAME, CLUB) == []
