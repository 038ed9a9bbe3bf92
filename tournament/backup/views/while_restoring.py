"""What everybody is answered in the seconds between the order of a restore and the start that carries it out."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournament.backup.copies.switching import order_given


class WhileRestoringMiddleware:
    """Nothing may be written any more: it would be acknowledged and then replaced. Devices try again by themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not order_given():
            return self.get_response(request)
        # Without the request, because its session is in the database.
        page = render_to_string("backups/wait.html", {"path": request.path if request.method == "GET" else "/"})
        return HttpResponse(page, status=503, headers={"Retry-After": "3"})
