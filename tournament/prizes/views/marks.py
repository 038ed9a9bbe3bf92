"""Ticking who is a woman, or here for the first time, for everybody at once: asked only if a prize needs it."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.person.names import sorting_name
from tournament.prizes.services.marks import Mark, tick_marks

MARKS: Mapping[str, Mark] = {"woman": "woman", "newcomer": "newcomer"}


@requires(permissions.manage_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def participant_marks(request: Request, slug: str, mark: str) -> HttpResponse:
    """Show everybody with a box to tick; a POST notes it of all who were shown, but for what others ticked since."""
    tournament = get_object_or_404(Tournament, slug=slug)
    column = MARKS.get(mark)
    if column is None:
        raise Http404
    if request.method == "POST":
        changed = tick_marks(tournament=tournament, actor=request.user, mark=column, **_start_numbers(request))
        sentence = ngettext("%(count)s participant was changed.", "%(count)s participants were changed.", changed)
        messages.success(request, sentence % {"count": changed} if changed else _("Nothing has changed."))
        return redirect("participant_marks", slug, mark)
    people = sorted(
        tournament.participants.filter(forgotten=False),
        key=lambda one: (sorting_name(one.list_name, one.start_number), one.start_number),
    )
    rows = [(person, getattr(person, mark)) for person in people]
    context = {
        "tournament": tournament, "nav": "participants", "mark": mark, "rows": rows,
        "open": sum(value is None for _person, value in rows),
        "shown": ",".join(str(person.start_number) for person in people),
        "before": ",".join(str(person.start_number) for person, value in rows if value),
    }  # fmt: skip
    return render(request, "prizes/marks.html", context)


def _start_numbers(request: Request) -> dict[str, set[int]]:
    """Return the start numbers that are ticked, those that were shown, and those that were ticked then."""
    numbers = {name: _numbers(request.POST.get(name, "").split(",")) for name in ("shown", "before")}
    return {"ticked": _numbers(request.POST.getlist("ticked")), **numbers}


def _numbers(texts: list[str]) -> set[int]:
    return {int(text) for text in texts if text.isdecimal() and len(text) < 9}
