"""Checking the log against its checkpoints: those in the database, and one that somebody photographed."""

from collections.abc import Iterable, Iterator

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext as _

from tournament.models import Checkpoint, Event, SealCertificate
from tournament.proof.seals.checkpoints import SignedCheckpoint, is_checkpoint_signed, read_checkpoint, root_of
from tournament.proof.words.audit_words import row_name
from tournament.refusals import Refused


def checkpoint_differences(checkpoints: Iterable[Checkpoint]) -> Iterator[str]:
    """Every fault of these stored checkpoints. 2 queries for each of them."""
    for row in checkpoints:
        where = row_name("checkpoint", (row.match.number, row.number))
        try:
            signed = read_checkpoint(row.text)
        except Refused:
            yield _("%(where)s: its signed text is unreadable") % {"where": where}
            continue
        yield from (f"{where}: {what}" for what in _unlike(row, signed))


def witnessed_differences(signed: SignedCheckpoint) -> Iterator[str]:
    """Every sign that the log no longer holds all that this checkpoint witnessed; nothing if it still does."""
    text = signed.checkpoint
    row = Checkpoint.objects.filter(root=text.root, match__number=text.match, number=text.number).first()
    if row is None:
        yield _("the log here knows no such checkpoint: it was rewritten, or it is another tournament's")
        return
    yield from _unlike(row, signed)


def _unlike(row: Checkpoint, signed: SignedCheckpoint) -> Iterator[str]:
    text = signed.checkpoint
    public = _public_key(text.key)
    if public is None:
        yield _("it was signed with a key that is not this installation's")
    elif not is_checkpoint_signed(signed, public):
        yield _("its signature does not fit")
    links = Event.objects.filter(tournament=row.match.tournament_id, hash__in=row.heads)
    heads = list(links.values_list("sequence", "hash"))
    if len(heads) != len(set(row.heads)) or root_of(heads) != text.root:
        yield _("the log does not hold any more what it witnessed")
    if sum(sequence for sequence, _hash in heads) != text.events:
        yield _("it witnessed %(events)s events, the log holds another number of them") % {"events": text.events}
    if not row.key_fingerprint.startswith(text.key) or (row.match.number, row.number) != (text.match, text.number):
        yield _("it was signed with another key, or for another match, than the row says")
    if int(row.at.timestamp()) != int(text.at.timestamp()):
        yield _("it was signed at another time than the row says")


def _public_key(digits: str) -> ec.EllipticCurvePublicKey | None:
    """The public key whose fingerprint begins with these digits, if it ever sealed here."""
    for pem in SealCertificate.objects.filter(fingerprint__startswith=digits).values_list("certificate", flat=True):
        key = x509.load_pem_x509_certificates(pem.encode())[0].public_key()
        if isinstance(key, ec.EllipticCurvePublicKey):
            return key
    return None
