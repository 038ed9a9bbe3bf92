"""An installation in which every table has rows, all of them written by the services."""

import datetime as dt
import secrets
from pathlib import Path
from unittest import mock

from django.utils import timezone

from scoring.ruleset import ruleset_text
from scoring.shorthand import parse_entry
from scoring.tariffs import tariff_text
from tests.worlds.archived import KEPT, login, small_tournament
from tests.worlds.awarded import award
from tests.worlds.cash import keep_cash
from tests.worlds.factories import CAST, choose_places, draw_lots, write
from tests.worlds.remembered import remembered
from tests.worlds.sheets import fresh, set_aside
from tests.worlds.signing import enrolled, sign_at_table
from tournament.backup.services.restores import keep_recollection, note_restore, settle_restore
from tournament.cards.services import make_cards, renew_card
from tournament.devices.services.commands import apply_commands
from tournament.devices.services.signing_links import make_signing_link
from tournament.devices.services.table_calls import answer_call, call_supervisor, take_back_call
from tournament.devices.services.table_messages import read_message, send_message, take_back_message
from tournament.draw.services.door import announce_tables, call_off_door, draw_at_door, open_door_lots
from tournament.enums import ApprovalState, DeviceState, DisputeOutcome, Secret, Shelf
from tournament.exports.documents import issue_document
from tournament.models import Approval, PrintJob, Scoresheet, Tournament, User
from tournament.offences import Offence
from tournament.participants.services.ages import answer_age
from tournament.participants.services.arrivals import begin_presence, set_arrived
from tournament.participants.services.conduct import exclude, report_gift, take_back_note, warn
from tournament.participants.services.participants import add_participant, edit_participant, withdraw_participant
from tournament.participants.services.retention import purge_tournament
from tournament.participants.services.substitutes import enter_substitute, take_back_substitute
from tournament.participants.services.waiting_list import call, wait
from tournament.proof.seals.archive import open_archive
from tournament.proof.services.archive_import import import_tournament
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.rehearsals.services.removals import delete_tournament
from tournament.results.services import add_cup, enter_winner
from tournament.rulesets.services import create_ruleset, save_ruleset, shelve_ruleset
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.disputes import settle_dispute
from tournament.services.guessing import Visitor, claim_try
from tournament.services.login_links import make_login_link
from tournament.services.print_jobs import start_print
from tournament.services.signatures import refuse_signature
from tournament.services.tournaments import create_tournament, edit_tournament
from tournament.sheet.acts.disputes import AppealDispute, DecideDispute, FollowDispute, RaiseDispute
from tournament.sheet.acts.second_entry import RecordSecond
from tournament.sheet.acts.signatures import OverruleRefusal
from tournament.sheet.sent import DeviceCommand
from tournament.standings.exports.standings import issue_standings
from tournament.tariffs.services import create_tariff, save_tariff, shelve_tariff

# With this seed lots are drawn for a tie, and a participant is forgotten.
SEED = 5
ARCHIVE = Path(__file__).parents[2] / "fixtures" / "log-1" / "glonn-2026.zip"
LONG_AGO = dt.datetime(2025, 3, 1, 20, tzinfo=dt.UTC)
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
TOUT = {"contract": "wenz-tout", "declarer": 2, "result": "won"}


NAMES = {"purged": "Moosach 2025", "finished": "Aying 2026", "running": "Ebersberg 2026", "imported": "Glonn 2026"}


@remembered
def everything() -> dict[str, Tournament]:
    """Four tournaments by what became of them: "imported", "purged", "finished", "running"."""
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    login("lindner", "Rosa Lindner", "organiser", "supervisor", "desk")
    with open_archive(ARCHIVE) as archive:
        import_tournament(archive=archive, actor=actor)
    with mock.patch.object(timezone, "now", return_value=LONG_AGO):
        over = small_tournament(actor, SEED, "Moosach 2025", LONG_AGO.date())
    finished = small_tournament(actor, SEED, "Aying 2026")
    sealed = Scoresheet.objects.get(match__tournament=finished, match__number=1, table_number=2, state="accepted")
    issue_document(scoresheet=sealed, actor=actor)
    for tournament in (over, finished):
        award(tournament, actor)
        keep_cash(tournament, actor)
    issue_standings(tournament=finished, actor=actor)
    make_due_checkpoints(finished)
    cup = add_cup(name="Wanderpokal", actor=actor)
    enter_winner(cup=cup, participant=finished.participants.filter(forgotten=False)[0], actor=actor)
    make_login_link(actor=actor, person=actor)
    bundled = ruleset_text("schafkopfschule-2023")
    own = create_ruleset(actor=actor, text=bundled.replace('id = "schafkopfschule-2023"', 'id = "own"')).ruleset
    changed = bundled.replace('id = "schafkopfschule-2023"', 'id = "own"').replace("2023", "2026")
    save_ruleset(ruleset=own, actor=actor, text=changed.replace('"schafkopfschule-2026"', '"own"'), base=1)
    shelve_ruleset(ruleset=own, actor=actor, shelf=Shelf.HIDDEN)
    prices = tariff_text("official").replace('id = "official"', 'id = "own"')
    tariff = create_tariff(actor=actor, text=prices).tariff
    save_tariff(tariff=tariff, actor=actor, text=prices.replace("value = 10", "value = 20", 1), base=1)
    shelve_tariff(tariff=tariff, actor=actor, shelf=Shelf.HIDDEN)
    purge_tournament(tournament=over, actor=actor)
    _running(actor)
    typo = create_tournament(
        actor=actor, name="Aing 2026", day=dt.date(2026, 12, 6), organiser="SV Aying", ruleset_id=KEPT
    )
    delete_tournament(tournament=typo, reason="Vertippt", actor=actor)
    return {what: Tournament.objects.get(name=name) for what, name in NAMES.items()}


