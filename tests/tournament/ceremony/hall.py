"""A hall at the end of its evening: eight players, both matches accepted, prizes on the table, and who leads."""

from collections.abc import Callable
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
from tests.worlds.prize_giving import put_out
from tournament.ceremony.selectors import Running
from tournament.ceremony.services import (
    begin_ceremony,
    break_off_ceremony,
    end_ceremony,
    prepare_ceremony,
    step_ceremony,
)
from tournament.models import Ceremony, Event, Participant, Scoresheet, Tournament, User
from tournament.prizes.kinds import Criterion
from tournament.services import versions
from tournament.standings.selectors.release import hall_ranking
from tournament.standings.services.release import freeze

# Three games give 3, 1, −1, −3.
GAMES = ([1, 1, -1, -1], [1, 1, -1, -1], [1, -1, 1, -1])
# How often they were played, by match and table.
OFTEN = {(1, 1): 3, (1, 2): 1, (2, 1): 1, (2, 2): 2}
# The start numbers in the order of their places; with 12, 9, 4, 3, −3, −4, −9, −12 points.
PLACES = [1, 5, 2, 6, 7, 3, 8, 4]


class Hall:
    """The tournament, its eight players, prizes for places 1 to 3 and for the best of match 1, and a login."""

    def __init__(self) -> None:
        self.actor: User = make_user("organiser", full_name="K. Reiter")
        self.tournament: Tournament = make_tournament()
        self.players: list[Participant] = make_participants(self.tournament, 8)
        for (match, table), often in OFTEN.items():
            self._play(match, table, often)
        self.tournament.matches.update(state="closed")
        self.tournament.frozen_ruleset = self.tournament.ruleset.text
        self.tournament.state = "running"
        self.tournament.save()
        self.place_prizes = [
            *put_out(self.tournament, 1, Criterion.PLACE, argument="1", cents=30000),
            *put_out(self.tournament, 1, Criterion.PLACE, argument="2"),
            *put_out(self.tournament, 1, Criterion.PLACE, argument="3"),
        ]
        self.special = put_out(self.tournament, 1, Criterion.MATCH, argument="1")[0]

    def _play(self, match: int, table: int, often: int) -> None:
        players = self.players[4 * table - 4 : 4 * table]
        totals = [often * points for points in (3, 1, -1, -3)]
        sheet = make_scoresheet(self.tournament.matches.get(number=match), players, totals, table=table)
        for number, points in enumerate(GAMES * often, start=1):
            sheet.games.create(
                number=number,
                record={"written": points},
                source="paper",
                login=sheet.accepted_by,
                written_at=timezone.now(),
                **{f"points_{seat}": value for seat, value in enumerate(points, start=1)},
            )

    def swap(self, one: int, other: int) -> None:
        """A correction that was accepted: at table 1 in match 1 two seats get each other's points in every game."""
        sheet = Scoresheet.objects.get(match__tournament=self.tournament, match__number=1, table_number=1)
        seats = {seat.number: seat for seat in sheet.seats.all()}
        for name in ("points", "plus", "minus"):
            mine, theirs = getattr(seats[one], name), getattr(seats[other], name)
            setattr(seats[one], name, theirs)
            setattr(seats[other], name, mine)
        for seat in seats.values():
            seat.save()
        for game in sheet.games.all():
            points = list(game.record["written"])
            points[one - 1], points[other - 1] = points[other - 1], points[one - 1]
            values = {f"points_{seat}": value for seat, value in enumerate(points, start=1)}
            sheet.games.filter(pk=game.pk).update(record={"written": points}, **values)
        versions.bump(self.tournament)
        self.tournament.refresh_from_db()

    @property
    def ceremony(self) -> Ceremony:
        return Ceremony.objects.get(tournament=self.tournament)

    @property
    def running(self) -> Running:
        return Running(ceremony=self.ceremony)

    def call(self, service: Callable[..., Any], **values: Any) -> Any:
        """Ask a service for something, as the login that leads."""
        result = service(tournament=self.tournament, actor=self.actor, **values)
        self.tournament.refresh_from_db()
        return result

    def prepare(self) -> None:
        self.call(prepare_ceremony, winners_only=True, first_place_shown=None)

    def begin(self) -> None:
        """Freeze the ranking and begin: opening, best of match 1, places 3, 2, 1, honour roll."""
        self.call(freeze)
        self.prepare()
        self.call(begin_ceremony)

    def step(self, to: int, mark: str = "") -> None:
        self.call(step_ceremony, to=to, mark=mark or self.running.mark)

    def end(self) -> None:
        self.call(end_ceremony, mark=self.running.mark)

    def break_off(self) -> None:
        self.call(break_off_ceremony, mark=self.running.mark)

    def address(self, name: str) -> str:
        """The address of a page of this tournament."""
        return reverse(name, args=[self.tournament.slug])

    def screen(self) -> str:
        """What a screen in the hall gets."""
        answer = Client().get(self.address("screen_ceremony"))
        assert answer.status_code == 200
        return answer.content.decode()

    def announced(self) -> list[int]:
        """The start numbers whose lines the hall knows."""
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        lines = hall_ranking(tournament, tournament.hall_version).standings.lines
        return sorted(line.start_number for line in lines)

    def kinds(self) -> list[str]:
        """What the log holds of the prize-giving."""
        rows = Event.objects.filter(tournament=self.tournament, kind__startswith="ceremony.")
        return [kind.partition(".")[2] for kind in rows.order_by("pk").values_list("kind", flat=True)]
