"""The answer to the question about the minimum age (5.2.12)."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.participants.services.ages import answer_age
from tournament.participants.views.participants import back, participant_or_404
from tournament.permissions import Request, requires
from tournament.views.refusals import refusal_as_message

ANSWERS = {"yes": True, "no": False, "": None}


@requires(permissions.manage_participants)
@require_POST
def participant_age(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Record the answer, or without one that it is taken back."""
    participant = participant_or_404(slug, start_number)
    if request.POST.get("answer") not in ANSWERS:
        raise BadRequest("no answer that the page offers")
    answer = ANSWERS[request.POST["answer"]]
    with refusal_as_message(request):
        answer_age(participant=participant, answer=answer, actor=request.user)
        values = {"name": participant.numbered_name, "age": participant.tournament.ruleset.minimum_age}
        sentence = {
            True: _("%(name)s is at least %(age)s years old: recorded."),
            False: _("%(name)s is younger than %(age)s: recorded. Whoever is too young is not drawn."),
            None: _("%(name)s has to be asked for the age again."),
        }[answer]
        messages.success(request, sentence % values)
    return back(request, slug, "participant_edit", start_number)
