"""A random tournament by its seed, played through the services from the first name to the official ranking."""

import datetime as dt
import random

from django.db.models import QuerySet

from tests.generate.games import LIVELY, QUIET
from tests.generate.table import (
    Hall,
    change_afterwards,
    close_lines,
    correct_some,
    decide_requests,
    reverse_approval,
    settle,
    write_game,
)
from tests.generate.ties import tie_two
from tests.worlds.factories import choose_places, draw_lots
from tests.worlds.played import letters
from tests.worlds.sheets import fresh
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import enter_lots
from tournament.draw.services.replacements import enter_on_seat
from tournament.enums import LotSource
from tournament.models import Match, Participant, Scoresheet, Seat
from tournament.offences import Offence
from tournament.participants.services.arrivals import all_arrived, set_arrived, withdraw_absent
from tournament.participants.services.conduct import exclude, readmit
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.participants.services.substitutes import enter_substitute, take_back_substitute
from tournament.selectors.sheets import sheet_state
from tournament.services.people import create_first_login
from tournament.services.tournaments import create_tournament, finish_tournament, reopen_tournament
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import draw_tie_lots, enter_tie_lots

EDITIONS = ("schafkopfschule-2023", "schafkopfschule-2007")
TABLE = 4
# One or two tables show nearly everything; a larger hall and a sheet of 32 games are rare, because they take long.
TABLES, HOW_OFTEN = (1, 2, 3, 4, 5), (45, 42, 7, 4, 2)
FULL_SHEETS = 0.02
SHORT = (2, 9)


def play_tournament(seed: int) -> Hall:
    """Play the tournament of this seed in an empty database; it is finished then, and its ranking official."""
    chance = random.Random(seed)
    actor = create_first_login(
        username="reiter", full_name="K. Reiter", roles=["organiser", "supervisor", "desk"], password="geheim-genug-1"
    )
    tournament = create_tournament(
        actor=actor, name="Glonn 2026", day=dt.date(2026, 11, 29), organiser="SV Glonn",
        ruleset_id=chance.choice(EDITIONS), ranks_house_players=chance.random() < 0.3,
    )  # fmt: skip
    hall = Hall(chance=chance, tournament=tournament, actor=actor, weights=QUIET if chance.random() < 0.4 else LIVELY)
    enter_participants(hall)
    choose_places(tournament, actor, chance.choice(["keep", "lose"]), ranks_late=hall.happens(0.5))
    for match in tournament.matches.order_by("number"):
        play_match(hall, match)
        if match.number == 1:
            change_field(hall)
    finish(hall)
    return hall


def enter_participants(hall: Hall) -> None:
    """Fill the tables; sometimes somebody more stands on the list who does not come."""
    [tables] = hall.chance.choices(TABLES, HOW_OFTEN)
    for _number in range(TABLE * tables):
        add_one(hall)
    if hall.happens(0.2):
        absent = add_one(hall)
        all_arrived(tournament=hall.tournament, arrived=True, actor=hall.actor)
        set_arrived(participant=absent, arrived=False, actor=hall.actor)
        withdraw_absent(tournament=hall.tournament, actor=hall.actor)
        hall.acts["no-show"] += 1


def add_one(hall: Hall) -> Participant:
    """Add somebody to the list; few belong to the house."""
    name = letters(hall.tournament.participants.count()).title()
    return add_participant(
        tournament=hall.tournament, first_name=f"Vor{name}", last_name=f"Nach{name}", house=hall.happens(0.06),
        actor=hall.actor,
    )  # fmt: skip


def play_match(hall: Hall, match: Match) -> None:
    """Draw a match, play its sheets one after the other, and change some of them afterwards."""
    draw(hall, match)
    sheets = list(Scoresheet.objects.in_force().filter(match=match).order_by("table_number"))
    last = match.number == hall.tournament.matches_in_all
    for sheet in sheets:
        play_sheet(hall, fresh(sheet), ties=last and sheet == sheets[-1] and not hall.lively)
    if hall.lively:
        for sheet in sheets:
            if hall.happens(0.2):
                change_afterwards(hall, fresh(sheet))


