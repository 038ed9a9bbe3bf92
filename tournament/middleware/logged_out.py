"""A form sent after its login has run out: the page keeps it until somebody has logged in, who can then send it again.

Only the browser holds the kept fields. After the login a person sees them and sends them with a button.
"""

import json
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from tournament import permissions
from tournament.forms.people import LoginForm

KEPT = "kept"
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
# What people type all evening. Other forms hold passwords, or only their writer may send them.
KEEPING = (permissions.enter_games, permissions.manage_participants)


class KeepFormMiddleware(LoginRequiredMiddleware):
    """Denies by default, like Django's middleware. The login page that answers a sent form keeps its fields."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        fields = typed_fields(request, view_func)
        if not fields:
            return super().handle_no_permission(request, view_func)
        context = {"form": LoginForm(request), "next": request.get_full_path(), KEPT: json.dumps(fields)}
        answer = render(request, "people/login.html", context, status=401)
        patch_cache_control(answer, private=True, no_store=True)
        return answer


def typed_fields(request: HttpRequest, view: Any) -> list[tuple[str, str]]:
    """Return the fields of a form of the desk, to be sent again as they are; [] for any other request."""
    typed = request.method == "POST" and request.content_type in FORM_TYPES and not request.FILES
    if not typed or "HX-Request" in request.headers or getattr(view, "permission", None) not in KEEPING:
        return []
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    return [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]


def send_again(request: HttpRequest, address: str) -> HttpResponse | None:
    """Return the page that sends the kept fields to this address of ours, or None if none are kept."""
    try:
        fields = [(str(name), str(value)) for name, value in json.loads(request.POST.get(KEPT, "[]"))]
    except (TypeError, ValueError):
        return None
    if not fields:
        return None
    answer = render(request, "people/send_again.html", {"fields": fields, "address": address})
    patch_cache_control(answer, private=True, no_store=True)
    return answer
