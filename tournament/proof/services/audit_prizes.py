"""Comparing prizes, their groups and pictures, and what equal places get, with the tournament's chain."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from tournament.enums import TournamentState
from tournament.models import Picture, Prize, PrizeGroup, Tournament
from tournament.prizes.pictures import content_type_of
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.proof.services.prize_witnesses import group_payload, picture_payload, prize_payload

# The texts, each told by its hash, which the purge erases.
TEXTS = ("words", "name")


def prize_differences(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence for every prize, group and picture that differs from the log. Three queries."""
    purged = tournament.state == TournamentState.PURGED
    prizes = {row.pk: prize_payload(row) for row in Prize.objects.filter(tournament=tournament)}
    yield from _differences("prize", logged.prizes.prizes, prizes, purged)
    groups = {row.pk: group_payload(row) for row in PrizeGroup.objects.filter(tournament=tournament)}
    yield from _differences("group of prizes", logged.prizes.groups, groups, purged)
    rows = list(Picture.objects.filter(tournament=tournament))
    yield from compare("picture", logged.prizes.pictures, {row.pk: picture_payload(row) for row in rows})
    for row in rows:
        data = bytes(row.data)
        erased = purged and not data
        if not erased and (sha256(data).hexdigest() != row.sha256 or content_type_of(data) != row.content_type):
            yield _("picture %(key)s is not the one that was added") % {"key": row.pk}
    acts = {("picture", row.pk): Act(by=row.added_by_id, at=row.added_at) for row in rows}
    yield from act_differences(logged.prizes.added, acts)
    if logged.prizes.sharing != tournament.sharing:
        context = {"what": _("what equal places get"), "here": tournament.sharing, "log": logged.prizes.sharing}
        yield _("%(what)s is “%(here)s”, the log says “%(log)s”") % context


def _differences(
    what: str, logged: Mapping[int, dict[str, Any]], here: Mapping[int, dict[str, Any]], purged: bool
) -> Iterator[str]:
    """Compare rows with the log, without a text that is erased, or that an older log does not tell any more."""
    unknown = {
        key: {name for name in TEXTS if name in payload and (purged or payload[name] is None)}
        for key, payload in logged.items()
    }

    def comparable(rows: Mapping[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
        return {
            key: {name: value for name, value in payload.items() if name not in unknown.get(key, ())}
            for key, payload in rows.items()
        }

    yield from compare(what, comparable(logged), comparable(here))
