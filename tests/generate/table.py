"""One sheet of a random tournament, through the services: games, decisions, corrections, signatures, acceptance."""

import random
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.records import GameRecord, Play
from tests.generate.games import LIVELY, SANCTION, SEATS, random_entry, random_record
from tests.worlds.factories import write
from tests.worlds.sheets import fresh, rule_on, set_aside
from tournament.enums import ApprovalState, RedealReason, SheetState, SignatureKind
from tournament.forms.games import game_of, read_entry
from tournament.models import Approval, Scoresheet, Tournament, User
from tournament.offences import Offence
from tournament.refusals import Refused
from tournament.selectors.sheets import place_of, sheet_state
from tournament.services.acting import act, new_keys, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.services.requests import decide_request, request_approval
from tournament.services.sanctions import enter_sanction
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.requests import RequestApproval
from tournament.sheet.acts.rulings import CloseUnplayed
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.void import RestoreSheet, VoidSheet
from tournament.sheet.commands import Command
from tournament.sheet.places import LinePlace, unplayed

# What a correction refuses where a random line is not as it must be.
IDLE = {"nothing_changed", "no_correction", "approval_refused", "nothing_legible"}
# A refused approval strikes its game (5.2.17), so most are granted.
GRANTED = 0.75


@dataclass(slots=True, kw_only=True)
class Hall:
    """What all tables share: the chance of this tournament, who acts, and how often each act was done."""

    chance: random.Random
    tournament: Tournament
    actor: User
    weights: Mapping[str, int] = field(default_factory=lambda: LIVELY)
    acts: Counter[str] = field(default_factory=Counter)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    @property
    def lively(self) -> bool:
        """Whether more happens than Rufer."""
        return SANCTION in self.weights


def write_game(hall: Hall, sheet: Scoresheet, number: int) -> None:
    """Write a random game into a free line: typed, sent with card points and tricks, or after a request before play."""
    place = place_of(fresh(sheet), number)
    if place.first and "sie" not in place.ruleset.first_game.uncounted and hall.happens(0.15):
        # 2.9.1 of 2007: only in the very first game a Sie does not count.
        hall.acts["Sie in game 1 of match 2"] += 1
        return write_sie(hall, sheet)
    if hall.lively and hall.happens(0.03):
        return rule_on_paper(hall, sheet, number)
    if hall.happens(0.6):
        entry = random_entry(hall.chance, place.ruleset, hall.weights, first=place.first)
        record = typed_record(place, entry)
        count_game(hall, record)
        write(sheet, number, entry, hall.actor, initialled_by=hall.actor if is_alone(record, hall, 0.1) else None)
    else:
        record = random_record(hall.chance, place.ruleset, hall.weights, first=place.first)
        record_game(hall, sheet, number, record)
    if hall.lively and hall.happens(0.04):
        retype(hall, sheet, number)
    return None


def write_sie(hall: Hall, sheet: Scoresheet) -> None:
    """Write a Sie as the first game, typed or as a device sends it."""
    declarer = hall.chance.choice(SEATS)
    if hall.happens(0.5):
        hall.acts["Sie"] += 1
        write(sheet, 1, f"sie{declarer}", hall.actor)
    else:
        record_game(hall, sheet, 1, GameRecord(play=Play(contract="sie", declarer=declarer)))


def is_alone(record: GameRecord, hall: Hall, share: float) -> bool:
    """Whether it is a Solo, Wenz, Tout or Sie that somebody played, and chance says yes."""
    played_alone = record.play.contract not in (None, "rufer") and record.decision.sanction is None
    return played_alone and hall.happens(share)


def record_game(hall: Hall, sheet: Scoresheet, number: int, record: GameRecord) -> None:
    """Write this game as a device would send it; a sanction may also stand on the offender's own record."""
    count_game(hall, record)
    if is_alone(record, hall, 0.2):
        ask_before_play(hall, sheet, number, record)
    redeals = tuple(hall.chance.choices(RedealReason.values, k=hall.chance.choice([0, 0, 0, 1, 2])))
    command = RecordGame(number=number, record=record, key=secrets.token_hex(16), redeals=redeals)
    sanction = record.decision.sanction
    if sanction is not None and hall.happens(0.5):
        enter_sanction(
            scoresheet=sheet, command=command, offence=Offence.REVOKE, offender=sanction.offender, actor=hall.actor
        )
    else:
        act(sheet, command, actor=hall.actor)


def ask_before_play(hall: Hall, sheet: Scoresheet, number: int, record: GameRecord) -> None:
    """Ask the supervisor before the first card (5.2.14, 5.2.16); the game is played only if that is granted."""
    play = record.play
    command = RequestApproval(
        number=number, seat=play.declarer or 1, contract=play.contract or "", suit=play.suit or "", hand=(),
        key=secrets.token_hex(16),
    )  # fmt: skip
    try:
        request = request_approval(scoresheet=sheet, command=command, actor=hall.actor)
    except Refused as refused:
        if refused.code != "approval_not_needed":
            raise
        return
    decide_request(request=request, state=ApprovalState.GRANTED, actor=hall.actor)
    hall.acts["request"] += 1


def count_game(hall: Hall, record: GameRecord) -> None:
    """Note what is rare about a game."""
    if record.decision.sanction is not None:
        hall.acts["sanction"] += 1
    elif record.play.contract == "sie":
        hall.acts["Sie"] += 1


def typed_record(place: LinePlace, entry: str) -> GameRecord:
    return game_of(read_entry(place, entry), entry)


