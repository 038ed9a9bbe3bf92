"""The desk's page: which screens there are, what each shows, and messages to all of them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.models import Screen, Tournament
from tournament.permissions import Request, requires
from tournament.screens.codes import spaced
from tournament.screens.forms import NameForm, ScreenForm, ScreenMessageForm
from tournament.screens.selectors import desk_screens
from tournament.screens.services import change_screen, forget_screen, name_screen, send_to_screens
from tournament.views.addresses import hall_address
from tournament.views.refusals import refusal_as_error, refusal_as_message


@require_safe
@requires(permissions.manage_screens)
def screens(request: Request, slug: str) -> HttpResponse:
    """List the screens, with what each shows at this moment; the list alone for the page that asks again."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.htmx:
        return render(request, "screens/_list.html", _listed(tournament))
    return _page(request, tournament)


@require_POST
@requires(permissions.manage_screens)
def screen_name(request: Request, slug: str) -> HttpResponse:
    """Name the screen that shows this code, or let a named one show this tournament."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = NameForm(request.POST)
    if form.is_valid():
        with refusal_as_error(form):
            screen = name_screen(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _presence_sentence(screen))
            return redirect("screens", slug)
    return _page(request, tournament, name_form=form)


@require_POST
@requires(permissions.manage_screens)
def screens_message(request: Request, slug: str) -> HttpResponse:
    """Send a message to all screens of the tournament, or take it back."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ScreenMessageForm(request.POST)
    return _send_message(request, tournament, None, form) or _page(request, tournament, message_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.manage_screens)
def screen(request: Request, slug: str, pk: int) -> HttpResponse:
    """Change what a screen is called and shows."""
    row = _screen(slug, pk)
    if row is None:
        return _leave_lost_screen(request, slug)
    form = ScreenForm(request.POST or None, initial={"name": row.name, "scenes": row.scenes, "seconds": row.seconds})
    if form.is_valid():
        with refusal_as_error(form):
            change_screen(screen=row, actor=request.user, **form.cleaned_data)
            messages.success(request, _("“%(name)s” shows it in a moment.") % {"name": form.cleaned_data["name"]})
            return redirect("screens", slug)
    return _screen_page(request, row, form=form)


@require_POST
@requires(permissions.manage_screens)
def screen_message(request: Request, slug: str, pk: int) -> HttpResponse:
    """Send a message to one screen, or take it back."""
    row = _screen(slug, pk)
    if row is None:
        return _leave_lost_screen(request, slug)
    form = ScreenMessageForm(request.POST)
    assert row.tournament is not None
    return _send_message(request, row.tournament, row, form) or _screen_page(request, row, message_form=form)


@require_POST
@requires(permissions.manage_screens)
def screen_forget(request: Request, slug: str, pk: int) -> HttpResponse:
    """Take a screen off the list."""
    row = _screen(slug, pk)
    if row is None:
        return _leave_lost_screen(request, slug)
    with refusal_as_message(request):
        forget_screen(screen=row, actor=request.user)
        messages.success(request, _("“%(name)s” is off the list and shows its code again.") % {"name": row.name})
    return redirect("screens", slug)


def _presence_sentence(screen: Screen) -> str:
    if screen.seen_at is not None:
        return _("“%(name)s” shows this tournament.") % {"name": screen.name}
    return _(
        "“%(name)s” is on the list. If it is not there within a few seconds, the code was another one: please type it "
        "again, with the same name."
    ) % {"name": screen.name}


def _send_message(
    request: Request, tournament: Tournament, one: Screen | None, form: ScreenMessageForm
) -> HttpResponse | None:
    """Send what was typed, and lead to the list; None if the form has to be shown again."""
    if "take_back" in request.POST:
        with refusal_as_message(request):
            send_to_screens(tournament=tournament, text="", until=None, screen=one, actor=request.user)
            messages.success(request, _("The message is taken back."))
        return redirect("screens", tournament.slug)
    if form.is_valid():
        text, until = form.cleaned_data["text"], form.moment()
        with refusal_as_error(form):
            number = send_to_screens(tournament=tournament, text=text, until=until, screen=one, actor=request.user)
            sentence = ngettext("Sent to %(count)s screen.", "Sent to %(count)s screens.", number)
            messages.success(request, sentence % {"count": number})
            return redirect("screens", tournament.slug)
    return None


def _listed(tournament: Tournament) -> dict[str, Any]:
    mine, others = desk_screens(tournament)
    return {"tournament": tournament, "mine": mine, "others": others, "nav": "tournament"}


def _page(request: Request, tournament: Tournament, **forms_: forms.Form) -> HttpResponse:
    context = _listed(tournament)
    context |= {
        "name_form": NameForm(), "message_form": ScreenMessageForm(auto_id="id_message_%s"),
        "is_sent": any(one.message for one in context["mine"]), "host": hall_address(request).partition("//")[2],
    }  # fmt: skip
    return render(request, "screens/screens.html", context | forms_, status=422 if forms_ else 200)


def _screen_page(request: Request, row: Screen, **forms_: forms.Form) -> HttpResponse:
    initial = {"name": row.name, "scenes": row.scenes, "seconds": row.seconds}
    context: dict[str, Any] = {
        "form": ScreenForm(initial=initial), "message_form": ScreenMessageForm(auto_id="id_message_%s"),
        "tournament": row.tournament, "screen": row, "code": spaced(row.code), "nav": "tournament",
        "takes_pictures": permissions.manage_prizes(request.user),
    }  # fmt: skip
    failed = any(form.errors for form in forms_.values())
    return render(request, "screens/screen_edit.html", context | forms_, status=422 if failed else 200)


def _screen(slug: str, pk: int) -> Screen | None:
    return Screen.objects.select_related("tournament").filter(pk=pk, tournament__slug=slug).first()


def _leave_lost_screen(request: Request, slug: str) -> HttpResponse:
    """Lead to the list from the page of a screen that somebody took off it."""
    messages.error(request, _("This screen does not show this tournament any more."))
    return redirect("screens", slug)
