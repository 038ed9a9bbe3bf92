"""The scenes as HTML: parts of the pages that exist, made once for all screens that show the same."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.ceremony.pictures import picture_context
from tournament.models import Match, Picture, Screen, Tournament
from tournament.permissions import Request
from tournament.prizes.views.lots import lot_context
from tournament.prizes.views.wall import wall_context
from tournament.screens.scenes import Scene, Turn, page_at
from tournament.screens.selectors import draw_now, shown_pictures
from tournament.selectors.live import hall_version
from tournament.selectors.progress import match_progress
from tournament.selectors.release import release_of
from tournament.views.addresses import hall_address
from tournament.views.hall import LINES_A_SCREEN, board_context, ranking_context, show_context
from tournament.views.standings_cache import shared_standings

# Without a script nothing scrolls: so many names, or tables, have room on a screen.
NAMES_A_PAGE, TABLES_A_PAGE = 22, 48
MOST_KEPT = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a screen asks for: its turn, how long a picture stands, and whether it has no script."""

    request: Request
    tournament: Tournament
    turn: Turn
    seconds: int
    plain: bool
    version: int

    def page(self, pages: int) -> int:
        """The page of a list that is shown now."""
        return page_at(self.turn, pages, self.seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A template with its context, which is made only if the part is not kept. `key` tells it from others."""

    template: str
    context: Callable[[], Mapping[str, Any]]
    key: tuple[object, ...] = ()


_kept: OrderedDict[tuple[object, ...], SafeString] = OrderedDict()


def scene_html(request: Request, screen: Screen, turn: Turn, *, plain: bool) -> SafeString:
    """Return what this scene shows of the screen's tournament, as the hall may see it at this moment."""
    assert screen.tournament is not None
    tournament = screen.tournament
    while True:
        asked = Asked(
            request=request, tournament=tournament, turn=turn, seconds=screen.seconds, plain=plain,
            version=hall_version(tournament),
        )  # fmt: skip
        html, is_kept = _html(asked)
        # Results may have been held back while it was made, and a game may have come in since.
        if is_kept or release_of(tournament) == tournament.release:
            return html
        tournament = Tournament.objects.get(pk=tournament.pk)


def _html(asked: Asked) -> tuple[SafeString, bool]:
    part = PARTS[asked.turn.scene](asked)
    key = (
        asked.tournament.pk, asked.tournament.created_at, asked.tournament.release, asked.version, get_language(),
        hall_address(asked.request), asked.plain, part.template, *part.key,
    )  # fmt: skip
    kept = _kept.get(key)
    if kept is not None:
        _kept.move_to_end(key)
        return kept, True
    html = render_to_string(part.template, dict(part.context()), request=asked.request)
    _kept[key] = html
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return html, False


def _seats(asked: Asked) -> Part:
    if not asked.plain:
        return Part(template="hall/_board.html", context=lambda: board_context(asked.request, asked.tournament))
    context = board_context(asked.request, asked.tournament)
    page = asked.page(-(-len(context["board"].seats) // NAMES_A_PAGE))
    shown = context["board"].seats[(page - 1) * NAMES_A_PAGE : page * NAMES_A_PAGE]
    context["board"] = replace(context["board"], seats=shown)
    return Part(template="hall/_board.html", context=lambda: context, key=(page,))


def _draw(asked: Asked) -> Part:
    now = draw_now(asked.tournament, timezone.now())
    match = Match.objects.select_related("tournament").get(tournament=asked.tournament, number=now.match if now else 1)
    return Part(template="hall/_show.html", context=lambda: show_context(asked.request, match), key=(match.number,))


def _ranking(asked: Asked) -> Part:
    first = shared_standings(asked.request, asked.tournament, asked.version, 1, LINES_A_SCREEN)
    page = asked.page(first.pages)

    def context() -> Mapping[str, Any]:
        shared = shared_standings(asked.request, asked.tournament, asked.version, page, LINES_A_SCREEN)
        return ranking_context(asked.request, asked.tournament, shared)

    return Part(template="hall/_ranking.html", context=context, key=(page,))


def _progress(asked: Asked) -> Part:
    drawn = [one for one in match_progress(asked.tournament) if one.tables]
    tables = drawn[-1].tables if drawn else ()
    pages = max(-(-len(tables) // TABLES_A_PAGE), 1)
    each, page = -(-len(tables) // pages), asked.page(pages)
    context = {
        "tournament": asked.tournament, "progress": drawn[-1] if drawn else None, "page": page, "pages": pages,
        "tables": tables[(page - 1) * each : page * each],
    }  # fmt: skip
    return Part(template="screens/_progress.html", context=lambda: context, key=(page,))


def _pictures(asked: Asked) -> Part:
    pictures = shown_pictures(asked.tournament)
    shown = pictures[asked.page(len(pictures)) - 1 :][:1]

    def context() -> Mapping[str, Any]:
        picture = Picture.objects.defer("data").filter(pk__in=shown).first()
        return {"tournament": asked.tournament, "picture": picture}

    return Part(template="screens/_picture.html", context=context, key=tuple(shown))


def _wall(asked: Asked) -> Part:
    return Part(template="prizes/_wall.html", context=lambda: wall_context(asked.tournament))


def _lot(asked: Asked) -> Part:
    return Part(template="prizes/_lot.html", context=lambda: lot_context(asked.request, asked.tournament))


def _ceremony(asked: Asked) -> Part:
    return Part(template="ceremony/_picture.html", context=lambda: picture_context(asked.tournament))


PARTS: Mapping[Scene, Callable[[Asked], Part]] = {
    Scene.SEATS: _seats,
    Scene.DRAW: _draw,
    Scene.PROGRESS: _progress,
    Scene.RANKING: _ranking,
    Scene.PICTURES: _pictures,
    Scene.PRIZES: _wall,
    Scene.LOT: _lot,
    Scene.CEREMONY: _ceremony,
    Scene.HONOURS: _ceremony,
}
