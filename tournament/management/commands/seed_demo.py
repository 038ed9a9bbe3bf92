"""manage.py seed_demo: play the demo tournament into an empty database, every row through the services."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games import GameRecord
from scoring.points import score_game
from scoring.sheets import evaluate_sheet
from scoring.shorthand import parse_entry
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import draw_match
from tournament.enums import ApprovalState, Role, SignatureKind, Source
from tournament.imports.columns import find_header
from tournament.imports.files import read_list_file
from tournament.management.demo import GAMES, MONEY, PRIZES, TO_CHOOSE, DemoSheet, demo_matches
from tournament.management.terminal_command import TerminalCommand
from tournament.models import Approval, Match, Scoresheet, Tournament, User
from tournament.participants.services.participants import import_participants
from tournament.permissions import acting
from tournament.prizes.pasted import PastedPrize
from tournament.prizes.services.money import add_money
from tournament.prizes.services.prizes import add_list, add_prize
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.people import create_first_login
from tournament.services.tournaments import create_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.sources import SetSource

PLAYERS = settings.BASE_DIR / "fixtures" / "demo-teilnehmer.csv"
PASSWORD = "nur-zum-probieren"  # noqa: S105  known to everybody on purpose: the data are invented
LOGINS = [
    ("turnierleitung", "Rosa Lindner", [Role.ORGANISER, Role.SUPERVISOR]),
    ("aufsicht", "Klaus Reindl", [Role.SUPERVISOR]),
    ("auswertung", "Toni Moser", [Role.DESK]),
]


class Command(TerminalCommand):
    """Exit 0: seeded, with the logins printed; 1: the database is not empty, nothing is written."""

    help = "Play a demo tournament of 64 participants into an empty database and print the logins for trying."

    def handle(self, *args: Any, **options: Any) -> None:
        # One transaction, so that an interrupted demo leaves an empty database behind.
        with transaction.atomic():
            self.organiser, self.supervisor, self.desk = demo_logins()
            tournament = self.invite()
            self.put_up_prizes(tournament)
            for match, sheets in zip(tournament.matches.order_by("number"), demo_matches(), strict=True):
                self.play(match, sheets)
        self.tell(demo_logins_text())

    def tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def invite(self) -> Tournament:
        """Create the tournament and its participants. It is today, because its sheets bear the times of the seeding."""
        tournament = create_tournament(
            actor=self.organiser,
            name="Schafkopfturnier Feldkirchen (Beispiel)",
            slug="beispiel",
            day=timezone.localdate(),
            place="Sportheim Feldkirchen",
            organiser="SV Feldkirchen",
            ruleset_id="schafkopfschule-2023",
        )
        table = read_list_file(PLAYERS.read_bytes()).table()
        header = find_header(table.texts())
        assert header is not None
        lines = import_participants(tournament=tournament, table=table, header=header, actor=self.organiser)
        self.tell(_("%(count)s participants are registered.") % {"count": len(lines)})
        return tournament

    def put_up_prizes(self, tournament: Tournament) -> None:
        """Money for the first places, things for others, and a table of gifts to choose from."""
        add_money(tournament=tournament, actor=self.organiser, amounts=MONEY, group="Geldpreise", words="Geldpreis")
        for words, donor, criterion, argument in PRIZES:
            add_prize(
                tournament=tournament,
                actor=self.organiser,
                words=words,
                donor=donor,
                group="Sonderpreise",
                criterion=criterion,
                argument=argument,
            )
        gifts = [PastedPrize(number=None, words=words, donor=donor) for words, donor in TO_CHOOSE]
        add_list(tournament=tournament, actor=self.organiser, lines=gifts, group="Sachpreise")

    def play(self, match: Match, sheets: list[DemoSheet]) -> None:
        """Draw the match, write each of these sheets, and settle those with all games."""
        draw_match(closed=close_list(match=match, actor=self.organiser), actor=self.organiser)
        for scoresheet, demo in zip(match.scoresheets.in_force().order_by("table_number"), sheets, strict=False):
            self.write(scoresheet, demo)
            if len(demo.entries) == GAMES:
                self.settle(scoresheet, demo)
            figures = {"match": match.number, "table": scoresheet.table_number, "games": len(demo.entries)}
            self.tell(_("Match %(match)s, table %(table)s: %(games)s games") % figures)

    def write(self, scoresheet: Scoresheet, demo: DemoSheet) -> None:
        if demo.live:
            act(scoresheet, SetSource(source=Source.LIVE), actor=self.desk)
        records = demo_records(scoresheet, demo)
        # The games that need approval before play; on paper they bear the supervisor's initials (5.2.14, 5.2.16).
        numbers = {
            line.no for line in evaluate_sheet(scoresheet.match.tournament.ruleset, records).lines if line.section
        }
        for number, record in enumerate(records, 1):
            on_paper = number in numbers and not demo.live and number != demo.unasked
            command = RecordGame(
                number=number,
                record=record,
                key=secrets.token_hex(16),
                initialled_by=acting(self.supervisor) if on_paper else None,
            )
            # 3.4.18: only a supervisor writes a sanction.
            act(scoresheet, command, actor=self.supervisor if record.decision.sanction else self.desk)
            if number in numbers and not on_paper and number != demo.undecided:
                self.decide(scoresheet, refused=number == demo.unasked)

    def decide(self, scoresheet: Scoresheet, *, refused: bool) -> None:
        """Decide on the game that waits for the supervisor; a refused game is struck (5.2.17)."""
        approval = Approval.objects.get(game__scoresheet=scoresheet, state=ApprovalState.REQUESTED)
        state = ApprovalState.REFUSED if refused else ApprovalState.GRANTED
        decide_approval_of_game(approval=approval, state=state, actor=self.supervisor)

    def settle(self, scoresheet: Scoresheet, demo: DemoSheet) -> None:
        """Sign, correct (5.3.4) and accept a whole sheet, as far as its plan says."""
        if not demo.signed:
            return
        self.sign(scoresheet, demo)
        if demo.misread:
            number = demo.misread[0]
            correction = CorrectGame(
                number=number,
                record=parse_entry(scoresheet.match.tournament.ruleset, demo.entries[number - 1]),
                reason=reason_given("Mitspieler verwechselt, alle vier bestätigen es"),
            )
            act(scoresheet, correction, actor=self.supervisor)
            self.sign(scoresheet, demo)
        if demo.accepted:
            act(scoresheet, AcceptSheet(content=scoresheet.content_hash), actor=self.supervisor)

    def sign(self, scoresheet: Scoresheet, demo: DemoSheet) -> None:
        """Sign for all four players, at the desk or on paper."""
        scoresheet.refresh_from_db(fields=["content_hash"])
        kind = SignatureKind.DESK if demo.live else SignatureKind.PAPER
        content = scoresheet.content_hash
        act(scoresheet, SignSeats(seats=(1, 2, 3, 4), how=kind, content=content), actor=self.desk)


def demo_logins() -> Iterable[User]:
    """Create the logins for trying; refuse a database that is not empty."""
    if Tournament.objects.exists():
        raise CommandError(_("There is a tournament in this database already. The demo needs an empty one: ./run demo"))
    # Everybody knows their password, so an installation with real logins must never get them.
    if User.objects.exists():
        raise CommandError(_("There are logins in this database already. The demo needs an empty one: ./run demo"))
    return [
        create_first_login(username=username, full_name=name, roles=roles, password=PASSWORD)
        for username, name, roles in LOGINS
    ]


def demo_logins_text() -> str:
    """A sentence with the logins for trying and their password, for the person who starts the demo."""
    usernames = ", ".join(username for username, _name, _roles in LOGINS)
    return _("Logins for trying: %(usernames)s. Password of each: %(password)s") % {
        "usernames": usernames,
        "password": PASSWORD,
    }


def demo_records(scoresheet: Scoresheet, demo: DemoSheet) -> list[GameRecord]:
    """The games as they are first written: with their points alone, or in full."""
    ruleset = scoresheet.match.tournament.ruleset
    records = []
    for number, entry in enumerate(demo.entries, 1):
        if demo.misread and number == demo.misread[0]:
            entry = demo.misread[1]
        record = parse_entry(ruleset, entry, first=number == 1)
        if demo.by_points:
            points = score_game(ruleset, record).points
            record = parse_entry(ruleset, " ".join(map(str, points)), first=number == 1)
        records.append(record)
    return records
