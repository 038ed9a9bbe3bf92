"""What a screen shows at a moment. Pure: the server's clock is handed in, so that a reload shows the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

# A page of a list is read at least so long, unless the whole scene is shorter: a turn of 20 seconds has two pages.
PAGE_SECONDS = 8
# Without a script the page loads itself anew every ten seconds, and must not miss a page of the list.
PLAIN_PAGE_SECONDS = 12


class Scene(TextChoices):
    """What a screen can show, in the order of the evening."""

    SEATS_LEFT = "seats_left", _("Seats left and the waiting list, at the door")
    SEATS = "seats", _("Who sits where, from A to Z")
    DRAW = "draw", _("The draw while it happens")
    PROGRESS = "progress", _("How far the tables are")
    RANKING = "ranking", _("Standings, page by page")
    PICTURES = "pictures", _("Pictures: the club’s logo, sponsors")
    PRIZES = "prizes", _("Prizes to choose from")
    LOT = "lot", _("Lot drawn in public")
    CEREMONY = "ceremony", _("Prize-giving")
    HONOURS = "honours", _("Honour roll")


class Has(IntEnum):
    """What there is of a scene: nothing to show, something, what stays until something else happens, or something that
    happens at this moment."""

    NOTHING = 0
    SOMETHING = 1
    STAYS = 2
    NOW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneTurn:
    """A scene's turn: from `begins` until `ends` in seconds of the clock; None is until something changes.

    `seconds` is for how many seconds it was shown in all its turns: a list goes on where it was left.
    """

    scene: Scene
    begins: float
    ends: float | None
    seconds: float


def known_scenes(names: Sequence[str]) -> tuple[Scene, ...]:
    """The scenes with these names, each once and in the order of the evening; a name of another version is left out."""
    return tuple(scene for scene in Scene if scene.value in names)


def turn_at(scenes: Sequence[Scene], has: Mapping[Scene, Has], seconds: int, at: float) -> SceneTurn | None:
    """Whose turn it is at this moment; None if there is nothing to show.

    What happens now goes before everything else, as long as it happens; of two the later one of the evening. Then what
    stays goes before what takes turns.
    """
    now, staying = ([scene for scene in scenes if has.get(scene) == one] for one in (Has.NOW, Has.STAYS))
    turns = now[-1:] or staying[-1:] or [scene for scene in scenes if has.get(scene, Has.NOTHING)]
    if not turns:
        return None
    if len(turns) == 1:
        return SceneTurn(scene=turns[0], begins=0.0, ends=None, seconds=at)
    before, into = divmod(at, seconds)
    rounds, place = divmod(int(before), len(turns))
    begins = before * seconds
    return SceneTurn(scene=turns[place], begins=begins, ends=begins + seconds, seconds=rounds * seconds + into)


def page_at(turn: SceneTurn, pages: int, seconds: int, least: int = PAGE_SECONDS) -> int:
    """The page of a list that is shown at this moment, from 1: a turn shows whole pages, the next one goes on.

    `least` is for how many seconds a page is shown at least.
    """
    each = seconds / max(seconds // least, 1)
    return int(turn.seconds // each) % max(pages, 1) + 1
