"""Keeps search engines away from the whole installation: a name in their results would be found for years."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.permissions import Request, public, requires

Answers = Callable[[HttpRequest], HttpResponse]


def robots_middleware(get_response: Answers) -> Answers:
    """Tell search engines with every answer not to keep it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response

    return answer


@requires(public)
@require_safe
def robots(request: Request) -> HttpResponse:
    """Ask search engines to stay away."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain")
