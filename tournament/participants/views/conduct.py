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
from tournament.refusals import Refused
from tournament.selectors.consequences import if_excluded


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

    def note(data: dict[str, Any]) -> object:
        return services.warn(participant=participant, actor=request.user, **data)

    return _write_note(request, participant, form, "warn_form", note, _("The warning is noted."))


@require_POST
@requires(permissions.exclude_participants)
def conduct_exclude(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Exclude the participant."""
    participant = participant_or_404(slug, start_number)
    form = ExclusionForm(request.POST, tournament=participant.tournament, prefix="exclude")

    def exclude(data: dict[str, Any]) -> object:
        return services.exclude(participant=participant, actor=request.user, **data)

    return _write_note(request, participant, form, "exclude_form", exclude, _("The participant is excluded."))


@require_POST
@requires(permissions.see_reports)
def conduct_report(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Note a confidential report."""
    participant = participant_or_404(slug, start_number)
    form = ReportForm(request.POST, tournament=participant.tournament, prefix="report")

    def report(data: dict[str, Any]) -> object:
        return services.report_gift(participant=participant, actor=request.user, **data)

    return _write_note(request, participant, form, "report_form", report, _("The report is noted."))


@require_POST
@requires(permissions.exclude_participants)
def conduct_readmit(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Take the exclusion back."""
    participant = participant_or_404(slug, start_number)
    try:
        services.readmit(participant=participant, actor=request.user)
        messages.success(request, _("The exclusion is taken back."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("conduct", slug, start_number)


@require_POST
@requires(permissions.note_conduct)
def conduct_back(request: Request, slug: str, start_number: int, pk: int) -> HttpResponse:
    """Take a warning or a report back."""
    participant = participant_or_404(slug, start_number)
    note = get_object_or_404(ConductNote.objects.select_related("tournament"), pk=pk, participant=participant)
    try:
        services.take_back_note(note=note, actor=request.user)
        messages.success(request, _("The note is taken back; it stays on record."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("conduct", slug, start_number)


def _write_note(
    request: Request,
    participant: Participant,
    form: Any,
    name: str,
    note: Callable[[dict[str, Any]], object],
    sentence: str,
) -> HttpResponse:
    if form.is_valid():
        try:
            note(form.cleaned_data)
        except Refused as refusal:
            field = refusal.context.get("field")
            form.add_error(field if field in form.fields else None, str(refusal))
        else:
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
