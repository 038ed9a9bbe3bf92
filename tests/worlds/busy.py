"""What goes on in a hall beside the games: devices, requests, disputes, signatures, messages, in shares of the tables.

Pages that list such things have more of them in a larger tournament, so one that asks the database for each shows it.
"""

import secrets
from contextlib import suppress

from tests.worlds.factories import choose_places
from tests.worlds.sheets import accept, correct, fresh, line, set_aside, sign
from tests.worlds.signing import enrolled
from tournament.devices.services.devices import enrol_device
from tournament.devices.services.table_messages import send_message
from tournament.draw.services.seats import exchange_seats
from tournament.enums import DisputeOutcome
from tournament.models import Scoresheet, Tournament, User
from tournament.offences import Offence
from tournament.participants.services.conduct import exclude, report_gift, warn
from tournament.participants.services.substitutes import enter_substitute
from tournament.refusals import Refused
from tournament.services.acting import act, reason_given
from tournament.services.guessing import Visitor
from tournament.services.print_jobs import start_print
from tournament.services.requests import request_approval
from tournament.services.signatures import refuse_signature
from tournament.services.tables import issue_packs
from tournament.sheet.acts.disputes import AppealDispute, DecideDispute, RaiseDispute
from tournament.sheet.acts.requests import RequestApproval


def keep_busy(tournament: Tournament, actor: User) -> None:
    """Let something happen at every table of a seeded tournament; the same happens at every tenth table."""
    first, second = tournament.matches.order_by("number")
    for sheet in _sheets(first):
        _afterwards(sheet, actor)
    playing = len(_sheets(second)) // 2
    issue_packs(match=second, actor=actor, first=100)
    for sheet in _sheets(second):
        if sheet.table_number <= playing:
            _in_play(sheet, actor)
        elif sheet.table_number % 3 == 0:
            _on_paper(sheet, actor)
    # Last: after many wrong codes from everywhere nobody enrols a device for a while.
    for sheet in _sheets(second)[:playing]:
        _guess(sheet)
    send_message(match=second, tables=None, text="Essen ist fertig", actor=actor)
    start_print(match=first, kind="names", printed={"1": "x"}, language="de", address="", actor=actor)


def _sheets(match) -> list[Scoresheet]:
    rows = Scoresheet.objects.in_force().filter(match=match).select_related("match__tournament")
    return list(rows.order_by("table_number"))


def _afterwards(sheet: Scoresheet, actor: User) -> None:
    """A complete sheet: signed, accepted, refused, corrected or disputed, and its people warned."""
    seats = list(sheet.seats.select_related("participant"))
    match sheet.table_number % 10:
        case 1 | 2:
            sign(sheet, actor)
        case 3:
            accept(sign(sheet, actor), actor)
        case 4:
            refuse_signature(scoresheet=sheet, seat=2, reason="stimmt nicht", content=sheet.content_hash, actor=actor)
        case 5:
            correct(sheet, 2, "r12+++", actor)
        case 6:
            _dispute(sheet, actor)
        case 7:
            warn(participant=seats[0].participant, offence=Offence.REVOKE, actor=actor, scoresheet=sheet, game=1)
            report_gift(participant=seats[1].participant, towards=seats[2].participant, actor=actor, reason="schenkt")
        case 8:
            exclude(participant=seats[3].participant, offence=Offence.CHEATING, actor=actor, reason="zweimal")


def _in_play(sheet: Scoresheet, actor: User) -> None:
    """A sheet in the middle of play, with a device: it asks, waits for an approval, has a dispute or another device."""
    device = enrolled(sheet)
    sheet = fresh(sheet)
    match sheet.table_number % 5:
        case 1:
            request_approval(scoresheet=sheet, command=_request(), actor=device)
        case 2:
            act(sheet, line(17, "wt2+"), actor=device)
        case 3:
            act(sheet, _objection(), actor=device)
        case 4:
            enrolled(sheet)
            correct(sheet, 3, "r13+++", actor)
        case 0:
            _substitute(sheet, actor)


def _guess(sheet: Scoresheet) -> None:
    """Somebody types a wrong code."""
    visitor = Visitor(address=f"192.168.1.{sheet.table_number % 250}", label="Android")
    with suppress(Refused):
        enrol_device(scoresheet=sheet, code="nein", take_over=True, label="Android", visitor=visitor)


def _on_paper(sheet: Scoresheet, actor: User) -> None:
    """Two lines typed, one of them no game; before them two players changed seats."""
    seats = sheet.seats.select_related("scoresheet__match__tournament", "participant")
    one, other, *_rest = seats.order_by("number")
    exchange_seats(first=one, second=other, actor=actor, reason="vertauscht")
    act(fresh(sheet), line(1, "r12+"), actor=actor)
    set_aside(fresh(sheet), 2, "92x", actor)


def _request() -> RequestApproval:
    return RequestApproval(number=17, seat=1, contract="wenz-tout", suit="", hand=(), key=secrets.token_hex(16))


def _objection() -> RaiseDispute:
    return RaiseDispute(number=1, seat=2, reason=reason_given("war ein Solo"), key=secrets.token_hex(16))


def _dispute(sheet: Scoresheet, actor: User) -> None:
    """A dispute that goes to the tribunal."""
    act(sheet, _objection(), actor=actor)
    rejected = DecideDispute(dispute=1, outcome=DisputeOutcome.REJECTED, reason=reason_given("nein"))
    act(fresh(sheet), rejected, actor=actor)
    act(fresh(sheet), AppealDispute(dispute=1, seat=2, reason=reason_given("doch")), actor=actor)


def _substitute(sheet: Scoresheet, actor: User) -> None:
    choose_places(sheet.match.tournament, actor)
    participant = sheet.seats.select_related("participant").get(number=3).participant
    last = f"Ersatz{'abcdefghij'[sheet.table_number // 5 % 10]}{'abcdefghij'[sheet.table_number // 50 % 10]}"
    enter_substitute(
        participant=participant, first_name="Zenzi", last_name=last, match=2, game=17, actor=actor,
        reason="musste heim", accepts_rules=True,
    )  # fmt: skip
