"""The answers to requests that fail: pages, and for a table's device JSON with a sentence.

They read nothing of the request, because it may be the fault, and they need neither a login nor the database; only
what is missing is looked for once.
"""

import sys
from contextlib import suppress

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure

from tournament.enums import Role
from tournament.middleware.hall_network import TABLE_PAGES
from tournament.middleware.logged_out import typed_fields
from tournament.models import User
from tournament.rehearsals.selectors import removal_of
from tournament.server.disk import BROKEN, FULL, READ_ONLY, disk_trouble, fullest_folder, room_left

# A full disk has room again after a while, so browsers and devices try again.
AGAIN_SECONDS = 10


def unreadable(request: HttpRequest, exception: BaseException) -> HttpResponse:
    """Answer 400, or 413 if the request is too large."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    if asks_for_data(request):
        text = _("The desk’s computer could not read what this device sent. Please reload the page.")
        return JsonResponse({"code": "unreadable", "text": text}, status=status)
    # Give the template no request, because its user and its messages would be read from the database.
    return HttpResponse(render_to_string("400.html", {"too_large": status == 413}), status=status)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403. The page finds the roles by the view's own permission, so there is no second table of rights."""
    predicate = getattr(request.resolver_match.func, "permission", None) if request.resolver_match else None
    who = [role.label for role in Role if predicate and predicate(User(**{role.value: True}))]
    return render(request, "403.html", {"who": who}, status=403)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404. What belonged to a tournament that was deleted, or to a rehearsal that ended, says so."""
    match, sentence = request.resolver_match, ""
    with suppress(DatabaseError):
        removal = removal_of(match.kwargs["slug"]) if match and "slug" in match.kwargs else None
        if removal is not None:
            sentence = _("The rehearsal has ended.") if removal.rehearsal else _("This tournament was deleted.")
    if sentence and asks_for_data(request):
        return JsonResponse({"code": "tournament_gone", "text": sentence}, status=404)
    return render(request, "404.html", {"sentence": sentence}, status=404)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a form without its token. A device gets a new cookie and sends again."""
    if not asks_for_data(request):
        return csrf_failure(request, reason)
    get_token(request)
    text = _("This device has lost its cookies. Please allow cookies for this address, then reload the page.")
    return JsonResponse({"code": "cookies_lost", "text": text, "again": True}, status=403)


def fault(request: HttpRequest) -> HttpResponse:
    """Answer 500 to a fault of ours, 503 while the disk is full or takes no data."""
    error = sys.exception()
    trouble = disk_trouble(error)
    if trouble:
        return disk(request, trouble)
    if isinstance(error, UnreadablePostError):
        return unreadable(request, error)
    if asks_for_data(request):
        text = _("Something is wrong at the desk’s computer. This device keeps everything and tries again.")
        return JsonResponse({"code": "fault", "text": text, "again": True}, status=500)
    return HttpResponse(render_to_string("500.html"), status=500)


def disk(request: HttpRequest, trouble: str) -> HttpResponse:
    """Say what is wrong with the disk. Devices and the desk's forms keep the typed text and send it again."""
    if asks_for_data(request) or "X-Parts" in request.headers:
        text = device_sentence(trouble) if asks_for_data(request) else desk_sentence(trouble)
        answer: HttpResponse = JsonResponse({"code": trouble, "text": text, "again": True})
    else:
        answer = HttpResponse(_disk_page(request, trouble))
    answer.status_code = 503
    answer.headers["Retry-After"] = str(AGAIN_SECONDS)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def asks_for_data(request: HttpRequest) -> bool:
    """Whether the script of a table's device asks: it reads sentences, not pages."""
    return request.path.startswith(f"/{TABLE_PAGES}") and "text/html" not in request.headers.get("Accept", "")


def device_sentence(trouble: str) -> str:
    """The sentence about the disk for people at a table."""
    return {
        FULL: _("The desk’s computer has no room left. This device keeps everything and sends it later."),
        READ_ONLY: _("The desk’s computer cannot store anything. This device keeps everything and sends it later."),
        BROKEN: _("The disk of the desk’s computer has a fault. This device keeps everything and sends it later."),
    }[trouble]


def desk_sentence(trouble: str) -> str:
    """The sentence for the desk: the typed lines stay on its page until they are stored."""
    return {
        FULL: _(
            "Not stored yet: the disk is full. What you typed stays here and is sent by itself. Please make room on "
            "the tournament’s computer, or tell the organiser."
        ),
        READ_ONLY: _(
            "Not stored yet: the disk is write-protected. What you typed stays here and is sent by itself. Please tell "
            "the organiser."
        ),
        BROKEN: _(
            "Not stored yet: the disk has a fault. What you typed stays here and is sent by itself. Please tell the "
            "organiser."
        ),
    }[trouble]


def _disk_page(request: HttpRequest, trouble: str) -> str:
    """A page that says what to do; a login also learns where. It contains the fields of the desk's form."""
    folder = fullest_folder()
    context = {
        "trouble": trouble,
        "folder": folder,
        "free": room_left(folder),
        "address": request.get_full_path(),
        "sent": request.method == "POST",
    }
    with suppress(DatabaseError, OSError):
        context["fields"] = typed_fields(request, request.resolver_match and request.resolver_match.func)
        return render_to_string("disk.html", context, request)
    return render_to_string("disk.html", context)
