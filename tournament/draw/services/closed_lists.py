"""Closing the list before a draw: it fixes and hashes all that the draw depends on, and commits to a secret (5.2.2)."""

import secrets

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import lots, permissions
from tournament.draw.selectors.door import open_door
from tournament.draw.selectors.draw import TableChoice, draw_terms_of, preflight, settings_of
from tournament.enums import ClosedListState, LotSource, step
from tournament.models import ClosedList, Match, User
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament

NOTE_LENGTH = 120


@transaction.atomic
def close_list(
    *,
    match: Match,
    actor: User,
    source: LotSource = LotSource.SYSTEM,
    note: str = "",
    usual: int | None = None,
    avoid_clubs: bool = False,
    even_seats: bool = True,
    additional: bool = False,
) -> ClosedList:
    """Fix who is drawn and how, and commit to a secret; publish the hash of the list and the commitment.

    `usual` is the size of most tables if the rules allow several sizes; `note` names the lottery; `even_seats` spreads
    the seats from the second match on. `additional`: the match is drawn, and tables are added for those without a
    seat. Lots by hand have no secret. A list that is closed already stays unchanged, without an error. Refused:
    not_allowed, door_is_open, all codes of selectors.draw.preflight, no_such_tables, lottery_unnamed,
    all codes of clean_text.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament = lock_tournament(match.tournament)
    match = Match.objects.get(pk=match.pk)
    match.tournament = tournament
    before = preflight(match, additional=additional)
    if before.closed:
        return before.closed
    if open_door(match) is not None:
        raise Refused(
            _("Lots are drawn at the door. Please close it, or call these lots off first."), code="door_is_open"
        )
    if before.obstacles:
        raise before.obstacles[0].refusal
    note = clean_text(note, max_length=NOTE_LENGTH) if source == LotSource.LOTTERY else ""
    if source == LotSource.LOTTERY and not note:
        raise Refused(
            _("Please say which lottery counts, and of which day: the list is closed before its numbers are known."),
            code="lottery_unnamed",
            field="note",
        )
    terms = draw_terms_of(
        before,
        sizes=_choice(before.choices, usual).sizes,
        source=source,
        avoid_clubs=avoid_clubs,
        even_seats=even_seats,
    )
    secret = "" if source == LotSource.HAND else secrets.token_hex(32)
    number = (ClosedList.objects.filter(match=match).aggregate(last=Max("number"))["last"] or 0) + 1
    closed = ClosedList.objects.create(
        match=match,
        number=number,
        terms=terms.to_json(),
        list_hash=terms.list_hash,
        source=source,
        note=note,
        first_table=before.first_table,
        commitment=lots.commitment(secret) if secret else "",
        secret=secret,
        closed_by=actor,
        closed_at=timezone.now(),
    )
    # The secret itself is logged only with the draw. Nobody can read it before.
    payload = {
        "match": match.number,
        "number": number,
        "list_hash": closed.list_hash,
        "commitment": closed.commitment,
        "note": closed.note,
        "first_table": closed.first_table,
        "terms": closed.terms,
    }
    write_event(tournament=tournament, kind="list.closed", actor=actor, payload=payload)
    versions.bump(match)
    versions.bump_hall(tournament)
    return closed


@transaction.atomic
def reopen_list(*, closed: ClosedList, actor: User) -> ClosedList:
    """Reopen a closed list. The record of its closing stays, with name and time. A reopened list is no error.

    Refused: not_allowed, step_not_allowed once lots are drawn from it.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament = lock_tournament(closed.match.tournament)
    closed = ClosedList.objects.select_related("match").get(pk=closed.pk)
    if closed.state == ClosedListState.REOPENED:
        return closed
    closed.state = step(ClosedListState, closed.state, ClosedListState.REOPENED)
    closed.reopened_by, closed.reopened_at = actor, timezone.now()
    closed.save(update_fields=["state", "reopened_by", "reopened_at"])
    payload = {"match": closed.match.number, "number": closed.number}
    write_event(tournament=tournament, kind="list.reopened", actor=actor, payload=payload)
    versions.bump(closed.match)
    versions.bump_hall(tournament)
    return closed


@transaction.atomic
def renew_list(*, closed: ClosedList, actor: User) -> ClosedList:
    """Reopen a list and close it again with the same settings and the present participants; both stay on record.

    If it cannot be closed again, nothing changes. Refused: all codes of reopen_list and close_list.
    """
    reopen_list(closed=closed, actor=actor)
    additional = closed.first_table > 1
    before = preflight(closed.match, additional=additional)
    settings = settings_of(closed, before.choices, closed.match.tournament.ruleset)
    return close_list(match=closed.match, actor=actor, additional=additional, **settings)


def _choice(choices: tuple[TableChoice, ...], usual: int | None) -> TableChoice:
    for choice in choices:
        if usual in (None, choice.usual):
            return choice
    raise Refused(_("So many participants do not fill such tables."), code="no_such_tables", field="usual")
