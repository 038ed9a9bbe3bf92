"""Participants whose name follows: a card with a number is handed over, and the number plays until the name is said."""

from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Participant, Tournament, User
from tournament.participants.services.ages import confirm_age
from tournament.participants.services.participants import (
    FIELDS,
    Entry,
    check_list_open,
    fill,
    number_for,
    register,
    save_entry,
)
from tournament.person.names import NAMELESS
from tournament.refusals import Refused
from tournament.services.locks import lock_tournament, participant_of


@transaction.atomic
def add_nameless(*, tournament: Tournament, start_number: int | None = None, actor: User) -> Participant:
    """Register whoever takes the card with this start number, or with the next; the name follows.

    They are present once anybody is ticked off, and the age is open (5.2.12), as for everybody without a date of birth.
    Refused: not_allowed, list_closed, and all of number_for.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    check_list_open(tournament)
    number = number_for(tournament, start_number)
    name = f"{NAMELESS}{number}"
    participant = Participant(tournament=tournament, start_number=number, last_name=name, name_key=name)
    register(participant, actor)
    return participant


@transaction.atomic
def name_participant(
    *, participant: Participant, age_confirmed: bool = False, actor: User, **entry: Unpack[Entry]
) -> Participant:
    """Enter the name of somebody nameless, also while they play, and after the tournament until it is archived: the
    name must be known at the prize-giving. Another person's name may not follow it (5.2.9), so it is entered once.

    What was sealed before keeps the number. `age_confirmed`: they were asked at once, and are old enough (5.2.12).
    Refused: not_allowed, tournament_archived, has_a_name, all codes of clean_name and clean_text, unlikely_date,
    under_age (5.2.12), twice.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    participant = participant_of(tournament, participant)
    if not participant.nameless:
        raise Refused(
            _("Start number %(number)s has a name already: %(name)s. The page of the entry mends the spelling."),
            code="has_a_name",
            number=participant.start_number,
            name=str(participant),
        )
    before = [getattr(participant, field) for field in FIELDS]
    participant.first_name = participant.last_name = ""
    fill(participant, entry)
    changed = [field for field, value in zip(FIELDS, before, strict=True) if getattr(participant, field) != value]
    save_entry(participant, "participant.named", changed, actor)
    if age_confirmed:
        confirm_age(participant, tournament, actor)
    return participant
