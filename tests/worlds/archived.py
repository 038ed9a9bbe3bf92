"""A small, eventful tournament that is closed into an archive: the starting point of the archive tests."""

import datetime as dt
import random
import secrets
import zipfile
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from scoring.ruleset import ruleset_text
from tests.worlds.factories import CAST, draw_lots, write
from tests.worlds.remembered import remembered
from tests.worlds.sheets import correct, fresh, set_aside, sign
from tests.worlds.signing import enrolled, sign_at_table
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.replacements import replace_absent
from tournament.draw.services.seats import exchange_seats
from tournament.enums import ApprovalState
from tournament.exports.documents import issue_document
from tournament.models import Approval, PaperLine, Scoresheet, Seat, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.participants.services.retention import forget_participant
from tournament.proof.exports.archive import close_tournament, write_archive
from tournament.proof.seals.archive import new_archive
from tournament.proof.seals.keys import SealKey
from tournament.rulesets.services import create_ruleset
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.people import create_first_login
from tournament.services.requests import decide_request, request_approval
from tournament.services.rulings import decide_paper_line
from tournament.services.signatures import refuse_signature
from tournament.services.tables import issue_packs
from tournament.services.tournaments import create_tournament, finish_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.requests import RequestApproval
from tournament.sheet.acts.tables import NameScorekeeper
from tournament.sheet.acts.totals import CorrectTotals, RecordTotals
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import draw_tie_lots

NOTHING = [{"plus": 0, "minus": 0}] * 4
SOME = [{"plus": 4, "minus": 0}, {"plus": 0, "minus": 4}, {"plus": 1, "minus": 1}, {"plus": 0, "minus": 0}]
ENTRIES = ["r12+", "r34-", "r13++", "r24+++", "s2+", "w4-", "s3--", "r14+"]
KEPT = "small"


def login(username: str, full_name: str, *roles: str) -> User:
    """A login made as the command line makes the first one, so that the log has it."""
    return create_first_login(username=username, full_name=full_name, roles=roles, password="geheim-genug-1")


@remembered
def small_tournament(
    actor: User, seed: int, name: str = "Glonn 2026", day: dt.date = dt.date(2026, 11, 29)
) -> Tournament:
    """A finished tournament that many tests start from; the seed decides what happens in it.

    Two tables play two matches of 4 games by a club's own rules. It has a list that was opened again, lots that were
    taken back, a latecomer, exchanged seats, requests, drawn signatures, a ruling, corrections of two accepted sheets,
    totals, and perhaps a tie and a forgotten participant.
    """
    chance = random.Random(seed)
    text = ruleset_text("schafkopfschule-2023").replace('id = "schafkopfschule-2023"', f'id = "{KEPT}"')
    text = text.replace("games_per_player = { value = 32", "games_per_player = { value = 4")
    text = text.replace("totals_only = { value = false", "totals_only = { value = true")
    text = text.replace('seating = { value = "drawn"', 'seating = { value = "kept"')
    create_ruleset(actor=actor, text=text, origin="schafkopfschule-2023")
    tournament = create_tournament(actor=actor, name=name, day=day, organiser="SV Glonn", ruleset_id=KEPT)
    born = [None, dt.date(1971, 3, 9)]
    for first, last in CAST:
        add_participant(
            tournament=tournament, first_name=first, last_name=last, club="", birth_date=chance.choice(born),
            actor=actor,
        )  # fmt: skip
    first, second = tournament.matches.order_by("number")
    reopen_list(closed=close_list(match=first, actor=actor), actor=actor)
    draw_lots(first, actor)
    discard_draw(match=first, actor=actor, reason="Zwei kamen zu spät.")
    draw_lots(first, actor)
    _first_match(tournament, actor, chance)
    draw_lots(second, actor)
    one, two = Scoresheet.objects.in_force().filter(match=second).order_by("table_number")
    act(one, RecordTotals(totals=chance.choice([NOTHING, SOME])), actor=actor)
    accept(one, actor)
    act(one, CorrectTotals(totals=SOME[::-1], reason=reason_given("verrechnet")), actor=actor)
    accept(one, actor)
    act(two, RecordTotals(totals=chance.choice([NOTHING, SOME])), actor=actor)
    accept(two, actor)
    _finish(tournament, actor)
    if chance.choice([True, False]):
        forget_participant(participant=chance.choice(tournament.participants.order_by("pk")), actor=actor)
    return Tournament.objects.get(name=name)


