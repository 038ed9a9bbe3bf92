"""Checking a document, for everybody: by a file, a photo, the text of a seal, or the code on a sheet."""

import threading
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournament.participants.selectors.public_names import public_names
from tournament.permissions import Request, public, requires
from tournament.proof.exports.sealing import seal_fingerprint
from tournament.proof.forms.verify import HandInForm, Nameless
from tournament.proof.seals.handed_in import CODE, find_check_code
from tournament.proof.selectors.verdict_words import words_of
from tournament.proof.selectors.verification import Verdict, VerdictKind, for_strangers, sealed_seats, verify_code
from tournament.proof.selectors.verification import verify_document as verdict_of
from tournament.server.answers import BYTES_IN_MEMORY, NOT_READ

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
        code = find_check_code(request.GET.get("code", ""))
        return redirect("verify_code", code) if code else _page(request, HandInForm())
    # Whoever has no turn is refused before anything is read.
    if request.META.get(NOT_READ) or not TURN.acquire(blocking=False):
        small = int(request.META["CONTENT_LENGTH"] or 0) <= BYTES_IN_MEMORY
        return _page(request, HandInForm(initial=request.POST.dict() if small else {}), busy=True, status=503)
    try:
        return _handed_in(request)
    finally:
        TURN.release()


def _handed_in(request: Request) -> HttpResponse:
    handler = Nameless(request)
    request.upload_handlers = [handler]
    form = HandInForm(request.POST, request.FILES)
    if handler.too_large:
        return _page(request, HandInForm(), Verdict(problem="too_large"), status=413)
    if not form.is_valid():
        return _page(request, form)
    verdict = verdict_of(form.content)
    document = verdict.version or verdict.ranking
    if verdict.kind == CODE and document is not None:
        return redirect("verify_code", document.document.head_hash[:12])
    return _page(request, HandInForm(), verdict)


@requires(public)
@require_safe
@cache_control(no_store=True)
def verify_sheet(request: Request, code: str) -> HttpResponse:
    """Show what is registered of the sheet with this check code; the code on a print leads here."""
    digits = find_check_code(code)
    verdict = verify_code(digits) if digits else Verdict(kind=CODE, problem="code_unknown")
    document = verdict.version or verdict.ranking
    return _page(request, HandInForm(), verdict, status=200 if document else 404)


def _page(
    request: Request, form: HandInForm, verdict: Verdict | None = None, *, busy: bool = False, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "verdict": verdict, "busy": busy, "fingerprint": seal_fingerprint()}
    if verdict is not None:
        verdict = verdict if request.user.is_authenticated else for_strangers(verdict)
        context["verdict"] = verdict
        status = 200 if verdict.answer == VerdictKind.HELD_BACK else status
        context["words"] = words_of(verdict, login=request.user.is_authenticated)
        context["sheet"] = verdict.sheet
        context["ranked"] = verdict.ranking and verdict.ranking.document.tournament
        version = verdict.newer or verdict.version
        if version is not None and version.current:
            # Show totals that the standings show, too: only those of the version in force.
            sheet = version.document.scoresheet
            names = None if request.user.is_authenticated else public_names(sheet.match.tournament)
            context |= {"shown": version, "seats": sealed_seats(sheet, names)}
    answer = render(request, "verify/verify.html", context, status=status)
    if busy:
        answer["Retry-After"] = "5"
    return answer
