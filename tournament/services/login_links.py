"""The code on a helper's slip: it logs in once, within two days, and ends when the password changes.

The code is a secret of 128 bits. The slip shows it once; the database keeps only its hash.
"""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.devices.selectors.devices import token_hash
from tournament.enums import Secret
from tournament.models import LoginLink, User
from tournament.models.failed_tries import UNKNOWN
from tournament.refusals import Refused
from tournament.services.events import write_event
from tournament.services.guessing import Visitor, claim_try
from tournament.services.locks import lock_installation

VALID_FOR = timedelta(days=2)
# All tries at codes are counted under this name: nobody knows whose code a wrong one was meant to be.
SUBJECT = f"{UNKNOWN}slip"


@transaction.atomic
def make_login_link(*, actor: User, person: User) -> str:
    """Make the code of a new slip and return it; it cannot be read again. Earlier codes of this person end."""
    permissions.check(permissions.manage_people, actor)
    lock_installation()
    end_login_links(person)
    token, now = secrets.token_urlsafe(16), timezone.now()
    LoginLink.objects.create(person=person, token_hash=token_hash(token), made_at=now, expires_at=now + VALID_FOR)
    write_event(kind="people.link_made", actor=actor, payload={"user": person.pk})
    return token


def end_login_links(person: User) -> None:
    """End every code of this person that is not used yet."""
    LoginLink.objects.filter(person=person, used_at=None).delete()


def use_login_link(*, token: str, visitor: Visitor) -> User:
    """Return the person whom this code logs in, and use the code up. Refused: wait (too many wrong ones),
    login_link_over."""
    # Only codes that were never made count as tries, so that a guesser cannot keep a helper from using the slip.
    if not LoginLink.objects.filter(token_hash=token_hash(token)).exists():
        claim_try(Secret.PASSWORD, SUBJECT, visitor)
    with transaction.atomic():
        lock_installation()
        rows = LoginLink.objects.select_for_update(of=("self",)).select_related("person")
        link = rows.filter(token_hash=token_hash(token), used_at=None).first()
        if link is None or link.expires_at <= timezone.now() or not link.person.is_active:
            raise Refused(
                _(
                    "This code is used up or too old: it logs in once, within two days. Please log in with login name "
                    "and password, or ask the organiser for a new slip."
                ),
                code="login_link_over",
            )
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
        write_event(kind="people.link_used", actor=link.person, payload={"user": link.person.pk})
    return link.person
