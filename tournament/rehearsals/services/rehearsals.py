"""A rehearsal: a tournament is copied with its list, for practice, and marked wherever it is shown."""

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Tournament, User
from tournament.refusals import Refused
from tournament.rehearsals.selectors import people_to_take
from tournament.rehearsals.services.copies import AS_LISTED, PERSONAL, copy_people, copy_prizes
from tournament.services import versions
from tournament.services.locks import lock_tournament
from tournament.services.tournaments import FIELDS, create_tournament

NAME_LENGTH = 80


@transaction.atomic
def begin_rehearsal(*, tournament: Tournament, actor: User) -> Tournament:
    """Begin a rehearsal of a tournament: its rules, its prizes, and everyone on the list, with their start numbers,
    house marks and fixed places; without phone numbers, remarks and who has paid.

    A second press gives the rehearsal that runs already. Refused: not_allowed, rehearses_rehearsal.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament, archived=True)
    if tournament.rehearsal:
        raise Refused(_("This is a rehearsal already."), code="rehearses_rehearsal")
    name = gettext("Rehearsal: %(name)s") % {"name": tournament.name}
    entry = {field: getattr(tournament, field) for field in FIELDS} | {"name": name[:NAME_LENGTH].strip(), "slug": ""}
    rehearsal = lock_tournament(create_tournament(actor=actor, rehearsal=True, **entry))
    if not rehearsal.participants.exists() and rehearsal.frozen_ruleset == "":
        people = people_to_take(tournament).filter(withdrawn=False)
        copy_people(list(people), rehearsal, (*PERSONAL, *AS_LISTED), actor)
        copy_prizes(tournament, rehearsal, actor)
        versions.bump_hall(rehearsal)
    return rehearsal