def _running(actor: User) -> None:
    """Three tables that play: one typed twice from paper, one with a device, one with a single game."""
    tournament = create_tournament(
        actor=actor, name="Ebersberg 2026", day=dt.date(2026, 12, 5), organiser="SV Ebersberg", ruleset_id=KEPT,
        place="Ebersberg", management="Rosa Lindner", wifi_name="Halle", wifi_password="geheim-genug-2",
    )  # fmt: skip
    for number in range(13):
        first, last = CAST[number] if number < len(CAST) else (f"Vorname{'abcdef'[number - 8]}", "Berg")
        one = add_participant(
            tournament=tournament, first_name=first, last_name=last, club="SV Ebersberg",
            birth_date=dt.date(1970, 1, 1 + number), house=number == 0, actor=actor,
        )  # fmt: skip
    withdraw_participant(participant=one, actor=actor)
    answer_age(participant=one, answer=True, actor=actor)
    keeps = tournament.participants.get(start_number=12)
    set_arrived(participant=keeps, arrived=True, actor=actor)
    edit_participant(
        participant=keeps, first_name=keeps.first_name, last_name=keeps.last_name, club="Ebersberg",
        birth_year=1971, title="Dr.", phone="0171 1234567", remark="zahlt später", paid=True,
        fixed_table=2, fixed_seat=1, house=False, actor=actor,
    )  # fmt: skip
    for one in tournament.participants.filter(withdrawn=False, arrived=False):
        set_arrived(participant=one, arrived=True, actor=actor)
    first = tournament.matches.get(number=1)
    open_door_lots(match=first, actor=actor)
    draw_at_door(participant=keeps, actor=actor)
    announce_tables(tournament=tournament, last=True, actor=actor)
    call_off_door(match=first, actor=actor)
    draw_lots(first, actor)
    keep_cash(tournament, actor)
    paper, table, quiet = Scoresheet.objects.filter(match=first).order_by("table_number")
    values = {name: getattr(tournament, name) for name in ("name", "slug", "day", "organiser", "ruleset_id", "place")}
    edit_tournament(tournament=tournament, actor=actor, double_entry=True, tariff_id="own@1", **values)
    make_cards(tournament=tournament, first=1, last=16, actor=actor)
    renew_card(tournament=tournament, number=3, actor=actor)
    _typed_twice(paper, actor)
    _supervised(paper, actor)
    _written_at_the_table(table, actor)
    _send_messages(table, actor)
    write(quiet, 1, "r12+", actor)
    start_print(match=first, kind="names", printed={"1": "x"}, language="de", address="", actor=actor)
    assert PrintJob.objects.exists()
    begin_presence(match=tournament.matches.get(number=2), actor=actor)
    values |= {"double_entry": True, "tariff_id": "own@1"}
    edit_tournament(tournament=tournament, actor=actor, most_players=40, **values)
    for name in ("Wiggerl", "Wastl"):
        one = add_participant(
            tournament=tournament, first_name=name, last_name="Wart", birth_date=dt.date(1970, 1, 1), actor=actor
        )
        wait(participant=one, actor=actor)
    call(tournament=tournament, actor=actor)


