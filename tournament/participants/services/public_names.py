"""How everybody is named in public: the rule of the tournament, and the wish of one person.

It may change at any time, also when the tournament is over, for the public pages stay.
"""

from django.db import transaction

from tournament import permissions
from tournament.enums import ShownName
from tournament.models import Participant, Tournament, User
from tournament.participants.services.retention import check_not_purged
from tournament.proof.selectors.original_keys import original_keys
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of


@transaction.atomic
def set_public_names(*, tournament: Tournament, hall_names: str, web_names: str, actor: User) -> Tournament:
    """Say how the hall and the web name everybody without a wish. The same again changes nothing.

    Refused: not_allowed, purged.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament, archived=True)
    check_not_purged(tournament)
    rule = {"hall_names": ShownName(hall_names).value, "web_names": ShownName(web_names).value}
    if rule == {"hall_names": tournament.hall_names, "web_names": tournament.web_names}:
        return tournament
    tournament.hall_names, tournament.web_names = hall_names, web_names
    tournament.save(update_fields=[*rule])
    write_event(tournament=tournament, kind="tournament.public_names", actor=actor, payload=rule)
    versions.bump_hall(tournament)
    return tournament


@transaction.atomic
def set_shown_name(*, participant: Participant, shown_name: str, actor: User) -> Participant:
    """Note how a person wants to be named in public; "" is what the tournament says for all.

    The same again changes nothing. Refused: not_allowed, purged, entry_deleted.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament, archived=True)
    check_not_purged(tournament)
    participant = participant_of(tournament, participant)
    wish = ShownName(shown_name).value if shown_name else ""
    if participant.shown_name == wish:
        return participant
    participant.shown_name = wish
    participant.save(update_fields=["shown_name"])
    key = original_keys(tournament).of(Participant, participant.pk)
    payload = {"participant": key, "start_number": participant.start_number, "shown_name": wish}
    write_event(tournament=tournament, kind="participant.shown", actor=actor, payload=payload)
    versions.bump_hall(tournament)
    return participant
