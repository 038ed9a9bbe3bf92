"""Checking the log against its checkpoints: those in the database, and one that somebody photographed."""

from collections.abc import Iterable, Iterator

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext as _

from tournament.models import Checkpoint, Event, SealCertificate
from tournament.proof.seals.checkpoints import SignedCheckpoint, read_checkpoint, root_of, verify
from tournament.proof.words.audit_words import row_name
from tournament.refusals import Refused


def checkpoint_differences(checkpoints: Iterable[Checkpoint]) -> Iterator[str]:
    """Every fault of these stored checkpoints. 2 queries for each of them."""
    for kept in checkpoints:
        where = row_name("checkpoint", (kept.match.number, kept.number))
        try:
            read = read_checkpoint(kept.text)
        except Refused:
            yield _("%(where)s: its signed text is unreadable") % {"where": where}
            continue
        yield from (f"{where}: {what}" for what in _unlike(kept, read))


def witnessed_differences(read: SignedCheckpoint) -> Iterator[str]:
    """Every sign that the log no longer holds all that this checkpoint witnessed; nothing if it still does."""
    told = read.checkpoint
    kept = Checkpoint.objects.filter(root=told.root, match__number=told.match, number=told.number).first()
    if kept is None:
        yield _("the log here knows no such checkpoint: it was rewritten, or it is another tournament's")
        return
    yield from _unlike(kept, read)


def _unlike(kept: Checkpoint, read: SignedCheckpoint) -> Iterator[str]:
    told = read.checkpoint
    public = _public_key(told.key)
    if public is None:
        yield _("it was signed with a key that is not this installation's")
    elif not verify(read, public):
        yield _("its signature does not fit")
    links = Event.objects.filter(tournament=kept.match.tournament_id, hash__in=kept.heads)
    heads = list(links.values_list("sequence", "hash"))
    if len(heads) != len(set(kept.heads)) or root_of(heads) != told.root:
        yield _("the log does not hold any more what it witnessed")
    if sum(sequence for sequence, _hash in heads) != told.events:
        yield _("it witnessed %(events)s events, the log holds another number of them") % {"events": told.events}
    if not kept.key_fingerprint.startswith(told.key) or (kept.match.number, kept.number) != (told.match, told.number):
        yield _("it was signed with another key, or for another match, than the row says")
    if int(kept.at.timestamp()) != int(told.at.timestamp()):
        yield _("it was signed at another time than the row says")


def _public_key(digits: str) -> ec.EllipticCurvePublicKey | None:
    """The public key whose fingerprint begins with these digits, if it ever sealed here."""
    for pem in SealCertificate.objects.filter(fingerprint__startswith=digits).values_list("certificate", flat=True):
        found = x509.load_pem_x509_certificates(pem.encode())[0].public_key()
        if isinstance(found, ec.EllipticCurvePublicKey):
            return found
    return None
