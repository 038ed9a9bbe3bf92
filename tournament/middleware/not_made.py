"""What is answered in place of a document that the press has not made: the page goes on by itself, or says why."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.server.answers import NOT_MADE


def not_made_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Say how many documents come before this one, or that it could not be made; no view runs."""

    def middleware(request: HttpRequest) -> HttpResponse:
        before = request.META.get(NOT_MADE)
        if before is None:
            return get_response(request)
        context = {"before": int(before or 0), "failed": not before, "asked": request.method == "GET"}
        answer = render(request, "documents/not_made.html", context, status=202 if before else 503)
        answer.headers["Retry-After"] = "1"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware
