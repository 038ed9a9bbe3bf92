"""Names in public: what the tournament says for all, and who wants it otherwise."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.enums import IS_SHUT
from tournament.models import Tournament
from tournament.participants.forms.public_names import PublicNamesForm
from tournament.participants.services.public_names import set_public_names
from tournament.permissions import Request, requires
from tournament.standings.selectors.documents import names_changed_since
from tournament.views.refusals import refusal_as_error


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "HEAD", "POST"])
def names_in_public(request: Request, slug: str) -> HttpResponse:
    """Show and change how the hall and the web name everybody, with the list of those who want it otherwise."""
    tournament = get_object_or_404(Tournament, slug=slug)
    initial = {"hall_names": tournament.hall_names, "web_names": tournament.web_names}
    form = PublicNamesForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            set_public_names(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("names_in_public", slug)
    wishes = tournament.participants.exclude(shown_name="")
    context = {"tournament": tournament, "form": form, "wishes": wishes, "nav": "tournament"}
    context |= {"sealed_before": names_changed_since(tournament), "shut": tournament.state in IS_SHUT}
    return render(request, "tournaments/names_in_public.html", context, status=422 if form.errors else 200)
