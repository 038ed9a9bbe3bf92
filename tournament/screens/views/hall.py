"""What a browser in the hall shows at /schirm/: its code until somebody names it at the desk, then its scenes."""

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament import permissions
from tournament.models import Screen
from tournament.permissions import Request, public, requires
from tournament.screens.codes import code_of, is_token, new_token, spaced
from tournament.screens.countdowns import text_until
from tournament.screens.scenes import Scene, SceneTurn
from tournament.screens.selectors import draw_now, message_of, screen_of, turn_of
from tournament.screens.services import note_presence
from tournament.screens.views.parts import scene_html
from tournament.views.addresses import hall_address

# Over https the cookie has another name, because a page over plain http may not overwrite a Secure cookie.
COOKIE = "__Secure-spielliste_screen" if settings.HTTPS else "spielliste_screen"
COOKIE_AGE = 60 * 60 * 24 * 400  # browsers keep none longer
CODE, MESSAGE, IDLE, NO_COOKIE = "code", "message", "idle", "cookie"
# Asked more often while every step is awaited.
QUICK = frozenset({Scene.CEREMONY, Scene.PRIZES, Scene.LOT, Scene.DRAW})
EVERY_MS, QUICK_MS = 2000, 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a screen shows: its kind, as HTML, and the turn of its scene, if it is one.

    `basis` is what makes it another picture, if that is not the HTML itself: a clock runs on in the same one.
    """

    kind: str
    html: str
    turn: SceneTurn | None = None
    basis: str = ""

    @property
    def mark(self) -> str:
        """Tells this picture from others: a screen that shows it already needs no answer."""
        return f"{self.kind}-{hashlib.sha256((self.basis or self.html).encode()).hexdigest()[:16]}"


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def hall_screen(request: Request) -> HttpResponse:
    """Show this browser's code, or what the desk chose for it; 204 for a page that shows that already."""
    token = request.COOKIES.get(COOKIE, "")
    is_known = is_token(token)
    if not is_known:
        token = new_token()
    code = code_of(token)
    screen = screen_of(code)
    if screen is not None:
        note_presence(screen)
    # A page that asks for news without its cookie would show another code each time.
    answer = _answer(request, screen, code, reverse("hall_screen"), cookie=is_known or not request.htmx)
    if not request.htmx:
        answer.set_cookie(
            COOKIE, token, max_age=COOKIE_AGE, path=reverse("hall_screen"), httponly=True, samesite="Lax",
            secure=settings.HTTPS,
        )  # fmt: skip
    return answer


@require_safe
@requires(permissions.manage_screens)
def screen_preview(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show at the desk what a screen of the tournament shows."""
    screen = get_object_or_404(Screen.objects.select_related("tournament"), pk=pk, tournament__slug=slug)
    return _answer(request, screen, screen.code, reverse("screen_preview", args=[slug, pk]))


def _answer(request: Request, screen: Screen | None, code: str, address: str, *, cookie: bool = True) -> HttpResponse:
    now = timezone.now()
    picture = (
        _picture(request, screen, code, now) if cookie else Shown(kind=NO_COOKIE, html=_render(request, NO_COOKIE))
    )
    if request.htmx and request.GET.get("shown") == picture.mark:
        return HttpResponse(status=204)
    context = {
        "tournament": screen.tournament if screen else None,
        "screen": screen,
        "shown": picture,
        "address": address,
        "build": getattr(staticfiles_storage, "manifest_hash", ""),
        "now": int(now.timestamp() * 1000),
        "before": _before_ms(screen, picture.turn, now),
        "every": QUICK_MS if picture.kind in QUICK else EVERY_MS,
        "plain": _is_plain(request),
    }
    return render(request, "screens/_screen.html" if request.htmx else "screens/screen.html", context)


def _picture(request: Request, screen: Screen | None, code: str, now: dt.datetime) -> Shown:
    if screen is None:
        host = hall_address(request).partition("//")[2]
        return Shown(kind=CODE, html=_render(request, CODE, code=spaced(code), host=host))
    if message := message_of(screen, now):
        until = screen.message_until
        words = text_until(message, timezone.localtime(until)) if until else message
        html = _render(request, MESSAGE, message=words, until=until, left=clock(until - now) if until else "")
        return Shown(kind=MESSAGE, html=html, basis=f"{message} {until}")
    turn = turn_of(screen, now)
    if turn is None:
        return Shown(kind=IDLE, html=_render(request, IDLE, tournament=screen.tournament))
    return Shown(kind=turn.scene.value, html=scene_html(request, screen, turn, plain=_is_plain(request)), turn=turn)


def clock(duration: dt.timedelta) -> str:
    """A time that is left as a clock shows it: 9:05, or 1:09:05."""
    minutes, seconds = divmod(max(int(duration.total_seconds()), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _before_ms(screen: Screen | None, turn: SceneTurn | None, now: dt.datetime) -> int:
    """For how many milliseconds this was shown before: names scroll on, and lots are where others see them."""
    if turn is None or screen is None or screen.tournament is None:
        return 0
    if turn.scene == Scene.DRAW:
        draw = draw_now(screen.tournament, now)
        return int((now - draw.drawn_at).total_seconds() * 1000) if draw and draw.drawn_at else 0
    return int(turn.seconds * 1000) % (24 * 60 * 60 * 1000)


def _is_plain(request: HttpRequest) -> bool:
    """Whether the page has no script: it refreshes itself, and lists come page by page."""
    return "plain" in request.GET


def _render(request: Request, kind: str, **context: Any) -> str:
    return render_to_string(f"screens/_{kind}.html", context, request=request)
