"""Deleting a mistaken entry, after a question."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.participants.services.mistaken_entries import delete_participant, deletion_refused
from tournament.participants.views.participants import participant_or_404
from tournament.permissions import Request, requires
from tournament.refusals import Refused


@requires(permissions.manage_participants)
@require_http_methods(["GET", "POST"])
def participant_delete(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    refused = deletion_refused(participant)
    if request.method == "POST":
        try:
            delete_participant(participant=participant, actor=request.user)
        except Refused as why:
            refused = why
        else:
            values = {"name": participant.numbered_name}
            messages.success(request, _("The entry %(name)s is deleted.") % values)
            return redirect("participants", slug)
    context = {"tournament": participant.tournament, "participant": participant, "refused": refused}
    return render(request, "participants/participant_delete.html", context | {"nav": "participants"})
