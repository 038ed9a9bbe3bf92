"""The answer in place of a document that the printer has not made yet.

The page goes on by itself, or says why there is no document.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.server.answers import NOT_MADE


def not_made_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Say how many documents come before this one, or that it could not be made. No view runs."""

    def middleware(request: HttpRequest) -> HttpResponse:
        before = request.META.get(NOT_MADE)
        if before is None:
            return get_response(request)
        failed, by_link = not before, request.method == "GET"
        context = {"before": int(before or 0), "failed": failed, "by_link": by_link, "goes_on": by_link and not failed}
        answer = render(request, "documents/not_made.html", context, status=503 if failed else 202)
        answer.headers["Retry-After"] = "1"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware
