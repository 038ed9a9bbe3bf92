"""What waits in the hall of the browser tests: a request, signatures, a dispute and a warning."""

from tests.worlds.sheets import fresh
from tests.worlds.signing import sign_at_table
from tournament.devices.selectors.devices import token_hash
from tournament.devices.services.signing_links import make_signing_link
from tournament.enums import DisputeOutcome
from tournament.models import Scoresheet, SigningLink, TableDevice, User
from tournament.offences import Offence
from tournament.participants.services.conduct import warn
from tournament.services.acting import act, reason_given
from tournament.services.requests import request_approval
from tournament.services.signatures import refuse_signature
from tournament.sheet.acts.disputes import DecideDispute, RaiseDispute
from tournament.sheet.acts.requests import RequestApproval

TO_SIGN = "seat-3-of-table-2"
HALF = 18  # games on the half-written sheets; game 16 waits for an approval


def object_to_a_game(sheet: Scoresheet, actor: User) -> None:
    """A dispute that was decided and may be appealed, and a warning on the record of the player on seat 2."""
    dispute = RaiseDispute(number=5, seat=2, reason=reason_given("Das war ein Solo, kein Wenz."), key="d" * 32)
    act(sheet, dispute, actor=actor)
    rejected = DecideDispute(dispute=1, outcome=DisputeOutcome.REJECTED, reason=reason_given("So gespielt."))
    act(sheet, rejected, actor=actor)
    warn(participant=sheet.match.tournament.participants.get(start_number=12), offence=Offence.COUNTED, actor=actor)


def begin_to_sign(sheet: Scoresheet, writer: TableDevice) -> None:
    """Seat 1 has signed with the finger, seat 2 refuses to sign, and seat 3 is shown a code for their own phone."""
    sign_at_table(sheet, writer, 1)
    content = fresh(sheet).content_hash
    refuse_signature(scoresheet=sheet, seat=2, reason="Spiel 9 war ein Solo", content=content, actor=writer)
    token = make_signing_link(scoresheet=sheet, seat=3, content=content, device=writer)
    SigningLink.objects.filter(token_hash=token_hash(token)).update(token_hash=token_hash(TO_SIGN))


def ask_before_play(sheet: Scoresheet, actor: User) -> None:
    """A Tout that waits for the supervisor, with a hand that does not meet the conditions."""
    hand = ("EO", "GO", "HO", "EU", "GU", "HA", "H10", "SK")
    command = RequestApproval(number=HALF + 1, seat=2, contract="solo-tout", suit="H", hand=hand, key="a" * 32)
    request_approval(scoresheet=sheet, command=command, actor=actor)
