"""Checking a document, for everybody: by a file, a photo, the text of a seal, or the code on a sheet."""

import threading
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.verify import HandInForm, InMemory
from tournament.permissions import Request, public, requires
from tournament.refusals import Refused
from tournament.seals.handed_in import CODE, check_code
from tournament.seals.keys import grouped, seal_key
from tournament.selectors.verdict_words import words_of
from tournament.selectors.verification import Verdict, seats_of, verify_code
from tournament.selectors.verification import verify as verdict_of

# Each server process checks one file at a time, so that many files cannot slow the tables down.
TURN = threading.BoundedSemaphore(1)


# Needs no CSRF token: it writes nothing and uses no login's rights, so nobody gains by sending it in another's name.
# And the token would be in the body, which must not be read before its size is checked.
@csrf_exempt
@requires(public)
@require_http_methods(["GET", "POST"])
@cache_control(no_store=True)
def verify(request: Request) -> HttpResponse:
    """Show the form, and the verdict on what was handed in."""
    if request.method != "POST":
        code = check_code(request.GET.get("code", ""))
        return redirect("verify_code", code) if code else _page(request, HandInForm())
    request.upload_handlers = [InMemory(request)]
    form = HandInForm(request.POST, request.FILES)
    if getattr(request, "too_large", False):
        return _page(request, HandInForm(), Verdict(problem="too_large"), status=413)
    if not form.is_valid():
        return _page(request, form)
    if not TURN.acquire(blocking=False):
        return _page(request, form, busy=True, status=503)
    try:
        verdict = verdict_of(form.content)
    finally:
        TURN.release()
    shown = verdict.version or verdict.ranking
    if verdict.kind == CODE and shown is not None:
        return redirect("verify_code", shown.document.head_hash[:12])
    return _page(request, HandInForm(), verdict)


@requires(public)
@require_safe
@cache_control(no_store=True)
def verify_sheet(request: Request, code: str) -> HttpResponse:
    """Show what is registered of the sheet with this check code; the code on a print leads here."""
    digits = check_code(code)
    verdict = verify_code(digits) if digits else Verdict(kind=CODE, problem="code_unknown")
    return _page(request, HandInForm(), verdict, status=200 if verdict.version or verdict.ranking else 404)


def _page(
    request: Request, form: HandInForm, verdict: Verdict | None = None, *, busy: bool = False, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "verdict": verdict, "busy": busy, "fingerprint": _fingerprint()}
    if verdict is not None:
        context["words"] = words_of(verdict, login=request.user.is_authenticated)
        context["sheet"] = verdict.sheet
        context["ranked"] = verdict.ranking and verdict.ranking.document.tournament
        shown = verdict.newer or verdict.version
        if shown is not None and shown.current:
            # Show totals that the standings show, too: only those of the version in force.
            context |= {"shown": shown, "seats": seats_of(shown.document.scoresheet)}
    answer = render(request, "verify/verify.html", context, status=status)
    if busy:
        answer["Retry-After"] = "5"
    return answer


def _fingerprint() -> str:
    """Return the fingerprint of the installation's seal key, as on its poster; "" where it has none."""
    try:
        return grouped(seal_key().fingerprint)
    except Refused:
        return ""