def draw(hall: Hall, match: Match) -> None:
    """Draw tables and seats. Most lots are typed as drawn by hand: our own search for new opponents takes long."""
    if hall.happens(0.3):
        draw_lots(match, hall.actor, even_seats=hall.happens(0.5))
        return
    closed = close_list(match=match, actor=hall.actor, source=LotSource.HAND)
    people = present(hall)
    hall.chance.shuffle(people)
    places = [(one.start_number, at // TABLE + 1, at % TABLE + 1) for at, one in enumerate(people)]
    enter_lots(closed=closed, actor=hall.actor, places=places, witnesses=[people[0].start_number])


def play_sheet(hall: Hall, sheet: Scoresheet, *, ties: bool) -> None:
    """Write the games of a sheet, decide and correct on the way, close what was not played, sign and accept."""
    lines = sheet_state(sheet).lines
    if hall.happens(0.06):
        replace_one(hall, sheet)
    games = lines if hall.happens(FULL_SHEETS) else hall.chance.randint(*SHORT)
    leaves = hall.chance.randint(1, games) if hall.happens(0.08) else 0
    for number in range(1, games + 1):
        if number == leaves:
            substitute(hall, sheet, number)
        write_game(hall, fresh(sheet), number)
        if hall.lively and hall.happens(0.1):
            correct_some(hall, sheet)
        if hall.happens(0.1):
            decide_requests(hall, sheet)
    decide_requests(hall, sheet)
    if hall.lively and hall.happens(0.2):
        reverse_approval(hall, sheet)
    if ties and games < lines:
        tie_two(hall, fresh(sheet))
    close_lines(hall, sheet)
    settle(hall, sheet)


def replace_one(hall: Hall, sheet: Scoresheet) -> None:
    """Give a seat to somebody else before the first game: who was drawn there did not come (5.2.2)."""
    seat = seats_of(sheet).get(number=hall.chance.randint(1, TABLE))
    name = letters(hall.tournament.participants.count()).title()
    enter_on_seat(
        seat=seat, actor=hall.actor, reason="kam nicht", accepts_rules=True, first_name=f"Neu{name}",
        last_name=f"Spät{name}", house=hall.happens(0.2),
    )  # fmt: skip
    hall.acts["no-show"] += 1


def seats_of(sheet: Scoresheet) -> QuerySet[Seat]:
    return Seat.objects.select_related("participant", "match__tournament", "scoresheet").filter(scoresheet=sheet)


def substitute(hall: Hall, sheet: Scoresheet, number: int) -> None:
    """Let somebody drop out before this game, and somebody else take the place (5.2.11); perhaps take that back."""
    leaver = seats_of(sheet).get(number=hall.chance.randint(1, TABLE)).participant
    name = letters(hall.tournament.participants.count()).title()
    row = enter_substitute(
        participant=leaver, match=sheet.match.number, game=number, actor=hall.actor, reason="musste heim",
        first_name=f"Ersatz{name}", last_name=f"Ein{name}", accepts_rules=True, house=hall.happens(0.2),
    )  # fmt: skip
    hall.acts["substitute"] += 1
    if hall.happens(0.15):
        take_back_substitute(substitution=row, actor=hall.actor, reason="kam zurück")
        hall.acts["substitute taken back"] += 1


def change_field(hall: Hall) -> None:
    """Between the matches some withdraw or are excluded, and others come, so that every table is full again."""
    people = present(hall)
    leaving = hall.chance.choice([0, 0, 1, 2, 4])
    for participant in hall.chance.sample(people, leaving):
        if hall.happens(0.25):
            exclude(participant=participant, offence=Offence.CHEATING, actor=hall.actor, reason="gezinkte Karten")
            hall.acts["exclusion"] += 1
            if hall.happens(0.2):
                readmit(participant=participant, actor=hall.actor)
        else:
            withdraw_participant(participant=participant, actor=hall.actor)
            hall.acts["withdrawal"] += 1
    while len(present(hall)) % TABLE or not present(hall):
        add_one(hall)
        hall.acts["latecomer"] += 1


def present(hall: Hall) -> list[Participant]:
    """Those who will be drawn."""
    return list(hall.tournament.participants.filter(withdrawn=False).order_by("start_number"))


def finish(hall: Hall) -> None:
    """Draw the lots that are due and make the ranking official; sometimes reopen it, correct a sheet, and finish."""
    finish_once(hall)
    if hall.lively and hall.happens(0.1):
        reopen_tournament(tournament=hall.tournament, actor=hall.actor)
        sheets = Scoresheet.objects.in_force().filter(match__tournament=hall.tournament, state="accepted")
        if sheets:
            change_afterwards(hall, fresh(hall.chance.choice(sheets.order_by("pk"))))
        finish_once(hall)
        hall.acts["reopened"] += 1


def finish_once(hall: Hall) -> None:
    hall.tournament.refresh_from_db()
    standings = overall_standings(hall.tournament)
    if standings.ties and hall.happens(0.3):
        tie = standings.ties[0]
        chains = [[line.start_number for line in chain] for chain in tie.kept]
        order = list(tie.start_numbers)
        hall.chance.shuffle(order)
        if not chains:
            enter_tie_lots(tournament=hall.tournament, actor=hall.actor, order=order, witnesses=order[:1])
    if overall_standings(hall.tournament).open_ties:
        draw_tie_lots(tournament=hall.tournament, actor=hall.actor)
    hall.tournament = finish_tournament(tournament=hall.tournament, actor=hall.actor)
