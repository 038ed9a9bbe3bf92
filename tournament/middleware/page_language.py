"""Answers a device in the language of the page that it shows, even if its browser now prefers another one."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

# The script of a table's page names its language here.
HEADER = "X-Page-Language"


def page_language_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the language that the request names, if it is one of ours."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = request.headers.get(HEADER, "")
        if language in dict(settings.LANGUAGES):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return get_response(request)

    return middleware
