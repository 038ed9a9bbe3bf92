"""Taking over people and prizes of an earlier tournament: one event for the list, one for the prizes."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tournament.address_book.services.feeding import feed_book
from tournament.models import Participant, Picture, Prize, PrizeGroup, Tournament, User
from tournament.participants.services.participants import names_payload
from tournament.proof.integrity.names import new_salt
from tournament.proof.services.prize_witnesses import group_payload, picture_payload, prize_payload
from tournament.services.events import write_event

# What somebody takes along to another tournament. A name in public is a wish that holds on.
PERSONAL = ("title", "first_name", "last_name", "club", "birth_date", "birth_year", "name_key", "shown_name")
# What a rehearsal takes along besides: everything that plays a role in the draw and in the ranking.
AS_LISTED = ("woman", "newcomer", "house", "fixed_table", "fixed_seat")
OF_PRIZE = ("number", "words", "donor", "cents", "value_cents", "criterion", "argument", "count", "shown")
OF_PICTURE = ("name", "data", "content_type", "width", "height", "sha256")


def copy_people(people: Sequence[Participant], tournament: Tournament, fields: Sequence[str], actor: User) -> None:
    """Put these people on the empty list of a tournament, with these fields and their `start_number`.

    Nobody is withdrawn, excluded, present, or has paid. The caller holds the tournament's lock.
    """
    if not people:
        return
    rows = Participant.objects.bulk_create(
        Participant(
            tournament=tournament,
            start_number=person.start_number,
            salt=new_salt(),
            birth_salt=new_salt(),
            **{field: getattr(person, field) for field in fields},
        )
        for person in people
    )
    hashes = [names_payload(row) for row in rows]
    payload: dict[str, Any] = {
        "participants": [[row.pk, row.start_number] for row in rows],
        "names": [one["names"] for one in hashes],
        "born": [one["born"] for one in hashes],
    }
    if house := [row.pk for row in rows if row.house]:
        payload["house"] = house
    if wishes := [[row.pk, row.shown_name] for row in rows if row.shown_name]:
        payload["shown"] = wishes
    write_event(tournament=tournament, kind="participants.imported", actor=actor, payload=payload)
    feed_book(tournament, rows)


def copy_prizes(template: Tournament, tournament: Tournament, actor: User) -> None:
    """Give a tournament without prizes those of the template, with groups, donors and pictures, and the rule for equal
    places. Nobody has won any.
    """
    groups = _copy_groups(template, tournament, actor)
    pictures = _copy_pictures(template, tournament, actor)
    prizes = Prize.objects.bulk_create(
        Prize(
            tournament=tournament,
            group=groups[prize.group_id],
            picture=pictures.get(prize.picture_id),
            **{field: getattr(prize, field) for field in OF_PRIZE},
        )
        for prize in template.prizes.order_by("number")
    )
    if prizes:
        payload = {"prizes": [prize_payload(prize) for prize in prizes]}
        write_event(tournament=tournament, kind="prize.added", actor=actor, payload=payload)
    if tournament.sharing != template.sharing:
        tournament.sharing = template.sharing
        tournament.save(update_fields=["sharing"])
        write_event(tournament=tournament, kind="prize.sharing", actor=actor, payload={"sharing": template.sharing})


def _copy_groups(template: Tournament, tournament: Tournament, actor: User) -> dict[int, PrizeGroup]:
    groups = {}
    for group in template.prize_groups.order_by("pk"):
        copy = PrizeGroup.objects.create(tournament=tournament, name=group.name, per_head=group.per_head)
        write_event(tournament=tournament, kind="prize.group_added", actor=actor, payload=group_payload(copy))
        groups[group.pk] = copy
    return groups


def _copy_pictures(template: Tournament, tournament: Tournament, actor: User) -> dict[int | None, Picture]:
    pictures: dict[int | None, Picture] = {}
    for picture in template.pictures.order_by("pk"):
        values = {field: getattr(picture, field) for field in OF_PICTURE}
        copy = Picture.objects.create(tournament=tournament, added_by=actor, added_at=timezone.now(), **values)
        write_event(tournament=tournament, kind="prize.picture_added", actor=actor, payload=picture_payload(copy))
        pictures[picture.pk] = copy
    return pictures
