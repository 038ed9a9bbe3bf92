"""The minimum age (5.2.12): whoever shows no date of birth is asked once, and the answer is recorded."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import LIST_IS_OPEN
from tournament.models import Participant, Tournament, User
from tournament.person.birth_dates import check_age
from tournament.proof.integrity.names import AGE, names_hash
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of


@transaction.atomic
def answer_age(*, participant: Participant, answer: bool | None, actor: User) -> Participant:
    """Record what somebody said to “At least so many years old?”, or with None that the answer is taken back.

    The same answer again changes nothing: it was asked once. Refused: not_allowed, list_closed, no_minimum_age.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    if tournament.state not in LIST_IS_OPEN:
        raise Refused(_("The tournament is finished: its list of participants is closed."), code="list_closed")
    if not tournament.ruleset.minimum_age:
        raise Refused(_("These rules have no minimum age."), code="no_minimum_age")
    participant = participant_of(tournament, participant)
    _record(participant, tournament, answer, actor)
    return participant


def confirm_age(participant: Participant, tournament: Tournament, actor: User) -> None:
    """Record that somebody whose age was open is old enough. The caller holds the tournament's lock."""
    if participant.old_enough(tournament) is None:
        _record(participant, tournament, True, actor)


def check_old_enough(participant: Participant, tournament: Tournament) -> None:
    """Refuse (`under_age`) somebody who is too young by the date of birth, or by their own answer (5.2.12)."""
    least = tournament.ruleset.minimum_age
    check_age(participant.born, day=tournament.day, minimum_age=least)
    if participant.old_enough(tournament) is False:
        raise Refused(
            _("%(name)s is younger than %(minimum)s by their own answer."),
            code="under_age",
            name=str(participant),
            minimum=least,
        )


def _record(participant: Participant, tournament: Tournament, answer: bool | None, actor: User) -> None:
    age = tournament.ruleset.minimum_age if answer is not None else None
    if (participant.age_answer, participant.age_asked) == (answer, age):
        return
    participant.age_answer, participant.age_asked = answer, age
    participant.age_asked_by = actor if answer is not None else None
    participant.age_asked_at = timezone.now() if answer is not None else None
    participant.save(update_fields=["age_answer", "age_asked", "age_asked_by", "age_asked_at"])
    payload: dict[str, object] = {"participant": participant.pk, "start_number": participant.start_number}
    kind = "participant.age_reopened"
    if answer is not None:
        kind, payload["age"] = "participant.age_answered", age
        payload["answer"] = names_hash(participant, AGE, participant.birth_salt)
    write_event(tournament=tournament, kind=kind, actor=actor, payload=payload)
    versions.bump(tournament)
