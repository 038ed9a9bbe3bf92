"""Registering somebody of the address book for a tournament."""

from django.db import transaction

from tournament.models import KnownPerson, Participant, Tournament, User
from tournament.participants.services.participants import add_participant


@transaction.atomic
def register_known(
    *,
    tournament: Tournament,
    person: KnownPerson,
    house: bool = False,
    age_confirmed: bool = False,
    start_number: int | None = None,
    actor: User,
) -> Participant:
    """Register a person of the book with the title, name, club and birth that it knows.

    Refused: all codes of add_participant, among them twice, and person_gone.
    """
    return add_participant(
        tournament=tournament,
        house=house,
        age_confirmed=age_confirmed,
        start_number=start_number,
        known_person=person,
        actor=actor,
        title=person.title,
        first_name=person.first_name,
        last_name=person.last_name,
        club=person.club,
        birth_date=person.birth_date,
        birth_year=person.birth_year,
    )
