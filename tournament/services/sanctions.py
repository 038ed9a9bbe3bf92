"""A sanction as a line of the sheet, and the offence behind it on the participant's record (3.4.17, 3.4.18, 5.1.4)."""

from django.db import transaction

from tournament.models import Scoresheet, User
from tournament.offences import Offence
from tournament.participants.services.conduct import warn
from tournament.services.acting import act
from tournament.services.locks import lock_tournament
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.draft import Answer


@transaction.atomic
def enter_sanction(
    *, scoresheet: Scoresheet, command: RecordGame, offence: Offence | None, offender: int, actor: User
) -> Answer:
    """Write the sanction as a game; with an `offence`, note it on the record of the player on seat `offender`.

    Both or neither. A command that comes twice is noted once. Refused: all codes of act and warn.
    """
    if offence is None:
        return act(scoresheet, command, actor=actor)
    lock_tournament(scoresheet.match.tournament)  # before the sheet, as services/locks.py says
    answer = act(scoresheet, command, actor=actor)
    if answer == Answer.APPLIED:
        player = scoresheet.seats.select_related("participant__tournament").get(number=offender).participant
        warn(participant=player, offence=offence, actor=actor, scoresheet=scoresheet, game=command.number)
    return answer
