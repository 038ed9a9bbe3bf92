"""Sealed final standings: every version is kept as it was issued."""

import hashlib

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import StandingsDocument, Tournament, User
from tournament.refusals import Refused
from tournament.seals.keys import SealKey
from tournament.selectors.standings import overall_standings
from tournament.selectors.standings_documents import current_standings, is_official, ranking_hash
from tournament.services import live
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.services.seal_certificates import keep_certificate


def not_final() -> Refused:
    """The refusal to seal a ranking in which something is open."""
    return Refused(
        _("The ranking is not final yet: it is sealed once every sheet is accepted and every tie is decided."),
        code="standings_not_final",
    )


@transaction.atomic
def store_standings(
    *, tournament: Tournament, pdf: bytes, content: str, head: str, number: int, key: SealKey, actor: User | None
) -> StandingsDocument:
    """Keep `pdf` as version `number` of the sealed standings. The same ranking has one document: the first one.

    Refused: not_allowed, as lock_tournament, standings_not_final, standings_changed if it is another ranking by now.
    """
    if actor is not None:
        permissions.check(permissions.see_hall, actor)
    tournament = lock_tournament(tournament)
    ranking = overall_standings(tournament)
    issued = current_standings(tournament, ranking)
    if issued is not None:
        return issued
    if not is_official(tournament, ranking):
        raise not_final()
    newest = tournament.standings_documents.order_by("-number").values_list("number", flat=True).first() or 0
    if ranking_hash(ranking) != content or number != newest + 1:
        raise Refused(
            _("The ranking changed while the document was being made. Please press the button again."),
            code="standings_changed",
        )
    keep_certificate(key)
    document = StandingsDocument.objects.create(
        tournament=tournament,
        number=number,
        content_hash=content,
        head_hash=head,
        key_fingerprint=key.fingerprint,
        pdf=pdf,
        sha256=hashlib.sha256(pdf).hexdigest(),
        created_at=timezone.now(),
    )
    payload = {"standings": document.pk, "number": number, "content": content, "head_hash": head}
    payload |= {"sha256": document.sha256, "key": key.fingerprint}
    write_event(tournament=tournament, kind="standings.sealed", actor=actor, payload=payload)
    live.bump(tournament)
    return document
