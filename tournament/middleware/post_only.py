"""Leads a browser that opens the address of an act, after a login or a change of language, to the page above it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve


def post_only_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect a GET at an address for forms only to the next address above it that is a page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        browses = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if answer.status_code != 405 or not browses or "HX-Request" in request.headers:
            return answer
        return redirect(_above(request.path))

    return middleware


def _above(path: str) -> str:
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path
