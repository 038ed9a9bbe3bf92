"""Answers HEAD without running a view: nobody gets a page rendered, or learns anything, for the price of a line."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve


def head_middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Say only whether there is a page at the address. Static files are answered before (WhiteNoise)."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return get_response(request)
        try:
            resolve(request.path_info)
        except Resolver404:
            return HttpResponse(status=404)
        answer = HttpResponse()
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware
