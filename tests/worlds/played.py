"""A tournament as it is played: the services write every row, so that the log has each of them."""

import datetime as dt
from collections.abc import Sequence

from scoring.shorthand import parse_entry
from tests.worlds.factories import CAST, draw_lots, write
from tests.worlds.remembered import remembered
from tournament.enums import ApprovalState, SignatureKind
from tournament.models import Approval, Scoresheet, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.people import create_first_login
from tournament.services.tournaments import create_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.signatures import SignSeats

# Game 9 is a sanction, 16 the fifth Solo or Wenz (5.2.16), 20 a Tout (5.2.14).
ENTRIES = [
    *("r12+", "r13-", "s2+", "w4-", "r34++", "s3++", "r14+", "r23-"),
    *("r13!2", "r24+", "r12-", "r34+", "r23++", "r14-", "s1++", "s1+"),
    *("r12+", "r34-", "r13+", "wt2+", "r24++", "r14+", "r23-", "r12+++"),
    *("r34+", "r13-", "r24+", "r14-", "r12+", "r23+", "r34-", "r13+"),
]


@remembered
def play(tables: int = 1, entries: Sequence[str] = ENTRIES) -> tuple[Tournament, User]:
    """A tournament with match 1 drawn and every sheet typed as `entries`; nothing decided, signed or accepted.

    One login with every role does everything.
    """
    roles = ["organiser", "supervisor", "desk"]
    actor = create_first_login(username="reiter", full_name="K. Reiter", roles=roles, password="geheim-genug-1")
    tournament = create_tournament(
        actor=actor,
        name="Feldkirchen 2026",
        day=dt.date(2026, 11, 28),
        organiser="SV Feldkirchen",
        ruleset_id="schafkopfschule-2023",
    )
    for number in range(4 * tables):
        first, last = CAST[number] if number < len(CAST) else (f"Vorname{letters(number)}", f"Nach{letters(number)}")
        add_participant(tournament=tournament, first_name=first, last_name=last, club="SV Feldkirchen", actor=actor)
    play_match(tournament, 1, entries, actor)
    return _of_whom()


def _of_whom() -> tuple[Tournament, User]:
    """The tournament and its actor, read again from the database."""
    return Tournament.objects.get(name="Feldkirchen 2026"), User.objects.get(username="reiter")


def play_match(tournament: Tournament, number: int, entries: Sequence[str], actor: User) -> None:
    """Draw a match and type every sheet."""
    _play_match(tournament, number, list(entries), actor)
    tournament.refresh_from_db()


@remembered
def _play_match(tournament: Tournament, number: int, entries: list[str], actor: User) -> None:
    draw_lots(tournament.matches.get(number=number), actor)
    for sheet in Scoresheet.objects.filter(match__tournament=tournament, match__number=number):
        for line, entry in enumerate(entries, 1):
            write(sheet, line, entry, actor)


def letters(number: int) -> str:
    """A number in letters, for names."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def first_sheet(tournament: Tournament) -> Scoresheet:
    """Table 1 of match 1, read again with its match and tournament."""
    return Scoresheet.objects.select_related("match__tournament", "accepted_by").get(
        match__tournament=tournament, match__number=1, table_number=1
    )


def decide(sheet: Scoresheet, actor: User) -> None:
    """The supervisor refuses the first request, which strikes its game (5.2.17), and grants the others."""
    waiting = Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED).order_by("game__number")
    for index, approval in enumerate(waiting):
        decide_approval_of_game(
            approval=approval, state=ApprovalState.GRANTED if index else ApprovalState.REFUSED, actor=actor
        )


def correct(sheet: Scoresheet, number: int, entry: str, actor: User, reason: str = "falsch abgeschrieben") -> None:
    """Correct a written line (5.3.4)."""
    record = parse_entry(sheet.match.tournament.ruleset, entry, first=number == 1)
    act(sheet, CorrectGame(number=number, record=record, reason=reason_given(reason)), actor=actor)


def accept(sheet: Scoresheet, actor: User) -> Scoresheet:
    """All four confirm at the desk, the supervisor accepts."""
    sheet.refresh_from_db()
    content = sheet.content_hash
    act(sheet, SignSeats(seats=(1, 2, 3, 4), how=SignatureKind.DESK, content=content), actor=actor)
    act(sheet, AcceptSheet(content=content), actor=actor)
    sheet.refresh_from_db()
    return sheet


@remembered
def accepted_tournament(tables: int = 1) -> tuple[Tournament, User]:
    """Match 1 of a tournament with every sheet decided, corrected in game 7, signed and accepted."""
    tournament, actor = play(tables)
    for sheet in Scoresheet.objects.filter(match__tournament=tournament).order_by("table_number"):
        decide(sheet, actor)
        correct(sheet, 7, "r24++", actor)
        accept(sheet, actor)
    return _of_whom()


@remembered
def finished_tournament() -> tuple[Tournament, User]:
    """One table, both matches accepted; no two players have the same total, whatever the lots."""
    tournament, actor = accepted_tournament()
    play_match(tournament, 2, ["r12+"] * 32, actor)
    accept(Scoresheet.objects.get(match__tournament=tournament, match__number=2), actor)
    return _of_whom()
