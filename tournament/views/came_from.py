"""Which tournament somebody came from: pages of people, backup and rules belong to none, and keep it in the header."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject

from tournament.models import Tournament

KEY = "came_from"


class CameFromMiddleware:
    """Keeps in the session which tournament's page was opened last. Public pages are left alone: others share them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, kwargs: dict[str, Any]) -> None:
        """Note the tournament of a page that needs a login; not of parts of pages that ask again by themselves."""
        opened = request.method == "GET" and "HX-Request" not in request.headers
        if not opened or "slug" not in kwargs or not getattr(view, "login_required", True):
            return
        if request.user.is_authenticated and request.session.get(KEY) != kwargs["slug"]:
            request.session[KEY] = kwargs["slug"]


def came_from(request: HttpRequest) -> dict[str, Any]:
    """Offer templates the tournament that this login came from, or None; one query, where a template asks for it."""

    def find() -> Tournament | None:
        slug = request.session.get(KEY) if request.user.is_authenticated else None
        return Tournament.objects.filter(slug=slug).first() if slug else None

    return {"came_from": SimpleLazyObject(find)}
