"""Pictures are added and deleted: of prizes, of the club's and sponsors' logos."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Picture, Tournament, User
from tournament.person.names import clean_line
from tournament.prizes.pictures import MadePicture, made_anew
from tournament.proof.services.prize_witnesses import picture_payload
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament

MOST_PICTURES = 60
NAME_LENGTH = 80


def add_picture(*, tournament: Tournament, actor: User, name: str, data: bytes) -> Picture:
    """Add a picture, made anew from this file; the same picture again is the one that is there.

    Refused: not_allowed, too_many_pictures, all codes of made_anew and clean_line.
    """
    permissions.check(permissions.manage_prizes, actor)
    _check_room(tournament)
    name = clean_line(name, max_length=NAME_LENGTH)
    # Before the lock: it takes a second, in which tables write on.
    file = made_anew(data)
    return _add(tournament, actor, name or str(_("Picture")), file)


@transaction.atomic
def delete_picture(*, picture: Picture, actor: User) -> None:
    """Delete a picture. Refused: not_allowed, picture_in_use (by a prize)."""
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(picture.tournament)
    row = tournament.pictures.filter(pk=picture.pk).first()
    if row is None:
        return
    prize = row.prizes.order_by("number").first()
    if prize is not None:
        raise Refused(
            _("Prize %(number)s shows this picture. Please choose another one there first."),
            code="picture_in_use",
            number=prize.number,
        )
    payload = picture_payload(row)
    row.delete()
    write_event(tournament=tournament, kind="prize.picture_removed", actor=actor, payload=payload)
    versions.bump_hall(tournament)


@transaction.atomic
def _add(tournament: Tournament, actor: User, name: str, file: MadePicture) -> Picture:
    tournament = lock_tournament(tournament)
    same_picture = tournament.pictures.filter(sha256=file.sha256).first()
    if same_picture is not None:
        return same_picture
    _check_room(tournament)
    picture = Picture.objects.create(
        tournament=tournament,
        name=name,
        data=file.data,
        content_type=file.content_type,
        width=file.width,
        height=file.height,
        sha256=file.sha256,
        added_by=actor,
        added_at=timezone.now(),
    )
    write_event(tournament=tournament, kind="prize.picture_added", actor=actor, payload=picture_payload(picture))
    versions.bump_hall(tournament)
    return picture


def _check_room(tournament: Tournament) -> None:
    if tournament.pictures.count() >= MOST_PICTURES:
        raise Refused(
            _("There are %(most)s pictures already. Please delete one that is not needed."),
            code="too_many_pictures",
            most=MOST_PICTURES,
            field="picture",
        )
