"""Signing on one's own phone: the page to which a one-time code on the table's device leads (5.3.2)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tournament.devices.selectors.signing_links import link_view, signing_link
from tournament.devices.services.signing_links import refuse_by_link, sign_by_link
from tournament.forms.signatures import read_drawing
from tournament.models import SigningLink
from tournament.permissions import public, requires
from tournament.refusals import Refused
from tournament.views.answer_versions import sheet_version_of


@requires(public)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def sign(request: HttpRequest, token: str) -> HttpResponse:
    """Show one's own name and totals and the whole sheet; sign, or say why not. With ?v= 204 while nothing is new."""
    link = signing_link(token)
    if link is None:
        return render(request, "signing/unknown.html", status=404)
    if request.method != "POST":
        if request.GET.get("v") == str(sheet_version_of(request, link.seat.scoresheet)):
            return HttpResponse(status=204)
        return _page(request, link)
    try:
        _act(link, request)
    except Refused as refusal:
        return _page(request, signing_link(token) or link, refusal)
    return redirect("sign", token)


def _act(link: SigningLink, request: HttpRequest) -> None:
    form = request.POST
    content = form.get("content", "")
    if form.get("act") == "refuse":
        refuse_by_link(link=link, content=content, reason=form.get("reason", ""))
    elif form.get("act") == "confirm":
        sign_by_link(link=link, content=content, strokes=None)
    else:
        sign_by_link(link=link, content=content, strokes=read_drawing(form.get("strokes", "")))


def _page(request: HttpRequest, link: SigningLink, refusal: Refused | None = None) -> HttpResponse:
    sheet = link.seat.scoresheet
    context = {
        "tournament": sheet.match.tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "link": link_view(link),
        "refusal": refusal,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "signing/sign.html", context, status=409 if refusal else 200)
