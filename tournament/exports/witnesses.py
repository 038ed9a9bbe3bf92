"""A checkpoint as it is shown and printed: its figures in groups that people compare, and its QR code."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournament.models import Checkpoint
from tournament.network.qr import address_qr
from tournament.seals.keys import grouped


@dataclass(frozen=True, slots=True)
class Witness:
    """One checkpoint for a page, the projector or paper."""

    checkpoint: Checkpoint

    @property
    def qr(self) -> SafeString:
        """The signed text, as a drawing."""
        return address_qr(self.checkpoint.text)

    @property
    def root(self) -> str:
        """The one hash over all that was logged, in groups of four digits."""
        return grouped(self.checkpoint.root)

    @property
    def key(self) -> str:
        """The fingerprint of the key that signed it."""
        return grouped(self.checkpoint.key_fingerprint)
