"""The tournament that somebody came from: pages of people, backup and rules belong to none, and keep it in the
header."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from tournament.models import Tournament

# A cookie and not the session: a look at a page must not wait for the database to write.
COOKIE = "spielliste_came_from"


class CameFromMiddleware:
    """Keeps in a cookie whose tournament page was opened last. Public pages get no cookie, because many people share
    them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        opened = getattr(request, "opened_tournament", "")
        if opened and response.status_code == 200 and request.COOKIES.get(COOKIE) != opened:
            response.set_cookie(COOKIE, opened, httponly=True, samesite="Lax", secure=request.is_secure())
        return response

    def process_view(self, request: HttpRequest, view: Any, _args: Any, kwargs: dict[str, Any]) -> None:
        """Note the tournament of a page that needs a login, but not for parts of pages that poll."""
        opened = request.method == "GET" and "HX-Request" not in request.headers
        if opened and "slug" in kwargs and getattr(view, "login_required", True) and request.user.is_authenticated:
            request.opened_tournament = kwargs["slug"]  # type: ignore[attr-defined]


def came_from(request: HttpRequest) -> dict[str, Any]:
    """Offer templates the tournament that this login came from, or None. One query, only if a template uses it."""

    def find() -> Tournament | None:
        slug = request.COOKIES.get(COOKIE, "") if request.user.is_authenticated else ""
        return Tournament.objects.filter(slug=slug).first() if slug else None

    return {"came_from": SimpleLazyObject(find)}
