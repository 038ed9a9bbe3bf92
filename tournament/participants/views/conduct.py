"""A participant's record: warnings, exclusion, confidential reports (3.4, 3.5, 5.1.4, 5.1.5, 5.2.18)."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.enums import ConductKind
from tournament.forms.supervision import ExclusionForm, NoteForm, ReportForm
from tournament.models import ConductNote, Participant
from tournament.participants.selectors.conduct import notes_of
from tournament.participants.services import conduct as services
from tournament.participants.views.participants import participant_or_404
from tournament.permissions import Request, requires
from tournament.selectors.consequences import if_excluded
from tournament.views.refusals import refusal_as_error, refusal_as_message


@require_safe
@requires(permissions.see_reports)
def conduct(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Show the record and what can be added to it."""
    return _page(request, participant_or_404(slug, start_number))


@require_POST
@requires(permissions.note_conduct)
def conduct_warn(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Note an offence."""
    participant = participant_or_404(slug, start_number)
    form = NoteForm(request.POST, tournament=participant.tournament)
    return _write_note(request, participant, form, "warn_form", services.warn, _("The warning is noted."))


@require_POST
@requires(permissions.exclude_participants)
def conduct_exclude(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Exclude the participant."""
    participant = participant_or_404(slug, start_number)
    form = ExclusionForm(request.POST, tournament=participant.tournament, prefix="exclude")
    return _write_note(request, participant, form, "exclude_form", services.exclude, _("The participant is excluded."))


@require_POST
@requires(permissions.see_reports)
def conduct_report(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Note a confidential report."""
    participant = participant_or_404(slug, start_number)
    form = ReportForm(request.POST, tournament=participant.tournament, prefix="report")
    return _write_note(request, participant, form, "report_form", services.report_gift, _("The report is noted."))


@require_POST
@requires(permissions.exclude_participants)
def conduct_readmit(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Take the exclusion back."""
    participant = participant_or_404(slug, start_number)
    with refusal_as_message(request):
        services.readmit(participant=participant, actor=request.user)
        messages.success(request, _("The exclusion is taken back."))
    return redirect("conduct", slug, start_number)


@require_POST
@requires(permissions.note_conduct)
def conduct_back(request: Request, slug: str, start_number: int, pk: int) -> HttpResponse:
    """Take a warning or a report back."""
    participant = participant_or_404(slug, start_number)
    note = get_object_or_404(ConductNote.objects.select_related("tournament"), pk=pk, participant=participant)
    with refusal_as_message(request):
        services.take_back_note(note=note, actor=request.user)
        messages.success(request, _("The note is taken back; it stays on record."))
    return redirect("conduct", slug, start_number)


def _write_note(
    request: Request,
    participant: Participant,
    form: Any,
    name: str,
    note: Callable[..., object],
    sentence: str,
) -> HttpResponse:
    if form.is_valid():
        with refusal_as_error(form):
            note(participant=participant, actor=request.user, **form.cleaned_data)
            messages.success(request, sentence)
            return redirect("conduct", participant.tournament.slug, participant.start_number)
    return _page(request, participant, **{name: form})


def _page(request: Request, participant: Participant, **bound: Any) -> HttpResponse:
    tournament = participant.tournament
    context = {
        "tournament": tournament,
        "participant": participant,
        "nav": "participants",
        "notes": notes_of(participant),
        "shifts": None if participant.excluded else if_excluded(participant),
        "kinds": ConductKind,
        "warns": permissions.note_conduct(request.user),
        "warn_form": NoteForm(tournament=tournament),
        "exclude_form": ExclusionForm(tournament=tournament, prefix="exclude"),
        "report_form": ReportForm(tournament=tournament, prefix="report"),
        **bound,
    }
    return render(request, "supervision/conduct.html", context, status=422 if bound else 200)
