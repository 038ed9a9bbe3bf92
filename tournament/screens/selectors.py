"""What there is to show at this moment, and the screens of the hall for the desk."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from tournament.ceremony.selectors import ceremony_of, is_over, is_running
from tournament.enums import ClosedListState, MatchState, TournamentState
from tournament.models import ClosedList, Draw, Match, Picture, Prize, PrizeAct, PublicLot, Screen, Tournament
from tournament.prizes.kinds import Criterion, PrizeActKind
from tournament.prizes.selectors.prize_screen import prize_screen
from tournament.prizes.selectors.turns import OF_TURNS
from tournament.screens.codes import spaced
from tournament.screens.scenes import Has, Scene, SceneTurn, known_scenes, turn_at
from tournament.words.moments import ago

# The lots fly for about a minute; then everyone looks for the own name.
DRAW_SHOWN = dt.timedelta(seconds=100)
LOT_SHOWN = dt.timedelta(minutes=3)
# A screen asks every two seconds, and is noted once a minute.
GONE_AFTER = dt.timedelta(minutes=2)
ON = frozenset({MatchState.DRAWN, MatchState.PLAYING})
BEGUN = frozenset({MatchState.PLAYING, MatchState.CLOSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskScreen:
    """A screen as the desk sees it. `shows` is "" where it has nothing to show, `last_seen` where it never was.

    `waits` is whether it has nothing to show only because results are held back.
    """

    screen: Screen
    code: str
    shows: str
    message: str
    last_seen: str
    there: bool
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawNow:
    """A match whose lots are drawn at this moment; `drawn_at` is None while its closed list waits."""

    match: int
    drawn_at: dt.datetime | None


def screen_of(code: str) -> Screen | None:
    """Return the screen with this code, with its tournament. One query."""
    return Screen.objects.select_related("tournament").filter(code=code).first()


def message_of(screen: Screen, at: dt.datetime) -> str:
    """Return the message that it shows before everything else, "" if it has none or its time is past."""
    return screen.message if screen.message_until is None or at < screen.message_until else ""


def covered_screens(tournament: Tournament, at: dt.datetime) -> list[tuple[str, str]]:
    """Return the name and the message of each screen on which a message covers the prize-giving. One query."""
    rows = Screen.objects.filter(tournament=tournament).exclude(message="").order_by("name")
    ceremony_rows = [row for row in rows if Scene.CEREMONY in known_scenes(row.scenes)]
    return [(row.name, row.message) for row in ceremony_rows if message_of(row, at)]


def turn_of(screen: Screen, at: dt.datetime) -> SceneTurn | None:
    """Return whose turn it is on this screen, None where its tournament has nothing to show. At most ten queries."""
    if screen.tournament is None:
        return None
    return _turn(screen, states(screen.tournament, known_scenes(screen.scenes), at), at)


def desk_screens(tournament: Tournament) -> tuple[list[DeskScreen], list[DeskScreen]]:
    """Return the screens that show this tournament, and those that show another one or none."""
    now = timezone.now()
    has = states(tournament, list(Scene), now)
    withheld = tournament.is_held_back and Match.objects.filter(tournament=tournament, state__in=ON).exists()
    mine, others = [], []
    for screen in Screen.objects.select_related("tournament"):
        if screen.tournament_id == tournament.pk:
            turn = _turn(screen, has, now)
            waits = withheld and turn is None and Scene.PROGRESS in known_scenes(screen.scenes)
            mine.append(_desk_screen(screen, turn, now, waits=waits))
        else:
            others.append(_desk_screen(screen, None, now))
    return mine, others


def states(tournament: Tournament, scenes: Collection[Scene], at: dt.datetime) -> Mapping[Scene, Has]:
    """Return what there is of each of these scenes for the hall at this moment. At most ten queries, and
    those of the screen of prizes."""
    matches = set(Match.objects.filter(tournament=tournament).values_list("state", flat=True))
    ceremony = ceremony_of(tournament)
    over, is_finished = is_over(tournament, ceremony), tournament.state == TournamentState.FINISHED
    has = {
        # Until the first draw: then the tables stand.
        Scene.SEATS_LEFT: some(tournament.state == TournamentState.REGISTRATION),
        # Once everything is played, nobody looks for a seat; while results are held back the hall is not told.
        Scene.SEATS: some(matches - {MatchState.PLANNED} and (tournament.is_held_back or not is_finished)),
        # The counts of tables tell what came in.
        Scene.PROGRESS: some(matches & ON and not tournament.is_held_back),
        # While results are held back, nor may the first game of a match be told.
        Scene.RANKING: some(matches - {MatchState.PLANNED} if tournament.is_held_back else matches & BEGUN),
        # Its last picture stays until somebody draws or chooses, or the desk chooses another scene.
        Scene.HONOURS: Has.STAYS if over else Has.NOTHING,
        Scene.CEREMONY: Has.STAYS if over else Has.NOTHING,
    }
    if is_running(tournament, ceremony):  # in a pause, too: its picture is calm, and nothing else is looked at
        has[Scene.CEREMONY] = Has.NOW
    if Scene.DRAW in scenes:
        has[Scene.DRAW] = Has.NOW if draw_now(tournament, at) else Has.NOTHING
    if Scene.PICTURES in scenes:
        has[Scene.PICTURES] = some(shown_pictures(tournament))
    if Scene.PRIZES in scenes:
        has[Scene.PRIZES] = _choosing(tournament)
        if over and has[Scene.PRIZES] == Has.NOW and not _chosen_since(tournament, ceremony.ended_at):
            has[Scene.PRIZES] = Has.SOMETHING
    if Scene.LOT in scenes:
        has[Scene.LOT] = Has.NOW if _lot_now(tournament, at) else Has.NOTHING
    return has


def _turn(screen: Screen, has: Mapping[Scene, Has], at: dt.datetime) -> SceneTurn | None:
    return turn_at(known_scenes(screen.scenes), has, screen.seconds, at.timestamp())


def some(there: object) -> Has:
    """Return SOMETHING if there is anything."""
    return Has.SOMETHING if there else Has.NOTHING


def draw_now(tournament: Tournament, at: dt.datetime) -> DrawNow | None:
    """Return the match whose list is closed for the draw, or was drawn a moment ago. Two queries."""
    closed = ClosedList.objects.filter(match__tournament=tournament, state=ClosedListState.CLOSED, first_table=1)
    waiting = closed.order_by("match__number").values_list("match__number", flat=True).first()
    if waiting is not None:
        return DrawNow(match=waiting, drawn_at=None)
    draws = Draw.objects.filter(match__tournament=tournament, discard=None, keeps=None)
    fresh = draws.filter(drawn_at__gt=at - DRAW_SHOWN).order_by("drawn_at")
    newest = fresh.values_list("match__number", "drawn_at").last()
    return DrawNow(match=newest[0], drawn_at=newest[1]) if newest else None


def shown_pictures(tournament: Tournament) -> list[int]:
    """Return the pictures that are not those of a prize, by key. One query."""
    rows = Picture.objects.filter(tournament=tournament, prizes=None).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def _choosing(tournament: Tournament) -> Has:
    """Prizes are chosen from the first act on until all are chosen, or nobody is left to choose. Two queries, and while
    it goes on those of the screen of prizes."""
    prizes = Prize.objects.filter(tournament=tournament, criterion=Criterion.CHOICE).count()
    if not prizes:
        return Has.NOTHING
    choices = Count("pk", filter=Q(kind=PrizeActKind.CHOSEN))
    # Whoever waives the prize of a place chooses nothing.
    acts = PrizeAct.objects.filter(
        Q(prize=None) | Q(prize__criterion=Criterion.CHOICE), tournament=tournament, undone_at=None, kind__in=OF_TURNS
    )
    counts = acts.aggregate(all=Count("pk"), chosen=choices)
    if not counts["all"]:
        return Has.NOTHING
    return Has.NOW if counts["chosen"] < prizes and _goes_on(tournament) else Has.SOMETHING


def _goes_on(tournament: Tournament) -> bool:
    screen = prize_screen(tournament)
    return not screen.waits and not screen.over


def _chosen_since(tournament: Tournament, moment: dt.datetime | None) -> bool:
    acts = PrizeAct.objects.filter(tournament=tournament, undone_at=None, kind__in=OF_TURNS)
    return moment is not None and acts.filter(acted_at__gt=moment).exists()


def _lot_now(tournament: Tournament, at: dt.datetime) -> bool:
    lots = PublicLot.objects.filter(tournament=tournament, given_up_at=None)
    return lots.filter(Q(drawn_at=None) | Q(drawn_at__gt=at - LOT_SHOWN)).exists()


def _desk_screen(screen: Screen, turn: SceneTurn | None, now: dt.datetime, *, waits: bool = False) -> DeskScreen:
    return DeskScreen(
        screen=screen,
        code=spaced(screen.code),
        shows=str(turn.scene.label) if turn else "",
        message=message_of(screen, now),
        last_seen=ago(screen.seen_at) if screen.seen_at else "",
        there=screen.seen_at is not None and now - screen.seen_at < GONE_AFTER,
        waits=waits,
    )