def retype(hall: Hall, sheet: Scoresheet, number: int) -> None:
    """Take the line back and write another game into it: the typist made a slip."""
    state = sheet_state(fresh(sheet))
    if number not in state.games or state.state != SheetState.OPEN or state.games[number].approval is not None:
        return
    place = place_of(fresh(sheet), number)
    record = typed_record(place, random_entry(hall.chance, place.ruleset, hall.weights, first=place.first))
    act(sheet, RetypeGame(number=number, record=record, key=secrets.token_hex(16)), actor=hall.actor)
    count_game(hall, record)
    hall.acts["retyped"] += 1


def rule_on_paper(hall: Hall, sheet: Scoresheet, number: int) -> None:
    """Set a line aside that is no game; the supervisor strikes it, or says that it was not played (5.3.4, 5.3.6)."""
    set_aside(fresh(sheet), number, "x", hall.actor)
    choice = hall.chance.choice(["struck", "not_played"])
    rule_on(fresh(sheet), choice, hall.actor, reason="auf dem Papier gestrichen")
    hall.acts["strike" if choice == "struck" else "unplayed"] += 1


def correct_some(hall: Hall, sheet: Scoresheet) -> None:
    """Correct, strike, restore or take back a written line, with a reason (5.3.4, 5.2.17)."""
    number = hall.chance.choice(sorted(sheet_state(fresh(sheet)).games))
    place, reason = place_of(fresh(sheet), number), reason_given("falsch abgeschrieben")
    kind = hall.chance.choice(["correction", "correction", "strike", "restored", "taken back"])
    if kind == "correction":
        record = typed_record(place, random_entry(hall.chance, place.ruleset, hall.weights, first=place.first))
        do(hall, sheet, kind, CorrectGame(number=number, reason=reason, record=record, approve=hall.happens(0.3)))
    elif kind == "taken back":
        do(hall, sheet, kind, TakeBackCorrection(number=number, reason=reason))
    else:
        do(hall, sheet, "strike", StrikeGame(number=number, reason=reason))
        if kind == "restored":
            do(hall, sheet, kind, RestoreGame(number=number, reason=reason))


def do(hall: Hall, sheet: Scoresheet, kind: str, command: Command) -> None:
    """Do it and count it; what changes nothing there, or has nothing to change, is not done."""
    try:
        act(sheet, command, actor=hall.actor)
    except Refused as refused:
        if refused.code not in IDLE:
            raise
        return
    hall.acts[kind] += 1


def decide_requests(hall: Hall, sheet: Scoresheet) -> None:
    """Grant or refuse every game that waits, again until none does: a refusal changes which game is the fifth."""
    waiting = Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED).order_by("game__number")
    while approval := waiting.first():
        state = ApprovalState.GRANTED if hall.happens(GRANTED) else ApprovalState.REFUSED
        decide_approval_of_game(approval=approval, state=state, actor=hall.actor)
        hall.acts[f"approval {state.value}"] += 1


def reverse_approval(hall: Hall, sheet: Scoresheet) -> None:
    """Decide the other way on a game, having seen the first decision."""
    states = (ApprovalState.GRANTED, ApprovalState.REFUSED)
    approvals = list(Approval.objects.filter(game__scoresheet=sheet, state__in=states).order_by("pk"))
    if approvals:
        approval = hall.chance.choice(approvals)
        first = ApprovalState(approval.state)
        other = states[first == ApprovalState.GRANTED]
        decide_approval_of_game(approval=approval, state=other, actor=hall.actor, seen=first)
        hall.acts["approval reversed"] += 1


def close_lines(hall: Hall, sheet: Scoresheet) -> None:
    """Close the lines after the last game as not played: the match ended early."""
    state = sheet_state(fresh(sheet))
    if numbers := unplayed(state):
        command = CloseUnplayed(numbers=numbers, reason=reason_given("Zeit"), keys=new_keys(len(numbers)))
        act(sheet, command, actor=hall.actor)
        hall.acts["unplayed"] += len(numbers)


def settle(hall: Hall, sheet: Scoresheet) -> None:
    """Decide what waits; all four sign, and the supervisor accepts (5.3.1, 5.3.2)."""
    decide_requests(hall, sheet)
    content = fresh(sheet).content_hash
    act(sheet, SignSeats(seats=(1, 2, 3, 4), how=SignatureKind.DESK, content=content), actor=hall.actor)
    act(sheet, AcceptSheet(content=content), actor=hall.actor)


def change_afterwards(hall: Hall, sheet: Scoresheet) -> None:
    """Correct an accepted sheet, decide anew on one of its games, or declare it void and perhaps valid again."""
    kind = hall.chance.choice(["correct", "correct", "reverse", "void"])
    if kind == "void":
        act(sheet, VoidSheet(reason=reason_given("unleserlich")), actor=hall.actor)
        hall.acts["void sheet"] += 1
        if hall.happens(0.6):
            return
        act(sheet, RestoreSheet(reason=reason_given("doch lesbar")), actor=hall.actor)
        hall.acts["void sheet restored"] += 1
    elif kind == "reverse":
        reverse_approval(hall, sheet)
    else:
        correct_some(hall, sheet)
    row = fresh(sheet)
    if row.state == SheetState.SIGNED:
        act(row, AcceptSheet(content=row.content_hash), actor=hall.actor)
    elif row.state != SheetState.ACCEPTED:
        settle(hall, row)
