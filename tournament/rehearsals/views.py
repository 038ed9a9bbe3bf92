"""A rehearsal is begun and ended, a tournament is deleted before anything was drawn."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.rehearsals.forms import DeletionForm
from tournament.rehearsals.selectors import losses, removal_refused
from tournament.rehearsals.services import rehearsals, removals
from tournament.views.refusals import refusal_as_error, refusal_as_message


@requires(permissions.manage_tournament)
@require_POST
def rehearsal_begin(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        rehearsal = rehearsals.begin_rehearsal(tournament=tournament, actor=request.user)
        messages.success(request, _("This is the rehearsal. Try everything: nothing here counts."))
        return redirect(rehearsal)
    return redirect(tournament)


@requires(permissions.manage_tournament)
@require_POST
def rehearsal_end(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        removals.end_rehearsal(tournament=tournament, actor=request.user)
        messages.success(request, _("The rehearsal has ended. Nothing is left of it."))
        return redirect("home")
    return redirect(tournament)


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "POST"])
def tournament_delete(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = DeletionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            reason = form.cleaned_data["reason"]
            removals.delete_tournament(tournament=tournament, reason=reason, actor=request.user)
            messages.success(request, _("“%(name)s” is deleted.") % {"name": tournament.name})
            return redirect("home")
    context = {"tournament": tournament, "nav": "tournament", "form": form, "goes": losses(tournament)}
    context["refused"] = removal_refused(tournament)
    return render(request, "rehearsals/tournament_delete.html", context)
