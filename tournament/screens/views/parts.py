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
from tournament.participants.selectors.public_names import public_names
from tournament.permissions import Request
from tournament.prizes.views.lots import lot_context
from tournament.prizes.views.prize_screen import prize_context
from tournament.screens.scenes import PAGE_SECONDS, PLAIN_PAGE_SECONDS, Scene, SceneTurn, page_at
from tournament.screens.selectors import draw_now, shown_pictures
from tournament.selectors.progress import match_progress
from tournament.selectors.versions import hall_version
from tournament.standings.selectors.release import release_of
from tournament.standings.views.cache import shared_standings
from tournament.views.addresses import hall_address
from tournament.views.screen_pages import (
    LINES_A_SCREEN,
    draw_context,
    ranking_context,
    seats_context,
    seats_left_context,
)

# Without a script nothing scrolls: so many names, or tables, have room on a screen.
NAMES_A_PAGE, TABLES_A_PAGE = 22, 48
# The code of a match that has ended takes the lower third of the screen.
NAMES_ABOVE_WITNESS = 12
MOST_KEPT = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class PartInputs:
    """What a part is made from: whose turn it is, how long a picture stands, whether there is no script."""

    request: Request
    tournament: Tournament
    turn: SceneTurn
    seconds: int
    plain: bool
    version: int

    def page(self, pages: int) -> int:
        """The page of a list that is shown now."""
        return page_at(self.turn, pages, self.seconds, PLAIN_PAGE_SECONDS if self.plain else PAGE_SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A template with its context, which is made only if the part is not kept. `key` tells it from others."""

    template: str
    context: Callable[[], Mapping[str, Any]]
    key: tuple[object, ...] = ()


_html_by_key: OrderedDict[tuple[object, ...], SafeString] = OrderedDict()


def scene_html(request: Request, screen: Screen, turn: SceneTurn, *, plain: bool) -> SafeString:
    """Return what this scene shows of the screen's tournament, as the hall may see it at this moment."""
    assert screen.tournament is not None
    tournament = screen.tournament
    while True:
        inputs = PartInputs(
            request=request, tournament=tournament, turn=turn, seconds=screen.seconds, plain=plain,
            version=hall_version(tournament),
        )  # fmt: skip
        html, is_kept = _html(inputs)
        # Results may have been held back while it was made, and a game may have come in since.
        if is_kept or release_of(tournament) == tournament.release:
            return html
        tournament = Tournament.objects.get(pk=tournament.pk)


def _html(inputs: PartInputs) -> tuple[SafeString, bool]:
    part = PARTS[inputs.turn.scene](inputs)
    key = (
        inputs.tournament.pk, inputs.tournament.created_at, inputs.tournament.release, inputs.version, get_language(),
        hall_address(inputs.request), inputs.plain, part.template, *part.key,
    )  # fmt: skip
    memory = _html_by_key.get(key)
    if memory is not None:
        _html_by_key.move_to_end(key)
        return memory, True
    html = render_to_string(part.template, dict(part.context()), request=inputs.request)
    _html_by_key[key] = html
    while len(_html_by_key) > MOST_KEPT:
        _html_by_key.popitem(last=False)
    return html, False


def _seats(inputs: PartInputs) -> Part:
    if not inputs.plain:
        return Part(
            template="screen_pages/_seats.html", context=lambda: seats_context(inputs.request, inputs.tournament)
        )
    context = seats_context(inputs.request, inputs.tournament)
    size = NAMES_ABOVE_WITNESS if "witness" in context else NAMES_A_PAGE
    page = inputs.page(-(-len(context["scene"].seats) // size))
    page_seats = context["scene"].seats[(page - 1) * size : page * size]
    context["scene"] = replace(context["scene"], seats=page_seats)
    return Part(template="screen_pages/_seats.html", context=lambda: context, key=(page,))


def _seats_left(inputs: PartInputs) -> Part:
    return Part(template="screen_pages/_seats_left.html", context=lambda: seats_left_context(inputs.tournament))


def _draw(inputs: PartInputs) -> Part:
    now = draw_now(inputs.tournament, timezone.now())
    match = Match.objects.select_related("tournament").get(tournament=inputs.tournament, number=now.match if now else 1)
    return Part(
        template="screen_pages/_draw.html", context=lambda: draw_context(inputs.request, match), key=(match.number,)
    )


def _ranking(inputs: PartInputs) -> Part:
    first = shared_standings(inputs.request, inputs.tournament, inputs.version, 1, LINES_A_SCREEN)
    page = inputs.page(first.pages)

    def context() -> Mapping[str, Any]:
        shared = shared_standings(inputs.request, inputs.tournament, inputs.version, page, LINES_A_SCREEN)
        return ranking_context(inputs.request, inputs.tournament, shared)

    return Part(template="screen_pages/_ranking.html", context=context, key=(page,))


def _progress(inputs: PartInputs) -> Part:
    matches = [one for one in match_progress(inputs.tournament) if one.tables]
    tables = matches[-1].tables if matches else ()
    pages = max(-(-len(tables) // TABLES_A_PAGE), 1)
    each, page = -(-len(tables) // pages), inputs.page(pages)
    context = {
        "tournament": inputs.tournament, "progress": matches[-1] if matches else None, "page": page, "pages": pages,
        "tables": tables[(page - 1) * each : page * each],
    }  # fmt: skip
    return Part(template="screens/_progress.html", context=lambda: context, key=(page,))


def _pictures(inputs: PartInputs) -> Part:
    pictures = shown_pictures(inputs.tournament)
    keys = pictures[inputs.page(len(pictures)) - 1 :][:1]

    def context() -> Mapping[str, Any]:
        picture = Picture.objects.defer("data").filter(pk__in=keys).first()
        if picture:
            picture.name = public_names(inputs.tournament).on_a_prize(picture.name)
        return {"tournament": inputs.tournament, "picture": picture}

    return Part(template="screens/_picture.html", context=context, key=tuple(keys))


def _prizes(inputs: PartInputs) -> Part:
    return Part(template="prizes/_screen.html", context=lambda: prize_context(inputs.tournament))


def _lot(inputs: PartInputs) -> Part:
    return Part(template="prizes/_lot.html", context=lambda: lot_context(inputs.request, inputs.tournament))


def _ceremony(inputs: PartInputs) -> Part:
    return Part(template="ceremony/_picture.html", context=lambda: picture_context(inputs.tournament))


PARTS: Mapping[Scene, Callable[[PartInputs], Part]] = {
    Scene.SEATS_LEFT: _seats_left,
    Scene.SEATS: _seats,
    Scene.DRAW: _draw,
    Scene.PROGRESS: _progress,
    Scene.RANKING: _ranking,
    Scene.PICTURES: _pictures,
    Scene.PRIZES: _prizes,
    Scene.LOT: _lot,
    Scene.CEREMONY: _ceremony,
    Scene.HONOURS: _ceremony,
}
