"""A checkpoint as it is shown: figures in groups that people can compare, and a QR code."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournament.models import Checkpoint
from tournament.network.qr import address_qr
from tournament.proof.seals.keys import grouped


@dataclass(frozen=True, slots=True)
class Witness:
    """One checkpoint for a page, the projector or paper."""

    checkpoint: Checkpoint

    @property
    def qr(self) -> SafeString:
        """The signed text as a QR code."""
        return address_qr(self.checkpoint.text)

    @property
    def root(self) -> str:
        """The one hash over the whole log, in groups of four digits."""
        return grouped(self.checkpoint.root)

    @property
    def key(self) -> str:
        """The fingerprint of the key that signed it, in groups."""
        return grouped(self.checkpoint.key_fingerprint)