def accept(sheet: Scoresheet, actor: User) -> None:
    """All four players sign at the desk, and the supervisor accepts the sheet."""
    sign(sheet, actor, 1, 2, 3, 4)
    act(sheet, AcceptSheet(content=fresh(sheet).content_hash), actor=actor)


def _first_match(tournament: Tournament, actor: User, chance: random.Random) -> None:
    one, two = (
        Scoresheet.objects.in_force().filter(match__tournament=tournament, match__number=1).order_by("table_number")
    )
    issue_packs(match=one.match, actor=actor, first=11)
    late = add_participant(tournament=tournament, first_name="Vroni", last_name="Wirt", actor=actor)
    absent = Seat.objects.select_related("participant", "match__tournament", "scoresheet").get(scoresheet=one, number=3)
    replace_absent(seat=absent, newcomer=late, actor=actor, reason="kam nicht", accepts_rules=True)
    _typed_from_paper(one, actor, chance)
    _written_at_the_table(two, actor, chance)
    pairs = Seat.objects.select_related("participant", "match__tournament", "scoresheet__match__tournament")
    exchange_seats(
        first=pairs.get(scoresheet=one, number=1), second=pairs.get(scoresheet=two, number=2), actor=actor,
        reason="saßen falsch",
    )  # fmt: skip
    for sheet in (one, two):
        accept(fresh(sheet), actor)


def _typed_from_paper(sheet: Scoresheet, actor: User, chance: random.Random) -> None:
    for number in (1, 2):
        write(sheet, number, chance.choice(ENTRIES), actor)
    act(sheet, NameScorekeeper(seat=chance.choice([2, 3, 4]), all_agree=True), actor=actor)
    set_aside(fresh(sheet), 3, "92x", actor)
    waiting = PaperLine.objects.get(scoresheet=sheet, closed_at=None)
    decide_paper_line(
        paper_line=waiting, choice="struck", reason="unleserlich", command=secrets.token_hex(16), actor=actor
    )
    write(fresh(sheet), 4, chance.choice(ENTRIES), actor)
    _decide(sheet, actor)
    refuse_signature(scoresheet=sheet, seat=2, reason="stimmt nicht", content=fresh(sheet).content_hash, actor=actor)
    sign(sheet, actor, 2)  # after all
    accept(fresh(sheet), actor)
    assert issue_document(scoresheet=sheet, actor=actor) is not None
    correct(sheet, 4, "r23+++", actor)


def _written_at_the_table(sheet: Scoresheet, actor: User, chance: random.Random) -> None:
    device = enrolled(enrolled(sheet).scoresheet)
    write(sheet, 1, "r12+", actor)
    command = RequestApproval(number=2, seat=1, contract="wenz-tout", suit="", hand=(), key=secrets.token_hex(16))
    request = request_approval(scoresheet=sheet, command=command, actor=device)
    decide_request(request=request, state=chance.choice([ApprovalState.GRANTED, ApprovalState.REFUSED]), actor=actor)
    for number in (2, 3, 4):
        write(sheet, number, "wt1+" if number == 2 else chance.choice(ENTRIES), actor)
    _decide(sheet, actor)
    sign_at_table(fresh(sheet), device, 1, 2)


def _decide(sheet: Scoresheet, actor: User) -> None:
    for approval in Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED):
        decide_approval_of_game(approval=approval, state=ApprovalState.GRANTED, actor=actor)


def _finish(tournament: Tournament, actor: User) -> None:
    if overall_standings(tournament).open_ties:
        draw_tie_lots(tournament=tournament, actor=actor)
    finish_tournament(tournament=tournament, actor=actor)


def archived_elsewhere(path: Path, seed: int) -> None:
    """Play a small tournament, close it, write its archive, and remove all of it from this database."""
    with transaction.atomic():
        actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
        tournament = small_tournament(actor, seed)
        write_archive(tournament=close_tournament(tournament=tournament, actor=actor), path=path)
        transaction.set_rollback(True)


def files_of(path: Path) -> dict[str, bytes]:
    """Every file of an archive, including those that sign it."""
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    """A zip of these files, whatever they contain."""
    with zipfile.ZipFile(path, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return path


def signed_anew(path: Path, files: dict[str, bytes], key: SealKey) -> Path:
    """An archive of these files, signed by somebody else with a key and certificate of their own."""
    own = {f"keys/{key.fingerprint}.pem": key.pem.encode()}
    with new_archive(path, key=key, at=timezone.now()) as archive:
        for name, content in (files | own).items():
            if name not in ("MANIFEST", "MANIFEST.sig", "keys/public-key.pem"):
                archive.add(name, content)
    return path
