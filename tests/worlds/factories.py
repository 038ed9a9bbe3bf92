"""The named cast and the rows that tests start from, built with the product's services where they exist."""

import datetime as dt
import secrets
from typing import Any

from django.utils import timezone

from tournament.draw.selectors.draw import preflight
from tournament.draw.selectors.tie_lots import group_key
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import draw_match, keep_tables
from tournament.draw.services.place_rules import choose_place_rule
from tournament.enums import Leavers, MatchState, TournamentState
from tournament.forms.games import read_entry
from tournament.models import Draw, Match, Participant, Scoresheet, Seat, TieLots, Tournament, User
from tournament.permissions import acting
from tournament.selectors.sheets import place_of
from tournament.services.acting import act
from tournament.services.events import write_sheet_events
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.opening import SheetOpened
from tournament.sheet.draft import Answer

PASSWORD = "geheim-genug-1"

CAST = [
    ("Anna", "Obermaier"), ("Bene", "Huber"), ("Centa", "Löffler"), ("Dirk", "Süß"),
    ("Eva", "Zöllner"), ("Franz", "Bäuml"), ("Gretl", "Aigner"), ("Hias", "Reiter"),
]  # fmt: skip


def make_user(*roles: str, username: str = "", full_name: str = "") -> User:
    """A login with these roles ("organiser", "supervisor", "desk", "tribunal")."""
    username = username or ("-".join(roles) or "nobody")
    return User.objects.create_user(
        username=username,
        password="geheim-genug-1",
        full_name=full_name or username.title(),
        **dict.fromkeys(roles, True),
    )


def make_tournament(
    name: str = "Feldkirchen 2026",
    slug: str = "feldkirchen-2026",
    rules: str = "schafkopfschule-2023",
    day: dt.date = dt.date(2026, 11, 28),
) -> Tournament:
    """A tournament on 28 November 2026, with all matches of its rules planned."""
    tournament = Tournament.objects.create(
        name=name,
        slug=slug,
        day=day,
        place="Feldkirchen",
        organiser="SV Feldkirchen",
        ruleset_id=rules,
        state="registration",
    )
    for number in range(1, tournament.ruleset.matches + 1):
        Match.objects.create(tournament=tournament, number=number)
    return tournament


def make_participants(tournament: Tournament, count: int, *, first: int = 1) -> list[Participant]:
    """`count` participants with start numbers from `first`; the first eight are the named cast."""
    players = []
    for number in range(first, first + count):
        first_name, last = CAST[number - 1] if number <= len(CAST) else (f"Vorname{number}", f"Nachname{number}")
        players.append(
            Participant.objects.create(
                tournament=tournament,
                start_number=number,
                first_name=first_name,
                last_name=last,
                club="SV Feldkirchen",
                birth_date=dt.date(1980, 1, 1),
                name_key=f"{last} {first_name}".casefold(),
            )
        )
    return players


def draw_lots(match: Match, actor: User, **options: Any) -> Draw:
    """Draw a match: close the list with these options, or keep the tables where the rules say so."""
    if preflight(match).keeps_tables:
        return keep_tables(match=match, actor=actor)
    return draw_match(closed=close_list(match=match, actor=actor, **options), actor=actor)


def make_scoresheet(
    match: Match,
    players: list[Participant],
    totals: list[int],
    *,
    table: int = 1,
    state: str = "accepted",
    **counts: list[int],
) -> Scoresheet:
    """A table's sheet without games whose seats 1 … have these totals, and counters such as solos_won=[1, 0, 0, 0]."""
    accepted = {"accepted_by": User.objects.first() or make_user("supervisor"), "accepted_at": timezone.now()}
    sheet = Scoresheet.objects.create(
        match=match, table_number=table, state=state, **(accepted if state == "accepted" else {})
    )
    for index, (player, points) in enumerate(zip(players, totals, strict=True)):
        Seat.objects.create(
            scoresheet=sheet,
            match=match,
            number=index + 1,
            participant=player,
            points=points,
            plus=max(points, 0),
            minus=max(-points, 0),
            **{counter: values[index] for counter, values in counts.items()},
        )
    open_chain(sheet)
    return sheet


def choose_places(tournament: Tournament, actor: User, leavers: str = "lose", *, ranks_late: bool = True) -> None:
    """Choose what becomes of the places of those who leave early, by default as 5.2.11 has it."""
    choose_place_rule(
        tournament=tournament, actor=actor, leavers=Leavers(leavers), ranks_late_players=ranks_late, reason="so gehört"
    )


def make_tie_lots(tournament: Tournament, order: list[Participant]) -> TieLots:
    """Lots of a tie that Vroni Turnier drew, the first one with the lowest lot; without a link of the log."""
    vroni = User.objects.filter(full_name="Vroni Turnier").first()
    return TieLots.objects.create(
        tournament=tournament,
        group=group_key([player.pk for player in order]),
        order=[player.pk for player in order],
        seed="0" * 64,
        drawn_by=vroni or make_user("organiser", full_name="Vroni Turnier"),
        drawn_at=timezone.now(),
    )


def make_decided_scoresheet(match: Match, players: list[Participant]) -> Scoresheet:
    """An accepted sheet of three Rufer whose totals 3, 1, −1, −3 follow from its games."""
    sheet = make_scoresheet(match, players, [3, 1, -1, -3])
    for number, points in enumerate([[1, 1, -1, -1], [1, 1, -1, -1], [1, -1, 1, -1]], start=1):
        sheet.games.create(
            number=number,
            record={"written": points},
            source="paper",
            login=sheet.accepted_by,
            written_at=timezone.now(),
            **{f"points_{seat}": value for seat, value in enumerate(points, start=1)},
        )
    return sheet


def open_scoresheet(tournament: Tournament, match: int = 1, table: int = 1, seats: int = 4) -> Scoresheet:
    """An open sheet in a drawn match: participants 1–4 (or the next free ones) in order of their numbers."""
    if tournament.state != TournamentState.RUNNING:
        tournament.frozen_ruleset = tournament.ruleset.text
        tournament.state = TournamentState.RUNNING
        tournament.save()
    row = tournament.matches.get(number=match)
    if row.state == MatchState.PLANNED:
        row.state = MatchState.DRAWN
        row.save()
    first_dealer = tournament.ruleset.first_dealer
    sheet = Scoresheet.objects.create(match=row, table_number=table, first_dealer=first_dealer)
    players = tournament.participants.all()[seats * (table - 1) : seats * table]
    for number, player in enumerate(players, 1):
        Seat.objects.create(scoresheet=sheet, match=row, number=number, participant=player)
    open_chain(sheet)
    return sheet


def open_chain(sheet: Scoresheet) -> None:
    """Write the first link of the sheet's chain: who sits there by the draw."""
    seats = tuple(sheet.seats.order_by("number").values_list("participant_id", flat=True))
    opened = SheetOpened(match=sheet.match.number, table=sheet.table_number, seats=seats)
    write_sheet_events([(sheet, opened)], actor=None)


def write(sheet: Scoresheet, number: int, entry: str, actor: User, initialled_by: User | None = None) -> Answer:
    """Write one line as the desk types it: "r13+", "6 2", "-1 +1 +1 -1"."""
    reading = read_entry(place_of(sheet, number), entry)
    if reading.record is None:
        raise reading.error or AssertionError("running totals are no game")
    initials = acting(initialled_by) if initialled_by else None
    return act(
        sheet,
        RecordGame(number=number, record=reading.record, key=secrets.token_hex(16), initialled_by=initials),
        actor=actor,
    )
