"""How long a tournament is kept, deleting its personal data after that, and forgetting one person before it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.models import Tournament
from tournament.money.selectors import money_kept_until
from tournament.participants.forms.retention import ForgetForm, KeepLongerForm, PurgeForm
from tournament.participants.selectors import retention as selectors
from tournament.participants.services import retention as services
from tournament.participants.views.participants import participant_or_404
from tournament.permissions import Request, requires
from tournament.prizes.selectors.handing_out import owed_to
from tournament.views.refusals import refusal_as_error, refusal_as_message


@requires(permissions.manage_tournament)
@require_safe
def retention(request: Request, slug: str) -> HttpResponse:
    return _page(request, get_object_or_404(Tournament, slug=slug))


@requires(permissions.manage_tournament)
@require_POST
def retention_extend(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = KeepLongerForm(request.POST, now=selectors.retention(tournament).until)
    if form.is_valid():
        with refusal_as_error(form):
            services.extend_retention(tournament=tournament, until=form.cleaned_data["until"], actor=request.user)
            until = date_format(form.cleaned_data["until"])
            messages.success(request, _("Everything is kept until %(until)s.") % {"until": until})
            return redirect("retention", slug)
    return _page(request, tournament, longer=form)


@requires(permissions.manage_tournament)
@require_POST
def tournament_purge(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = PurgeForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusal_as_message(request):
            services.purge_tournament(tournament=tournament, actor=request.user)
            messages.success(request, _("The personal data are deleted. Results by start number and the log stay."))
            return redirect("retention", slug)
    return _page(request, tournament, purge=form)


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "POST"])
def participant_forget(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    form = ForgetForm(request.POST or None, participant=participant)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            services.forget_participant(participant=participant, actor=request.user)
            messages.success(request, _("Start number %(number)s is forgotten.") % {"number": start_number})
            return redirect("participant_edit", slug, start_number)
    context = {"tournament": participant.tournament, "participant": participant, "form": form, "nav": "participants"}
    context |= {"refused": services.forgetting_refused(participant), "owed": owed_to(participant)}
    return render(request, "retention/participant_forget.html", context)


def _page(
    request: Request, tournament: Tournament, longer: KeepLongerForm | None = None, purge: PurgeForm | None = None
) -> HttpResponse:
    keeping = selectors.retention(tournament)
    context = {"tournament": tournament, "nav": "tournament", "kept": keeping, "goes": selectors.to_purge(tournament)}
    money_until = money_kept_until(tournament)
    context |= {
        "money_until": money_until,
        "money_due": money_until is not None and money_until < timezone.now().date(),
    }
    context["longer"] = longer or KeepLongerForm(now=keeping.until)
    context["purge"] = purge or PurgeForm(tournament=tournament)
    return render(request, "retention/retention.html", context)
