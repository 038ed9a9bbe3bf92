"""Checkpoints: when a match ends the heads of all chains are signed, so that nobody can rewrite them unnoticed."""

from django.db import transaction
from django.utils import timezone

from tournament.enums import MatchState
from tournament.models import Checkpoint, Match, Scoresheet, Tournament
from tournament.proof.seals import checkpoints, paper
from tournament.proof.seals.keys import SealKey, seal_key
from tournament.proof.selectors.checkpoints import due_matches, heads_of
from tournament.proof.services.seal_certificates import keep_certificate
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_match, lock_tournament


def make_due_checkpoints(tournament: Tournament | None = None) -> int:
    """Make the checkpoints of all matches that have ended, in one tournament or in all; return how many were made.

    Without a key it makes none. Nothing is lost: the next call makes them.
    """
    due = due_matches(tournament)
    if not due:
        return 0
    try:
        key = seal_key()
    except Refused:
        return 0  # the pages of the sheets report what is wrong with the key
    return sum(1 for match in due if make_checkpoint(match=match, key=key))


@transaction.atomic
def make_checkpoint(*, match: Match, key: SealKey) -> Checkpoint | None:
    """Sign the log of a match that has ended; None if it has not, or if this end has its checkpoint already."""
    tournament = lock_tournament(match.tournament)
    # Lock the chains of the match, in the order of all services: sheets before their match.
    list(Scoresheet.objects.select_for_update(no_key=True).filter(match=match).order_by("pk").values_list("pk"))
    match = lock_match(match)
    if match.state != MatchState.CLOSED or match not in due_matches(tournament):
        return None
    heads = heads_of(match.tournament_id)
    content = checkpoints.CheckpointText(
        key=key.fingerprint[:8],
        tournament=paper.tournament_hash(tournament.name, tournament.day),
        match=match.number,
        number=Checkpoint.objects.filter(match=match).count() + 1,
        events=sum(sequence for sequence, _hash in heads),
        at=timezone.now(),
        root=checkpoints.root_of(heads),
    )
    keep_certificate(key)
    checkpoint = Checkpoint.objects.create(
        match=match,
        number=content.number,
        heads=[head for _sequence, head in heads],
        events=content.events,
        root=content.root,
        at=content.at,
        text=checkpoints.checkpoint_text(content, key),
        key_fingerprint=key.fingerprint,
    )
    write_event(
        tournament=tournament,
        kind="checkpoint.made",
        actor=None,
        payload={"match": match.number, "number": content.number, "events": content.events, "root": content.root},
    )
    versions.bump(match)
    return checkpoint
