"""Comparing prizes, their groups and pictures, and what equal places get, with the tournament's chain."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from tournament.enums import TournamentState
from tournament.models import Picture, Prize, PrizeGroup, Tournament
from tournament.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.services.audit_rows import compare
from tournament.services.prize_witnesses import group_payload, picture_payload, prize_payload

# A donor's name may be masked or erased once somebody is forgotten.
TEXTS = frozenset({"words", "name"})


def prize_differences(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence for every prize, group and picture that differs from the log. Three queries."""
    masked = bool(tournament.forgotten_words) or tournament.state == TournamentState.PURGED

    def plain(payload: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in payload.items() if not (masked and name in TEXTS)}

    prizes = {row.pk: plain(prize_payload(row)) for row in Prize.objects.filter(tournament=tournament)}
    yield from compare("prize", {key: plain(payload) for key, payload in logged.prizes.prizes.items()}, prizes)
    groups = {row.pk: plain(group_payload(row)) for row in PrizeGroup.objects.filter(tournament=tournament)}
    yield from compare(
        "group of prizes", {key: plain(payload) for key, payload in logged.prizes.groups.items()}, groups
    )
    rows = list(Picture.objects.filter(tournament=tournament))
    yield from compare("picture", logged.prizes.pictures, {row.pk: picture_payload(row) for row in rows})
    for row in rows:
        erased = tournament.state == TournamentState.PURGED and not row.data
        if not erased and sha256(bytes(row.data)).hexdigest() != row.sha256:
            yield _("picture %(key)s is not the one that was added") % {"key": row.pk}
    acts = {("picture", row.pk): Act(by=row.added_by_id, at=row.added_at) for row in rows}
    yield from act_differences(logged.prizes.added, acts)
    if logged.prizes.sharing != tournament.sharing:
        context = {"what": _("what equal places get"), "here": tournament.sharing, "log": logged.prizes.sharing}
        yield _("%(what)s is “%(here)s”, the log says “%(log)s”") % context