def _supervised(sheet: Scoresheet, actor: User) -> None:
    """A dispute at the tribunal, followed up, a substitute and one taken back, a warning, an exclusion and a report."""
    judge = login("richter", "R. Richter", "tribunal")
    objection = RaiseDispute(number=1, seat=2, reason=reason_given("war ein Solo"), key=secrets.token_hex(16))
    act(sheet, objection, actor=actor)
    upheld, rejected = DisputeOutcome.UPHELD, DisputeOutcome.REJECTED
    act(sheet, DecideDispute(dispute=1, outcome=rejected, reason=reason_given("keiner weiß es")), actor=actor)
    act(sheet, AppealDispute(dispute=1, seat=2, reason=reason_given("doch, alle")), actor=actor)
    settle_dispute(scoresheet=sheet, dispute=1, outcome=upheld, reason="gehört", actor=judge)
    act(sheet, FollowDispute(dispute=1, reason=reason_given("steht schon so da")), actor=actor)
    quiet, loud = (sheet.seats.get(number=number).participant for number in (3, 4))
    place = {"match": 1, "game": 4, "actor": actor, "accepts_rules": True}
    zenzi = {"first_name": "Zenzi", "last_name": "Ziegler"}
    choose_places(sheet.match.tournament, actor, "keep")
    choose_places(sheet.match.tournament, actor)
    enter_substitute(participant=quiet, reason="musste heim", **zenzi, **place)
    xaver = {"first_name": "Xaver", "last_name": "Xeller"}
    wrong = enter_substitute(participant=loud, reason="Irrtum", **xaver, **place)
    take_back_substitute(substitution=wrong, actor=actor, reason="war nur draußen")
    take_back_note(note=warn(participant=loud, offence=Offence.COUNTED, actor=actor), actor=actor)
    warn(participant=loud, offence=Offence.REVOKE, actor=actor, scoresheet=sheet, game=1, reason="Gras nicht bedient")
    report_gift(participant=loud, towards=quiet, actor=actor, reason="schmeißt weg")
    exclude(participant=loud, offence=Offence.CHEATING, actor=actor, reason="zweimal")


def _send_messages(sheet: Scoresheet, actor: User) -> None:
    """A message that the table confirmed, one taken back, one that nobody read; and so with its calls."""
    device = sheet.devices.get(state=DeviceState.ACTIVE)
    for text in ("Bitte zur Aufsicht", "Essen ist fertig", "Pause um neun"):
        send_message(match=sheet.match, tables=[sheet.table_number], text=text, actor=actor)
    front, back, _unread = sheet.messages.order_by("pk")
    read_message(message=front, device=device)
    take_back_message(message=back, actor=actor)
    call_supervisor(device=device)
    take_back_call(device=device)
    answer_call(call=call_supervisor(device=device), actor=actor)
    call_supervisor(device=device)


def _typed_twice(sheet: Scoresheet, actor: User) -> None:
    other = User.objects.get(username="lindner")
    for number, entry in enumerate(["r12+", "s3+"], 1):
        write(sheet, number, entry, actor)
        record = parse_entry(sheet.match.tournament.ruleset, entry, first=number == 1)
        act(fresh(sheet), RecordSecond(number=number, record=record, key=secrets.token_hex(16)), actor=other)
    write(fresh(sheet), 3, "wt2+", actor)
    set_aside(fresh(sheet), 4, "92x", actor)


def _written_at_the_table(sheet: Scoresheet, actor: User) -> None:
    """One sheet is full, signed by half and waits for a signature by phone; its last game was approved by word.

    One player does not sign, and is overruled.
    """
    device = enrolled(enrolled(sheet).scoresheet)
    for number, record in enumerate([RUFER, RUFER, RUFER, TOUT], 1):
        key = secrets.token_hex(16)
        command = DeviceCommand(
            id=key, sequence=number, base=0, kind="record", number=number, record=record,
            oral="Rosa Lindner" if record is TOUT else "",
        )  # fmt: skip
        [answer] = apply_commands(scoresheet=device.scoresheet, commands=[command], actor=device)
        assert answer.code == "", answer
    waits = Approval.objects.get(game__scoresheet=sheet)
    decide_approval_of_game(approval=waits, state=ApprovalState.GRANTED, actor=actor)
    content = fresh(sheet).content_hash
    refuse_signature(scoresheet=sheet, seat=4, reason="stimmt nicht", content=content, actor=device)
    sign_at_table(fresh(sheet), device, 1, 2)
    _overruled(fresh(sheet), actor)
    make_signing_link(scoresheet=fresh(sheet), seat=3, content=content, device=device)
    note_restore(copy="spielliste-1.zip", copied_at=LONG_AGO)
    restore = note_restore(copy="spielliste-2.zip", copied_at=LONG_AGO)
    keep_recollection(device=device, restore=restore.key, version=99, counts={"games": 1})
    settle_restore(restore=restore, actor=actor)
    claim_try(Secret.PASSWORD, "reiter", Visitor(address="192.168.1.7", label="Android"))


def _overruled(sheet: Scoresheet, actor: User) -> None:
    judge, key = User.objects.get(username="richter"), secrets.token_hex(16)
    act(sheet, RaiseDispute(number=None, seat=4, reason=reason_given("stimmt nicht"), key=key), actor=actor)
    act(sheet, DecideDispute(dispute=1, outcome=DisputeOutcome.REJECTED, reason=reason_given("doch")), actor=actor)
    act(sheet, AppealDispute(dispute=1, seat=4, reason=reason_given("nein")), actor=actor)
    settle_dispute(scoresheet=sheet, dispute=1, outcome=DisputeOutcome.REJECTED, reason="stimmt", actor=judge)
    act(sheet, OverruleRefusal(seat=4, content=sheet.content_hash, dispute=1), actor=actor)
