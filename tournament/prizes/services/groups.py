"""Groups of prizes, how many of them one person may get, and what equal places get."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import Release
from tournament.models import PrizeGroup, Tournament, User
from tournament.person.names import clean_line
from tournament.prizes.kinds import GROUP_LENGTH, UNNAMED_GROUP, PerHead, Sharing
from tournament.prizes.services.given import given_stays
from tournament.proof.services.prize_witnesses import group_payload
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament

MOST_GROUPS = 30


@transaction.atomic
def set_sharing(*, tournament: Tournament, actor: User, sharing: str) -> Tournament:
    """Say what equal places get. Refused: not_allowed, ceremony_running, handed_out (by the old rule)."""
    tournament = locked_for_prizes(tournament, actor)
    sharing = Sharing(sharing).value
    if tournament.sharing != sharing:
        with given_stays(tournament):
            tournament.sharing = sharing
            tournament.save(update_fields=["sharing"])
        write_event(tournament=tournament, kind="prize.sharing", actor=actor, payload={"sharing": sharing})
        versions.bump_hall(tournament)
    return tournament


@transaction.atomic
def change_group(*, group: PrizeGroup, actor: User, name: str, per_head: str) -> PrizeGroup:
    """Change the name of a group, and how many of its prizes somebody may get.

    Refused: not_allowed, ceremony_running, group_gone (deleted meanwhile), no_group_name, group_twice, handed_out (by
    the old rule), all of clean_line.
    """
    tournament = locked_for_prizes(group.tournament, actor)
    row = tournament.prize_groups.filter(pk=group.pk).first()
    if row is None:
        raise Refused(_("There is no such group any more."), code="group_gone", kind=RefusalKind.GONE)
    before = group_payload(row)
    row.name, row.per_head = _group_name(name), PerHead(per_head).value
    if tournament.prize_groups.filter(name=row.name).exclude(pk=row.pk).exists():
        raise Refused(_("Another group has this name."), code="group_twice", field="name")
    if group_payload(row) != before:
        with given_stays(tournament):
            row.save()
        write_event(tournament=tournament, kind="prize.group_changed", actor=actor, payload=group_payload(row))
        versions.bump_hall(tournament)
    return row


@transaction.atomic
def delete_group(*, group: PrizeGroup, actor: User) -> None:
    """Delete a group without prizes. Refused: not_allowed, ceremony_running, group_in_use."""
    tournament = locked_for_prizes(group.tournament, actor)
    row = tournament.prize_groups.filter(pk=group.pk).first()
    if row is None:
        return
    if row.prizes.exists():
        raise Refused(_("There are prizes in this group."), code="group_in_use")
    payload = group_payload(row)
    row.delete()
    write_event(tournament=tournament, kind="prize.group_removed", actor=actor, payload=payload)
    versions.bump_hall(tournament)


def locked_for_prizes(tournament: Tournament, actor: User) -> Tournament:
    """Lock the tournament to change its prizes. Refused: not_allowed, ceremony_running (and all of lock_tournament)."""
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(tournament)
    if tournament.release == Release.REVEALING:
        raise Refused(
            _("The prize-giving is running: the prizes stay as they are until it ends or is broken off."),
            code="ceremony_running",
        )
    return tournament


def group_of(tournament: Tournament, name: str, actor: User) -> PrizeGroup:
    """Return the group of this name, which is made if there is none; without a name “Prizes”."""
    groups = list(tournament.prize_groups.order_by("pk"))
    name = _group_name(name if name.strip() else str(UNNAMED_GROUP))
    for group in groups:
        if group.name == name:
            return group
    if len(groups) >= MOST_GROUPS:
        raise Refused(
            _("There are %(most)s groups already. Please choose one of them."),
            code="too_many_groups",
            most=MOST_GROUPS,
            field="group",
        )
    group = PrizeGroup.objects.create(tournament=tournament, name=name)
    write_event(tournament=tournament, kind="prize.group_added", actor=actor, payload=group_payload(group))
    return group


def _group_name(name: str) -> str:
    cleaned = clean_line(name, max_length=GROUP_LENGTH)
    if not cleaned:
        raise Refused(_("Please name the group."), code="no_group_name", field="name")
    return cleaned
