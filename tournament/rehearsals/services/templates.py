"""A new tournament like an earlier one: its people under new start numbers, its prizes."""

from typing import Unpack

from django.db import transaction

from tournament.models import Tournament, User
from tournament.person.birth_dates import old_enough
from tournament.person.names import Born
from tournament.rehearsals.selectors import people_to_take
from tournament.rehearsals.services.copies import PERSONAL, copy_people, copy_prizes
from tournament.services import versions
from tournament.services.locks import lock_tournament
from tournament.services.tournaments import TournamentEntry, create_tournament


@transaction.atomic
def create_like(
    template: Tournament, *, people: bool, prizes: bool, actor: User, **entry: Unpack[TournamentEntry]
) -> Tournament:
    """Create a tournament with this entry, and take over the template's people and prizes as far as wanted.

    People get start numbers from 1 in their old order; who would be too young by the rules stays out (5.2.12). They
    come as if they registered anew: nobody is withdrawn, excluded, present, a house player, on a fixed place or has
    paid. The same form sent twice takes over once. Refused: all codes of create_tournament.
    """
    tournament = lock_tournament(create_tournament(actor=actor, **entry))
    if people and not tournament.participants.exists():
        _take_people(template, tournament, actor)
    if prizes and not (tournament.prizes.exists() or tournament.prize_groups.exists()):
        copy_prizes(template, tournament, actor)
    versions.bump_hall(tournament)
    return tournament


def _take_people(template: Tournament, tournament: Tournament, actor: User) -> None:
    rows = [person for person in people_to_take(template) if _may_play(person.born, tournament)]
    for number, person in enumerate(rows, start=1):
        person.start_number = number
    copy_people(rows, tournament, PERSONAL, actor)


def _may_play(born: Born, tournament: Tournament) -> bool:
    """Whether nothing that is known says that somebody is too young."""
    least = tournament.ruleset.minimum_age
    return old_enough(born, day=tournament.day, minimum_age=least, answer=None) is not False
