"""Start cards at the desk, and the player's own page that a card opens without a login."""

import secrets
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.cards.exports import pdf_of_cards
from tournament.cards.forms import LostCardForm, NumbersForm, OwnObjectionForm, read_choice
from tournament.cards.selectors import (
    CARD_VERSION,
    card_of,
    card_version,
    cards_view,
    own_sheet,
    page_of_card,
    printed_cards,
    sheet_with,
)
from tournament.cards.services import (
    MOST_CARDS,
    make_cards,
    object_with_card,
    refuse_with_card,
    renew_card,
    sign_with_card,
)
from tournament.forms.signatures import read_drawing
from tournament.models import Scoresheet, StartCard, Tournament
from tournament.permissions import Request, public, requires
from tournament.refusals import Refused
from tournament.views.addresses import printed_address
from tournament.views.answer_versions import note_basis
from tournament.views.documents import printed
from tournament.views.refusals import refusal_as_error, refusal_as_message


@requires(permissions.manage_participants)
@require_safe
def start_cards(request: Request, slug: str) -> HttpResponse:
    """Say how many cards there are; make, print and renew them."""
    return _desk_page(request, get_object_or_404(Tournament, slug=slug))


@requires(permissions.manage_participants)
@require_POST
def start_cards_make(request: Request, slug: str) -> HttpResponse:
    """Make the cards that are missing from one number to another."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = NumbersForm(request.POST)
    if form.is_valid():
        with refusal_as_error(form):
            count = make_cards(tournament=tournament, actor=request.user, **form.cleaned_data)
            sentence = ngettext("%(count)s start card made.", "%(count)s start cards made.", count)
            messages.success(request, sentence % {"count": count})
            return redirect("start_cards", slug)
    return _desk_page(request, tournament, numbers_form=form)


@requires(permissions.manage_participants)
@require_POST
def start_card_lost(request: Request, slug: str) -> HttpResponse:
    """Lock a lost card and make a new one, which is then to be printed."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = LostCardForm(request.POST)
    if form.is_valid():
        with refusal_as_error(form):
            card = renew_card(tournament=tournament, actor=request.user, **form.cleaned_data)
            return _desk_page(request, tournament, renewed=card)
    return _desk_page(request, tournament, lost_form=form)


@requires(permissions.manage_participants)
@require_safe
def start_cards_pdf(request: Request, slug: str) -> HttpResponse:
    """Return the cards to print: all, `?first=1&last=64`, or `?named` for those whose player is on the list."""
    tournament = get_object_or_404(Tournament, slug=slug)
    choice = read_choice(request.GET)
    if choice is None:
        raise Http404
    with refusal_as_message(request):
        cards = printed_cards(tournament, **choice)
        if cards:
            example = printed_address(request, "own_page", cards[0].token)
            beginning = example.removesuffix(f"{cards[0].token}/")
            word = pgettext("file name", "startcards")
            make = partial(pdf_of_cards, tournament, cards, address=beginning)
            return printed(request, tournament, make, f"{slug}-{word}.pdf")
        messages.error(request, _("No start card fits: please make them first."))
    return redirect("start_cards", slug)


def with_card(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the card of the token in the address; without one in force, say so instead. One query."""

    @wraps(view)
    def answer(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        card = card_of(token)
        if card is None:
            return render(request, "cards/unknown.html", status=404)
        if card.locked_at is not None:
            return render(request, "cards/locked.html", {"tournament": card.tournament})
        return view(request, card, token, *args, **kwargs)

    return answer


@requires(public)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@with_card
def own_page(request: HttpRequest, card: StartCard, token: str) -> HttpResponse:
    """Show the player's seats, points and what is to sign; sign, or say why not. With ?v= 204 while nothing is new."""
    if request.method != "POST":
        version = card_version(card)
        note_basis(request, CARD_VERSION, card.pk, version)
        if request.GET.get("v") == str(version):
            return HttpResponse(status=204)
        return _own_page(request, card, token)
    try:
        _sign(request, card)
    except Refused as refusal:
        return _own_page(request, card, token, refusal)
    return redirect("own_page", token)


@requires(public)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@with_card
def own_objection(request: HttpRequest, card: StartCard, token: str, match: int) -> HttpResponse:
    """Object to a game of one's own table, or to the whole sheet (5.1.3)."""
    sheet = own_sheet(card, match)
    if sheet is None:
        raise Http404
    form = OwnObjectionForm(request.POST or None, initial={"command": secrets.token_hex(16)})
    if form.is_valid():
        values = form.cleaned_data
        with refusal_as_error(form):
            object_with_card(
                card=card, scoresheet=sheet, number=values["number"], reason=values["reason"], key=values["command"]
            )
            messages.success(request, _("Your objection is with the supervisor."))
            return redirect("own_page", token)
    context = {"tournament": card.tournament, "token": token, "sheet": sheet, "form": form}
    return render(request, "cards/objection.html", context)


def _sign(request: HttpRequest, card: StartCard) -> None:
    form = request.POST
    content, act = form.get("content", ""), form.get("act")
    sheet = _signed_sheet(card, content)
    if act == "refuse":
        refuse_with_card(card=card, scoresheet=sheet, content=content, reason=form.get("reason", ""))
    else:
        strokes = None if act == "confirm" else read_drawing(form.get("strokes", ""))
        sign_with_card(card=card, scoresheet=sheet, content=content, strokes=strokes)


def _signed_sheet(card: StartCard, content: str) -> Scoresheet:
    """Return the own sheet with this content. Refused: content_changed."""
    sheet = sheet_with(card, content)
    if sheet is None:
        raise Refused(
            _("The sheet was changed in the meantime. Please read it again before you sign."), code="content_changed"
        )
    return sheet


def _own_page(request: HttpRequest, card: StartCard, token: str, refusal: Refused | None = None) -> HttpResponse:
    version = card_version(card)  # before anything else is read, so that the next poll finds what changes meanwhile
    page = page_of_card(card)
    context = {
        "tournament": card.tournament,
        "token": token,
        "version": version,
        "page": page,
        "link": page.link,
        "refusal": refusal,
        "reason": request.POST.get("reason", ""),
        "place": page.place_sentences,
    }
    return render(request, "cards/own_page.html", context, status=409 if refusal else 200)


def _desk_page(request: Request, tournament: Tournament, **context: Any) -> HttpResponse:
    cards = cards_view(tournament)
    upto = cards.upto or 64
    context = {
        "tournament": tournament,
        "cards": cards,
        "nav": "participants",
        "numbers_form": NumbersForm(initial={"first": 1, "last": min(upto, MOST_CARDS)}),
        "lost_form": LostCardForm(),
        "reaches": bool(printed_address(request, "own_page", "x")),
        **context,
    }
    return render(request, "cards/start_cards.html", context)
