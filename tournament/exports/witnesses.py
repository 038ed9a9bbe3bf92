"""A checkpoint, or the log as it stands, as it is shown: figures in groups that people can compare, a QR code."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournament.models import Checkpoint
from tournament.network.qr import address_qr
from tournament.proof.seals.checkpoints import root_of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsNow:
    """The newest links of a tournament's chains and of the installation's, each as its number and its hash."""

    tournament: list[tuple[int, str]]
    installation: list[tuple[int, str]]

    @property
    def events(self) -> int:
        """The number of all links of the tournament."""
        return sum(sequence for sequence, _hash in self.tournament)

    @property
    def root(self) -> str:
        """One hash over the heads of the tournament, in groups of four digits."""
        return grouped(root_of(self.tournament))

    @property
    def lines(self) -> str:
        """The very lines over which the root is taken."""
        return _lines(self.tournament)

    @property
    def line_of_installation(self) -> str:
        """The head of the installation's chain."""
        return _lines(self.installation)


def _lines(heads: list[tuple[int, str]]) -> str:
    return "\n".join(f"{sequence} {head}" for sequence, head in heads)
