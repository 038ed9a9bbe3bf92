"""Names in public: what the tournament says for all, who wants it otherwise, and the wish of one person."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.enums import IS_SHUT
from tournament.forms.public_names import PublicNamesForm, ShownNameForm
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.standings_documents import names_changed_since
from tournament.services.public_names import set_public_names, set_shown_name
from tournament.views.participants import back, participant_or_404


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "HEAD", "POST"])
def names_in_public(request: Request, slug: str) -> HttpResponse:
    """Show and change how the hall and the web name everybody, with the list of those who want it otherwise."""
    tournament = get_object_or_404(Tournament, slug=slug)
    initial = {"hall_names": tournament.hall_names, "web_names": tournament.web_names}
    form = PublicNamesForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            set_public_names(tournament=tournament, actor=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("names_in_public", slug)
    wishes = tournament.participants.exclude(shown_name="")
    context = {"tournament": tournament, "form": form, "wishes": wishes, "nav": "tournament"}
    context |= {"sealed_before": names_changed_since(tournament), "shut": tournament.state in IS_SHUT}
    return render(request, "tournaments/names_in_public.html", context, status=422 if form.errors else 200)


@requires(permissions.manage_participants)
@require_POST
def shown_name(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Note how this person wants to be named in public."""
    participant = participant_or_404(slug, start_number)
    form = ShownNameForm(request.POST, participant=participant)
    try:
        wish = form.cleaned_data["shown_name"] if form.is_valid() else participant.shown_name
        set_shown_name(participant=participant, shown_name=wish, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Start number %(number)s was changed.") % {"number": start_number})
    return back(request, slug, "participant_edit", start_number)
