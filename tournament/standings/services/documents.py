"""Sealed final standings: every version is kept as it was issued."""

import hashlib

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import StandingsDocument, Tournament, User
from tournament.proof.seals.keys import SealKey
from tournament.proof.services.seal_certificates import keep_certificate
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.selectors.documents import current_standings, is_final, ranking_hash
from tournament.standings.selectors.standings import Standings, overall_standings
from tournament.standings.services.standings import check_totals


def check_official(tournament: Tournament, ranking: Standings) -> None:
    """Refuse to seal a ranking in which something is open (standings_not_final), and as check_totals."""
    if not is_final(ranking):
        raise Refused(
            _("The ranking is not final yet: it is sealed once every sheet is accepted and every tie is decided."),
            code="standings_not_final",
        )
    check_totals(tournament)


def changed_meanwhile() -> Refused:
    """The refusal of a document that was outdated before it was made."""
    return Refused(
        _("The ranking changed while the document was being made. Please press the button again."),
        code="standings_changed",
    )


@transaction.atomic
def store_standings(
    *, tournament: Tournament, pdf: bytes, content: str, head: str, number: int, key: SealKey, actor: User | None
) -> StandingsDocument:
    """Keep `pdf` as version `number` of the sealed standings. A ranking in force gets another one only if that is what
    was made: then others have won prizes. Else its document is the first one.

    Refused: not_allowed, as lock_tournament, as check_official, standings_changed if it is another ranking by now.
    """
    if actor is not None:
        permissions.check(permissions.see_hall, actor)
    tournament = lock_tournament(tournament)
    ranking = overall_standings(tournament)
    issued = current_standings(tournament, ranking)
    if issued is not None and issued.number >= number:
        return issued
    check_official(tournament, ranking)
    newest = tournament.standings_documents.order_by("-number").values_list("number", flat=True).first() or 0
    if ranking_hash(ranking) != content or number != newest + 1:
        raise changed_meanwhile()
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
    versions.bump(tournament)
    return document
