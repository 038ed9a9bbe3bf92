"""Answers HEAD without running a view: one short request must neither cost a rendered page nor reveal anything."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve


def head_middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer only whether the address has a page. WhiteNoise answers for static files before."""

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
