"""The paper's text in a line that is no game, in the active language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.enums import PaperLineKind
from tournament.words.labels import points_text


def paper_text(kind: PaperLineKind, text: str, points: Sequence[int] | None) -> str:
    """Return the paper's text: "+1 −1 −1 +2", "struck: −3 +9 −3 −3", "unreadable: 3 ?"."""
    figures = points_text(points) if points else text.replace("-", "−")
    words = {
        PaperLineKind.NO_GAME: figures,
        PaperLineKind.STRUCK: _("struck"),
        PaperLineKind.UNREADABLE: _("unreadable"),
        PaperLineKind.NOT_WRITTEN: _("empty"),
    }[kind]
    return f"{words}: {figures}" if figures and figures != words else words


def waiting_words(kind: PaperLineKind, text: str, points: Sequence[int] | None) -> str:
    """Return the sentence that stands in the line while it waits."""
    return _("Paper: %(text)s · waits for the supervisor") % {"text": paper_text(kind, text, points)}
